//! Parses the limits of a search from the words of a `go` command.

use rulebook_bots::Limits;
use std::time::Duration;

/// Milliseconds that are kept back from every clock, for the time that communication takes.
const OVERHEAD: u64 = 20;
/// The number of moves for which the remaining time must last, if the command does not say it.
const MOVES_LEFT: u64 = 30;

/// The limits of a search. `words` are the words after `go`; unknown words are ignored. `first` says whether the first
/// seat has to move.
pub fn limits(words: &[&str], first: bool) -> Limits {
    let mut limits = Limits::default();
    let (mut clock, mut gain, mut moves, mut period) = (None, 0, None, 0);
    let mut rest = words.iter();
    // In UCI `wtime` is the clock of the first seat; in USI the first seat is black.
    let black_first = words.contains(&"byoyomi") || words.contains(&"usi");
    let (own_time, own_gain) = if first != black_first { ("wtime", "winc") } else { ("btime", "binc") };
    while let Some(word) = rest.next() {
        let number = || rest.clone().next().and_then(|text| text.parse::<i64>().ok()).map(|n| n.max(0) as u64);
        match *word {
            "movetime" => limits.time = number().map(Duration::from_millis),
            "depth" => limits.depth = number().map(|depth| depth.clamp(1, 1000) as u32),
            "nodes" => limits.nodes = number().map(|nodes| nodes.max(1)),
            "mate" => limits.depth = number().map(|mate| (2 * mate).clamp(1, 1000) as u32),
            "movestogo" => moves = number(),
            "byoyomi" => period = number().unwrap_or(0),
            word if word == own_time => clock = number(),
            word if word == own_gain => gain = number().unwrap_or(0),
            _ => {}
        }
    }
    if let (None, Some(left)) = (limits.time, clock.or((period > 0).then_some(0))) {
        let share = left / moves.unwrap_or(MOVES_LEFT).clamp(1, 100) + gain * 4 / 5;
        let most = (left / 2).max(1) + period;
        limits.time = Some(Duration::from_millis((share + period).min(most).saturating_sub(OVERHEAD).max(1)));
    }
    limits
}
