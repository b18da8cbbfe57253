//! What a line that was typed means.

use rulebook_kernel::Seat;
use rulebook_stage::{AnyMatch, Ask};

/// An answer of a person.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// These moves, one after the other, by their texts: one, or all that a whole decision takes.
    Moves(Vec<String>),
    /// Tell me what I can type.
    Help,
    /// Show the table and the moves again.
    Again,
    /// Show the moves as JSON.
    Actions,
    /// What would a bot do?
    Hint,
    /// Enough.
    Quit,
    /// Not possible, and why.
    Wrong(String),
}

pub const HELP: [&str; 7] = [
    "3      plays move number 3 of the list",
    "TEXT   plays the move with this text, as on the right of the list",
    "m      shows the table and the moves again",
    "a      shows the moves as JSON, which may be typed as well, if the game has actions",
    "h      says what a bot would do, and why",
    "?      shows this help",
    "q      quits",
];

/// Digits are always a number of the list, so that a number never means two things. A move text wins over the commands: a
/// game may have a move `q`.
pub fn read(line: &str, seat: Seat, ask: &Ask, game: &dyn AnyMatch) -> Answer {
    if line.is_empty() {
        return Answer::Wrong("type the number of a move, or ? for help".to_owned());
    }
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        return match number.and_then(|number| ask.offers.get(number)) {
            Some(offer) => Answer::Moves(vec![offer.text.clone()]),
            None => Answer::Wrong(format!("there is no move {line}: the list goes from 1 to {}", ask.offers.len())),
        };
    }
    match (game.row(seat, line), line) {
        (Ok(row), _) => Answer::Moves(row),
        (_, "?" | "help") => Answer::Help,
        (_, "m" | "moves") => Answer::Again,
        (_, "a" | "actions") => Answer::Actions,
        (_, "h" | "hint") => Answer::Hint,
        (_, "q" | "quit") => Answer::Quit,
        (Err(why), _) => Answer::Wrong(why.to_string()),
    }
}
