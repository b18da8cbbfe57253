//! Decides whether an answer revealed anything.

use crate::AnyMatch;
use rulebook_kernel::{Key, Seat, Viewer};

/// Number of sampled matches tried for each viewer.
const TRIED: u64 = 16;

/// Whether any viewer learnt hidden information when `seat` played `text`. The test samples other matches that look the
/// same to the viewer before the move. If one of them looks different after the same move, the viewer learnt something.
/// This happens if the move shows a hidden card or draws a random number. The choice of the move itself does not count.
#[must_use]
pub fn reveals(before: &dyn AnyMatch, (seat, text): (Seat, &str), after: &dyn AnyMatch, key: &Key) -> bool {
    Viewer::limited(before.seats()).any(|viewer| {
        (0..TRIED).any(|n| {
            let mut other = before.alike(viewer, key.child(n));
            other.play(seat, text).is_err() || !after.is_alike(&*other, viewer)
        })
    })
}
