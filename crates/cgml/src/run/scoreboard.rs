//! Scoreboards and facts that the file declares: a value a player, for those who know what it is computed from.

use super::eval::{Eval, Memo};
use super::state::CgmlState;
use super::suit_symbols;
use crate::code::{Audience, MISSING, Program, Shown, Value};
use rulebook_kernel::{Seat, SeatSet, Viewer};

/// What stands in a cell that the viewer may not know.
const UNKNOWN: &str = "?";

/// The cells of each scoreboard: rows of columns.
pub(super) fn cells(p: &Program, s: &CgmlState, who: Viewer) -> Vec<Vec<Vec<String>>> {
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, 0, 0);
    let boards = p.presentation.scoreboards.iter().map(|board| {
        let row = |seat: Seat| board.columns.iter().map(|column| cell(&mut eval, &column.cell, seat, who)).collect();
        // What is the table's is the same for whomever one asks.
        Seat::all(if board.of_table { 1 } else { p.seats }).map(row).collect()
    });
    boards.collect()
}

/// The facts about each player that the file declares: facts of seats, without what the viewer may not know.
pub(super) fn facts(p: &Program, s: &CgmlState, who: Viewer) -> Vec<Vec<Option<Value>>> {
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, 0, 0);
    let facts = p.presentation.facts.iter().map(|fact| {
        let known = |seat: Seat| known(&mut eval, &fact.number, seat, who).filter(|&value| value != MISSING);
        Seat::all(p.seats).map(known).collect()
    });
    facts.collect()
}

fn cell(eval: &mut Eval<'_>, shown: &Shown, seat: Seat, who: Viewer) -> String {
    match known(eval, shown, seat, who) {
        // A cell that has no value yet is empty: a bid that is not made is no bid of nothing.
        Some(MISSING) => String::new(),
        Some(value) => suit_symbols::shown(eval.p, value, shown.kind),
        None => UNKNOWN.to_owned(),
    }
}

/// A seat's value, if the viewer may know it.
fn known(eval: &mut Eval<'_>, shown: &Shown, seat: Seat, who: Viewer) -> Option<Value> {
    let number = seat.index() as i32;
    let (value, known) = eval.with(shown.seat, number, |eval| {
        let value = eval.scalar(&shown.value);
        // The seat may have been overwritten by a filter inside of the value.
        (value, eval.with(shown.seat, number, |eval| eval.audience(&shown.value)))
    });
    let known = shown.audience.map_or(known, |audience| known.and(allowed(eval.p, audience, Some(seat))));
    (who == Viewer::God || known.admits(who)).then_some(value)
}

/// Those whom a declared audience of something that a seat has, or nobody, allows to know it.
pub(super) fn allowed(p: &Program, audience: Audience, seat: Option<Seat>) -> SeatSet {
    match (audience, seat) {
        (Audience::All, _) => p.shape.everyone(),
        (Audience::Owner, Some(seat)) => SeatSet::one(seat),
        (Audience::Team, Some(seat)) => team(p, seat),
        (Audience::Nobody | Audience::Owner | Audience::Team, _) => SeatSet::NONE,
    }
}

fn team(p: &Program, seat: Seat) -> SeatSet {
    Seat::all(p.seats).filter(|other| p.teams[other.index()] == p.teams[seat.index()]).collect()
}
