//! Evaluates conditions for all source squares at once.

use super::generate::targets;
use super::{Move, Position};
use crate::bits::Set;
use crate::plan::{Effect, Form, Plan, Test, Want};
use crate::spec::Owner;

impl<const W: usize, const N: usize> Position<W, N> {
    /// The squares with the wanted content.
    #[inline(always)]
    fn wanted(&self, plan: &Plan<W>, me: u8, want: Want) -> Set<W> {
        match want {
            Want::Empty => plan.geometry.all.minus(self.occupied(plan)),
            Want::Unmoved => self.unmoved(plan),
            Want::Moved => self.occupied(plan).minus(self.unmoved(plan)),
            Want::Flag(flag) => self.flagged(plan, flag),
            Want::Piece(kind, owner) => {
                let of_kind = kind.map_or(plan.geometry.all, |kind| self.kind(kind));
                of_kind & self.owned(plan, me, owner)
            }
            Want::NoPartner(kind) => {
                let partners = kind.map_or(plan.geometry.all, |kind| self.kind(kind));
                self.occupied(plan).minus(partners & self.player(plan, me) & self.unmoved(plan))
            }
        }
    }

    pub(super) fn owned(&self, plan: &Plan<W>, me: u8, owner: Owner) -> Set<W> {
        match owner {
            Owner::Any => self.occupied(plan).minus(self.walls(plan)),
            Owner::Ally => self.player(plan, me),
            Owner::Enemy => self.occupied(plan).minus(self.player(plan, me) | self.walls(plan)),
        }
    }

    /// The sources for which every test holds. A test can require that another move has a target. With `quiet`, the
    /// other move is not tested for attacks, to avoid endless recursion.
    #[inline]
    pub(crate) fn passing(&self, plan: &Plan<W>, me: u8, tests: &[Test<W>], sources: Set<W>, quiet: bool) -> Set<W> {
        let mut left = sources;
        for test in tests {
            if left.is_empty() {
                return left;
            }
            left = match test {
                Test::Unmoved => left & self.unmoved(plan),
                Test::At { back, valid, want, negated } => {
                    let there = self.wanted(plan, me, *want).rotated(u32::from(*back)) & *valid;
                    if *negated { left.minus(there) } else { left & there }
                }
                Test::Checked if quiet || self.is_threatened(plan, me) => left,
                Test::Checked => Set::EMPTY,
                Test::Count { kinds, owner, min, max } => {
                    let of_kinds =
                        if *kinds == plan.all_kinds() { plan.geometry.all } else { self.of_kinds(plan, *kinds) };
                    let count = (self.owned(plan, me, *owner) & of_kinds).len();
                    if (u32::from(*min)..=u32::from(*max)).contains(&count) { left } else { Set::EMPTY }
                }
                Test::CountAt { places, kinds, owner, min, max } => {
                    let there = self.owned(plan, me, *owner) & self.of_kinds(plan, *kinds);
                    let count =
                        |from: u8| places.iter().filter_map(|at| at.from(from)).filter(|at| there.has(*at)).count();
                    left.iter().filter(|from| (usize::from(*min)..=usize::from(*max)).contains(&count(*from))).collect()
                }
                Test::Not(tests) => left.minus(self.passing(plan, me, tests, left, quiet)),
                Test::Lands(atoms) => self.landing(plan, me, atoms, left, quiet),
                Test::Finds(places) => {
                    let found = places.iter().fold(Set::EMPTY, |all, (back, valid, kind)| {
                        let pieces = self.wanted(plan, me, Want::Piece(*kind, Owner::Any));
                        all | pieces.rotated(u32::from(*back)) & *valid
                    });
                    left & found
                }
            };
        }
        left
    }

    /// The sources from which at least one of these atoms has a target.
    pub(super) fn landing(&self, plan: &Plan<W>, me: u8, atoms: &[u16], sources: Set<W>, quiet: bool) -> Set<W> {
        let mut found = Set::EMPTY;
        for number in atoms {
            let atom = &plan.atoms[*number as usize];
            let able = self.passing(plan, me, &atom.tests, sources & atom.sources, quiet);
            let carries = atom.effects.iter().any(|effect| matches!(effect, Effect::Shift { .. }));
            let anywhere = atom.safe.is_none() && atom.risky.is_none() && atom.prey.is_none() && atom.checker.is_none();
            if let (Form::Leap { step, .. }, true, false) = (&atom.form, anywhere && !atom.stays(), carries) {
                let open = super::generate::landings(plan, self, me, atom) & atom.targets;
                found |= able & open.rotated(u32::from(plan.geometry.rotation((-step.0, -step.1))));
                continue;
            }
            found |= able
                .iter()
                .filter(|from| {
                    let to = targets(plan, self, me, atom, *from);
                    let arrives = |to| !carries || { *self }.arrive(plan, Move::new(*from, to, *number));
                    let risks = |to| atom.risky.is_none() || !self.is_calm(plan, me, atom, atom.risky, *from, to);
                    let fits = |to| quiet || self.is_safe(plan, me, atom, *from, to) && risks(to);
                    to.iter().any(|to| fits(to) && arrives(to))
                })
                .collect();
        }
        found
    }
}
