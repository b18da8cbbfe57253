//! Durations, phases and points in time.

use super::{Obj, Who};
use serde::{Deserialize, Serialize};

/// The duration of an effect that a resolving spell or ability creates (CR 611.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// No duration in the text: the effect never ends, or it lasts as long as its static ability applies.
    Always,
    /// Until end of turn.
    EndOfTurn {
        /// Whether the text has the duration first (wording only).
        first: bool,
    },
    /// `this turn`: the same time as until end of turn. Used for actions and restrictions.
    ThisTurn,
    /// Until the controller's next turn begins.
    YourNextTurn {
        /// Whether the text has the duration first (wording only).
        first: bool,
    },
    /// Until the end of the controller's next turn.
    EndOfYourNextTurn {
        /// Whether the text has the duration first (wording only).
        first: bool,
    },
    /// Until end of combat.
    EndOfCombat,
    /// `this combat`: the same time as until end of combat.
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

/// The steps and phases that card texts name.
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

/// The players whose step or phase is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepOwner {
    /// `your upkeep`.
    Your,
    /// `each upkeep`. With the flag, the text says `each player's upkeep` (wording only).
    Each(bool),
    /// `each opponent's upkeep`.
    EachOpponent,
    /// `the end step`: the next end step of any player.
    The,
    /// `the upkeep of enchanted creature's controller`: the step of this player, with the player after the step.
    Of(Who),
    /// `enchanted player's upkeep`: the step of this player, with the player before the step.
    Whos(Who),
}

/// The time at which a delayed triggered ability triggers. It triggers only once (CR 603.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delay {
    /// At the beginning of the next end step.
    NextEndStep,
    /// At the beginning of the next turn's upkeep, in any player's turn.
    NextTurnsUpkeep,
    /// At the beginning of the controller's next upkeep.
    YourNextUpkeep,
    /// At the beginning of the controller's next end step.
    YourNextEndStep,
    /// At end of combat.
    EndOfCombat,
}

/// A limit on when a spell can be cast or an ability activated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// Only when its controller could cast a sorcery.
    Sorcery,
    /// Only when its controller could cast an instant.
    Instant,
    /// Only once each turn.
    OnceEachTurn,
    /// Only once in the game.
    Once,
    /// No more than this many times each turn.
    TimesEachTurn(u8),
    /// Only during your turn.
    YourTurn,
    /// Only during this step or phase of your turn.
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
    /// Only if you were attacked in this step.
    Attacked,
    /// Only if the condition holds.
    If(super::Cond),
}
