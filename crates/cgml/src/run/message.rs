//! Renders values and messages as text.

use super::eval::Eval;
use crate::code::{Kind, MISSING, MessagePart, Program, Symbol, TempId, Value};
use rulebook_kernel::{SeatSet, Viewer};
use rulebook_table::{Entry, Face, ZoneId};

/// The text shown instead of a value that the viewer may not know.
const UNKNOWN: &str = "…";

/// Renders a message. Values that the viewer may not know, or that exceed the work budget, become `…`. Without a viewer
/// all values are shown.
pub(super) fn text(eval: &mut Eval<'_>, message: usize, viewer: Option<Viewer>) -> String {
    written(eval, message, None, viewer, name)
}

/// Renders a message for players, with suit symbols.
pub(super) fn shown(eval: &mut Eval<'_>, message: usize, viewer: Option<Viewer>) -> String {
    written(eval, message, None, viewer, name_for_players)
}

/// Renders the label of an option for players. The message reads the option from a temporary.
pub(super) fn label(eval: &mut Eval<'_>, message: usize, option: (TempId, Value), viewer: Viewer) -> String {
    written(eval, message, Some(option), Some(viewer), name_for_players)
}

fn written(
    eval: &mut Eval<'_>,
    message: usize,
    option: Option<(TempId, Value)>,
    viewer: Option<Viewer>,
    name: impl Fn(&Eval<'_>, Value, Kind) -> String,
) -> String {
    let parts = &eval.p.messages[message].parts;
    let mut text = String::new();
    // A filter in an expression may overwrite the temporary, so it is set before each evaluation.
    let set = |eval: &mut Eval<'_>| {
        if let Some((temp, value)) = option {
            eval.set_temp(temp, value);
        }
    };
    for part in parts {
        match part {
            MessagePart::Text(plain) => text.push_str(plain),
            MessagePart::Value(expr, kind) => {
                set(eval);
                let value = eval.scalar(expr);
                set(eval);
                let mut known = eval.audience(expr);
                if *kind == Kind::Card
                    && let Some(card) = eval.entry(value)
                {
                    known = known.and(eval.s.table.known(&eval.p.shape, card));
                }
                if viewer.is_none_or(|viewer| known.admits(viewer)) && eval.work().beyond().is_none() {
                    text.push_str(&name(eval, value, *kind));
                } else {
                    text.push_str(UNKNOWN);
                }
            }
            MessagePart::List(list, kind) => {
                set(eval);
                let items = eval.list(list);
                set(eval);
                let mut known = eval.audience_of_list(list);
                if *kind == Kind::Card {
                    let cards = items.iter().filter_map(|&card| eval.entry(card));
                    known = cards.fold(known, |known, card| known.and(eval.s.table.known(&eval.p.shape, card)));
                }
                if viewer.is_none_or(|viewer| known.admits(viewer)) && eval.work().beyond().is_none() {
                    let names: Vec<String> = items.iter().map(|&item| name(eval, item, *kind)).collect();
                    text.push_str(&names.join(", "));
                } else {
                    text.push_str(UNKNOWN);
                }
            }
        }
    }
    text
}

/// Renders a message for several viewers, grouped by equal text.
pub(super) fn texts(eval: &mut Eval<'_>, message: usize, to: SeatSet) -> Vec<(SeatSet, String)> {
    let everyone = eval.p.shape.everyone();
    let mut texts: Vec<(SeatSet, String)> = Vec::new();
    let mut add = |who: SeatSet, text: String| match texts.iter_mut().find(|(_, other)| *other == text) {
        Some((readers, _)) => *readers = readers.or(who),
        None => texts.push((who, text)),
    };
    let seats: SeatSet = to.iter().collect();
    for seat in seats.iter() {
        add(SeatSet::one(seat), text(eval, message, Some(Viewer::Seat(seat))));
    }
    // Add the text for spectators if the message is for everybody.
    if to == everyone && everyone != seats {
        add(everyone.minus(seats), text(eval, message, Some(Viewer::Spectator)));
    }
    texts
}

/// A value as text.
fn name(eval: &Eval<'_>, value: Value, kind: Kind) -> String {
    match kind {
        Kind::Card => match eval.entry(value) {
            Some(card) => card_name(eval.p, eval.s.table.face(&eval.p.shape, card)),
            None => "nothing".to_owned(),
        },
        _ => plain(eval.p, value, kind),
    }
}

/// A value as text, with suit symbols.
fn name_for_players(eval: &Eval<'_>, value: Value, kind: Kind) -> String {
    match kind {
        Kind::Card => name(eval, value, kind),
        _ => super::suit_symbols::shown(eval.p, value, kind),
    }
}

/// A value other than a card, as text.
pub(crate) fn plain(p: &Program, value: Value, kind: Kind) -> String {
    if value == MISSING {
        return "nothing".to_owned();
    }
    let of = |symbols: &[Value]| symbols.get(value as usize).map_or("", |&symbol| p.symbols.text(symbol)).to_owned();
    match kind {
        Kind::Number => value.to_string(),
        Kind::Text => p.symbols.text(value).to_owned(),
        Kind::Bool => if value == 1 { "yes" } else { "no" }.to_owned(),
        Kind::Seat => of(&p.seat_names),
        Kind::Team => of(&p.team_names),
        Kind::Zone => zone_name(p, ZoneId(value as u16)),
        Kind::Card => Entry(value as u16).0.to_string(),
    }
}

/// The card's id, as messages to players write it.
pub(crate) fn card_name(p: &Program, face: Face) -> String {
    p.shape.face_id(face).to_owned()
}

/// The name of a zone with its owner, as messages to players write it: `hand of Ann`.
pub(crate) fn zone_name(p: &Program, zone: ZoneId) -> String {
    let Some(code) = p.zones.get(zone.index()) else { return String::new() };
    let name = p.symbols.text(code.name);
    match code.owner.map(|owner| p.seat_names[owner as usize]).or_else(|| team_of(p, &p.shape.zone(zone).id)) {
        Some(owner) => format!("{name} of {}", p.symbols.text(owner)),
        None => name.to_owned(),
    }
}

/// The team that owns a zone, found by the id of the zone. `None` if the zone belongs to a seat or is shared.
pub(crate) fn team_of(p: &Program, zone: &str) -> Option<Symbol> {
    let team = zone.rsplit_once('.')?.1.parse::<usize>().ok()?;
    p.team_names.get(team).copied()
}
