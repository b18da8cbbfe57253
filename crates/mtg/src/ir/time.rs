//! Durations, phases and points in time.

use super::{Obj, Who};
use serde::{Deserialize, Serialize};

/// How long a change of a resolution lasts (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// No duration: for good, or as long as the static ability holds.
    Always,
    /// Until end of turn. `first`: the text begins with it, which is wording.
    EndOfTurn {
        /// Wording.
        first: bool,
    },
    /// `this turn`: the same span, for what is done or forbidden.
    ThisTurn,
    /// Until the controller's next turn begins.
    YourNextTurn {
        /// Wording.
        first: bool,
    },
    /// Until the end of the controller's next turn.
    EndOfYourNextTurn {
        /// Wording.
        first: bool,
    },
    /// Until end of combat.
    EndOfCombat,
    /// `this combat`.
    ThisCombat,
    /// For as long as the player controls the object.
    WhileControlled(Who, Box<Obj>),
    /// For as long as the object remains on the battlefield.
    WhileOnBattlefield(Box<Obj>),
    /// For as long as the object remains tapped.
    WhileTapped(Box<Obj>),
    /// Until the object leaves the battlefield (CR 610.3: one-shot with a second half).
    UntilLeaves(Box<Obj>),
}

/// Steps and phases that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Untap step.
    Untap,
    /// Upkeep.
    Upkeep,
    /// Draw step.
    Draw,
    /// First main phase.
    FirstMain,
    /// Second main phase.
    SecondMain,
    /// Combat.
    Combat,
    /// Declare attackers step.
    DeclareAttackers,
    /// Declare blockers step.
    DeclareBlockers,
    /// End of combat step.
    EndOfCombat,
    /// End step.
    End,
}

/// Whose phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// `your upkeep`.
    Your,
    /// `each upkeep`, `each player's upkeep`: the flag is the second wording.
    Each(bool),
    /// `each opponent's upkeep`.
    EachOpponent,
    /// `the end step`: the next one that comes, whoever's.
    The,
    /// `the upkeep of enchanted creature's controller`.
    Of(Who),
    /// `enchanted player's upkeep`.
    Whos(Who),
}

/// When a delayed triggered ability triggers, once (CR 603.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delay {
    /// At the beginning of the next end step.
    NextEndStep,
    /// At the beginning of the next upkeep of anybody: `the next turn's upkeep`.
    NextTurnsUpkeep,
    /// At the beginning of the controller's next upkeep.
    YourNextUpkeep,
    /// At the beginning of the controller's next end step.
    YourNextEndStep,
    /// At end of combat.
    EndOfCombat,
}

/// When something may be done: a limit of timing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// Only as a sorcery.
    Sorcery,
    /// Only as an instant.
    Instant,
    /// Only once each turn.
    OnceEachTurn,
    /// Only once.
    Once,
    /// No more than so many times each turn.
    TimesEachTurn(u8),
    /// Only during your turn.
    YourTurn,
    /// Only during a step or phase of your turn.
    YourPhase(Phase),
    /// Only during combat.
    Combat,
    /// Only before attackers are declared, during your turn.
    BeforeAttackers,
    /// Only during an opponent's turn.
    OpponentsTurn,
    /// Only during the declare attackers step.
    Attackers,
    /// Only during the declare blockers step.
    Blockers,
    /// Only during combat before blockers are declared.
    BeforeBlockers,
    /// Only during combat after blockers are declared.
    AfterBlockers,
    /// Only if you've been attacked this step.
    Attacked,
    /// Only if the condition holds.
    If(super::Cond),
}
