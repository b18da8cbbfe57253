//! Control and structure (CGML 13.7 and extensions).

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::name::Word;
use super::super::record::record;
use super::super::who::Who;
use super::super::words::words;
use super::Action;

record! {
    /// Does actions for each player, who is `$player` in them.
    pub struct ForEachPlayer {
        /// In which order, or all at once; else as play goes.
        order: Option<At<LoopOrder>>,
        /// For whom; without it for all.
        players: Option<Who>,
        /// What is done.
        body: Vec<Action> as "do",
    }
}

words! {
    /// The order of a loop over the players.
    pub enum LoopOrder {
        /// Ascending seats.
        Clockwise = "clockwise",
        /// The first one, then descending seats.
        Counterclockwise = "counterclockwise",
        /// All at once: each step for all of them before the next (CGML 9.3).
        Simultaneous = "simultaneous",
    }
}

record! {
    /// Does actions for each item of a list, which is `ref:item` in them.
    pub struct ForEach {
        /// The list.
        items: Expr as "in",
        /// Another name for `item` (extension).
        name: Option<Word> as "as",
        /// What is done.
        body: Vec<Action> as "do",
    }
}

record! {
    /// Does its actions as one step.
    pub struct Parallel {
        /// What is waited for.
        wait: Wait = Wait::All,
        /// The branches.
        body: Vec<Action> as "do",
    }
}

words! {
    /// What a `PARALLEL` waits for.
    pub enum Wait {
        /// All branches.
        All = "all",
    }
}

record! {
    /// Does one thing or the other.
    pub struct If {
        /// Which.
        condition: Expr,
        /// What is done if it is true.
        then: Vec<Action> as "then" | "do",
        /// What is done if not.
        otherwise: Vec<Action> as "else" = Vec::new(),
    }
}

record! {
    /// Does actions again and again: as long as the one condition is true, until the other one is (extension).
    pub struct Repeat {
        /// Tested before each round.
        going: Option<Expr> as "while",
        /// Tested after each round; reads what the round has stored.
        until: Option<Expr>,
        /// What is done in a round.
        body: Vec<Action> as "do",
    }
}

record! {
    /// Does all of its actions or none: if one fails, those before it are undone (extension).
    pub struct Try {
        /// What is tried.
        body: Vec<Action> as "do",
        /// What is done if it failed. Without it the failure is forgotten.
        otherwise: Vec<Action> as "else" = Vec::new(),
    }
}
