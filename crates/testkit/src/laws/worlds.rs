//! **Worlds.** Every sample is a possible state of the game. It is valid and consistent ([`Plan::consistent`]). Random
//! play from it ends within the limit of moves and without a fault.

use super::{Plan, Verdict, Walk, twins::samples};
use rulebook_kernel::{Rng, Turn, Viewer};
use rulebook_matches::Staged;

pub const NAME: &str = "worlds";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        if let Err(why) = (plan.consistent)(rules, &walk.states[at]) {
            return walk.broken(NAME, at, format!("the true state contradicts itself: {why}"));
        }
        for who in Viewer::limited(walk.setup.seats) {
            for sample in samples(rules, walk, at, who, plan) {
                if let Err(why) = rules.validate_state(&sample) {
                    return walk.broken(
                        NAME,
                        at,
                        format!("`validate_state` refuses a sample for {who}: {why}: {sample:?}"),
                    );
                }
                if let Err(why) = (plan.consistent)(rules, &sample) {
                    return walk.broken(NAME, at, format!("a sample for {who} contradicts itself: {why}: {sample:?}"));
                }
            }
        }
    }
    // Playing to the end is slow. So it is done only for a few states, and each time for another viewer.
    let viewers: Vec<Viewer> = Viewer::limited(walk.setup.seats).collect();
    for (nth, at) in walk.looks(plan.playouts).enumerate() {
        let who = viewers[nth % viewers.len()];
        for sample in samples(rules, walk, at, who, plan) {
            play_out(rules, sample, &format!("{} {at}", walk.seed))
                .or_else(|message| walk.broken(NAME, at, format!("from a sample for {who}: {message}")))?;
        }
    }
    Ok(())
}

fn play_out<R: Staged>(rules: &R, mut state: R::State, seed: &str) -> Result<(), String> {
    let mut draws = Rng::seeded(&format!("playout {seed}")).draws();
    let mut moves = Vec::new();
    for _ in 0..=rules.info().max_moves {
        let due = match rules.turn(&state) {
            Turn::Over(outcome) if outcome.is_fault() => return Err(format!("a fault: {}", outcome.reason())),
            Turn::Over(_) => return Ok(()),
            Turn::Seats(due) => due,
        };
        let Some(seat) = due.iter().nth(draws.below(due.len().max(1) as u32) as usize) else {
            return Err("no seat is due, but the match is not over".to_owned());
        };
        moves.clear();
        rules.moves(&state, seat, &mut moves);
        if moves.is_empty() {
            return Err(format!("{seat} is due and has no move in {state:?}"));
        }
        let mv = &moves[draws.below(moves.len() as u32) as usize];
        if let Err(why) = rules.check(&state, seat, mv) {
            return Err(format!("{seat}: {mv:?} is listed and refused: {why}"));
        }
        rules.play(&mut state, seat, mv, &mut ());
    }
    Err(format!("not over after {} moves", rules.info().max_moves))
}
