//! Computes the end of a deal: the cards left on the table, the points, and the end of the match.

use super::play::Turn;
use super::{Card, MOST_DEALS, Note, TARGET, What};
use crate::module::CardSet;
use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

/// The suit of spades.
pub const SPADES: usize = 3;
/// The points for the most cards, and for the most spades.
const MOST_CARDS: i32 = 1;
const MOST_SPADES: i32 = 2;

/// The points of the cards themselves: one for each ace, one for the two of spades, two for the ten of diamonds.
#[must_use]
pub fn in_cards(won: CardSet) -> i32 {
    let worth = |card: Card| match (card.suit(), card.rank()) {
        (_, 0) | (SPADES, 1) => 1,
        (1, 9) => 2,
        _ => 0,
    };
    won.iter().map(worth).sum()
}

/// The seat that has more than any other seat. `None` for a tie, or if all seats have zero.
#[must_use]
pub fn most(won: &[CardSet], count: impl Fn(&CardSet) -> usize) -> Option<usize> {
    let best = won.iter().map(&count).max().filter(|&best| best > 0)?;
    let mut seats = (0..won.len()).filter(|&seat| count(&won[seat]) == best);
    seats.next().filter(|_| seats.next().is_none())
}

pub(super) fn finish(turn: &mut Turn<'_, '_>) {
    let (state, game, seats) = (turn.state, turn.game, turn.state.seats());
    let mut won = [CardSet::NONE; MAX_SEATS];
    for seat in Seat::all(seats) {
        won[seat.index()] = state.set(game.won.of(seat));
    }
    won[turn.seat.index()] = won[turn.seat.index()].or(turn.taken);
    // All cards that no seat has won lie on the table or in builds.
    let gone = won[..seats].iter().fold(CardSet::NONE, |all, set| all.or(*set));
    let left: CardSet = state.all_cards().filter(|&card| !gone.has(card)).collect();
    if let Some(last) = turn.deal.last.filter(|_| !left.is_empty()) {
        turn.events.move_cards(state.all_ids().filter(|&id| left.has(state.card(id))), game.won.of(last));
        turn.events.announce(Note::Rest(last, left.len() as u8));
        won[last.index()] = won[last.index()].or(left);
        turn.deal.builds = [None; 4];
    }
    let mut gained: [i32; MAX_SEATS] = std::array::from_fn(|seat| in_cards(won[seat]));
    gained.iter_mut().zip(turn.deal.sweeps).for_each(|(gained, sweeps)| *gained += i32::from(sweeps));
    let spades = |set: &CardSet| set.and(CardSet::suit(SPADES)).len();
    let parts = [
        (What::Cards, most(&won[..seats], |set| set.len()), MOST_CARDS),
        (What::Spades, most(&won[..seats], spades), MOST_SPADES),
    ];
    for (what, seat, points) in parts {
        seat.iter().for_each(|&seat| gained[seat] += points);
        turn.events.announce(Note::Most(what, seat.map(Seat::new)));
    }
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        let nth = seat.index();
        scores[nth] = state.scores()[nth].saturating_add(gained[nth]);
        turn.events.announce(Note::Total(seat, gained[nth] as u8, scores[nth]));
    }
    turn.events.set_rules(turn.deal);
    turn.events.set_scores(&scores[..seats]);
    let best = scores[..seats].iter().copied().max().unwrap_or(0);
    let alone = scores[..seats].iter().filter(|&&score| score == best).count() == 1;
    let reason = match () {
        () if best >= TARGET && alone => "sixteen points, and more than anybody else",
        () if state.deal_number() >= MOST_DEALS => "the last deal is played",
        () => return turn.events.next_round(turn.deal.dealer.after(1, seats)),
    };
    turn.events.set_winner(Outcome::highest(&scores[..seats], reason));
}
