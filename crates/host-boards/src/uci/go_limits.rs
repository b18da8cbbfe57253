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

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(text: &str, first: bool) -> Option<u128> {
        limits(&text.split(' ').collect::<Vec<_>>(), first).time.map(|time| time.as_millis())
    }

    #[test]
    fn clocks_are_shared_out() {
        assert_eq!(millis("movetime 500", true), Some(500));
        assert_eq!(millis("wtime 60000 btime 1000 winc 1000 binc 0", true), Some(60_000 / 30 + 800 - 20));
        assert_eq!(millis("wtime 60000 btime 1000 winc 1000 binc 0", false), Some(33 - 20));
        assert_eq!(millis("wtime 10 btime 10", true), Some(1));
        assert_eq!(millis("wtime 9000 btime 9000 movestogo 1", true), Some(4500 - 20));
        assert_eq!(millis("btime 0 wtime 0 byoyomi 1000", true), Some(1000 + 1 - 20 - 1));
        assert_eq!(millis("infinite", true), None);
        assert_eq!(millis("wtime nonsense btime", true), None);
    }

    #[test]
    fn depths_and_nodes_are_limits_too() {
        let found = limits(&["depth", "7", "nodes", "1000"], true);
        assert_eq!((found.depth, found.nodes, found.time), (Some(7), Some(1000), None));
    }
}
