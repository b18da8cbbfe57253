//! **Silent.** Playing without reporting facts gives the same match. `start` and `play` with `()` as the sink give the
//! same states as with a sink that keeps every fact. Searches use the silent sink, and servers keep the facts.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Rng;
use rulebook_matches::Staged;

pub const NAME: &str = "silent";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, _: &Plan<R>) -> Verdict {
    let mut state = rules.start(&walk.setup, Rng::seeded(&walk.seed), &mut ());
    for (at, recorded) in walk.states.iter().enumerate() {
        if state != *recorded {
            return walk.broken(
                NAME,
                at,
                format!("played silently the state is {state:?}, recorded it is {recorded:?}"),
            );
        }
        if let Some(play) = walk.plays.get(at) {
            rules.play(&mut state, play.seat, &play.mv, &mut ());
        }
    }
    Ok(())
}
