#![warn(missing_docs)]
//! The games written by hand with their bots, compiled once for each game.

use rulebook_host::{Erased, Host};

/// Erases the rules of this id, if there are any.
#[must_use]
pub fn host(rules_id: &str) -> Option<Erased> {
    rulebook_natives::visit(rules_id, Host)
}
