//! Converts moves between our notation and UCI. They differ only in the mark after the letter of some promoted pieces.

/// Marks a promoted piece that becomes a pawn again when it is captured. Our notation writes this mark in moves, but
/// UCI leaves it out.
const MARK: char = '~';

/// Converts a move from UCI to our notation. If no legal move has this text, a single move that differs only in case is
/// taken. Otherwise the text stays unchanged.
pub fn move_in(text: &str, legal: Vec<String>) -> String {
    if let Some(ours) = legal.iter().find(|ours| move_out(ours) == text) {
        return ours.clone();
    }
    let mut alike = legal.into_iter().filter(|ours| move_out(ours).eq_ignore_ascii_case(text));
    match (alike.next(), alike.next()) {
        (Some(ours), None) => ours,
        _ => text.to_owned(),
    }
}

/// Converts a move from our notation to UCI.
pub fn move_out(text: &str) -> String {
    text.replace(MARK, "")
}
