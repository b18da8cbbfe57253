//! Is anybody there to keep the clocks? Nodes say so while clocks run, and a node that starts looks when that was said last: what
//! passed since then is nobody's time.

use crate::hall::Hall;
use crate::store::{Store, StoreError};
use crate::table::now;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

/// How often it is said.
const EVERY: Duration = Duration::from_secs(1);
/// So long nobody need have said it for the clocks to have been kept all the same, in milliseconds.
const UNNOTICED: u64 = 3000;

/// The clocks that run on this node.
#[derive(Default)]
pub(crate) struct Clocks {
    running: Arc<AtomicUsize>,
}

/// A table whose clocks run.
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

/// From when until when no node kept any clock.
pub(crate) async fn away(store: &dyn Store) -> Result<Option<(u64, u64)>, StoreError> {
    let (last, now) = (store.last_heartbeat().await?.unwrap_or(0), now());
    Ok((now > last + UNNOTICED).then_some((last, now)))
}

/// Says that clocks are kept, while there are any.
pub(crate) async fn keep(hall: Arc<Hall>) {
    loop {
        tokio::time::sleep(EVERY).await;
        if hall.clocks.running.load(Relaxed) > 0 && hall.store.heartbeat(now()).await.is_err() {
            tracing::warn!("it cannot be said that clocks are kept");
        }
    }
}
