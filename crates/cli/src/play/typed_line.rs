//! Parses a line that a player typed.

use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;
use rulebook_scene::{Ask, Offer};

/// The meaning of a typed line.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// Moves as texts, to be played in order: one move, or all picks of a decision.
    Moves(Vec<String>),
    /// Show the help.
    Help,
    /// Show the table and the moves again.
    Again,
    /// Show the moves as JSON.
    Actions,
    /// Give a hint.
    Hint,
    /// Undo my last move.
    Undo,
    /// Show the text of this card.
    Card(String),
    /// Resign.
    Resign,
    /// Quit.
    Quit,
    /// The line is not a legal move. The text says why.
    Wrong(String),
}

pub const HELP: [&str; 11] = [
    "3      play move 3",
    "TEXT   play the move that starts with TEXT",
    "8C 8D hand->meld-8   move several cards at once, if the game allows it",
    "m      show the table and the moves again, with card texts",
    "a      show the moves as JSON, which you can also type (Duel only)",
    "h      show a hint with reasons",
    "u      undo your last move, if nothing hidden was revealed",
    "card X show the text of card X (also ? X)",
    "?      show this help",
    "resign give up: the match ends and you lose",
    "q      quits",
];

/// Parses a line. Digits are always a number in the list of moves, so that a number has one meaning. A move text takes
/// precedence over a command, because a game may have a move `q`.
pub fn read(line: &str, seat: Seat, ask: &Ask, game: &dyn AnyMatch) -> Answer {
    if line.is_empty() {
        return Answer::Wrong("type the number of a move, or ? for help".to_owned());
    }
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        return match number.and_then(|number| ask.offers.get(number)) {
            Some(offer) => Answer::Moves(vec![offer.text.clone()]),
            None => Answer::Wrong(format!("there is no move {line}; choose 1 to {}", ask.offers.len())),
        };
    }
    match (game.row(seat, line), line) {
        (Ok(row), _) => Answer::Moves(row),
        (_, "?" | "help") => Answer::Help,
        (_, "m" | "moves") => Answer::Again,
        (_, "a" | "actions") => Answer::Actions,
        (_, "h" | "hint") => Answer::Hint,
        (_, "u" | "undo") => Answer::Undo,
        (_, "resign") => Answer::Resign,
        (_, "q" | "quit") => Answer::Quit,
        (Err(why), _) => match (worded(line, &ask.offers), named_card(line)) {
            (Some(text), _) => Answer::Moves(vec![text]),
            (None, Some(name)) => Answer::Card(name.to_owned()),
            (None, None) => Answer::Wrong(why.to_string()),
        },
    }
}

/// The name of the card in `card X` or `? X`.
fn named_card(line: &str) -> Option<&str> {
    let name = line.strip_prefix("card ").or_else(|| line.strip_prefix("? "))?;
    Some(name.trim()).filter(|name| !name.is_empty())
}

/// The text of the move whose label equals these words or starts with them. `None` if no label or more than one label
/// fits.
fn worded(line: &str, offers: &[Offer]) -> Option<String> {
    let line = line.to_lowercase();
    let fits = |offer: &&Offer| {
        let label = offer.label.to_lowercase();
        label.strip_prefix(&line).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let mut found = offers.iter().filter(fits);
    found.next().filter(|_| found.next().is_none()).map(|offer| offer.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_scene::Gesture;

    #[test]
    fn the_words_of_a_single_move_are_enough() {
        let offer =
            |text: &str, label: &str| Offer { text: text.into(), ..Offer::new(label, Gesture::Number { value: 0 }) };
        let offers = [offer("#0", "card 1 from table"), offer("#9", "card 10 from table"), offer("x", "Pass")];
        assert_eq!(worded("card 1", &offers).as_deref(), Some("#0"));
        assert_eq!(worded("pass", &offers).as_deref(), Some("x"));
        assert_eq!(worded("card", &offers), None, "two begin like that");
        assert_eq!(worded("card 2", &offers), None);
    }

    #[test]
    fn a_card_is_asked_for_by_its_name() {
        assert_eq!(named_card("card Leech Barber"), Some("Leech Barber"));
        assert_eq!(named_card("?  leech "), Some("leech"));
        assert_eq!((named_card("card "), named_card("?"), named_card("cards")), (None, None, None));
    }
}
