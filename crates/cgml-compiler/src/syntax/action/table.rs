//! Actions for points, messages, events and the end of the game (extensions).

use super::super::basics::Entries;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::Name;
use super::super::record::record;
use super::super::who::{Who, WhoWord};

record! {
    /// Gives points to a player.
    pub struct Score {
        /// The player. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// Number of points.
        points: Expr,
        /// The variable that holds the points. Default: `score`.
        variable: Option<Name>,
        /// The reason shown to players.
        reason: Option<Message>,
    }
}

record! {
    /// Shows a message to players.
    pub struct Announce {
        /// The message.
        text: Message,
        /// The players who see the message. Default: all players.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

record! {
    /// Triggers an event that rules can listen to. `store_as` stores whether the event happened, which is false if a
    /// rule prevented it.
    pub struct Emit {
        /// The name of the event, declared under `events`.
        event: Name,
        /// The fields of its context.
        with: Entries<Expr> as "with" | "context" = Entries::default(),
    }
}

record! {
    /// Prevents the event of a rule with `timing: pre`.
    pub struct Prevent {}
}

record! {
    /// Ends the game.
    pub struct EndGame {
        /// The winners. Without winners and ranking, the win condition decides.
        winners: Option<Who>,
        /// All players, best first.
        ranking: Option<Expr>,
        /// The reason shown to players.
        reason: Option<Message>,
    }
}
