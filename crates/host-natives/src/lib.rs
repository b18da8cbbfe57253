#![warn(missing_docs)]
//! Compiles the native games with their bots, once for each game.

use rulebook_host::{Erased, Host};

/// The type-erased rules with this id; `None` if there are none.
#[must_use]
pub fn host(rules_id: &str) -> Option<Erased> {
    rulebook_natives::visit(rules_id, Host)
}
