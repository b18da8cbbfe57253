//! Rules (CGML 10): trigger, condition and effect.

use rulebook_diag::Node;

use super::action::{Action, Keep, OnFailure};
use super::basics::At;
use super::expr::Expr;
use super::name::{Name, Word};
use super::record::record;
use super::trigger::Trigger;
use super::words::words;

record! {
    /// A rule: when an event happens and a condition is true, run an effect.
    pub struct Rule {
        /// The name of the rule.
        id: Name,
        /// A description in one sentence.
        description: Option<At<String>>,
        /// The event that the rule listens to.
        trigger: Trigger,
        /// Whether the rule fires before the event, after it, or instead of it.
        timing: Timing = Timing::Post,
        /// Rules with a higher priority fire first.
        priority: i64 = 0,
        /// The period in which the rule fires at most once.
        once_per: Option<At<OncePer>>,
        /// Whether the rule is active at all.
        enabled_when: Option<Expr>,
        /// The condition for the effect.
        condition: Option<Expr>,
        /// The actions of the rule.
        effect: Vec<Action>,
        /// What happens if an action fails. Default: `abort`.
        on_failure: Option<At<OnFailure>>,
        /// Stores the result of the last action under a name (CGML 11).
        store_as: Option<Word>,
        /// How long the stored value lasts. Default: until the end of the rule (extension).
        keep: Option<At<Keep>>,
        /// The rule that this one inherits fields from (CGML 5.1).
        extends: Option<Name>,
        /// Deletes the entry that a base file declares (CGML 5.1).
        disabled: bool = false,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

words! {
    /// The moment at which a rule fires.
    pub enum Timing {
        /// Before the event.
        Pre = "pre",
        /// After the event.
        Post = "post",
        /// Instead of the event.
        Replace = "replace",
    }
}

words! {
    /// The period in which a rule fires at most once.
    pub enum OncePer {
        /// Once in each turn.
        Turn = "turn",
        /// Once in each phase.
        Phase = "phase",
        /// Once in each game.
        Game = "game",
    }
}
