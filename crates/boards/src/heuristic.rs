//! Evaluates positions, for bots that search.

use rulebook_kernel::{Heuristic, Seat};

use crate::bits::Set;
use crate::piece_values::{neighbours, of_line};
use crate::plan::Form;
use crate::play::{self, Move, Position};
use crate::rules::Boards;
use crate::state::BoardState;

/// The value of a piece in hand relative to a piece on the board, in sixteenths. It is a little higher, because a piece
/// in hand can go anywhere.
const IN_HAND: i32 = 17;
/// The minimum gain of a promotion that the quiescence search follows, in centipawns.
const LOUD: i32 = 150;
/// The bonus for driving a lone leader towards a corner. It counts once for each move that the leader lacks, and once
/// for each half square between the leader and the centre. `STEP` is the penalty for each square between the leaders.
const ROOM: i32 = 12;
const STEP: i32 = 8;
/// The penalty for a piece next to an empty square, in games in which pieces can be flipped.
const EXPOSED: i32 = 3;
/// The value of an eliminated player while others continue: worse than any position, but better than a lost game.
const OUT: i32 = -100_000_000;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The value of a player's pieces, of their squares, of the hand and of the lines.
    fn holdings(&self, position: &Position<W, N>, player: u8) -> i32 {
        let (plan, worth) = (&self.plan, &self.worth);
        let (players, squares) = (plan.planes.players, plan.squares());
        let own = position.player(plan, player);
        let (mut material, mut place) = (0, 0);
        for kind in 0..plan.planes.kinds {
            let pieces = own & position.kind(kind as u8);
            let at = (kind * players + player as usize) * squares;
            if plan.leaders.contains(&(kind as u8)) {
                place += self.leader(position, player, pieces, &worth.places[at..at + squares]);
            } else {
                material += pieces.len() as i32 * worth.kinds[kind];
                place += pieces.iter().map(|square| worth.places[at + square as usize]).sum::<i32>();
            }
            if let Some(counter) = plan.held(player, kind as u8).filter(|_| plan.clauses.hands) {
                material += i32::from(position.counters[counter as usize]) * worth.kinds[kind] * IN_HAND / 16;
            }
        }
        if worth.misere {
            return -material;
        }
        if worth.turned {
            let empty = plan.geometry.all.minus(position.occupied(plan));
            let open = own.iter().filter(|square| (neighbours(plan, *square) & empty).any()).count();
            place -= EXPOSED * open as i32;
        }
        if worth.check > 0
            && let Some(first) = plan.checks
        {
            place -= worth.check * i32::from(position.counters[(first + player) as usize]);
        }
        let others = position.occupied(plan).minus(own);
        let lines = worth.lines.iter().filter(|line| (**line & others).is_empty());
        material + place + lines.map(|line| of_line((*line & own).len())).sum::<i32>()
    }

    /// The value of a leader's square. A leader should stay safe while the enemies have much material, and become
    /// active when they have little. Progress towards a goal always counts.
    fn leader(&self, position: &Position<W, N>, player: u8, leaders: Set<W>, places: &[i32]) -> i32 {
        let plan = &self.plan;
        let others = position.occupied(plan).minus(position.player(plan, player));
        let pieces = plan.start.len().max(1) as i32 / plan.planes.players.max(1) as i32;
        // The weight is -4 if the enemies have all their pieces, and 4 if they have none.
        let calm = 4 - 8 * (others.len() as i32).min(pieces) / pieces.max(1);
        let goal = plan.clauses.wins.iter().any(|win| matches!(win, crate::spec::Win::Reach(_)));
        let one = |square: u8| {
            let place = places[square as usize];
            if goal { place } else { place * calm / 4 }
        };
        leaders.iter().map(one).sum()
    }

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
    fn gain(&self, position: &Position<W, N>, mv: &Move) -> (i32, bool) {
        let (plan, worth) = (&self.plan, &self.worth);
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) {
            return (0, false);
        }
        let mut gain = 0;
        let taken = if mv.to() == mv.from() { None } else { position.kind_at(plan, mv.to()) };
        let aside = mv.path() != 0 || atom.captures_aside;
        if let Some(kind) = taken {
            gain += worth.kinds[kind as usize];
        } else if aside {
            gain += worth.kinds[atom.kind as usize];
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
        let sum: i32 = others.map(|other| self.holdings(position, other) + self.pursuit(position, other)).sum();
        // Divide by the number of rivals at the start, not by the number that is left. So the value always rises when a
        // weak player is eliminated.
        let rivals = (plan.planes.players as i32 - 1).max(1);
        self.holdings(position, me) + self.pursuit(position, me) - sum / rivals
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

    fn loses(&self, state: &BoardState<W, N>, mv: &Move) -> bool {
        let (plan, position) = (&self.plan, &state.position);
        let atom = &plan.atoms[mv.atom() as usize];
        let stake = match atom.form {
            Form::Pass | Form::Castle(_) => return false,
            _ => self.worth.kinds[atom.kind as usize],
        };
        let (gain, _) = self.gain(position, mv);
        if gain >= stake || plan.leaders.contains(&atom.kind) {
            return false;
        }
        let me = position.mover(plan);
        let gone = Set::one(mv.to());
        let occupied = position.occupied(plan).minus(Set::one(mv.from())) | gone;
        position.is_attacked(plan, me, &position.enemies(plan, me), mv.to(), occupied, gone)
    }

    fn skip(&self, state: &mut BoardState<W, N>) -> bool {
        let (plan, position) = (&self.plan, &mut state.position);
        if state.chosen.is_some() {
            return false;
        }
        let me = position.mover(plan);
        let own = position.player(plan, me);
        // A player who has only pieces of the least valuable kind is often in zugzwang.
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
        // Multiplying by an odd number spreads the bits of the chosen move.
        let chosen = state.chosen.map_or(0, |mv| (mv.bits() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        state.position.key(&self.plan) ^ state.position.flag_key(&self.plan) ^ chosen
    }
}
