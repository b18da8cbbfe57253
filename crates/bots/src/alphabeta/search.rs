//! The recursive search: the value of a position for the seat to move, with best play.
//!
//! There are two sides: the searching seat and all other seats. With more than two seats, the others are treated as one
//! opponent that only wants to harm the searching seat. This is pessimistic, but never relies on the help of another
//! seat.

use super::limits::Clock;
use super::transposition::{Bound, NO_MOVE, NO_SCORE, TranspositionTable};
use crate::rewards;
use rulebook_kernel::{Heuristic, Open, Outcome, Seat, Turn};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// The value of a game that is won now. The value of a win in `n` plies is smaller by `n`.
pub(super) const WIN: i32 = 1_000_000_000;
/// A value above this limit is a proven win.
pub(super) const SURE: i32 = WIN - 10_000;
pub(super) const INFINITE: i32 = i32::MAX - 1;
/// The maximum length of a line, in plies.
pub(super) const MOST_PLIES: usize = 96;
/// The maximum number of replies to threats in a line of the quiescence search.
const ANSWERS: i32 = 6;
/// The maximum depth at which a score far outside the window ends the search of a position or of a quiet move.
const SHALLOW: i32 = 7;
/// The depth from which a cutoff by a skipped turn is verified with a search that skips no turn.
const VERIFIED: i32 = 10;
/// The depth from which the search tests whether one move is much better than all others.
const SINGULAR: i32 = 6;

/// The number of scores of quiet moves, and of pairs of a move and its reply.
const HISTORY: usize = 1 << 12;
const PAIRS: usize = 1 << 17;
/// The maximum score of a quiet move or a pair.
const MOST_SCORE: i32 = 1 << 14;
/// The maximum number of consecutive captures in the quiescence search with more than two seats. Without this limit,
/// several opponents could capture one after the other for very long.
const TAKES: i32 = 2;
/// An odd number with many bits set. It is mixed into hash keys.
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scores for move ordering, in this order: the move of the transposition table, noisy moves, killer moves, other quiet
/// moves, noisy moves that probably lose material.
const REMEMBERED: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOSING: i32 = -(1 << 27);
/// The score of a move that the search left out.
const UNTRIED: i32 = i32::MIN;

/// The buffers for one ply.
struct Ply<R: Open> {
    state: Option<R::State>,
    moves: Vec<R::Move>,
    order: Vec<(i32, u16)>,
    killers: [u64; 2],
    /// The hash of the move that led to this ply. Zero at the root and after a skipped turn.
    made: u64,
    /// The score of the position for the side to move. `None` if that side must answer a threat.
    score: Option<i32>,
    /// Whether the search expects that a move reaches `beta`.
    cuts: bool,
    /// The index of a move that the search of this ply leaves out, to see whether the other moves are much worse.
    without: Option<u16>,
}

/// The data that a search keeps between decisions.
pub(super) struct Search<R: Open> {
    pub table: TranspositionTable,
    plies: Vec<Ply<R>>,
    /// The keys of the positions on the path from the root.
    path: Vec<u64>,
    /// Scores that grow when a quiet move causes a cutoff: in `history` for each move, in `pairs` for each move and its
    /// reply.
    history: Vec<i32>,
    pairs: Vec<i32>,
    /// How much the depth of a move is reduced, by the remaining depth and the index of the move.
    reductions: Vec<[i32; 64]>,
    pub clock: Clock,
    /// The searching seat.
    root: Seat,
    /// A number that makes the keys of table entries depend on the searching seat, if there are more than two seats. In
    /// such games, the value for one seat does not follow from the value for another seat.
    salt: u64,
    /// The maximum number of consecutive noisy moves in the quiescence search.
    noise: i32,
    /// The score of the least valuable piece. `None` if the search must not prune by scores.
    unit: Option<i32>,
    /// The maximum length of a line in plies: twice the depth of the search. Longer lines are not extended.
    pub longest: usize,
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

impl Bound {
    /// Returns the stored value if it makes a search with this window unnecessary.
    fn decides(self, value: i32, (alpha, beta): (i32, i32)) -> Option<i32> {
        let decides = match self {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
            Bound::None => false,
        };
        decides.then_some(value)
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
            pairs: vec![0; PAIRS],
            reductions: (0..64).map(|depth| std::array::from_fn(|tried| reduction(depth, tried))).collect(),
            clock: Clock::new(super::Limits::default()),
            root: Seat::new(0),
            salt: 0,
            noise: i32::MAX,
            unit: None,
            longest: MOST_PLIES,
        }
    }

