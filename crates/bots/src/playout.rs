//! Random play to the end: what a search knows about a position that it knows nothing about.

use rulebook_kernel::{Budget, Draws, Hidden, Outcome, Rng, Rules, Seat, SeatSet, Turn};

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
        let Some((seat, choice)) = random_move(rules, state, due, draws, moves) else { break };
        rules.play(state, seat, &moves[choice], &mut ());
    }
    match rules.turn(state) {
        Turn::Over(outcome) => outcome,
        Turn::Seats(_) => out_of_moves(rules, state),
    }
}

/// Draws a move of the lowest seat in `due`: the seat and the index in `moves`, which holds its moves afterwards.
///
/// `None` if the seat has no move. That happens only in a sample, whose options may depend on a wrong guess.
#[inline]
fn random_move<R: Rules>(
    rules: &R,
    state: &R::State,
    due: SeatSet,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
) -> Option<(Seat, usize)> {
    let seat = due.lowest().expect("a seat has to move until the game is over");
    moves.clear();
    rules.shortlist(state, seat, moves);
    if moves.is_empty() { None } else { Some((seat, draws.below(moves.len() as u32) as usize)) }
}

/// How a playout of one hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The game is over.
    Over(Outcome),
    /// The hand is, or nobody looks further, and so it stands.
    Stands(Outcome),
}

/// Which child of its key a bot looks with at how far away the end is: it must not change what else it draws.
pub(crate) const PROBE: u64 = u64::MAX;
/// Playouts go on to the end of the hand.
pub(crate) const NEVER: u32 = u32::MAX;
/// After so many decisions they stop where that is too far away.
const SOON: u32 = 32;
/// The luck of so many decisions is evened out by one more playout of a move: where a playout is longer than that, what comes of
/// a move is lost in it.
const EVENED: u32 = 6;
/// So far one always looks. Who plays alone, or with partners only, looks no further: what was gained stays.
const NEAR: u32 = 100;
/// Who thinks for less is counted as if it were this: an easy opponent makes mistakes, and is not made to see less far.
const USUAL: u32 = 400;

/// About how many playouts a move gets.
pub(crate) fn each(budget: Budget, moves: usize) -> u32 {
    let playouts = match budget {
        Budget::Playouts(playouts) => playouts.max(USUAL),
        Budget::Millis(_) => USUAL,
    };
    playouts / moves.max(1) as u32
}

/// After how many decisions playouts from here stop, to be judged by how the match then stands: never before the end of the
/// hand, or soon where that is far away and the game can tell at any time. One playout is made to see how far it is; a move
/// gets `each` of them.
pub(crate) fn horizon<R: Rules>(
    rules: &R,
    mut state: R::State,
    each: u32,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
) -> u32 {
    let Some(now) = rules.outcome_if_ended_now(&state) else { return NEVER };
    let alone = now.teams().iter().all(|team| *team == now.teams()[0]);
    let far = if alone { NEAR } else { EVENED.saturating_mul(each).max(NEAR) };
    match playout_hand(rules, &mut state, draws, moves, far, NEVER) {
        End::Over(outcome) if outcome.is_fault() => SOON,
        _ => NEVER,
    }
}

/// The same to the end of the hand, where the game has hands: what comes after it is luck. Or to the horizon.
pub(crate) fn playout_hand<R: Rules>(
    rules: &R,
    state: &mut R::State,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
    cap: u32,
    horizon: u32,
) -> End {
    for nth in 0..cap {
        let due = match rules.turn(state) {
            Turn::Over(outcome) => return End::Over(outcome),
            Turn::Seats(due) => due,
        };
        if nth == horizon
            && let Some(standing) = rules.outcome_if_ended_now(state)
        {
            return End::Stands(standing);
        }
        let Some((seat, choice)) = random_move(rules, state, due, draws, moves) else { break };
        if let Some(standing) = rules.play_in_playout(state, seat, &moves[choice], &mut ()) {
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

/// So many samples are drawn to find one in which a move can be made.
const TRIES: u32 = 8;

/// A state that fits a view and in which the seat can make this move. In a game whose options depend on what the seat may
/// not know, not every sample is one.
pub(crate) fn fitting<R: Hidden>(
    rules: &R,
    seat: Seat,
    view: &R::View,
    mv: &R::Move,
    rng: &mut Rng,
) -> Option<R::State> {
    let mut states = (0..TRIES).map(|_| rules.sample(view, rng));
    states.find(|state| rules.check(state, seat, mv).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_shared_out_among_the_moves() {
        assert_eq!(each(Budget::Playouts(1000), 10), 100);
        assert_eq!(each(Budget::Playouts(30), 10), 40, "an easy one sees as far as a medium one");
        assert_eq!(each(Budget::Millis(1), 0), USUAL);
    }
}
