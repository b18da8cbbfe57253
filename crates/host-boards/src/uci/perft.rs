//! `go perft`: counts the move sequences after each move, and can be stopped.

use rulebook_boards::{BoardState, Boards, Move};
use rulebook_kernel::Rules;
use std::sync::atomic::{AtomicBool, Ordering};

/// Subtrees of this depth are counted without looking at the stop flag.
const AT_ONCE: u32 = 2;

/// The number of move sequences of this depth. Calls `told` with each first move and its count. `None` if the count was
/// stopped.
pub fn divide<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    turns: u32,
    stop: &AtomicBool,
    told: impl Fn(String, u64),
) -> Option<u64> {
    let Some(rest) = turns.checked_sub(1) else { return Some(1) };
    let mut all = 0;
    for (mv, next) in after(rules, state) {
        let found = rows(rules, &next, rest, stop)?;
        told(rules.turn_text(state, &mv), found);
        all += found;
    }
    Some(all)
}

fn rows<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    turns: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if turns <= AT_ONCE {
        return Some(rules.perft(state, turns, true));
    }
    after(rules, state).into_iter().map(|(_, next)| rows(rules, &next, turns - 1, stop)).sum()
}

/// Every legal move and the position after it. Draws by claim do not end a sequence, because they depend on earlier
/// moves and not on the position.
fn after<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
) -> Vec<(Move, BoardState<W, N>)> {
    let Some(seat) = rules.turn(state).seats().lowest() else { return Vec::new() };
    let made = |mv: Move| {
        let mut next = state.clone();
        rules.take_turn(&mut next, seat, &mv);
        rules.go_on(&mut next);
        (mv, next)
    };
    rules.turns(state).into_iter().map(made).collect()
}
