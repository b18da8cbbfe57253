#![warn(missing_docs)]
//! The machine of card games written in CGML with its bots, compiled once for all of them.

use rulebook_cgml::run::Cgml;
use rulebook_host::{Erased, Host};
use rulebook_matches::Visit;
use std::sync::Arc;

/// Erases the rules of a game.
#[must_use]
pub fn host(rules: Arc<Cgml>) -> Erased {
    Host.visit_fold(rules)
}
