//! Moves that edit other squares, test attacks, or move a leader in a way that checks and pins do not cover.

use super::Position;
use super::generate::targets;
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::plan::{Atom, Effect, Plan};

/// Every special move of the mover, each as one move. `tested`: does the sink see to the leader's safety itself?
pub(super) fn all<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    tested: bool,
    sink: &mut impl Sink<W>,
) {
    let own = position.player(plan, me);
    for &number in &plan.sides[me as usize].specials {
        let atom = &plan.atoms[number as usize];
        let sources = own & position.kind(atom.kind) & atom.sources;
        for from in position.passing(plan, me, &atom.tests, sources, false) {
            for to in targets(plan, position, me, atom, from) {
                if position.is_safe(plan, me, atom, from, to) && effects_fit(plan, position, atom, from, to) {
                    each(plan, position, number, from, to, |mv| {
                        if tested || position.keeps_leader(plan, me, mv) {
                            sink.one(mv);
                        }
                    });
                }
            }
        }
    }
}

/// The move, once for every promotion.
fn each<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    number: u16,
    from: u8,
    to: u8,
    mut tell: impl FnMut(Move),
) {
    let atom = &plan.atoms[number as usize];
    let mv = Move::new(from, to, number);
    match atom.promotion(plan, position, from, to) {
        None => tell(mv),
        Some(options) => options.iter().for_each(|kind| tell(Move { promotion: kind + 1, ..mv })),
    }
}

impl<const W: usize> Atom<W> {
    /// The kinds that the piece must become with this move.
    pub(super) fn promotion<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        from: u8,
        to: u8,
    ) -> Option<&[u8]> {
        let fits = |promotion: &&crate::plan::Promotion<W>| {
            promotion.targets.has(to)
                && promotion.sources.has(from)
                && position.passing(plan, self.player, &promotion.tests, Set::one(from), false).any()
        };
        self.promotions.iter().find(fits).map(|promotion| &promotion.options[..])
    }
}

/// A piece that a side effect moves must arrive on an empty square.
fn effects_fit<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    atom: &Atom<W>,
    from: u8,
    to: u8,
) -> bool {
    let mut occupied = position.occupied(plan).minus(Set::one(from)) | Set::one(to);
    for effect in &atom.effects {
        match effect {
            Effect::Capture(at) => {
                if let Some(square) = plan.landing(from, *at).filter(|square| *square != to) {
                    occupied = occupied.minus(Set::one(square));
                }
            }
            Effect::Shift { kind, from: start, to: end } => {
                let Some(start) = plan.landing(from, *start) else { continue };
                if !occupied.has(start) || start == to || !position.is_kind(plan, start, *kind) {
                    continue;
                }
                let Some(end) = plan.landing(from, *end) else { return false };
                occupied = occupied.minus(Set::one(start));
                if occupied.has(end) {
                    return false;
                }
                occupied.insert(end);
            }
        }
    }
    true
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// Is a piece of this kind, or any piece, on the square?
    pub(crate) fn is_kind(&self, plan: &Plan<W>, square: u8, kind: Option<u8>) -> bool {
        match kind {
            Some(kind) => self.kind(kind).has(square),
            None => self.occupied(plan).has(square),
        }
    }

    /// After this move, is every leader of the mover there and unattacked, and every other clause about checks kept?
    pub(super) fn keeps_leader(&self, plan: &Plan<W>, me: u8, mv: Move) -> bool {
        if plan.leaders.is_empty() {
            return true;
        }
        let mut after = *self;
        after.place(plan, mv);
        // A player who has lost every leader already has nothing to keep.
        if after.leaders(plan, me).is_empty() && self.leaders(plan, me).any() || after.is_threatened(plan, me) {
            return false;
        }
        if plan.clauses.facing && after.leaders_face(plan) {
            return false;
        }
        !plan.clauses.no_checks
            || !plan.sides[me as usize].enemies.iter().any(|enemy| self.is_in(*enemy) && after.is_threatened(plan, *enemy))
    }
}
