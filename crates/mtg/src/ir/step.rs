//! What a body does, step by step (CR 608.2c: in written order).

use super::{Act, Amount, Body, Cond, Cost, Delay, Duration, Modes, Triggered, Who};
use serde::{Deserialize, Serialize};

/// One step. Control flow is a tree, so that it compiles to jumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextStep {
    /// Do it.
    Do {
        /// Wording: how it follows the step before.
        joint: Joint,
        /// Wording: the subject is written (`you draw a card`), not understood (`draw a card`).
        said: bool,
        /// What.
        act: Act,
    },
    /// The player may; `Cond::Did` after it asks whether they did.
    May {
        /// Wording.
        joint: Joint,
        /// Who decides and acts.
        who: Who,
        /// Wording: `may have it deal damage`.
        have: bool,
        /// What is optional, as a whole.
        steps: Vec<TextStep>,
    },
    /// The player may pay the cost; `Cond::Did` after it asks whether they did.
    MayPay {
        /// Wording.
        joint: Joint,
        /// Who.
        who: Who,
        /// What.
        cost: Cost,
    },
    /// If the condition holds, then; else the other.
    If {
        /// Wording.
        joint: Joint,
        /// The condition.
        cond: Cond,
        /// Wording: the condition stands behind.
        after: bool,
        /// Done if it holds.
        then: Vec<TextStep>,
        /// Done if not.
        otherwise: Vec<TextStep>,
    },
    /// Do it unless a player pays; they are asked on resolution.
    Unless {
        /// Wording.
        joint: Joint,
        /// What happens if they don't.
        steps: Vec<TextStep>,
        /// Who may pay.
        who: Who,
        /// What.
        cost: Cost,
    },
    /// In the steps inside, X is this amount. Counted once, as the first of them that needs it is done (CR 107.3i).
    WhereX {
        /// The definition.
        x: Amount,
        /// Where it holds.
        steps: Vec<TextStep>,
    },
    /// Instead of the step before, if the condition holds: the printed order is base first, then this.
    Instead {
        /// The condition.
        cond: Cond,
        /// Wording: `instead` stands before the verb, at the end, or the condition behind.
        say: InsteadSay,
        /// What was there before.
        base: Vec<TextStep>,
        /// What is done instead.
        steps: Vec<TextStep>,
    },
    /// Create a delayed triggered ability (CR 603.7).
    Later {
        /// Wording.
        joint: Joint,
        /// When.
        when: Delay,
        /// Wording: the time stands first.
        first: bool,
        /// What then.
        steps: Vec<TextStep>,
    },
    /// Create a delayed triggered ability that waits for an event, until the duration ends.
    Watch {
        /// Wording.
        joint: Joint,
        /// How long.
        until: Duration,
        /// The ability.
        ability: Box<Triggered>,
    },
    /// When you do, reflexive (CR 603.12): goes onto the stack with its own targets, if the step before was done.
    Reflexive {
        /// What it does.
        body: Box<Body>,
    },
    /// Choose among modes while resolving.
    Choose(Box<Modes>),
}

/// Wording of an [`TextStep::Instead`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InsteadSay {
    /// `If …, A instead.`
    IfEnd,
    /// `If …, instead A.`
    IfBefore,
    /// `A instead if ….`
    EndIf,
}

/// Wording: how a step is joined to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Joint {
    /// The first, or the first after a condition.
    First,
    /// A new sentence.
    Stop,
    /// A new sentence that begins with `then`.
    StopThen,
    /// `, then `.
    Then,
    /// ` and `.
    And,
    /// `, and `.
    CommaAnd,
    /// `, ` in a list of three or more.
    Comma,
    /// A new line: a paragraph of its own.
    Line,
}
