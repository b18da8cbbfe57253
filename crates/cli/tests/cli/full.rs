//! The table on the whole of a real terminal, which tmux lends.

use super::run::games;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A terminal of its own server, which is gone afterwards.
struct Tmux {
    name: String,
}

impl Tmux {
    fn run(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.name]).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen has this on it.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.run(&["capture-pane", "-p"]);
            if screen.contains(text) {
                return screen;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{text:?} did not come:\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

#[test]
fn a_game_in_a_real_terminal_is_played_taken_back_and_left() {
    if Command::new("tmux").arg("-V").output().is_err() {
        println!("LEFT OUT: there is no tmux");
        return;
    }
    let tmux = Tmux { name: format!("rulebook-{}", std::process::id()) };
    // The shell stays, to show what is left on the screen afterwards.
    tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "34", "sh"]);
    let folder = games();
    let line = format!(
        "cd {} && {} play tic-tac-toe --seats human,first --seed 1",
        folder.display(),
        env!("CARGO_BIN_EXE_rulebook")
    );
    tmux.keys(&[&line, "Enter"]);
    tmux.shows("Your turn.");
    tmux.keys(&["e9"]);
    tmux.keys(&["Enter"]);
    tmux.shows("Not possible:");
    tmux.keys(&["Escape"]);
    tmux.keys(&["b2", "Enter"]);
    tmux.shows("Moves 7");
    tmux.keys(&["F3"]);
    tmux.shows("Moves 9");
    tmux.keys(&["F1"]);
    tmux.shows("screen readers");
    tmux.keys(&["Escape"]);
    for square in ["b2", "c3"] {
        tmux.keys(&[square, "Enter"]);
        tmux.shows(if square == "b2" { "Moves 7" } else { "Moves 5" });
    }
    tmux.keys(&["F10"]);
    tmux.shows("Leave the table?");
    tmux.keys(&["Enter"]);
    let screen = tmux.shows("Goodbye.");
    assert!(!screen.contains("Leave the table?"), "the terminal is as it was:\n{screen}");
}
