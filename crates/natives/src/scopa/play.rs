//! Computes the consequences of moves: the deal, laying and taking, the next cards, the end of a deal.

use super::capture::{can_be_completed, count, worth};
use super::score::{SIDES, points};
use super::{Deal, HAND, LAID, MOST_BACKS, MOST_DEALS, Note, Scopa, TARGET, side, sides};
use crate::module::{CardId, CardSet, Chance, Events, FullState, Intent, Play, deal as dealing};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

type Full<'a> = FullState<'a, Scopa>;

/// The rank of the kings.
const KING: usize = 12;

/// Deals three cards at once to each seat, then four to the table. With three kings on the table, no sweep would be
/// possible. In that case the cards are shuffled again.
pub(super) fn deal(game: &Scopa, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Scopa>) {
    let seats = state.seats();
    let mut order = dealing::fresh_deck(state, game.deck, chance, events);
    let laid = HAND * seats..HAND * seats + LAID;
    while order[laid.clone()].iter().filter(|&&id| state.card(id).rank() == KING).count() > 2 {
        events.announce(Note::Kings);
        let again = events.shuffle(game.deck, state.all_ids(), chance);
        order.clear();
        order.extend(events.ids(&again).iter().rev().copied());
    }
    let dealer = Seat::new((usize::from(state.deal_number().saturating_sub(1)) + seats - 1) % seats);
    let first = dealer.after(1, seats);
    dealing::in_blocks(&order[..laid.start], game.hand, seats, first, HAND, events);
    events.move_cards(order[laid].iter().copied(), game.table);
    events.set_rules(Deal { dealer, last: None, scope: [0; 4], backs: 0 });
    events.set_current_player(first);
}

pub(super) fn apply(game: &Scopa, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Scopa>) {
    let Intent::Move { from, to, .. } = play.intent else { return };
    let table = state.set(game.table);
    if from == game.played {
        events.move_cards(play.ids.iter().copied(), to);
        let deal = *state.rules();
        return events.set_rules(Deal { backs: deal.backs.saturating_add(1), ..deal });
    }
    if from == game.table {
        let chosen = state.ids(game.played).skip(1).chain(play.ids.iter().copied());
        let taken: CardSet = chosen.map(|id| state.card(id)).collect();
        let with = state.ids(game.played).next().expect("a card waits for this choice");
        let sum: usize = taken.iter().map(worth).sum();
        if sum == worth(state.card(with)) {
            return take(game, state, play.seat, with, taken, events);
        }
        return events.move_cards(play.ids.iter().copied(), game.played);
    }
    let (id, card) = (play.ids[0], state.card(play.ids[0]));
    if to == game.table {
        events.move_card(id, game.table);
        events.announce(Note::Laid(play.seat, card));
        let won = std::array::from_fn(|seat| won(game, state, seat));
        return go_on(game, state, play.seat, *state.rules(), won, table.with(card), events);
    }
    events.move_card(id, game.played);
    let (sets, only) = count(table, worth(card));
    if sets == 1 {
        take(game, state, play.seat, id, only, events);
    }
}

fn won(game: &Scopa, state: &Full<'_>, seat: usize) -> CardSet {
    if seat < state.seats() { state.set(game.won.nth(seat)) } else { CardSet::NONE }
}

/// Takes a set from the table with a played card.
fn take(game: &Scopa, state: &Full<'_>, seat: Seat, with: CardId, taken: CardSet, events: &mut Events<Scopa>) {
    let mut deal = *state.rules();
    let card = state.card(with);
    let lying = state.ids(game.played).chain(state.ids(game.table));
    let ids = lying.filter(|&id| id != with && taken.has(state.card(id)));
    events.move_cards(ids.chain([with]), game.won.of(seat));
    events.announce(Note::Took(seat, card, taken.len() as u8));
    deal.last = Some(seat);
    let left = state.set(game.table).minus(taken);
    if left.is_empty() && !is_last_card(game, state, with) {
        deal.scope[seat.index()] = deal.scope[seat.index()].saturating_add(1);
        events.announce(Note::Scopa(seat));
    }
    let mut all = std::array::from_fn(|seat| won(game, state, seat));
    all[seat.index()] = all[seat.index()].or(taken).with(card);
    go_on(game, state, seat, deal, all, left, events);
}

/// Whether this is the last card of the deal. A sweep with that card does not count.
fn is_last_card(game: &Scopa, state: &Full<'_>, card: CardId) -> bool {
    let held: usize = Seat::all(state.seats()).map(|seat| state.size(game.hand.of(seat))).sum();
    let from_hand = state.owner(state.pile_of(card)).is_some();
    state.is_empty(game.deck) && held == usize::from(from_hand)
}

