//! The JSON answers of `rulebook dev` to its page.

use super::inspect::{Inspection, inspect};
use super::session::Session;
use rulebook_catalog::Report;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::layout::Layouts;
use rulebook_scene::{Ask, Scene, Step};
use serde::Serialize;

/// Maximum number of past entries sent to a page that opens late. Older entries are left out.
const MOST_ENTRIES: usize = 2000;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Look {
    version: u64,
    deals: u64,
    edition: u64,
    title: String,
    seed: String,
    /// The bot that plays the other seats.
    bot: String,
    seats: usize,
    /// Seats that the user plays.
    people: Vec<usize>,
    /// Seats that have to move.
    due: Vec<usize>,
    /// The seat whose view is shown; `None` shows everything.
    seat: Option<usize>,
    scene: Option<Scene>,
    ask: Option<Ask>,
    /// The steps since the last answer. If the page knows another deal, all steps since the deal.
    steps: Vec<Step>,
    follows: bool,
    moves: Vec<MadeMove>,
    /// All problems of the files, formatted as by `rulebook check`.
    wrong: String,
    /// The problems in `wrong`, as separate entries.
    mistakes: Vec<Mistake>,
    /// Whether the files have errors, so that the table still shows the last version without errors.
    behind: bool,
    note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    inspection: Option<Inspection>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct MadeMove {
    seat: usize,
    text: String,
    by_hand: bool,
}

/// A problem of a file, with its position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Mistake {
    #[cfg_attr(test, schemars(with = "super::types::Severity"))]
    severity: &'static str,
    code: &'static str,
    message: String,
    file: String,
    /// Line, from 1; 0 if the problem has no line.
    line: usize,
    /// Column in characters, from 1.
    column: usize,
    /// Length in characters.
    length: usize,
    text: String,
    label: String,
    help: Option<String>,
}

/// The request of a page.
#[derive(Clone, Copy, Default)]
pub struct ViewRequest {
    /// The seat whose view the page wants; `None` for everything.
    pub seat: Option<usize>,
    /// The number of the deal that the page last received, and the number of moves that it has seen.
    pub since: Option<(u64, usize)>,
    /// Whether the answer includes the full state, for the inspector.
    pub inspect: bool,
}

pub fn look(session: &Session, wish: ViewRequest) -> Look {
    let table = session.table.as_ref();
    let seats = table.map_or(0, |table| table.seats());
    let seat = wish.seat.filter(|seat| *seat < seats).map(Seat::new);
    let viewer = seat.map_or(Viewer::God, Viewer::Seat);
    let all = session.played.len();
    // Entry 0 is the deal, so a page that has seen `n` moves has seen `n + 1` entries.
    let seen = wish.since.filter(|(deals, moves)| *deals == session.deals && *moves < all).map(|(_, moves)| moves + 1);
    let from = seen.unwrap_or_else(|| all.saturating_sub(MOST_ENTRIES));
    Look {
        version: session.version,
        deals: session.deals,
        edition: session.edition,
        title: session.game.as_ref().map(|game| game.meta.game_name.clone()).unwrap_or_default(),
        seed: session.seed.clone(),
        bot: session.bot().to_owned(),
        seats,
        people: Seat::all(seats).filter(|seat| session.is_person(*seat)).map(Seat::index).collect(),
        due: table.map(|table| table.turn().seats().iter().map(Seat::index).collect()).unwrap_or_default(),
        seat: seat.map(Seat::index),
        scene: table.map(|table| table.scene(viewer)),
        ask: table.zip(seat).filter(|(_, seat)| session.is_person(*seat)).and_then(|(table, seat)| table.ask(seat)),
        steps: session.played[from..].iter().flat_map(|played| played.facts.steps(viewer)).collect(),
        follows: seen.is_some(),
        moves: session
            .moves
            .iter()
            .map(|made| MadeMove { seat: made.seat.index(), text: made.text.clone(), by_hand: made.by_hand })
            .collect(),
        wrong: session.wrong_plainly(),
        mistakes: mistakes(&session.report()),
        behind: session.is_behind(),
        note: session.note.clone(),
        inspection: session
            .game
            .as_ref()
            .zip(table)
            .filter(|_| wish.inspect)
            .map(|(game, table)| inspect(game, &**table)),
    }
}

fn mistakes(report: &Report) -> Vec<Mistake> {
    let one = |found: &rulebook_diag::Diagnostic| {
        let (sources, span) = (&report.sources, found.primary.span);
        let (start, end) = (sources.position(span.file, span.start), sources.position(span.file, span.end));
        let line = sources.text(span.file).lines().nth(start.line - 1);
        let text = line.unwrap_or_default();
        let rest = text.chars().count().saturating_sub(start.column - 1);
        let length = if end.line == start.line { end.column - start.column } else { rest };
        Mistake {
            severity: found.severity.name(),
            code: found.code,
            message: found.message.clone(),
            file: sources.name(span.file).to_owned(),
            line: line.map_or(0, |_| start.line),
            column: start.column,
            length: length.max(1),
            text: text.to_owned(),
            label: found.primary.text.clone(),
            help: found.help.clone(),
        }
    };
    report.diagnostics.sorted().into_iter().map(one).collect()
}

/// The data about the game that a table needs besides scenes. A server gives the same data at `/games/ID`.
#[derive(Serialize)]
pub struct About<'a> {
    meta: &'a rulebook_catalog::Meta,
    options: [(); 0],
    rules: &'a str,
    layouts: &'a Layouts,
}

pub fn about(session: &Session) -> Option<About<'_>> {
    let game = session.game.as_ref()?;
    Some(About { meta: &game.meta, options: [], rules: &game.rules_text, layouts: &game.layouts })
}
