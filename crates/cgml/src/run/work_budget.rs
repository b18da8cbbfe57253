//! What expressions may cost, and which limit they went beyond (CGML 17). An expression that does is cut short: its value
//! means nothing, and the machine ends the match with a fault before anything comes of it.

use super::eval::Eval;
use super::limits;
use std::cell::Cell;

/// What is left of the work of a decision.
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

/// A limit of expressions and choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Items gone through.
    Work,
    /// Cards of a `count_sets`.
    SetOf,
    /// Items of a list.
    List,
    /// Numbers of a range.
    Range,
    /// Sets tried to find out what can be picked.
    Sets,
}

impl Limit {
    /// In words.
    pub fn text(self) -> String {
        match self {
            Limit::Work => format!("its expressions go through more than {} items", limits::WORK),
            Limit::SetOf => format!("`count_sets` of more than {} cards", limits::SET_OF),
            Limit::List => format!("a list of more than {} items", limits::LIST),
            Limit::Range => format!("a range of more than {} numbers", limits::RANGE),
            Limit::Sets => format!("what can be picked is not found among {} sets", limits::SETS),
        }
    }
}

impl WorkBudget {
    /// The limit that was gone beyond.
    #[inline]
    pub fn beyond(&self) -> Option<Limit> {
        self.beyond.get()
    }

    /// Goes on where another one stands.
    pub fn follow(&self, other: &WorkBudget) {
        self.left.set(other.left.get());
        self.beyond.set(other.beyond.get());
    }
}

impl Eval<'_> {
    /// The work that is counted here.
    #[inline]
    pub fn work(&self) -> &WorkBudget {
        &self.memo.work
    }

    /// May so many items be gone through?
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

    /// Goes beyond a limit. The first one is told.
    #[cold]
    pub fn hit(&self, limit: Limit) {
        let beyond = &self.work().beyond;
        beyond.set(beyond.get().or(Some(limit)));
    }
}
