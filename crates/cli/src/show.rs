//! Formats events as lines of text, and makes text safe to print.

use rulebook_kernel::Seat;
use rulebook_scene::{Scene, Step, commentary, text_log, text_steps};

/// Text from a file or log that is safe for a terminal. Escapes control characters and marks that reverse the direction
/// of text.
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

/// A reason such as `it is not your turn` as a sentence, with a capital and a full stop. A first word with a digit is a
/// move or a card, and keeps its case.
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

/// The commentary on steps, safe to print. The scene must be of the same viewer.
pub fn log(steps: &[Step], scene: &Scene) -> Vec<String> {
    text_log(&commentary(steps, scene), scene).iter().map(|line| plain(line)).collect()
}

/// Steps as exact lines for a language model. The scene must be of the same viewer.
pub fn steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    text_steps(steps, scene).iter().map(|line| plain(line)).collect()
}

/// `seat 1 (random), seat 2 (human)`.
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
