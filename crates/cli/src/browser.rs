//! Opens the browser of the user.

use std::io::IsTerminal;
use std::process::{Command, Stdio};

/// Whether a browser can be opened for the user. Output must go to a terminal, the program must not run in CI, and Unix
/// needs a display.
pub fn can_open() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen = cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    std::io::stdout().is_terminal() && !is_set("CI") && screen
}

/// Opens an address. Does nothing if there is no browser, because the address is also printed.
pub fn open(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // The process that opens the browser ends soon. Wait for it, so that it does not become a zombie process.
        std::thread::spawn(move || child.wait());
    }
}
