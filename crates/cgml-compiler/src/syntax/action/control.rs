//! Control flow and structure (CGML 13.7 and extensions).

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::name::Word;
use super::super::record::record;
use super::super::who::Who;
use super::super::words::words;
use super::Action;

record! {
    /// Runs actions for each player. The player is `$player` in them.
    pub struct ForEachPlayer {
        /// Order of the players, or all at once. Default: the order of play.
        order: Option<At<LoopOrder>>,
        /// The players. Default: all players.
        players: Option<Who>,
        /// The actions for each player.
        body: Vec<Action> as "do",
    }
}

words! {
    /// Order of a loop over players.
    pub enum LoopOrder {
        /// In ascending seat order.
        Clockwise = "clockwise",
        /// The first seat, then in descending seat order.
        Counterclockwise = "counterclockwise",
        /// All players at once. Each action runs for all of them before the next one starts (CGML 9.3).
        Simultaneous = "simultaneous",
    }
}

record! {
    /// Runs actions for each item of a list. The actions read the item as `ref:item`.
    pub struct ForEach {
        /// The list.
        items: Expr as "in",
        /// Another name for `item` (extension).
        name: Option<Word> as "as",
        /// The actions for each item.
        body: Vec<Action> as "do",
    }
}

record! {
    /// Runs its actions as one step.
    pub struct Parallel {
        /// Which branches must finish.
        wait: Wait = Wait::All,
        /// The branches.
        body: Vec<Action> as "do",
    }
}

words! {
    /// The branches that a `PARALLEL` waits for.
    pub enum Wait {
        /// All branches.
        All = "all",
    }
}

record! {
    /// Runs one of two lists of actions.
    pub struct If {
        /// The condition.
        condition: Expr,
        /// The actions if the condition is true.
        then: Vec<Action> as "then" | "do",
        /// The actions if the condition is false.
        otherwise: Vec<Action> as "else" = Vec::new(),
    }
}

record! {
    /// Repeats actions while one condition is true, or until another one becomes true (extension).
    pub struct Repeat {
        /// Tested before each round. The loop ends if it is false.
        going: Option<Expr> as "while",
        /// Tested after each round. The loop ends if it is true. May read values stored in the round.
        until: Option<Expr>,
        /// The actions of a round.
        body: Vec<Action> as "do",
    }
}

record! {
    /// Runs all of its actions or none. If one fails, the earlier ones are undone (extension).
    pub struct Try {
        /// The actions to try.
        body: Vec<Action> as "do",
        /// The actions if the attempt fails. Without them, the failure is ignored.
        otherwise: Vec<Action> as "else" = Vec::new(),
    }
}
