//! JSON schemas of kernel types. The kernel itself does not depend on `schemars`.

use schemars::JsonSchema;

/// Who is looking.
#[derive(JsonSchema)]
pub enum Viewer {
    /// The person or bot in a seat, counted from zero.
    Seat(u8),
    /// Somebody who watches.
    Spectator,
    /// Somebody who is shown everything.
    God,
}

/// How a game ended. Only the first `seats` elements of the lists mean something.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub struct Outcome {
    /// How many seats played.
    seats: u8,
    /// The place of each seat, 1 the best.
    places: Vec<u8>,
    /// The team of each seat.
    teams: Vec<u8>,
    /// The points of each seat, where the game counts points.
    scores: Option<Vec<i32>>,
    /// Why it ended.
    reason: String,
    /// Did the rules break down?
    fault: bool,
}
