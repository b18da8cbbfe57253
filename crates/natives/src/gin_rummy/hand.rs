//! Computes the consequences of moves: the deal, turns, the end and points of a hand, the end of the game.

use super::melds::{is_meld, least_left, points};
use super::{
    BIG_GIN, DONE, Ended, GAME, GinRummy, HAND, KNOCK, MOST_HANDS, MOST_TURNS, Note, PASS, Phase, Public, STOCK_LEFT,
};
use crate::module::{CardSet, Chance, Events, FullState, Intent, Play, deal as dealing};
use rulebook_kernel::{Outcome, Seat};

type Full<'a> = FullState<'a, GinRummy>;

/// The bonus for gin, and for an undercut.
const BONUS: i32 = 25;
/// The bonus for big gin.
const BIG_BONUS: i32 = 31;
/// The bonus at the end of the game for each hand won.
const BOX: i32 = 25;

const fn other(seat: Seat) -> Seat {
    seat.after(1, 2)
}

/// Deals ten cards to each player, one at a time, starting with the player who is not the dealer. The next card is
/// the upcard.
pub(super) fn deal(game: &GinRummy, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<GinRummy>) {
    let order = dealing::fresh_deck(state, game.stock, chance, events);
    // The deal alternates between the players. The second seat deals first.
    let dealer = Seat::new(state.deal_number() as usize % 2);
    let dealt = dealing::round_robin(&order, game.hand, 2, other(dealer), HAND, events);
    events.move_card(order[dealt], game.discard);
    events.set_rules(Public { dealer, phase: Phase::Upcard, taken: None, ended: None, turns: 0, ..*state.rules() });
    events.set_actions([PASS]);
    events.set_current_player(other(dealer));
}

pub(super) fn apply(game: &GinRummy, state: &Full<'_>, play: &Play<'_>, events: &mut Events<GinRummy>) {
    let (seat, mut rules) = (play.seat, *state.rules());
    match play.intent {
        Intent::Action(PASS) => {
            events.announce(Note::Passed(seat));
            let first = rules.phase == Phase::Upcard;
            rules.phase = if first { Phase::DealersUpcard } else { Phase::Stock };
            events.set_rules(rules);
            events.set_actions(first.then_some(PASS));
            events.set_current_player(other(seat));
        }
        Intent::Action(BIG_GIN) => {
            events.announce(Note::BigGin(seat));
            open(game, state, seat, None, Ended::BigGin(seat), events);
        }
        Intent::Action(_) => finish(game, state, seat, state.set(game.open.of(seat)), events),
        Intent::Move { from, to, .. } if to == game.hand.of(seat) => {
            events.move_card(play.ids[0], to);
            rules.taken = (from == game.discard).then(|| state.card(play.ids[0]));
            rules.phase = Phase::Discard;
            events.set_rules(rules);
            events.set_actions(rules.big_gin.then_some(BIG_GIN));
        }
        Intent::Move { to, .. } if to == game.knock => {
            events.move_card(play.ids[0], to);
            events.announce(Note::Knocks(seat));
            open(game, state, seat, Some(play), Ended::Knock(seat), events);
        }
        Intent::Move { to, .. } if to == game.discard => {
            events.move_card(play.ids[0], to);
            events.announce(Note::Turn(seat, rules.taken, state.card(play.ids[0])));
            next_turn(game, state, seat, rules, events);
        }
        Intent::Move { to, .. } => {
            events.move_cards(play.ids.iter().copied(), to);
            let laid: CardSet = play.ids.iter().map(|&id| state.card(id)).collect();
            let rest = state.set(game.open.of(seat)).minus(laid);
            if rest.is_empty() {
                finish(game, state, seat, rest, events);
            }
        }
    }
}

/// Ends a turn after a discard. The hand is void if the stock is nearly empty or the turn limit is reached.
fn next_turn(game: &GinRummy, state: &Full<'_>, seat: Seat, mut rules: Public, events: &mut Events<GinRummy>) {
    rules.turns += 1;
    rules.taken = None;
    if state.size(game.stock) <= STOCK_LEFT || rules.turns >= MOST_TURNS {
        events.announce(Note::Void);
        return end_hand(state, rules, None, events);
    }
    rules.phase = Phase::Draw;
    events.set_rules(rules);
    events.set_actions([]);
    events.set_current_player(other(seat));
}

