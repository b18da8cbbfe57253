//! Board games from their written rules, in a JSON language for chess-like games.
//!
//! [`load`] reads and checks a file. [`visit`] plans the game for bit sets of the right width: it rotates steps for
//! each player, computes masks from everything known before the first move, merges plain moves into tables and lines,
//! and proves which shortcuts are sound. During play, moves are bit operations on a [`Copy`] position.
//!
//! The crate knows no particular game. Every feature is a general clause, documented in `docs/boards.md`.

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

/// Version of the semantics. Raised whenever the same moves could give other facts.
pub const SEMANTICS: u32 = 5;
