#![warn(missing_docs)]
//! Board games with their bots, compiled once for each size of board.

use rulebook_host::{Erased, Host};

/// Plans a game and erases its rules.
#[must_use]
pub fn host(game: &rulebook_boards::Game) -> Erased {
    rulebook_boards::visit(game, Host)
}
