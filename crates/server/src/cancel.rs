//! Cancels background work when no task waits for its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Held by the waiting task. Dropping it sets the flag, and the worker stops.
#[derive(Default)]
pub(crate) struct Cancel(pub Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
