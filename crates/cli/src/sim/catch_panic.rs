//! Catches a panic in one game, so that the other games still run and the panic is reported.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// The source location of the last panic in this thread. A caught panic carries only its message, so the hook
    /// stores the location here.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `f` while panics print nothing. [`caught`] returns panics as errors.
pub fn quietly<T>(f: impl FnOnce() -> T) -> T {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        PLACE.with_borrow_mut(|kept| *kept = place);
    }));
    let result = f();
    panic::set_hook(before);
    result
}

/// Runs `f`. Returns the message and location of a panic as an error.
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(f)).map_err(|payload| words(&*payload) + &PLACE.with_borrow(String::clone))
}

fn words(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "a panic without a message".to_owned(),
    }
}
