//! Random playouts: a search plays random moves to the end to evaluate a position.

use rulebook_kernel::{Budget, Draws, Hidden, Outcome, Rng, Rules, Seat, SeatSet, Turn};

/// Plays random moves until the game is over. Drops the lore of the state first. Seats that are due at the same time answer in seat order.
///
/// `moves` is a reusable buffer, so a move does not allocate. After `cap` decisions the result is a fault. If `cap` is
/// [`Info::max_moves`], a correct game always ends before.
///
/// [`Info::max_moves`]: rulebook_kernel::Info::max_moves
pub fn playout<R: Rules>(
    rules: &R,
    state: &mut R::State,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
    cap: u32,
) -> Outcome {
    rules.drop_lore(state);
    for _ in 0..cap {
        let due = match rules.turn(state) {
            Turn::Over(outcome) => return outcome,
            Turn::Seats(due) => due,
        };
        let Some((seat, mv)) = random_move(rules, state, due, draws, moves) else { break };
        rules.play(state, seat, &mv, &mut ());
    }
    match rules.turn(state) {
        Turn::Over(outcome) => outcome,
        Turn::Seats(_) => out_of_moves(rules, state),
    }
}

/// Draws a random move of the lowest seat in `due`.
///
/// `None` if the seat has no move. This can happen only in a sampled state whose hidden cards were guessed wrongly.
#[inline]
fn random_move<R: Rules>(
    rules: &R,
    state: &R::State,
    due: SeatSet,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
) -> Option<(Seat, R::Move)> {
    let seat = due.lowest().expect("a seat has to move until the game is over");
    rules.pick_random(state, seat, draws, moves).map(|mv| (seat, mv))
}

/// How a playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The game is over.
    Over(Outcome),
    /// The hand is over, or the playout reached its horizon. The outcome is the ranking if the match ended at this
    /// point.
    Stands(Outcome),
}

/// The index of the derived key for estimating the length of a playout. With its own key, the estimate does not change
/// other random draws.
pub(crate) const PROBE: u64 = u64::MAX;
/// This horizon means that playouts run to the end of the hand.
pub(crate) const NEVER: u32 = u32::MAX;
/// The horizon in decisions, if the end of the hand is too far away.
const SOON: u32 = 32;
/// The number of random decisions that one playout can average out. If a move gets `n` playouts, its playouts may be up
/// to `n` times this long. In longer playouts, random moves hide the effect of the first move.
const EVENED: u32 = 6;
/// Hands that end within this number of decisions are always played to the end. For a single player or team this is the
/// only limit, because their points never go down again.
const NEAR: u32 = 100;
/// The minimum number of playouts that the choice of the horizon assumes. So a weak bot looks as far ahead as a strong
/// one.
const USUAL: u32 = 400;

/// The approximate number of playouts that each move gets.
pub(crate) fn each(budget: Budget, moves: usize) -> u32 {
    let playouts = match budget {
        Budget::Playouts(playouts) => playouts.max(USUAL),
        Budget::Millis(_) => USUAL,
    };
    playouts / moves.max(1) as u32
}

/// The number of decisions after which playouts from this state stop. `NEVER` means the end of the hand. If that end is
/// too far away and the game has an outcome at any time, the result is `SOON`. Makes one playout to measure the
/// distance. `each` is the number of playouts for each move.
pub(crate) fn horizon<R: Rules>(
    rules: &R,
    mut state: R::State,
    each: u32,
    draws: &mut Draws,
    moves: &mut Vec<R::Move>,
) -> u32 {
    let Some(now) = rules.outcome_if_ended_now(&state) else { return NEVER };
    rules.drop_lore(&mut state);
    let alone = now.teams().iter().all(|team| *team == now.teams()[0]);
    let far = if alone { NEAR } else { EVENED.saturating_mul(each).max(NEAR) };
    match playout_hand(rules, &mut state, draws, moves, far, NEVER) {
        End::Over(outcome) if outcome.is_fault() => SOON,
        _ => NEVER,
    }
}

/// Plays random moves to the end of the hand, because later hands are luck. If the game has no hands, plays to the end
/// of the game. The playout also ends after `horizon` decisions if `outcome_if_ended_now` then returns a ranking.
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
        let Some((seat, mv)) = random_move(rules, state, due, draws, moves) else { break };
        if let Some(standing) = rules.play_in_playout(state, seat, &mv, &mut ()) {
            return End::Stands(standing);
        }
    }
    last(rules, state)
}

/// The end of a playout that has no decisions left.
pub(crate) fn last<R: Rules>(rules: &R, state: &R::State) -> End {
    match rules.turn(state) {
        Turn::Over(outcome) => End::Over(outcome),
        Turn::Seats(_) => End::Over(out_of_moves(rules, state)),
    }
}

/// The outcome of a game that does not end within its maximum number of moves.
pub(crate) fn out_of_moves<R: Rules>(rules: &R, state: &R::State) -> Outcome {
    Outcome::fault(rules.seats(state), "no end within the maximum number of moves")
}

/// The maximum number of samples that are drawn to find one in which a move is legal.
const TRIES: u32 = 8;

/// Samples a state in which this move is legal. The legal moves can depend on hidden information, so some samples do
/// not qualify. `None` after `TRIES` samples.
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