/// Shows the cards of a hand to everybody, except the card that the knock discards.
fn open(
    game: &GinRummy,
    state: &Full<'_>,
    seat: Seat,
    knock: Option<&Play<'_>>,
    ended: Ended,
    events: &mut Events<GinRummy>,
) {
    let gone = knock.map(|play| play.ids[0]);
    events.move_cards(state.ids(game.hand.of(seat)).filter(|&id| Some(id) != gone), game.open.of(seat));
    events.set_rules(Public { phase: Phase::Lay, ended: Some(ended), taken: None, ..*state.rules() });
    events.set_actions([DONE]);
}

/// Records that a seat has laid all its melds. The cards in `rest` are its deadwood.
fn finish(game: &GinRummy, state: &Full<'_>, seat: Seat, rest: CardSet, events: &mut Events<GinRummy>) {
    let rules = *state.rules();
    let Some(ended) = rules.ended else { return events.fatal_error("nobody has ended the hand") };
    events.announce(Note::Laid(seat, points(rest) as u8));
    if rules.phase == Phase::Answer {
        let knocker = points(state.set(game.open.of(ended.by()))) as i32;
        return score(state, rules, ended, knocker, points(rest) as i32, events);
    }
    events.move_cards(state.ids(game.hand.of(other(seat))), game.open.of(other(seat)));
    events.set_rules(Public { phase: Phase::Answer, ..rules });
    events.set_current_player(other(seat));
}

/// Adds the points of a hand.
fn score(state: &Full<'_>, rules: Public, ended: Ended, knocker: i32, defender: i32, events: &mut Events<GinRummy>) {
    let (seat, points) = result(ended, knocker, defender);
    events.announce(match ended {
        Ended::Knock(_) if knocker > 0 && seat != ended.by() => Note::Undercut(seat, points as u16),
        Ended::Knock(_) if knocker > 0 => Note::Won(seat, points as u16),
        _ => Note::Gin(seat, points as u16),
    });
    end_hand(state, rules, Some((seat, points)), events);
}

/// The winner of a hand and the points. `knocker` is the deadwood of the player who ended the hand. `defender` is the
/// deadwood of the opponent.
#[must_use]
pub(super) fn result(ended: Ended, knocker: i32, defender: i32) -> (Seat, i32) {
    match ended {
        Ended::BigGin(seat) => (seat, BIG_BONUS + defender),
        Ended::Knock(seat) if knocker == 0 => (seat, BONUS + defender),
        Ended::Knock(seat) if defender > knocker => (seat, defender - knocker),
        Ended::Knock(seat) => (other(seat), BONUS + knocker - defender),
    }
}

fn end_hand(state: &Full<'_>, mut rules: Public, won: Option<(Seat, i32)>, events: &mut Events<GinRummy>) {
    let mut scores = [state.scores()[0], state.scores()[1]];
    if let Some((seat, points)) = won {
        scores[seat.index()] += points;
        rules.boxes[seat.index()] += 1;
    }
    events.set_actions([]);
    events.set_rules(rules);
    let reached = Seat::all(2).find(|seat| scores[seat.index()] >= GAME);
    if rules.one_hand {
        events.set_scores(&scores);
        let reason = if won.is_some() { "the hand is won" } else { "nobody knocked" };
        return events.set_winner(Outcome::highest(&scores, reason));
    }
    if reached.is_none() && state.deal_number() < MOST_HANDS {
        events.set_scores(&scores);
        return events.next_round(other(rules.dealer));
    }
    let shut_out = |winner: Seat| scores[other(winner).index()] == 0;
    let bonus = reached.map_or(0, |winner| if shut_out(winner) { 2 * GAME } else { GAME });
    let mut totals = scores;
    if let Some(winner) = reached {
        totals[winner.index()] += bonus;
        events.announce(Note::Game(winner, bonus as u16, shut_out(winner)));
    }
    for seat in Seat::all(2).filter(|seat| rules.boxes[seat.index()] > 0) {
        let hands = rules.boxes[seat.index()];
        totals[seat.index()] += BOX * i32::from(hands);
        events.announce(Note::Hands(seat, hands, (BOX * i32::from(hands)) as u16));
    }
    events.set_scores(&totals);
    events.set_winner(match reached {
        // The player who reached a hundred points wins. The other player may have a higher total with the bonus for
        // hands won.
        Some(winner) => {
            let places = [1, 2].map(|place| if winner.index() == 0 { place } else { 3 - place });
            Outcome::ranked(&places, "a hundred points are reached").with_scores(&totals)
        }
        None => Outcome::highest(&totals, "the last hand is played"),
    });
}

