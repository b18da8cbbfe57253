//! **Moves.** `moves` lists exactly the candidates that `check` accepts, without duplicates and in a fixed order. It
//! appends the moves to the buffer. A seat that has to decide has at least one move, and other seats have none. As long
//! as the match is not over, some seat has to decide. `shortlist` is a subset of `moves`, and it is empty only if
//! `moves` is empty.
//!
//! The candidates are all moves that were legal for any seat at any time in this match.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::{Seat, Turn};
use rulebook_matches::Staged;
use std::collections::HashSet;

pub const NAME: &str = "moves";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let turn = rules.turn(&walk.states[at]);
        let seats = Seat::all(walk.setup.seats);
        if turn != rules.turn(&walk.states[at]) {
            return walk.broken(NAME, at, "the turn of one state, asked twice, differs");
        }
        if let Turn::Seats(due) = &turn
            && (due.is_empty() || due.iter().any(|seat| seat.index() >= walk.setup.seats))
        {
            return walk.broken(NAME, at, format!("the match is not over, and the seats that are due are {due:?}"));
        }
        for seat in seats {
            one_seat(rules, walk, at, seat, turn.seats().has(seat))
                .or_else(|message| walk.broken(NAME, at, format!("{seat}: {message}")))?;
        }
    }
    Ok(())
}

fn one_seat<R: Staged>(rules: &R, walk: &Walk<R>, at: usize, seat: Seat, due: bool) -> Result<(), String> {
    let state = &walk.states[at];
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    match (due, moves.is_empty()) {
        (true, true) => return Err("is due and has no move".to_owned()),
        (false, false) => return Err(format!("is not due and has moves: {moves:?}")),
        _ => {}
    }
    let mut again: Vec<R::Move> = walk.pool.iter().take(3).cloned().collect();
    let before = again.clone();
    rules.moves(state, seat, &mut again);
    if !again.starts_with(&before) {
        return Err("`moves` does not add to the buffer, it overwrites what is there".to_owned());
    }
    if again[before.len()..] != moves {
        return Err(format!("asked twice, the moves differ: {moves:?} and {:?}", &again[before.len()..]));
    }
    let mut listed = HashSet::new();
    for mv in &moves {
        if !listed.insert(mv) {
            return Err(format!("{mv:?} is listed twice"));
        }
        if let Err(why) = rules.check(state, seat, mv) {
            return Err(format!("{mv:?} is listed and refused: {why}"));
        }
    }
    short(rules, state, seat, &moves)?;
    for mv in walk.pool.iter().filter(|mv| !listed.contains(mv)) {
        if rules.check(state, seat, mv).is_ok() {
            return Err(format!("{mv:?} is accepted and not listed"));
        }
    }
    Ok(())
}

/// Checks that the moves offered to bots are legal, and that there is at least one of them if the seat has a move.
fn short<R: Staged>(rules: &R, state: &R::State, seat: Seat, moves: &[R::Move]) -> Result<(), String> {
    let mut short: Vec<R::Move> = moves.iter().take(1).cloned().collect();
    let before = short.len();
    rules.shortlist(state, seat, &mut short);
    if short.len() < before || short[..before] != moves[..before] {
        return Err("`shortlist` does not add to the buffer, it overwrites what is there".to_owned());
    }
    let short = &short[before..];
    if short.is_empty() && !moves.is_empty() {
        return Err("a bot is due and is offered nothing".to_owned());
    }
    let mut listed = HashSet::new();
    for mv in short {
        if !moves.contains(mv) {
            return Err(format!("bots are offered {mv:?}, which is not legal"));
        }
        if !listed.insert(mv) {
            return Err(format!("bots are offered {mv:?} twice"));
        }
    }
    Ok(())
}
