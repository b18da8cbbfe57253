//! The legal moves of the player to move.

use super::choices::{Choices, OnlyDrops, OnlyWalls, WithoutWalls};
use super::legal_by_trial::Tester;
use super::random_move::Batches;
use super::sink::{Any, Count, Move, Sink, counted_by_inner};
use super::{Moves, Position, chain, drops, generate, movegen_context::MovegenContext, pins, special};
use crate::bits::Set;
use crate::plan::{Mode, Plan};
use crate::spec::{Facing, Pass};
use rulebook_kernel::Draws;

/// Appends every legal move to a list, in a fixed order. Appends nothing if the game is over.
pub fn legal<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, into: &mut Moves) {
    run(plan, position, into);
}

/// The number of legal moves.
pub fn count<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> u64 {
    let mut count = Count::default();
    run(plan, position, &mut count);
    count.found
}

/// Whether there is a legal move. The caller has checked that the pieces on the board do not end the game.
pub(crate) fn can_move<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    if plan.mode == Mode::Pins && !plan.clauses.no_checks && can_move_easily(plan, position) {
        return true;
    }
    let mut any = Any::default();
    turn(plan, position, &mut any);
    any.found
}

/// Tries a fast path. Returns `true` if the leader is not attacked, and a piece that is on no line towards the leader
/// can move.
fn can_move_easily<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    let now = MovegenContext::new(plan, position, position.mover(plan));
    let leaders = position.kind(plan.leaders[0]) & now.own;
    if leaders.is_empty() || leaders.is_many() {
        return false;
    }
    let (leader, foes) = (leaders.lowest(), &now.side.foes);
    for (from, owners) in foes.leaps_to(leader).iter().zip(&foes.leapers) {
        if (*from & now.occupied).minus(now.own).any() && (*from & position.of(plan, owners)).any() {
            return false;
        }
    }
    let mut free = now.own.minus(leaders);
    for (owners, class) in &foes.sliders {
        let class = &plan.classes[*class];
        let sliders = position.of(plan, owners) & class.open(leader);
        if sliders.any() && (sliders & class.seen(leader, now.occupied)).any() {
            return false;
        }
        free = free.minus(class.open(leader));
    }
    let mut any = Any::default();
    for kind in &now.side.kinds {
        let sources = free & position.kind(kind.kind);
        if sources.any() {
            generate::kind(&now, kind, sources, plan.geometry.all, &mut any);
            if any.found {
                return true;
            }
        }
    }
    false
}

/// The choices of the next decision, for a game that is known not to be over. Usually these are the legal moves. If the
/// player chooses the square of a wall in a second decision, there are two cases: before the move, the choices are the
/// moves without their walls; after it, they are the walls that may follow the move `chosen`.
#[inline]
pub(crate) fn decisions<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    chosen: Option<Move>,
    sink: &mut impl Sink<W>,
) {
    if !plan.staged {
        turn(plan, position, sink);
    } else if let Some(mv) = chosen {
        let now = MovegenContext::new(plan, position, position.mover(plan));
        let mut walls = OnlyWalls::new(plan, sink);
        if plan.mode == Mode::Free {
            Choices::new(&now, &mut walls).expand(mv);
        } else {
            Choices::new(&now, &mut Tester::new(&now, &mut walls)).expand(mv);
        }
    } else {
        turn(plan, position, &mut any_sink(&mut WithoutWalls::new(sink)));
    }
}

/// Draws one of the [`decisions`] at random, for a game that is known not to be over. `None` if there is no move.
pub(crate) fn draw_now<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    chosen: Option<Move>,
    draws: &mut Draws,
) -> Option<Move> {
    let mut batches = Batches::default();
    decisions(plan, position, chosen, &mut batches);
    batches.draw(draws)
}

/// Whether the player to move has a legal move of an atom that `asks` accepts. Generates moves only if a piece of the
/// player passes the conditions of such an atom.
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
    moves.iter().any(|mv| asks(&mv.atom()))
}

/// Whether there is a legal move.
pub fn has_move<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    let mut any = Any::default();
    run(plan, position, &mut any);
    any.found
}

/// Whether a leader of the player to move is attacked.
pub fn in_check<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    position.is_threatened(plan, position.mover(plan))
}

