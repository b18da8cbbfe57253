//! The full state of a match, for the designer of the game: all zones with all faces, values, and open decisions.
//! Hidden cards are included.

use rulebook_catalog::Game;
use rulebook_cgml::run::Cgml;
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::{AnyMatch, Match};
use rulebook_scene::{CardScene, Scene, ZoneScene};
use serde::Serialize;

/// Maximum number of moves listed for one decision.
const MOST_MOVES: usize = 60;
/// Rotation of a tapped card, in degrees.
const TAPPED: i32 = 90;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The current CGML state, if the game is written in CGML.
    state: Option<String>,
    phase: Option<String>,
    /// The current player, if the game has turns.
    turn: Option<usize>,
    asks: Vec<Asked>,
    values: Vec<Value>,
    zones: Vec<Zone>,
    digest: String,
}

/// An open decision.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "OpenAsk"))]
struct Asked {
    seat: usize,
    /// The rule that asks.
    rule: Option<String>,
    prompt: String,
    /// The number of legal moves. `moves` lists the first of them.
    count: usize,
    moves: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NamedValue"))]
struct Value {
    name: String,
    of: Option<String>,
    value: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "InspectedZone"))]
struct Zone {
    id: String,
    owner: Option<usize>,
    count: usize,
    /// The faces from bottom to top, including face-down cards.
    cards: Vec<String>,
}

pub fn inspect(game: &Game, table: &dyn AnyMatch) -> Inspection {
    let written = game.cgml().map(|(rules, _)| rules);
    let state = table.as_any().downcast_ref::<Match<Cgml>>().map(Match::state);
    let open = written.zip(state).map(|(rules, state)| rules.inspect(state));
    let due = table.turn().seats();
    let asks = due.iter().map(|seat| {
        let question = written.zip(state).and_then(|(rules, state)| rules.question(state, seat));
        let texts = table.legal_texts(seat);
        Asked {
            seat: seat.index(),
            rule: question.map(|question| question.rule),
            prompt: table.scene(Viewer::Seat(seat)).prompt,
            count: texts.len(),
            moves: texts.into_iter().take(MOST_MOVES).collect(),
        }
    });
    let scene = table.scene(Viewer::God);
    let values = match &open {
        Some(open) => open.values.iter().map(|held| held.clone().into()).collect(),
        None => position(game, table).into_iter().chain(facts(table)).chain(shown(&scene)).collect(),
    };
    Inspection {
        asks: asks.collect(),
        values,
        zones: scene.zones.iter().map(|one| zone(one, &scene)).collect(),
        digest: table.digest().to_string(),
        phase: open.as_ref().map_or_else(|| scene.phase.clone(), |open| open.phase.clone()),
        turn: open.as_ref().map_or_else(|| due.single(), |open| Some(open.turn)).map(Seat::index),
        state: open.map(|open| open.state),
    }
}

impl From<rulebook_cgml::run::Held> for Value {
    fn from(held: rulebook_cgml::run::Held) -> Value {
        Value { name: held.name, of: held.of, value: held.value }
    }
}

/// The facts that the rules report about each seat, for games that are not written in CGML.
fn facts(table: &dyn AnyMatch) -> Vec<Value> {
    let of = |seat: Seat| {
        let told = table.brief(seat).facts.into_iter();
        told.map(move |(name, value)| Value { name, of: Some(seat.to_string()), value })
    };
    Seat::all(table.seats()).flat_map(of).collect()
}

/// Values of a board position besides the places of the pieces, such as castling rights.
fn position(game: &Game, table: &dyn AnyMatch) -> Vec<Value> {
    let told = game.board().map(|board| rulebook_host_boards::position::values(board, table)).unwrap_or_default();
    told.into_iter().map(|(name, value)| Value { name, of: None, value }).collect()
}

/// Values that the scene shows beside the cards: the cells of the scoreboards, and the stack.
fn shown(scene: &Scene) -> Vec<Value> {
    let mut values = Vec::new();
    for board in &scene.scoreboards {
        for row in &board.rows {
            let cells = board.columns.iter().zip(row).skip(1);
            values.extend(cells.map(|(column, cell)| Value {
                name: if column.is_empty() { board.title.clone() } else { format!("{}, {column}", board.title) },
                of: row.first().cloned(),
                value: cell.clone(),
            }));
        }
    }
    for (item, number) in scene.stack.iter().zip(1..) {
        let of = item.controller.map(|seat| seat.to_string());
        values.push(Value { name: format!("stack, {number} from the bottom"), of, value: item.text.clone() });
    }
    values
}

fn zone(zone: &ZoneScene, scene: &Scene) -> Zone {
    Zone {
        id: zone.id.clone(),
        owner: zone.owner.map(Seat::index),
        count: zone.count.unwrap_or(zone.cards.len()),
        cards: zone.cards.iter().map(|card| card_words(card, scene)).collect(),
    }
}

/// A card as text, with tapping, counters and attachments in brackets.
fn card_words(card: &CardScene, scene: &Scene) -> String {
    let mut marks = Vec::new();
    if card.rotation == TAPPED {
        marks.push("tapped".to_owned());
    }
    marks.extend(card.counters.iter().map(|(name, count)| format!("{name} × {count}")));
    let name = |place: (usize, usize)| {
        let there = scene.zones.get(place.0).and_then(|zone| zone.cards.get(place.1));
        there.map_or_else(|| "?".to_owned(), face)
    };
    marks.extend(card.attached_to.map(|place| format!("on {}", name(place))));
    marks.extend(card.points_at.iter().map(|place| format!("→ {}", name(*place))));
    let face = face(card);
    if marks.is_empty() { face } else { format!("{face} ({})", marks.join(", ")) }
}

fn face(card: &CardScene) -> String {
    card.face.as_ref().map_or_else(|| "?".to_owned(), |face| face.id.clone())
}
