//! Alpha-beta search for games without hidden information.

mod limits;
mod search;
mod transposition;

use crate::advice::{Advice, Advise, Line, Worth, best_first};
use limits::Clock;
pub use limits::Limits;
use rulebook_kernel::{Bot, Budget, Draws, Heuristic, Key, Open, Rng, Seat, Turn};
use search::{INFINITE, MOST_PLIES, SURE, Search, WIN};

/// Alpha-beta search with iterative deepening, aspiration windows, a transposition table, principal variation search,
/// null moves, late move reductions, pruning, and quiescence search over noisy moves. A budget of playouts is a number
/// of positions. With such a budget, the same key gives the same choices.
///
/// With two seats the game is zero-sum. With more seats, all others are treated as one opponent.
pub struct AlphaBeta<R: Open + Heuristic> {
    search: Search<R>,
    draws: Draws,
    root: Vec<Root>,
    /// The best move of the last search. An [`Advice`] shows its value.
    best: Option<Best>,
    /// The number of entries of the transposition table. `None` means as many entries as the limits of a search need.
    entries: Option<usize>,
    /// The maximum number of positions of a decision, whatever the budget is.
    most: Option<u64>,
}

/// The value of the best move, and the depth at which the search found it.
#[derive(Clone, Copy)]
struct Best {
    value: i32,
    depth: u32,
}

/// A move at the root.
#[derive(Clone, Copy)]
struct Root {
    index: usize,
    value: i32,
    nodes: u64,
}

/// The maximum number of moves that an [`Advice`] lists with exact values.
const TOLD: usize = 5;
/// The maximum length of a reported line, in moves.
const LONGEST: usize = 16;
/// The distance between the expected value and the limits of the first window. If the window has grown beyond `WIDEST`,
/// it has no limits.
const WINDOW: i32 = 30;
const WIDEST: i32 = 1000;
/// The minimum and the default number of entries of the transposition table. An entry takes 16 bytes.
const FEWEST_ENTRIES: usize = 1 << 12;
const ENTRIES: usize = 1 << 20;
/// Moves at the root from this index on are searched with reduced depth first.
const LATE: usize = 3;

