//! **Choices.** A seat has the same choices in two states that it cannot tell apart. The moves have the same order, the
//! same texts and the same offers. Illegal attempts are refused with the same words in both states.

use super::{Plan, Verdict, Walk, twins::twins};
use rulebook_kernel::Seat;
use rulebook_matches::Staged;
use rulebook_scene::Offer;
use std::fmt::Debug;

pub const NAME: &str = "choices";

/// Maximum number of moves of other seats that are tried.
const ATTEMPTS: usize = 24;

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    // The move texts of all seats in this match. A seat could send any of them to see how it is refused.
    let plays = walk.plays.iter().zip(&walk.states).take(ATTEMPTS);
    let sent: Vec<String> = plays.map(|(play, state)| rules.text(state, play.seat, &play.mv)).collect();
    for at in walk.looks(plan.asks) {
        let state = &walk.states[at];
        for seat in Seat::all(walk.setup.seats) {
            let here = Choices::of(rules, walk, &sent, state, seat);
            for twin in twins(rules, walk, at, seat.into(), plan) {
                let there = Choices::of(rules, walk, &sent, &twin, seat);
                here.same_as(&there).or_else(|message| walk.broken(NAME, at, format!("{seat}: {message}")))?;
            }
        }
    }
    Ok(())
}

struct Choices<M> {
    moves: Vec<M>,
    short: Vec<M>,
    texts: Vec<String>,
    offers: Vec<Offer>,
    refusals: Vec<String>,
}

impl<M: PartialEq + Debug> Choices<M> {
    fn of<R: Staged<Move = M>>(rules: &R, walk: &Walk<R>, sent: &[String], state: &R::State, seat: Seat) -> Choices<M> {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let mut short = Vec::new();
        rules.shortlist(state, seat, &mut short);
        let texts: Vec<String> = moves.iter().map(|mv| rules.text(state, seat, mv)).collect();
        let view = rules.view(state, seat.into());
        let offers = moves.iter().map(|mv| rules.offer(&view, mv)).collect();
        let mut refusals = Vec::new();
        for mv in walk.pool.iter().take(ATTEMPTS) {
            let answer = rules.check(state, seat, mv);
            refusals.push(format!("{mv:?}: {}", answer.err().map_or("fine".to_owned(), |why| why.to_string())));
        }
        refusals.extend(sent.iter().map(|text| format!("{text:?}: {:?}", rules.parse(state, seat, text))));
        Choices { moves, short, texts, offers, refusals }
    }

    fn same_as(&self, other: &Choices<M>) -> Result<(), String> {
        same("moves", &self.moves, &other.moves)?;
        same("short lists", &self.short, &other.short)?;
        same("texts", &self.texts, &other.texts)?;
        same("offers", &self.offers, &other.offers)?;
        same("refusals", &self.refusals, &other.refusals)
    }
}

fn same<T: PartialEq + Debug>(what: &str, here: &[T], there: &[T]) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    let at = here.iter().zip(there).position(|(a, b)| a != b).unwrap_or(here.len().min(there.len()));
    Err(format!("different {what} in states with equal views: {:?} and {:?}", here.get(at), there.get(at)))
}
