//! Samples states that a viewer cannot tell from the true state.

use super::{Plan, Walk};
use rulebook_kernel::{Hidden, Rng, Viewer};

/// Samples of the view that `who` has of state `at`. Every call returns the same samples.
pub(super) fn samples<R: Hidden>(rules: &R, walk: &Walk<R>, at: usize, who: Viewer, plan: &Plan<R>) -> Vec<R::State> {
    let mut rng = Rng::seeded(&format!("sample {} {at} {who}", walk.seed));
    let view = rules.view(&walk.states[at], who);
    (0..plan.samples).map(|_| rules.sample(&view, &mut rng)).collect()
}

/// The first of these samples, made with `sample_into`: it overwrites another state of the match.
pub(super) fn sample_into<R: Hidden>(rules: &R, walk: &Walk<R>, at: usize, who: Viewer) -> R::State {
    let mut rng = Rng::seeded(&format!("sample {} {at} {who}", walk.seed));
    let mut state = walk.states[walk.states.len() - 1 - at].clone();
    rules.sample_into(&rules.view(&walk.states[at], who), &mut rng, &mut state);
    state
}

/// The samples that give `who` the same view as state `at`. The law `views` reports the other samples.
pub(super) fn twins<R: Hidden>(rules: &R, walk: &Walk<R>, at: usize, who: Viewer, plan: &Plan<R>) -> Vec<R::State> {
    let view = rules.view(&walk.states[at], who);
    let mut twins = samples(rules, walk, at, who, plan);
    twins.retain(|twin| rules.view(twin, who) == view);
    twins
}
