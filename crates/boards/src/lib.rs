//! Board games from their written rules: any game of the JSON language of chess-like games, exact and fast.
//!
//! A file is read and checked ([`load`]), then planned for sets of the right width ([`visit`]): steps are turned for each
//! player, everything that is known before the first move is folded into masks, plain moves merge into tables and lines,
//! and the planner proves which shortcuts are sound. What is left at play time is bit operations on a [`Copy`] position.
//!
//! No game has a name here: what a game needs is a general clause, documented in `docs/boards.md`.

#![warn(missing_docs)]

mod bits;
mod captured;
pub mod codes;
mod heuristic;
mod illegal_reasons;
mod inspect;
pub mod limits;
mod load;
mod notation;
mod observe;
mod perft;
mod pgn;
mod piece_values;
mod plan;
mod play;
mod rules;
mod scene;
mod schema;
mod spec;
mod state;
mod text;

pub use load::{Game, VisitBoards, load, visit, visit_boards};
pub use pgn::{Followed, Pgn, PgnError};
pub use play::{End, Move, Position, Reason};
pub use rules::{Boards, Fact, POSITION};
pub use schema::schema;
pub use state::BoardState;

/// Raised whenever the same moves could give other facts.
pub const SEMANTICS: u32 = 5;
