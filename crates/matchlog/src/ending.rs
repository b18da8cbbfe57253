//! Early endings of a match: resignation, time, agreement. The result is computed from the ending, so no player can
//! claim another result.

use rulebook_kernel::{Digest, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The reason why a match ended before the rules ended it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// These seats resigned.
    Resigned(Vec<Seat>),
    /// These seats ran out of time.
    OutOfTime(Vec<Seat>),
    /// All players agreed on a draw.
    Agreed,
    /// These seats ran out of time after others had resigned.
    OutOfTimeAfter {
        /// The seats that ran out of time.
        late: Vec<Seat>,
        /// The seats that had resigned.
        resigned: Vec<Seat>,
    },
    /// All seats that had not resigned agreed on a draw.
    AgreedAfter {
        /// The seats that had resigned.
        resigned: Vec<Seat>,
    },
}

/// The set of the listed seats. `None` if the list is empty, unsorted, or contains duplicates or unknown seats.
fn some_of(listed: &[Seat], seats: usize) -> Option<SeatSet> {
    let in_order = listed.windows(2).all(|pair| pair[0] < pair[1]);
    let known = listed.iter().all(|seat| seat.index() < seats);
    (!listed.is_empty() && in_order && known).then(|| listed.iter().copied().collect())
}

fn called(seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    names.join(", ")
}

/// The outcome in which these seats lose and the others share the first place. If all seats lose, it is a draw.
fn lost(losers: SeatSet, seats: usize, did: &str) -> Outcome {
    let reason = format!("{} {did}", called(losers));
    let winners: SeatSet = Seat::all(seats).filter(|seat| !losers.has(*seat)).collect();
    if winners.is_empty() && seats > 1 {
        return Outcome::draw(seats, reason);
    }
    Outcome::won_by(seats, winners, reason)
}

impl Ending {
    /// The result for this number of seats. `None` if a match with this number of seats cannot have this ending.
    #[must_use]
    pub fn outcome(&self, seats: usize) -> Option<Outcome> {
        match self {
            Ending::Resigned(losers) => Some(lost(some_of(losers, seats)?, seats, "resigned")),
            Ending::OutOfTime(losers) => Some(lost(some_of(losers, seats)?, seats, "ran out of time")),
            Ending::Agreed => Some(Outcome::draw(seats, "a draw by agreement")),
            Ending::OutOfTimeAfter { late, resigned } => {
                let (late, gone) = (some_of(late, seats)?, some_of(resigned, seats)?);
                let on_time: SeatSet = Seat::all(seats).filter(|seat| !late.or(gone).has(*seat)).collect();
                // A player who played until the end ranks above a player who resigned.
                let winners = if on_time.is_empty() { late } else { on_time };
                let reason = format!("{} ran out of time after {} had resigned", called(late), called(gone));
                late.and(gone).is_empty().then(|| Outcome::won_by(seats, winners, reason))
            }
            Ending::AgreedAfter { resigned } => {
                let gone = some_of(resigned, seats)?;
                let agreed: SeatSet = Seat::all(seats).filter(|seat| !gone.has(*seat)).collect();
                let reason = format!("a draw by agreement after {} had resigned", called(gone));
                (!agreed.is_empty()).then(|| Outcome::won_by(seats, agreed, reason))
            }
        }
    }

    /// The digest of the closing line, computed from the entry before it, the ending, and the state.
    pub(super) fn digest(&self, head: &Digest, state: &Digest) -> Digest {
        Digest::of(&("rulebook 2026 early", head.bytes(), self, state.bytes()))
    }
}
