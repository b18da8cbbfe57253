//! Thinking that nobody waits for any more ends.
//!
//! A flag of the thread, not a part of the budget: a budget is a number that gives the same choices everywhere, and somebody who
//! loses interest is not.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

thread_local! {
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Thinks in `work` until it is done, or `stop` is set: then with what was found by then.
pub fn until<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, whatever becomes of the work.
    struct Before(Option<Arc<AtomicBool>>);
    impl Drop for Before {
        fn drop(&mut self) {
            STOP.set(self.0.take());
        }
    }
    let _before = Before(STOP.replace(Some(Arc::clone(stop))));
    work()
}

/// The same where there may be nobody who stops it.
pub(crate) fn or_until<T>(stop: Option<&Arc<AtomicBool>>, work: impl FnOnce() -> T) -> T {
    match stop {
        Some(stop) => until(stop, work),
        None => work(),
    }
}

/// What stops the thinking of this thread.
pub(crate) fn current() -> Option<Arc<AtomicBool>> {
    STOP.with_borrow(Clone::clone)
}
