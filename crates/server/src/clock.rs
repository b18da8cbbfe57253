//! Measures the time of this node, and the time of a match.
//!
//! The time of a node never jumps: it starts with the system time and then runs by a monotonic clock. If somebody sets
//! the system clock, no player gains or loses time.
//!
//! The clocks of several nodes may differ. So each node measures the thinking time of a player itself, from the moment
//! at which the node saw the last record. It adds this thinking time to the time of that record. A player is charged
//! only with time that one node has measured.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds since 1970, by a clock that never jumps.
pub(crate) fn now() -> u64 {
    static START: OnceLock<(Instant, u64)> = OnceLock::new();
    let system = || millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
    let (start, at) = START.get_or_init(|| (Instant::now(), system()));
    at.saturating_add(millis(start.elapsed()))
}

/// The time of one match on this node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchClock {
    /// The time of the match when this node last read it.
    at: u64,
    seen: Instant,
}

impl MatchClock {
    /// The clock of a match whose last record has the time `last`. `age` is the time since that record, measured by the
    /// store. Without `age`, the clock of this node counts, because no other node writes to the match.
    pub fn after(last: u64, age: Option<u64>) -> MatchClock {
        let at = match age {
            Some(age) if last > 0 => last.saturating_add(age),
            _ => now().max(last),
        };
        MatchClock { at, seen: Instant::now() }
    }

    /// The time of the match.
    pub fn now(&self) -> u64 {
        self.at.saturating_add(millis(self.seen.elapsed()))
    }

    /// Continues from a record that another node has just written.
    pub fn saw(&mut self, at: u64) {
        *self = MatchClock { at, seen: Instant::now() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;

    #[test]
    fn the_time_of_a_node_never_goes_back() {
        let times: Vec<u64> = (0..1000).map(|_| now()).collect();
        assert!(times.is_sorted() && times[0] > 1_600_000_000_000);
    }

    #[test]
    fn a_node_with_a_wrong_clock_charges_only_measured_time() {
        // The record comes from a node whose clock is an hour behind or ahead.
        for last in [now() - HOUR, now() + HOUR] {
            let mut clock = MatchClock::after(last, Some(250));
            assert!((250..5000).contains(&(clock.now() - last)), "loaded 250 ms after the record");
            std::thread::sleep(Duration::from_millis(20));
            assert!((270..5000).contains(&(clock.now() - last)));
            clock.saw(last + 40_000);
            assert!(clock.now() - last < 45_000, "the clock continues from the time of the newest record");
        }
    }

    #[test]
    fn a_system_clock_that_was_set_back_gives_nobody_a_time_before_the_last_record() {
        let last = now() + HOUR;
        assert!(MatchClock::after(last, None).now() >= last);
    }
}
