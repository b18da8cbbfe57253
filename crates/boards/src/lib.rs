//! Board games from rules in JSON files, for chess-like games.
//!
//! [`load`] reads and checks a file. [`visit`] then plans the game for bit sets of the right size. Planning rotates the
//! steps for each player, and precomputes masks from everything that never changes in a match. It also merges plain
//! moves into tables and lines, and finds out which shortcuts are safe. During play, moves are bit operations on a
//! [`Copy`] position.
//!
//! The crate contains no particular game. Every feature is a general clause, documented in `docs/boards.md`.

#![warn(missing_docs)]

mod bits;
mod captured;
pub mod codes;
mod evaluation;
mod exchange;
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

pub use evaluation::{Features, Weight, Weights};
#[cfg(debug_assertions)]
pub use load::begin;
pub use load::{Game, VisitBoards, load, visit, visit_boards};
pub use pgn::{Followed, Pgn, PgnError};
pub use play::{End, Move, Position, Reason};
pub use rules::{Boards, Fact, NetworkInputs, POSITION};
pub use schema::schema;
pub use state::BoardState;

/// The version of the rules engine. It goes up whenever the same moves could give other facts.
pub const SEMANTICS: u32 = 9;
