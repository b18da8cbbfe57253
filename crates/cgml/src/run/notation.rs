//! The texts of moves.

use super::choice::{Move, Which};
use super::message;
use crate::code::{Ask, Cards, Options, Program};
use rulebook_table::ZoneId;

pub(super) const CONTINUE: &str = "continue";
pub(super) const DONE: &str = "done";
/// The prefix of a move that puts a pick back.
const BACK: &str = "back ";

/// The text of a move. A card is named by its face. If the options lie in several zones, `@` and the zone follow. A
/// value is named by its symbol.
pub(super) fn text(p: &Program, ask: Option<&Ask>, mv: &Move) -> String {
    match *mv {
        Move::Continue => CONTINUE.to_owned(),
        Move::Done => DONE.to_owned(),
        Move::Back(picked) => format!("{BACK}{}", text(p, ask, &picked.again())),
        Move::Button(at) => {
            let button = ask.and_then(|ask| ask.buttons.get(usize::from(at)));
            button.map_or_else(String::new, |button| p.symbols.text(button.text).to_owned())
        }
        Move::Seat(seat) => p.symbols.text(p.seat_names[seat as usize]).to_owned(),
        Move::Zone(zone) => zone_id(p, zone),
        Move::Value(value) => ask.map_or_else(String::new, |ask| message::plain(p, value, super::answer::kind(ask))),
        Move::Card(zone, which) => {
            let card = match which {
                Which::Face(face) => p.shape.face_id(face).to_owned(),
                Which::At(at) => format!("#{at}"),
                Which::Any => "card".to_owned(),
            };
            if one_zone(ask) { card } else { format!("{card}@{}", zone_id(p, zone)) }
        }
    }
}

/// Returns whether all options of an ask lie in one zone.
pub(super) fn one_zone(ask: Option<&Ask>) -> bool {
    match ask.map(|ask| &ask.options) {
        Some(Options::Cards(cards)) => matches!(cards.base(), Cards::Zone(_)),
        _ => false,
    }
}

fn zone_id(p: &Program, zone: ZoneId) -> String {
    p.shape.zones().get(zone.index()).map_or_else(String::new, |zone| zone.id.clone())
}
