#![warn(missing_docs)]
//! Compiles the rules of native games together with their bots, once for each game.

use rulebook_host::{Erased, Host};
use rulebook_kernel::Policy;
use rulebook_natives::EditedInitial;
use std::sync::Arc;

/// The native rules with this id, with their type erased. `None` if there are no such rules. `edited` replaces the
/// embedded initial state. Bots play by `policy`.
#[must_use]
pub fn host(rules_id: &str, edited: Option<&EditedInitial>, policy: Option<&Arc<Policy>>) -> Option<Erased> {
    rulebook_natives::visit_from(rules_id, edited, policy, Host)
}
