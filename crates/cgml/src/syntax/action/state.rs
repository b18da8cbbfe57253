//! Variables and state (CGML 13.4).

use super::super::expr::Expr;
use super::super::name::Name;
use super::super::record::record;
use super::super::selector::Selector;

record! {
    /// Sets a variable.
    pub struct SetVariable {
        /// Which.
        path: Selector,
        /// To what.
        value: Expr,
    }
}

record! {
    /// Adds to a variable.
    pub struct Increment {
        /// Which.
        path: Selector,
        /// How much; without it one.
        by: Option<Expr> as "by" | "value",
    }
}

record! {
    /// Goes to a state when the effect is done.
    pub struct SetState {
        /// Which.
        state: Name,
    }
}

record! {
    /// Goes to a phase when the effect is done.
    pub struct SetPhase {
        /// Which.
        phase: Name,
    }
}
