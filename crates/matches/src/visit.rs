//! Visitors: generic code for the typed rules of a game that is known only by name. Used by simulations, laws and
//! benchmarks.

use crate::Staged;
use rulebook_kernel::{Fold, Heuristic, Open};
use std::sync::Arc;

/// A generic operation on typed rules. The compiler specialises it for each kind of rules.
pub trait Visit: Sized {
    /// The result.
    type Out;

    /// Visits these rules. They are shared and compiled once.
    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out;

    /// Visits rules whose facts rebuild their table. Same as [`Visit::visit`] by default.
    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }

    /// Visits rules without hidden information that can evaluate a position, which matters to bots. Same as
    /// [`Visit::visit`] by default.
    fn visit_open<R: Staged + Open + Heuristic>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }
}
