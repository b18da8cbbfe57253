//! Counts move sequences from a position, to test and measure the move generator.

use crate::plan::Plan;
use crate::play::{Move, Moves, Position, count, legal};

/// The number of move sequences of `depth` turns. With `bulk`, the moves of the last turn are counted but not made.
/// Ignores draws by repetition, clock or material, because they depend on the match and not on the position.
pub(crate) fn perft<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    depth: u32,
    bulk: bool,
) -> u64 {
    let mut buffers: Vec<Moves> = (0..depth).map(|_| Moves::new()).collect();
    rows(plan, position, &mut buffers, bulk)
}

/// Counts the sequences. `buffers` has one list of moves for each remaining turn, so that nothing is allocated while
/// counting.
fn rows<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    buffers: &mut [Moves],
    bulk: bool,
) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    if plan.planes.players > 2 {
        let mut settled = *position;
        return if settled.settle(plan).is_some() { 0 } else { branches(plan, &settled, moves, deeper, bulk) };
    }
    branches(plan, position, moves, deeper, bulk)
}

/// The number of sequences that begin with a move of the player to move, who is still in the game.
#[inline(always)]
fn branches<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    moves: &mut Moves,
    deeper: &mut [Moves],
    bulk: bool,
) -> u64 {
    if bulk && deeper.is_empty() {
        return count(plan, position);
    }
    moves.clear();
    legal(plan, position, moves);
    let mut found = 0;
    for mv in &*moves {
        let mut next = *position;
        next.make(plan, *mv);
        found += rows(plan, &next, deeper, bulk);
    }
    found
}

/// For each first move: the number of sequences after it.
pub(crate) fn divide<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    depth: u32,
) -> Vec<(Move, u64)> {
    let mut moves = Moves::new();
    legal(plan, position, &mut moves);
    let count = |mv: Move| {
        let mut next = *position;
        next.make(plan, mv);
        (mv, perft(plan, &next, depth.saturating_sub(1), true))
    };
    moves.into_iter().map(count).collect()
}
