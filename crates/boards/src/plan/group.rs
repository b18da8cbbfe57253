//! Assigns moves to generators. Plain moves of a kind are merged into one table or one class of lines. Every other move
//! keeps a generator of its own.

use super::atom::{Atom, Form, Promotion, Safe};
use super::lines::{Class, Ray};
use super::{Geometry, Plain};
use crate::bits::Set;
use crate::spec::{Occupant, Offset};

/// The classes of lines, without duplicates: equal sets of rays share one class.
#[derive(Default)]
pub(super) struct Classes<const W: usize> {
    keys: Vec<Vec<Ray>>,
    pub built: Vec<Class<W>>,
}

impl<const W: usize> Classes<W> {
    /// The index of the class for these rays. Builds the class if it does not exist yet.
    pub fn of(&mut self, geometry: &Geometry<W>, mut rays: Vec<Ray>) -> usize {
        rays.sort_unstable();
        if let Some(at) = self.keys.iter().position(|key| *key == rays) {
            return at;
        }
        self.built.push(Class::new(geometry, &rays));
        self.keys.push(rays);
        self.built.len() - 1
    }
}

/// Plain moves of one kind that never have the same target. One generator emits all of them.
pub(super) struct Group<const W: usize> {
    pub player: u8,
    pub kind: u8,
    promotions: Vec<Promotion<W>>,
    leaps: Vec<(Offset, Set<W>, Set<W>)>,
    pub rays: Vec<Ray>,
    reach: Vec<(i16, i16)>,
}

/// The moves of one kind that are not merged, by generator.
#[derive(Default)]
pub(super) struct Sorted {
    pub shifts: Vec<u16>,
    pub walks: Vec<u16>,
    pub specials: Vec<u16>,
    pub jumps: Vec<u16>,
}

/// Assigns the atoms of one kind to generators. `guarded` means that the targets of a leader are tested for attacks in
/// any case.
pub(super) fn sort<const W: usize>(
    geometry: &Geometry<W>,
    atoms: &[Atom<W>],
    numbers: &[u16],
    guarded: bool,
    leader: bool,
) -> (Vec<Group<W>>, Sorted) {
    let mut groups: Vec<Group<W>> = Vec::new();
    let mut sorted = Sorted::default();
    let lean = |atom: &Atom<W>| {
        let safe = atom.safe.is_none() || (leader && guarded && atom.safe == Some(Safe::Target));
        let known = !atom.promotions.iter().any(Promotion::depends_on_target);
        let anywhere = atom.risky.is_none() && atom.prey.is_none() && atom.checker.is_none() && atom.after.is_empty();
        safe && known
            && anywhere
            && atom.tests.is_empty()
            && atom.effects.is_empty()
            && atom.flags.is_empty()
            && !atom.again
    };
    let mut merged = vec![false; numbers.len()];
    for (at, number) in numbers.iter().enumerate() {
        let atom = &atoms[*number as usize];
        if merged[at] || atom.lands != Some(Occupant::Empty) || !lean(atom) {
            continue;
        }
        let twin = (0..numbers.len()).find(|&other| {
            let twin = &atoms[numbers[other] as usize];
            !merged[other]
                && twin.id == atom.id
                && twin.lands == Some(Occupant::Enemy)
                && lean(twin)
                && twin.sources == atom.sources
                && twin.targets == atom.targets
                && twin.promotions == atom.promotions
        });
        let Some(twin) = twin else { continue };
        if group(geometry, &mut groups, atom) {
            (merged[at], merged[twin]) = (true, true);
        }
    }
    for (_, number) in numbers.iter().enumerate().filter(|(at, _)| !merged[*at]) {
        let atom = &atoms[*number as usize];
        let chosen = atom.prey.is_some() || atom.checker.is_some() || !atom.after.is_empty() || atom.stays();
        let aside = !atom.effects.is_empty() || atom.safe.is_some() || atom.risky.is_some() || chosen;
        let list = if atom.again {
            &mut sorted.jumps
        } else if aside || (leader && guarded) || atom.lands == Some(Occupant::Ally) {
            &mut sorted.specials
        } else if matches!(atom.form, Form::Leap { .. }) {
            &mut sorted.shifts
        } else {
            &mut sorted.walks
        };
        list.push(*number);
    }
    (groups, sorted)
}

