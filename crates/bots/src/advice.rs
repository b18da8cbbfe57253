//! Advice: the move that a bot would make, and its reasons.

use rulebook_kernel::{Bot, Budget, Hidden, Seat};
use std::cmp::Ordering;

/// How good a move is for the seat that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The move was not evaluated.
    Unknown,
    /// The average share of the win: 0 is a loss, 1 is a win.
    Share(f32),
    /// The value of the position, in units of the game's heuristic.
    Points(i32),
    /// The score that the rules give the seat, such as its points: see [`Hidden::fact_score`].
    Facts(i32),
    /// A proven value: 1 for a win, 0 for a loss, and a value between them for a draw.
    Proven(f32),
    /// A forced win if positive, a forced loss if negative. The number counts the moves of both sides until mate.
    Mate(i32),
}

/// One move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The index of the move in the list of offered moves.
    pub index: usize,
    /// The number of playouts or positions that the bot spent on this move. Zero if the bot does not count them.
    pub visits: u64,
    /// The value of the move.
    pub worth: Worth,
    /// The expected moves of all seats, starting with this move.
    pub moves: Vec<(Seat, M)>,
}

/// A choice and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// The index of the chosen move in the list of offered moves.
    pub choice: usize,
    /// The moves that were considered, best first.
    pub lines: Vec<Line<M>>,
    /// The total number of playouts or positions.
    pub effort: u64,
    /// The search depth in moves. `None` if the bot does not search to a fixed depth.
    pub depth: Option<u32>,
}

impl<M> Advice<M> {
    /// A choice without reasons.
    #[must_use]
    pub fn just(choice: usize) -> Advice<M> {
        Advice { choice, lines: Vec::new(), effort: 0, depth: None }
    }
}

/// The sort key of a move: the first number decides, then the second, then the third.
pub(crate) type Rank = [f64; 3];

/// The indices of these ranks, highest rank first. Equal ranks keep their order. The bots are generic, so they are
/// compiled again for each kind of rules. This function is not generic, so it is compiled only once.
pub(crate) fn best_first(ranks: &[Rank]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|a, b| ranks[*b].partial_cmp(&ranks[*a]).unwrap_or(Ordering::Equal));
    order
}

/// Sorts lines by rank, the highest rank first. Equal ranks keep their order.
pub(crate) fn sort_lines<M>(lines: Vec<Line<M>>, rank: impl Fn(&Line<M>) -> Rank) -> Vec<Line<M>> {
    let ranks: Vec<Rank> = lines.iter().map(rank).collect();
    let mut lines: Vec<Option<Line<M>>> = lines.into_iter().map(Some).collect();
    best_first(&ranks).into_iter().filter_map(|index| lines[index].take()).collect()
}

/// A bot that can give reasons for its choice.
pub trait Advise<R: Hidden>: Bot<R> {
    /// Like [`Bot::pick`], but also returns the reasons. Chooses the same move as `pick`.
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        Advice::just(self.pick(rules, seat, view, moves, budget))
    }
}
