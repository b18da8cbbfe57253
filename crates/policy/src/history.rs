//! Writes the history in the prompt of a model: one line for each earlier hand, then the moves of the current hand that
//! its seat saw (card engine 8.7).

use crate::MAX_RECAP;

/// Maximum number of seen lines that callers should pass to [`history()`]. The result is shorter, because it merges moves
/// and closes earlier hands.
pub const MAX_SEEN: usize = 4000;
/// Maximum number of moves merged into one line.
const TOGETHER: usize = 8;
/// Maximum number of earlier hands. Older hands are dropped.
const MOST_HANDS: usize = 30;
/// Maximum number of lines without card moves between a shuffle and the deal.
const MOST_TEXTS: usize = 6;
/// Maximum number of lines about cards that are collected before the next deal.
const MOST_GATHERED: usize = 64;
/// Maximum length of the result of an earlier hand, in characters. The scores come last, so the first parts of a longer
/// result are dropped.
const RESULT: usize = 240;

/// Builds the history, oldest first. An earlier hand is one line with its result. In the current hand, consecutive
/// moves to the same zone share a line. Notes of the game that are older than the seen lines come first. Notes cannot
/// replace the seen lines: for example, "Ann wins the trick" does not name the cards that were played.
#[must_use]
pub fn history(notes: &[String], seen: &[String]) -> Vec<String> {
    let mut older: Vec<&String> = notes.iter().filter(|note| !note.is_empty()).collect();
    for line in seen.iter().rev() {
        // A long note is cut off, so the note may be only the beginning of the line.
        if older.last().is_some_and(|note| line.starts_with(note.as_str())) {
            older.pop();
        }
    }
    let (hands, now) = by_hand(seen);
    let mut lines: Vec<String> = older.into_iter().cloned().collect();
    lines.extend(hands.into_iter().rev().take(MOST_HANDS).rev());
    let before = lines.len();
    let same = |a: &String, b: &String| matches!((moved(a), moved(b)), (Some(a), Some(b)) if a.to == b.to);
    for run in now.chunk_by(same).flat_map(|run| run.chunks(TOGETHER)) {
        match moved(&run[0]) {
            Some(Moved { to, .. }) if run.len() > 1 => {
                let parts = run.iter().filter_map(|line| moved(line));
                let parts: Vec<String> = parts.map(|part| format!("{} from {}", part.cards, part.from)).collect();
                lines.push(format!("to {to}: {}", parts.join("; ")));
            }
            _ => lines.extend_from_slice(run),
        }
    }
    // A prompt has room for MAX_RECAP lines. If there are too many lines, the oldest moves of the current hand are
    // dropped before the results of earlier hands.
    let extra = lines.len().saturating_sub(MAX_RECAP).min(lines.len() - before);
    lines.drain(before..before + extra);
    lines
}

/// Splits the seen lines into hands. Returns one line for each earlier hand, and the lines of the current hand.
fn by_hand(seen: &[String]) -> (Vec<String>, &[String]) {
    let whole = seen.len() < MAX_SEEN;
    let (mut hands, mut start, mut number) = (Vec::new(), 0, 1);
    let mut at = 0;
    while at < seen.len() {
        let Some(end) = Boundary::at(seen, at) else {
            at += 1;
            continue;
        };
        if let Some(result) = result(&seen[start..end.from]) {
            let closed = end.dealt.map_or(number, |dealt| dealt.saturating_sub(1));
            let name =
                if whole || end.dealt.is_some() { format!("hand {closed}") } else { "an earlier hand".to_owned() };
            hands.push(format!("{name}: {result}"));
            number = closed + 1;
        }
        // The deal stays in the current hand.
        (start, at) = (end.to, end.to);
    }
    (hands, &seen[start..])
}

/// The lines between two hands: the cards are gathered and shuffled.
struct Boundary {
    /// The first line that does not belong to the earlier hand.
    from: usize,
    /// The first line of the next hand.
    to: usize,
    /// The number of the next hand, if a line contains it.
    dealt: Option<usize>,
}

impl Boundary {
    /// The boundary that begins at this line. Lines about gathered cards at the beginning belong to it. `None` if the
    /// hand continues.
    fn at(seen: &[String], first: usize) -> Option<Boundary> {
        let (mut from, mut to, mut dealt) = (None, first, None);
        loop {
            // Cards that are gathered before a shuffle belong to the boundary.
            let gathered = seen[to..].iter().take(MOST_GATHERED).take_while(|line| moved(line).is_some()).count();
            let Some(line) = seen.get(to + gathered) else { break };
            let goes_to =
                |zone: &str| seen[to..to + gathered].iter().all(|line| moved(line).is_some_and(|m| m.to == zone));
            let number = line.strip_prefix("hand ").and_then(|rest| rest.strip_suffix(" is dealt"));
            let ends = match line.strip_suffix(" is shuffled") {
                Some(zone) => goes_to(zone) && (from.is_some() || is_dealt(zone, &seen[to + gathered + 1..])),
                None => gathered == 0 && (line == "the hand is over" || number.is_some()),
            };
            if !ends {
                break;
            }
            dealt = number.and_then(|number| number.parse().ok()).or(dealt);
            from = from.or(Some(to));
            to += gathered + 1;
        }
        from.map(|from| Boundary { from, to, dealt })
    }
}

/// Whether the next lines deal cards from this zone to several players. A pile that is shuffled during a hand is not
/// dealt.
fn is_dealt(zone: &str, next: &[String]) -> bool {
    let before = next.iter().take(MOST_TEXTS).take_while(|line| moved(line).is_none()).count();
    let deal = next[before..].iter().map_while(|line| moved(line).filter(|moved| moved.from == zone));
    let mut targets: Vec<&str> = deal.map(|moved| moved.to).collect();
    targets.sort_unstable();
    targets.dedup();
    targets.len() > 1
}

/// The result of a hand: its last lines that are not moves of cards. `None` if nothing happened in it.
fn result(hand: &[String]) -> Option<String> {
    if hand.is_empty() {
        return None;
    }
    let is_text = |line: &&String| moved(line).is_none() && !line.ends_with(" is shuffled");
    let mut said: Vec<&str> =
        hand.iter().rev().skip_while(|line| !is_text(line)).take_while(is_text).map(String::as_str).collect();
    said.reverse();
    let length = |said: &[&str]| said.iter().map(|part| part.chars().count() + 2).sum::<usize>();
    while said.len() > 1 && length(&said) > RESULT + 2 {
        said.remove(0);
    }
    let told = said.join("; ");
    Some(match told.char_indices().nth(RESULT) {
        _ if said.is_empty() => "no result was announced".to_owned(),
        None => told,
        Some((end, _)) => format!("{}…", &told[..end]),
    })
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
