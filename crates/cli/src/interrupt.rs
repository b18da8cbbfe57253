//! Ctrl-C stops a long command after the current games, so that it can still report.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true at the first Ctrl-C. The second one ends the program.
pub fn asked_to_stop() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&asked);
    // Without a runtime, Ctrl-C ends the program as usual.
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
