//! Computes the values of cards, and sums of cards.

use crate::module::{Card, CardSet};

/// The highest value of a card: the ten of diamonds when it takes.
pub const HIGHEST: usize = 16;

/// The value of a card on the table: 1 for an ace, 11 to 13 for court cards. A card of the hand can also take with it.
#[inline]
#[must_use]
pub const fn low(card: Card) -> usize {
    card.rank() + 1
}

/// The second value with which some cards can take: 14 for an ace, 15 for the two of spades, 16 for the ten of
/// diamonds. `None` for other cards.
#[inline]
#[must_use]
pub const fn high(card: Card) -> Option<usize> {
    match (card.suit(), card.rank()) {
        (_, 0) => Some(14),
        (3, 1) => Some(15),
        (1, 9) => Some(HIGHEST),
        _ => None,
    }
}

/// Whether this card can take a set or build of this value.
#[must_use]
pub fn takes(card: Card, value: usize) -> bool {
    low(card) == value || high(card) == Some(value)
}

/// The sums of all subsets of these cards, as bits. The empty subset has the sum zero.
#[must_use]
pub fn reach(cards: CardSet) -> u32 {
    const MASK: u32 = (2 << HIGHEST) - 1;
    cards.iter().fold(1, |sums, card| (sums | sums << low(card)) & MASK)
}

/// Whether a subset of these cards has this sum.
#[must_use]
pub fn adds_up(cards: CardSet, sum: usize) -> bool {
    sum <= HIGHEST && reach(cards) >> sum & 1 == 1
}

/// The cards of a set with a higher index than this card.
#[must_use]
pub const fn above(cards: CardSet, card: Card) -> CardSet {
    CardSet(cards.0 & !0 << (card.index() + 1))
}

/// Calls `found` with every set of cards that adds up to `sum`, each once and in a fixed order. Stops if `found`
/// returns `false`. The search never enters a branch without a solution.
pub fn sets(cards: CardSet, sum: usize, found: &mut impl FnMut(CardSet) -> bool) {
    fn go(rest: CardSet, left: usize, set: CardSet, found: &mut impl FnMut(CardSet) -> bool) -> bool {
        if left == 0 {
            return found(set);
        }
        rest.iter().all(|card| {
            let above = above(rest, card);
            let fits = low(card) <= left && adds_up(above, left - low(card));
            !fits || go(above, left - low(card), set.with(card), found)
        })
    }
    if adds_up(cards, sum) {
        go(cards, sum, CardSet::NONE, found);
    }
}

/// The only set that adds up to `sum`. `None` if there is no such set or more than one.
#[must_use]
pub fn only(cards: CardSet, sum: usize) -> Option<CardSet> {
    let (mut first, mut count) = (CardSet::NONE, 0);
    sets(cards, sum, &mut |set| {
        (first, count) = (set, count + 1);
        count < 2
    });
    (count == 1).then_some(first)
}
