//! Counts a budget down during a search.

use crate::stop;
use rulebook_kernel::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The remaining part of a [`Budget`], in iterations of a search.
pub(crate) struct BudgetMeter {
    left: Remaining,
    stop: Option<Arc<AtomicBool>>,
}

enum Remaining {
    Playouts(u32),
    Until { deadline: Instant, latest: Instant, least: u32, most: u64, spent: u32 },
}

impl BudgetMeter {
    /// The number of iterations between two reads of the clock. A read costs as much as a few moves of a fast game.
    const CLOCK_EVERY: u32 = 4;
    /// The factor of the time budget until which a search may run to reach its minimum number of iterations.
    const LATE: u32 = 3;

    pub(crate) fn new(budget: Budget) -> BudgetMeter {
        let left = match budget {
            Budget::Playouts(playouts) => Remaining::Playouts(playouts),
            Budget::Millis(millis) => {
                let (begin, time) = (Instant::now(), Duration::from_millis(millis.into()));
                Remaining::Until {
                    deadline: begin + time,
                    latest: begin + time * Self::LATE,
                    least: 0,
                    most: u64::MAX,
                    spent: 0,
                }
            }
        };
        BudgetMeter { left, stop: stop::current() }
    }

    /// Sets a minimum number of iterations for a time budget. The time limit is then `LATE` times the budget until the
    /// minimum is reached. Without a minimum, a time budget with slow playouts could be weaker than a small budget in
    /// playouts.
    pub(crate) fn at_least(mut self, iterations: u32) -> BudgetMeter {
        if let Remaining::Until { least, .. } = &mut self.left {
            *least = iterations;
        }
        self
    }

    /// Sets a maximum number of iterations for a time budget. Without a maximum, the strength of a bot depends on the
    /// speed of the machine.
    pub(crate) fn at_most(mut self, iterations: Option<u64>) -> BudgetMeter {
        if let (Remaining::Until { most, .. }, Some(iterations)) = (&mut self.left, iterations) {
            *most = iterations;
        }
        self
    }

    /// Spends one iteration. Returns `false` if the budget is used up.
    pub(crate) fn spend(&mut self) -> bool {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            return false;
        }
        match &mut self.left {
            Remaining::Playouts(0) => false,
            Remaining::Playouts(left) => {
                *left -= 1;
                true
            }
            Remaining::Until { deadline, latest, least, most, spent } => {
                // The first iterations always run. A bot without any iteration would play at random.
                let look = *spent > 0 && spent.is_multiple_of(Self::CLOCK_EVERY);
                let end = if *spent < *least { *latest } else { *deadline };
                *spent = spent.wrapping_add(1);
                u64::from(*spent) <= *most && (!look || Instant::now() < end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(budget: Budget) -> u32 {
        spent_of(BudgetMeter::new(budget))
    }

    fn spent_of(mut meter: BudgetMeter) -> u32 {
        let mut spent = 0;
        while meter.spend() {
            spent += 1;
        }
        spent
    }

    #[test]
    fn playouts_are_counted_and_time_runs_out() {
        assert_eq!(spent(Budget::Playouts(0)), 0);
        assert_eq!(spent(Budget::Playouts(17)), 17);
        assert_eq!(spent(Budget::Millis(0)), BudgetMeter::CLOCK_EVERY);
        let start = Instant::now();
        assert!(spent(Budget::Millis(5)) > 0);
        assert!(start.elapsed() >= Duration::from_millis(5));
        assert_eq!(spent_of(BudgetMeter::new(Budget::Millis(60_000)).at_most(Some(9))), 9);
    }

    #[test]
    fn a_minimum_of_work_is_done_unless_time_is_far_exceeded() {
        let slowly = |least: u32| {
            let mut meter = BudgetMeter::new(Budget::Millis(20)).at_least(least);
            let (begin, mut spent) = (Instant::now(), 0);
            while meter.spend() {
                std::thread::sleep(Duration::from_millis(4));
                spent += 1;
            }
            (spent, begin.elapsed())
        };
        let (spent, _) = slowly(0);
        assert!(spent <= 8, "{spent} times 4 ms are more than 20 ms");
        let (spent, time) = slowly(u32::MAX);
        assert!(spent >= 4 && time >= Duration::from_millis(60), "{spent} in {time:?}");
        assert_eq!(
            spent_of(BudgetMeter::new(Budget::Playouts(5)).at_least(9)),
            5,
            "a budget of playouts is not raised"
        );
    }

    #[test]
    fn a_budget_is_spent_if_nobody_waits() {
        let stop = Arc::new(AtomicBool::new(false));
        let left = crate::until(&stop, || {
            let mut meter = BudgetMeter::new(Budget::Playouts(u32::MAX));
            assert!(meter.spend());
            stop.store(true, Relaxed);
            meter.spend()
        });
        assert!(!left);
        assert!(stop::current().is_none(), "the next search on this thread is not stopped");
        let mut meter = BudgetMeter::new(Budget::Playouts(1));
        assert!(meter.spend());
    }
}
