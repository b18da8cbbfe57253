//! Evaluates the declared scoreboards and player facts: one value for each player, visible to viewers who know
//! everything it is computed from.

use super::eval::{Eval, Memo};
use super::state::CgmlState;
use super::suit_symbols;
use crate::code::{Audience, MISSING, Program, Shown, Value};
use rulebook_kernel::{Seat, SeatSet, Viewer};

/// The text of a cell that the viewer may not know.
const UNKNOWN: &str = "?";

/// The cells of each scoreboard, by row and column.
pub(super) fn cells(p: &Program, s: &CgmlState, who: Viewer) -> Vec<Vec<Vec<String>>> {
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, 0, 0);
    let boards = p.presentation.scoreboards.iter().map(|board| {
        let row = |seat: Seat| board.columns.iter().map(|column| cell(&mut eval, &column.cell, seat, who)).collect();
        // A scoreboard of the whole table has one row, because its values are the same for each seat.
        Seat::all(if board.of_table { 1 } else { p.seats }).map(row).collect()
    });
    boards.collect()
}

/// The declared facts by fact and seat. `None` if the viewer may not know the value.
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
        // A missing value gives an empty cell. For example, a bid that is not yet made is not a bid of 0.
        Some(MISSING) => String::new(),
        Some(value) => suit_symbols::shown(eval.p, value, shown.kind),
        None => UNKNOWN.to_owned(),
    }
}

/// The value of a seat, if the viewer may know it.
fn known(eval: &mut Eval<'_>, shown: &Shown, seat: Seat, who: Viewer) -> Option<Value> {
    let number = seat.index() as i32;
    let (value, known) = eval.with(shown.seat, number, |eval| {
        let value = eval.scalar(&shown.value);
        // A filter in the expression may have overwritten the temporary that holds the seat, so set it again.
        (value, eval.with(shown.seat, number, |eval| eval.audience(&shown.value)))
    });
    let known = shown.audience.map_or(known, |audience| known.and(allowed(eval.p, audience, Some(seat))));
    (who == Viewer::God || known.admits(who)).then_some(value)
}

/// The seats that a declared audience admits. `seat` is the owner of the value.
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
