//! Chains of jumps: a piece that jumped goes on while it can, and the whole chain is one move.

use super::Position;
use super::generate::targets;
use super::now::Now;
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::limits::MAX_JUMPS;
use crate::plan::{Effect, KindPlan, Plan};

/// Bits of a link in a path: so many different links can a kind have.
const LINK: u32 = 3;

/// Every chain of the mover.
pub(super) fn all<const W: usize, const N: usize>(now: &Now<'_, W, N>, sink: &mut impl Sink<W>) {
    let Now { plan, position, me, .. } = *now;
    for kind in now.side.kinds.iter().filter(|kind| !kind.jumps.is_empty()) {
        let pieces = now.own & position.kind(kind.kind);
        // Most of the time nobody can jump: find out for all pieces at once.
        for from in position.landing(plan, me, &kind.jumps, pieces, false) {
            let start = Move { from, to: from, atom: 0, promotion: 0, path: 0 };
            extend(plan, position, me, kind, start, 0, sink);
        }
    }
}

/// Goes on from where `so_far` stands; says whether that was possible.
fn extend<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    kind: &KindPlan<W>,
    so_far: Move,
    links: u32,
    sink: &mut impl Sink<W>,
) -> bool {
    if links == MAX_JUMPS {
        return false;
    }
    let mut went_on = false;
    for (link, &number) in kind.jumps.iter().enumerate().take(1 << LINK) {
        let atom = &plan.atoms[number as usize];
        let source = Set::one(so_far.to) & atom.sources;
        if position.passing(plan, me, &atom.tests, source, false).is_empty() {
            continue;
        }
        for to in targets(plan, position, me, atom, so_far.to) {
            went_on = true;
            let first = if links == 0 { number } else { so_far.atom };
            let path = so_far.path | (link as u32) << (LINK * links);
            let jumped = Move { to, atom: first, path, ..so_far };
            let ended = Move { path: path | 1 << (LINK * (links + 1)), ..jumped };
            if let Some(options) = atom.promotion(plan, position, so_far.to, to) {
                options.iter().for_each(|kind| sink.one(Move { promotion: kind + 1, ..ended }));
                continue;
            }
            let mut next = *position;
            next.jump(plan, number, so_far.to, to);
            if !extend(plan, &next, me, kind, jumped, links + 1, sink) {
                sink.one(ended);
            }
        }
    }
    went_on
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// One link: the piece goes on, what it jumped over is taken.
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

    /// A whole chain.
    pub(super) fn place_chain(&mut self, plan: &Plan<W>, mv: Move) {
        let first = &plan.atoms[mv.atom as usize];
        let kinds = &plan.sides[first.player as usize].kinds;
        let Some(kind) = kinds.iter().find(|kind| kind.kind == first.kind) else { return };
        let (mut at, mut path) = (mv.from, mv.path);
        while path > 1 {
            let Some(&number) = kind.jumps.get((path & ((1 << LINK) - 1)) as usize) else { return };
            let to = targets(plan, self, first.player, &plan.atoms[number as usize], at);
            if to.is_empty() {
                return;
            }
            self.jump(plan, number, at, to.lowest());
            (at, path) = (to.lowest(), path >> LINK);
        }
        if mv.promotion > 0 {
            self.transform(plan, at, mv.promotion - 1);
        }
    }
}
