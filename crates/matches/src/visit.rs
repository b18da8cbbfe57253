//! For those who need the concrete rules of a game that is only known by name: simulations, laws, benchmarks.

use crate::Staged;
use rulebook_kernel::{Fold, Heuristic, Open};
use std::sync::Arc;

/// Somebody who does the same thing with any rules, at full speed: the code is compiled for each kind of rules.
pub trait Visit: Sized {
    /// What comes of it.
    type Out;

    /// Does it with these rules. They are shared: compiled once, whoever comes to see them.
    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out;

    /// Does it with rules whose facts rebuild their table; the same as [`Visit::visit`] unless that matters.
    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }

    /// Does it with rules in which everybody sees everything and that can judge a position; the same as
    /// [`Visit::visit`] unless that matters, as it does to bots.
    fn visit_open<R: Staged + Open + Heuristic>(self, rules: Arc<R>) -> Self::Out {
        self.visit(rules)
    }
}
