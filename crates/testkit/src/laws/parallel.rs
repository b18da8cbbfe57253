//! Plays a recorded move in other states that a viewer cannot tell from the true state.

use super::{Plan, Walk, twins::twins};
use rulebook_kernel::{Hidden, Viewer};
use rulebook_matches::Staged;

/// The views of `who` before and after the same move: once in the true state and once in another state.
pub(super) struct Parallel<R: Hidden> {
    pub who: Viewer,
    pub views: [R::View; 2],
    pub witnessed: [Vec<R::Fact>; 2],
}

/// For every viewer, plays move `at` of the match in the states that the viewer cannot tell from the true state. Moves
/// are the same if they have the same text. A state is skipped if the move is illegal in it, or if different seats have
/// to decide in it.
pub(super) fn parallels<R: Staged>(rules: &R, walk: &Walk<R>, at: usize, plan: &Plan<R>) -> Vec<Parallel<R>> {
    let (state, play) = (&walk.states[at], &walk.plays[at]);
    let text = rules.text(state, play.seat, &play.mv);
    let due = rules.turn(state).seats();
    let heard = |facts: &[R::Fact], who| facts.iter().filter_map(|fact| rules.witness(fact, who)).collect();
    let mut parallels = Vec::new();
    for who in Viewer::limited(walk.setup.seats) {
        for mut twin in twins(rules, walk, at, who, plan) {
            if rules.turn(&twin).seats() != due {
                continue;
            }
            let Ok(mv) = rules.parse(&twin, play.seat, &text) else { continue };
            if rules.check(&twin, play.seat, &mv).is_err() {
                continue;
            }
            let mut facts = Vec::new();
            rules.play(&mut twin, play.seat, &mv, &mut facts);
            parallels.push(Parallel {
                who,
                views: [rules.view(&walk.states[at + 1], who), rules.view(&twin, who)],
                witnessed: [heard(&play.facts, who), heard(&facts, who)],
            });
        }
    }
    parallels
}
