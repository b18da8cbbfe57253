//! **Exact.** In a small game, the samples of a view are exactly the states with that view: each sample is one of them,
//! and each of them occurs. Only this law can detect a view that consistently contains too much, because the caller
//! lists the states that the viewer must be unable to tell apart.

use rulebook_kernel::{Hidden, Rng};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Draws `draws` samples of a view and compares them with `expected`, the list of all possible states. States are
/// compared by `key`, which leaves out the generator, because a sample has a new one.
///
/// # Errors
/// A sample that is not in the list, or a listed state that never occurs. Draw at least ten times as many samples as
/// there are states.
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
