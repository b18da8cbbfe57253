//! What happened, as a model is told it: the cards that its seat saw, and what the game itself noted before that.

/// So many lines of what a seat saw are worth keeping for [`history()`], where several become one.
pub const MAX_SEEN: usize = 240;
/// So many movements are told in a line.
const TOGETHER: usize = 8;

/// What happened, the oldest first: lines that the seat saw, with what went to one place in a row in a line, and before them
/// those notes of the game that are not among the lines. The notes alone would not do: that somebody has won a trick does
/// not say which cards are gone.
#[must_use]
pub fn history(notes: &[String], seen: &[String]) -> Vec<String> {
    let mut older: Vec<&String> = notes.iter().filter(|note| !note.is_empty()).collect();
    for line in seen.iter().rev() {
        // A long note is cut.
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

/// `QH, a card: your hand to trick`. Anything that could be words of the game is left alone.
fn moved(line: &str) -> Option<Moved<'_>> {
    let (cards, way) = line.split_once(": ")?;
    let (from, to) = way.rsplit_once(" to ")?;
    let card = |card: &str| !card.contains(' ') || card == "a card" || card.ends_with(" cards");
    let moved = cards.split(", ").all(card) && !from.starts_with(|first: char| first.is_ascii_digit());
    moved.then_some(Moved { cards, from, to })
}
