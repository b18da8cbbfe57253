//! Writes the heartbeat for game clocks. While clocks run, each node writes a heartbeat every second. A starting node
//! reads the last heartbeat and does not subtract the time since then from the clocks of the players.

use crate::hall::Hall;
use crate::store::{Store, StoreError};
use crate::table::now;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// Interval between heartbeats.
const EVERY: Duration = Duration::from_secs(1);
/// Longest gap between heartbeats that does not count as downtime, in milliseconds.
const UNNOTICED: u64 = 3000;

/// Counts the tables with running clocks on this node.
#[derive(Default)]
pub(crate) struct Clocks {
    running: Arc<AtomicUsize>,
}

/// A value that a table holds while its clocks run. Dropping it lowers the count in [`Clocks`].
pub(crate) struct Ticking(Arc<AtomicUsize>);

impl Drop for Ticking {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Clocks {
    pub fn ticking(&self) -> Ticking {
        self.running.fetch_add(1, Relaxed);
        Ticking(Arc::clone(&self.running))
    }
}

/// The start and end of the downtime before this node started, in milliseconds since 1970. `None` if the last heartbeat
/// is recent, because then another node is still running.
pub(crate) async fn away(store: &dyn Store) -> Result<Option<(u64, u64)>, StoreError> {
    let (last, now) = (store.last_heartbeat().await?.unwrap_or(0), now());
    Ok((now > last + UNNOTICED).then_some((last, now)))
}

/// Writes heartbeats while clocks run.
pub(crate) async fn keep(hall: Arc<Hall>) {
    loop {
        tokio::time::sleep(EVERY).await;
        if hall.clocks.running.load(Relaxed) > 0 && hall.store.heartbeat(now()).await.is_err() {
            tracing::warn!("clock heartbeat not written");
        }
    }
}
