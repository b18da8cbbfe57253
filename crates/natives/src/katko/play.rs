//! Computes the consequences of moves: the deal, a played card, the end of a trick and of a deal.

use super::{Deal, HAND, Katko, Note, POINT, TARGET, WITH_A_TWO, best, collect};
use crate::module::{Card, CardSet, Chance, Events, FullState, Play, deal as dealing};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

type Full<'a> = FullState<'a, Katko>;

/// The rank of the twos.
const TWO: usize = 1;

/// Deals five cards to each seat, one at a time. The seat after the dealer leads.
pub(super) fn deal(game: &Katko, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Katko>) {
    let seats = state.seats();
    let order = dealing::fresh_deck(state, game.deck, chance, events);
    let dealer = Seat::new((usize::from(state.deal_number().saturating_sub(1)) + seats - 1) % seats);
    let leader = dealer.after(1, seats);
    dealing::round_robin(&order, game.hand, seats, leader, HAND, events);
    events.set_rules(Deal { dealer, leader });
    events.set_current_player(leader);
}

pub(super) fn apply(game: &Katko, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Katko>) {
    let (seats, seat, mut deal) = (state.seats(), play.seat, *state.rules());
    let (id, card) = (play.ids[0], state.card(play.ids[0]));
    let mut trick = [card; MAX_SEATS];
    let before = collect(state.cards(game.trick), &mut trick);
    trick[before] = card;
    events.move_card(id, game.trick);
    if trick[0].suit() != card.suit() {
        // A player who does not follow suit has no card of that suit. All players draw this conclusion.
        events.rule_out(game.hand.of(seat), CardSet::suit(trick[0].suit()));
    }
    if before + 1 < seats {
        return events.set_current_player(seat.after(1, seats));
    }
    let place = best(&trick[..seats]);
    let (winner, with) = (deal.leader.after(place, seats), trick[place]);
    events.move_cards(state.ids(game.trick).chain([id]), game.gone);
    deal.leader = winner;
    events.set_rules(deal);
    let left = state.size(game.hand.of(seat)) - 1;
    if left > 0 {
        events.announce(Note::Trick(winner, with, (HAND - left) as u8));
        return events.set_current_player(winner);
    }
    finish(state, deal, winner, with, events);
}

/// Gives the points for the last trick. No other trick counts.
fn finish(state: &Full<'_>, deal: Deal, winner: Seat, with: Card, events: &mut Events<Katko>) {
    let seats = state.seats();
    let gained = if with.rank() == TWO { WITH_A_TWO } else { POINT };
    let mut scores = [0; MAX_SEATS];
    scores[..seats].copy_from_slice(state.scores());
    scores[winner.index()] = scores[winner.index()].saturating_add(gained);
    events.announce(Note::Last(winner, with, gained as u8));
    events.set_scores(&scores[..seats]);
    if scores[winner.index()] >= TARGET {
        events.set_winner(Outcome::highest(&scores[..seats], "five points"));
    } else {
        events.next_round(deal.dealer.after(1, seats));
    }
}

pub(super) fn validate_state(game: &Katko, state: &Full<'_>) -> Result<(), &'static str> {
    let (deal, seats) = (*state.rules(), state.seats());
    if deal.dealer.index() >= seats || deal.leader.index() >= seats {
        return Err("a seat does not exist");
    }
    if !state.scores().iter().all(|&score| (0..=TARGET + WITH_A_TWO).contains(&score)) {
        return Err("somebody has too many points");
    }
    let Some(current) = state.current_player().filter(|_| state.is_dealt()) else { return Ok(()) };
    let played = state.size(game.trick);
    if played >= seats || deal.leader.after(played, seats) != current {
        return Err("the turn does not fit the trick");
    }
    if !state.ids(game.trick).all(|id| state.is_public(id)) {
        return Err("a card of the trick is hidden");
    }
    let held = state.size(game.hand.of(current));
    let sound =
        |step: usize| state.size(game.hand.of(deal.leader.after(step, seats))) == held - usize::from(step < played);
    if !(1..=HAND).contains(&held) || !(0..seats).all(sound) {
        return Err("the hands have the wrong numbers of cards for this trick");
    }
    Ok(())
}
