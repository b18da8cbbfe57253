//! Closes tables whose match does not start in time. Otherwise such tables would be listed without end.

use crate::hall::Hall;
use crate::table::{Message, now};
use rulebook_room::{Input, Sender};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Default time from opening a table to the start of its match. Three days are enough to invite players before a
/// weekend.
pub const LOBBY: Duration = Duration::from_secs(72 * 3600);
/// Interval between passes.
const EVERY: Duration = Duration::from_secs(60);
/// Maximum number of tables closed in one pass.
const MOST: usize = 500;

/// Closes expired tables until the server stops. Every node runs this task. The room closes a table only once.
pub(crate) async fn keep(hall: Arc<Hall>, lobby: Duration) {
    loop {
        end_some(&hall, lobby).await;
        tokio::time::sleep(EVERY.min(lobby / 4)).await;
    }
}

async fn end_some(hall: &Arc<Hall>, lobby: Duration) {
    let lobby = u64::try_from(lobby.as_millis()).unwrap_or(u64::MAX);
    let waiting = match hall.store.waiting(now().saturating_sub(lobby), MOST).await {
        Ok(waiting) => waiting,
        Err(error) => return tracing::warn!(%error, "expired tables cannot be listed"),
    };
    for id in waiting {
        if hall.frozen(&id).is_some() {
            continue;
        }
        let expire = |done| Message::Input { from: Sender::Clock.into(), input: Input::Expire, done };
        match hall.ask(&id, expire).await {
            Ok(()) => {
                hall.metrics.expired.fetch_add(1, Relaxed);
                tracing::info!(id, "expired table closed");
            }
            // A player has just started the match, or another node closed the table first.
            Err(refusal) => tracing::debug!(id, reason = %refusal.reason, "expired table not closed"),
        }
    }
}
