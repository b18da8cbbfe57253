//! The recursive search: the value of a position for the seat to move, with best play.
//!
//! There are two sides: the searching seat and all other seats. With more than two seats, the others are treated as one
//! opponent that only wants to harm the searching seat. This is pessimistic, but never relies on the help of another
//! seat.

use super::limits::Clock;
use super::transposition::{Bound, TranspositionTable};
use crate::rewards;
use rulebook_kernel::{Heuristic, Open, Outcome, Seat, Turn};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The value of a game that is won now. The value of a win in `n` plies is smaller by `n`.
pub(super) const WIN: i32 = 1_000_000_000;
/// Larger values are proven wins.
pub(super) const SURE: i32 = WIN - 10_000;
pub(super) const INFINITE: i32 = i32::MAX - 1;
/// The maximum length of a line, in plies.
pub(super) const MOST_PLIES: usize = 96;
/// The maximum number of replies to threats in a line of the quiescence search.
const ANSWERS: i32 = 6;
/// Quiet moves from this index on are searched with reduced depth first.
const LATE: usize = 4;

const HISTORY: usize = 1 << 12;
/// The maximum number of consecutive captures in the quiescence search with more than two seats. Without this limit,
/// several opponents could capture one after the other for very long.
const TAKES: i32 = 2;
/// An odd number with many bits set. It is mixed into hash keys.
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scores for move ordering, in this order: the move of the transposition table, noisy moves, killer moves, other
/// moves.
const REMEMBERED: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;

/// The buffers for one ply.
struct Ply<R: Open> {
    state: Option<R::State>,
    moves: Vec<R::Move>,
    order: Vec<(i32, u16)>,
    killers: [u64; 2],
}

/// The data that a search keeps between decisions.
pub(super) struct Search<R: Open> {
    pub table: TranspositionTable,
    plies: Vec<Ply<R>>,
    /// The keys of the positions on the path from the root.
    path: Vec<u64>,
    history: Vec<i32>,
    pub clock: Clock,
    /// The searching seat.
    root: Seat,
    /// With more than two seats, makes the keys of table entries depend on the searching seat. In such games, the value
    /// for one seat does not follow from the value for another seat.
    salt: u64,
    /// The maximum number of consecutive noisy moves in the quiescence search.
    noise: i32,
}

fn name<M: std::hash::Hash>(seat: Seat, mv: &M) -> u64 {
    FxBuildHasher.hash_one((seat, mv))
}

/// The value of an outcome for a seat. A win far from the root counts less.
pub(super) fn ended(outcome: &Outcome, seat: Seat, ply: usize) -> i32 {
    let share = rewards(outcome)[seat.index()];
    match share {
        _ if outcome.is_fault() => 0,
        1.0 => WIN - ply as i32,
        0.0 => ply as i32 - WIN,
        _ => 0,
    }
}

/// Converts a value for the transposition table. In the table, the distance to a win is counted from the position, not
/// from the root.
fn stored(value: i32, ply: usize) -> i32 {
    match value {
        v if v > SURE => v + ply as i32,
        v if v < -SURE => v - ply as i32,
        v => v,
    }
}

fn recalled(value: i32, ply: usize) -> i32 {
    match value {
        v if v > SURE => v - ply as i32,
        v if v < -SURE => v + ply as i32,
        v => v,
    }
}

impl<R: Open + Heuristic> Search<R> {
    pub(super) fn new() -> Search<R> {
        Search {
            table: TranspositionTable::new(),
            plies: Vec::new(),
            path: Vec::new(),
            history: vec![0; HISTORY],
            clock: Clock::new(super::Limits::default()),
            root: Seat::new(0),
            salt: 0,
            noise: i32::MAX,
        }
    }

    /// Prepares the search for a new decision. Old statistics of moves count less, and the transposition table stays.
    pub(super) fn prepare(&mut self, clock: Clock, rules: &R, seat: Seat, view: &R::State) {
        self.clock = clock;
        self.root = seat;
        let two = rules.seats(view) == 2;
        self.salt = if two { 0 } else { SALT.wrapping_mul(seat.index() as u64 + 1) };
        self.noise = if two { i32::MAX } else { TAKES };
        self.path.clear();
        let begin = self.key(rules, view);
        self.path.push(begin);
        self.history.iter_mut().for_each(|score| *score /= 4);
        let fresh = || Ply { state: None, moves: Vec::new(), order: Vec::new(), killers: [0; 2] };
        self.plies.resize_with(MOST_PLIES + 2, fresh);
        self.plies.iter_mut().for_each(|ply| ply.killers = [0; 2]);
    }

