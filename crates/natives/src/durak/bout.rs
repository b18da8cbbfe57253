//! Computes the consequences of moves: the deal, the cards of a bout, its end, drawing, and players going out.

use super::{Bout, Durak, MOST_BOUTS, Note, PASS, Phase, SIX, TAKE};
use crate::module::{CardId, CardSet, Chance, Events, FullState, Intent, Pile, Play, deal as dealing};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat, SeatSet};

type Full<'a> = FullState<'a, Durak>;

/// Deals six cards to each seat, one at a time. The next card shows the trump suit and is drawn last. With six players
/// all cards are dealt. In that case the last card is shown before its owner takes it up.
pub(super) fn deal(game: &Durak, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Durak>) {
    let seats = state.seats();
    let order = dealing::fresh_deck(state, game.talon, chance, events);
    let all = order.len() <= SIX * seats;
    let dealt = if all { order.len() - 1 } else { SIX * seats };
    let owner = |nth: usize| Seat::new(nth % seats);
    for (nth, &card) in order[..dealt].iter().enumerate() {
        events.move_card(card, game.hand.of(owner(nth)));
    }
    let turned = order[dealt];
    let trump = state.card(turned).suit();
    events.move_card(turned, game.trump);
    if all {
        events.move_card(turned, game.hand.of(owner(dealt)));
    }
    let hands = order[..dealt + usize::from(all)].iter().enumerate();
    let trumps = hands.filter(|(_, card)| state.card(**card).suit() == trump);
    let lowest = trumps.min_by_key(|(_, card)| state.card(**card).high_rank());
    let attacker = lowest.map_or(Seat::new(0), |(nth, _)| owner(nth));
    // The player with the lowest trump shows it. So all players know that no hand has a lower trump.
    let mut below = CardSet::suit(trump);
    match lowest {
        Some((_, &card)) => {
            events.reveal([card]);
            let card = state.card(card);
            below = below.iter().filter(|other| other.high_rank() < card.high_rank()).collect();
            events.announce(Note::Begins(attacker, card));
        }
        None => events.announce(Note::NoTrumps(attacker)),
    }
    let below: CardSet = below.iter().filter(|&card| state.all_cards().any(|other| other == card)).collect();
    if !below.is_empty() {
        Seat::all(seats).for_each(|seat| events.rule_out(game.hand.of(seat), below));
    }
    let (defender, passed) = (attacker.after(1, seats), SeatSet::NONE);
    let (trump, limit) = (trump as u8, SIX as u8);
    let (phase, playing) = (Phase::Attack, SeatSet::first(seats));
    lead(Bout { trump, attacker, defender, phase, passed, limit, bouts: 0, playing }, events);
}

/// Begins a bout. The attacker must lead a card.
fn lead(bout: Bout, events: &mut Events<Durak>) {
    events.set_rules(bout);
    events.set_actions([]);
    events.set_current_player(bout.attacker);
}

/// Makes `seat` the current player in the middle of a bout.
fn ask(bout: Bout, seat: Seat, events: &mut Events<Durak>) {
    events.set_rules(bout);
    events.set_actions([if bout.phase == Phase::Defend { TAKE } else { PASS }]);
    events.set_current_player(seat);
}

