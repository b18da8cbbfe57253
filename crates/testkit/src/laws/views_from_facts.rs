//! **Views from facts.** A viewer learns only by facts. Take two states that a viewer cannot tell apart. If it
//! witnesses the same facts of the same move in both, its views stay the same.
//!
//! This is the converse of `facts`. It finds a secret that enters the view without a fact, even if the sampler
//! reproduces it. It is also the reason why a match can be watched from its facts alone.

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
