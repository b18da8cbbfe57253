//! Work for somebody who may go: whoever works looks at the flag, and it is set when nobody waits any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Held by who waits. Whoever works stops when this is dropped.
#[derive(Default)]
pub(crate) struct Cancel(pub Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
