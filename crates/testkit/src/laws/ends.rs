//! **Ends.** Every match ends within `info().max_moves` decisions, without a fault and without a panic. The result has
//! a place for every seat.

use super::{Ending, Plan, Verdict, Walk};
use rulebook_matches::Staged;

pub const NAME: &str = "ends";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, _: &Plan<R>) -> Verdict {
    let at = walk.plays.len();
    let seats = walk.setup.seats;
    if let Some(at) = walk.states.iter().position(|state| rules.seats(state) != seats) {
        let message = format!("a match of {seats} seats says that it has {}", rules.seats(&walk.states[at]));
        return walk.broken(NAME, at, message);
    }
    match &walk.ending {
        Ending::Endless => walk.broken(NAME, at, format!("it is not over after {} decisions", rules.info().max_moves)),
        Ending::Panic(panic) => walk.broken(NAME, at, format!("a panic in the next move: {panic}")),
        Ending::Over(outcome) if outcome.is_fault() => {
            walk.broken(NAME, at, format!("it ends with a fault: {}", outcome.reason()))
        }
        Ending::Over(outcome) if outcome.seats() != seats => {
            walk.broken(NAME, at, format!("{} seats played and {} have a place", seats, outcome.seats()))
        }
        // The law `moves` reports such matches.
        Ending::Over(_) | Ending::Stuck | Ending::Refused => Ok(()),
    }
}
