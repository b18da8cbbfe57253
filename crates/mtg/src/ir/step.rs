//! The steps of a body, performed in written order (CR 608.2c).

use super::{Act, Amount, Body, Cond, Cost, Delay, Duration, Modes, Triggered, Who};
use serde::{Deserialize, Serialize};

/// One step. Steps form a tree, which compiles to jumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextStep {
    /// An instruction.
    Do {
        /// Wording: the connection to the previous step.
        joint: Joint,
        /// Wording: the subject is written (`you draw a card`) or omitted (`draw a card`).
        said: bool,
        /// The instruction.
        act: Act,
    },
    /// Optional steps. A later `Cond::Did` tests whether the player performed them.
    May {
        /// Wording.
        joint: Joint,
        /// The player who decides and acts.
        who: Who,
        /// Wording: `may have it deal damage`.
        have: bool,
        /// The optional steps, all or none.
        steps: Vec<TextStep>,
    },
    /// An optional payment. A later `Cond::Did` tests whether the player paid.
    MayPay {
        /// Wording.
        joint: Joint,
        /// The player.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// A condition with two branches.
    If {
        /// Wording.
        joint: Joint,
        /// The condition.
        cond: Cond,
        /// Wording: the condition comes last.
        after: bool,
        /// The steps if the condition holds.
        then: Vec<TextStep>,
        /// The steps if the condition does not hold.
        otherwise: Vec<TextStep>,
    },
    /// Steps that a player can prevent by paying during the resolution.
    Unless {
        /// Wording.
        joint: Joint,
        /// The steps if the player does not pay.
        steps: Vec<TextStep>,
        /// The player who may pay.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// Defines X for the inner steps. X is counted once, when the first step that needs it is performed (CR 107.3i).
    WhereX {
        /// The definition.
        x: Amount,
        /// The inner steps.
        steps: Vec<TextStep>,
    },
    /// Replaces the previous step if the condition holds. In the text, the base comes first.
    Instead {
        /// The condition.
        cond: Cond,
        /// Wording: the position of `instead` and of the condition.
        say: InsteadSay,
        /// The base steps.
        base: Vec<TextStep>,
        /// The replacing steps.
        steps: Vec<TextStep>,
    },
    /// Creates a delayed triggered ability for a point in time (CR 603.7).
    Later {
        /// Wording.
        joint: Joint,
        /// The time at which the ability triggers.
        when: Delay,
        /// Wording: the time comes before the steps.
        first: bool,
        /// The steps that the ability performs.
        steps: Vec<TextStep>,
    },
    /// Creates a delayed triggered ability that waits for an event until the duration ends.
    Watch {
        /// Wording.
        joint: Joint,
        /// The duration.
        until: Duration,
        /// The ability.
        ability: Box<Triggered>,
    },
    /// "When you do": a reflexive trigger with its own targets, if the previous step was done (CR 603.12).
    Reflexive {
        /// The effect of the trigger.
        body: Box<Body>,
    },
    /// A choice of modes during the resolution.
    Choose(Box<Modes>),
}

/// Wording of a [`TextStep::Instead`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InsteadSay {
    /// `If …, A instead.`
    IfEnd,
    /// `If …, instead A.`
    IfBefore,
    /// `A instead if ….`
    EndIf,
}

/// Wording: the connection of a step to the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Joint {
    /// The first step, or the first after a condition.
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
    /// A new line.
    Line,
}
