//! Actions that change variables and the state (CGML 13.4).

use super::super::expr::Expr;
use super::super::flow_name::FlowName;
use super::super::record::record;
use super::super::selector::Selector;

record! {
    /// Sets a variable.
    pub struct SetVariable {
        /// The path of the variable.
        path: Selector,
        /// The new value.
        value: Expr,
    }
}

record! {
    /// Adds a number to a variable.
    pub struct Increment {
        /// The path of the variable.
        path: Selector,
        /// The number to add. Default: 1.
        by: Option<Expr> as "by" | "value",
    }
}

record! {
    /// Enters a state when the effect ends.
    pub struct SetState {
        /// The name of the state, or an operand that gives it.
        state: FlowName,
    }
}

record! {
    /// Enters a phase when the effect ends.
    pub struct SetPhase {
        /// The name of the phase, or an operand that gives it.
        phase: FlowName,
    }
}
