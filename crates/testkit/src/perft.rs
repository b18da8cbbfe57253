//! Counts move sequences (perft), and compares the counts with published numbers. This is the best test of a move
//! generator.
//!
//! A file `perft.txt` has lines of the form `depth nodes`. A line `position: TEXT` sets the start position for the
//! lines after it. Lines before the first `position:` line count from the start of the game. `#` begins a comment.

use rulebook_kernel::{Notation, Rng, Rules, Setup};
use std::fmt::Write;

/// The number of sequences of `depth` decisions from this state. If the match is over, there are no sequences. If
/// several seats have to decide, the lowest seat decides first.
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    let mut buffers: Vec<(Vec<R::Move>, R::State)> = (0..depth).map(|_| (Vec::new(), state.clone())).collect();
    count(rules, state, &mut buffers)
}

/// Each level uses its own entry of `buffers`, so that the search allocates no memory.
fn count<R: Rules>(rules: &R, state: &R::State, buffers: &mut [(Vec<R::Move>, R::State)]) -> u64 {
    let Some(((moves, next), deeper)) = buffers.split_first_mut() else { return 1 };
    let Some(seat) = rules.turn(state).seats().lowest() else { return 0 };
    moves.clear();
    rules.moves(state, seat, moves);
    // At the last level the moves are only counted and not played.
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in &*moves {
        next.clone_from(state);
        rules.play(next, seat, mv, &mut ());
        nodes += count(rules, next, deeper);
    }
    nodes
}

/// The count for each first move. To find a wrong move, compare this list with the list of another program.
pub fn divide<R: Notation>(rules: &R, state: &R::State, depth: u32) -> Vec<(String, u64)> {
    let Some(seat) = rules.turn(state).seats().lowest() else { return vec![] };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let mut parts = Vec::new();
    for mv in &moves {
        let mut next = state.clone();
        rules.play(&mut next, seat, mv, &mut ());
        parts.push((rules.text(state, seat, mv), perft(rules, &next, depth.saturating_sub(1))));
    }
    parts
}

/// Checks the lines of a `perft.txt` that have at most `max_nodes` nodes. Returns the number of checked lines.
/// `position` makes a state from the text of a `position:` line.
///
/// # Errors
/// The first wrong line, with the count for each first move.
pub fn check<R: Notation>(
    rules: &R,
    text: &str,
    max_nodes: u64,
    mut position: impl FnMut(&str) -> Result<R::State, String>,
) -> Result<usize, String> {
    let setup = Setup::seats(rules.info().min_seats);
    let mut state = rules.start(&setup, Rng::seeded("perft"), &mut ());
    let mut checked = 0;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let wrong = |what: String| format!("line {}: {what}", number + 1);
        if line.is_empty() {
            continue;
        }
        if let Some(text) = line.strip_prefix("position:") {
            state = position(text.trim()).map_err(wrong)?;
            continue;
        }
        let numbers = line.split_once(' ').and_then(|(depth, nodes)| {
            Some((depth.parse::<u32>().ok()?, nodes.trim().replace(['_', ','], "").parse::<u64>().ok()?))
        });
        let (depth, nodes) = numbers.ok_or_else(|| wrong(format!("not `depth nodes`: {line:?}")))?;
        if nodes > max_nodes {
            continue;
        }
        let found = perft(rules, &state, depth);
        if found != nodes {
            let mut parts = String::new();
            for (text, count) in divide(rules, &state, depth) {
                write!(parts, "\n  {text} {count}").expect("text");
            }
            return Err(wrong(format!("depth {depth} has {found} nodes, not {nodes}{parts}")));
        }
        checked += 1;
    }
    Ok(checked)
}
