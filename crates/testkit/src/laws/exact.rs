//! **Exact.** In a small game the samples of a view are exactly the states with that view: each is one of them, and each
//! of them comes up. This is the only law that can see a view which honestly holds too much, because it is told from
//! outside what the viewer must be unable to tell apart.

use rulebook_kernel::{Hidden, Rng};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// Draws `draws` samples of a view and compares them with `expected`, the list of all states that could be meant. States
/// are compared by `key`: what matters of them without the generator, which a sample has anew.
///
/// # Errors
/// A sample that is not in the list, or a listed state that never came up (draw ten times as many as are listed, or more).
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
