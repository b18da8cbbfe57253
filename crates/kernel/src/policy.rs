//! Learned policies: a table of integer weights for the traits of moves.
//!
//! Rules write the traits of each move ([`Rules::move_traits`](crate::Rules::move_traits)). A trait is a number below
//! [`TRAITS`]; it is the hash of a property such as "discards a king without a partner". A policy adds up the weights of
//! the traits of a move. A move with 16 points more than another is twice as likely. All sums are integers, so a
//! policy gives the same choices on every machine.

use crate::{Digest, Draws};

/// The number of different traits. It is a power of two.
pub const TRAITS: usize = 1 << 15;
/// The number of points that make a move twice as likely.
pub const DOUBLING: i32 = 16;
/// The share of the best move, as an integer.
const FULL: u32 = 1 << 16;
/// `FULL` divided by 2^(n/16) for each `n`, rounded.
const FRACTIONS: [u32; DOUBLING as usize] = [
    65_536, 62_757, 60_097, 57_549, 55_109, 52_773, 50_535, 48_393, 46_341, 44_376, 42_495, 40_693, 38_968, 37_316,
    35_734, 34_219,
];

/// The traits of the moves of one decision. The buffer is reused.
#[derive(Clone, Debug, Default)]
pub struct MoveTraits {
    ids: Vec<u16>,
    ends: Vec<u32>,
}

impl MoveTraits {
    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.ids.clear();
        self.ends.clear();
    }

    /// Adds a trait to the current move. `hash` can be any number; its high bits select the trait.
    #[inline]
    pub fn put(&mut self, hash: u32) {
        self.ids.push((hash >> (u32::BITS - TRAITS.trailing_zeros())) as u16);
    }

    /// Ends the current move and begins the next one.
    #[inline]
    pub fn end_move(&mut self) {
        self.ends.push(self.ids.len() as u32);
    }

    /// The number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The traits of each move, in the order of the moves.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let traits = &self.ids[from..end as usize];
            from = end as usize;
            traits
        })
    }
}

/// A policy for the moves of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    weights: Box<[i8]>,
    source: Digest,
}

impl Policy {
    /// A policy with these weights, as pairs of a trait and its weight. All other weights are zero. `source` is the
    /// [`Info::source`](crate::Info::source) of the rules for which they were learned. `None` if a trait is too large.
    #[must_use]
    pub fn new(source: Digest, weights: impl IntoIterator<Item = (u16, i8)>) -> Option<Policy> {
        let mut all = vec![0; TRAITS].into_boxed_slice();
        for (index, weight) in weights {
            *all.get_mut(index as usize)? = weight;
        }
        Some(Policy { weights: all, source })
    }

    /// The digest of the rules for which the weights were learned.
    #[must_use]
    pub fn source(&self) -> Digest {
        self.source
    }

    /// The points of each move: the sum of the weights of its traits.
    #[inline]
    pub fn points(&self, traits: &MoveTraits, into: &mut Vec<i32>) {
        into.clear();
        let weight = |&id: &u16| i32::from(self.weights[id as usize % TRAITS]);
        into.extend(traits.iter().map(|traits| traits.iter().map(weight).sum::<i32>()));
    }
}

/// Converts points into shares: integers in proportion to the probability of each move. The best move has the share
/// 65,536. `softness` divides the points first, so 2 gives shares that are more equal.
#[inline]
pub fn shares(points: &mut [i32], softness: i32) {
    let best = points.iter().copied().max().unwrap_or(0);
    for points in points {
        let behind = ((best - *points) / softness) as u32;
        let halvings = behind / DOUBLING as u32;
        *points = if halvings < 17 { (FRACTIONS[(behind % DOUBLING as u32) as usize] >> halvings) as i32 } else { 0 };
    }
}

/// Draws an index with probabilities in proportion to these shares.
#[inline]
pub fn draw_share(shares: &[i32], draws: &mut Draws) -> usize {
    let total: i32 = shares.iter().sum();
    let mut left = draws.below(total.max(1) as u32) as i32;
    for (index, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0 {
            return index;
        }
    }
    0
}

const _: () = assert!(FRACTIONS[0] == FULL);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn sixteen_points_are_twice_as_likely() {
        let mut points = [40, 24, 8, 40 - 17 * 16, -100_000];
        shares(&mut points, 1);
        assert_eq!(points, [65_536, 32_768, 16_384, 0, 0]);
        let mut points = [32, 0];
        shares(&mut points, 2);
        assert_eq!(points, [65_536, 32_768]);
    }

    #[test]
    fn moves_are_drawn_by_their_shares() {
        let mut draws = Rng::seeded("shares").draws();
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[draw_share(&[2, 0, 1], &mut draws)] += 1);
        assert!(drawn[1] == 0 && (1900..2100).contains(&drawn[0]), "{drawn:?}");
    }

    #[test]
    fn points_are_the_sums_of_the_weights() {
        let mut traits = MoveTraits::default();
        for ids in [&[3u32, 5][..], &[], &[5]] {
            ids.iter().for_each(|id| traits.put(id << 17));
            traits.end_move();
        }
        let policy = Policy::new(Digest::of(&0), [(3, 7), (5, -2)]).unwrap();
        let mut points = Vec::new();
        policy.points(&traits, &mut points);
        assert_eq!(points, [5, 0, -2]);
        assert_eq!(Policy::new(Digest::of(&0), [(u16::MAX, 1)]), None);
    }
}
