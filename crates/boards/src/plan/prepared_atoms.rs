//! Atoms prepared for their generators: cheap tests that often fail come first.

use super::Geometry;
use super::atom::{Atom, Effect, Form, Safe, Spot, Test, Want};
use crate::bits::Set;
use crate::spec::Occupant;

/// A leap that is generated for all pieces of a kind at once.
#[derive(Clone, Debug)]
pub struct Shift<const W: usize> {
    pub(crate) atom: u16,
    /// The rotation of the whole set of pieces.
    pub(crate) by: u8,
    pub(crate) lands: Option<Occupant>,
    pub(crate) sources: Set<W>,
    pub(crate) targets: Set<W>,
    /// Whether only pieces that have never moved may make this leap.
    pub(crate) unmoved: bool,
    /// For each square that must be empty: the rotation that brings it to the source.
    pub(crate) clear: Vec<u8>,
    /// All other tests.
    pub(crate) tests: Vec<Test<W>>,
    pub(crate) promotes: Promotes<W>,
}

/// The cases in which a leap promotes.
#[derive(Clone, Copy, Debug)]
pub enum Promotes<const W: usize> {
    /// The leap never promotes.
    Never,
    /// The leap promotes on these squares, always to the same piece.
    On(Set<W>),
    /// Whether the leap promotes depends on the position.
    Perhaps,
}

/// A move that changes other squares, tests attacks, or moves a leader conditionally.
#[derive(Clone, Debug)]
pub struct Special<const W: usize> {
    pub(crate) atom: u16,
    pub(crate) kind: u8,
    pub(crate) sources: Set<W>,
    pub(crate) unmoved: bool,
    /// Whether the move requires a flag. Positions rarely have flags, so this is tested first.
    pub(crate) flagged: bool,
    /// For each source: the squares that must be empty. The list is empty if there are no such squares.
    pub(crate) clear: Vec<Set<W>>,
    pub(crate) tests: Vec<Test<W>>,
    /// For each source: the other squares that no enemy may attack. `None` if the target is not known in advance.
    pub(crate) calm: Option<Vec<Set<W>>>,
    /// The castling partner, if the move is plain castling. *Plain castling* is a leap to an empty square that also
    /// moves one unmoved friendly piece and has no other condition or effect.
    pub(crate) carries: Option<CastlingPartner<W>>,
}

/// The partner of plain castling.
#[derive(Clone, Debug)]
pub struct CastlingPartner<const W: usize> {
    /// The rotation from the source to the target of the move.
    pub(crate) by: u8,
    pub(crate) kind: u8,
    pub(crate) from: Spot<W>,
    pub(crate) to: Spot<W>,
}

impl<const W: usize> CastlingPartner<W> {
    /// `rest` are the tests of the atom, except unmoved pieces and empty squares.
    fn new(atom: &Atom<W>, rest: &[Test<W>]) -> Option<CastlingPartner<W>> {
        let Form::Leap { by, .. } = atom.form else { return None };
        let [Effect::Shift { kind: Some(kind), from, to }] = atom.effects[..] else { return None };
        let plain = atom.lands == Some(Occupant::Empty)
            && atom.tame
            && atom.safe == Some(Safe::Path)
            && atom.promotions.is_empty()
            && atom.flags.is_empty()
            && atom.risky.is_none()
            && atom.prey.is_none()
            && atom.checker.is_none()
            && atom.after.is_empty()
            && !atom.stays();
        let partner =
            |back: u8, other: Option<u8>| back == from.by.wrapping_neg() & (64 * W - 1) as u8 && other == Some(kind);
        let unmoved = |test: &Test<W>| match test {
            Test::At { back, want: Want::NoPartner(other), negated: true, .. } => partner(*back, *other),
            _ => false,
        };
        let found = |test: &Test<W>| match test {
            Test::Finds(places) => matches!(places[..], [(back, _, other)] if partner(back, other)),
            _ => false,
        };
        let fits = plain
            && rest.iter().any(unmoved)
            && rest.iter().any(found)
            && rest.iter().all(|test| unmoved(test) || found(test));
        fits.then_some(CastlingPartner { by, kind, from, to })
    }
}

/// The tests of an atom, divided into simple tests with their own fields and other tests.
struct Split<const W: usize> {
    unmoved: bool,
    /// The rotations of the squares that must be empty.
    clear: Vec<u8>,
    sources: Set<W>,
    rest: Vec<Test<W>>,
}

fn split<const W: usize>(atom: &Atom<W>) -> Split<W> {
    let mut split = Split { unmoved: false, clear: vec![], sources: atom.sources, rest: vec![] };
    for test in &atom.tests {
        match test {
            Test::Unmoved => split.unmoved = true,
            Test::At { back, valid, want: Want::Empty, negated: false } => {
                split.sources &= *valid;
                split.clear.push(*back);
            }
            other => split.rest.push(other.clone()),
        }
    }
    split
}

impl<const W: usize> Shift<W> {
    /// Prepares the leap of an atom. `None` if the atom is not a leap.
    pub(super) fn new(geometry: &Geometry<W>, atom: &Atom<W>, number: u16) -> Option<Shift<W>> {
        let Form::Leap { by, .. } = atom.form else { return None };
        let Split { unmoved, clear, sources, rest } = split(atom);
        let promotes = match &atom.promotions[..] {
            [] => Promotes::Never,
            [only]
                if only.tests.is_empty()
                    && !only.depends_on_target()
                    && only.sources == geometry.all
                    && !only.limited =>
            {
                Promotes::On(only.targets)
            }
            _ => Promotes::Perhaps,
        };
        let Atom { lands, targets, .. } = *atom;
        Some(Shift { atom: number, by, lands, sources, targets, unmoved, clear, tests: rest, promotes })
    }
}

impl<const W: usize> Special<W> {
    pub(super) fn new(geometry: &Geometry<W>, atom: &Atom<W>, number: u16) -> Special<W> {
        let Split { unmoved, clear, sources, rest } = split(atom);
        let squares = (geometry.cols * geometry.rows) as u16;
        let turned = |square: u16, by: u8| (square as u8).wrapping_add(by) & (64 * W - 1) as u8;
        let masks = |square: u16| clear.iter().map(|back| turned(square, back.wrapping_neg())).collect();
        let flag = |test: &Test<W>| matches!(test, Test::At { want: Want::Flag(_), negated: false, .. });
        let calm = |by: u8| {
            let between = if atom.safe == Some(Safe::Path) { &atom.between[..] } else { &[] };
            let squares_of = |square| between.iter().chain([&by]).map(|by| turned(square, *by)).collect::<Set<W>>();
            (0..squares).map(|square| squares_of(square) & geometry.all).collect()
        };
        Special {
            atom: number,
            kind: atom.kind,
            sources,
            unmoved,
            flagged: rest.iter().any(flag),
            carries: CastlingPartner::new(atom, &rest),
            clear: if clear.is_empty() { vec![] } else { (0..squares).map(masks).collect() },
            tests: rest,
            calm: if let Form::Leap { by, .. } = atom.form { Some(calm(by)) } else { None },
        }
    }
}
