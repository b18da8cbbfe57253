#![warn(missing_docs)]
//! Compiles the rules of Magic together with their bots, once for all decks.

use rulebook_host::{Erased, Host};
use rulebook_matches::Visit;
use rulebook_mtg::rules::Duel;
use std::sync::Arc;

/// Erases the type of the rules of a duel.
#[must_use]
pub fn host(rules: Arc<Duel>) -> Erased {
    Host.visit_fold(rules)
}
