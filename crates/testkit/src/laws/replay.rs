//! **Replay.** The same setup, seed and moves give the same facts, the same states and the same digests.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Rng;
use rulebook_matches::Staged;

pub const NAME: &str = "replay";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, _: &Plan<R>) -> Verdict {
    let mut opening = Vec::new();
    let state = rules.start(&walk.setup, Rng::seeded(&walk.seed), &mut opening);
    if opening != walk.opening {
        return walk.broken(NAME, 0, format!("the start reports {opening:?}, and reported {:?} before", walk.opening));
    }
    walk.follow(rules, state, 0, usize::MAX).or_else(|message| walk.broken(NAME, walk.plays.len(), message))
}
