//! Handles Ctrl-C in long commands: they finish the current games and report the results so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that becomes true at the first Ctrl-C. The second Ctrl-C ends the program.
pub fn asked_to_stop() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&asked);
    // If the async runtime cannot start, Ctrl-C ends the program as usual.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return asked };
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            told.store(true, Ordering::Relaxed);
            eprintln!("\nFinishing the current games. Press Ctrl-C again to stop now.");
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
    asked
}
