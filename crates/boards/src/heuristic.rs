//! Evaluates positions, for bots that search.

use rulebook_kernel::{Heuristic, Seat};

use crate::bits::Set;
use crate::plan::Form;
use crate::play::{self, Move, Position};
use crate::rules::Boards;
use crate::state::BoardState;

/// The minimum gain of a promotion that the quiescence search follows, in centipawns.
const LOUD: i32 = 150;
/// The bonus for driving a lone leader towards a corner. `ROOM` counts once for each move that the leader has less than
/// on its best square. `ROOM` also counts once for each half square between the leader and the centre. `STEP` is the
/// penalty for each square between the leaders.
const ROOM: i32 = 12;
const STEP: i32 = 8;
/// The value for an eliminated player while the others continue: less than the value of any other position, but more
/// than the value of a lost game.
const OUT: i32 = -100_000_000;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The bonus for hunting a lone enemy leader. It grows as that leader is driven towards a corner and the player's
    /// own leader approaches. Zero if the enemy has other pieces.
    fn pursuit(&self, position: &Position<W, N>, player: u8) -> i32 {
        let plan = &self.plan;
        let [enemy] = plan.sides[player as usize].enemies[..] else { return 0 };
        let (own, theirs) = (position.player(plan, player), position.leaders(plan, enemy));
        let (mine, lone) = (position.leaders(plan, player), theirs == position.player(plan, enemy));
        if !lone || theirs.len() != 1 || mine.len() != 1 || own == mine {
            return 0;
        }
        let (hunted, hunter) = (theirs.lowest(), mine.lowest());
        let kind = plan.leaders.iter().find(|kind| position.kind(**kind).has(hunted)).copied().unwrap_or(0);
        let at = (kind as usize * plan.planes.players + enemy as usize) * plan.squares();
        let freedom = &self.worth.freedom[at..at + plan.squares()];
        let most = freedom.iter().max().copied().unwrap_or(0);
        let ((x, y), (u, v)) = (plan.geometry.column_row(hunted), plan.geometry.column_row(hunter));
        // The distance from the centre, in half squares.
        let off = |at: u8, size: i16| (2 * i32::from(at) - i32::from(size) + 1).abs();
        let out = off(x, plan.geometry.cols) + off(y, plan.geometry.rows);
        let apart = i32::from(x.abs_diff(u)) + i32::from(y.abs_diff(v));
        ROOM * ((most - freedom[hunted as usize]) / 850 + out) - STEP * apart
    }

    /// The gain of a move by capture and promotion, and whether the quiescence search follows the move.
    pub(crate) fn gain(&self, position: &Position<W, N>, mv: &Move) -> (i32, bool) {
        let (plan, worth) = (&self.plan, &self.worth);
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) {
            return (0, false);
        }
        let mut gain = 0;
        let taken = if mv.to() == mv.from() { None } else { position.kind_at(plan, mv.to()) };
        let aside = mv.path() != 0 || atom.captures_aside;
        if let Some(kind) = taken {
            gain += worth.prizes[kind as usize];
        } else if aside {
            gain += worth.prizes[atom.kind as usize];
        }
        let promoted =
            mv.promotion().checked_sub(1).map_or(0, |to| worth.kinds[to as usize] - worth.kinds[atom.kind as usize]);
        (gain + promoted, taken.is_some() || aside || promoted > LOUD)
    }
}

impl<const W: usize, const N: usize> Heuristic for Boards<W, N> {
    fn value(&self, view: &BoardState<W, N>, seat: Seat) -> i32 {
        let plan = &self.plan;
        let shown = view.chosen.map(|_| view.shown(plan));
        let position = shown.as_ref().unwrap_or(&view.position);
        let me = seat.index() as u8;
        if !position.is_in(me) {
            return OUT;
        }
        let others = (0..plan.planes.players as u8).filter(|player| *player != me && position.is_in(*player));
        let hunted: i32 = others.map(|other| self.pursuit(position, other)).sum();
        let rivals = (plan.planes.players as i32 - 1).max(1);
        let learnt = self.network.as_ref().map_or(0, |network| network.value(plan, position));
        let learnt = if me == position.mover(plan) { learnt } else { -learnt };
        self.evaluation.value(plan, position, me) + learnt + self.pursuit(position, me) - hunted / rivals
    }

    fn noisy(&self, state: &BoardState<W, N>, mv: &Move) -> bool {
        self.gain(&state.position, mv).1
    }

    fn promise(&self, state: &BoardState<W, N>, mv: &Move) -> i32 {
        let (gain, noisy) = self.gain(&state.position, mv);
        // If several pieces can capture the same piece, try the least valuable one first.
        if noisy { 16 * gain - self.worth.kinds[self.plan.atoms[mv.atom() as usize].kind as usize] + 16_000 } else { 0 }
    }

    fn tense(&self, state: &BoardState<W, N>) -> bool {
        !self.plan.leaders.is_empty() && play::in_check(&self.plan, &state.position)
    }

    fn loses(&self, state: &BoardState<W, N>, mv: &Move, more_than: i32) -> bool {
        let position = &state.position;
        let kind = mv.promotion().checked_sub(1).unwrap_or(self.plan.atoms[mv.atom() as usize].kind);
        // The move can lose at most the piece that moves. So compute the exchange only for a leader, or if the loss of
        // this piece would outweigh the gain by more than `more_than`.
        let may_lose = self.plan.leaders.contains(&kind)
            || self.worth.prizes[kind as usize] - self.gain(position, mv).0 > more_than;
        may_lose && self.exchange(position, mv) < -more_than
    }

    fn threatens(&self, state: &BoardState<W, N>, mv: &Move) -> bool {
        let (plan, position) = (&self.plan, &state.position);
        let atom = &plan.atoms[mv.atom() as usize];
        if plan.leaders.is_empty() || matches!(atom.form, Form::Pass) {
            return false;
        }
        let me = position.mover(plan);
        let kind = mv.promotion().checked_sub(1).unwrap_or(atom.kind);
        let occupied = position.occupied(plan).minus(Set::one(mv.from())) | Set::one(mv.to());
        let attacked = self.evaluation.attacked(plan, position, (me, kind), mv.to(), occupied);
        let enemies = &plan.sides[me as usize].enemies;
        attacked.any() && enemies.iter().any(|enemy| (attacked & position.leaders(plan, *enemy)).any())
    }

    fn skip(&self, state: &mut BoardState<W, N>) -> bool {
        let (plan, position) = (&self.plan, &mut state.position);
        if state.chosen.is_some() {
            return false;
        }
        let me = position.mover(plan);
        let own = position.player(plan, me);
        // A player who has only pieces of the least valuable kind is often in zugzwang, so skipping a turn would
        // mislead the search.
        let has_major = self.worth.majors.iter().any(|kind| {
            let held = plan.held(me, *kind).filter(|_| plan.clauses.hands);
            (own & position.kind(*kind)).any() || held.is_some_and(|held| position.counters[held as usize] > 0)
        });
        if self.worth.unit.is_none() || !has_major {
            return false;
        }
        position.skip_turn(plan);
        state.last = None;
        true
    }

    fn unit(&self) -> Option<i32> {
        self.worth.unit
    }

    fn key(&self, state: &BoardState<W, N>) -> u64 {
        // Multiplying by this odd number spreads the bits of the chosen move over the whole key.
        let chosen = state.chosen.map_or(0, |mv| (mv.bits() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        state.position.key(&self.plan) ^ state.position.flag_key(&self.plan) ^ chosen
    }
}
