//! **Due.** All viewers know which seats have to decide, and the result. So both are the same in all states that a
//! viewer cannot distinguish.
//!
//! The law has one exception. While several seats answer at once, it is secret which of them have answered (see
//! `sealed`). Then the match must not be over, and two things must be the same: whether the viewer has to decide, and
//! the set of seats that were asked.

use super::{Plan, Verdict, Walk, twins::twins};
use rulebook_kernel::{SeatSet, Turn, Viewer};
use rulebook_matches::Staged;

pub const NAME: &str = "due";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let turn = rules.turn(&walk.states[at]);
        for who in Viewer::limited(walk.setup.seats) {
            for twin in twins(rules, walk, at, who, plan) {
                let other = rules.turn(&twin);
                let same =
                    if walk.is_sealed(at) { could_be(&turn, &other, walk.asked[at], who) } else { turn == other };
                if !same {
                    let message = format!("it is {turn:?}; in a state with the same view for {who}, it is {other:?}");
                    return walk.broken(NAME, at, message);
                }
            }
        }
    }
    Ok(())
}

fn could_be(turn: &Turn, other: &Turn, asked: SeatSet, who: Viewer) -> bool {
    let own = |turn: &Turn| who.seat().is_some_and(|seat| turn.seats().has(seat));
    turn.is_over() == other.is_over() && own(turn) == own(other) && other.seats().minus(asked).is_empty()
}
