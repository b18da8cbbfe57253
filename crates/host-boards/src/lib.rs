#![warn(missing_docs)]
//! Compiles board games with their bots, once for each size of board.

use rulebook_host::{Erased, Host};

/// Plans a game and erases its type.
#[must_use]
pub fn host(game: &rulebook_boards::Game) -> Erased {
    rulebook_boards::visit(game, Host)
}
