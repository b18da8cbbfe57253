//! **Views from facts.** A viewer learns only from facts. Suppose that a viewer cannot tell two states apart and
//! witnesses the same facts of the same move in both. Then its views are still the same afterwards.
//!
//! This is the converse of the law `facts`. It finds a secret that enters a view without a fact, even if the sampler
//! copies the secret. It also means that the facts alone are enough to watch a match.

use super::{Plan, Verdict, Walk, parallel::parallels};
use rulebook_matches::Staged;

pub const NAME: &str = "views from facts";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.plays(plan.asks) {
        for parallel in parallels(rules, walk, at, plan) {
            let [here, there] = &parallel.views;
            if parallel.witnessed[0] == parallel.witnessed[1] && here != there {
                let (who, facts) = (parallel.who, &parallel.witnessed[0]);
                let message =
                    format!("{who} witnessed {facts:?} in two states, but the views differ: {here:?} and {there:?}");
                return walk.broken(NAME, at + 1, message);
            }
        }
    }
    Ok(())
}
