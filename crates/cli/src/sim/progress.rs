//! A progress bar on a terminal; nothing for files and pipes.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

pub struct Progress(ProgressBar);

impl Progress {
    pub fn of(games: u64) -> Progress {
        Progress::named(games, "games")
    }

    /// A bar with another label than `games`; no bar if the label is empty.
    pub fn named(games: u64, what: &str) -> Progress {
        if what.is_empty() || !io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {msg}, {eta} left") {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress(bar)
    }

    pub fn done(&self, games: u64) {
        self.0.inc(games);
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
