//! The work budget of expressions, and the first limit they exceeded (CGML 17). An expression that exceeds a limit
//! stops early, and its value is meaningless. The machine ends the match with a fault before the value is used.

use super::eval::Eval;
use super::limits;
use std::cell::Cell;

/// The work left in this decision.
#[derive(Debug)]
pub(crate) struct WorkBudget {
    left: Cell<u32>,
    beyond: Cell<Option<Limit>>,
}

impl Default for WorkBudget {
    #[inline]
    fn default() -> WorkBudget {
        WorkBudget { left: Cell::new(limits::WORK), beyond: Cell::new(None) }
    }
}

/// A limit of expressions or of asks with several picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The number of visited items.
    Work,
    /// The number of cards that one `count_sets` combines.
    SetOf,
    /// The number of items of a list.
    List,
    /// The number of numbers in a range.
    Range,
    /// The number of card sets that the search for possible picks has tried.
    Sets,
}

impl Limit {
    /// The limit as a sentence.
    pub fn text(self) -> String {
        match self {
            Limit::Work => format!("its expressions go through more than {} items", limits::WORK),
            Limit::SetOf => format!("`count_sets` of more than {} cards", limits::SET_OF),
            Limit::List => format!("a list of more than {} items", limits::LIST),
            Limit::Range => format!("a range of more than {} numbers", limits::RANGE),
            Limit::Sets => format!("a search for legal picks among more than {} card sets", limits::SETS),
        }
    }
}

impl WorkBudget {
    /// The first limit that was exceeded.
    #[inline]
    pub fn beyond(&self) -> Option<Limit> {
        self.beyond.get()
    }

    /// Copies the counters of another budget.
    pub fn follow(&self, other: &WorkBudget) {
        self.left.set(other.left.get());
        self.beyond.set(other.beyond.get());
    }
}

impl Eval<'_> {
    /// The work budget.
    #[inline]
    pub fn work(&self) -> &WorkBudget {
        &self.memo.work
    }

    /// Charges `items`. Returns `false` if the budget is exceeded.
    #[inline]
    pub fn burn(&self, items: usize) -> bool {
        let work = self.work();
        match work.left.get().checked_sub(items as u32) {
            Some(left) => {
                work.left.set(left);
                true
            }
            None => {
                work.left.set(0);
                self.hit(Limit::Work);
                false
            }
        }
    }

    /// Records an exceeded limit. If another limit was exceeded before, keeps that one.
    #[cold]
    pub fn hit(&self, limit: Limit) {
        let beyond = &self.work().beyond;
        beyond.set(beyond.get().or(Some(limit)));
    }
}
