//! Melds and deadwood: which cards of a hand go together, and what the rest counts.
//!
//! A hand is one word, a meld is one word. A set is three or four cards of a rank; a run is three or more cards in a row
//! of one suit, the ace below the two.

use crate::module::{Card, CardSet};

/// All ranks of one suit.
const SUIT: u64 = 0x1fff;
/// The first card of a run of three: its rank is at most the jack, so that a run does not reach into the next suit.
const STARTS: u64 = 0x7ff * SPREAD;
/// One bit in each suit.
const SPREAD: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// The cards whose points have a one, a two, a four, an eight in them: so points are four counts of bits.
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

/// What cards count as deadwood: aces one, court cards ten, the others their number.
#[inline]
#[must_use]
pub fn points(cards: CardSet) -> u32 {
    let bits = |i: usize| (cards.0 & POINTS[i]).count_ones() << i;
    bits(0) + bits(1) + bits(2) + bits(3)
}

/// The ranks of which a hand holds at least three.
#[inline]
fn three_of_a_rank(hand: u64) -> u64 {
    let [a, b, c, d] = [hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39 & SUIT];
    a & b & (c | d) | c & d & (a | b)
}

/// The lowest cards of all runs of three.
#[inline]
fn three_in_a_row(hand: u64) -> u64 {
    hand & hand >> 1 & hand >> 2 & STARTS
}

/// The cards that could be in some meld.
#[inline]
#[must_use]
pub fn fitting(hand: CardSet) -> CardSet {
    let (runs, sets) = (three_in_a_row(hand.0), three_of_a_rank(hand.0));
    CardSet(runs | runs << 1 | runs << 2 | hand.0 & (sets * SPREAD))
}

/// Is this a meld, all of it?
#[must_use]
pub fn is_meld(cards: CardSet) -> bool {
    let Some(first) = cards.iter().next() else { return false };
    let rank = cards.minus(CardSet::rank(first.rank())).is_empty();
    let suit = cards.minus(CardSet::suit(first.suit())).is_empty();
    let row = (cards.0 >> first.index()).trailing_ones() as usize == cards.len();
    cards.len() >= 3 && (rank || suit && row)
}

/// Calls `each` with every meld that a hand holds, runs of any length among them.
pub fn each_meld(hand: CardSet, mut each: impl FnMut(CardSet)) {
    let mut starts = three_in_a_row(hand.0);
    while starts != 0 {
        let start = starts.trailing_zeros();
        starts &= starts - 1;
        // A run ends with its suit.
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

/// The most melds that eleven cards can hold.
pub const MOST_MELDS: usize = 3;
/// The most different melds within eleven cards: a run of eleven has 45.
const MOST_FOUND: usize = 64;

/// Melds laid side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The melds; the unused ones are empty.
    pub melds: [CardSet; MOST_MELDS],
    /// What is in none of them.
    pub rest: CardSet,
}

/// The arrangement of up to eleven cards that leaves the least deadwood, as `worth` counts the rest; of equal ones the
/// one with the fewest melds.
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

/// The least deadwood of a hand.
#[inline]
#[must_use]
pub fn deadwood(hand: CardSet) -> u32 {
    if fitting(hand).is_empty() { points(hand) } else { points(arrange(hand, |a| points(a.rest)).rest) }
}

/// Can this hand be laid with at most so much deadwood? Most hands cannot, and that is seen at once.
#[inline]
#[must_use]
pub fn can_lay(hand: CardSet, most: u32) -> bool {
    points(hand.minus(fitting(hand))) <= most && deadwood(hand) <= most
}

/// The least deadwood of cards that may also be added, one by one, to these melds.
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

/// What is left when as much as possible of `rest` is laid off on melds. Tells where each card goes, in order: runs first,
/// since a run can take the next card, too.
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
