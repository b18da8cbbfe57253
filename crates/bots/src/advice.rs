//! What a bot would do, and why.

use rulebook_kernel::{Bot, Budget, Hidden, Seat};

/// What a move is worth to the seat that asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Nobody thought about it.
    Unknown,
    /// The share of the win that it led to on average, from 0 to 1.
    Share(f32),
    /// The value of a position that was judged, in the units of the game's heuristic.
    Points(i32),
    /// The weighted sum of the facts that the game tells about itself.
    Facts(i32),
    /// Proven: a win, a loss, or neither.
    Proven(f32),
    /// A win in so many moves of both, if positive, else a loss in so many.
    Mate(i32),
}

/// One move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Among the moves that were offered.
    pub index: usize,
    /// How often it was tried, in playouts or positions; zero if it was not counted.
    pub visits: u64,
    /// What it is worth.
    pub worth: Worth,
    /// How the game may go on, this move first.
    pub moves: Vec<(Seat, M)>,
}

/// A choice and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// Among the moves that were offered.
    pub choice: usize,
    /// What was considered, the best first.
    pub lines: Vec<Line<M>>,
    /// Playouts, or positions, all together.
    pub effort: u64,
    /// How far it looked ahead in every line, where that is known.
    pub depth: Option<u32>,
}

impl<M> Advice<M> {
    /// A choice without reasons.
    #[must_use]
    pub fn just(choice: usize) -> Advice<M> {
        Advice { choice, lines: Vec::new(), effort: 0, depth: None }
    }
}

/// A bot that can give its reasons.
pub trait Advise<R: Hidden>: Bot<R> {
    /// As [`Bot::pick`], with reasons. A bot that is asked for advice and for a pick chooses the same.
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        Advice::just(self.pick(rules, seat, view, moves, budget))
    }
}
