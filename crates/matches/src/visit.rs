//! Visitors: run generic code on the typed rules of a game, although the caller knows only its name. Simulations, laws
//! and benchmarks use visitors.

use crate::Staged;
use rulebook_kernel::{Fold, Heuristic, Open};
use std::sync::Arc;

/// A generic operation on typed rules. The compiler specialises it for each kind of rules.
pub trait Visit: Sized {
    /// The result.
    type Out;

    /// Runs the operation on these rules.
    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out;

    /// Runs the operation on rules that can rebuild their table from their facts. By default, this calls
    /// [`Visit::visit`].
    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }

    /// Runs the operation on rules without hidden information that can evaluate a position. Some bots need such rules.
    /// By default, this calls [`Visit::visit`].
    fn visit_open<R: Staged + Open + Heuristic>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }
}
