//! **Told.** Nothing is learnt but by facts: where the same move was made in states that a viewer could not tell apart,
//! and the viewer witnessed the same facts, its views are still the same.
//!
//! This is `facts` the other way round. It finds what a view gives away honestly, so that a sampler reproduces it: the
//! next secret comes into the view without a fact. And it is why a match can be watched from its facts alone.

use super::{Plan, Verdict, Walk, parallel::parallels};
use rulebook_matches::Staged;

pub const NAME: &str = "views from facts";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.plays(plan.asks) {
        for parallel in parallels(rules, walk, at, plan) {
            let [here, there] = &parallel.views;
            if parallel.witnessed[0] == parallel.witnessed[1] && here != there {
                let (who, facts) = (parallel.who, &parallel.witnessed[0]);
                let message = format!("{who} witnessed only {facts:?}, and yet sees {here:?} or {there:?}");
                return walk.broken(NAME, at + 1, message);
            }
        }
    }
    Ok(())
}
