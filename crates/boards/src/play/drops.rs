//! Drops from the hand: the squares where pieces may be placed, and the pieces that a drop flips.

use super::Position;
use super::legal::can_move;
use super::movegen_context::MovegenContext;
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::plan::{Effect, Form, Plan};
use crate::spec::Owner;

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
        let Some(rule) = &plan.drops[kind as usize] else { continue };
        let held = plan.held(me, kind).is_some_and(|counter| position.counters[counter as usize] > 0);
        if !held && !rule.free {
            continue;
        }
        let mut to = empty & atom.targets & mask;
        if rule.one_a_file {
            to = to.minus(files(plan, position.kind(kind) & position.player(plan, me), rule.file_limit));
        }
        if let Some((by, exists)) = rule.supported {
            to &= now.occupied.rotated(u32::from(by)) & exists | !exists;
        }
        let opening = rule.first.get(me as usize).copied().unwrap_or(Set::EMPTY).minus(now.occupied);
        if opening.any() {
            to &= opening;
        } else if rule.flips {
            to &= flipping(plan, position, me);
        }
        if let Some(beside) = rule.beside
            && opening.is_empty()
        {
            let near = neighbours(plan, position.owned(plan, me, beside.owner), beside.straight);
            to = if beside.negated { to.minus(near) } else { to & near };
        }
        if rule.from_edge {
            to &= slid_in(plan, now.occupied);
        }
        if plan.coloured {
            to = to.iter().filter(|square| keeps_colours(plan, position, me, kind, *square)).collect();
        }
        for &becomes in &rule.becomes {
            for square in to & plan.movable_of(me, becomes) {
                let mv = Move::new(square, square, number).promoted(becomes + 1);
                if !rule.not_check || !checks(plan, position, me, mv) {
                    sink.one(mv);
                }
            }
        }
        if !plan.movable.is_empty() {
            to &= plan.movable_of(me, kind);
        }
        if rule.not_check {
            to = to.iter().filter(|square| !checks(plan, position, me, Move::new(*square, *square, number))).collect();
        }
        if rule.not_mate {
            to = to.minus(mating(plan, position, me, kind, number, to));
        }
        sink.drops(to, number);
    }
}

/// All squares of the files on which at least `limit` of these pieces stand. Files are columns of the board.
fn files<const W: usize>(plan: &Plan<W>, pieces: Set<W>, limit: u8) -> Set<W> {
    if limit == 0 {
        return plan.geometry.all;
    }
    let full = |piece: &u8| limit == 1 || (plan.files[*piece as usize] & pieces).len() >= u32::from(limit);
    pieces.iter().filter(full).fold(Set::EMPTY, |all, piece| all | plan.files[piece as usize])
}

/// The squares beside the squares of a set, along rows and columns or in all eight directions.
pub(super) fn neighbours<const W: usize>(plan: &Plan<W>, set: Set<W>, straight: bool) -> Set<W> {
    let steps = plan.around.iter().enumerate().filter(|(at, _)| !straight || at % 2 == 0);
    steps.fold(Set::EMPTY, |all, (_, (by, sources))| all | (set & *sources).rotated(u32::from(*by)))
}

/// The squares where a piece that slides in from an edge stops: the last empty square before a piece or the far edge.
fn slid_in<const W: usize>(plan: &Plan<W>, occupied: Set<W>) -> Set<W> {
    let geometry = &plan.geometry;
    let edges = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let mut found = Set::EMPTY;
    for step in edges {
        let entries = geometry.all.iter().filter(|square| geometry.step(*square, (-step.0, -step.1)).is_none());
        for entry in entries.filter(|square| !occupied.has(*square)) {
            let path = geometry.ray(entry, step, u8::MAX);
            let open = path.into_iter().take_while(|square| !occupied.has(*square));
            found.insert(open.last().unwrap_or(entry));
        }
    }
    found
}

