//! The legal moves of the player who is due.

use super::sink::{Count, Move, Sink};
use super::tested::Tester;
use super::{Moves, Position, chain, drops, generate, now::Now, pins, special};
use crate::bits::Set;
use crate::plan::{Mode, Plan};
use crate::spec::Pass;

/// Adds every legal move to a list, in a fixed order. None if the game is over.
pub fn legal<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, into: &mut Moves) {
    run(plan, position, into);
}

/// How many legal moves there are.
pub fn count<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> u64 {
    let mut count = Count::default();
    run(plan, position, &mut count);
    count.found
}

/// Is there a legal move, given that the game is not over by what stands on the board?
pub(crate) fn can_move<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    let mut any = Count { first_only: true, ..Count::default() };
    turn(plan, position, &mut any);
    any.found > 0
}

/// The same as [`legal`], given that the game is not over.
pub(crate) fn legal_now<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, into: &mut Moves) {
    turn(plan, position, into);
}

/// Is one of certain atoms among the legal moves? Nothing is generated unless its pieces and conditions allow it.
pub(crate) fn could_move<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    asks: impl Fn(&u16) -> bool,
) -> bool {
    let me = position.mover(plan);
    let side = &plan.sides[me as usize];
    let shifts = side.kinds.iter().flat_map(|kind| &kind.shifts).map(|shift| shift.atom);
    let others = side.kinds.iter().flat_map(|kind| kind.walks.iter().chain(&kind.jumps)).copied();
    let listed = shifts.chain(others).chain(side.specials.iter().map(|special| special.atom));
    let mut able = listed.filter(|atom| asks(atom)).filter(|number| {
        let atom = &plan.atoms[*number as usize];
        let sources = position.player(plan, me) & position.kind(atom.kind) & atom.sources;
        position.passing(plan, me, &atom.tests, sources, false).any()
    });
    if able.next().is_none() {
        return false;
    }
    let mut moves = Moves::new();
    turn(plan, position, &mut moves);
    moves.iter().any(|mv| asks(&mv.atom))
}

/// Is there a legal move?
pub fn has_move<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    let mut any = Count { first_only: true, ..Count::default() };
    run(plan, position, &mut any);
    any.found > 0
}

/// Is a leader of the player who is due attacked?
pub fn in_check<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    position.is_threatened(plan, position.mover(plan))
}

/// Hands every legal move to a sink.
#[inline]
pub(super) fn run<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if plan.watched && position.ended(plan).is_some() {
        return;
    }
    turn(plan, position, sink);
}

/// Every legal move of a game that is not over.
#[inline(always)]
fn turn<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if plan.clauses.pass == Pass::Never {
        return moving(plan, position, sink);
    }
    let mut any = Count { first_only: true, ..Count::default() };
    moving(plan, position, &mut any);
    if any.found > 0 {
        return moving(plan, position, sink);
    }
    // Who cannot move passes; when nobody can, the game is over.
    let mut next = *position;
    next.next_turn(plan);
    let mut others = Count { first_only: true, ..Count::default() };
    moving(plan, &next, &mut others);
    if others.found > 0 {
        sink.one(Move::new(0, 0, plan.pass));
    }
}

/// Every move but passing.
#[inline(always)]
fn moving<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if !plan.clauses.must_capture {
        return safe(plan, position, sink);
    }
    let occupied = position.occupied(plan);
    let mut any = Count { first_only: true, ..Count::default() };
    safe(plan, position, &mut Captures { plan, occupied, inner: &mut any });
    if any.found > 0 {
        safe(plan, position, &mut Captures { plan, occupied, inner: sink });
    } else {
        safe(plan, position, sink);
    }
}

/// Every move that leaves no own leader attacked.
#[inline(always)]
fn safe<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    let now = Now::new(plan, position, position.mover(plan));
    match plan.mode {
        Mode::Free => pseudo(&now, sink),
        Mode::Pins => {
            let leaders = position.kind(plan.leaders[0]) & now.own;
            if leaders.any() && !leaders.is_many() && !now.side.jumps {
                pins::all(&now, leaders.lowest(), sink);
            } else {
                pseudo(&now, &mut Tester::new(&now, sink));
            }
        }
        Mode::Tested => pseudo(&now, &mut Tester::new(&now, sink)),
    }
}

fn pseudo<const W: usize, const N: usize>(now: &Now<'_, W, N>, sink: &mut impl Sink<W>) {
    generate::all(now, sink);
    if !now.side.specials.is_empty() {
        special::all(now, &now.position.enemies(now.plan, now.me), special::Guard::Sink, sink);
    }
    if now.side.jumps {
        chain::all(now, sink);
    }
    if !now.side.drops.is_empty() && !sink.is_full() {
        drops::all(now, now.plan.geometry.all, sink);
    }
}

/// Passes on captures only.
struct Captures<'a, const W: usize> {
    plan: &'a Plan<W>,
    occupied: Set<W>,
    inner: &'a mut dyn Sink<W>,
}

impl<const W: usize> Captures<'_, W> {
    fn taking(&self, to: Set<W>, atom: u16) -> Set<W> {
        if self.plan.atoms[atom as usize].captures_aside { to } else { to & self.occupied }
    }
}

impl<const W: usize> Sink<W> for Captures<'_, W> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        self.inner.plain(from, self.taking(to, atom), atom);
    }

    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        self.inner.shifted(by, self.taking(to, atom), atom);
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        self.inner.promoted(from, self.taking(to, atom), atom, options);
    }

    fn drops(&mut self, _: Set<W>, _: u16) {}

    fn one(&mut self, mv: Move) {
        let aside = mv.path != 0 || self.plan.atoms[mv.atom as usize].captures_aside;
        if aside || (mv.from != mv.to && self.occupied.has(mv.to)) {
            self.inner.one(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.inner.is_full()
    }
}
