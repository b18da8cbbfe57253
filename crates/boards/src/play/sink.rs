//! Moves, and those who take them from the generators: lists, counters, testers.

use crate::bits::Set;
use serde::{Deserialize, Serialize};

/// One whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    /// From here; where nothing moves, the same as `to`.
    pub from: u8,
    /// To here.
    pub to: u8,
    /// Which move of the plan: piece, move of the file and action.
    pub atom: u16,
    /// What it becomes, plus one; zero if it stays what it is.
    pub promotion: u8,
    /// The links of a chain of jumps, three bits each, the first lowest, with a one above the last. Zero if there is none.
    pub path: u32,
}

impl Move {
    #[inline(always)]
    pub(crate) fn new(from: u8, to: u8, atom: u16) -> Move {
        Move { from, to, atom, promotion: 0, path: 0 }
    }
}

/// Takes moves from a generator, whole sets at a time.
pub(crate) trait Sink<const W: usize> {
    /// One piece, to each of these squares.
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16);

    /// Many pieces, each by the same rotation.
    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        for square in to {
            self.plain(source::<W>(square, by), Set::one(square), atom);
        }
    }

    /// One piece, to each of these squares, to become one of these kinds.
    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]);

    /// Many pieces, each by the same rotation, to become one of these kinds.
    #[inline(always)]
    fn shifted_promoted(&mut self, by: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for square in to {
            self.promoted(source::<W>(square, by), Set::one(square), atom, options);
        }
    }

    /// From the hand onto each of these squares.
    #[inline(always)]
    fn drops(&mut self, to: Set<W>, atom: u16) {
        for square in to {
            self.one(Move::new(square, square, atom));
        }
    }

    /// Anything else.
    fn one(&mut self, mv: Move);

    /// Is that enough?
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// The square from which a rotation leads here.
#[inline(always)]
pub(crate) fn source<const W: usize>(to: u8, by: u8) -> u8 {
    to.wrapping_sub(by) & (64 * W - 1) as u8
}

/// A list of moves.
pub type Moves = Vec<Move>;

impl<const W: usize> Sink<W> for Moves {
    #[inline(always)]
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        for to in to {
            self.push(Move::new(from, to, atom));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        for to in to {
            self.push(Move::new(source::<W>(to, by), to, atom));
        }
    }

    #[inline(always)]
    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for to in to {
            let chosen = |kind: &u8| Move { promotion: kind + 1, ..Move::new(from, to, atom) };
            self.extend(options.iter().map(chosen));
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// How many there are, or whether there are any.
#[derive(Default)]
pub(crate) struct Count {
    pub found: u64,
    /// Is one enough?
    pub first_only: bool,
}

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn plain(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn shifted(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn promoted(&mut self, _: u8, to: Set<W>, _: u16, options: &[u8]) {
        self.found += u64::from(to.len()) * options.len() as u64;
    }

    #[inline(always)]
    fn shifted_promoted(&mut self, _: u8, to: Set<W>, _: u16, options: &[u8]) {
        self.found += u64::from(to.len()) * options.len() as u64;
    }

    #[inline(always)]
    fn drops(&mut self, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.found += 1;
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.first_only && self.found > 0
    }
}
