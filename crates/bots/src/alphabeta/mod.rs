//! Alpha-beta search for games without hidden information.

mod limits;
mod search;
mod transposition;

use crate::advice::{Advice, Advise, Line, Worth};
use limits::Clock;
pub use limits::Limits;
use rulebook_kernel::{Bot, Budget, Draws, Heuristic, Key, Open, Rng, Seat, Turn};
use search::{INFINITE, MOST_PLIES, SURE, Search, WIN};

/// Iterative deepening with a transposition table, principal variation search, late move reductions, and quiescence
/// search over noisy moves. A budget of playouts is a number of positions. With such a budget, the same key gives the
/// same choices.
///
/// With two seats the game is zero-sum. With more seats, all others are treated as one opponent.
pub struct AlphaBeta<R: Open + Heuristic> {
    search: Search<R>,
    draws: Draws,
    root: Vec<Root>,
    entries: usize,
}

/// A move at the root.
#[derive(Clone, Copy)]
struct Root {
    index: usize,
    value: i32,
    nodes: u64,
}

/// The maximum number of moves that an advice reports with exact values.
const TOLD: usize = 5;
/// The maximum length of a reported line, in moves.
const LONGEST: usize = 16;
/// The default number of entries of the transposition table.
const ENTRIES: usize = 1 << 17;

impl<R: Open + Heuristic> AlphaBeta<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> AlphaBeta<R> {
        AlphaBeta { search: Search::new(), draws: Rng::new(key).draws(), root: Vec::new(), entries: ENTRIES }
    }

    /// Sets the approximate number of entries of the transposition table, at least a thousand.
    pub fn remember(&mut self, positions: usize) {
        self.entries = positions.max(1024).next_power_of_two();
    }

    /// Searches until a limit is reached. Calls `report` after every complete depth.
    ///
    /// The `exact` best moves get exact values. The other moves get only a bound, which shows that they are not better.
    #[expect(clippy::too_many_arguments, reason = "what a bot is handed, and how it is watched")]
    pub fn think(
        &mut self,
        rules: &R,
        seat: Seat,
        view: &R::State,
        moves: &[R::Move],
        limits: Limits,
        exact: usize,
        report: &mut dyn FnMut(&Advice<R::Move>),
    ) -> Advice<R::Move> {
        self.search.table.prepare(self.entries);
        self.search.prepare(Clock::new(limits), rules, seat, view);
        self.root.clear();
        self.root.extend((0..moves.len()).map(|index| Root { index, value: -INFINITE, nodes: 0 }));
        // A random order, so that the key decides between equally good moves.
        self.draws.shuffle(&mut self.root);
        self.root.sort_by_key(|root| std::cmp::Reverse(rules.promise(view, &moves[root.index])));
        let mut depth = 1;
        let mut advice = Advice { choice: self.root[0].index, lines: Vec::new(), effort: 0, depth: Some(0) };
        while depth < MOST_PLIES as u32 && self.search.clock.allows(depth) {
            let whole = self.deepen(rules, seat, view, moves, depth as i32, exact);
            self.search.clock.may_stop = true;
            let changed = advice.choice != self.root[0].index;
            advice.choice = self.root[0].index;
            advice.effort = self.search.clock.nodes;
            if whole || changed {
                advice.lines = self.lines(rules, seat, view, moves, exact);
            }
            if !whole {
                break;
            }
            advice.depth = Some(depth);
            report(&advice);
            if moves.len() == 1 || self.root[0].value.abs() > SURE && depth as i32 >= WIN - self.root[0].value.abs() {
                break;
            }
            depth += 1;
        }
        advice
    }

    /// Searches one depth. Returns whether the search was complete. If it was stopped, the best move so far is still
    /// first.
    fn deepen(&mut self, rules: &R, seat: Seat, view: &R::State, moves: &[R::Move], depth: i32, exact: usize) -> bool {
        let mut best: Vec<i32> = Vec::with_capacity(exact + 1);
        for at in 0..self.root.len() {
            let mv = &moves[self.root[at].index];
            let before = self.search.clock.nodes;
            let alpha = if best.len() < exact { -INFINITE } else { best[exact - 1] };
            let mut value = if at < exact {
                self.search.after(rules, view, seat, mv, depth - 1, (alpha, INFINITE), 1)
            } else {
                self.search.after(rules, view, seat, mv, depth - 1, (alpha, alpha + 1), 1)
            };
            if at >= exact && value > alpha && !self.search.clock.is_over() {
                value = self.search.after(rules, view, seat, mv, depth - 1, (alpha, INFINITE), 1);
            }
            if self.search.clock.is_over() {
                return false;
            }
            self.root[at].nodes += self.search.clock.nodes - before;
            self.root[at].value = value;
            if value > alpha {
                best.insert(best.partition_point(|other| *other >= value), value);
                best.truncate(exact);
            }
            // Move a better move to the front. Then an interrupted search has its best move first.
            let place = self.root[..at].partition_point(|other| other.value >= value);
            self.root[place..=at].rotate_right(1);
        }
        true
    }

    fn lines(&self, rules: &R, seat: Seat, view: &R::State, moves: &[R::Move], exact: usize) -> Vec<Line<R::Move>> {
        let told = self.root.iter().take(exact);
        told.map(|root| Line {
            index: root.index,
            visits: root.nodes,
            worth: worth(root.value),
            moves: self.line(rules, seat, view, &moves[root.index]),
        })
        .collect()
    }

    /// The expected line after the move `first`, from the transposition table.
    fn line(&self, rules: &R, seat: Seat, view: &R::State, first: &R::Move) -> Vec<(Seat, R::Move)> {
        let mut line = vec![(seat, first.clone())];
        let mut state = view.clone();
        rules.play(&mut state, seat, first, &mut ());
        let mut moves = Vec::new();
        while line.len() < LONGEST {
            let Turn::Seats(due) = rules.turn(&state) else { break };
            let seat = due.lowest().expect("somebody is due until the game is over");
            let Some(entry) = self.search.table.get(self.search.key(rules, &state)) else { break };
            moves.clear();
            rules.shortlist(&state, seat, &mut moves);
            let Some(mv) = moves.get(entry.best as usize) else { break };
            rules.play(&mut state, seat, mv, &mut ());
            line.push((seat, mv.clone()));
        }
        line
    }
}

fn worth(value: i32) -> Worth {
    match value {
        v if v > SURE => Worth::Mate(WIN - v),
        v if v < -SURE => Worth::Mate(-(WIN + v)),
        v => Worth::Points(v),
    }
}

impl<R: Open + Heuristic> Bot<R> for AlphaBeta<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        self.think(rules, seat, view, moves, budget.into(), 1, &mut |_| ()).choice
    }
}

impl<R: Open + Heuristic> Advise<R> for AlphaBeta<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        // First choose as without advice, so that advice does not change the choice. Then compute the values of the
        // other moves to the same depth, which may take as long again.
        let mut chosen = self.think(rules, seat, view, moves, budget.into(), 1, &mut |_| ());
        if moves.len() > 1 {
            let limits = Limits { depth: chosen.depth, ..budget.into() };
            let told = self.think(rules, seat, view, moves, limits, TOLD, &mut |_| ());
            chosen.lines.extend(told.lines.into_iter().filter(|line| line.index != chosen.choice));
            chosen.lines.truncate(TOLD);
            chosen.effort += told.effort;
        }
        chosen
    }
}
