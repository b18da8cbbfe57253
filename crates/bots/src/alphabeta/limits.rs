//! The limits of a search.

use crate::stop;
use rulebook_kernel::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. `None` means no limit. Depth 1 is always searched completely.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The maximum depth in moves.
    pub depth: Option<u32>,
    /// A flag that another thread sets to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl From<Budget> for Limits {
    /// Converts a budget of playouts into the same number of positions.
    fn from(budget: Budget) -> Limits {
        let limits = Limits { stop: stop::current(), ..Limits::default() };
        match budget {
            Budget::Playouts(nodes) => Limits { nodes: Some(nodes.into()), ..limits },
            Budget::Millis(millis) => Limits { time: Some(Duration::from_millis(millis.into())), ..limits },
        }
    }
}

/// The clock of a running search.
pub(super) struct Clock {
    limits: Limits,
    deadline: Option<Instant>,
    pub nodes: u64,
    /// Whether the search may stop. It may not stop before depth 1 is complete.
    pub may_stop: bool,
    stopped: bool,
}

impl Clock {
    /// The number of positions between two reads of the system clock. Without this interval, reading the clock would
    /// cost as much as searching a position.
    const EVERY: u64 = 256;

    /// The number of positions that depth 1 may visit before it judges the remaining moves without exchanges. The limit
    /// is needed because the search cannot stop before depth 1 is complete. In a game where every move captures,
    /// exchanges would last until the end of the game.
    const EXCHANGES_OF_DEPTH_1: u64 = 10_000;

    pub(super) fn new(limits: Limits) -> Clock {
        let deadline = limits.time.map(|time| Instant::now() + time);
        Clock { limits, deadline, nodes: 0, may_stop: false, stopped: false }
    }

    /// Counts a position. Returns whether the search must stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if !self.may_stop {
            return false;
        }
        if self.limits.nodes.is_some_and(|most| self.nodes > most) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(Self::EVERY) {
            self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                || self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        }
        self.stopped
    }

    /// Whether quiescence search may try moves. It stops at `EXCHANGES_OF_DEPTH_1` if depth 1 is not complete by then.
    pub(super) fn allows_exchanges(&self) -> bool {
        self.may_stop || self.nodes < Self::EXCHANGES_OF_DEPTH_1
    }

    pub(super) fn is_over(&self) -> bool {
        self.stopped
    }

    /// Whether there is time to search to this depth.
    pub(super) fn allows(&self, depth: u32) -> bool {
        let asked = self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let spent = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        depth == 1 || !(self.stopped || asked || late || spent || self.limits.depth.is_some_and(|most| depth > most))
    }
}
