//! The attacks of one player, by the square that is attacked.

use super::atom::{Atom, Form, Test, Want};
use super::geometry::Geometry;
use super::group::{Classes, buckets, longest};
use super::lines::Ray;
use crate::bits::Set;
use crate::spec::Occupant;

/// The captures that one player could make on each square if an enemy stood there.
#[derive(Clone, Debug)]
pub struct Attacks<const W: usize> {
    /// For each kind: the squares from which an unconditional leap reaches each square.
    pub leaps: Vec<(u8, Vec<Set<W>>)>,
    /// For each class of slides: the lines in reverse, and the kinds that slide along them.
    pub slides: Vec<(usize, Vec<u8>)>,
    /// Conditional captures and hops, by kind.
    pub odd: Vec<ConditionalCaptures<W>>,
    /// Whether an attacker and its target always determine the squares between them.
    pub unique: bool,
}

/// The captures of one kind that must be tested one by one.
#[derive(Clone, Debug)]
pub struct ConditionalCaptures<const W: usize> {
    /// The kind.
    pub kind: u8,
    /// For each square: the squares from which one of the atoms could reach this square.
    pub near: Vec<Set<W>>,
    /// The atoms.
    pub atoms: Vec<u16>,
}

impl<const W: usize> Attacks<W> {
    pub(super) fn new(
        geometry: &Geometry<W>,
        atoms: &[Atom<W>],
        numbers: &[u16],
        classes: &mut Classes<W>,
    ) -> Attacks<W> {
        let squares = (geometry.cols * geometry.rows) as usize;
        let mut attacks = Attacks { leaps: vec![], slides: vec![], odd: vec![], unique: true };
        let mut rays: Vec<(u8, Ray)> = Vec::new();
        for number in numbers {
            let atom = &atoms[*number as usize];
            if atom.lands != Some(Occupant::Enemy) {
                continue;
            }
            match &atom.form {
                Form::Leap { step, .. } if atom.tests.is_empty() && atom.prey.is_none() => {
                    let table = match attacks.leaps.iter_mut().find(|(kind, _)| *kind == atom.kind) {
                        Some((_, table)) => table,
                        None => {
                            attacks.leaps.push((atom.kind, vec![Set::EMPTY; squares]));
                            &mut attacks.leaps.last_mut().expect("just pushed").1
                        }
                    };
                    for from in atom.sources {
                        if let Some(to) = geometry.step(from, *step).filter(|to| atom.targets.has(*to)) {
                            table[to as usize].insert(from);
                        }
                    }
                }
                Form::Slide { step, .. }
                    if atom.tests.is_empty()
                        && atom.prey.is_none()
                        && atom.sources == geometry.all
                        && atom.targets == geometry.all =>
                {
                    rays.push((atom.kind, ((-step.0, -step.1), longest(atom))));
                }
                _ => attacks.add_odd(geometry, atom, *number),
            }
        }
        attacks.unique = !rays
            .iter()
            .enumerate()
            .any(|(at, (kind, ray))| rays[..at].iter().any(|(other, also)| other == kind && meet(*ray, *also)));
        for (kinds, rays) in buckets(&rays) {
            attacks.slides.push((classes.of(geometry, rays), kinds));
        }
        attacks
    }

    fn add_odd(&mut self, geometry: &Geometry<W>, atom: &Atom<W>, number: u16) {
        let squares = (geometry.cols * geometry.rows) as usize;
        if !self.odd.iter().any(|odd| odd.kind == atom.kind) {
            self.odd.push(ConditionalCaptures { kind: atom.kind, near: vec![Set::EMPTY; squares], atoms: vec![] });
        }
        let Some(odd) = self.odd.iter_mut().find(|odd| odd.kind == atom.kind) else { return };
        odd.atoms.push(number);
        for from in atom.sources {
            let reach: Set<W> = match &atom.form {
                Form::Leap { step, .. } => geometry.step(from, *step).into_iter().collect(),
                Form::Slide { rays, .. } | Form::Hop { rays, .. } => rays[from as usize],
                Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => Set::EMPTY,
            };
            (reach & atom.targets).iter().for_each(|to| odd.near[to as usize].insert(from));
        }
    }

    /// The squares whose content can decide whether this player attacks `square`. `None` means all squares of the
    /// board.
    pub(super) fn influence(
        &self,
        geometry: &Geometry<W>,
        atoms: &[Atom<W>],
        classes: &Classes<W>,
        square: u8,
    ) -> Option<Set<W>> {
        let mut squares = Set::EMPTY;
        for (class, _) in &self.slides {
            squares |= classes.built[*class].open(square);
        }
        for number in self.odd.iter().flat_map(|odd| &odd.atoms) {
            let atom = &atoms[*number as usize];
            let step = atom.form.step()?;
            let sources: Vec<u8> = match &atom.form {
                Form::Leap { .. } => geometry.step(square, (-step.0, -step.1)).into_iter().collect(),
                Form::Slide { rays, .. } | Form::Hop { rays, .. } => {
                    let sources: Vec<u8> =
                        geometry.all.iter().filter(|from| rays[*from as usize].has(square)).collect();
                    for from in &sources {
                        squares |= rays[*from as usize];
                    }
                    sources
                }
                Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => vec![],
            };
            for test in &atom.tests {
                let Test::At { back, want: Want::Empty | Want::Piece(..), .. } = test else { return None };
                for from in &sources {
                    squares.insert(((usize::from(*from) + 64 * W - usize::from(*back)) % (64 * W)) as u8);
                }
            }
            squares |= sources.into_iter().collect();
        }
        Some(squares & geometry.all)
    }
}

/// Whether two rays from one square can reach the same square.
fn meet((one, times): Ray, (other, also): Ray) -> bool {
    let reach = |(x, y): (i16, i16), most: u8| (1..=i16::from(most)).map(move |n| (x * n, y * n));
    reach(one, times).any(|at| reach(other, also).any(|to| at == to))
}
