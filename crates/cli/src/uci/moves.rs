//! Converts moves between our notation and UCI, which differ in the mark of promoted pieces.

/// Follows the letter of a promoted piece that becomes a pawn again when it is captured. Other programs write it in
/// positions, never in moves.
const MARK: char = '~';

/// A move of the other program in our notation, if it is legal; otherwise unchanged. Ignores case if only one move
/// matches.
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

/// Our move in the notation of the other program.
pub fn move_out(text: &str) -> String {
    text.replace(MARK, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotions_have_no_mark() {
        let legal = || ["h7h8q~".to_owned(), "h7h8n~".to_owned(), "P@e5".to_owned()].to_vec();
        assert_eq!(move_in("h7h8n", legal()), "h7h8n~");
        assert_eq!(move_in("h7h8x", legal()), "h7h8x");
        assert_eq!(move_in("H7H8N", legal()), "h7h8n~");
        assert_eq!(move_out("h7h8q~"), "h7h8q");
        assert_eq!(move_out("P@e5"), "P@e5");
    }
}
