//! The flow (CGML 9, 16): states, phases, turns, transitions and the end of the game.

use rulebook_diag::Node;

use super::basics::{At, Entries};
use super::expr::Expr;
use super::message::Message;
use super::name::Name;
use super::record::record;
use super::words::words;

record! {
    /// States, phases, turns and the end of the game.
    pub struct Flow {
        /// The states by name.
        states: Entries<StateDecl>,
        /// The first state.
        initial_state: Name,
        /// The order of turns.
        player_order: Option<At<PlayerOrder>>,
        /// The transitions from one state to another.
        transitions: Vec<Transition> = Vec::new(),
        /// The win condition.
        win_condition: Option<WinCondition>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

words! {
    /// The order of turns (CGML 9.1).
    pub enum PlayerOrder {
        /// The next seat.
        Clockwise = "clockwise",
        /// The previous seat.
        Counterclockwise = "counterclockwise",
        /// All players at once.
        Simultaneous = "simultaneous",
    }
}

record! {
    /// A state.
    pub struct StateDecl as "State" {
        /// The phases in order. A state without phases ends the game.
        phases: Vec<Name> = Vec::new(),
        /// A description in one sentence.
        description: Option<At<String>>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// A transition from one state to another (CGML 16.1).
    pub struct Transition {
        /// A name that a document based on this one can use to override the transition.
        id: Option<Name>,
        /// The state before the transition.
        from: Name,
        /// The state after the transition.
        to: Name,
        /// The condition for the transition. Default: always true.
        condition: Option<Expr>,
        /// Transitions with a higher priority are tested first.
        priority: i64 = 0,
        /// Deletes the entry that a base file declares (CGML 5.1).
        disabled: bool = false,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// The win condition (CGML 16.2).
    pub struct WinCondition {
        /// A description in one sentence.
        description: Option<At<String>>,
        /// A player, a ranking, `{winners, reason}`, or the `max` or `min` of a list with one item for each player.
        evaluator: Expr,
        /// Whether a solo or cooperative game is won. Without it, the evaluator decides (extension).
        won: Option<Expr>,
        /// The reason shown to players, with values in braces (extension).
        reason: Option<Message>,
    }
}
