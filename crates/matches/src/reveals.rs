//! Did an answer teach anybody anything?

use crate::AnyMatch;
use rulebook_kernel::{Key, Seat, Viewer};

/// So many matches that look the same to a viewer are tried.
const TRIED: u64 = 16;

/// Could somebody tell from what `seat` did with `text` which of the matches this is that looked the same before? Then a hidden
/// card was shown, or chance decided something. What a choice tells about whoever made it is not looked at.
#[must_use]
pub fn reveals(before: &dyn AnyMatch, (seat, text): (Seat, &str), after: &dyn AnyMatch, key: &Key) -> bool {
    Viewer::limited(before.seats()).any(|viewer| {
        (0..TRIED).any(|n| {
            let mut other = before.alike(viewer, key.child(n));
            other.play(seat, text).is_err() || !after.is_alike(&*other, viewer)
        })
    })
}
