//! The flow (CGML 9, 16): states, phases, turns, transitions, the end.

use rulebook_diag::Node;

use super::basics::{At, Entries};
use super::expr::Expr;
use super::message::Message;
use super::name::Name;
use super::record::record;
use super::words::words;

record! {
    /// States, phases, turns, the end.
    pub struct Flow {
        /// The states by name.
        states: Entries<StateDecl>,
        /// Where play starts.
        initial_state: Name,
        /// Whose turn is next.
        player_order: Option<At<PlayerOrder>>,
        /// When one state follows another.
        transitions: Vec<Transition> = Vec::new(),
        /// Who has won.
        win_condition: Option<WinCondition>,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

words! {
    /// Whose turn is next (CGML 9.1).
    pub enum PlayerOrder {
        /// The next seat.
        Clockwise = "clockwise",
        /// The seat before.
        Counterclockwise = "counterclockwise",
        /// All at once.
        Simultaneous = "simultaneous",
    }
}

record! {
    /// A state.
    pub struct StateDecl as "State" {
        /// Its phases, in order. Without any the game ends here.
        phases: Vec<Name> = Vec::new(),
        /// One sentence.
        description: Option<At<String>>,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// From one state to another (CGML 16.1).
    pub struct Transition {
        /// Its name, by which a document that inherits can change it.
        id: Option<Name>,
        /// The state it leaves.
        from: Name,
        /// The state it enters.
        to: Name,
        /// When; without it always.
        condition: Option<Expr>,
        /// The highest goes first.
        priority: i64 = 0,
        /// Taken out again by a document that inherits (CGML 5.1).
        disabled: bool = false,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// Who has won (CGML 16.2).
    pub struct WinCondition {
        /// One sentence.
        description: Option<At<String>>,
        /// A player, a ranking, `{winners, reason}`, or the `max` or `min` of a list with an item a player.
        evaluator: Expr,
        /// Is a game won that is played alone, or by all together? Without it the evaluator alone says so (extension).
        won: Option<Expr>,
        /// Why, in words with values in braces (extension).
        reason: Option<Message>,
    }
}