    /// Prepares the search for a new decision. Old statistics of moves count less, and the transposition table stays.
    pub(super) fn prepare(&mut self, clock: Clock, rules: &R, seat: Seat, view: &R::State) {
        self.clock = clock;
        self.root = seat;
        let two = rules.seats(view) == 2;
        self.salt = if two { 0 } else { SALT.wrapping_mul(seat.index() as u64 + 1) };
        self.noise = if two { i32::MAX } else { TAKES };
        self.unit = if two { rules.unit() } else { None };
        self.path.clear();
        let begin = self.key(rules, view);
        self.path.push(begin);
        self.history.iter_mut().chain(&mut self.pairs).for_each(|score| *score /= 4);
        let fresh = || Ply {
            state: None,
            moves: Vec::new(),
            order: Vec::new(),
            killers: [0; 2],
            made: 0,
            score: None,
            cuts: false,
            without: None,
        };
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
    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
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
        self.plies[ply].made = name(seat, mv);
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
        let open = window.1.saturating_sub(window.0) > 1;
        // A side that must answer a threat has few good moves, so a deeper search is cheap.
        let extends = tense && depth > 0 && ply < self.longest;
        let depth = if extends { depth + 1 } else { depth };
        if depth <= 0 || ply >= MOST_PLIES {
            return self.quiet(rules, state, seat, (0, tense), window, ply);
        }
        let key = self.key(rules, state);
        if self.path.contains(&key) {
            // A repeated position counts as a draw.
            return 0;
        }
        let (mut alpha, beta) = window;
        let without = self.plies[ply].without.take();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth && without.is_none() && !open)
            && let Some(value) = entry.bound().decides(recalled(entry.value, ply), window)
        {
            return value;
        }
        let score = self.unit.filter(|_| !tense).map(|_| {
            let known = known.and_then(super::transposition::Entry::score);
            known.unwrap_or_else(|| self.to_side(seat, rules.value(state, self.root)))
        });
        self.plies[ply].score = score;
        // A stored bound can be nearer to the true value than the score without a search.
        let mut refined = score;
        if let (Some(score), Some(entry)) = (score, known) {
            let value = recalled(entry.value, ply);
            let nearer = match entry.bound() {
                Bound::Exact => true,
                Bound::AtLeast => value > score,
                Bound::AtMost => value < score,
                Bound::None => false,
            };
            if nearer && value.abs() < SURE {
                refined = Some(value);
            }
        }
        if let (Some(score), Some(unit)) = (refined, self.unit)
            && !open
            && without.is_none()
            && beta.abs() < SURE
        {
            if let Some(value) = self.cut_by_score(rules, state, seat, (score, unit), depth, beta, ply) {
                return value;
            }
            if depth <= 2 && score + 3 * unit * depth <= alpha {
                let value = self.quiet(rules, state, seat, (0, false), (alpha, alpha + 1), ply);
                if value <= alpha || self.clock.is_over() {
                    return value;
                }
            }
        }
        let remembered = known.map(|entry| entry.best).filter(|best| *best != NO_MOVE);
        // Without a remembered move, the moves are in a poor order. Search this position less deeply now, which finds a
        // move to remember for the next search.
        let depth = if remembered.is_none() && depth >= 4 { depth - 1 } else { depth };
        let single = match known.filter(|_| depth >= SINGULAR && without.is_none() && ply < self.longest) {
            Some(entry) if remembered.is_some() => match self.singular(rules, state, seat, entry, depth, beta, ply) {
                Singular::Cut(value) => return value,
                Singular::Extend(plies) => plies,
            },
            _ => 0,
        };
        // Whether the score of the side to move has grown since its last turn.
        let improves = ply >= 2 && score > self.plies[ply - 2].score;
        self.path.push(key);
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let mut order = std::mem::take(&mut self.plies[ply].order);
        moves.clear();
        rules.shortlist(state, seat, &mut moves);
        self.sort(rules, state, seat, &moves, &mut order, remembered, ply);

