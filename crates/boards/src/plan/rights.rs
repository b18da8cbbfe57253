//! Finds the pieces for which the repetition rule must know whether they have moved. These are the pieces that some
//! move requires to be unmoved.

use super::Geometry;
use super::atom::{Atom, Test, Want};
use crate::bits::Set;

/// The maximum number of castling pairs. Beyond it, the repetition rule compares the pieces one by one.
const MOST_PAIRS: usize = 64;

/// The squares on which the repetition rule distinguishes moved and unmoved pieces.
pub(super) struct Rights<const W: usize> {
    /// Single squares, which are in no castling pair.
    pub alone: Set<W>,
    /// The castling pairs: a player and two squares. The repetition rule only tests whether both pieces are unmoved.
    pub pairs: Vec<(u8, u8, u8)>,
}

impl<const W: usize> Rights<W> {
    pub fn new(geometry: &Geometry<W>, atoms: &[Atom<W>], start: &[(u8, u8, u8)]) -> Rights<W> {
        let mut rights = Rights { alone: Set::EMPTY, pairs: vec![] };
        for atom in atoms {
            rights.add(geometry, atom, start);
        }
        rights.pairs.sort_unstable();
        rights.pairs.dedup();
        if rights.pairs.len() > MOST_PAIRS {
            rights.alone |= rights.pairs.drain(..).flat_map(|(_, one, other)| [one, other]).collect();
        }
        rights
    }

    fn add(&mut self, geometry: &Geometry<W>, atom: &Atom<W>, start: &[(u8, u8, u8)]) {
        let itself = atom.tests.contains(&Test::Unmoved);
        // The castling partners that the move requires: for each its offset, and its kind if the move names one.
        let mut partners: Vec<(u8, Option<u8>)> = Vec::new();
        for test in &atom.tests {
            match test {
                Test::At { want: Want::NoPartner(kind), back, .. } => partners.push((*back, *kind)),
                Test::At { want: Want::Unmoved | Want::Moved, back, .. } => {
                    partners.push((*back, named_at(atom, *back)))
                }
                _ => {}
            }
        }
        if itself && !partners.is_empty() {
            for &(player, _, mover) in start.iter().filter(|(p, k, _)| (*p, *k) == (atom.player, atom.kind)) {
                for (back, kind) in &partners {
                    let square = mover.wrapping_sub(*back) & (64 * W - 1) as u8;
                    let fits = |(p, k, at): &&(u8, u8, u8)| {
                        *at == square && *p == player && kind.is_none_or(|kind| kind == *k)
                    };
                    self.pairs.extend(start.iter().find(fits).map(|_| (player, mover, square)));
                }
            }
            return;
        }
        // A piece that only moves forward never returns to its start square, so it needs no test.
        if itself && !atom.forward {
            let squares = start.iter().filter(|(_, kind, _)| *kind == atom.kind).map(|(.., square)| *square);
            self.alone |= squares.collect();
        }
        for (_, kind) in partners {
            self.alone |= match kind {
                Some(kind) => start.iter().filter(|(_, k, _)| *k == kind).map(|(.., square)| *square).collect(),
                None => geometry.all,
            };
        }
    }
}

/// The kind that another test of the atom requires on the same square.
fn named_at<const W: usize>(atom: &Atom<W>, square: u8) -> Option<u8> {
    atom.tests.iter().find_map(|test| match test {
        Test::At { want: Want::Piece(kind, _), back, negated: false, .. } if *back == square => *kind,
        _ => None,
    })
}
