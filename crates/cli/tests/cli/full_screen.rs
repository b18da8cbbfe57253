//! Tests of the full-screen table in a real terminal, which tmux provides.

use super::run::games;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A terminal with its own tmux server. The server is stopped when this value is dropped.
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

    /// Starts a game in a terminal of this size.
    fn play(name: &str, width: &str, height: &str, words: &str) -> Tmux {
        let tmux = Tmux::shell(name, width, height);
        tmux.type_line(&format!("{} play {words}", env!("CARGO_BIN_EXE_rulebook")));
        tmux
    }

    /// Starts a terminal of this size with a shell in the folder of games.
    fn shell(name: &str, width: &str, height: &str) -> Tmux {
        let tmux = Tmux { name: format!("rulebook-{name}-{}", std::process::id()) };
        // An interrupted test run may have left a server with this name.
        tmux.run(&["kill-server"]);
        // The shell keeps running after the game, so that the test can read the screen then.
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, "sh"]);
        tmux.type_line(&format!("cd {}", games().display()));
        tmux
    }

    /// Types a line into the shell.
    fn type_line(&self, line: &str) {
        self.keys(&[line, "Enter"]);
    }

    /// The screen with its colours, as escape sequences.
    fn colours(&self) -> String {
        self.run(&["capture-pane", "-p", "-e"])
    }

    /// Waits until the screen contains this text.
    #[track_caller]
    fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Presses Escape and waits until this text is gone. If a letter followed at once, the terminal would take both for
    /// another key.
    #[track_caller]
    fn escape(&self, text: &str) {
        self.keys(&["Escape"]);
        self.until("an end of it", |screen| !screen.contains(text));
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    fn until(&self, what: &str, test: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.run(&["capture-pane", "-p"]);
            if test(&screen) {
                return screen;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "{what:?} did not come:\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

fn has_tmux() -> bool {
    let found = Command::new("tmux").arg("-V").output().is_ok();
    if !found {
        println!("LEFT OUT: there is no tmux");
    }
    found
}

// clause: Magic 2-7
#[test]
fn a_game_in_a_real_terminal_is_played_taken_back_and_left() {
    if !has_tmux() {
        return;
    }
    let tmux = Tmux::play("board", "100", "34", "tic-tac-toe --players human,first --seed 1");
    tmux.shows("Your turn.");
    tmux.keys(&["e9"]);
    tmux.keys(&["Enter"]);
    tmux.shows("The board has no square e9");
    tmux.escape("The board has no square e9");
    tmux.keys(&["b2", "Enter"]);
    tmux.shows("Moves 7");
    tmux.keys(&["F3"]);
    tmux.shows("Moves 9");
    tmux.keys(&["F1"]);
    tmux.shows("screen readers");
    tmux.escape("screen readers");
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

/// Two cards are turned up and turned down again at once. The screen shows both for a moment, each at its place.
#[test]
fn cards_turned_up_for_a_moment_are_shown() {
    if !has_tmux() {
        return;
    }
    let tmux = Tmux::play("cards", "80", "24", "memory --players human,first --seed 5");
    tmux.shows("[36]");
    let open = |screen: &str| {
        let places = screen.lines().filter(|line| line.contains('['));
        places.map(|line| line.matches(['♠', '♥', '♦', '♣']).count()).sum::<usize>()
    };
    tmux.keys(&["card 1 ", "Enter"]);
    tmux.until("the first card", |screen| screen.contains("And one that matches") && open(screen) == 1);
    tmux.keys(&["card 2 ", "Enter"]);
    tmux.until("the second card", |screen| open(screen) == 2);
    tmux.keys(&["F10"]);
}

/// The list of games fits the terminal, and typed words narrow it until a game is chosen.
#[test]
fn a_game_is_chosen_from_a_list_that_fits() {
    if !has_tmux() {
        return;
    }
    for (width, height) in [("80", "24"), ("200", "50")] {
        let tmux = Tmux::play(&format!("list-{width}"), width, height, "--players human,first --seed 1");
        // The last line is drawn last.
        let screen = tmux.shows("Enter plays");
        assert!(
            screen.starts_with("Choose a game") && screen.contains("antichess"),
            "nothing scrolled away:\n{screen}"
        );
        assert!(screen.trim_end().lines().last().unwrap().contains("Enter plays"), "{screen}");
        tmux.keys(&["tic-tac"]);
        tmux.until("one game", |screen| screen.contains("(1 of ") && !screen.contains("antichess"));
        tmux.keys(&["Enter"]);
        tmux.shows("Your turn.");
        tmux.keys(&["F10"]);
        tmux.shows("Leave the table?");
        tmux.keys(&["Enter"]);
        tmux.shows("Goodbye.");
    }
}

/// A terminal without a cursor gets plain lines and no colours. With `NO_COLOR`, a terminal gets the full screen
/// without colours.
#[test]
fn a_dumb_terminal_and_no_color_get_no_colours() {
    if !has_tmux() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_rulebook");
    // Whether an escape sequence sets a foreground or a background colour. Bold and underlined text has no colour.
    let sets_colour = |sequence: &str| {
        let numbers = sequence.split_once('m').map_or("", |(numbers, _)| numbers).split(';');
        numbers
            .filter_map(|number| number.parse().ok())
            .any(|number: u8| matches!(number, 30..=38 | 40..=48 | 90..=107))
    };
    let coloured = |screen: &str| screen.split("\u{1b}[").skip(1).any(sets_colour);
    for (variable, plain) in [("TERM=dumb", true), ("NO_COLOR=1", false), ("NO_COLOR=", false)] {
        let tmux = Tmux::shell(&format!("colours-{}", variable.len()), "90", "30");
        tmux.type_line(&format!("{variable} {program} check no-such-game; echo che''cked"));
        tmux.shows("checked");
        assert_eq!(coloured(&tmux.colours()), variable == "NO_COLOR=", "{variable}: {}", tmux.colours());
        tmux.type_line("clear");
        tmux.type_line(&format!("{variable} {program} play tic-tac-toe --players human,first --seed 1"));
        // Only the full screen draws frames.
        let screen = tmux.shows("Your turn");
        assert_eq!(screen.contains('╭'), !plain, "{variable}: {screen}");
        assert_eq!(coloured(&tmux.colours()), variable == "NO_COLOR=", "{variable}: {}", tmux.colours());
    }
}
