//! **Fold.** The facts alone rebuild the table. After every move, `fold` of the setup and all facts since the start
//! equals `folded` of the state. For rules that are [`Fold`]; called by [`super::fold()`].

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Fold;

/// The name of the law.
pub const NAME: &str = "fold";

/// Checks one match.
///
/// # Errors
/// If the facts give another table.
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
