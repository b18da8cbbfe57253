//! Ctrl-C as a wish to stop, where what was done so far is worth telling.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Becomes true with the first Ctrl-C. The second one ends the program.
pub fn asked_to_stop() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&asked);
    // Where there is no runtime, Ctrl-C ends the program as ever.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return asked };
    std::thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            told.store(true, Ordering::Relaxed);
            eprintln!("\nThe games that have begun are finished; Ctrl-C again stops at once.");
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
    asked
}
