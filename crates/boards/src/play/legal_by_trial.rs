//! Finds legal moves by trial: it makes the move and tests the leaders. A game with hops, conditional captures or
//! several leaders needs these trials. Moves that cannot affect an attack on a leader need no trial.

use super::attack::faces;
use super::movegen_context::{Enemies, MovegenContext};
use super::sink::{Move, Sink, counted_by_inner, source};
use crate::bits::Set;
use crate::spec::Facing;

/// A sink that passes on only the moves that keep the leaders safe.
pub(super) struct Tester<'a, const W: usize, const N: usize> {
    now: &'a MovegenContext<'a, W, N>,
    leaders: Set<W>,
    enemies: Enemies<W>,
    /// Moves between these squares need no trial, because they cannot affect an attack on a leader.
    calm: Set<W>,
    /// Enemy leaders that can be captured. A player whose leader is captured no longer attacks.
    prey: Set<W>,
    /// Whether the attacks after a plain move can be computed without making the move.
    seen: bool,
    /// Whether moves that leave leaders facing each other are illegal.
    faced: bool,
    inner: &'a mut dyn Sink<W>,
}

impl<'a, const W: usize, const N: usize> Tester<'a, W, N> {
    pub fn new(now: &'a MovegenContext<'a, W, N>, inner: &'a mut dyn Sink<W>) -> Self {
        let MovegenContext { plan, position, me, side, own, .. } = *now;
        let leaders = position.leaders(plan, me);
        let prey = if plan.beheads { position.all_leaders(plan).minus(own) } else { Set::EMPTY };
        let enemies = position.enemies(plan, me);
        let clauses = &plan.clauses;
        let faced = match clauses.facing {
            Facing::Allowed => false,
            Facing::Forbidden => true,
            Facing::Answered => position.leaders_face(plan),
        };
        // With `no_checks`, a move can be illegal because it gives check, so every move is tested.
        let restless = plan.check_on_all || clauses.no_checks || (faced && clauses.facing == Facing::Answered);
        let calm = if restless || side.influence.is_empty() || !position.are_calm(plan, me, &enemies, leaders) {
            Set::EMPTY
        } else {
            let matters = leaders.iter().fold(leaders, |all, square| all | side.influence[square as usize]);
            plan.geometry.all.minus(matters)
        };
        let seen = plan.steady && !clauses.no_checks && !plan.check_on_all && (!faced || plan.planes.players == 2);
        Tester { now, leaders, enemies, calm, prey, seen, faced, inner }
    }

    fn keeps(&self, mv: Move) -> bool {
        self.now.position.keeps_leader(self.now.plan, self.now.me, mv)
    }

    /// Whether the leaders are safe after a move without promotion.
    #[inline]
    fn keeps_plainly(&self, from: u8, to: u8, atom: u16) -> bool {
        let MovegenContext { plan, position, me, occupied, side, .. } = *self.now;
        if !self.seen || !plan.atoms[atom as usize].simple || (self.leaders | self.prey).has(to) {
            return self.keeps(Move::new(from, to, atom));
        }
        let gone = Set::one(to);
        let occupied = occupied.minus(Set::one(from)) | gone;
        let leaders = if self.leaders.has(from) { self.leaders.minus(Set::one(from)) | gone } else { self.leaders };
        let others = || side.enemies.iter().fold(Set::EMPTY, |all, enemy| all | position.leaders(plan, *enemy));
        !leaders.iter().any(|leader| {
            self.faced && faces(plan, leader, others().minus(gone), occupied)
                || position.is_attacked(plan, me, &self.enemies, leader, occupied, gone)
        })
    }
}

impl<const W: usize, const N: usize> Sink<W> for Tester<'_, W, N> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        let mut fine = if self.calm.has(from) { to & self.calm } else { Set::EMPTY };
        for square in to.minus(fine) {
            if self.keeps_plainly(from, square, atom) {
                fine.insert(square);
            }
        }
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
                let mv = Move::new(from, square, atom).promoted(kind + 1);
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

    counted_by_inner!();
}
