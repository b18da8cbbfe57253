//! Chains of jumps: a piece that has jumped must jump again if it can. The whole chain is one move.

use super::Position;
use super::generate::targets;
use super::movegen_context::MovegenContext;
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::limits::PATH_BITS;
use crate::plan::{Effect, KindPlan, Plan};

impl<const W: usize> KindPlan<W> {
    /// The number of bits that store one jump in the path of a move.
    pub(crate) fn link(&self) -> u32 {
        if self.jumps.len() <= 4 { 2 } else { 3 }
    }

    /// The maximum number of jumps in a chain. A path has 25 bits for jumps, and one bit that marks its end.
    fn most_jumps(&self) -> u32 {
        PATH_BITS / self.link()
    }
}

/// Generates every chain of jumps of the player to move.
pub(super) fn all<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, sink: &mut impl Sink<W>) {
    let MovegenContext { plan, position, me, .. } = *now;
    for kind in now.side.kinds.iter().filter(|kind| !kind.jumps.is_empty()) {
        let pieces = now.own & position.kind(kind.kind);
        // Usually no piece can jump. So first find the pieces that can jump, all at once.
        for from in position.landing(plan, me, &kind.jumps, pieces, false) {
            let start = Move::new(from, from, 0);
            extend(plan, position, me, kind, start, 0, sink);
        }
    }
}

/// Extends the chain `so_far` by every possible jump. Returns whether a jump was possible.
fn extend<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    kind: &KindPlan<W>,
    so_far: Move,
    links: u32,
    sink: &mut impl Sink<W>,
) -> bool {
    if links == kind.most_jumps() {
        return false;
    }
    let mut went_on = false;
    for (link, &number) in kind.jumps.iter().enumerate() {
        let atom = &plan.atoms[number as usize];
        let source = Set::one(so_far.to()) & atom.sources;
        if position.passing(plan, me, &atom.tests, source, false).is_empty() {
            continue;
        }
        for to in targets(plan, position, me, atom, so_far.to()) {
            went_on = true;
            let first = if links == 0 { number } else { so_far.atom() };
            let path = so_far.path() | (link as u32) << (kind.link() * links);
            let jumped = Move::new(so_far.from(), to, first).along(path);
            let ended = jumped.along(path | 1 << (kind.link() * (links + 1)));
            if let Some(promotion) = atom.promotion(plan, position, so_far.to(), to) {
                promotion.options.iter().for_each(|kind| sink.one(ended.promoted(kind + 1)));
                continue;
            }
            let mut next = *position;
            next.jump(plan, number, so_far.to(), to);
            if !extend(plan, &next, me, kind, jumped, links + 1, sink) {
                sink.one(ended);
            }
        }
    }
    went_on
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// Makes one jump: moves the piece and removes the piece that it jumped over.
    fn jump(&mut self, plan: &Plan<W>, number: u16, from: u8, to: u8) {
        let atom = &plan.atoms[number as usize];
        for effect in &atom.effects {
            if let Effect::Capture(at) = effect
                && let Some(square) = at.from(from)
            {
                self.take(plan, atom.player, square);
            }
        }
        self.take(plan, atom.player, to);
        self.carry(plan, from, to);
    }

    /// Makes all jumps of a chain.
    pub(super) fn place_chain(&mut self, plan: &Plan<W>, mv: Move) {
        let first = &plan.atoms[mv.atom() as usize];
        let kinds = &plan.sides[first.player as usize].kinds;
        let Some(kind) = kinds.iter().find(|kind| kind.kind == first.kind) else { return };
        let (mut at, mut path) = (mv.from(), mv.path());
        while path > 1 {
            let Some(&number) = kind.jumps.get((path & ((1 << kind.link()) - 1)) as usize) else { return };
            let to = targets(plan, self, first.player, &plan.atoms[number as usize], at);
            if to.is_empty() {
                return;
            }
            self.jump(plan, number, at, to.lowest());
            (at, path) = (to.lowest(), path >> kind.link());
        }
        if mv.promotion() > 0 {
            self.transform(plan, at, mv.promotion() - 1);
        }
    }
}
