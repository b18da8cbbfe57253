//! Closes matches that no player or viewer has visited for `--abandoned` days. Otherwise such matches would be listed
//! without end.
//!
//! After a long outage of all servers, the counting of days restarts at zero, because players could not visit their
//! matches.

use crate::hall::Hall;
use crate::table::{Message, now};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Default time after which a match is abandoned: twice the longest time that a clock allows for a move.
pub const ABANDONED: Duration = Duration::from_secs(60 * 24 * 3600);
/// Interval between passes.
const EVERY: Duration = Duration::from_secs(600);
/// Maximum number of matches closed in one pass.
const MOST: usize = 500;
/// Minimum length of an outage that restarts the counting. If `--abandoned` is long, the minimum is a quarter of
/// `--abandoned` instead.
const SHORT: Duration = Duration::from_secs(60);

/// Interval at which a table with viewers records a visit.
pub(crate) fn visits(abandoned: Duration) -> Duration {
    (abandoned / 8).min(Duration::from_secs(3600))
}

/// Closes abandoned matches until the server stops. Every node runs this task. The room closes a match only once.
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
        Err(error) => return tracing::warn!(%error, "server heartbeat not written"),
    };
    if since > before {
        // No server was running during a part of this time, so players could not visit.
        return;
    }
    let left = match hall.store.abandoned(before, MOST).await {
        Ok(left) => left,
        Err(error) => return tracing::warn!(%error, "abandoned matches cannot be listed"),
    };
    for (id, version) in left {
        if hall.frozen(&id).is_some() {
            continue;
        }
        match hall.ask(&id, |done| Message::Abandon { version, done }).await {
            Ok(()) => {
                hall.metrics.abandoned.fetch_add(1, Relaxed);
                tracing::info!(id, "abandoned match closed");
            }
            // A player has just returned, or another node closed the match first.
            Err(refusal) => tracing::debug!(id, reason = %refusal.reason, "abandoned match not closed"),
        }
    }
}
