//! Cancels background work when no task waits for its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that stops a worker. The task that waits for the worker's result holds this value. Dropping the value sets
/// the flag.
#[derive(Default)]
pub(crate) struct Cancel(pub Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
