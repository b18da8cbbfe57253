#![warn(missing_docs)]
//! Compiles the rules of native games together with their bots, once for each game.

use rulebook_host::{Erased, Host};

/// The native rules with this id, with their type erased. `None` if there are no such rules.
#[must_use]
pub fn host(rules_id: &str) -> Option<Erased> {
    rulebook_natives::visit(rules_id, Host)
}
