//! Melds and deadwood: finds the melds of a hand, and counts the points of the other cards.
//!
//! A hand is a 64-bit set of cards, and so is a meld. A meld is three or four cards of a rank, or a run. A run is three
//! or more consecutive cards of one suit. The ace is below the two.

use crate::module::{Card, CardSet};

/// The bits of all ranks of the first suit.
const SUIT: u64 = 0x1fff;
/// The cards that can start a run of three. Their rank is at most the jack, so a run does not cross into the next suit.
const STARTS: u64 = 0x7ff * SPREAD;
/// The lowest bit of each suit.
const SPREAD: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// For each of the numbers 1, 2, 4 and 8: the cards whose points contain that binary digit. So four bit counts give the
/// points of a set.
const POINTS: [u64; 4] = point_masks();

const fn point_masks() -> [u64; 4] {
    let mut masks = [0; 4];
    let mut rank = 0;
    while rank < 13 {
        let points = if rank < 9 { rank + 1 } else { 10 };
        let mut bit = 0;
        while bit < 4 {
            masks[bit] |= (points >> bit & 1) * (SPREAD << rank);
            bit += 1;
        }
        rank += 1;
    }
    masks
}

/// The deadwood points of cards: one for an ace, ten for a court card, and the number on every other card.
#[inline]
#[must_use]
pub fn points(cards: CardSet) -> u32 {
    let bits = |i: usize| (cards.0 & POINTS[i]).count_ones() << i;
    bits(0) + bits(1) + bits(2) + bits(3)
}

/// The ranks of which the hand has at least three cards, as bits.
#[inline]
fn three_of_a_rank(hand: u64) -> u64 {
    let [a, b, c, d] = [hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT];
    a & b & (c | d) | c & d & (a | b)
}

/// The lowest card of each run of three, as bits.
#[inline]
fn three_in_a_row(hand: u64) -> u64 {
    hand & hand >> 1 & hand >> 2 & STARTS
}

/// The cards that belong to at least one meld.
#[inline]
#[must_use]
pub fn fitting(hand: CardSet) -> CardSet {
    let (runs, sets) = (three_in_a_row(hand.0), three_of_a_rank(hand.0));
    CardSet(runs | runs << 1 | runs << 2 | hand.0 & (sets * SPREAD))
}

/// Whether all these cards together form one meld.
#[must_use]
pub fn is_meld(cards: CardSet) -> bool {
    let Some(first) = cards.iter().next() else { return false };
    let rank = cards.minus(CardSet::rank(first.rank())).is_empty();
    let suit = cards.minus(CardSet::suit(first.suit())).is_empty();
    let row = (cards.0 >> first.index()).trailing_ones() as usize == cards.len();
    cards.len() >= 3 && (rank || suit && row)
}

/// Calls `each` with every meld in a hand, including runs of every length.
pub fn each_meld(hand: CardSet, mut each: impl FnMut(CardSet)) {
    let mut starts = three_in_a_row(hand.0);
    while starts != 0 {
        let start = starts.trailing_zeros();
        starts &= starts - 1;
        // Limit the run to its suit.
        let row = (hand.0 >> start).trailing_ones().min(13 - start % 13);
        (3..=row).for_each(|length| each(CardSet(((1 << length) - 1) << start)));
    }
    let mut ranks = three_of_a_rank(hand.0);
    while ranks != 0 {
        let rank = ranks.trailing_zeros() as usize;
        ranks &= ranks - 1;
        let set = hand.and(CardSet::rank(rank));
        each(set);
        if set.len() == 4 {
            set.iter().for_each(|card| each(set.minus(CardSet::NONE.with(card))));
        }
    }
}

/// The maximum number of melds in eleven cards.
pub const MOST_MELDS: usize = 3;
/// An upper bound for the number of different melds in eleven cards. A run of eleven cards contains 45 runs.
const MOST_FOUND: usize = 64;

/// A division of a hand into melds and remaining cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The melds. Unused entries are empty.
    pub melds: [CardSet; MOST_MELDS],
    /// The cards that are in no meld.
    pub rest: CardSet,
}

/// Finds the arrangement of up to eleven cards with the lowest `worth`. Among equal arrangements, it has the fewest
/// melds.
pub fn arrange(hand: CardSet, mut worth: impl FnMut(&Arrangement) -> u32) -> Arrangement {
    let (mut found, mut count) = ([CardSet::NONE; MOST_FOUND], 0);
    each_meld(hand, |meld| {
        if count < MOST_FOUND {
            found[count] = meld;
            count += 1;
        }
    });
    let mut best = Arrangement { rest: hand, ..Arrangement::default() };
    let mut least = (worth(&best), 0);
    let mut consider = |melds: &[CardSet], rest: CardSet| {
        let mut arrangement = Arrangement { rest, ..Arrangement::default() };
        arrangement.melds[..melds.len()].copy_from_slice(melds);
        let this = (worth(&arrangement), melds.len());
        if this < least {
            (best, least) = (arrangement, this);
        }
    };
    let found = &found[..count];
    for (i, &one) in found.iter().enumerate() {
        let rest = hand.minus(one);
        consider(&[one], rest);
        for (j, &two) in found.iter().enumerate().skip(i + 1).filter(|(_, two)| two.minus(rest).is_empty()) {
            let rest = rest.minus(two);
            consider(&[one, two], rest);
            for &three in found[j + 1..].iter().filter(|three| three.minus(rest).is_empty()) {
                consider(&[one, two, three], rest.minus(three));
            }
        }
    }
    best
}

/// The minimum deadwood of a hand.
#[inline]
#[must_use]
pub fn deadwood(hand: CardSet) -> u32 {
    if fitting(hand).is_empty() { points(hand) } else { points(arrange(hand, |a| points(a.rest)).rest) }
}

/// Whether the hand can be laid with at most `most` points of deadwood. A quick test rejects most hands.
#[inline]
#[must_use]
pub fn can_lay(hand: CardSet, most: u32) -> bool {
    points(hand.minus(fitting(hand))) <= most && deadwood(hand) <= most
}

/// The minimum deadwood of a hand if its cards may also extend these melds, one card at a time.
#[must_use]
pub fn least_left(hand: CardSet, melds: &[CardSet; MOST_MELDS]) -> u32 {
    let mut least = u32::MAX;
    arrange(hand, |arrangement| {
        let left = points(lay_off(&mut melds.clone(), arrangement.rest, |_, _| {}));
        least = least.min(left);
        left
    });
    least
}

/// Lays off as many cards of `rest` as possible on melds, and returns the others. Calls `each` with every card and the
/// index of its meld, in order. Runs come first, because a longer run can take further cards.
pub fn lay_off(melds: &mut [CardSet], mut rest: CardSet, mut each: impl FnMut(Card, usize)) -> CardSet {
    let is_run = |meld: CardSet| {
        let first = meld.iter().next();
        first.is_some_and(|first| meld.minus(CardSet::suit(first.suit())).is_empty())
    };
    'again: loop {
        for run in [true, false] {
            for card in rest.iter() {
                let fits = |meld: &CardSet| !meld.is_empty() && is_run(*meld) == run && is_meld(meld.with(card));
                if let Some(at) = melds.iter().position(fits) {
                    melds[at] = melds[at].with(card);
                    rest = rest.minus(CardSet::NONE.with(card));
                    each(card, at);
                    continue 'again;
                }
            }
        }
        return rest;
    }
}
