//! Decides whether an answer revealed anything.

use crate::AnyMatch;
use rulebook_kernel::{Key, Seat, Viewer};

/// Number of sampled matches tried for each viewer.
const TRIED: u64 = 16;

/// Whether some viewer learned something from `text` of `seat`. A viewer learned something if a match that looked the
/// same to it before looks different after the same move. That is so if the move showed a hidden card or drew a random
/// number. What a choice says about the intentions of the player is ignored.
#[must_use]
pub fn reveals(before: &dyn AnyMatch, (seat, text): (Seat, &str), after: &dyn AnyMatch, key: &Key) -> bool {
    Viewer::limited(before.seats()).any(|viewer| {
        (0..TRIED).any(|n| {
            let mut other = before.alike(viewer, key.child(n));
            other.play(seat, text).is_err() || !after.is_alike(&*other, viewer)
        })
    })
}
