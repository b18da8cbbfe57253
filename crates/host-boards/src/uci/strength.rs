//! The option `Level`: makes the engine as weak as one of the bot levels.

use rulebook_bots::{Level, Limits};
use rulebook_kernel::Budget;
use std::time::Duration;

/// The value of the option for full strength. With this value, only the clock limits the engine.
const FULL: &str = "full";

/// The allowed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As strong as the clock allows.
    Full,
    /// As strong as this bot level.
    At(Level),
}

impl Strength {
    /// The level, or `None` for full strength.
    pub fn at(self) -> Option<Level> {
        match self {
            Strength::Full => None,
            Strength::At(level) => Some(level),
        }
    }
}

/// The line that announces the option to the chess program.
pub fn option() -> String {
    let levels: String = Level::ALL.iter().map(|level| format!(" var {}", level.name())).collect();
    format!("option name Level type combo default {FULL}{levels} var {FULL}")
}

/// The level with this name.
pub fn named(name: &str) -> Option<Strength> {
    if name.eq_ignore_ascii_case(FULL) {
        return Some(Strength::Full);
    }
    Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name)).map(Strength::At)
}

/// Lowers the limits of a search to the limits of the level.
pub fn at_most(limits: &mut Limits, level: Level) {
    limits.nodes = limits.nodes.into_iter().chain(level.most(true)).min();
    match level.bot(true).1 {
        Budget::Playouts(most) => limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(most.into())),
        Budget::Millis(most) => {
            limits.time = Some(limits.time.unwrap_or(Duration::MAX).min(Duration::from_millis(most.into())));
        }
    }
}