        let (mut best, mut choice) = (-INFINITE, NO_MOVE);
        let mut tried = 0;
        for at in 0..order.len() {
            let (rank, index) = self.next_move(rules, state, &moves, &mut order, at);
            if without == Some(index) {
                order[at].0 = UNTRIED;
                continue;
            }
            let mv = &moves[index as usize];
            let checks = tried > 0 && rank <= KILLER && rules.threatens(state, mv);
            let less = if tried > 0 && depth >= 2 && rank < KILLER + 1 && !tense {
                let less = self.reduction(rank, tried, depth, (open, self.plies[ply].cuts, improves));
                (less - i32::from(checks)).max(0)
            } else {
                0
            };
            // A check often begins a combination, so only the material that it loses counts.
            let is_fine = || checks && !rules.loses(state, mv, self.unit.unwrap_or(0) * depth);
            if tried > 0
                && best > -SURE
                && !is_fine()
                && self.is_hopeless(rules, state, mv, rank, tried, (depth, depth - less, improves), (alpha, open), ply)
            {
                order[at].0 = UNTRIED;
                continue;
            }
            let value = if tried == 0 {
                let depth = depth - 1 + if remembered == Some(index) { single } else { 0 };
                self.plies[ply + 1].cuts = !open && !self.plies[ply].cuts;
                self.after(rules, state, seat, mv, depth, (alpha, beta), ply + 1)
            } else {
                let narrow = (alpha, alpha + 1);
                self.plies[ply + 1].cuts = less > 0 || open || !self.plies[ply].cuts;
                let mut value = self.after(rules, state, seat, mv, depth - 1 - less, narrow, ply + 1);
                if less > 0 && value > alpha {
                    self.plies[ply + 1].cuts = !self.plies[ply].cuts;
                    value = self.after(rules, state, seat, mv, depth - 1, narrow, ply + 1);
                }
                if value > alpha && value < beta {
                    self.plies[ply + 1].cuts = false;
                    value = self.after(rules, state, seat, mv, depth - 1, (alpha, beta), ply + 1);
                }
                value
            };
            tried += 1;
            if self.clock.is_over() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    choice = index;
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if is_quiet(rank) || remembered == Some(index) && !rules.noisy(state, mv) {
                    let earlier = order[..at].iter().filter(|(rank, _)| is_quiet(*rank));
                    let worse: Vec<u64> = earlier.map(|(_, index)| name(seat, &moves[*index as usize])).collect();
                    self.learn(name(seat, mv), &worse, depth, ply);
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
        if without.is_some() {
            // Without another move, `best` keeps its initial low value, which shows that the left-out move is forced.
            return best;
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > window.0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(key, (stored(best, ply), score.unwrap_or(NO_SCORE)), choice, depth, bound);
        best
    }

    /// Searches, to half the depth, all moves except the remembered one. If all of them are much worse, the remembered
    /// move is searched deeper. If one of them also reaches `beta`, the position needs no full search.
    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
    fn singular(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        entry: super::transposition::Entry,
        depth: i32,
        beta: i32,
        ply: usize,
    ) -> Singular {
        let Some(unit) = self.unit else { return Singular::Extend(0) };
        let value = recalled(entry.value, ply);
        let deep = i32::from(entry.depth) >= depth - 3;
        if !deep || !matches!(entry.bound(), Bound::Exact | Bound::AtLeast) || value.abs() >= SURE {
            return Singular::Extend(0);
        }
        let margin = value - unit * depth / 50;
        self.plies[ply].without = Some(entry.best);
        let others = self.node(rules, state, seat, (depth - 1) / 2, (margin - 1, margin), ply);
        self.plies[ply].without = None;
        match others {
            _ if self.clock.is_over() => Singular::Extend(0),
            others if others < margin => Singular::Extend(1),
            _ if margin >= beta => Singular::Cut(margin),
            _ if value >= beta => Singular::Extend(-1),
            _ => Singular::Extend(0),
        }
    }

    /// Moves the best remaining move to index `at`. A capture that loses material goes behind the quiet moves.
    fn next_move(
        &self,
        rules: &R,
        state: &R::State,
        moves: &[R::Move],
        order: &mut [(i32, u16)],
        at: usize,
    ) -> (i32, u16) {
        loop {
            let (rank, index) = next_best(order, at);
            let noisy = (NOISY - (1 << 26)..REMEMBERED).contains(&rank);
            if !noisy || self.unit.is_none() || !rules.loses(state, &moves[index as usize], 0) {
                return (rank, index);
            }
            order[at].0 = LOSING + (rank - NOISY);
        }
    }

    /// The value of a position whose score is so far above `beta` that no full search is needed. Either a shallow
    /// search cannot lower the score to `beta`, or the side to move stays above `beta` even if it skips its turn.
    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
    fn cut_by_score(
        &mut self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        (score, unit): (i32, i32),
        depth: i32,
        beta: i32,
        ply: usize,
    ) -> Option<i32> {
        let improves = ply >= 2 && self.plies[ply].score > self.plies[ply - 2].score;
        if depth <= SHALLOW && score - unit * (depth - i32::from(improves)) * 3 / 4 >= beta {
            return Some(score);
        }
        if depth < 3 || score < beta || self.plies[ply].made == 0 {
            return None;
        }
        let mut next = self.plies[ply + 1].state.take().unwrap_or_else(|| state.clone());
        next.clone_from(state);
        let skips = rules.skip(&mut next);
        let mut value = -INFINITE;
        if skips && let Turn::Seats(due) = rules.turn(&next) {
            let due = due.lowest().expect("somebody is due until the game is over");
            let less = 4 + depth / 3 + ((score - beta) / (2 * unit)).min(3);
            self.plies[ply + 1].cuts = !self.plies[ply].cuts;
            self.plies[ply + 1].made = 0;
            let narrow = (beta - 1, beta);
            value = self.reply(due, seat, narrow, |search, window| {
                search.node(rules, &next, due, depth - less, window, ply + 1)
            });
        }
        self.plies[ply + 1].state = Some(next);
        if value < beta || self.clock.is_over() {
            return None;
        }
        if depth >= VERIFIED {
            // Pretend that the last turn was skipped. This prevents the verifying search from skipping a turn here,
            // because two turns in a row are never skipped.
            let made = std::mem::take(&mut self.plies[ply].made);
            let verified = self.node(rules, state, seat, depth - 5, (beta - 1, beta), ply);
            self.plies[ply].made = made;
            if verified < beta {
                return None;
            }
        }
        Some(value.min(SURE))
    }

    /// Whether a shallow search can leave out this move. This holds if the move comes late in the list or loses much
    /// material, or if it is quiet and the score of the position is far below `alpha`.
    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
    fn is_hopeless(
        &self,
        rules: &R,
        state: &R::State,
        mv: &R::Move,
        rank: i32,
        tried: usize,
        (depth, left, improves): (i32, i32, bool),
        (alpha, open): (i32, bool),
        ply: usize,
    ) -> bool {
        let (Some(score), Some(unit)) = (self.plies[ply].score, self.unit) else { return false };
        if open || rank >= KILLER || left > SHALLOW {
            return false;
        }
        let most = (if improves { 4 + depth * depth } else { 3 + depth * depth / 2 }) as usize;
        let left = left.max(1);
        if tried > most || score + unit * (left + 1) <= alpha {
            return true;
        }
        if !is_quiet(rank) {
            return rules.loses(state, mv, unit * depth);
        }
        left < 4 && rank < -left * MOST_SCORE / 3 || rules.loses(state, mv, unit * left * left / 4)
    }

    /// Returns by how many plies the search of a late move is reduced. `open` says whether the window is not narrow,
    /// `cuts` whether some move probably reaches `beta`, and `improves` whether the score of the side to move has
    /// grown.
    pub(super) fn reduction(
        &self,
        rank: i32,
        tried: usize,
        depth: i32,
        (open, cuts, improves): (bool, bool, bool),
    ) -> i32 {
        let usual = self.reductions[(depth as usize).min(63)][(tried + 1).min(63)];
        let praised = if is_quiet(rank) { (rank / (MOST_SCORE * 2 / 3)).clamp(-2, 2) } else { 0 };
        let killer = i32::from(rank == KILLER);
        let more = i32::from(!improves) + i32::from(cuts) - i32::from(open) - killer;
        (usual + more - praised).clamp(0, (depth - 2).max(0))
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
        if spent >= self.noise || !self.clock.allows_exchanges() {
            return self.to_side(seat, rules.value(state, self.root));
        }
        let key = self.key(rules, state);
        let known = self.table.get(key).filter(|_| self.unit.is_some());
        if let Some(entry) = known
            && let Some(value) = entry.bound().decides(recalled(entry.value, ply), window)
        {
            return value;
        }
        let tense = tense && spent < ANSWERS;
        let mut best = -INFINITE;
        let mut score = NO_SCORE;
        if !tense {
            let known = known.and_then(super::transposition::Entry::score);
            best = known.unwrap_or_else(|| self.to_side(seat, rules.value(state, self.root)));
            score = best;
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
        // At the first ply, checks are tried as well.
        let begins = spent == 0 && self.unit.is_some();
        let tries = |mv: &R::Move| tense || rules.noisy(state, mv) || begins && rules.threatens(state, mv);
        let listed = moves.iter().zip(0..).filter(|(mv, _)| tries(mv));
        order.extend(listed.map(|(mv, index)| (rules.promise(state, mv), index)));
        let mut choice = NO_MOVE;
        for tried in 0..order.len() {
            let (_, index) = next_best(&mut order, tried);
            if !tense
                && best > -SURE
                && let Some(unit) = self.unit
            {
                // The move must not lose material, and must be able to raise the score to `alpha`.
                let needed = score.saturating_add(2 * unit).saturating_sub(alpha);
                if rules.loses(state, &moves[index as usize], needed.min(0)) {
                    continue;
                }
            }
            let value = self.after_quiet(rules, state, seat, &moves[index as usize], spent, (alpha, beta), ply + 1);
            if self.clock.is_over() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    choice = index;
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].moves = moves;
        self.plies[ply].order = order;
        if self.unit.is_some() && !self.clock.is_over() && best > -SURE {
            let bound = if best >= beta { Bound::AtLeast } else { Bound::AtMost };
            self.table.put(key, (stored(best, ply), score), choice, 0, bound);
        }
        best
    }

    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
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

    #[expect(clippy::too_many_arguments, reason = "the caller passes its buffers, so that nothing is allocated")]
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
        let befores = self.befores(ply);
        order.extend(moves.iter().zip(0u16..).map(|(mv, index)| {
            if remembered == Some(index) {
                return (REMEMBERED, index);
            }
            if rules.noisy(state, mv) {
                return (NOISY + rules.promise(state, mv).clamp(-(1 << 26), 1 << 26), index);
            }
            let name = name(seat, mv);
            if killers.contains(&name) {
                return (KILLER, index);
            }
            let pairs: i32 = befores.iter().map(|before| self.pairs[pair(*before, name)]).sum();
            (self.history[name as usize % HISTORY] + pairs, index)
        }));
    }

    /// The hashes of the last two moves before this ply. They select the statistics of replies.
    fn befores(&self, ply: usize) -> [u64; 2] {
        let second = ply.checked_sub(1).map_or(0, |before| self.plies[before].made);
        [self.plies[ply].made, second.rotate_left(32) ^ SALT]
    }

    /// Remembers that this quiet move caused a cutoff, and that the quiet moves tried before it did not. The search
    /// then tries it earlier in other positions.
    fn learn(&mut self, name: u64, worse: &[u64], depth: i32, ply: usize) {
        let befores = self.befores(ply);
        let killers = &mut self.plies[ply].killers;
        if killers[0] != name {
            *killers = [name, killers[0]];
        }
        let bonus = (16 * depth * depth).min(MOST_SCORE / 8);
        for (name, bonus) in worse.iter().map(|name| (*name, -bonus)).chain([(name, bonus)]) {
            // A score near its maximum grows slowly.
            let grow = |score: &mut i32| *score += bonus - *score * bonus.abs() / MOST_SCORE;
            grow(&mut self.history[name as usize % HISTORY]);
            befores.iter().for_each(|before| grow(&mut self.pairs[pair(*before, name)]));
        }
    }
}

/// The result of the search of all moves but one.
enum Singular {
    /// Several moves reach `beta`, so the search can stop here with this value.
    Cut(i32),
    /// The number of plies by which the remembered move is searched deeper.
    Extend(i32),
}

/// Whether a move with this rank in the order is quiet, and neither remembered nor a killer.
fn is_quiet(rank: i32) -> bool {
    (-3 * MOST_SCORE..=KILLER).contains(&rank)
}

/// The index of a move and its reply in the table of pairs.
fn pair(before: u64, reply: u64) -> usize {
    (before.rotate_left(17) ^ reply) as usize % PAIRS
}

/// The number of plies by which the search of the move with the index `tried` is shortened. It grows with the
/// logarithms of the depth and of this index.
fn reduction(depth: usize, tried: usize) -> i32 {
    let log = |n: usize| n.max(1).ilog2() as i32 * 2 + i32::from(n.max(1) * 2 >= 3 << n.max(1).ilog2());
    // `log` is twice the binary logarithm. The product is divided so that depth 8 and move 16 give 3.
    log(depth) * log(tried) / 16
}

/// Moves the best remaining move to index `from`. This is cheaper than sorting, because most lists are cut off early.
fn next_best(order: &mut [(i32, u16)], from: usize) -> (i32, u16) {
    let best = (from..order.len()).fold(from, |best, at| if order[at].0 > order[best].0 { at } else { best });
    order.swap(from, best);
    order[from]
}
