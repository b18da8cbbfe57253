//! Encodes moves and observations as numbers for learning programs.
//!
//! This module does not decide who may see something. It uses only the cards that the seat can name and the values that
//! are not hidden from the seat.

use super::choice::{self, Move, Which};
use super::simultaneous::Lanes;
use super::state::{CgmlState, Frame, SETUP, hidden_from, value};
use crate::code::{ITEMS, Kind, MISSING, Options, Program, SlotInfo};
use rulebook_kernel::{Seat, SeatSet, Viewer};
use rulebook_spaces::{Block, Row, Spaces};
use rulebook_table::{Entry, Ordering, ZoneId};

/// Each value from 0 up to this limit has its own action number. If the file has more than `VALUES` texts, the limit is
/// the number of texts.
const VALUES: usize = 128;

/// The size of the last block of action numbers. All moves with larger values share it.
const SHARED: usize = 256;

/// The zones in which a card can be named by its position alone.
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
    let texts: Vec<&str> = (0..p.symbols.len()).map(|symbol| p.symbols.text(symbol as i32)).collect();
    let texts = listed(&texts);
    let button = match p.columns.buttons {
        1 => "done, otherwise, continue",
        _ => "done, otherwise, continue, then the other buttons beside the options",
    };
    let actions = vec![
        Block::new("button", &[first_card(p)], button),
        Block::new("card", &[zones, faces], "a card, by its zone and face; the zones of the moving seat come first"),
        Block::new("any", &[zones], "a card of this zone that the seat cannot tell from the others"),
        Block::new("seat", &[seats], "a seat, the moving seat first"),
        Block::new("zone", &[zones], "a zone; the zones of the moving seat come first"),
        Block::new("value", &[values(p)], &format!("a number, or the index of a text in this list, from 0: {texts}")),
        Block::new(
            "place",
            &[places.len(), p.shape.entries()],
            &format!("a card, by its position from the bottom of its zone; zones: {}", listed(&places)),
        ),
    ];
    let name = |symbol: i32| p.symbols.text(symbol);
    let states: Vec<&str> = p.flow.states.iter().map(|state| name(state.name)).collect();
    let phases = p.flow.states.iter().filter(|state| !state.phases.is_empty()).map(|state| {
        let own: Vec<&str> = state.phases.iter().map(|&phase| name(p.flow.phases[phase as usize].name)).collect();
        format!("{}: {}", name(state.name), own.join(", "))
    });
    let phases: Vec<String> = phases.collect();
    let flow = format!(
        "index of the state and of the phase, from 0; seat whose turn it is, 0 for the observing seat; 1 if the direction of \
         play is reversed; number of turns; seat that an action named for the next turn, 1 for the observing seat. States: {}. Phases of {}",
        listed(&states),
        phases.join("; of ")
    );
    let rules: Vec<&str> = p.rules.iter().map(|rule| rule.id.as_str()).collect();
    let mut once: Vec<(usize, &str)> = Vec::new();
    once.extend(p.rules.iter().filter_map(|rule| Some((rule.once?.1, rule.id.as_str()))));
    once.sort_unstable();
    let once: Vec<&str> = once.into_iter().map(|(_, id)| id).collect();
    let question = format!(
        "the open question to the seat: its rule, from 2 (1 means the setup), and the index of the instruction; zeros if \
         there is none. Rules: {}",
        listed(&rules)
    );
    let going = format!(
        "values stored by running effects that ask a player, such as earlier choices; 0 if a value is missing, or if the \
         seat may not know it. Seats (1 is the observing seat), zones and texts count from 1. Numbers are unchanged. A card \
         is three numbers: its face from 1 (0 if the seat cannot name it), its zone, and its position from the bottom. A \
         list is its length and its first {ITEMS} items; a card in it is its face, or its negative position if the seat \
         cannot name it. Names, with the count of numbers for each: {}",
        sized(&p.columns.names)
    );
    let lists: Vec<(String, usize)> = p.global_lists.iter().map(|info| (info.name.clone(), 1 + ITEMS)).collect();
    let changed = p.properties.iter().filter(|property| property.mark.is_some());
    let marks: Vec<&str> = changed.map(|property| property.name.as_str()).collect();
    let values = format!("0 if the seat may not know the value; texts as in `variables`: {}", listed(&globals));
    let mut observation = p.shape.observed();
    if let Some(variables) = observation.iter_mut().find(|block| block.name == "variables") {
        variables.about += &format!(". Texts count from 1: {texts}");
    }
    observation.extend([
        Block::new("flow", &[6], &flow),
        Block::new("skips", &[seats], "number of turns that each seat must skip, the observing seat first"),
        Block::new(
            "fired",
            &[p.columns.once],
            &format!("1 for each `once_per` rule that has already fired: {}", listed(&once)),
        ),
        Block::new("question", &[2], &question),
        Block::new("picked", &[faces], "the cards that the seat has picked so far for the open question"),
        Block::new("values", &[p.globals.len()], &values),
        Block::new("going", &[p.columns.width], &going),
        Block::new(
            "lists",
            &[lists.len(), 1 + ITEMS],
            &format!("stored lists, encoded as in `going`: {}", sized(&lists)),
        ),
        Block::new(
            "properties",
            &[marks.len(), zones, faces],
            &format!(
                "changeable property × zone × face: the sum over the cards that the seat can name: {}",
                listed(&marks)
            ),
        ),
    ]);
    if p.notes {
        observation.push(p.shape.noted());
    }
    Spaces { actions, shared: SHARED, observation }
}

