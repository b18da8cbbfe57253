//! Formats events as lines of text, and makes text safe to print.

use rulebook_kernel::Seat;
use rulebook_scene::{Scene, Step, commentary, text_log, text_steps};

/// Makes text from a file or a log safe to print on a terminal. Escapes control characters, and marks that reverse the
/// direction of text.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if !rulebook_diag::is_plain(c) && c != '\n' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Turns a reason such as `it is not your turn` into a sentence with a capital letter and a full stop. A first word
/// that contains a digit is a move or a card and stays as it is.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let Some(first) = letters.next() else { return String::new() };
    let is_code = reason.split(' ').next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    match is_code {
        true => format!("{reason}{stop}"),
        false => format!("{}{}{stop}", first.to_uppercase(), letters.as_str()),
    }
}

/// The steps as sentences for players, safe to print. `scene` must be the scene of the viewer for whom the steps were
/// made.
pub fn log(steps: &[Step], scene: &Scene) -> Vec<String> {
    text_log(&commentary(steps, scene), scene).iter().map(|line| plain(line)).collect()
}

/// The steps as exact lines for a language model. `scene` must be the scene of the viewer for whom the steps were made.
pub fn steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    text_steps(steps, scene).iter().map(|line| plain(line)).collect()
}

/// The players by seat, as in `seat 1 (random), seat 2 (human)`.
pub fn seated(names: &[String]) -> String {
    let one = |(seat, name): (Seat, &String)| format!("{seat} ({})", plain(name));
    Seat::all(names.len()).zip(names).map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(plain("Ann \u{1b}[2Jé\n"), "Ann \\u{1b}[2Jé\n");
    }
}
