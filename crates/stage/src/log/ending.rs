//! How those at a table ended a match before its rules did. The result follows from that, so nobody can tell another one.

use rulebook_kernel::{Digest, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How those at a table ended a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// These gave up.
    Resigned(Vec<Seat>),
    /// These ran out of time.
    OutOfTime(Vec<Seat>),
    /// Everybody agreed on a draw.
    Agreed,
}

impl Ending {
    /// The result at a table of so many seats; nothing if there is no such ending there.
    #[must_use]
    pub fn outcome(&self, seats: usize) -> Option<Outcome> {
        let (losers, did) = match self {
            Ending::Resigned(losers) => (losers, "resigned"),
            Ending::OutOfTime(losers) => (losers, "ran out of time"),
            Ending::Agreed => return Some(Outcome::draw(seats, "a draw by agreement")),
        };
        let in_order = losers.windows(2).all(|pair| pair[0] < pair[1]);
        if losers.is_empty() || !in_order || losers.iter().any(|seat| seat.index() >= seats) {
            return None;
        }
        let names: Vec<String> = losers.iter().map(ToString::to_string).collect();
        let reason = format!("{} {did}", names.join(", "));
        // These lose, the others share the first place.
        let winners: SeatSet = Seat::all(seats).filter(|seat| !losers.contains(seat)).collect();
        if winners.is_empty() && seats > 1 {
            return Some(Outcome::draw(seats, reason));
        }
        Some(Outcome::won_by(seats, winners, reason))
    }

    /// The last link of the chain: the entry before it, how it ended, and where the match stood then.
    pub(super) fn digest(&self, head: &Digest, state: &Digest) -> Digest {
        Digest::of(&("rulebook 2026 early", head.bytes(), self, state.bytes()))
    }
}