    /// The key of a position in the transposition table.
    pub(super) fn key(&self, rules: &R, state: &R::State) -> u64 {
        rules.key(state) ^ self.salt
    }

    fn are_together(&self, one: Seat, other: Seat) -> bool {
        (one == self.root) == (other == self.root)
    }

    /// Converts a value for the searching seat into a value for the side of `seat`.
    fn to_side(&self, seat: Seat, value: i32) -> i32 {
        if seat == self.root { value } else { -value }
    }

    /// The state after a move, built in the buffer of `ply`. The caller puts the state back into the buffer.
    #[inline]
    fn child(&mut self, rules: &R, state: &R::State, seat: Seat, mv: &R::Move, ply: usize) -> R::State {
        let mut next = match self.plies[ply].state.take() {
            Some(mut next) => {
                next.clone_from(state);
                next
            }
            None => state.clone(),
        };
        rules.play(&mut next, seat, mv, &mut ());
        next
    }

    /// Searches a position in which `due` has to move, and returns its value for `seat`. If the two seats are
    /// opponents, it negates the window and the value.
    #[inline]
    fn reply(
        &mut self,
        due: Seat,
        seat: Seat,
        (alpha, beta): (i32, i32),
        search: impl FnOnce(&mut Self, (i32, i32)) -> i32,
    ) -> i32 {
        if self.are_together(due, seat) { search(self, (alpha, beta)) } else { -search(self, (-beta, -alpha)) }
    }

    /// The value for `seat` of the position after this move.
    #[expect(clippy::too_many_arguments, reason = "a search carries its window with it")]
    pub(super) fn after(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        mv: &R::Move,
        depth: i32,
        window: (i32, i32),
        ply: usize,
    ) -> i32 {
        let next = self.child(rules, state, seat, mv, ply);
        let value = match rules.turn(&next) {
            Turn::Over(outcome) => {
                self.clock.tick();
                self.to_side(seat, ended(&outcome, self.root, ply))
            }
            Turn::Seats(due) => {
                let due = due.lowest().expect("somebody is due until the game is over");
                self.reply(due, seat, window, |search, window| search.node(rules, &next, due, depth, window, ply))
            }
        };
        self.plies[ply].state = Some(next);
        value
    }

