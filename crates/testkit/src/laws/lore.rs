//! **Lore.** A match continues in the same way with and without lore: the same seats are due, they have the same moves,
//! and the same moves give the same states and the same outcome. Playouts of a search use states without lore.

use super::{Plan, Verdict, Walk};
use rulebook_matches::Staged;

pub const NAME: &str = "lore";

/// Number of recorded moves that are played after the lore was dropped in the middle of a match.
const FOLLOWED: usize = 40;

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    follow(rules, walk, 0, usize::MAX)?;
    walk.looks(plan.asks).try_for_each(|at| follow(rules, walk, at, FOLLOWED))
}

/// Drops the lore of a recorded state and plays the recorded moves from there.
fn follow<R: Staged>(rules: &R, walk: &Walk<R>, from: usize, most: usize) -> Verdict {
    let bare = |state: &R::State| {
        let mut state = state.clone();
        rules.drop_lore(&mut state);
        state
    };
    let mut state = bare(&walk.states[from]);
    let (mut moves, mut wanted) = (Vec::new(), Vec::new());
    for (at, recorded) in walk.states.iter().enumerate().skip(from).take(most.saturating_add(1)) {
        let (turn, expected) = (rules.turn(&state), rules.turn(recorded));
        if turn != expected {
            return walk.broken(NAME, at, format!("without lore {turn:?}, with lore {expected:?}"));
        }
        // A state may drop more of its lore later, for example when a question is answered.
        let (now, then) = (bare(&state), bare(recorded));
        if now != then {
            return walk.broken(NAME, at, format!("without lore the state is {now:?}, with lore it is {then:?}"));
        }
        for seat in turn.seats().iter() {
            for list in [R::moves, R::shortlist] {
                moves.clear();
                wanted.clear();
                list(rules, &state, seat, &mut moves);
                list(rules, recorded, seat, &mut wanted);
                if moves != wanted {
                    let message = format!("without lore {seat} has the moves {moves:?}, with lore {wanted:?}");
                    return walk.broken(NAME, at, message);
                }
            }
        }
        if let Some(play) = walk.plays.get(at) {
            rules.play(&mut state, play.seat, &play.mv, &mut ());
        }
    }
    Ok(())
}
