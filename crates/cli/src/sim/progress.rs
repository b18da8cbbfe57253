//! A progress bar. It is shown only on a terminal, not in files and pipes.

use crate::numbers::duration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two updates of the text.
const PAUSE: Duration = Duration::from_millis(250);

pub struct Progress {
    bar: ProgressBar,
    what: String,
    begin: Instant,
    /// The results so far as text, and the time when this text was made.
    told: Mutex<(String, Option<Instant>)>,
}

impl Progress {
    pub fn of(games: u64) -> Progress {
        Progress::named(games, "games")
    }

    /// A bar with this label instead of `games`. An empty label shows no bar.
    pub fn named(games: u64, what: &str) -> Progress {
        let told = Mutex::default();
        if what.is_empty() || !io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden(), what: String::new(), begin: Instant::now(), told };
        }
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {msg}") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(PAUSE);
        Progress { bar, what: what.to_owned(), begin: Instant::now(), told }
    }

    /// Whether the bar is not shown.
    pub fn is_hidden(&self) -> bool {
        self.what.is_empty()
    }

    /// Shows the results so far beside the bar. `text` is called only if it is time for a new text.
    pub fn tell(&self, text: impl FnOnce() -> String) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.1.is_none_or(|at| at.elapsed() > PAUSE) {
            told.0 = text();
        }
    }

    pub fn done(&self, games: u64) {
        self.bar.inc(games);
        if self.is_hidden() {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.1.is_some_and(|at| at.elapsed() <= PAUSE) {
            return;
        }
        told.1 = Some(Instant::now());
        let left = left(self.begin.elapsed(), self.bar.position(), self.bar.length().unwrap_or(0));
        let rest = if told.0.is_empty() { String::new() } else { format!("; {}", told.0) };
        self.bar.set_message(format!("{}, {} left{rest}", self.what, duration(left)));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The remaining time, if the other games take as long on average as the finished ones.
fn left(elapsed: Duration, done: u64, all: u64) -> Duration {
    if done == 0 {
        return Duration::ZERO;
    }
    elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_past() {
        assert_eq!(left(Duration::from_secs(10), 10, 40), Duration::from_secs(30));
        assert_eq!(left(Duration::from_secs(10), 40, 40), Duration::ZERO);
    }
}
