//! Common ways to deal. Use one of them if it matches the real game, otherwise write your own (card engine 12.3).

use super::{CardId, Chance, Events, FullState, Pile, RuleModule};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Cards in order. Up to 128 cards need no allocation: two packs with jokers have 108.
pub type Deck = SmallVec<[CardId; 128]>;

/// Returns a shuffled deck for this deal. The first card to deal is at the front.
///
/// The first deal uses the deck as the engine shuffled it. Every later deal first moves all cards onto the deck and
/// shuffles them. The new order does not depend on the old places of the cards.
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

/// Moves all other cards onto the deck, pile by pile, in the order of each pile. In a hand, the cards that all players
/// know come first. So the places of the others in the deck reveal nothing about them.
pub fn gather<M: RuleModule>(state: &FullState<'_, M>, deck: Pile, events: &mut Events<M>) {
    let others = || state.piles().filter(|&pile| pile != deck);
    let known = |pile: Pile| state.ids(pile).filter(move |&id| state.is_ordered(pile) || state.is_public(id));
    let unknown = |pile: Pile| state.ids(pile).filter(move |&id| !state.is_ordered(pile) && !state.is_public(id));
    events.move_cards(others().flat_map(|pile| known(pile).chain(unknown(pile))), deck);
}

/// Deals `count` cards to each seat, one at a time, starting with `first`. Returns the number of cards dealt.
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

/// Deals `count` cards to each seat, all at once, starting with `first`. Returns the number of cards dealt.
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