pub(super) fn apply(game: &Durak, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Durak>) {
    let (seat, mut bout) = (play.seat, *state.rules());
    let attacks = game.attacks(|slot| state.size(slot));
    match play.intent {
        Intent::Action(TAKE) => {
            events.announce(Note::Takes(seat));
            (bout.phase, bout.passed) = (Phase::Add, SeatSet::NONE);
            ask_attackers(game, state, bout, attacks, &[], events);
        }
        Intent::Action(_) => {
            events.announce(Note::Passed(seat));
            bout.passed = bout.passed.with(seat);
            ask_attackers(game, state, bout, attacks, &[], events);
        }
        Intent::Move { to, .. } if bout.phase == Phase::Defend => {
            events.move_card(play.ids[0], to);
            let open = game.slots.iter().any(|&slot| slot != to && state.size(slot) == 1);
            if open {
                return;
            }
            (bout.phase, bout.passed) = (Phase::Attack, SeatSet::NONE);
            ask_attackers(game, state, bout, attacks, &[(play.ids[0], to)], events);
        }
        Intent::Move { .. } => {
            for (&card, &slot) in play.ids.iter().zip(&game.slots[attacks..]) {
                events.move_card(card, slot);
            }
            if bout.phase == Phase::Attack {
                bout.phase = Phase::Defend;
                bout.passed = SeatSet::NONE;
                return ask(bout, bout.defender, events);
            }
            // A player who has just given cards to the defender may give more.
            let more = state.size(game.hand.of(seat)) > play.ids.len();
            if !more {
                bout.passed = bout.passed.with(seat);
            }
            let (before, attacks) = (attacks, attacks + play.ids.len());
            if attacks < bout.limit as usize && more {
                return;
            }
            let mut laid = [(play.ids[0], game.slots[0]); SIX];
            for ((laid, &card), &slot) in laid.iter_mut().zip(play.ids).zip(&game.slots[before..]) {
                *laid = (card, slot);
            }
            ask_attackers(game, state, bout, attacks, &laid[..play.ids.len()], events);
        }
    }
}

/// Asks the next attacker who may throw in a card. If there is no such attacker, the bout ends. `laid` contains the
/// cards that the current move lays, with their piles.
fn ask_attackers(
    game: &Durak,
    state: &Full<'_>,
    bout: Bout,
    attacks: usize,
    laid: &[(CardId, Pile)],
    events: &mut Events<Durak>,
) {
    let seats = state.seats();
    // Ask every attacker who has cards. Skipping an attacker would reveal that the attacker has no fitting card.
    let asked = |seat: &Seat| *seat != bout.defender && !bout.passed.has(*seat) && !state.is_empty(game.hand.of(*seat));
    let next = (0..seats).map(|step| bout.attacker.after(step, seats)).find(asked);
    match next.filter(|_| attacks < bout.limit as usize) {
        Some(next) => ask(bout, next, events),
        None => end_bout(game, state, bout, attacks, laid, events),
    }
}

/// Ends a bout: removes the cards or gives them to the defender, and fills the hands. Then starts the next bout or ends
/// the match.
fn end_bout(
    game: &Durak,
    state: &Full<'_>,
    mut bout: Bout,
    attacks: usize,
    laid: &[(CardId, Pile)],
    events: &mut Events<Durak>,
) {
    let seats = state.seats();
    let taken = bout.phase == Phase::Add;
    let mut hands = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        hands[seat.index()] = state.size(game.hand.of(seat));
    }
    // The cards of the current move are no longer in a hand, but `state` still counts them there.
    for (card, _) in laid {
        let owner = state.owner(state.pile_of(*card)).expect("cards are laid from hands");
        hands[owner.index()] -= 1;
    }
    let to = if taken { game.hand.of(bout.defender) } else { game.discard };
    let on_slots = |slot: &Pile| {
        let slot = *slot;
        state.ids(slot).chain(laid.iter().filter(move |(_, to)| *to == slot).map(|(card, _)| *card))
    };
    let lying: usize = game.slots.iter().map(|slot| on_slots(slot).count()).sum();
    events.move_cards(game.slots.iter().flat_map(on_slots), to);
    if taken {
        hands[bout.defender.index()] += lying;
        events.announce(Note::Took(bout.defender, lying as u8));
    } else {
        events.announce(Note::Beaten(bout.defender, attacks as u8));
    }
    let left = draw(game, state, &bout, &mut hands, events);
    let playing: SeatSet = Seat::all(seats).filter(|seat| hands[seat.index()] > 0).collect();
    bout.playing.minus(playing).iter().for_each(|seat| events.announce(Note::Out(seat)));
    bout.playing = playing;
    bout.bouts += 1;
    if playing.len() < 2 || bout.bouts >= MOST_BOUTS {
        debug_assert!(left == 0 || bout.bouts >= MOST_BOUTS);
        events.set_rules(bout);
        playing.single().into_iter().for_each(|fool| events.announce(Note::Fool(fool)));
        events.set_winner(outcome(seats, playing));
        return;
    }
    let from = if taken { bout.defender.after(1, seats) } else { bout.defender };
    bout.attacker = next_playing(playing, from, seats);
    bout.defender = next_playing(playing, bout.attacker.after(1, seats), seats);
    bout.limit = hands[bout.defender.index()].min(SIX) as u8;
    (bout.phase, bout.passed) = (Phase::Attack, SeatSet::NONE);
    lead(bout, events);
}

