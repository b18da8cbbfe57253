//! **Copies.** `clone_from` gives the same state as `clone`, whatever the target contained before. The same moves from
//! both states give the same match. Nothing in a buffer or cache of the old target may survive.

use super::{Plan, Verdict, Walk};
use rulebook_matches::Staged;

pub const NAME: &str = "copies";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    // The same target is overwritten in each round, so its old content differs from the state that is copied.
    let mut reused = walk.states[0].clone();
    for at in walk.looks(plan.asks) {
        let state = &walk.states[at];
        let mut last = walk.states[walk.states.len() - 1].clone();
        for copy in [&mut reused, &mut last] {
            copy.clone_from(state);
            if *copy != state.clone() {
                return walk.broken(NAME, at, format!("clone_from gives {copy:?}, clone gives {state:?}"));
            }
        }
        for copy in [reused.clone(), last] {
            walk.follow(rules, copy, at, 2)
                .or_else(|message| walk.broken(NAME, at, format!("a copy plays on differently: {message}")))?;
        }
    }
    Ok(())
}
