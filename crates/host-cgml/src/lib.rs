#![warn(missing_docs)]
//! Compiles the CGML interpreter together with its bots, once for all card games.

use rulebook_cgml::run::Cgml;
use rulebook_host::{Erased, Host};
use rulebook_matches::Visit;
use std::sync::Arc;

/// Erases the type of a game's rules.
#[must_use]
pub fn host(rules: Arc<Cgml>) -> Erased {
    Host.visit_fold(rules)
}
