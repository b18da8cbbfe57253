//! **Illegal.** An illegal attempt changes nothing. Every text is parsed or refused without a panic. A parsed move is
//! either legal and listed, or refused with a reason. Afterwards the match continues as if nobody had made the attempt.

use super::{Plan, Verdict, Walk, hostile};
use rulebook_kernel::{Digest, Seat};
use rulebook_matches::Staged;

pub const NAME: &str = "illegal";

/// Divides `Plan::asks`, the maximum number of states that a law checks. This law checks fewer, because it tests each
/// state with many hostile texts.
const SHARE: usize = 4;

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks((plan.asks / SHARE).max(4)) {
        let state = walk.states[at].clone();
        let before = Digest::of(&state);
        let texts = hostile::texts(&good_texts(rules, &state, walk.setup.seats));
        for seat in Seat::all(walk.setup.seats) {
            for text in &texts {
                attempt(rules, &state, seat, text)
                    .or_else(|message| walk.broken(NAME, at, format!("{seat} says {text:.60?}: {message}")))?;
            }
            for mv in &walk.pool {
                if let Err(why) = rules.check(&state, seat, mv)
                    && why.reason().is_empty()
                {
                    return walk.broken(NAME, at, format!("{seat}: {mv:?} is refused without a reason"));
                }
            }
        }
        if Digest::of(&state) != before {
            return walk.broken(NAME, at, "attempts changed the state");
        }
        walk.follow(rules, state, at, 2).or_else(|message| {
            walk.broken(NAME, at, format!("after attempts the match goes on differently: {message}"))
        })?;
    }
    Ok(())
}

fn attempt<R: Staged>(rules: &R, state: &R::State, seat: Seat, text: &str) -> Result<(), String> {
    match rules.parse(state, seat, text) {
        Err(why) if why.reason().is_empty() => Err("refused without a reason".to_owned()),
        Err(_) => Ok(()),
        Ok(mv) => {
            let mut moves = Vec::new();
            rules.moves(state, seat, &mut moves);
            match rules.check(state, seat, &mv) {
                Ok(()) if !moves.contains(&mv) => Err(format!("{mv:?} is accepted and not listed")),
                Err(why) if why.reason().is_empty() => Err("refused without a reason".to_owned()),
                _ => Ok(()),
            }
        }
    }
}

/// The texts of legal moves of all seats. They are also sent by other seats, for which they are illegal.
fn good_texts<R: Staged>(rules: &R, state: &R::State, seats: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for seat in Seat::all(seats) {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        texts.extend(moves.iter().take(4).map(|mv| rules.text(state, seat, mv)));
    }
    texts
}
