//! Cancels searches whose result is no longer needed.
//!
//! The stop flag belongs to the thread, not to the budget. A budget with a flag could give different choices in two
//! runs.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

thread_local! {
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Runs `work` until it is done or `stop` is set. A stopped search returns its best result so far.
pub fn until<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    /// Restores the previous flag, even after a panic.
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            STOP.set(self.0.take());
        }
    }
    let _before = Before(STOP.replace(Some(Arc::clone(stop))));
    work()
}

/// Runs `work`, with the stop flag if there is one.
pub(crate) fn or_until<T>(stop: Option<&Arc<AtomicBool>>, work: impl FnOnce() -> T) -> T {
    match stop {
        Some(stop) => until(stop, work),
        None => work(),
    }
}

/// The stop flag of this thread. `None` if nothing can stop its searches.
#[must_use]
pub fn current() -> Option<Arc<AtomicBool>> {
    STOP.with_borrow(Clone::clone)
}
