//! A budget being spent.

use crate::stop;
use rulebook_kernel::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What is left of a [`Budget`], counted in iterations of a search.
pub(crate) struct Allowance {
    left: Left,
    stop: Option<Arc<AtomicBool>>,
}

enum Left {
    Playouts(u32),
    Until { deadline: Instant, spent: u32 },
}

impl Allowance {
    /// Looking at the clock costs as much as a few moves of a fast game: look every so many iterations.
    const CLOCK_EVERY: u32 = 4;

    pub(crate) fn new(budget: Budget) -> Allowance {
        let left = match budget {
            Budget::Playouts(playouts) => Left::Playouts(playouts),
            Budget::Millis(millis) => {
                Left::Until { deadline: Instant::now() + Duration::from_millis(millis.into()), spent: 0 }
            }
        };
        Allowance { left, stop: stop::current() }
    }

    /// Is there enough for one iteration more? Then it is spent.
    pub(crate) fn spend(&mut self) -> bool {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            return false;
        }
        match &mut self.left {
            Left::Playouts(0) => false,
            Left::Playouts(left) => {
                *left -= 1;
                true
            }
            Left::Until { deadline, spent } => {
                // The first iterations are free: a bot that did not think at all plays at random.
                let look = *spent > 0 && spent.is_multiple_of(Self::CLOCK_EVERY);
                *spent = spent.wrapping_add(1);
                !look || Instant::now() < *deadline
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(budget: Budget) -> u32 {
        let mut allowance = Allowance::new(budget);
        let mut spent = 0;
        while allowance.spend() {
            spent += 1;
        }
        spent
    }

    #[test]
    fn playouts_are_counted_and_time_runs_out() {
        assert_eq!(spent(Budget::Playouts(0)), 0);
        assert_eq!(spent(Budget::Playouts(17)), 17);
        assert_eq!(spent(Budget::Millis(0)), Allowance::CLOCK_EVERY);
        let start = Instant::now();
        assert!(spent(Budget::Millis(5)) > 0);
        assert!(start.elapsed() >= Duration::from_millis(5));
    }

    #[test]
    fn it_is_spent_when_nobody_waits_any_more() {
        let stop = Arc::new(AtomicBool::new(false));
        let left = crate::until(&stop, || {
            let mut allowance = Allowance::new(Budget::Playouts(u32::MAX));
            assert!(allowance.spend());
            stop.store(true, Relaxed);
            allowance.spend()
        });
        assert!(!left);
        assert!(stop::current().is_none(), "whoever thinks here next is not stopped");
        let mut allowance = Allowance::new(Budget::Playouts(1));
        assert!(allowance.spend());
    }
}
