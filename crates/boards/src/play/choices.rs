//! Further choices of a move: the wall that a player places after the move, or a held piece. The held piece takes the
//! square that a piece leaves by its first move.

use super::generate::targets;
use super::movegen_context::MovegenContext;
use super::sink::{Move, Sink, counted_by_inner};
use crate::bits::Set;
use crate::plan::{Effect, Form, Plan};
use crate::spec::WallPlace;

use super::Position;

/// A sink that passes on every move once for each of its further choices.
pub(super) struct Choices<'a, const W: usize, const N: usize> {
    now: &'a MovegenContext<'a, W, N>,
    inner: &'a mut dyn Sink<W>,
}

impl<'a, const W: usize, const N: usize> Choices<'a, W, N> {
    pub fn new(now: &'a MovegenContext<'a, W, N>, inner: &'a mut dyn Sink<W>) -> Self {
        Choices { now, inner }
    }

    /// Passes on the walls that a player may place instead of a move.
    pub fn walls_instead(&mut self) {
        let MovegenContext { plan, position, me, .. } = *self.now;
        if plan.clauses.walls.as_ref().is_some_and(|walls| walls.instead) {
            let empty = plan.geometry.all.minus(self.now.occupied);
            let pass = Move::new(0, 0, plan.pass);
            for square in placeable(plan, position, me, empty, empty) {
                self.inner.one(pass.walled(square));
            }
        }
    }

    /// Passes on the move once for each of its further choices.
    pub fn expand(&mut self, mv: Move) {
        let MovegenContext { plan, position, me, .. } = *self.now;
        if let Some(walls) = plan.clauses.walls.as_ref().filter(|walls| !walls.instead) {
            let empty = self.vacant_after(mv);
            let reach = match walls.place {
                WallPlace::Source => Set::one(mv.from()),
                WallPlace::Reach => self.reach_after(mv),
                WallPlace::Anywhere | WallPlace::Edge => empty,
            };
            for square in placeable(plan, position, me, empty, reach) {
                let before = self.inner.mark();
                self.inner.one(mv.walled(square));
                if self.inner.wants_one_wall() && self.inner.mark() != before {
                    break;
                }
            }
            return;
        }
        self.inner.one(mv);
        if !plan.gates.is_empty() {
            self.gate(mv);
        }
    }

    /// The squares on which a wall may stand after a move. The wall is placed before the effects of the move change
    /// other squares.
    fn vacant_after(&self, mv: Move) -> Set<W> {
        let MovegenContext { plan, position, occupied, .. } = *self.now;
        let atom = &plan.atoms[mv.atom() as usize];
        let drops = matches!(atom.form, Form::Drop(_));
        let changes = atom.effects.iter().any(|effect| matches!(effect, Effect::Change(_)));
        if atom.simple || changes {
            let mut left = if drops { Set::EMPTY } else { Set::one(mv.from()) };
            for effect in &atom.effects {
                if let Effect::Capture(at) = effect {
                    left |= at.from(mv.from()).into_iter().collect();
                }
            }
            return plan.geometry.all.minus(occupied.minus(left) | Set::one(mv.to()));
        }
        let mut after = *position;
        after.place(plan, mv);
        plan.geometry.all.minus(after.occupied(plan))
    }

    /// The empty squares to which the piece could move after the move.
    fn reach_after(&self, mv: Move) -> Set<W> {
        let MovegenContext { plan, position, me, .. } = *self.now;
        let mut after = *position;
        after.place(plan, mv);
        let Some(kind) = after.kind_at(plan, mv.to()) else { return Set::EMPTY };
        let strides = &plan.strides[me as usize * plan.planes.kinds + kind as usize];
        let able = |number: &&u16| {
            let atom = &plan.atoms[**number as usize];
            after.passing(plan, me, &atom.tests, Set::one(mv.to()) & atom.sources, false).any()
        };
        let reach = |number: &u16| targets(plan, &after, me, &plan.atoms[*number as usize], mv.to());
        strides.iter().filter(able).map(reach).fold(Set::EMPTY, |all, some| all | some)
    }

    /// An unmoved piece leaves a square with this move. Passes on the move once for each held piece that may be placed
    /// there.
    fn gate(&mut self, mv: Move) {
        let MovegenContext { plan, position, me, side, .. } = *self.now;
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) {
            return;
        }
        let zone = plan.gates[me as usize] & position.unmoved(plan) & position.player(plan, me);
        let mut left = Set::one(mv.from());
        for effect in &atom.effects {
            if let Effect::Shift { from, .. } = effect {
                left |= from.from(mv.from()).into_iter().collect();
            }
        }
        if let Form::Castle(castle) = &atom.form {
            left.insert(castle.partner);
        }
        left &= zone;
        if left.is_empty() {
            return;
        }
        let mut after = *position;
        after.place(plan, mv);
        // A piece with drop zones can be placed only there.
        let fits = |kind: u8, square: u8| {
            let mut drops = side.drops.iter().map(|number| &plan.atoms[*number as usize]);
            let own = drops.find(|atom| matches!(atom.form, Form::Drop(dropped) if dropped == kind));
            own.is_none_or(|atom| atom.targets.has(square))
        };
        for square in left.minus(after.occupied(plan)) {
            for kind in 0..plan.planes.kinds as u8 {
                let held = plan.held(me, kind).is_some_and(|counter| after.counters[counter as usize] > 0);
                // A piece that this move captures cannot be placed by the same move.
                let before = plan.held(me, kind).is_some_and(|counter| position.counters[counter as usize] > 0);
                if held && before && fits(kind, square) {
                    self.inner.one(mv.gated(square, kind));
                }
            }
        }
    }
}