/// Checks that a loaded state can be continued: each hand has the right number of cards, and each meld is valid.
pub(super) fn validate_state(game: &GinRummy, state: &Full<'_>) -> Result<(), &'static str> {
    let rules = *state.rules();
    if rules.dealer.index() > 1 || rules.turns > MOST_TURNS || state.scores().iter().any(|s| !(0..10_000).contains(s)) {
        return Err("a number is out of range");
    }
    if rules.boxes.iter().map(|&won| u16::from(won)).sum::<u16>() > state.deal_number()
        || state.deal_number() > MOST_HANDS
    {
        return Err("more hands are won than were played");
    }
    let Some(seat) = state.current_player().filter(|_| !state.is_over() && state.is_dealt()) else { return Ok(()) };
    let hands = [seat, other(seat)].map(|seat| state.size(game.hand.of(seat)));
    let turn =
        matches!(rules.phase, Phase::Upcard | Phase::DealersUpcard | Phase::Stock | Phase::Draw | Phase::Discard);
    if turn != rules.ended.is_none() || turn && rules.turns >= MOST_TURNS {
        return Err("it is not clear whether the hand is over");
    }
    let drawn = usize::from(rules.phase == Phase::Discard);
    if turn && (hands != [HAND + drawn, HAND] || state.size(game.stock) <= STOCK_LEFT - drawn) {
        return Err("somebody has too many cards");
    }
    let upcard = matches!(rules.phase, Phase::Upcard | Phase::DealersUpcard | Phase::Draw);
    if upcard && state.is_empty(game.discard) {
        return Err("there is no upcard");
    }
    let dealers = rules.phase == Phase::DealersUpcard;
    let before = matches!(rules.phase, Phase::Upcard | Phase::Stock | Phase::DealersUpcard);
    if before && dealers != (seat == rules.dealer) {
        return Err("the upcard is offered to somebody else");
    }
    if rules
        .taken
        .is_some_and(|card| drawn == 0 || state.find(game.hand.of(seat), card).is_none_or(|id| !state.is_public(id)))
    {
        return Err("the card that was taken is not in the hand");
    }
    match rules.ended {
        Some(ended) => admit_laying(game, state, rules, ended, seat),
        None => Ok(()),
    }
}

fn admit_laying(
    game: &GinRummy,
    state: &Full<'_>,
    rules: Public,
    ended: Ended,
    seat: Seat,
) -> Result<(), &'static str> {
    let (by, most) = (ended.by(), ended.most());
    let lays = rules.phase == Phase::Lay;
    if by.index() > 1 || lays != (seat == by) {
        return Err("somebody else lays cards");
    }
    let laid = |seat: Seat| game.melds.map(|piles| state.set(piles.of(seat)));
    let open = |seat: Seat| state.set(game.open.of(seat));
    let held = |seat: Seat| state.size(game.hand.of(seat));
    let whole = |seat: Seat| laid(seat).iter().map(|meld| meld.len()).sum::<usize>() + open(seat).len() + held(seat);
    let sound = |meld: &CardSet| meld.is_empty() || is_meld(*meld);
    let in_order = |melds: &[CardSet]| melds.windows(2).all(|two| !two[0].is_empty() || two[1].is_empty());
    if !laid(by).iter().chain(&laid(other(by))).all(sound) || !in_order(&laid(by)) || !in_order(&laid(other(by))) {
        return Err("a meld is none");
    }
    let count = match ended {
        Ended::Knock(_) => HAND,
        Ended::BigGin(_) => HAND + 1,
    };
    // Laying off moves cards of one player to the melds of the other, so only the total number is fixed.
    let cards = if lays {
        whole(by) == count && whole(other(by)) == HAND && held(other(by)) == HAND && held(by) == 0
    } else {
        whole(by) + whole(other(by)) == count + HAND && whole(by) >= count && held(by) + held(other(by)) == 0
    };
    let fits = if lays { least_left(open(by), &laid(by)) <= most } else { points(open(by)) <= most };
    if cards && fits && !open(seat).is_empty() && most <= KNOCK {
        Ok(())
    } else {
        Err("the cards that lie open do not fit")
    }
}
