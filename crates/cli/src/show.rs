//! What happened, as lines for people; and text that is safe to print.

use rulebook_kernel::Seat;
use rulebook_scene::{Scene, Step, text_steps};

/// Text from a file or a log without what a terminal would obey: a control character, or a mark that turns text round, is
/// shown as its escape.
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

/// Steps as lines, safe to print. The scene is of the same viewer.
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
