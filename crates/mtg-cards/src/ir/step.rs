//! The steps of an effect, performed in the order of the text (CR 608.2c).

use super::{Act, Amount, Body, Cond, Cost, Delay, Duration, Modes, Triggered, Who};
use serde::{Deserialize, Serialize};

/// One step of an effect. Steps can contain steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextStep {
    /// An instruction.
    Do {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// Whether the text names the subject: `you draw a card` instead of `draw a card` (wording only).
        said: bool,
        /// The instruction that the step performs.
        act: Act,
    },
    /// Steps that a player may perform or not. A later `Cond::Did` tests whether the player performed them.
    May {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The player who decides and acts.
        who: Who,
        /// Whether the text says `may have`: `you may have it deal damage` (wording only).
        have: bool,
        /// The optional steps. The player performs all of them or none.
        steps: Vec<TextStep>,
    },
    /// A cost that a player may pay. A later `Cond::Did` tests whether the player paid.
    MayPay {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The player who may pay.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// A condition with two branches.
    If {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The condition.
        cond: Cond,
        /// Whether the text has the condition after the steps (wording only).
        after: bool,
        /// The steps that are performed if the condition holds.
        then: Vec<TextStep>,
        /// The steps that are performed if the condition does not hold.
        otherwise: Vec<TextStep>,
    },
    /// Steps that a player can prevent by paying a cost during the resolution.
    Unless {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The steps that are performed if the player does not pay.
        steps: Vec<TextStep>,
        /// The player who may pay.
        who: Who,
        /// The cost.
        cost: Cost,
    },
    /// Defines X for the inner steps. X is counted once, when the first step that needs it is performed (CR 107.3i).
    WhereX {
        /// The amount that X stands for.
        x: Amount,
        /// The steps that use X.
        steps: Vec<TextStep>,
    },
    /// Steps that are replaced by other steps if a condition holds.
    Instead {
        /// The condition for the other steps.
        cond: Cond,
        /// The position of `instead` and of the condition in the text (wording only).
        say: InsteadSay,
        /// The steps if the condition does not hold. They come first in the text.
        base: Vec<TextStep>,
        /// The steps if the condition holds.
        steps: Vec<TextStep>,
    },
    /// Creates a delayed triggered ability that triggers at a time (CR 603.7).
    Later {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The time at which the ability triggers.
        when: Delay,
        /// Whether the text has the time before the steps (wording only).
        first: bool,
        /// The steps that the ability performs.
        steps: Vec<TextStep>,
    },
    /// Creates a delayed triggered ability that triggers on an event, until a duration ends.
    Watch {
        /// How the text connects this step to the previous step (wording only).
        joint: Joint,
        /// The duration for which the ability exists.
        until: Duration,
        /// The ability.
        ability: Box<Triggered>,
    },
    /// `When you do`: a triggered ability with its own targets, which triggers if the previous step was performed (CR
    /// 603.12).
    Reflexive {
        /// The effect of the triggered ability.
        body: Box<Body>,
    },
    /// A choice of modes during the resolution, not on announcement.
    Choose(Box<Modes>),
}

/// How the text of a [`TextStep::Instead`] is written. `A` stands for the other steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InsteadSay {
    /// `If …, A instead.`
    IfEnd,
    /// `If …, instead A.`
    IfBefore,
    /// `A instead if ….`
    EndIf,
}

/// How the text connects a step to the previous step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Joint {
    /// No connection: this is the first step, or the first step after a condition.
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
    /// `, ` in a list of three or more steps.
    Comma,
    /// A new line.
    Line,
}
