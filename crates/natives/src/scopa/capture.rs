//! Captures: a card takes one card of its own value. If there is no such card, it takes several cards that add up to
//! its value.

use crate::module::{Card, CardSet};

/// The value of a card: one to seven for ace to seven, then eight, nine and ten for jack, queen and king.
#[inline]
#[must_use]
pub const fn worth(card: Card) -> usize {
    if card.rank() < 7 { card.rank() + 1 } else { card.rank() - 2 }
}

/// The cards of this value on the table.
#[inline]
#[must_use]
pub fn equals(table: CardSet, value: usize) -> CardSet {
    let rank = if value <= 7 { value - 1 } else { value + 2 };
    table.and(CardSet::rank(rank))
}

/// Calls `found` with every set that a card of this value may take, each once and in a fixed order.
pub fn captures(table: CardSet, value: usize, mut found: impl FnMut(CardSet)) {
    let single = equals(table, value);
    if single.is_empty() {
        sums(table, value, CardSet::NONE, &mut found);
    } else {
        single.iter().for_each(|card| found(CardSet::NONE.with(card)));
    }
}

/// Calls `found` with `set` plus every subset of `rest` that adds up to `left`. Sums are small, so the recursion is
/// shallow.
fn sums(rest: CardSet, left: usize, set: CardSet, found: &mut impl FnMut(CardSet)) {
    if left == 0 {
        found(set);
        return;
    }
    let mut above = rest;
    for card in rest.iter() {
        above = above.minus(CardSet::NONE.with(card));
        if worth(card) <= left {
            sums(above, left - worth(card), set.with(card), found);
        }
    }
}

/// Whether the picked cards are part of a set that may be taken, together with other cards of the table.
#[must_use]
pub fn can_be_completed(table: CardSet, picked: CardSet, value: usize) -> bool {
    let mut can = false;
    captures(table.or(picked), value, |set| can |= set.and(picked) == picked);
    can
}

/// The number of sets that a card of this value may take, and the first set.
#[must_use]
pub fn count(table: CardSet, value: usize) -> (usize, CardSet) {
    let (mut number, mut first) = (0, CardSet::NONE);
    captures(table, value, |set| {
        if number == 0 {
            first = set;
        }
        number += 1;
    });
    (number, first)
}
