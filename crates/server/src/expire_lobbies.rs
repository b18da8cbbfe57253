//! Tables where nobody starts a match end after a while: they would be kept and listed for ever.

use crate::hall::Hall;
use crate::table::{Message, now};
use rulebook_room::{Input, Sender};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// So long people have to start the match, from when the table was opened: invitations to the weekend are sent in the week.
pub const LOBBY: Duration = Duration::from_secs(72 * 3600);
/// How often somebody looks.
const EVERY: Duration = Duration::from_secs(60);
/// So many end at once; the others a minute later.
const MOST: usize = 500;

/// Ends those whose time is over, for as long as the server runs. Every node does: the room decides, and ends once.
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
        Err(error) => return tracing::warn!(%error, "tables that wait cannot be listed now"),
    };
    for id in waiting {
        if hall.frozen(&id).is_some() {
            continue;
        }
        let expire = |done| Message::Input { from: Sender::Clock.into(), input: Input::Expire, done };
        match hall.ask(&id, expire).await {
            Ok(()) => {
                hall.metrics.expired.fetch_add(1, Relaxed);
                tracing::info!(id, "a table where nobody started a match was closed");
            }
            // Somebody has just started it, or another node was faster.
            Err(refusal) => tracing::debug!(id, reason = %refusal.reason, "a table that waits goes on"),
        }
    }
}
