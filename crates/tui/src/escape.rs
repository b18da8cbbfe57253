//! Repairs escape sequences that arrive in parts.
//!
//! A key such as F1 is sent as the escape character and some letters. Over a slow connection, the letters arrive later
//! than the escape. Or the user pressed Esc just before, and two escapes merge into one. In both cases the terminal
//! reports Esc and then letters that the user did not type.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::io;
use std::time::Duration;

/// How long to wait for the rest of a sequence. A user cannot type this fast.
const ON_ITS_WAY: Duration = Duration::from_millis(25);

/// The meaning of the letters after an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SequencePart {
    /// The letters are not the rest of a sequence.
    Other,
    /// The letters are the beginning of a sequence.
    Begun,
    Key(KeyCode),
}

fn rest(letters: &str) -> SequencePart {
    let Some(after) = letters.strip_prefix(['O', '[']) else { return SequencePart::Other };
    let digits = after.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let end = &after[digits.len()..];
    if digits.len() > 2 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return SequencePart::Other;
    }
    let key = match (digits, end) {
        (_, "") => return SequencePart::Begun,
        ("", "A") => KeyCode::Up,
        ("", "B") => KeyCode::Down,
        ("", "C") => KeyCode::Right,
        ("", "D") => KeyCode::Left,
        ("", "H") | ("1" | "7", "~") => KeyCode::Home,
        ("", "F") | ("4" | "8", "~") => KeyCode::End,
        ("", "P") | ("11", "~") => KeyCode::F(1),
        ("", "Q") | ("12", "~") => KeyCode::F(2),
        ("", "R") | ("13", "~") => KeyCode::F(3),
        ("", "S") | ("14", "~") => KeyCode::F(4),
        ("5", "~") => KeyCode::PageUp,
        ("6", "~") => KeyCode::PageDown,
        ("15", "~") => KeyCode::F(5),
        ("17", "~") => KeyCode::F(6),
        ("18", "~") => KeyCode::F(7),
        ("19", "~") => KeyCode::F(8),
        ("20", "~") => KeyCode::F(9),
        ("21", "~") => KeyCode::F(10),
        _ => return SequencePart::Other,
    };
    SequencePart::Key(key)
}

fn letter(event: &Event) -> Option<char> {
    let Event::Key(KeyEvent { code: KeyCode::Char(letter), modifiers, .. }) = event else { return None };
    (*modifiers - KeyModifiers::SHIFT).is_empty().then_some(*letter)
}

fn is_escape(event: &Event) -> bool {
    *event == Event::Key(KeyCode::Esc.into())
}

/// Returns the events that the user caused. `first` is the first event that the terminal reported. `read` waits for the
/// next reported event, for at most the given time.
///
/// # Errors
/// The errors of `read`.
pub(crate) fn meant(
    first: Event,
    mut read: impl FnMut(Duration) -> io::Result<Option<Event>>,
) -> io::Result<Vec<Event>> {
    if !is_escape(&first) {
        return Ok(vec![first]);
    }
    // An event that is available at once arrived together with the escape. So the user pressed both Esc and a key.
    let mut next = read(Duration::ZERO)?;
    let both = next.is_some();
    if next.is_none() {
        next = read(ON_ITS_WAY)?;
    }
    let (mut events, mut letters) = (vec![first], String::new());
    while let Some(event) = next.take() {
        let letter = letter(&event);
        events.push(event);
        let Some(letter) = letter else { break };
        letters.push(letter);
        match rest(&letters) {
            SequencePart::Other => break,
            SequencePart::Begun => next = read(ON_ITS_WAY)?,
            SequencePart::Key(code) => {
                events.truncate(usize::from(both));
                events.push(Event::Key(code.into()));
            }
        }
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Event {
        Event::Key(code.into())
    }

    /// The events for Esc and these letters. `late` is the delay before the letters, in milliseconds.
    fn after_escape(letters: &str, late: u64) -> Vec<Event> {
        let mut left: Vec<Event> = letters.chars().rev().map(|letter| key(KeyCode::Char(letter))).collect();
        let mut late = Some(late);
        meant(key(KeyCode::Esc), |wait| {
            if late.is_some_and(|late| u128::from(late) > wait.as_millis()) {
                return Ok(None);
            }
            late = None;
            Ok(left.pop())
        })
        .expect("nothing fails")
    }

    #[test]
    fn esc_and_then_a_function_key_are_both() {
        for (letters, number) in [("OP", 1), ("OS", 4), ("[15~", 5), ("[21~", 10), ("[12~", 2)] {
            assert_eq!(after_escape(letters, 0), [key(KeyCode::Esc), key(KeyCode::F(number))], "{letters}");
        }
    }

    #[test]
    fn a_key_whose_letters_come_late_is_that_key_alone() {
        assert_eq!(after_escape("OP", 10), [key(KeyCode::F(1))]);
        assert_eq!(after_escape("[A", 10), [key(KeyCode::Up)]);
    }

    #[test]
    fn letters_that_form_no_key_stay_letters() {
        assert_eq!(after_escape("", 0), [key(KeyCode::Esc)]);
        assert_eq!(after_escape("OP", 900), [key(KeyCode::Esc)]);
        let typed = |letters: &str| letters.chars().map(|letter| key(KeyCode::Char(letter))).collect::<Vec<_>>();
        assert_eq!(after_escape("Ox", 0)[1..], typed("Ox"));
        assert_eq!(after_escape("7", 0)[1..], typed("7"));
        assert_eq!(meant(key(KeyCode::Enter), |_| Ok(None)).expect("nothing fails"), [key(KeyCode::Enter)]);
    }
}
