//! Catches panics and prints nothing. The law reports the panic, with the seed and the move at which it happened.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<u32> = const { Cell::new(0) };
}

/// Runs `f`. If it panics, returns the message as an error. Panics of other threads are printed as usual.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if QUIET.get() == 0 {
                before(info);
            }
        }));
    });
    QUIET.set(QUIET.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(f));
    QUIET.set(QUIET.get() - 1);
    result.map_err(|panic| words(&*panic))
}

fn words(panic: &(dyn Any + Send)) -> String {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "a panic without words".to_owned(),
    }
}
