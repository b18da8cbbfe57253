//! Prints the progress of a long measurement on stderr, so that an interrupted run still shows its results so far.

use std::time::{Duration, Instant};

pub struct Progress {
    what: String,
    steps: u64,
    done: u64,
    since: Instant,
}

impl Progress {
    pub fn new(what: impl Into<String>, steps: u64) -> Progress {
        Progress { what: what.into(), steps, done: 0, since: Instant::now() }
    }

    /// Counts a finished step, and prints a line with the result so far. Stderr has no buffer, so the line appears at
    /// once.
    pub fn step(&mut self, so_far: &str) {
        self.done += 1;
        eprintln!("{}", self.line(so_far, self.since.elapsed()));
    }

    fn line(&self, so_far: &str, elapsed: Duration) -> String {
        let left = elapsed.as_secs_f64() / self.done.max(1) as f64 * self.steps.saturating_sub(self.done) as f64;
        format!("{}: {} of {}, {so_far}, about {left:.0} s left", self.what, self.done, self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_is_estimated_from_the_finished_part() {
        let mut progress = Progress::new("K+Q v K", 50);
        progress.done = 10;
        let line = progress.line("9 won", Duration::from_secs(20));
        assert_eq!(line, "K+Q v K: 10 of 50, 9 won, about 80 s left");
        progress.done = 50;
        assert!(progress.line("49 won", Duration::from_secs(99)).ends_with("about 0 s left"));
    }
}
