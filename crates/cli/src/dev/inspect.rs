//! A match laid open for whoever writes its rules: zones with all faces, values, who is asked what. Nothing is hidden here.

use rulebook_catalog::Game;
use rulebook_cgml::run::Cgml;
use rulebook_kernel::{Seat, Viewer};
use rulebook_stage::{AnyMatch, Match, ZoneScene};
use serde::Serialize;

/// So many moves of an ask are listed.
const MOST_MOVES: usize = 60;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The state of the flow, where rules are written so.
    state: Option<String>,
    phase: Option<String>,
    /// Whose turn it is, where there are turns.
    turn: Option<usize>,
    asks: Vec<Asked>,
    values: Vec<Value>,
    zones: Vec<Zone>,
    digest: String,
}

/// An open question.
#[derive(Serialize)]
struct Asked {
    seat: usize,
    /// The rule that asks.
    rule: Option<String>,
    prompt: String,
    /// How many moves there are, and some of them.
    count: usize,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Value {
    name: String,
    of: Option<String>,
    value: String,
}

#[derive(Serialize)]
struct Zone {
    id: String,
    owner: Option<usize>,
    count: usize,
    /// The faces, from the bottom; those that lie face down too.
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
        None => facts(table),
    };
    Inspection {
        asks: asks.collect(),
        values,
        zones: scene.zones.iter().map(zone).collect(),
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

/// What rules of other families tell the seats as facts.
fn facts(table: &dyn AnyMatch) -> Vec<Value> {
    let of = |seat: Seat| {
        let told = table.brief(seat).facts.into_iter();
        told.map(move |(name, value)| Value { name, of: Some(seat.to_string()), value })
    };
    Seat::all(table.seats()).flat_map(of).collect()
}

fn zone(zone: &ZoneScene) -> Zone {
    let faces = zone.cards.iter().map(|card| card.face.as_ref().map_or_else(|| "?".to_owned(), |face| face.id.clone()));
    Zone {
        id: zone.id.clone(),
        owner: zone.owner.map(Seat::index),
        count: zone.count.unwrap_or(zone.cards.len()),
        cards: faces.collect(),
    }
}
