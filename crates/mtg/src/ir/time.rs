//! Durations, phases and points in time.

use super::{Obj, Who};
use serde::{Deserialize, Serialize};

/// The duration of an effect of a resolution (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// No duration: permanent, or while the static ability applies.
    Always,
    /// Until end of turn.
    EndOfTurn {
        /// Wording: the duration comes first.
        first: bool,
    },
    /// `this turn`: the same as until end of turn, for actions and restrictions.
    ThisTurn,
    /// Until the controller's next turn begins.
    YourNextTurn {
        /// Wording: the duration comes first.
        first: bool,
    },
    /// Until the end of the controller's next turn.
    EndOfYourNextTurn {
        /// Wording: the duration comes first.
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
    /// Until the object leaves the battlefield (CR 610.3).
    UntilLeaves(Box<Obj>),
}

/// The steps and phases that texts name.
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

/// The owner of a step or phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// `your upkeep`.
    Your,
    /// `each upkeep`; `each player's upkeep` if the flag is set.
    Each(bool),
    /// `each opponent's upkeep`.
    EachOpponent,
    /// `the end step`: the next one of any player.
    The,
    /// `the upkeep of enchanted creature's controller`.
    Of(Who),
    /// `enchanted player's upkeep`.
    Whos(Who),
}

/// When a delayed triggered ability triggers. It triggers once (CR 603.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delay {
    /// At the beginning of the next end step.
    NextEndStep,
    /// At the beginning of the next upkeep of any player: `the next turn's upkeep`.
    NextTurnsUpkeep,
    /// At the beginning of the controller's next upkeep.
    YourNextUpkeep,
    /// At the beginning of the controller's next end step.
    YourNextEndStep,
    /// At end of combat.
    EndOfCombat,
}

/// A limit on timing.
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
    /// No more than this many times each turn.
    TimesEachTurn(u8),
    /// Only during your turn.
    YourTurn,
    /// Only during a step or phase of your turn.
    YourPhase(Phase),
    /// Only during combat.
    Combat,
    /// Only during your turn, before attackers are declared.
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
