//! Limits of a running program. A match that exceeds one ends with a fault that names the rule (CGML 17).

pub use crate::code::{LIST, RANGE};

/// Maximum number of instructions and rules that one decision may run.
pub const FUEL: u32 = 100_000;
/// Maximum number of items that the expressions of one decision may visit.
pub const WORK: u32 = 1 << 21;
/// Maximum number of nested frames (effects and events).
pub const FRAMES: usize = 64;
/// Maximum number of card sets that the search may try to find out whether a pick can be completed.
pub const SETS: u32 = 1 << 16;
/// Maximum number of cards for which `count_sets` counts the sets.
pub const SET_OF: usize = 16;
/// Maximum number of answers in one match. Beyond this the match stops as a draw, or as a loss in a solo game.
pub const ANSWERS: u32 = 10_000;
/// The reason in the outcome of a match that the engine stopped after [`ANSWERS`] answers.
pub const TOO_LONG: &str = "it goes on for too long";
/// Maximum number of picks in one answer. This limits the length of a match.
pub const PICKS: u32 = 64;
/// Maximum number of times that picks can be put back in one answer. The limit makes sure that picking ends.
pub const BACKS: i32 = 32;
/// Maximum number of turns that may wait because of `EXTRA_TURN`.
pub const EXTRA_TURNS: usize = 16;
/// Maximum number of phases in one turn.
pub const PHASES: usize = 64;
