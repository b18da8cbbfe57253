//! Counts move sequences, to test a move generator.

use rulebook_boards::{BoardState, Boards, Game, VisitBoards, visit_boards};
use rulebook_kernel::{Rng, Rules, Setup};
use std::time::Instant;

/// The move sequences of one depth.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The text of each first move, and the number of sequences after it. Empty at depth zero.
    pub parts: Vec<(String, u64)>,
    /// The number of all move sequences. At depth zero it is 1.
    pub nodes: u64,
    /// The time in seconds that counting took.
    pub seconds: f64,
}

/// Counts the move sequences from a position, or from the start of the game. First moves are counted one after the
/// other. Before each one, `progress` is called with its number, starting at one, and with the number of first moves.
///
/// # Errors
/// Returns a sentence that says what is wrong with the position.
pub fn count(
    game: &Game,
    position: Option<&str>,
    depth: u32,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Counted, String> {
    visit_boards(game, Count { position, depth, progress })
}

struct Count<'a> {
    position: Option<&'a str>,
    depth: u32,
    progress: &'a mut dyn FnMut(usize, usize),
}

impl VisitBoards for Count<'_> {
    type Out = Result<Counted, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let Count { position, depth, progress } = self;
        let state = match position {
            Some(text) => rules.position_from(text)?,
            None => rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("perft"), &mut ()),
        };
        let begin = Instant::now();
        let parts = parts(&rules, &state, depth, progress);
        let nodes = if depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum() };
        Ok(Counted { parts, nodes, seconds: begin.elapsed().as_secs_f64() })
    }
}

/// The count after each first move.
fn parts<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    depth: u32,
    progress: &mut dyn FnMut(usize, usize),
) -> Vec<(String, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let Some(seat) = rules.turn(state).seats().lowest() else { return Vec::new() };
    let moves = rules.turn_texts(state);
    let all = moves.len();
    let count = |(at, (mv, text)): (usize, (_, String))| {
        let mut next = state.clone();
        rules.take_turn(&mut next, seat, &mv);
        progress(at + 1, all);
        (text, rules.perft(&next, rest, true))
    };
    moves.into_iter().enumerate().map(count).collect()
}
