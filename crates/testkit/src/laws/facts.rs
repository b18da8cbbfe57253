//! **Facts.** The view of a viewer keeps everything that the viewer witnesses. Suppose that a viewer cannot tell two
//! states apart, neither before nor after the same move. Then the viewer has witnessed the same facts of this move in
//! both states.
//!
//! Some facts are witnessed and not kept. A card may be shown and then shuffled into others within one move. So
//! only facts after the last shuffle are compared. The result of a die may not be kept either: [`Plan::in_passing`]
//! names such facts.

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

/// The facts that were witnessed after the last time that cards were mixed.
fn after_mixing<'a, R: Staged>(rules: &R, witnessed: &'a [R::Fact]) -> &'a [R::Fact] {
    let mixes = |fact: &R::Fact| rules.steps(fact).iter().any(|step| matches!(step, Step::Mix { .. }));
    &witnessed[witnessed.iter().rposition(mixes).unwrap_or(0)..]
}
