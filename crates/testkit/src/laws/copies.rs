//! **Copies.** `clone_from` gives the same value as `clone`, whatever the target held before, and the copy plays on in
//! the same way. No buffer or cache of the old state may survive.

use super::{Plan, Verdict, Walk};
use rulebook_matches::Staged;

pub const NAME: &str = "copies";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    // Overwrite one state again and again, so that it has held every earlier state.
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
