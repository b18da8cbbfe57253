//! Makes JSON schemas of kernel types. The kernel itself does not depend on `schemars`.

use schemars::JsonSchema;

/// The person or program that looks at a match.
#[derive(JsonSchema)]
pub enum Viewer {
    /// The player in a seat, counted from zero.
    Seat(u8),
    /// A spectator.
    Spectator,
    /// A viewer who sees everything.
    God,
}

/// The result of a game. Only the first `seats` elements of the lists have a meaning.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub struct Outcome {
    /// The number of seats.
    seats: u8,
    /// The place of each seat. 1 is the best.
    places: Vec<u8>,
    /// The team of each seat.
    teams: Vec<u8>,
    /// The points of each seat, or null if the game does not count points.
    scores: Option<Vec<i32>>,
    /// The reason why the game ended.
    reason: String,
    /// Whether the rules stopped with a fault.
    fault: bool,
}
