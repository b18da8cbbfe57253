//! Sets of squares: `W` words of 64 bits, so that one operation works on the whole set.
//!
//! The square in column `x` and row `y` is bit `y · columns + x`. This module does not know where the board ends. So
//! before callers shift a set, they remove the squares that would leave the board.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Set<W> {
    /// The empty set.
    pub const EMPTY: Set<W> = Set([0; W]);

    /// The set of one square.
    #[inline(always)]
    #[must_use]
    pub fn one(square: u8) -> Set<W> {
        let mut set = Set::EMPTY;
        set.0[word::<W>(square)] = 1 << (square & 63);
        set
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the set is not empty.
    #[inline(always)]
    #[must_use]
    pub fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the set contains this square.
    #[inline(always)]
    #[must_use]
    pub fn has(self, square: u8) -> bool {
        self.0[word::<W>(square)] >> (square & 63) & 1 == 1
    }

    /// The number of squares.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has two or more squares.
    #[inline(always)]
    #[must_use]
    pub fn is_many(self) -> bool {
        self.without_lowest().any()
    }

    /// The lowest square. The set must not be empty.
    #[inline(always)]
    #[must_use]
    pub fn lowest(self) -> u8 {
        for (at, word) in self.0.iter().enumerate() {
            if *word != 0 || at + 1 == W {
                return (at * 64) as u8 + (word.trailing_zeros() & 63) as u8;
            }
        }
        0
    }

    /// The set without its lowest square.
    #[inline(always)]
    #[must_use]
    pub fn without_lowest(mut self) -> Set<W> {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    /// The squares of this set that are not in the other.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Set<W>) -> Set<W> {
        self & !other
    }

    /// Adds a square.
    #[inline(always)]
    pub fn insert(&mut self, square: u8) {
        self.0[word::<W>(square)] |= 1 << (square & 63);
    }

    /// Rotates the set by `by` bits. The caller masks squares that would wrap around the edge.
    #[inline(always)]
    #[must_use]
    pub fn rotated(self, by: u32) -> Set<W> {
        if W == 1 {
            return Set(std::array::from_fn(|i| self.0[i].rotate_left(by & 63)));
        }
        let (words, bits) = (by as usize / 64 % W, by % 64);
        Set(std::array::from_fn(|i| {
            let high = self.0[(i + W - words) % W];
            let low = self.0[(i + 2 * W - words - 1) % W];
            high << bits | (low >> 1) >> (63 - bits)
        }))
    }

    /// The squares, ascending.
    #[inline(always)]
    pub fn iter(self) -> Squares<W> {
        Squares(self)
    }

    /// The set of only the lowest square. Empty if the set is empty.
    #[inline(always)]
    fn lowest_bit(self) -> Set<W> {
        let mut result = Set::EMPTY;
        for (into, word) in result.0.iter_mut().zip(self.0) {
            *into = word & word.wrapping_neg();
            if word != 0 {
                break;
            }
        }
        result
    }

    /// The set of only the highest square. If the set is empty, returns the set of square zero.
    #[inline(always)]
    fn highest_bit_or_first(self) -> Set<W> {
        let mut result = Set::EMPTY;
        for at in (0..W).rev() {
            let word = if at == 0 { self.0[0] | 1 } else { self.0[at] };
            if word != 0 {
                result.0[at] = 1 << (63 - word.leading_zeros());
                break;
            }
        }
        result
    }

    #[inline(always)]
    fn doubled(self) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] << 1 | if i == 0 { 0 } else { self.0[i - 1] >> 63 }))
    }

    #[inline(always)]
    fn less(self, other: Set<W>) -> Set<W> {
        let mut borrow = false;
        Set(std::array::from_fn(|i| {
            let (value, first) = self.0[i].overflowing_sub(other.0[i]);
            let (value, second) = value.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            value
        }))
    }

    /// The squares with a lower number than this square.
    #[inline(always)]
    #[must_use]
    pub fn below(square: u8) -> Set<W> {
        Set::one(square).less(Set::one(0))
    }

    /// The squares with a higher number than this square.
    #[inline(always)]
    #[must_use]
    pub fn above(square: u8) -> Set<W> {
        !(Set::below(square) | Set::one(square))
    }

    /// The squares that a slider sees along a line: on each side, every square up to and including the first occupied
    /// one. `lower` and `upper` are the parts of the line below and above the slider. The method is obstruction
    /// difference, which needs only these two masks.
    #[inline(always)]
    #[must_use]
    pub fn seen(lower: Set<W>, upper: Set<W>, occupied: Set<W>) -> Set<W> {
        let nearest_above = (upper & occupied).lowest_bit();
        let nearest_below = (lower & occupied).highest_bit_or_first();
        (lower | upper) & nearest_above.doubled().less(nearest_below)
    }
}

#[inline(always)]
fn word<const W: usize>(square: u8) -> usize {
    if W == 1 { 0 } else { square as usize / 64 % W }
}

/// Iterates over the squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize>(Set<W>);

impl<const W: usize> Iterator for Squares<W> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

impl<const W: usize> IntoIterator for Set<W> {
    type Item = u8;
    type IntoIter = Squares<W>;

    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        Squares(self)
    }
}

impl<const W: usize> FromIterator<u8> for Set<W> {
    fn from_iter<I: IntoIterator<Item = u8>>(squares: I) -> Set<W> {
        squares.into_iter().fold(Set::EMPTY, |set, square| set | Set::one(square))
    }
}

impl<const W: usize> fmt::Debug for Set<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! wordwise {
    ($($operator:ident $method:ident $sign:tt),*) => {$(
        impl<const W: usize> $operator for Set<W> {
            type Output = Set<W>;
            #[inline(always)]
            fn $method(self, other: Set<W>) -> Set<W> {
                Set(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
    )*};
}
wordwise!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl<const W: usize> Not for Set<W> {
    type Output = Set<W>;
    #[inline(always)]
    fn not(self) -> Set<W> {
        Set(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for Set<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Set<W>) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Set<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set<W>) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const W: usize>(squares: &[u8]) {
        let set: Set<W> = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len() as usize, squares.len());
        for by in [0, 1, 7, 63, 64 * W as u32 - 1] {
            let moved: Set<W> = squares.iter().map(|&s| ((u32::from(s) + by) % (64 * W as u32)) as u8).collect();
            assert_eq!(set.rotated(by), moved, "by {by}");
        }
    }

    #[test]
    fn sets_of_every_width_agree_with_lists() {
        check::<1>(&[0, 5, 63]);
        check::<2>(&[0, 63, 64, 127]);
        check::<4>(&[1, 64, 130, 191, 192, 255]);
    }

    #[test]
    fn a_line_is_seen_up_to_the_first_piece_on_either_side() {
        fn row<const W: usize>(base: u8) {
            let square = |x: u8| base + x;
            let lower: Set<W> = (0..3).map(square).collect();
            let upper: Set<W> = (4..8).map(square).collect();
            let seen = |pieces: &[u8]| {
                let occupied = pieces.iter().map(|&x| square(x)).collect();
                Set::<W>::seen(lower, upper, occupied).iter().map(|s| s - base).collect::<Vec<_>>()
            };
            assert_eq!(seen(&[]), [0, 1, 2, 4, 5, 6, 7]);
            assert_eq!(seen(&[1, 5]), [1, 2, 4, 5]);
            assert_eq!(seen(&[2, 7, 0]), [2, 4, 5, 6, 7]);
        }
        row::<1>(0);
        row::<1>(56);
        row::<2>(60);
        row::<4>(188);
        row::<4>(248);
    }
}
