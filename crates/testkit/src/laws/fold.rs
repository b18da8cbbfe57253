//! **Fold.** The facts alone are enough to rebuild the table. After every move, `fold` of the setup and all facts so
//! far gives the same table as `folded` of the state. The law is only for rules that implement [`Fold`], and
//! [`super::fold()`] checks it.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Fold;

/// The name of this law.
pub const NAME: &str = "fold";

/// Checks the law on one match.
///
/// # Errors
/// If the facts give another table than the state.
pub fn law<R: Fold>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    let mut facts = walk.opening.clone();
    let mut told = 0;
    for at in walk.looks(plan.asks) {
        facts.extend(walk.plays[told..at].iter().flat_map(|play| play.facts.iter().cloned()));
        told = at;
        let (state, folded) = (rules.folded(&walk.states[at]), rules.fold(&walk.setup, &facts));
        if state != folded {
            return walk.broken(NAME, at, format!("the facts give {folded:?}, the state is {state:?}"));
        }
    }
    Ok(())
}
