#![warn(missing_docs)]
//! Erases the type of rules and pairs them with the bots that play them.
//!
//! Most of the build time goes into compiling the bots for every kind of rules. So each family of games has its own
//! crate (`host-boards`, `host-cgml`, `host-mtg`, `host-natives`), and a change to one family rebuilds only that crate.

mod bot;
mod self_play;

pub use bot::{AnyAdvice, AnyBot, AnyLine, Bots, explain};
pub use rulebook_bots::{Make, Trained, Training, Worth, stop_flag, until};
pub use self_play::{BotGame, BotSeats, End, GamePlayer, Record, SelfPlay};

use rulebook_kernel::{Heuristic, Open};
use rulebook_matches::{AnyRules, Hosted, Staged, Visit};
use std::sync::Arc;

/// The rules of a game and its bots, with their types erased.
#[derive(Clone)]
pub struct Erased {
    /// The rules.
    pub rules: Arc<dyn AnyRules>,
    /// Makes bots for these rules.
    pub bots: Bots,
    /// Plays games between these bots.
    pub self_play: Arc<dyn SelfPlay>,
}

impl Erased {
    fn new<R: Staged>(rules: Arc<R>, make: Make<R>, train: Option<self_play::Train<R>>) -> Erased {
        let rules = Arc::new(Hosted::<R>::new(rules));
        let self_play = Arc::new(self_play::Typed { rules: Arc::clone(&rules), make, train });
        Erased { rules, bots: Bots::new(make), self_play }
    }
}

/// A visitor that erases the type of rules and pairs them with their bots.
pub struct Host;

impl Visit for Host {
    type Out = Erased;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Erased {
        Erased::new(rules, rulebook_bots::make::<R>, Some(rulebook_bots::train::<R>))
    }

    fn visit_open<R: Staged + Open + Heuristic>(self, rules: Arc<R>) -> Erased {
        Erased::new(rules, rulebook_bots::make_open::<R>, None)
    }
}
