#![warn(missing_docs)]
//! Erases the type of rules and pairs them with the bots that play them.
//!
//! Compiling every kind of rules with every bot is most of a build. So each family has its own crate (`host-boards`,
//! `host-cgml`, `host-mtg`, `host-natives`), and a change to one family rebuilds only that crate.

mod bot;

pub use bot::{AnyAdvice, AnyBot, AnyLine, Bots, explain};
pub use rulebook_bots::{Make, Worth, until};

use rulebook_kernel::{Heuristic, Open};
use rulebook_matches::{AnyRules, Hosted, Staged, Visit};
use std::sync::Arc;

/// A type-erased game.
#[derive(Clone)]
pub struct Erased {
    /// The rules.
    pub rules: Arc<dyn AnyRules>,
    /// The maker of its bots.
    pub bots: Bots,
}

/// Erases the type of the rules and keeps what is needed to make bots for them.
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
