#![warn(missing_docs)]
//! Rules that are known by type become a game that is not: erased, and paired with the bots that play it.
//!
//! Each kind of rules is compiled here once with every bot, which is most of what a build does. So each family has a crate
//! of its own that does it (`host-boards`, `host-cgml`, `host-mtg`, `host-natives`), and a change to one family builds that one again.

mod bot;

pub use bot::{AnyAdvice, AnyBot, AnyLine, Bots, explain};
pub use rulebook_bots::{Make, Worth, until};

use rulebook_kernel::{Heuristic, Open};
use rulebook_matches::{AnyRules, Hosted, Staged, Visit};
use std::sync::Arc;

/// A game whose rules are no longer known by type.
#[derive(Clone)]
pub struct Erased {
    /// The rules.
    pub rules: Arc<dyn AnyRules>,
    /// What makes bots for them.
    pub bots: Bots,
}

/// Erases the rules and keeps what is needed to make bots for them.
pub struct Host;

impl Visit for Host {
    type Out = Erased;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Erased {
        Erased { rules: Arc::new(Hosted::<R>::new(rules)), bots: Bots::new(rulebook_bots::make::<R>) }
    }

    fn visit_open<R: Staged + Open + Heuristic>(self, rules: Arc<R>) -> Erased {
        Erased { rules: Arc::new(Hosted::<R>::new(rules)), bots: Bots::new(rulebook_bots::make_open::<R>) }
    }
}
