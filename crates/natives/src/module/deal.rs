//! Dealing, where games agree. Use what matches the real deal; write your own where it does not (card engine 12.3).

use super::{CardId, Chance, Events, FullState, Pile, RuleModule};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Cards in order. Two packs with jokers need no allocation.
pub type Deck = SmallVec<[CardId; 128]>;

/// A shuffled deck for this deal, the card to be dealt first at the front.
///
/// The first deal takes the deck as the match shuffled it. Every later one first moves all cards onto it and shuffles:
/// from the set of all cards, so that the order does not depend on where they lay.
pub fn fresh_deck<M: RuleModule>(
    state: &FullState<'_, M>,
    deck: Pile,
    chance: &mut Chance<'_>,
    events: &mut Events<M>,
) -> Deck {
    let mut order: Deck = if state.deal_number() <= 1 {
        state.ids(deck).collect()
    } else {
        gather(state, deck, events);
        let order = events.shuffle(deck, state.all_ids(), chance);
        Deck::from_slice(events.ids(&order))
    };
    order.reverse();
    order
}

/// Moves every card that is not in the deck onto it: pile by pile, as they lie. Of a hand first the cards that everybody
/// knows, so that the place of one tells nothing about the others.
pub fn gather<M: RuleModule>(state: &FullState<'_, M>, deck: Pile, events: &mut Events<M>) {
    let others = || state.piles().filter(|&pile| pile != deck);
    let known = |pile: Pile| state.ids(pile).filter(move |&id| state.is_ordered(pile) || state.is_public(id));
    let unknown = |pile: Pile| state.ids(pile).filter(move |&id| !state.is_ordered(pile) && !state.is_public(id));
    events.move_cards(others().flat_map(|pile| known(pile).chain(unknown(pile))), deck);
}

/// Deals `count` cards to each seat, one by one, beginning with `first`. Gives the cards that are left.
pub fn round_robin<M: RuleModule>(
    order: &[CardId],
    hands: super::SeatPiles,
    seats: usize,
    first: Seat,
    count: usize,
    events: &mut Events<M>,
) -> usize {
    for (nth, &card) in order.iter().enumerate().take(count * seats) {
        events.move_card(card, hands.of(first.after(nth % seats, seats)));
    }
    (count * seats).min(order.len())
}

/// Deals `count` cards to each seat at once, beginning with `first`. Gives how many were dealt.
pub fn in_blocks<M: RuleModule>(
    order: &[CardId],
    hands: super::SeatPiles,
    seats: usize,
    first: Seat,
    count: usize,
    events: &mut Events<M>,
) -> usize {
    for (nth, block) in order.chunks(count).take(seats).enumerate() {
        events.move_cards(block.iter().copied(), hands.of(first.after(nth, seats)));
    }
    (count * seats).min(order.len())
}
