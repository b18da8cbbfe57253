//! What the page is told.

use super::session::Session;
use rulebook_kernel::{Seat, Viewer};
use rulebook_stage::{Ask, Scene};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    version: u64,
    title: String,
    seed: String,
    seats: usize,
    /// Seats that people play.
    people: Vec<usize>,
    /// Who is asked.
    due: Vec<usize>,
    scene: Option<Scene>,
    ask: Option<Ask>,
    moves: Vec<Move>,
    /// What is wrong with the files, as `rulebook check` says it.
    wrong: String,
    /// Is the table older than the files?
    behind: bool,
    note: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Move {
    seat: usize,
    text: String,
    by_hand: bool,
}

/// As a seat sees it; without one everything.
pub fn look(session: &Session, seat: Option<usize>) -> Look {
    let table = session.table.as_ref();
    let seats = table.map_or(0, |table| table.seats());
    let seat = seat.filter(|seat| *seat < seats).map(Seat::new);
    let viewer = seat.map_or(Viewer::God, Viewer::Seat);
    Look {
        version: session.version,
        title: session.game.as_ref().map(|game| game.meta.game_name.clone()).unwrap_or_default(),
        seed: session.seed.clone(),
        seats,
        people: Seat::all(seats).filter(|seat| session.is_person(*seat)).map(Seat::index).collect(),
        due: table.map(|table| table.turn().seats().iter().map(Seat::index).collect()).unwrap_or_default(),
        scene: table.map(|table| table.scene(viewer)),
        ask: table.zip(seat).filter(|(_, seat)| session.is_person(*seat)).and_then(|(table, seat)| table.ask(seat)),
        moves: session
            .moves
            .iter()
            .map(|made| Move { seat: made.seat.index(), text: made.text.clone(), by_hand: made.by_hand })
            .collect(),
        wrong: session.wrong_plainly(),
        behind: session.is_behind(),
        note: session.note.clone(),
    }
}
