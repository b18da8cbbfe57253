//! Action and observation spaces for machine learning: moves are numbers, and views are rows of numbers. Their sizes
//! follow from the compiled rules and never change during a match. In every observation, the observing seat is seat
//! zero.
//!
//! A family of games gives fixed numbers to moves that it can list in advance (`Staged::number` in the crate
//! `matches`). Other moves, such as sets of cards, share one block of numbers. The hash of such a move selects a
//! number. If another legal move already has it, the next free number is used.

use std::hash::{Hash, Hasher};

/// A named part of a space: an array of this shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The name of the block.
    pub name: String,
    /// The size of each dimension. The last index varies fastest.
    pub shape: Vec<usize>,
    /// A description of the numbers in the block.
    pub about: String,
}

impl Block {
    /// A block.
    #[must_use]
    pub fn new(name: &str, shape: &[usize], about: &str) -> Block {
        Block { name: name.to_owned(), shape: shape.to_vec(), about: about.to_owned() }
    }

    /// The number of elements in the block.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The spaces of a game for one number of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spaces {
    /// The blocks of moves with fixed numbers, in order.
    pub actions: Vec<Block>,
    /// The size of the block that all other moves share.
    pub shared: usize,
    /// The blocks that a seat observes, in order.
    pub observation: Vec<Block>,
}

impl Spaces {
    /// The number of moves with a fixed number.
    #[must_use]
    pub fn numbered(&self) -> usize {
        self.actions.iter().map(Block::size).sum()
    }

    /// The size of the action space.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.numbered() + self.shared
    }

    /// The length of an observation.
    #[must_use]
    pub fn observed(&self) -> usize {
        self.observation.iter().map(Block::size).sum()
    }
}

/// The sizes of a space, without the names of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of moves with a fixed number.
    pub numbered: u32,
    /// The size of the block that all other moves share.
    pub shared: u32,
    /// The length of an observation.
    pub observed: u32,
}

impl From<&Spaces> for Extent {
    fn from(spaces: &Spaces) -> Extent {
        let of = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        Extent { numbered: of(spaces.numbered()), shared: of(spaces.shared), observed: of(spaces.observed()) }
    }
}

impl Extent {
    /// The size of the action space.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.numbered as usize + self.shared as usize
    }
}

/// Gives each legal move of one decision a different number. Reuses its buffer.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    taken: Vec<u64>,
}

impl Numbering {
    /// Writes the numbers of these moves, in the same order. If no number is free for a move, it gets `u32::MAX` and
    /// cannot be played.
    pub fn number<M: Hash>(
        &mut self,
        extent: Extent,
        moves: &[M],
        own: impl Fn(&M) -> Option<u32>,
        into: &mut Vec<u32>,
    ) {
        self.taken.resize(extent.moves().div_ceil(64), 0);
        into.clear();
        for mv in moves {
            let wanted = own(mv).filter(|&number| number < extent.numbered && !self.has(number));
            let number = wanted.or_else(|| self.free(extent, mv));
            if let Some(number) = number {
                self.taken[number as usize / 64] |= 1 << (number % 64);
            }
            into.push(number.unwrap_or(u32::MAX));
        }
        for &number in into.iter().filter(|&&number| number != u32::MAX) {
            self.taken[number as usize / 64] = 0;
        }
    }

    fn has(&self, number: u32) -> bool {
        self.taken[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// The first free number of the shared block, starting at the hash of the move.
    fn free<M: Hash>(&self, extent: Extent, mv: &M) -> Option<u32> {
        let mut hasher = Fnv::new();
        mv.hash(&mut hasher);
        let start = (hasher.finish() % u64::from(extent.shared.max(1))) as u32;
        let all = (start..extent.shared).chain(0..start);
        all.map(|at| extent.numbered + at).find(|&number| !self.has(number))
    }
}

/// The FNV-1a hash. Integers always have the same width, so that hashes are the same on every machine and in every
/// release.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        // Mix the high bits into the low bits, because the low bits of FNV-1a are less random.
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// Writes the numbers of an observation in sequence. A number that does not fit into 16 bits is clamped.
#[derive(Debug)]
pub struct Row<'a> {
    into: &'a mut [i16],
    at: usize,
}

impl<'a> Row<'a> {
    /// Writes into this slice.
    pub fn new(into: &'a mut [i16]) -> Row<'a> {
        Row { into, at: 0 }
    }

    /// Writes one number. Numbers beyond the end are dropped.
    #[inline]
    pub fn put(&mut self, number: i32) {
        if let Some(place) = self.into.get_mut(self.at) {
            *place = number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        }
        self.at += 1;
    }

    /// Returns the next `size` elements, filled with zeros. The caller can write them in any order.
    pub fn block(&mut self, size: usize) -> &mut [i16] {
        let from = self.at.min(self.into.len());
        let to = (from + size).min(self.into.len());
        self.at += size;
        let block = &mut self.into[from..to];
        block.fill(0);
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { numbered: 4, shared: 3, observed: 0 };

    fn numbers(moves: &[&str], own: impl Fn(&&str) -> Option<u32>) -> Vec<u32> {
        let mut into = Vec::new();
        let mut numbering = Numbering::default();
        numbering.number(EXTENT, moves, &own, &mut into);
        let mut again = Vec::new();
        numbering.number(EXTENT, moves, &own, &mut again);
        assert_eq!(into, again, "nothing is left from the last time");
        into
    }

    #[test]
    fn two_moves_never_have_one_number() {
        let mut all = numbers(&["a", "b", "c"], |_| Some(2));
        assert_eq!(all[0], 2);
        assert!(all[1..].iter().all(|&number| (4..7).contains(&number)), "{all:?}");
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn an_unnumbered_move_keeps_its_number_in_every_state() {
        let alone = numbers(&["lone"], |_| None)[0];
        let beside = numbers(&["x", "lone"], |mv| (*mv == "x").then_some(1))[1];
        assert_eq!(alone, beside);
        assert_eq!(numbers(&["too large"], |_| Some(4))[0], numbers(&["too large"], |_| None)[0]);
    }

    #[test]
    fn names_beyond_the_space_get_no_number() {
        assert_eq!(numbers(&["a", "b", "c", "d"], |_| None).iter().filter(|&&n| n == u32::MAX).count(), 1);
    }

    #[test]
    fn a_row_keeps_within_its_bounds() {
        let mut into = [9; 4];
        let mut row = Row::new(&mut into);
        row.put(100_000);
        row.block(2)[1] = 5;
        row.put(-1);
        row.put(7);
        row.block(3);
        assert_eq!(into, [i16::MAX, 0, 5, -1]);
    }
}