/// Adds a plain move to a group in which no other move has the same target. A slide is added only if it may start and
/// end on any square. Returns whether the move was added.
fn group<const W: usize>(geometry: &Geometry<W>, groups: &mut Vec<Group<W>>, atom: &Atom<W>) -> bool {
    let Some(step) = atom.form.step() else { return false };
    let most = match &atom.form {
        Form::Leap { .. } => 1,
        Form::Slide { .. } if atom.sources == geometry.all && atom.targets == geometry.all => longest(atom),
        _ => return false,
    };
    let reach: Vec<(i16, i16)> = (1..=i16::from(most)).map(|n| (step.0 * n, step.1 * n)).collect();
    let fits =
        |group: &Group<W>| group.promotions == atom.promotions && !reach.iter().any(|step| group.reach.contains(step));
    let found = match groups.iter().position(fits) {
        Some(at) => &mut groups[at],
        None => {
            groups.push(Group {
                player: atom.player,
                kind: atom.kind,
                promotions: atom.promotions.clone(),
                leaps: vec![],
                rays: vec![],
                reach: vec![],
            });
            groups.last_mut().expect("just pushed")
        }
    };
    found.reach.extend(reach);
    if matches!(atom.form, Form::Leap { .. }) {
        found.leaps.push((step, atom.sources, atom.targets));
    } else {
        found.rays.push((step, most));
    }
    true
}

/// The length of the longest ray of a slide on this board.
pub(super) fn longest<const W: usize>(atom: &Atom<W>) -> u8 {
    match &atom.form {
        Form::Slide { rays, .. } => rays.iter().map(|ray| ray.len()).max().unwrap_or(0) as u8,
        _ => 1,
    }
}

/// The maximum number of leaps that are generated for all pieces at once. More leaps are looked up for each piece.
const FEW: usize = 3;

impl<const W: usize> Group<W> {
    /// One atom for each leap. `None` if there are too many leaps, or slides.
    pub fn shifts(&self, geometry: &Geometry<W>) -> Option<Vec<Atom<W>>> {
        let atom = |(step, sources, targets): &(Offset, Set<W>, Set<W>)| Atom {
            form: Form::Leap { step: *step, by: geometry.rotation(*step) },
            sources: *sources,
            targets: *targets,
            ..self.atom(geometry)
        };
        (self.rays.is_empty() && self.leaps.len() <= FEW).then(|| self.leaps.iter().map(atom).collect())
    }

    /// An atom that moves a piece to any square without a friendly piece.
    fn atom(&self, geometry: &Geometry<W>) -> Atom<W> {
        Atom {
            player: self.player,
            kind: self.kind,
            id: 0,
            form: Form::Merged,
            lands: None,
            sources: geometry.all,
            targets: geometry.all,
            tests: vec![],
            safe: None,
            risky: None,
            prey: None,
            checker: None,
            after: vec![],
            promotions: self.promotions.clone(),
            flags: vec![],
            effects: vec![],
            between: vec![],
            simple: true,
            tame: true,
            again: false,
            captures_aside: false,
            forward: false,
        }
    }

    /// Builds the move generator of this group, and one atom that represents all its moves.
    pub fn finish(self, geometry: &Geometry<W>, number: u16, classes: &mut Classes<W>) -> (Plain<W>, Atom<W>) {
        let squares = (geometry.cols * geometry.rows) as u16;
        let table = (0..squares).map(|square| {
            let square = square as u8;
            let leaps = self.leaps.iter().filter(|(_, sources, _)| sources.has(square));
            leaps
                .filter_map(|(step, _, targets)| geometry.step(square, *step).filter(|to| targets.has(*to)))
                .collect::<Set<W>>()
        });
        let table = if self.leaps.is_empty() { vec![] } else { table.collect() };
        let atom = self.atom(geometry);
        let class = (!self.rays.is_empty()).then(|| classes.of(geometry, self.rays));
        (Plain { atom: number, table, class, promotes: !self.promotions.is_empty() }, atom)
    }
}

/// Groups rays by the exact set of their owners. Then each group is looked up once for all its owners.
pub(super) fn buckets<O: Copy + PartialEq>(owned: &[(O, Ray)]) -> Vec<(Vec<O>, Vec<Ray>)> {
    let mut rays: Vec<Ray> = Vec::new();
    for (_, ray) in owned {
        if !rays.contains(ray) {
            rays.push(*ray);
        }
    }
    let mut buckets: Vec<(Vec<O>, Vec<Ray>)> = Vec::new();
    for ray in rays {
        let mut owners: Vec<O> = Vec::new();
        for (owner, other) in owned {
            if *other == ray && !owners.contains(owner) {
                owners.push(*owner);
            }
        }
        match buckets.iter_mut().find(|(known, _)| *known == owners) {
            Some((_, bucket)) => bucket.push(ray),
            None => buckets.push((owners, vec![ray])),
        }
    }
    buckets
}