/// Emits every legal move. Emits nothing if the game is over.
#[inline]
pub(super) fn run<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if plan.watched && position.ended(plan).is_some() {
        return;
    }
    turn(plan, position, sink);
}

/// Emits every legal move of a game that is not over.
#[inline(always)]
fn turn<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if const { N > USUAL_SETS } {
        return unusual_turn(plan, position, sink);
    }
    usual_turn(plan, position, sink);
}

/// The maximum number of sets of a position for which the generators are compiled once for each sink. Larger positions
/// are rare, so they share one copy for all sinks.
const USUAL_SETS: usize = 24;

#[inline(never)]
fn unusual_turn<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, mut sink: &mut dyn Sink<W>) {
    usual_turn(plan, position, &mut sink);
}

#[inline(always)]
fn usual_turn<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if plan.clauses.pass.is_empty() {
        return moving(plan, position, sink);
    }
    passing(plan, position, sink);
}

/// Emits every legal move of a game in which players may pass.
fn passing<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    let me = position.mover(plan);
    let pass = Move::new(0, 0, plan.pass);
    let checked = || {
        let answers = plan.clauses.facing == Facing::Answered && position.leaders_face(plan);
        !answers && position.is_threatened(plan, me)
    };
    match plan.pass_of(me) {
        Pass::Never => return moving_apart(plan, position, sink),
        Pass::Allowed => {
            moving_apart(plan, position, sink);
            if !checked() && !is_compelled(plan, position) {
                sink.one(pass);
            }
            return;
        }
        Pass::Forced => {}
    }
    let mut any = Any::default();
    moving_apart(plan, position, &mut any);
    if any.found {
        return moving_apart(plan, position, sink);
    }
    if checked() {
        return;
    }
    if plan.clauses.double_pass.is_some() {
        return sink.one(pass);
    }
    // A player without a move passes. If no player has a move, the game is over and there is no pass.
    let mut next = *position;
    let others = (1..plan.order.len()).any(|_| {
        let mut any = Any::default();
        next.next_turn(plan);
        moving_apart(plan, &next, &mut any);
        any.found
    });
    if others {
        sink.one(pass);
    }
}

/// Whether the player to move must capture or drop.
fn is_compelled<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>) -> bool {
    let me = position.mover(plan);
    if plan.clauses.must_drop != 0 && position.in_hand(plan, me, plan.clauses.must_drop) > 0 {
        let mut any = Any::default();
        safe(plan, position, &mut any_sink(&mut OnlyDrops::new(plan, Some(plan.clauses.must_drop), &mut any)));
        if any.found {
            return true;
        }
    }
    if !plan.clauses.must_capture {
        return false;
    }
    let mut all = Count::default();
    let occupied = position.occupied(plan);
    let mut captures = Captures { plan, occupied, found: false, mark: 0, inner: &mut all };
    safe(plan, position, &mut any_sink(&mut captures));
    captures.found
}

/// Emits every move except passing.
#[inline(always)]
fn moving<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    if !plan.clauses.must_capture && plan.clauses.must_drop == 0 {
        return safe(plan, position, sink);
    }
    let me = position.mover(plan);
    if plan.clauses.must_drop != 0 && position.in_hand(plan, me, plan.clauses.must_drop) > 0 {
        let mut any = Any::default();
        safe(plan, position, &mut any_sink(&mut OnlyDrops::new(plan, Some(plan.clauses.must_drop), &mut any)));
        let kinds = any.found.then_some(plan.clauses.must_drop);
        return safe(plan, position, &mut any_sink(&mut OnlyDrops::new(plan, kinds, sink)));
    }
    if !plan.clauses.must_capture {
        return safe(plan, position, sink);
    }
    // The generator may emit a capture after other moves. The first capture drops the earlier moves, so one pass over
    // all moves is enough.
    let mark = sink.mark();
    let mut captures = Captures { plan, occupied: position.occupied(plan), found: false, mark, inner: sink };
    safe(plan, position, &mut any_sink(&mut captures));
}

/// Like [`moving`], in a function of its own: callers that are not hot share one copy of the generators.
#[inline(never)]
fn moving_apart<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    moving(plan, position, sink);
}

