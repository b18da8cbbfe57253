//! **Views.** A sample has the view from which it was drawn: `view(sample(view(s))) == view(s)` for every viewer,
//! including the god viewer. The bytes of the view and its scene are equal, too. `sample_into` gives the same sample.
//! So the law finds a secret in a view, unless the sampler copies the secret into the sample.

use super::twins::{sample_into, samples};
use super::{Plan, Verdict, Walk};
use rulebook_kernel::{Digest, Viewer};
use rulebook_matches::Staged;

pub const NAME: &str = "views";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let state = &walk.states[at];
        for who in Viewer::limited(walk.setup.seats).chain([Viewer::God]) {
            let view = rules.view(state, who);
            let wrong = |what: String| walk.broken(NAME, at, format!("{who} {what}"));
            if view != rules.view(state, who) {
                return wrong("has another view when asked twice".to_owned());
            }
            let (bytes, scene) = (Digest::of(&view), rules.scene(&view));
            let again = sample_into(rules, walk, at, who);
            if samples(rules, walk, at, who, plan).first().is_some_and(|sample| *sample != again) {
                return wrong("is given another sample in a buffer that was used before".to_owned());
            }
            for sample in samples(rules, walk, at, who, plan) {
                let other = rules.view(&sample, who);
                if other != view {
                    return wrong(format!("sees {view:?}, and in a sample of it {other:?}"));
                }
                // Compare the bytes as well. A view type whose equality ignores a field could hide a leak in that
                // field.
                if Digest::of(&other) != bytes {
                    return wrong(format!("has equal views with different bytes: {view:?} and {other:?}"));
                }
                if rules.scene(&other) != scene {
                    return wrong(format!("is shown different scenes of equal views: {view:?}"));
                }
            }
        }
    }
    Ok(())
}