    /// The value of the position for `seat`, which has to move. `ply` is the distance from the root.
    fn node(&mut self, rules: &R, state: &R::State, seat: Seat, depth: i32, window: (i32, i32), ply: usize) -> i32 {
        if self.clock.tick() {
            return 0;
        }
        let tense = rules.tense(state);
        let depth = if tense && depth >= 0 { depth + 1 } else { depth };
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiet(rules, state, seat, (0, tense), window, ply);
        }
        let key = self.key(rules, state);
        if self.path.contains(&key) {
            // A repeated position counts as a draw.
            return 0;
        }
        let (mut alpha, beta) = window;
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth) {
            let value = recalled(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= beta => return value,
                Bound::AtMost if value <= alpha => return value,
                _ => {}
            }
        }
        self.path.push(key);
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let mut order = std::mem::take(&mut self.plies[ply].order);
        moves.clear();
        rules.shortlist(state, seat, &mut moves);
        let remembered = known.map(|entry| entry.best);
        self.sort(rules, state, seat, &moves, &mut order, remembered, ply);

        let (mut best, mut choice) = (-INFINITE, 0);
        for tried in 0..order.len() {
            let (score, index) = next_best(&mut order, tried);
            let mv = &moves[index as usize];
            let value = if tried == 0 {
                self.after(rules, state, seat, mv, depth - 1, (alpha, beta), ply + 1)
            } else {
                let late = tried >= LATE && depth >= 3 && score < KILLER && !tense;
                let less = if late { 1 + i32::from(tried >= 3 * LATE) } else { 0 };
                let narrow = (alpha, alpha + 1);
                let mut value = self.after(rules, state, seat, mv, depth - 1 - less, narrow, ply + 1);
                if less > 0 && value > alpha {
                    value = self.after(rules, state, seat, mv, depth - 1, narrow, ply + 1);
                }
                if value > alpha && value < beta {
                    value = self.after(rules, state, seat, mv, depth - 1, (alpha, beta), ply + 1);
                }
                value
            };
            if self.clock.is_over() {
                break;
            }
            if value > best {
                (best, choice) = (value, index);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if score < NOISY {
                    self.learn(seat, mv, depth, ply);
                }
                break;
            }
        }
        self.path.pop();
        self.plies[ply].moves = moves;
        self.plies[ply].order = order;
        if self.clock.is_over() {
            return 0;
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > window.0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(key, stored(best, ply), choice as usize, depth, bound);
        best
    }

    /// Quiescence search: tries only noisy moves, until the position is quiet. `spent` counts its moves so far.
    fn quiet(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        (spent, tense): (i32, bool),
        window: (i32, i32),
        ply: usize,
    ) -> i32 {
        let (mut alpha, beta) = window;
        if spent >= self.noise {
            return self.to_side(seat, rules.value(state, self.root));
        }
        let tense = tense && spent < ANSWERS;
        let mut best = -INFINITE;
        if !tense {
            best = self.to_side(seat, rules.value(state, self.root));
            if best >= beta || ply > MOST_PLIES {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let mut order = std::mem::take(&mut self.plies[ply].order);
        moves.clear();
        rules.shortlist(state, seat, &mut moves);
        order.clear();
        let listed = moves.iter().zip(0..).filter(|(mv, _)| tense || rules.noisy(state, mv));
        order.extend(listed.map(|(mv, index)| (rules.promise(state, mv), index)));
        for tried in 0..order.len() {
            let (_, index) = next_best(&mut order, tried);
            let value = self.after_quiet(rules, state, seat, &moves[index as usize], spent, (alpha, beta), ply + 1);
            if self.clock.is_over() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].moves = moves;
        self.plies[ply].order = order;
        best
    }

    #[expect(clippy::too_many_arguments, reason = "a search carries its window with it")]
    fn after_quiet(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        mv: &R::Move,
        spent: i32,
        window: (i32, i32),
        ply: usize,
    ) -> i32 {
        if ply > MOST_PLIES || self.clock.tick() {
            return window.0;
        }
        let next = self.child(rules, state, seat, mv, ply);
        let value = match rules.turn(&next) {
            Turn::Over(outcome) => self.to_side(seat, ended(&outcome, self.root, ply)),
            Turn::Seats(due) => {
                let due = due.lowest().expect("somebody is due until the game is over");
                let tense = (spent + 1, rules.tense(&next));
                self.reply(due, seat, window, |search, window| search.quiet(rules, &next, due, tense, window, ply))
            }
        };
        self.plies[ply].state = Some(next);
        value
    }

    #[expect(clippy::too_many_arguments, reason = "buffers are handed in, so that nothing is allocated")]
    fn sort(
        &self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        moves: &[R::Move],
        order: &mut Vec<(i32, u16)>,
        remembered: Option<u16>,
        ply: usize,
    ) {
        order.clear();
        let killers = self.plies[ply].killers;
        order.extend(moves.iter().zip(0u16..).map(|(mv, index)| {
            if remembered == Some(index) {
                return (REMEMBERED, index);
            }
            if rules.noisy(state, mv) {
                return (NOISY + rules.promise(state, mv).clamp(-(1 << 26), 1 << 26), index);
            }
            let name = name(seat, mv);
            let killer = killers.contains(&name);
            (if killer { KILLER } else { self.history[name as usize % HISTORY] }, index)
        }));
    }

    /// Remembers a quiet move that caused a cutoff. The search then tries it early in other positions.
    fn learn(&mut self, seat: Seat, mv: &R::Move, depth: i32, ply: usize) {
        let name = name(seat, mv);
        let killers = &mut self.plies[ply].killers;
        if killers[0] != name {
            *killers = [name, killers[0]];
        }
        let score = &mut self.history[name as usize % HISTORY];
        *score = (*score + depth * depth).min(KILLER - 1);
    }
}

/// Moves the best remaining move to index `from`. This is cheaper than sorting, because most lists are cut off early.
fn next_best(order: &mut [(i32, u16)], from: usize) -> (i32, u16) {
    let best = (from..order.len()).fold(from, |best, at| if order[at].0 > order[best].0 { at } else { best });
    order.swap(from, best);
    order[from]
}
