//! Matches that nobody plays any more end after a while: they would be kept and listed for ever.
//!
//! Who looks on is there, too. Time in which no server ran counts for nobody: where there was none for long, it begins again.

use crate::hall::Hall;
use crate::table::{Message, now};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// So long nobody need come to a match: twice the longest time that a clock gives for a move.
pub const ABANDONED: Duration = Duration::from_secs(60 * 24 * 3600);
/// How often somebody looks.
const EVERY: Duration = Duration::from_secs(600);
/// So many end at once; the others the next time.
const MOST: usize = 500;
/// A pause of servers that is too short to be noticed.
const SHORT: Duration = Duration::from_secs(60);

/// How often it is said of a match that somebody looks at it.
pub(crate) fn visits(abandoned: Duration) -> Duration {
    (abandoned / 8).min(Duration::from_secs(3600))
}

/// Ends those whose time is over, for as long as the server runs. Every node does: the room decides, and ends once.
pub(crate) async fn keep(hall: Arc<Hall>, abandoned: Duration) {
    loop {
        end_some(&hall, abandoned).await;
        tokio::time::sleep(EVERY.min(abandoned / 8)).await;
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

async fn end_some(hall: &Arc<Hall>, abandoned: Duration) {
    let at = now();
    let before = at.saturating_sub(millis(abandoned));
    let since = match hall.store.serving(at, millis((abandoned / 4).max(SHORT))).await {
        Ok(since) => since,
        Err(error) => return tracing::warn!(%error, "it cannot be said that a server runs"),
    };
    if since > before {
        // Not so long that anybody could have come.
        return;
    }
    let left = match hall.store.abandoned(before, MOST).await {
        Ok(left) => left,
        Err(error) => return tracing::warn!(%error, "matches that nobody plays cannot be listed now"),
    };
    for (id, version) in left {
        if hall.frozen(&id).is_some() {
            continue;
        }
        match hall.ask(&id, |done| Message::Abandon { version, done }).await {
            Ok(()) => {
                hall.metrics.abandoned.fetch_add(1, Relaxed);
                tracing::info!(id, "a match that nobody plays any more was closed");
            }
            // Somebody has just come, or another node was faster.
            Err(refusal) => tracing::debug!(id, reason = %refusal.reason, "a match that was left goes on"),
        }
    }
}