/// Whether at most half of the player's pieces of this kind stand on squares of one colour after the drop. Also
/// requires that enough squares of both colours stay free for pieces with this restriction.
fn keeps_colours<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    kind: u8,
    square: u8,
) -> bool {
    let coloured = |other: &u8| plan.drops[*other as usize].as_ref().is_some_and(|rule| rule.colours);
    (0..plan.planes.kinds as u8).filter(coloured).all(|other| {
        let own = position.kind(other) & position.player(plan, me);
        let all = own.len() + position.in_hand(plan, me, 1 << other);
        let dark = plan.dark;
        if other == kind {
            let same = if dark.has(square) { own & dark } else { own.minus(dark) };
            return same.len() < all.div_ceil(2);
        }
        let zone = plan.sides[me as usize].drops.iter().map(|number| &plan.atoms[*number as usize]);
        let zone = zone.filter(|atom| atom.kind == other).fold(Set::EMPTY, |all, atom| all | atom.targets);
        let open = own | zone.minus(position.occupied(plan) | Set::one(square));
        (open & dark).len() >= all / 2 && open.minus(dark).len() >= all / 2
    })
}

/// Whether a move gives check to an enemy.
fn checks<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, me: u8, mv: Move) -> bool {
    let mut after = *position;
    after.place(plan, mv);
    plan.sides[me as usize].enemies.iter().any(|enemy| after.is_threatened(plan, *enemy))
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
        // A check that ends the game in another way is not mate.
        after.is_threatened(plan, after.mover(plan)) && after.ended(plan).is_none() && !can_move(plan, &after)
    };
    doubtful.iter().filter(mates).collect()
}

/// The empty squares from which a row of enemy pieces leads to a friendly piece, in any of the eight directions.
fn flipping<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, me: u8) -> Set<W> {
    let own = position.player(plan, me);
    let occupied = position.occupied(plan);
    let enemies = position.owned(plan, me, Owner::Enemy);
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
    /// The enemy pieces in the rows that lead from a square to a friendly piece, in any of the eight directions.
    pub(super) fn enclosed(&self, plan: &Plan<W>, me: u8, square: u8) -> Set<W> {
        let (own, enemies) = (self.player(plan, me), self.owned(plan, me, Owner::Enemy));
        AROUND.iter().fold(Set::EMPTY, |all, step| all | enclosed(plan, own, enemies, square, *step))
    }

    /// Gives the pieces on these squares to a player.
    pub(super) fn turn_over(&mut self, plan: &Plan<W>, me: u8, squares: Set<W>) {
        for player in 0..plan.planes.players {
            let set = &mut self.sets[plan.planes.kinds + player];
            *set = if player == me as usize { *set | squares } else { set.minus(squares) };
        }
    }

    /// Drops a piece from the hand and flips the pieces that it encloses.
    pub(super) fn place_drop(&mut self, plan: &Plan<W>, mv: Move, kind: u8) {
        let atom = &plan.atoms[mv.atom() as usize];
        let (me, square) = (atom.player, mv.to());
        if let Some(counter) = plan.held(me, kind) {
            self.counters[counter as usize] = self.counters[counter as usize].saturating_sub(1);
        }
        let placed = if mv.promotion() > 0 { mv.promotion() - 1 } else { kind };
        self.sets[placed as usize].insert(square);
        self.sets[plan.planes.kinds + me as usize].insert(square);
        if plan.unmoved_drops.has(square) {
            self.sets[plan.planes.unmoved].insert(square);
        }
        if plan.drops[kind as usize].as_ref().is_some_and(|rule| rule.flips) {
            let turned = self.enclosed(plan, me, square);
            self.turn_over(plan, me, turned);
        }
        let beside = || (neighbours(plan, Set::one(square), false) & self.player(plan, me)).any();
        let beside = !atom.effects.is_empty() && beside();
        for effect in &atom.effects {
            if let Effect::Change(change) = effect
                && (beside || !change.drop_beside_own)
            {
                self.change(plan, me, mv, change);
            }
        }
    }
}

/// The enemy pieces in a row from a square up to a friendly piece. Empty if no friendly piece ends the row.
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

/// For each of the eight directions, the rotation that moves a set by one step, and the squares from which this step
/// stays on the board. The first four directions have no opposite pairs, so they cover every line through a square
/// once.
pub(crate) fn around<const W: usize>(geometry: &crate::plan::Geometry<W>) -> Vec<(u8, Set<W>)> {
    AROUND.iter().map(|step| (geometry.rotation(*step), geometry.sources(*step))).collect()
}
