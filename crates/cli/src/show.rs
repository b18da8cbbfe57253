//! Formats events as lines of text that are safe to print.

pub use rulebook_diag::plain;
use rulebook_kernel::Seat;
use rulebook_scene::{Scene, Step, commentary, text_log, text_steps};

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
