//! What a program may ask for. Beyond a limit the match ends with a fault that names the rule (CGML 17).

/// Steps in one decision.
pub const FUEL: u32 = 100_000;
/// Items that expressions go through in one decision.
pub const WORK: u32 = 1 << 21;
/// Effects and events inside each other.
pub const FRAMES: usize = 64;
/// Items of a list.
pub const LIST: usize = 4096;
/// Numbers offered, or in a `range`.
pub const RANGE: i32 = 1000;
/// Sets of cards that are tried to find out whether a pick can be completed.
pub const SETS: u32 = 1 << 16;
/// Cards whose sets are counted (`count_sets`).
pub const SET_OF: usize = 16;
/// Of more cards than this the sets that can be picked are searched with bounds, and the search is seen to before it is
/// needed: it may come to no end.
pub const PLAIN_SEARCH: usize = 10;
/// Questions answered in a match. Then it is given up: a draw, or lost by who plays alone.
pub const ANSWERS: u32 = 10_000;
/// The reason of that. No rules say so: a game that ends this way does not end by itself.
pub const TOO_LONG: &str = "it goes on for too long";
/// Picks in one answer, for the bound of a match.
pub const PICKS: u32 = 64;
/// How often something can be put back in one answer: picking and putting back comes to an end.
pub const BACKS: i32 = 32;
/// Turns that wait because of `EXTRA_TURN`.
pub const EXTRA_TURNS: usize = 16;
/// Phases in a turn.
pub const PHASES: usize = 64;
