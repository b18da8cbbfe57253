//! A panic in one game is a finding, not the end of the run.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// Where the last panic of this thread was: the payload does not say.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `f` with panics kept from the terminal; [`caught`] tells about them.
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

/// Runs `f`; a panic becomes its message and place.
pub fn caught<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(f)).map_err(|payload| words(&*payload) + &PLACE.with_borrow(String::clone))
}

fn words(payload: &(dyn Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "a panic without words".to_owned(),
    }
}
