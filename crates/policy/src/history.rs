//! The history in the prompt of a model: the moves that its seat saw, and older notes of the game.

/// Maximum number of seen lines that callers should pass to [`history()`]. It merges some of them, so the result is
/// shorter.
pub const MAX_SEEN: usize = 240;
/// Maximum number of moves merged into one line.
const TOGETHER: usize = 8;

/// Builds the history, oldest first. Consecutive moves to the same zone share a line. Notes of the game that are older
/// than the seen lines come first. Notes alone are not enough: "Ann wins the trick" does not say which cards were
/// played.
#[must_use]
pub fn history(notes: &[String], seen: &[String]) -> Vec<String> {
    let mut older: Vec<&String> = notes.iter().filter(|note| !note.is_empty()).collect();
    for line in seen.iter().rev() {
        // A long note is cut off, so it may be only the beginning of the line.
        if older.last().is_some_and(|note| line.starts_with(note.as_str())) {
            older.pop();
        }
    }
    let mut lines: Vec<String> = older.into_iter().cloned().collect();
    let same = |a: &String, b: &String| matches!((moved(a), moved(b)), (Some(a), Some(b)) if a.to == b.to);
    for run in seen.chunk_by(same).flat_map(|run| run.chunks(TOGETHER)) {
        match moved(&run[0]) {
            Some(Moved { to, .. }) if run.len() > 1 => {
                let parts = run.iter().filter_map(|line| moved(line));
                let parts: Vec<String> = parts.map(|part| format!("{} from {}", part.cards, part.from)).collect();
                lines.push(format!("to {to}: {}", parts.join("; ")));
            }
            _ => lines.extend_from_slice(run),
        }
    }
    lines
}

/// A line of [`rulebook_scene::text_steps`] about cards that moved.
struct Moved<'a> {
    cards: &'a str,
    from: &'a str,
    to: &'a str,
}

/// Parses a line such as `QH, a card: your hand to trick`. `None` if the line could be a text of the game.
fn moved(line: &str) -> Option<Moved<'_>> {
    let (cards, way) = line.split_once(": ")?;
    let (from, to) = way.rsplit_once(" to ")?;
    let card = |card: &str| !card.contains(' ') || card == "a card" || card.ends_with(" cards");
    let moved = cards.split(", ").all(card) && !from.starts_with(|first: char| first.is_ascii_digit());
    moved.then_some(Moved { cards, from, to })
}