impl<R: Open + Heuristic> AlphaBeta<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> AlphaBeta<R> {
        AlphaBeta {
            search: Search::new(),
            draws: Rng::new(key).draws(),
            root: Vec::new(),
            best: None,
            entries: None,
            most: None,
        }
    }

    /// Limits every decision to this number of positions, besides the budget.
    #[must_use]
    pub fn at_most(mut self, positions: Option<u64>) -> AlphaBeta<R> {
        self.most = positions;
        self
    }

    /// Sets the size of the transposition table in megabytes.
    pub fn remember(&mut self, megabytes: usize) {
        self.entries = Some(entries_of(megabytes));
    }

    /// Searches until a limit is reached. Calls `report` after every complete depth.
    ///
    /// The `exact` best moves get exact values. The other moves get only a bound, which shows that they are not better.
    #[expect(clippy::too_many_arguments, reason = "the inputs of a bot, and its observers")]
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
        let entries = self.entries.unwrap_or_else(|| needed_entries(&limits).max(self.search.table.len()));
        self.search.table.prepare(entries);
        self.search.prepare(Clock::new(limits), rules, seat, view);
        self.best = None;
        let mut shuffled: Vec<usize> = (0..moves.len()).collect();
        // A random order, so that the key decides between equally good moves.
        self.draws.shuffle(&mut shuffled);
        let promise = |index: &usize| [f64::from(rules.promise(view, &moves[*index])), 0.0, 0.0];
        let order = best_first(&shuffled.iter().map(promise).collect::<Vec<_>>());
        let root = |place: usize| Root { index: shuffled[place], value: -INFINITE, nodes: 0 };
        self.root = order.into_iter().map(root).collect();
        let mut depth = 1;
        let mut advice = Advice { choice: self.root[0].index, lines: Vec::new(), effort: 0, depth: Some(0) };
        while depth < MOST_PLIES as u32 && self.search.clock.allows(depth) {
            self.search.longest = (2 * depth as usize).min(MOST_PLIES);
            let whole = self.deepen(rules, seat, view, moves, depth as i32, exact, None);
            self.search.clock.may_stop = true;
            let changed = advice.choice != self.root[0].index;
            advice.choice = self.root[0].index;
            advice.effort = self.search.clock.nodes;
            if whole || changed {
                advice.lines = self.lines(rules, seat, view, moves, exact);
                self.best = Some(Best { value: self.root[0].value, depth });
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

    /// Searches one depth. Returns whether the search was complete. If the search was stopped, the best move so far is
    /// still first. `chosen` is the value of the first move, if that move is already chosen. In this case only the
    /// other moves are searched, and their values are at most `chosen`.
    #[expect(clippy::too_many_arguments, reason = "the search passes its depth and its window as arguments")]
    fn deepen(
        &mut self,
        rules: &R,
        seat: Seat,
        view: &R::State,
        moves: &[R::Move],
        depth: i32,
        exact: usize,
        chosen: Option<i32>,
    ) -> bool {
        let first = usize::from(chosen.is_some());
        let most = chosen.unwrap_or(INFINITE);
        let mut best: Vec<i32> = Vec::with_capacity(exact + 1);
        for at in first..self.root.len() {
            let mv = &moves[self.root[at].index];
            let before = self.search.clock.nodes;
            let alpha = if best.len() < exact { -INFINITE } else { best[exact - 1] };
            let early = at - first < exact;
            let window = if early { (alpha, most) } else { (alpha, alpha + 1) };
            let expected = self.best.filter(|best| exact == 1 && at == 0 && depth >= 5 && best.value.abs() < SURE);
            let mut value = match expected {
                Some(best) => self.near(rules, seat, view, mv, depth, best.value),
                None => {
                    let late = !early && at - first >= LATE && depth >= 3 && !rules.noisy(view, mv);
                    let less = if late { self.search.reduction(0, at - first, depth, (true, false, true)) } else { 0 };
                    let value = self.search.after(rules, view, seat, mv, depth - 1 - less, window, 1).min(most);
                    match value {
                        value if less > 0 && value > alpha && !self.search.clock.is_over() => {
                            self.search.after(rules, view, seat, mv, depth - 1, window, 1).min(most)
                        }
                        value => value,
                    }
                }
            };
            if !early && value > alpha && !self.search.clock.is_over() {
                value = self.search.after(rules, view, seat, mv, depth - 1, (alpha, most), 1).min(most);
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
            // Move a better move to the front, so that an interrupted search has its best move first.
            let place = first + self.root[first..at].partition_point(|other| other.value >= value);
            self.root[place..=at].rotate_right(1);
        }
        true
    }

    /// The value of the first move, in a narrow window around the value of the last depth. The window grows until the
    /// value is inside.
    fn near(&mut self, rules: &R, seat: Seat, view: &R::State, mv: &R::Move, depth: i32, expected: i32) -> i32 {
        let (mut below, mut above) = (WINDOW, WINDOW);
        loop {
            let low = if below > WIDEST { -INFINITE } else { expected - below };
            let high = if above > WIDEST { INFINITE } else { expected + above };
            let value = self.search.after(rules, view, seat, mv, depth - 1, (low, high), 1);
            match value {
                _ if self.search.clock.is_over() => return value,
                value if value <= low && low > -INFINITE => below *= 4,
                value if value >= high && high < INFINITE => above *= 4,
                _ => return value,
            }
        }
    }

    /// Finds the values of the other moves after a search has chosen one, and adds them to its advice.
    ///
    /// The search has shown that no other move is better than the chosen one. So these values are at most the value of
    /// the chosen move, and the chosen move is the best of the list.
    fn compare(
        &mut self,
        rules: &R,
        seat: Seat,
        view: &R::State,
        moves: &[R::Move],
        limits: Limits,
        advice: &mut Advice<R::Move>,
    ) {
        let Some(best) = self.best else { return };
        self.search.prepare(Clock::new(limits), rules, seat, view);
        let others = TOLD - 1;
        for depth in 1..=best.depth {
            if !self.search.clock.allows(depth)
                || !self.deepen(rules, seat, view, moves, depth as i32, others, Some(best.value))
            {
                break;
            }
            self.search.clock.may_stop = true;
            let lines = self.lines(rules, seat, view, moves, TOLD);
            advice.lines.truncate(1);
            advice.lines.extend(lines.into_iter().skip(1));
        }
        advice.effort += self.search.clock.nodes;
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

/// Returns these limits with a maximum number of positions.
fn at_most(limits: Limits, positions: Option<u64>) -> Limits {
    Limits { nodes: limits.nodes.into_iter().chain(positions).min(), ..limits }
}

/// The number of entries of a table of this size in megabytes: the greatest power of two that fits.
fn entries_of(megabytes: usize) -> usize {
    let entries = (megabytes << 20) / std::mem::size_of::<transposition::Entry>();
    (entries.max(FEWEST_ENTRIES) + 1).next_power_of_two() / 2
}

/// The number of entries of the transposition table that a search with these limits needs.
fn needed_entries(limits: &Limits) -> usize {
    match limits.nodes {
        Some(nodes) if nodes < ENTRIES as u64 => {
            (2 * nodes as usize).next_power_of_two().clamp(FEWEST_ENTRIES, ENTRIES)
        }
        _ => ENTRIES,
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
        let limits = at_most(budget.into(), self.most);
        self.think(rules, seat, view, moves, limits, 1, &mut |_| ()).choice
    }
}

impl<R: Open + Heuristic> Advise<R> for AlphaBeta<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        // First choose as without advice, so that advice does not change the choice. Then search the other
        // moves up to the same depth for their values. This may take as long as the first search.
        let limits = at_most(budget.into(), self.most);
        let mut chosen = self.think(rules, seat, view, moves, limits.clone(), 1, &mut |_| ());
        if moves.len() > 1 {
            self.compare(rules, seat, view, moves, limits, &mut chosen);
        }
        chosen
    }
}

#[cfg(test)]
mod tests;
