//! Random playouts. A search uses them to evaluate a position without other knowledge.

use rulebook_kernel::{Budget, Draws, Hidden, Outcome, Rng, Rules, Seat, SeatSet, Turn};

/// Plays random moves until the game is over. Seats that have to move at the same time answer in seat order.
///
/// `moves` is a reusable buffer, so a step does not allocate. After `cap` decisions the result is a fault. With a `cap`
/// of [`Info::max_moves`] this does not happen in a correct game.
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
    /// The hand is over, or the playout reached its horizon. Contains the outcome as if the game ended now.
    Stands(Outcome),
}

/// The child key for estimating the length of a playout, so that the estimate does not change other draws.
pub(crate) const PROBE: u64 = u64::MAX;
/// A horizon beyond the end of every hand.
pub(crate) const NEVER: u32 = u32::MAX;
/// Horizon in decisions, if the end of the hand is too far away.
const SOON: u32 = 32;
/// Number of decisions whose noise one more playout of a move averages out. In longer playouts the noise hides the
/// effect of a move.
const EVENED: u32 = 6;
/// Playouts of up to this many decisions are always played to the end. It is also the longest horizon of a lone player
/// or team, because points that were gained are not lost again.
const NEAR: u32 = 100;
/// Minimum number of playouts assumed when the horizon is chosen. So a weak bot looks as far ahead as a strong one.
const USUAL: u32 = 400;

/// Approximate number of playouts for each move.
pub(crate) fn each(budget: Budget, moves: usize) -> u32 {
    let playouts = match budget {
        Budget::Playouts(playouts) => playouts.max(USUAL),
        Budget::Millis(_) => USUAL,
    };
    playouts / moves.max(1) as u32
}

/// The number of decisions after which playouts from here stop. `NEVER` plays to the end of the hand. A smaller value
/// is used if the end is far away and the game can give an outcome at any time. Makes one playout to measure the
/// distance; each move gets `each` playouts.
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

/// A playout to the end of the hand, if the game has hands, because later hands are luck. Stops earlier at the horizon.
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

/// The end of a playout that may take no further decision.
pub(crate) fn last<R: Rules>(rules: &R, state: &R::State) -> End {
    match rules.turn(state) {
        Turn::Over(outcome) => End::Over(outcome),
        Turn::Seats(_) => End::Over(out_of_moves(rules, state)),
    }
}

/// The outcome of a game that does not end within a search.
pub(crate) fn out_of_moves<R: Rules>(rules: &R, state: &R::State) -> Outcome {
    Outcome::fault(rules.seats(state), "no end within the most moves a match may take")
}

/// Maximum number of samples to find one in which a move is legal.
const TRIES: u32 = 8;

/// A state that fits a view and in which the seat can make this move. If options depend on hidden information, not
/// every sample qualifies.
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
