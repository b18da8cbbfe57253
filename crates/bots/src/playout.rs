//! Random play to the end: what a search knows about a position that it knows nothing about.

use rulebook_kernel::{Draws, Outcome, Rules, Turn};

/// Plays random moves until the game is over. Seats that are due at once answer in seat order.
///
/// `moves` is a buffer that the caller keeps, so that a step allocates nothing. After `cap` decisions the answer is a
/// fault: a game that keeps its promise never gets there with a `cap` of [`Info::max_moves`].
///
/// [`Info::max_moves`]: rulebook_kernel::Info::max_moves
pub fn playout<R: Rules>(
    rules: &R,
    state: &mut R::State,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
    cap: u32,
) -> Outcome {
    for _ in 0..cap {
        let due = match rules.turn(state) {
            Turn::Over(outcome) => return outcome,
            Turn::Seats(due) => due,
        };
        let seat = due.lowest().expect("somebody is due until the game is over");
        moves.clear();
        rules.shortlist(state, seat, moves);
        let choice = draws.below(moves.len() as u32) as usize;
        rules.play(state, seat, &moves[choice], &mut ());
    }
    match rules.turn(state) {
        Turn::Over(outcome) => outcome,
        Turn::Seats(_) => out_of_moves(rules, state),
    }
}

/// How a playout of one hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The game is over.
    Over(Outcome),
    /// The hand is, and so it stands.
    Stands(Outcome),
}

/// The same to the end of the hand, where the game has hands: what comes after it is luck.
pub(crate) fn playout_hand<R: Rules>(
    rules: &R,
    state: &mut R::State,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
    cap: u32,
) -> End {
    for _ in 0..cap {
        let due = match rules.turn(state) {
            Turn::Over(outcome) => return End::Over(outcome),
            Turn::Seats(due) => due,
        };
        let seat = due.lowest().expect("somebody is due until the game is over");
        moves.clear();
        rules.shortlist(state, seat, moves);
        let choice = draws.below(moves.len() as u32) as usize;
        if let Some(standing) = rules.rehearse(state, seat, &moves[choice], &mut ()) {
            return End::Stands(standing);
        }
    }
    last(rules, state)
}

/// How it ended when no decision is left that it may take.
pub(crate) fn last<R: Rules>(rules: &R, state: &R::State) -> End {
    match rules.turn(state) {
        Turn::Over(outcome) => End::Over(outcome),
        Turn::Seats(_) => End::Over(out_of_moves(rules, state)),
    }
}

/// What a search makes of a game that does not end.
pub(crate) fn out_of_moves<R: Rules>(rules: &R, state: &R::State) -> Outcome {
    Outcome::fault(rules.seats(state), "no end within the most moves a match may take")
}