/// Continues with the next seat. If all hands are empty, every seat gets three more cards. If the deck is also empty,
/// the deal ends.
fn go_on(
    game: &Scopa,
    state: &Full<'_>,
    seat: Seat,
    deal: Deal,
    won: [CardSet; SIDES],
    left: CardSet,
    events: &mut Events<Scopa>,
) {
    let (seats, deal) = (state.seats(), Deal { backs: 0, ..deal });
    // If no card waited, the card is played in this move. The state still counts it in the hand.
    let played = usize::from(state.is_empty(game.played));
    let held: usize = Seat::all(seats).map(|seat| state.size(game.hand.of(seat))).sum();
    if held > played {
        events.set_rules(deal);
        return events.set_current_player(seat.after(1, seats));
    }
    if state.is_empty(game.deck) {
        return finish(game, state, deal, won, left, events);
    }
    let (size, first) = (state.size(game.deck), deal.dealer.after(1, seats));
    for nth in 0..seats {
        let below = size.saturating_sub(HAND * (nth + 1));
        let cards = state.ids(game.deck).skip(below).take(size.saturating_sub(HAND * nth) - below);
        events.move_cards(cards, game.hand.of(first.after(nth, seats)));
    }
    events.set_rules(deal);
    events.set_current_player(first);
}

/// Gives the cards left on the table to the seat that took last, then counts the points.
fn finish(
    game: &Scopa,
    state: &Full<'_>,
    deal: Deal,
    mut won: [CardSet; SIDES],
    left: CardSet,
    events: &mut Events<Scopa>,
) {
    let (seats, sides) = (state.seats(), sides(state.seats()));
    if let Some(last) = deal.last.filter(|_| !left.is_empty()) {
        // A card that this move lays on the table is still in the hand in this state.
        let lying = state.all_ids().filter(|&id| left.has(state.card(id)));
        events.move_cards(lying, game.won.of(last));
        events.announce(Note::Rest(last, left.len() as u8));
        won[last.index()] = won[last.index()].or(left);
    }
    let mut by_side = [CardSet::NONE; SIDES];
    let mut swept = [0; SIDES];
    for seat in Seat::all(seats) {
        by_side[side(seat, seats)] = by_side[side(seat, seats)].or(won[seat.index()]);
        swept[side(seat, seats)] += i32::from(deal.scope[seat.index()]);
    }
    let (mut gained, parts) = points(&by_side[..sides]);
    for (what, side) in parts {
        events.announce(Note::Point(what, side.map(Seat::new)));
    }
    let mut scores = [0; MAX_SEATS];
    gained.iter_mut().zip(swept).for_each(|(gained, swept)| *gained += swept);
    for seat in Seat::all(seats) {
        scores[seat.index()] = state.scores()[seat.index()].saturating_add(gained[side(seat, seats)]);
    }
    for side in 0..sides {
        events.announce(Note::Total(Seat::new(side), gained[side] as u8, scores[side]));
    }
    events.set_rules(deal);
    events.set_scores(&scores[..seats]);
    let best = scores[..sides].iter().copied().max().unwrap_or(0);
    let alone = scores[..sides].iter().filter(|&&score| score == best).count() == 1;
    let reason = match () {
        () if best >= TARGET && alone => "eleven points, and more than anybody else",
        () if state.deal_number() >= MOST_DEALS => "the last deal is played",
        () => return events.next_round(deal.dealer.after(1, seats)),
    };
    let teams: [u8; MAX_SEATS] = std::array::from_fn(|seat| (seat % sides) as u8);
    events.set_winner(Outcome::highest(&scores[..seats], reason).in_teams(&teams[..seats]));
}

pub(super) fn validate_state(game: &Scopa, state: &Full<'_>) -> Result<(), &'static str> {
    let (deal, seats) = (*state.rules(), state.seats());
    if deal.dealer.index() >= seats || deal.last.is_some_and(|seat| seat.index() >= seats) {
        return Err("a seat does not exist");
    }
    let Some(current) = state.current_player().filter(|_| state.is_dealt()) else { return Ok(()) };
    let waits = usize::from(!state.is_empty(game.played));
    if deal.backs > MOST_BACKS || !state.size(game.deck).is_multiple_of(HAND * seats) {
        return Err("the cards are not dealt evenly");
    }
    let open = state.ids(game.table).chain(state.ids(game.played));
    if !open.into_iter().all(|id| state.is_public(id)) {
        return Err("a card on the table is hidden");
    }
    // A seat that has already played in this round has one card less than the others.
    let held = state.size(game.hand.of(current)) + waits;
    let first = deal.dealer.after(1, seats);
    let place = |seat: Seat| (seat.index() + seats - first.index()) % seats;
    let sound = |seat: Seat| {
        let size = state.size(game.hand.of(seat));
        if seat == current { size + waits == held } else { size == held - usize::from(place(seat) < place(current)) }
    };
    if !(1..=HAND).contains(&held) || !Seat::all(seats).all(sound) {
        return Err("the hands have the wrong numbers of cards for this turn");
    }
    let picked: CardSet = state.cards(game.played).skip(1).collect();
    let sum: usize = picked.iter().map(worth).sum();
    let choice = state
        .cards(game.played)
        .next()
        .is_none_or(|card| sum < worth(card) && can_be_completed(state.set(game.table), picked, worth(card)));
    if choice { Ok(()) } else { Err("the played card can take nothing") }
}
