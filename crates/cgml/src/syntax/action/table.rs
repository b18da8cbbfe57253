//! What the table hears: points, words, events, the end (extensions).

use super::super::basics::Entries;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::Name;
use super::super::record::record;
use super::super::who::{Who, WhoWord};

record! {
    /// Gives points.
    pub struct Score {
        /// To whom.
        player: Who = Who::unwritten(WhoWord::Current),
        /// How many.
        points: Expr,
        /// The variable that holds them; without it `score`.
        variable: Option<Name>,
        /// What for.
        reason: Option<Message>,
    }
}

record! {
    /// Says something.
    pub struct Announce {
        /// What.
        text: Message,
        /// Who hears it.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

record! {
    /// Makes an event that rules can listen to; `store_as` keeps whether it happened, and was not prevented.
    pub struct Emit {
        /// Its name, declared under `events`.
        event: Name,
        /// The fields of its context.
        with: Entries<Expr> as "with" | "context" = Entries::default(),
    }
}

record! {
    /// The event that the rule comes before (`timing: pre`) does not happen.
    pub struct Prevent {}
}

record! {
    /// Ends the game.
    pub struct EndGame {
        /// Who has won; without it, and without a ranking, as the win condition says.
        winners: Option<Who>,
        /// All players, the best first.
        ranking: Option<Expr>,
        /// Why.
        reason: Option<Message>,
    }
}
