#![warn(missing_docs)]
//! Compiles the rules of board games together with their bots, once for each board size.
//!
//! Everything that needs the typed rules `Boards<W, N>` is in this crate, behind functions without type parameters. A
//! crate that calls `visit_boards` compiles move generation again for six board sizes.

pub mod advice;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod rivals;
pub mod train;
pub mod tune;
pub mod uci;

use rulebook_boards::Game;
use rulebook_host::{Erased, Host};

/// Compiles a board game and erases the type of its rules.
#[must_use]
pub fn host(game: &Game) -> Erased {
    rulebook_boards::visit(game, Host)
}

/// The game with the values of a `values.json`, with which bots evaluate positions.
///
/// # Errors
/// Returns a sentence that says what is wrong with the text, also if it belongs to another version of the game.
pub fn with_values(game: &Game, text: &str) -> Result<Game, String> {
    game.with_values(text)
}

/// The game with the network of a `network.bin`, with which bots evaluate positions.
///
/// # Errors
/// Returns a sentence that says what is wrong with the file, also if it belongs to another version of the game.
pub fn with_network(game: &Game, file: &[u8]) -> Result<Game, String> {
    game.with_network(file)
}
