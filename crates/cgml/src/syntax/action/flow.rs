//! Changes of the flow (CGML 13.5 and extensions).

use super::super::name::Name;
use super::super::record::record;
use super::super::who::{Who, WhoWord};

record! {
    /// A player loses the next turn.
    pub struct SkipTurn {
        /// Who.
        player: Who = Who::unwritten(WhoWord::Current),
    }
}

record! {
    /// A player has another turn.
    pub struct ExtraTurn {
        /// Who.
        player: Who = Who::unwritten(WhoWord::Current),
    }
}

record! {
    /// Turns go round the other way.
    pub struct ReverseOrder {}
}

record! {
    /// Adds a phase: for this turn, or with `keep: game` for ever.
    pub struct InsertPhase {
        /// The phase it follows; without it the current one.
        after: Option<Name>,
        /// Its name.
        phase: Name,
    }
}

record! {
    /// Takes a phase out: for this turn, or with `keep: game` for ever.
    pub struct RemovePhase {
        /// Its name.
        name: Name,
    }
}

record! {
    /// The current player's turn starts again (extension).
    pub struct RepeatTurn {}
}

record! {
    /// Says who acts next: the winner of the trick leads (extension).
    pub struct NextSeat {
        /// Who.
        player: Who,
    }
}