/// The squares of a set on which the rules allow a wall.
fn placeable<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    empty: Set<W>,
    reach: Set<W>,
) -> Set<W> {
    let Some(walls) = &plan.clauses.walls else { return Set::EMPTY };
    let mut squares = empty & reach & plan.wall_zones[me as usize];
    if walls.place == WallPlace::Edge {
        let (cols, rows) = (plan.geometry.cols as u8, plan.geometry.rows as u8);
        let gone = position.walls(plan);
        let outer = |square: &u8| {
            let (x, y) = plan.geometry.column_row(*square);
            let near = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let beside = |step: &(i16, i16)| plan.geometry.step(*square, *step).is_none_or(|next| gone.has(next));
            x == 0 || y == 0 || x + 1 == cols || y + 1 == rows || near.iter().any(beside)
        };
        squares = squares.iter().filter(outer).collect();
    }
    squares
}

impl<const W: usize, const N: usize> Sink<W> for Choices<'_, W, N> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        for square in to {
            self.expand(Move::new(from, square, atom));
        }
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for square in to {
            for kind in options {
                self.expand(Move::new(from, square, atom).promoted(kind + 1));
            }
        }
    }

    fn one(&mut self, mv: Move) {
        self.expand(mv);
    }

    counted_by_inner!();
}

/// A sink for the first of two decisions: the player chooses a move, and then the square of its wall. Passes on each
/// move once, without the wall.
pub(super) struct WithoutWalls<'a, const W: usize> {
    inner: &'a mut dyn Sink<W>,
    last: Option<Move>,
}

impl<'a, const W: usize> WithoutWalls<'a, W> {
    pub fn new(inner: &'a mut dyn Sink<W>) -> Self {
        WithoutWalls { inner, last: None }
    }
}

impl<const W: usize> Sink<W> for WithoutWalls<'_, W> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        self.inner.plain(from, to, atom);
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        self.inner.promoted(from, to, atom, options);
    }

    fn one(&mut self, mv: Move) {
        let mv = if mv.choice().is_some() { mv.bare() } else { mv };
        if self.last.replace(mv) != Some(mv) {
            self.inner.one(mv);
        }
    }

    fn mark(&self) -> u64 {
        self.inner.mark()
    }

    fn back_to(&mut self, mark: u64) {
        self.inner.back_to(mark);
    }

    fn is_full(&self) -> bool {
        self.inner.is_full()
    }

    fn wants_one_wall(&self) -> bool {
        true
    }
}

/// A sink for the second decision. Passes on only the wall of each move.
pub(super) struct OnlyWalls<'a, const W: usize> {
    pass: Move,
    inner: &'a mut dyn Sink<W>,
}

impl<'a, const W: usize> OnlyWalls<'a, W> {
    pub fn new(plan: &Plan<W>, inner: &'a mut dyn Sink<W>) -> Self {
        OnlyWalls { pass: Move::new(0, 0, plan.pass), inner }
    }
}

impl<const W: usize> Sink<W> for OnlyWalls<'_, W> {
    /// In this decision every move has a wall, so moves without a wall are ignored.
    fn plain(&mut self, _: u8, _: Set<W>, _: u16) {}

    fn promoted(&mut self, _: u8, _: Set<W>, _: u16, _: &[u8]) {}

    fn one(&mut self, mv: Move) {
        if let Some((square, None)) = mv.choice() {
            self.inner.one(self.pass.walled(square));
        }
    }

    counted_by_inner!();
}

/// A sink that passes on only drops of some kinds, or everything but drops.
pub(super) struct OnlyDrops<'a, const W: usize> {
    plan: &'a Plan<W>,
    /// The kinds whose drops are passed on. `None` passes on every move that is not a drop.
    kinds: Option<crate::spec::Kinds>,
    inner: &'a mut dyn Sink<W>,
}

impl<'a, const W: usize> OnlyDrops<'a, W> {
    pub fn new(plan: &'a Plan<W>, kinds: Option<crate::spec::Kinds>, inner: &'a mut dyn Sink<W>) -> Self {
        OnlyDrops { plan, kinds, inner }
    }

    fn wants(&self, atom: u16) -> bool {
        match (&self.plan.atoms[atom as usize].form, self.kinds) {
            (Form::Drop(kind), Some(kinds)) => kinds >> kind & 1 == 1,
            (Form::Drop(_), None) | (_, Some(_)) => false,
            (_, None) => true,
        }
    }
}

impl<const W: usize> Sink<W> for OnlyDrops<'_, W> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        if self.kinds.is_none() {
            self.inner.plain(from, to, atom);
        }
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        if self.kinds.is_none() {
            self.inner.promoted(from, to, atom, options);
        }
    }

    fn drops(&mut self, to: Set<W>, atom: u16) {
        if self.wants(atom) {
            self.inner.drops(to, atom);
        }
    }

    fn one(&mut self, mv: Move) {
        if self.wants(mv.atom()) {
            self.inner.one(mv);
        }
    }

    counted_by_inner!();
}
