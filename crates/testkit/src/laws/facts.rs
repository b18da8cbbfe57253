//! **Facts.** A witnessed fact tells nothing that the view does not keep: where the same move leads from states that a
//! viewer cannot tell apart to states that it cannot tell apart, it has witnessed the same facts, and they look the same.
//!
//! A card that is shown and mixed with others within one move is told and not kept, so only what comes after the last mixing
//! is compared: two cribs that are worth the same are shown, and leave the same view behind. A roll is told and not kept
//! either: [`Plan::in_passing`] names such facts.

use super::{Plan, Verdict, Walk, parallel::parallels};
use rulebook_kernel::Viewer;
use rulebook_matches::Staged;
use rulebook_scene::Step;

pub const NAME: &str = "facts";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.plays(plan.asks) {
        for parallel in parallels(rules, walk, at, plan) {
            let [here, there] = parallel.witnessed.map(|mut facts| {
                facts.retain(|fact| !(plan.in_passing)(rules, fact));
                facts
            });
            let same_view = parallel.views[0] == parallel.views[1];
            if same_view && here != there && after_mixing(rules, &here) != after_mixing(rules, &there) {
                let who = parallel.who;
                let message = format!("{who} cannot tell two states apart, but witnessed {here:?} and {there:?}");
                return walk.broken(NAME, at + 1, message);
            }
        }
        for fact in &walk.plays[at].facts {
            for who in Viewer::limited(walk.setup.seats).chain([Viewer::God]) {
                let Some(witnessed) = rules.witness(fact, who) else { continue };
                if rules.steps(&witnessed) != rules.steps(&witnessed.clone()) {
                    return walk.broken(NAME, at + 1, format!("equal facts look different to {who}: {witnessed:?}"));
                }
            }
        }
    }
    Ok(())
}

/// What was witnessed since cards were last mixed.
fn after_mixing<'a, R: Staged>(rules: &R, witnessed: &'a [R::Fact]) -> &'a [R::Fact] {
    let mixes = |fact: &R::Fact| rules.steps(fact).iter().any(|step| matches!(step, Step::Mix { .. }));
    &witnessed[witnessed.iter().rposition(mixes).unwrap_or(0)..]
}
