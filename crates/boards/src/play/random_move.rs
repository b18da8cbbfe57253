//! Draws one legal move at random without listing the others. The generators pass whole sets of targets, so it is enough
//! to keep these sets and to count their squares.

use super::sink::{Move, Sink, source};
use crate::bits::Set;
use rulebook_kernel::Draws;
use smallvec::SmallVec;

/// The number of batches that are stored without an allocation.
const INLINE: usize = 32;
/// The maximum number of promotions in one batch. Moves with more promotions are kept one by one.
const KINDS: usize = 8;

/// Moves that differ only in their target and their promotion.
#[derive(Clone, Copy)]
struct Batch<const W: usize> {
    /// The number of moves in all earlier batches.
    before: u64,
    to: Set<W>,
    atom: u16,
    from: From,
    /// The kinds of promotion, and their number. Zero means no promotion.
    kinds: [u8; KINDS],
    count: u8,
}

/// How the source of a move follows from its target.
#[derive(Clone, Copy)]
enum From {
    Square(u8),
    Rotated(u8),
    /// A drop: the source is the target.
    Target,
    /// The batch is this one move.
    Only(Move),
}

/// A sink that keeps sets of moves.
#[derive(Default)]
pub(crate) struct Batches<const W: usize> {
    batches: SmallVec<[Batch<W>; INLINE]>,
    total: u64,
}

impl<const W: usize> Batches<W> {
    /// Draws a move, all with the same probability. `None` if there is no move. If the same generator draws an index
    /// into the list of all moves, the result is the same move.
    pub(crate) fn draw(&self, draws: &mut Draws) -> Option<Move> {
        let total = u32::try_from(self.total).ok().filter(|total| *total > 0)?;
        self.nth(u64::from(draws.below(total)))
    }

    fn nth(&self, n: u64) -> Option<Move> {
        let batch = self.batches.iter().rev().find(|batch| batch.before <= n)?;
        let (mut n, mut kind) = (n - batch.before, None);
        if batch.count > 0 {
            kind = Some(batch.kinds[(n % u64::from(batch.count)) as usize]);
            n /= u64::from(batch.count);
        }
        if let From::Only(mv) = batch.from {
            return Some(mv);
        }
        let to = (0..n).fold(batch.to, |to, _| to.without_lowest()).lowest();
        let from = match batch.from {
            From::Square(from) => from,
            From::Rotated(by) => source::<W>(to, by),
            From::Target | From::Only(_) => to,
        };
        let mv = Move::new(from, to, batch.atom);
        Some(kind.map_or(mv, |kind| mv.promoted(kind + 1)))
    }

    #[inline(always)]
    fn push(&mut self, to: Set<W>, atom: u16, from: From, options: &[u8]) {
        if to.is_empty() {
            return;
        }
        let mut kinds = [0; KINDS];
        kinds[..options.len()].copy_from_slice(options);
        self.batches.push(Batch { before: self.total, to, atom, from, kinds, count: options.len() as u8 });
        self.total += u64::from(to.len()) * (options.len() as u64).max(1);
    }
}

impl<const W: usize> Sink<W> for Batches<W> {
    #[inline(always)]
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        self.push(to, atom, From::Square(from), &[]);
    }

    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        self.push(to, atom, From::Rotated(by), &[]);
    }

    #[inline]
    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        if (1..=KINDS).contains(&options.len()) {
            self.push(to, atom, From::Square(from), options);
            return;
        }
        for to in to {
            for kind in options {
                Sink::<W>::one(self, Move::new(from, to, atom).promoted(kind + 1));
            }
        }
    }

    #[inline]
    fn shifted_promoted(&mut self, by: u8, to: Set<W>, atom: u16, options: &[u8]) {
        if (1..=KINDS).contains(&options.len()) {
            self.push(to, atom, From::Rotated(by), options);
            return;
        }
        for square in to {
            self.promoted(source::<W>(square, by), Set::one(square), atom, options);
        }
    }

    #[inline(always)]
    fn drops(&mut self, to: Set<W>, atom: u16) {
        self.push(to, atom, From::Target, &[]);
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(Set::one(0), mv.atom(), From::Only(mv), &[]);
    }

    fn mark(&self) -> u64 {
        self.total
    }

    fn back_to(&mut self, mark: u64) {
        while self.batches.last().is_some_and(|batch| batch.before >= mark) {
            self.batches.pop();
        }
        self.total = mark;
    }
}
