//! Learned policies: a table of integer weights for the traits of moves.
//!
//! Rules write the traits of each move ([`Rules::move_traits`](crate::Rules::move_traits)). A trait is a number below
//! [`TRAITS`]; it is the hash of a property such as "discards a king without a partner". A policy adds up the weights of
//! the traits of a move. All sums are integers, so a policy gives the same points on every machine.

use crate::Digest;

/// The number of different traits. It is a power of two.
pub const TRAITS: usize = 1 << 15;
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

#[cfg(test)]
mod tests {
    use super::*;

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
