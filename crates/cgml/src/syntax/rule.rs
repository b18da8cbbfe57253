//! Rules (CGML 10): trigger, condition, effect.

use rulebook_diag::Node;

use super::action::{Action, Keep, OnFailure};
use super::basics::At;
use super::expr::Expr;
use super::name::{Name, Word};
use super::record::record;
use super::trigger::Trigger;
use super::words::words;

record! {
    /// What happens when.
    pub struct Rule {
        /// Its name.
        id: Name,
        /// One sentence.
        description: Option<At<String>>,
        /// The event it listens to.
        trigger: Trigger,
        /// Before the event, after it, or in its place.
        timing: Timing = Timing::Post,
        /// The highest goes first.
        priority: i64 = 0,
        /// How often it may fire.
        once_per: Option<At<OncePer>>,
        /// Is it there at all?
        enabled_when: Option<Expr>,
        /// Does it apply?
        condition: Option<Expr>,
        /// What it does.
        effect: Vec<Action>,
        /// What happens when an action cannot be done; else the rest is not done.
        on_failure: Option<At<OnFailure>>,
        /// Binds the result of the last action to a name (CGML 11).
        store_as: Option<Word>,
        /// How long that binding lasts; else to the end of the rule (extension).
        keep: Option<At<Keep>>,
        /// The rule it refines (CGML 5.1).
        extends: Option<Name>,
        /// Taken out again by a document that inherits (CGML 5.1).
        disabled: bool = false,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

words! {
    /// When a rule fires.
    pub enum Timing {
        /// Before the event happens.
        Pre = "pre",
        /// After it has happened.
        Post = "post",
        /// In its place.
        Replace = "replace",
    }
}

words! {
    /// How often a rule may fire: once a turn, once a phase, once a game.
    pub enum OncePer {
        /// Once a turn.
        Turn = "turn",
        /// Once a phase.
        Phase = "phase",
        /// Once a game.
        Game = "game",
    }
}
