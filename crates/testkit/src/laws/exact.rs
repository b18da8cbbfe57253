//! **Exact.** In a small game, the samples of a view are exactly the states that have this view. Each sample is one of
//! these states, and each of these states is sampled. The caller lists all states that the viewer must not be able to
//! distinguish. So this is the only law that finds surplus information in a view if the sampler copies this information
//! too.

use rulebook_kernel::{Hidden, Rng};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Draws `draws` samples of a view and compares them with `expected`, the list of all states that have this view. `key`
/// gives the part of a state that is compared. It must leave out the random generator, which is new in each sample.
///
/// # Errors
/// If a sample is not in the list, or a listed state is never sampled. Draw at least ten times as many samples as there
/// are states.
pub fn exact<R: Hidden, K: Ord + Debug>(
    rules: &R,
    view: &R::View,
    expected: impl IntoIterator<Item = K>,
    key: impl Fn(&R::State) -> K,
    draws: usize,
) -> Result<(), String> {
    let expected: BTreeSet<K> = expected.into_iter().collect();
    let mut missing: BTreeSet<&K> = expected.iter().collect();
    let mut rng = Rng::seeded("exact");
    for _ in 0..draws {
        let drawn = key(&rules.sample(view, &mut rng));
        if !expected.contains(&drawn) {
            return Err(format!(
                "a sample is {drawn:?}, which is none of the {} states with this view",
                expected.len()
            ));
        }
        missing.remove(&drawn);
    }
    match missing.first() {
        None => Ok(()),
        Some(state) => {
            let (missing, all) = (missing.len(), expected.len());
            Err(format!("{missing} of {all} states never came up in {draws} samples, among them {state:?}"))
        }
    }
}
