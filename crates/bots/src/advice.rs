//! Advice: the move a bot would make, and its reasons.

use rulebook_kernel::{Bot, Budget, Hidden, Seat};

/// The value of a move for the seat that asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// The move was not evaluated.
    Unknown,
    /// The average share of the win, from 0 to 1.
    Share(f32),
    /// The value of the position, in units of the game's heuristic.
    Points(i32),
    /// The weighted sum of the game's facts.
    Facts(i32),
    /// A proven value: 1 for a win, 0 for a loss, and a value between them for a draw.
    Proven(f32),
    /// A forced win if positive, a forced loss if negative. The number counts the moves of both sides.
    Mate(i32),
}

/// One move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// Index among the offered moves.
    pub index: usize,
    /// Number of playouts or positions spent on this move. Zero if they are not counted.
    pub visits: u64,
    /// The value of the move.
    pub worth: Worth,
    /// The expected line, starting with this move.
    pub moves: Vec<(Seat, M)>,
}

/// A choice and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// Index among the offered moves.
    pub choice: usize,
    /// The moves that were considered, best first.
    pub lines: Vec<Line<M>>,
    /// Total number of playouts or positions.
    pub effort: u64,
    /// Search depth, if the bot has one.
    pub depth: Option<u32>,
}

impl<M> Advice<M> {
    /// A choice without reasons.
    #[must_use]
    pub fn just(choice: usize) -> Advice<M> {
        Advice { choice, lines: Vec::new(), effort: 0, depth: None }
    }
}

/// A bot that can give reasons.
pub trait Advise<R: Hidden>: Bot<R> {
    /// Like [`Bot::pick`], with reasons. Chooses the same move as `pick`.
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        Advice::just(self.pick(rules, seat, view, moves, budget))
    }
}