/// Fills the hands up to six cards: the attacker first, then the others in order, the defender last. The trump card is
/// drawn last of all. Returns the number of cards left to draw.
fn draw(
    game: &Durak,
    state: &Full<'_>,
    bout: &Bout,
    hands: &mut [usize; MAX_SEATS],
    events: &mut Events<Durak>,
) -> usize {
    let seats = state.seats();
    // Draw from the top of the talon, then the trump card. Positions count from the bottom.
    let mut left = state.size(game.trump) + state.size(game.talon);
    let others = (0..seats).map(|step| bout.attacker.after(step, seats)).filter(|&seat| seat != bout.defender);
    for seat in others.chain([bout.defender]) {
        let wanted = SIX.saturating_sub(hands[seat.index()]).min(left);
        if wanted > 0 {
            left -= wanted;
            let drawn = state.ids(game.trump).chain(state.ids(game.talon)).skip(left).take(wanted);
            events.move_cards(drawn, game.hand.of(seat));
            hands[seat.index()] += wanted;
        }
    }
    left
}

fn next_playing(playing: SeatSet, from: Seat, seats: usize) -> Seat {
    let mut round = (0..seats).map(|step| from.after(step, seats));
    round.find(|&seat| playing.has(seat)).expect("two still play")
}

/// The outcome of a match. There is no winner, only a loser (the fool): the last player with cards.
fn outcome(seats: usize, playing: SeatSet) -> Outcome {
    match playing.single() {
        Some(fool) => {
            let places: [u8; MAX_SEATS] = std::array::from_fn(|i| if i == fool.index() { 2 } else { 1 });
            Outcome::ranked(&places[..seats], "one is left with cards, and is the fool")
        }
        None if playing.is_empty() => Outcome::draw(seats, "the last cards were beaten: nobody is the fool"),
        None => Outcome::draw(seats, "the last bout is over, and nobody is the fool"),
    }
}

pub(super) fn validate_state(game: &Durak, state: &Full<'_>) -> Result<(), &'static str> {
    let (bout, seats) = (*state.rules(), state.seats());
    if !state.is_dealt() || bout.trump > 3 || bout.bouts > MOST_BOUTS {
        return Err("the bout is broken");
    }
    if bout.attacker.index() >= seats || bout.defender.index() >= seats || bout.attacker == bout.defender {
        return Err("nobody attacks or defends");
    }
    if bout.playing.minus(SeatSet::first(seats)) != SeatSet::NONE {
        return Err("the attacker or defender does not take part");
    }
    if state.is_over() {
        return Ok(());
    }
    let attacks = game.attacks(|slot| state.size(slot));
    let in_use = |slot: &Pile| (1..=2).contains(&state.size(*slot));
    if !(1..=SIX as u8).contains(&bout.limit) || attacks > bout.limit as usize || bout.bouts >= MOST_BOUTS {
        return Err("a number of the bout is out of range");
    }
    if !game.slots[..attacks].iter().all(in_use) || !game.slots[attacks..].iter().all(|&slot| state.is_empty(slot)) {
        return Err("the cards of the bout lie in the wrong places");
    }
    if !game.slots.iter().flat_map(|&slot| state.ids(slot)).all(|card| state.is_public(card)) {
        return Err("a card of the bout is hidden");
    }
    let open = game.slots.iter().filter(|&&slot| state.size(slot) == 1).count();
    let defends = state.current_player() == Some(bout.defender);
    let room = attacks < bout.limit as usize;
    let leads = attacks > 0 || state.current_player() == Some(bout.attacker);
    let sound = match bout.phase {
        Phase::Attack => open == 0 && !defends && room && leads,
        Phase::Defend => open > 0 && defends,
        Phase::Add => open > 0 && !defends && room,
    };
    if sound { Ok(()) } else { Err("the turn does not fit the bout") }
}
