//! Drops from the hand: the squares where pieces may be placed, and the pieces that a drop flips.

use super::Position;
use super::movegen_context::MovegenContext;
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::plan::{Form, Plan};

const AROUND: [(i16, i16); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Generates every drop of the player to move onto the squares of a mask.
pub(super) fn all<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let MovegenContext { plan, position, me, .. } = *now;
    let empty = plan.geometry.all.minus(now.occupied);
    for &number in &now.side.drops {
        let atom = &plan.atoms[number as usize];
        let Form::Drop(kind) = atom.form else { continue };
        if plan.held(me, kind).is_none_or(|counter| position.counters[counter as usize] == 0) {
            continue;
        }
        let Some(rule) = &plan.drops[kind as usize] else { continue };
        let mut to = empty & atom.targets & mask;
        if rule.one_a_file {
            to = to.minus(files(plan, position.kind(kind) & position.player(plan, me)));
        }
        if let Some((by, exists)) = rule.supported {
            to &= now.occupied.rotated(u32::from(by)) & exists | !exists;
        }
        if rule.flips {
            to &= flipping(plan, position, me);
        }
        if rule.not_mate {
            to = to.minus(mating(plan, position, me, kind, number, to));
        }
        sink.drops(to, number);
    }
}

/// All squares of the files on which these pieces stand. Files are columns of the board.
fn files<const W: usize>(plan: &Plan<W>, pieces: Set<W>) -> Set<W> {
    pieces.iter().fold(Set::EMPTY, |all, piece| all | plan.files[piece as usize])
}

/// The squares on which a drop would give checkmate.
fn mating<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    kind: u8,
    number: u16,
    to: Set<W>,
) -> Set<W> {
    let attacks = &plan.sides[me as usize].attacks;
    let mut doubtful = to;
    let slides = attacks.slides.iter().any(|(_, kinds)| kinds.contains(&kind));
    if let Some((_, table)) =
        attacks.leaps.iter().find(|(other, _)| *other == kind && !slides && attacks.odd.is_empty())
    {
        let enemies = plan.sides[me as usize].enemies.iter();
        let leaders = enemies.fold(Set::EMPTY, |all, enemy| all | position.leaders(plan, *enemy));
        doubtful &= leaders.iter().fold(Set::EMPTY, |all, leader| all | table[leader as usize]);
    }
    let mates = |square: &u8| {
        let mut after = *position;
        after.make(plan, Move::new(*square, *square, number));
        after.is_threatened(plan, after.mover(plan)) && !super::has_move(plan, &after)
    };
    doubtful.iter().filter(mates).collect()
}

/// The empty squares from which a row of enemy pieces leads to an own piece, in any of the eight directions.
fn flipping<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, me: u8) -> Set<W> {
    let own = position.player(plan, me);
    let occupied = position.occupied(plan);
    let enemies = occupied.minus(own);
    let mut found = Set::EMPTY;
    for (by, sources) in &plan.around {
        let ahead = |set: Set<W>| (set & *sources).rotated(u32::from(*by));
        let mut row = ahead(own) & enemies;
        let mut last = row;
        while last.any() {
            last = ahead(last);
            found |= last.minus(occupied);
            last &= enemies;
            row |= last;
        }
    }
    found & plan.geometry.all
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// Drops a piece from the hand and flips the pieces that it encloses.
    pub(super) fn place_drop(&mut self, plan: &Plan<W>, me: u8, kind: u8, square: u8) {
        if let Some(counter) = plan.held(me, kind) {
            self.counters[counter as usize] = self.counters[counter as usize].saturating_sub(1);
        }
        self.sets[kind as usize].insert(square);
        self.sets[plan.planes.kinds + me as usize].insert(square);
        if plan.drops[kind as usize].as_ref().is_some_and(|rule| rule.flips) {
            let own = self.player(plan, me);
            let enemies = self.occupied(plan).minus(own);
            let turned = AROUND.iter().fold(Set::EMPTY, |all, step| all | enclosed(plan, own, enemies, square, *step));
            for player in 0..plan.planes.players {
                let set = &mut self.sets[plan.planes.kinds + player];
                *set = if player == me as usize { *set | turned } else { set.minus(turned) };
            }
        }
    }
}

/// The enemy pieces in a row from a square up to an own piece. Empty if no own piece ends the row.
fn enclosed<const W: usize>(plan: &Plan<W>, own: Set<W>, enemies: Set<W>, from: u8, step: (i16, i16)) -> Set<W> {
    let (mut row, mut at) = (Set::EMPTY, from);
    while let Some(next) = plan.geometry.step(at, step) {
        if own.has(next) {
            return row;
        }
        if !enemies.has(next) {
            break;
        }
        row.insert(next);
        at = next;
    }
    Set::EMPTY
}

/// The eight directions: for each the rotation, and the squares from which it stays on the board. The first four have
/// no opposite pairs, so they cover every line through a square once.
pub(crate) fn around<const W: usize>(geometry: &crate::plan::Geometry<W>) -> Vec<(u8, Set<W>)> {
    AROUND.iter().map(|step| (geometry.rotation(*step), geometry.sources(*step))).collect()
}
