//! Plays one game of a simulation, with or without a log.

use super::plan::Plan;
use super::players::Players;
use rulebook_bots::Make;
use rulebook_kernel::{Digest, Illegal, Outcome, Rng, Turn};
use rulebook_matches::{AnyMatch, Hosted, Staged};
use rulebook_matchlog::LogWriter;

/// The result of one game.
pub struct Record {
    pub moves: u32,
    /// Number of moves from which bots could choose, summed over all decisions.
    pub offered: u64,
    /// The largest number of moves from which a bot could choose in one decision.
    pub widest: u32,
    pub end: End,
    /// Digest of how the game ended, the number of moves and the last state.
    pub digest: Digest,
}

/// How a game of a simulation can end.
pub enum End {
    /// The game ended by its rules, possibly with a fault.
    Over(Outcome),
    /// The game reached the limit of moves.
    Unfinished,
    /// A seat has to move and has no legal move, or no seat has to move and the game is not over.
    Stuck,
    /// A panic.
    Bug(String),
}

impl Record {
    pub fn bug(index: u64, message: String) -> Record {
        let digest = Digest::of(&("bug", index));
        Record { moves: 0, offered: 0, widest: 0, end: End::Bug(message), digest }
    }
}

/// Counters of a running game.
#[derive(Default)]
struct Count {
    moves: u32,
    offered: u64,
    widest: u32,
}

impl Count {
    #[inline]
    fn offer(&mut self, moves: usize) {
        self.offered += moves as u64;
        self.widest = self.widest.max(moves as u32);
    }

    fn record<S: serde::Serialize>(self, end: End, state: &S) -> Record {
        let (outcome, kind) = match &end {
            End::Over(outcome) => (Some(outcome), 0),
            End::Unfinished => (None, 1),
            End::Stuck => (None, 2),
            End::Bug(_) => (None, 3),
        };
        let digest = Digest::of(&(kind, self.moves, outcome, state));
        Record { moves: self.moves, offered: self.offered, widest: self.widest, end, digest }
    }
}

/// Plays game `index` without a log. `moves` is a buffer that is reused. `look` is called with every state.
pub fn silent<R: Staged>(
    rules: &R,
    make: Make<R>,
    plan: &Plan,
    index: u64,
    moves: &mut Vec<R::Move>,
    mut look: impl FnMut(&R::State),
) -> Record {
    let mut players = Players::<R>::new(rules, make, plan, index);
    let mut state = rules.start(&plan.setup, Rng::new(plan.deal(index)), &mut ());
    let mut count = Count::default();
    loop {
        look(&state);
        let due = match rules.turn(&state) {
            Turn::Over(outcome) => return count.record(End::Over(outcome), &state),
            Turn::Seats(_) if count.moves == plan.max_moves => return count.record(End::Unfinished, &state),
            Turn::Seats(due) => due,
        };
        // If several seats decide at once, they answer in seat order. The rules hide the answers until the last one.
        let Some(seat) = due.lowest() else { return count.record(End::Stuck, &state) };
        moves.clear();
        rules.shortlist(&state, seat, moves);
        if moves.is_empty() {
            return count.record(End::Stuck, &state);
        }
        count.offer(moves.len());
        let choice = players.pick(rules, &state, seat, moves);
        rules.play(&mut state, seat, &moves[choice], &mut ());
        count.moves += 1;
    }
}

/// Plays game `index` and returns its log.
pub fn logged<R: Staged>(
    hosted: &Hosted<R>,
    make: Make<R>,
    plan: &Plan,
    index: u64,
) -> Result<(Record, String), Illegal> {
    let mut players = Players::<R>::new(hosted.rules(), make, plan, index);
    let mut game = hosted.begin(&plan.setup, plan.deal(index))?;
    let mut log = LogWriter::open(&mut game, &plan.bots, None)?;
    let mut count = Count::default();
    let end = loop {
        let due = match game.turn() {
            Turn::Over(outcome) => break End::Over(outcome),
            Turn::Seats(_) if count.moves == plan.max_moves => break End::Unfinished,
            Turn::Seats(due) => due,
        };
        let Some(seat) = due.lowest() else { break End::Stuck };
        let moves = game.shortlist(seat);
        if moves.is_empty() {
            break End::Stuck;
        }
        count.offer(moves.len());
        let choice = players.pick(hosted.rules(), game.state(), seat, &moves);
        let text = hosted.rules().text(game.state(), seat, &moves[choice]);
        log.record(&game.play(seat, &text)?)?;
        count.moves += 1;
    };
    log.close(&game);
    Ok((count.record(end, game.state()), log.take()))
}
