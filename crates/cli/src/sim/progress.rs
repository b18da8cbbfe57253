//! A progress bar. It is shown only on a terminal, not in files and pipes.

use crate::numbers::duration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two updates of the text.
const PAUSE: Duration = Duration::from_millis(250);

pub struct Progress {
    bar: ProgressBar,
    what: String,
    /// The results so far as text, and the time when this text was made.
    told: Mutex<(String, Option<Instant>)>,
}

impl Progress {
    pub fn of(games: u64) -> Progress {
        Progress::named(games, "games")
    }

    /// A bar that is never shown.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), what: String::new(), told: Mutex::default() }
    }

    /// A bar with this label instead of `games`.
    pub fn named(games: u64, what: &str) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress::hidden();
        }
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
        let progress = Progress { bar, what: what.to_owned(), told: Mutex::default() };
        progress.style(None);
        progress.bar.enable_steady_tick(PAUSE);
        progress
    }

    /// Sets the expected duration. It is shown until the finished games allow a better estimate.
    pub fn expecting(self, time: Duration) -> Progress {
        if !self.is_hidden() {
            self.style(Some(time));
        }
        self
    }

    /// Sets how the bar is drawn. The remaining time is computed whenever the bar is drawn.
    fn style(&self, expected: Option<Duration>) {
        let style = ProgressStyle::with_template("{bar:20} {human_pos}/{human_len} {what}{left}{wide_msg}");
        let Ok(style) = style else { return };
        let what = self.what.clone();
        let style = style.with_key("what", move |_: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = text.write_str(&what);
        });
        self.bar.set_style(style.with_key("left", move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let all = state.len().unwrap_or(0);
            if let Some(left) = left(state.elapsed(), state.pos(), all, expected) {
                let _ = write!(text, ", {} left", duration(left));
            }
        }));
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
        self.bar.set_message(if told.0.is_empty() { String::new() } else { format!("; {}", told.0) });
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The remaining time, if the other games take as long on average as the finished ones. Before the first game is
/// finished, returns the rest of the expected time, or `None` if no time was expected.
fn left(elapsed: Duration, done: u64, all: u64, expected: Option<Duration>) -> Option<Duration> {
    if done == 0 {
        return expected.map(|expected| expected.saturating_sub(elapsed));
    }
    Some(elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_past() {
        let seconds = Duration::from_secs;
        assert_eq!(left(seconds(10), 10, 40, Some(seconds(99))), Some(seconds(30)));
        assert_eq!(left(seconds(10), 40, 40, None), Some(seconds(0)));
        // No game is finished yet.
        assert_eq!(left(seconds(10), 0, 40, Some(seconds(15))), Some(seconds(5)));
        assert_eq!(left(seconds(10), 0, 40, Some(seconds(5))), Some(seconds(0)));
        assert_eq!(left(seconds(10), 0, 40, None), None);
    }
}
