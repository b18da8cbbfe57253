//! The squares that a piece attacks, looked up by the square of the piece.

use crate::bits::Set;
use crate::plan::{Form, Plan};
use crate::play::{Position, reach};
use crate::spec::Occupant;

/// The attacks of one kind of piece of one player.
#[derive(Clone, Debug)]
pub(crate) struct Reach<const W: usize> {
    /// For each square: the targets of unconditional leaps. Empty if the kind has no such leaps.
    pub leaps: Vec<Set<W>>,
    /// For each square: the squares from which an unconditional leap reaches this square.
    leaps_to: Vec<Set<W>>,
    /// The classes of lines along which the kind slides.
    classes: Vec<usize>,
    /// The slides without an opposite slide. Each entry has the ray from each square, and says whether the ray ascends.
    rays: Vec<(Vec<Set<W>>, bool)>,
    /// The numbers of the conditional captures and hops.
    odd: Vec<u16>,
}

impl<const W: usize> Reach<W> {
    pub fn new(plan: &Plan<W>, player: u8, kind: u8) -> Reach<W> {
        let attacks = &plan.sides[player as usize].attacks;
        let mut reach = Reach { leaps: vec![], leaps_to: vec![], classes: vec![], rays: vec![], odd: vec![] };
        for (_, sources) in attacks.leaps.iter().filter(|(of, _)| *of == kind) {
            reach.leaps_to.clone_from(sources);
            reach.leaps = vec![Set::EMPTY; plan.squares()];
            for to in plan.geometry.all {
                sources[to as usize].iter().for_each(|from| reach.leaps[from as usize].insert(to));
            }
        }
        let slides: Vec<usize> =
            attacks.slides.iter().filter(|(_, kinds)| kinds.contains(&kind)).map(|(class, _)| *class).collect();
        if slides.iter().all(|class| plan.classes[*class].mutual) {
            reach.classes = slides;
        } else {
            let own = plan.atoms.iter().filter(|atom| (atom.player, atom.kind) == (player, kind));
            for atom in own.filter(|atom| atom.lands == Some(Occupant::Enemy) && atom.tests.is_empty()) {
                if let (Form::Slide { rays, ascends, .. }, None) = (&atom.form, atom.prey) {
                    reach.rays.push((rays.clone(), *ascends));
                }
            }
        }
        reach.odd = attacks.odd.iter().filter(|odd| odd.kind == kind).flat_map(|odd| odd.atoms.clone()).collect();
        reach
    }

    /// The squares that the piece on `from` attacks.
    #[inline]
    pub fn from<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        player: u8,
        from: u8,
        occupied: Set<W>,
    ) -> Set<W> {
        let mut to = self.leaps.get(from as usize).copied().unwrap_or(Set::EMPTY);
        for class in &self.classes {
            to |= plan.classes[*class].seen(from, occupied);
        }
        for (rays, ascends) in &self.rays {
            let ray = rays[from as usize];
            to |= if *ascends { Set::seen(Set::EMPTY, ray, occupied) } else { Set::seen(ray, Set::EMPTY, occupied) };
        }
        for number in &self.odd {
            let atom = &plan.atoms[*number as usize];
            if atom.sources.has(from)
                && (atom.tests.is_empty() || position.passing(plan, player, &atom.tests, Set::one(from), true).any())
            {
                to |= reach(plan, position, atom, from, occupied) & atom.targets;
            }
        }
        to
    }

    /// The pieces of this kind, among `pieces`, that attack a square.
    #[inline]
    pub fn to<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        player: u8,
        pieces: Set<W>,
        target: u8,
        occupied: Set<W>,
    ) -> Set<W> {
        let mut sources = self.leaps_to.get(target as usize).copied().unwrap_or(Set::EMPTY) & pieces;
        for class in &self.classes {
            let class = &plan.classes[*class];
            if (pieces & class.open(target)).any() {
                sources |= class.seen(target, occupied) & pieces;
            }
        }
        if !self.rays.is_empty() || !self.odd.is_empty() {
            let able = |from: &u8| self.from(plan, position, player, *from, occupied).has(target);
            sources |= pieces.iter().filter(able).collect();
        }
        sources
    }
}
