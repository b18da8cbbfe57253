//! Moves by number and what a seat knows as numbers, for learning programs.
//!
//! Decides nothing about who sees what: cards are those that the seat can name, values those that are not hidden from it.

use super::choice::{self, Move, Which};
use super::state::{State, hidden_from, value};
use crate::code::{Kind, MISSING, Options, Program};
use rulebook_kernel::{Seat, Viewer};
use rulebook_stage::{Block, Row, Spaces};
use rulebook_table::{Entry, ZoneId};

/// Values that have numbers of their own are below this, or are texts of the file.
const VALUES: usize = 128;

/// Numbers that other moves share: values out of that range.
const SHARED: usize = 256;

/// The zones in which a card can be named by its place alone.
fn placed(p: &Program) -> impl Iterator<Item = ZoneId> + '_ {
    let everybody = p.shape.everyone();
    let zones = (0..p.shape.zones().len()).map(|zone| ZoneId(zone as u16));
    zones.filter(move |&zone| p.shape.zone(zone).ordered && p.shape.zone(zone).sees_all != everybody)
}

fn values(p: &Program) -> usize {
    p.symbols.len().max(VALUES)
}

pub(super) fn spaces(p: &Program) -> Spaces {
    let (zones, faces, seats) = (p.shape.zones().len(), p.shape.face_count(), p.seats);
    let globals: Vec<&str> = p.globals.iter().map(|info| info.name.as_str()).collect();
    let places: Vec<&str> = placed(p).map(|zone| p.shape.zone(zone).id.as_str()).collect();
    let listed = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let actions = vec![
        Block::new("button", &[3], "done, otherwise, continue"),
        Block::new("card", &[zones, faces], "a card of a zone by its face; zones count from the seat's own"),
        Block::new("any", &[zones], "a card of a zone that looks like the others there"),
        Block::new("seat", &[seats], "a seat, the mover being first"),
        Block::new("zone", &[zones], "a zone, counted from the seat's own"),
        Block::new("value", &[values(p)], "a number, or a text of the file by its place among them"),
        Block::new(
            "place",
            &[places.len(), p.shape.entries()],
            &format!("a card by its place from the bottom; zones: {}", listed(&places)),
        ),
    ];
    let mut observation = p.shape.observed();
    observation.extend([
        Block::new("flow", &[5], "state and phase by number; whose turn, 0 being the seat itself; turned round; turns"),
        Block::new("question", &[2], "what the seat is asked: the rule and the step in it; zeros if nothing"),
        Block::new("picked", &[faces], "what the seat has picked so far of the cards it is choosing"),
        Block::new("values", &[p.globals.len()], &format!("0 where the seat may not know it: {}", listed(&globals))),
    ]);
    Spaces { actions, shared: SHARED, observation }
}

pub(super) fn number(p: &Program, seat: Seat, mv: &Move) -> Option<u32> {
    let (zones, faces) = (p.shape.zones().len(), p.shape.face_count());
    let zone = |zone: ZoneId| p.shape.zone_from(zone, seat).index();
    let any = 3 + zones * faces;
    let seats = any + zones;
    let whole = seats + p.seats;
    let first_value = whole + zones;
    let number = match *mv {
        Move::Done => 0,
        Move::Otherwise => 1,
        Move::Continue => 2,
        // Nobody who counts on numbers needs it.
        Move::Back(_) => return None,
        Move::Card(of, Which::Face(face)) => 3 + zone(of) * faces + face.index(),
        Move::Card(of, Which::Any) => any + zone(of),
        Move::Card(of, Which::At(at)) => {
            let mine = ZoneId(zone(of) as u16);
            let place = placed(p).position(|other| other == mine)?;
            first_value + values(p) + place * p.shape.entries() + at as usize
        }
        Move::Seat(other) => seats + (other as usize + p.seats - seat.index()) % p.seats,
        Move::Zone(of) => whole + zone(of),
        Move::Value(value) => {
            let value = usize::try_from(value).ok().filter(|&value| value < values(p))?;
            first_value + value
        }
    };
    Some(number as u32)
}

pub(super) fn write(p: &Program, s: &State, seat: Seat, row: &mut Row<'_>) {
    let say = |kind: Kind, value: i32| told(p, s, seat, kind, value);
    s.table.observe(&p.shape, seat, row, |var, value| say(p.vars[p.var_defs[var.index()]].kind, value));
    row.put(s.flow.state.into());
    row.put(s.flow.phase.into());
    row.put((s.flow.current as usize + p.seats - seat.index()) as i32 % p.seats as i32);
    row.put(s.flow.reversed.into());
    row.put(s.flow.turn as i32);
    let open = if s.over.is_some() { None } else { choice::open(p, s, seat) };
    // The setup has the last number.
    row.put(open.as_ref().map_or(0, |open| i32::from(open.here.rule.wrapping_add(1)) + 1));
    row.put(open.as_ref().map_or(0, |open| i32::from(open.at)));
    let picked = row.block(p.shape.face_count());
    if let Some(open) = &open
        && let (Some(many), Options::Cards(_)) = (&open.ask.many, &open.ask.options)
        && let Some(list) = s.lists.get(open.here.lists + many.into.0 as usize)
    {
        for &card in list.values {
            let face = told(p, s, seat, Kind::Card, card);
            if let Some(place) = picked.get_mut((face - 1).max(0) as usize).filter(|_| face > 0) {
                *place += 1;
            }
        }
    }
    for (info, &cell) in p.globals.iter().zip(&s.cells) {
        let hidden = hidden_from(cell).admits(Viewer::Seat(seat));
        row.put(if hidden { 0 } else { say(info.kind, value(cell)) });
    }
}

/// A value as the seat may be told it: seats, zones and cards count from 1, so that 0 is nothing.
fn told(p: &Program, s: &State, seat: Seat, kind: Kind, value: i32) -> i32 {
    let index = usize::try_from(value).ok();
    let one_more = |index: usize| index as i32 + 1;
    match kind {
        _ if value == MISSING => 0,
        Kind::Number | Kind::Bool | Kind::Team => value,
        Kind::Text => value.saturating_add(1),
        Kind::Seat => {
            let other = index.filter(|&other| other < p.seats);
            other.map_or(0, |other| one_more((other + p.seats - seat.index()) % p.seats))
        }
        Kind::Zone => {
            let zone = index.filter(|&zone| zone < p.shape.zones().len());
            zone.map_or(0, |zone| one_more(p.shape.zone_from(ZoneId(zone as u16), seat).index()))
        }
        Kind::Card => {
            let card = index.filter(|&card| card < p.shape.entries()).map(|card| Entry(card as u16));
            let known = card.filter(|&card| s.table.zone(card).is_some() && s.table.knows(&p.shape, seat, card));
            known.map_or(0, |card| one_more(s.table.face(&p.shape, card).index()))
        }
    }
}
