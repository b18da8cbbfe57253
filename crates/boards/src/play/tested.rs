//! Legal moves by making them and looking, for games where checks and pins do not decide: hops, conditional captures,
//! several leaders. A move far from everything that matters to the leaders is counted without looking.

use super::Position;
use super::now::Now;
use super::sink::{Move, Sink, source};
use crate::bits::Set;
use crate::plan::Plan;

/// Passes on the moves that keep the leaders safe.
pub(super) struct Tester<'a, const W: usize, const N: usize> {
    plan: &'a Plan<W>,
    position: &'a Position<W, N>,
    me: u8,
    /// Moves from and to these squares need no look.
    calm: Set<W>,
    inner: &'a mut dyn Sink<W>,
}

impl<'a, const W: usize, const N: usize> Tester<'a, W, N> {
    pub fn new(now: &Now<'a, W, N>, inner: &'a mut dyn Sink<W>) -> Self {
        let Now { plan, position, me, side, .. } = *now;
        let leaders = position.leaders(plan, me);
        let calm = if side.influence.is_empty() || position.is_threatened(plan, me) {
            Set::EMPTY
        } else {
            let matters = leaders.iter().fold(leaders, |all, square| all | side.influence[square as usize]);
            plan.geometry.all.minus(matters)
        };
        Tester { plan, position, me, calm, inner }
    }

    fn keeps(&self, mv: Move) -> bool {
        self.position.keeps_leader(self.plan, self.me, mv)
    }
}

impl<const W: usize, const N: usize> Sink<W> for Tester<'_, W, N> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        let mut doubtful = to;
        if self.calm.has(from) {
            self.inner.plain(from, to & self.calm, atom);
            doubtful = to.minus(self.calm);
        }
        let fine: Set<W> = doubtful.iter().filter(|to| self.keeps(Move::new(from, *to, atom))).collect();
        self.inner.plain(from, fine, atom);
    }

    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        let calm = to & self.calm & self.calm.rotated(u32::from(by));
        self.inner.shifted(by, calm, atom);
        for square in to.minus(calm) {
            self.plain(source::<W>(square, by), Set::one(square), atom);
        }
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for square in to {
            for kind in options {
                let mv = Move { promotion: kind + 1, ..Move::new(from, square, atom) };
                if self.keeps(mv) {
                    self.inner.promoted(from, Set::one(square), atom, &[*kind]);
                }
            }
        }
    }

    fn drops(&mut self, to: Set<W>, atom: u16) {
        self.inner.drops(to & self.calm, atom);
        for square in to.minus(self.calm) {
            self.one(Move::new(square, square, atom));
        }
    }

    fn one(&mut self, mv: Move) {
        if self.keeps(mv) {
            self.inner.one(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.inner.is_full()
    }
}
