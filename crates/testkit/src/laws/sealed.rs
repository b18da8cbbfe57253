//! **Sealed.** While several seats answer at once, nobody can notice an answer before the last seat has answered. Such
//! an answer reports no fact. It changes no view except the view of the answering seat, and no moves of another seat.
//! The other seats still have to answer.
//!
//! In the state, the set of seats that still have to answer does change. A program must not show this set to viewers.
//! It may only show the set of seats that were asked. Scenes are made from views, so they are always right.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Viewer;
use rulebook_matches::Staged;

pub const NAME: &str = "sealed";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, _: &Plan<R>) -> Verdict {
    for at in walk.plays(usize::MAX) {
        let (before, after, play) = (&walk.states[at], &walk.states[at + 1], &walk.plays[at]);
        let due = rules.turn(before).seats();
        let waiting = due.without(play.seat);
        if waiting.is_empty() {
            continue;
        }
        let wrong = |message: String| walk.broken(NAME, at + 1, format!("{} answered first, and {message}", play.seat));
        let now = rules.turn(after).seats();
        if now != waiting && now != due {
            return wrong(format!("the seats that are due are {now:?} instead of {waiting:?}"));
        }
        if !play.facts.is_empty() {
            return wrong(format!("this was told: {:?}", play.facts));
        }
        for who in Viewer::limited(walk.setup.seats).filter(|who| *who != Viewer::Seat(play.seat)) {
            let (view, changed) = (rules.view(before, who), rules.view(after, who));
            if view != changed {
                return wrong(format!("what {who} sees changed from {view:?} to {changed:?}"));
            }
            if let Some(seat) = who.seat() {
                let (mut moves, mut now) = (Vec::new(), Vec::new());
                rules.moves(before, seat, &mut moves);
                rules.moves(after, seat, &mut now);
                if moves != now {
                    return wrong(format!("the moves of {seat} changed from {moves:?} to {now:?}"));
                }
            }
        }
    }
    Ok(())
}
