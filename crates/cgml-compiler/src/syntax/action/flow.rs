//! Actions that change the flow (CGML 13.5 and extensions).

use super::super::flow_name::FlowName;
use super::super::record::record;
use super::super::who::{Who, WhoWord};

record! {
    /// A player misses the next turn.
    pub struct SkipTurn {
        /// The player. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
    }
}

record! {
    /// A player gets another turn.
    pub struct ExtraTurn {
        /// The player. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
    }
}

record! {
    /// Reverses the turn order.
    pub struct ReverseOrder {}
}

record! {
    /// Inserts a phase: for this turn, or for the whole game with `keep: game`.
    pub struct InsertPhase {
        /// The phase after which the new phase runs. Default: the current phase.
        after: Option<FlowName>,
        /// The name of the phase, or an operand that gives it.
        phase: FlowName,
    }
}

record! {
    /// Removes a phase: for this turn, or for the whole game with `keep: game`.
    pub struct RemovePhase {
        /// The name of the phase, or an operand that gives it.
        name: FlowName,
    }
}

record! {
    /// Restarts the turn of the current player (extension).
    pub struct RepeatTurn {}
}

record! {
    /// Chooses the player who acts next, such as the winner of a trick (extension).
    pub struct NextSeat {
        /// The player.
        player: Who,
    }
}