/// Emits every move that leaves no friendly leader attacked.
#[inline(always)]
fn safe<const W: usize, const N: usize>(plan: &Plan<W>, position: &Position<W, N>, sink: &mut impl Sink<W>) {
    let now = MovegenContext::new(plan, position, position.mover(plan));
    match plan.mode {
        _ if plan.extended => chosen(&now, sink),
        Mode::Free => pseudo(&now, sink),
        Mode::Pins => {
            let leaders = position.kind(plan.leaders[0]) & now.own;
            let single = leaders.any() && !leaders.is_many() && !now.side.jumps;
            if !single || !pins::all(&now, leaders.lowest(), sink) {
                pseudo(&now, &mut Tester::new(&now, sink));
            }
        }
        Mode::Tested => pseudo(&now, &mut Tester::new(&now, sink)),
    }
}

/// Emits every move with its further choices.
#[inline(never)]
fn chosen<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, sink: &mut impl Sink<W>) {
    if now.plan.mode == Mode::Free {
        let mut choices = Choices::new(now, sink);
        pseudo(now, &mut any_sink(&mut choices));
        choices.walls_instead();
    } else {
        let mut tester = Tester::new(now, sink);
        let mut choices = Choices::new(now, &mut tester);
        pseudo(now, &mut any_sink(&mut choices));
        choices.walls_instead();
    }
}

/// The sink without its type: the generators are compiled once for all such sinks. This keeps the build short; a call of
/// the sink takes a little longer.
fn any_sink<const W: usize>(sink: &mut dyn Sink<W>) -> &mut dyn Sink<W> {
    sink
}

fn pseudo<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, sink: &mut impl Sink<W>) {
    generate::all(now, sink);
    if !now.side.specials.is_empty() {
        special::all(now, &now.position.enemies(now.plan, now.me), special::SafetyTest::Sink, sink);
    }
    if !now.side.castles.is_empty() {
        special::castles(now, &now.position.enemies(now.plan, now.me), true, sink);
    }
    if now.side.jumps {
        chain::all(now, sink);
    }
    if !now.side.drops.is_empty() && !sink.is_full() {
        drops::all(now, now.plan.geometry.all, sink);
    }
}

/// A sink for compulsory captures. It passes on all moves until it gets a capture. Then it drops the earlier moves and
/// passes on only captures.
struct Captures<'a, const W: usize> {
    plan: &'a Plan<W>,
    occupied: Set<W>,
    found: bool,
    /// The mark at which the moves of this turn begin.
    mark: u64,
    inner: &'a mut dyn Sink<W>,
}

impl<const W: usize> Captures<'_, W> {
    /// The targets whose moves this sink passes on: all targets, or only captures if one was found.
    #[inline(always)]
    fn wanted(&mut self, to: Set<W>, atom: u16) -> Set<W> {
        let taking = if self.plan.atoms[atom as usize].captures_aside { to } else { to & self.occupied };
        if taking.any() {
            self.capture();
        }
        if self.found { taking } else { to }
    }

    #[inline(always)]
    fn capture(&mut self) {
        if !self.found {
            self.found = true;
            self.inner.back_to(self.mark);
        }
    }
}

impl<const W: usize> Sink<W> for Captures<'_, W> {
    #[inline(always)]
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        let to = self.wanted(to, atom);
        self.inner.plain(from, to, atom);
    }

    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        let to = self.wanted(to, atom);
        self.inner.shifted(by, to, atom);
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        let to = self.wanted(to, atom);
        self.inner.promoted(from, to, atom, options);
    }

    fn drops(&mut self, to: Set<W>, atom: u16) {
        if !self.found {
            self.inner.drops(to, atom);
        }
    }

    fn one(&mut self, mv: Move) {
        let atom = &self.plan.atoms[mv.atom() as usize];
        let aside = mv.path() != 0 || atom.captures_aside;
        let takes = aside || (mv.from() != mv.to() && self.occupied.has(mv.to()) && !atom.is_castle());
        if takes {
            self.capture();
        }
        if takes || !self.found {
            self.inner.one(mv);
        }
    }

    counted_by_inner!();
}