/// The number of actions before the actions with cards: `done`, `continue` and the buttons beside the options.
fn first_card(p: &Program) -> usize {
    2 + p.columns.buttons
}

/// The names in this list, each with the number of positions it uses.
fn sized(names: &[(String, usize)]) -> String {
    let each: Vec<String> = names.iter().map(|(name, size)| format!("{name} ({size})")).collect();
    if each.is_empty() { "none".to_owned() } else { each.join(", ") }
}

pub(super) fn number(p: &Program, seat: Seat, mv: &Move) -> Option<u32> {
    let (zones, faces) = (p.shape.zones().len(), p.shape.face_count());
    let zone = |zone: ZoneId| p.shape.zone_from(zone, seat).index();
    let any = first_card(p) + zones * faces;
    let seats = any + zones;
    let whole = seats + p.seats;
    let first_value = whole + zones;
    let number = match *mv {
        Move::Done => 0,
        Move::Button(0) => 1,
        Move::Continue => 2,
        Move::Button(at) => 2 + usize::from(at),
        // Learning programs never put a pick back.
        Move::Back(_) => return None,
        Move::Card(of, Which::Face(face)) => first_card(p) + zone(of) * faces + face.index(),
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

pub(super) fn write(p: &Program, s: &CgmlState, seat: Seat, row: &mut Row<'_>) {
    let say = |kind: Kind, value: i32| told(p, s, seat, kind, value);
    s.table.observe(&p.shape, seat, row, |var, value| say(p.vars[p.var_defs[var.index()]].kind, value));
    row.put(s.flow.state.into());
    row.put(s.flow.phase.into());
    row.put((s.flow.current as usize + p.seats - seat.index()) as i32 % p.seats as i32);
    row.put(s.flow.reversed.into());
    row.put(s.flow.turn as i32);
    row.put(s.flow.next.map_or(0, |next| told(p, s, seat, Kind::Seat, next.into())));
    (0..p.seats).for_each(|after| row.put(s.flow.skips[(seat.index() + after) % p.seats].into()));
    (0..p.columns.once).for_each(|mark| row.put((s.flow.fired >> mark & 1) as i32));
    let open = if s.over.is_some() { None } else { choice::open(p, s, seat) };
    // `SETUP` is `u16::MAX` and wraps to 0, so the setup is written as 1 and the first rule as 2.
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
    going(p, s, seat, row.block(p.columns.width));
    for (list, info) in p.global_lists.iter().enumerate() {
        items(p, s, seat, list, info, row.block(1 + ITEMS));
    }
    properties(p, s, seat, row);
    if p.notes {
        s.table.observe_notes(&p.shape, seat, row);
    }
}

/// Writes the scalars and lists of all effects that are still running. In lanes, also writes the scalars and lists of
/// the seat's own lane.
fn going(p: &Program, s: &CgmlState, seat: Seat, numbers: &mut [i16]) {
    let mut put = |rule: u16, base: usize, lists: usize| {
        let unit = p.unit(rule);
        let of = if rule == SETUP { p.rules.len() } else { rule as usize };
        for ((info, &at), &cell) in unit.slots.iter().zip(&p.columns.slots[of]).zip(&s.cells[base..]) {
            let known = !hidden_from(cell).admits(Viewer::Seat(seat));
            let place = numbers.get_mut(at..);
            if let Some(place) = place {
                scalar(p, s, seat, info.kind, if known { value(cell) } else { MISSING }, place);
            }
        }
        for ((info, &at), list) in unit.lists.iter().zip(&p.columns.lists[of]).zip(lists..) {
            if let Some(place) = numbers.get_mut(at..at + 1 + ITEMS) {
                items(p, s, seat, list, info, place);
            }
        }
    };
    for frame in &s.frames {
        if let Frame::Effect { rule, base, lists, .. } = *frame {
            put(rule, base as usize, lists as usize);
        }
    }
    let lanes = Lanes::on_top(p, s);
    if let Some((lanes, own)) = lanes.and_then(|lanes| Some((lanes, lanes.of_seat(s, seat.index() as u8)?))) {
        let here = lanes.here(s, own);
        put(here.rule, here.base, here.lists);
    }
}

/// Writes a scalar at the start of these positions.
fn scalar(p: &Program, s: &CgmlState, seat: Seat, kind: Kind, value: i32, places: &mut [i16]) {
    let numbers = match card_of(p, s, kind, value) {
        Some((card, zone)) => {
            let told_zone = p.shape.zone_from(zone, seat).index() as i32 + 1;
            [told(p, s, seat, kind, value), told_zone, place_of(p, s, seat, card, zone)]
        }
        None => [told(p, s, seat, kind, value), 0, 0],
    };
    let size = if kind == Kind::Card { 3 } else { 1 };
    for (place, number) in places.iter_mut().zip(&numbers[..size]) {
        *place = small(*number);
    }
}

/// Writes the length of a list and its first items.
fn items(p: &Program, s: &CgmlState, seat: Seat, list: usize, info: &SlotInfo, places: &mut [i16]) {
    places.fill(0);
    let list = s.lists.get(list).filter(|list| !SeatSet::from_bits(list.hidden_from).admits(Viewer::Seat(seat)));
    let (Some(list), Some((count, places))) = (list, places.split_first_mut()) else { return };
    *count = small(list.values.len() as i32);
    for (place, &item) in places.iter_mut().zip(list.values) {
        let number = told(p, s, seat, info.kind, item);
        let unseen = card_of(p, s, info.kind, item).filter(|_| number == 0);
        *place = small(unseen.map_or(number, |(card, zone)| -place_of(p, s, seat, card, zone)));
    }
}

/// The entry and the zone of a stored card, if it is in a zone.
fn card_of(p: &Program, s: &CgmlState, kind: Kind, value: i32) -> Option<(Entry, ZoneId)> {
    let card = usize::try_from(value).ok().filter(|&card| kind == Kind::Card && card < p.shape.entries())?;
    let card = Entry(card as u16);
    s.table.zone(card).map(|zone| (card, zone))
}

/// The position of a card in an ordered zone, from 1. 0 if the zone is unordered, or if the seat lost track of the card
/// in a shuffle.
fn place_of(p: &Program, s: &CgmlState, seat: Seat, card: Entry, zone: ZoneId) -> i32 {
    let lost = p.shape.def(zone).ordering == Ordering::Shuffled && !s.table.knows(&p.shape, seat, card);
    let at = if lost { None } else { s.table.position(&p.shape, card) };
    at.map_or(0, |at| at as i32 + 1)
}

/// Writes the changeable properties of the cards that the seat can name.
fn properties(p: &Program, s: &CgmlState, seat: Seat, row: &mut Row<'_>) {
    let (zones, faces) = (p.shape.zones().len(), p.shape.face_count());
    for property in p.properties.iter().filter(|property| property.mark.is_some()) {
        let numbers = row.block(zones * faces);
        for card in (0..p.shape.entries()).map(|card| Entry(card as u16)) {
            let named = s.table.zone(card).filter(|_| s.table.knows(&p.shape, seat, card));
            let (Some(zone), Some(mark)) = (named, property.mark) else { continue };
            let at = p.shape.zone_from(zone, seat).index() * faces + s.table.face(&p.shape, card).index();
            let set = s.cells[p.mark_cell(mark, card)];
            if hidden_from(set).has(seat) {
                continue;
            }
            let now = told(p, s, seat, property.kind, value(set));
            if let Some(place) = numbers.get_mut(at) {
                *place = place.saturating_add(small(now));
            }
        }
    }
}

fn small(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

/// The number that represents a value in an observation. Seats, zones, texts and cards count from 1, so that 0 means
/// none or unknown.
fn told(p: &Program, s: &CgmlState, seat: Seat, kind: Kind, value: i32) -> i32 {
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
