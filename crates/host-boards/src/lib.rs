#![warn(missing_docs)]
//! Compiles the rules of board games together with their bots, once for each board size.

use rulebook_host::{Erased, Host};

/// Compiles a board game and erases the type of its rules.
#[must_use]
pub fn host(game: &rulebook_boards::Game) -> Erased {
    rulebook_boards::visit(game, Host)
}
