//! **Public.** Spectators see nothing that a seat does not know. So in all states that a seat cannot tell apart,
//! spectators have the same view.

use super::{Plan, Verdict, Walk, twins::twins};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::Staged;

pub const NAME: &str = "public";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let public = rules.view(&walk.states[at], Viewer::Spectator);
        for seat in Seat::all(walk.setup.seats) {
            for twin in twins(rules, walk, at, seat.into(), plan) {
                let other = rules.view(&twin, Viewer::Spectator);
                if other != public {
                    let message = format!(
                        "spectators see {public:?}; in a state with the same view for {seat}, they see {other:?}"
                    );
                    return walk.broken(NAME, at, message);
                }
            }
        }
    }
    Ok(())
}
