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
    /// These ran out of time, and others had given up before.
    OutOfTimeAfter {
        /// Who ran out of time.
        late: Vec<Seat>,
        /// Who had given up.
        resigned: Vec<Seat>,
    },
    /// Everybody agreed on a draw who had not given up.
    AgreedAfter {
        /// Who had.
        resigned: Vec<Seat>,
    },
}

/// Some of so many seats, in order, each once.
fn some_of(listed: &[Seat], seats: usize) -> Option<SeatSet> {
    let in_order = listed.windows(2).all(|pair| pair[0] < pair[1]);
    let known = listed.iter().all(|seat| seat.index() < seats);
    (!listed.is_empty() && in_order && known).then(|| listed.iter().copied().collect())
}

fn called(seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    names.join(", ")
}

/// These lose, the others share the first place.
fn lost(losers: SeatSet, seats: usize, did: &str) -> Outcome {
    let reason = format!("{} {did}", called(losers));
    let winners: SeatSet = Seat::all(seats).filter(|seat| !losers.has(*seat)).collect();
    if winners.is_empty() && seats > 1 {
        return Outcome::draw(seats, reason);
    }
    Outcome::won_by(seats, winners, reason)
}

impl Ending {
    /// The result at a table of so many seats; nothing if there is no such ending there.
    #[must_use]
    pub fn outcome(&self, seats: usize) -> Option<Outcome> {
        match self {
            Ending::Resigned(losers) => Some(lost(some_of(losers, seats)?, seats, "resigned")),
            Ending::OutOfTime(losers) => Some(lost(some_of(losers, seats)?, seats, "ran out of time")),
            Ending::Agreed => Some(Outcome::draw(seats, "a draw by agreement")),
            Ending::OutOfTimeAfter { late, resigned } => {
                let (late, gone) = (some_of(late, seats)?, some_of(resigned, seats)?);
                let on_time: SeatSet = Seat::all(seats).filter(|seat| !late.or(gone).has(*seat)).collect();
                // Who played until the end is before who gave up.
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

    /// The last link of the chain: the entry before it, how it ended, and where the match stood then.
    pub(super) fn digest(&self, head: &Digest, state: &Digest) -> Digest {
        Digest::of(&("rulebook 2026 early", head.bytes(), self, state.bytes()))
    }
}
