//! Reads the clauses about the whole game. All of them are extensions that version 1 does not have.

use rulebook_diag::{Diagnostics, Fields, Node, Value};

use super::context::Context;
use super::{Clauses, Pass, Stalemate, Win};
use crate::limits::{MAX_PLIES, MOST_PLIES};

/// Reads the clauses from the fields of the file.
pub(super) fn read(fields: &mut Fields<'_, '_>, cx: &Context) -> Clauses {
    for key in KEYS {
        if let Some(node) = fields.optional(key).node() {
            cx.extension(node.span, &format!("`{key}`"), fields.diags());
        }
    }
    let mut clauses = Clauses { max_plies: MAX_PLIES, ..Clauses::default() };
    let wins = fields.optional("win_conditions").seq().unwrap_or_default();
    clauses.wins = wins.iter().filter_map(|node| win(node, cx, fields.diags())).collect();
    let draws = fields.optional("draw_conditions").seq().unwrap_or_default();
    draws.iter().for_each(|node| draw(node, cx, &mut clauses, fields.diags()));
    let stalemates =
        [("draw", Stalemate::Draw), ("loss", Stalemate::Loss), ("win", Stalemate::Win), ("count", Stalemate::Count)];
    clauses.stalemate = fields.optional("stalemate").choice(&stalemates).unwrap_or_default();
    clauses.pass =
        fields.optional("pass").choice(&[("never", Pass::Never), ("forced", Pass::Forced)]).unwrap_or_default();
    let eliminated = fields.optional("eliminated").choice(&[("freeze", false), ("remove", true)]);
    clauses.remove_eliminated = eliminated.unwrap_or(false);
    clauses.must_capture = fields.optional("compulsory_capture").bool().unwrap_or(false);
    clauses.no_checks = fields.optional("no_checks").bool().unwrap_or(false);
    clauses.facing =
        fields.optional("facing_leaders").choice(&[("allowed", false), ("forbidden", true)]).unwrap_or(false);
    clauses.hands = fields.optional("captured").choice(&[("removed", false), ("to_hand", true)]).unwrap_or(false);
    clauses.max_plies = fields.optional("max_turns").int(1..=MOST_PLIES).map_or(MAX_PLIES, |turns| turns as u16);
    let shuffled = fields.optional("shuffled").node();
    clauses.shuffled = cx.pieces(shuffled, fields.diags());
    clauses
}

const KEYS: [&str; 11] = [
    "win_conditions",
    "draw_conditions",
    "stalemate",
    "pass",
    "eliminated",
    "compulsory_capture",
    "no_checks",
    "facing_leaders",
    "captured",
    "max_turns",
    "shuffled",
];

fn win(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Option<Win> {
    let mut fields = Fields::of(node, diags);
    let kinds = ["REACH", "BARE", "CHECKS", "EXTINCT", "NO_PIECES", "OWN_NO_PIECES", "LINE"];
    let win = match fields.required("win").one_of(&kinds)? {
        "REACH" => {
            let piece = fields.optional("piece").node();
            let piece = if piece.is_some() { Some(cx.piece(piece, fields.diags())?) } else { None };
            let zone = fields.required("zone").node();
            let zone = cx.zone(zone, fields.diags());
            let reply = fields.optional("reply").bool().unwrap_or(false);
            Some(Win::Reach { piece, zone: zone?, reply })
        }
        "BARE" => Some(Win::Bare),
        "CHECKS" => fields.required("times").int(1..=100_u8).map(Win::Checks),
        "EXTINCT" => {
            let piece = fields.required("piece").node();
            cx.piece(piece, fields.diags()).map(Win::Extinct)
        }
        "NO_PIECES" => Some(Win::NoPieces),
        "OWN_NO_PIECES" => Some(Win::OwnNoPieces),
        _ => fields.required("length").int(2..=16_u8).map(Win::Line),
    };
    fields.finish();
    win
}

fn draw(node: &Node, cx: &Context, clauses: &mut Clauses, diags: &mut Diagnostics) {
    let mut fields = Fields::of(node, diags);
    match fields.required("draw").one_of(&["REPETITION", "NO_PROGRESS", "MATERIAL"]) {
        Some("REPETITION") => clauses.repetition = fields.required("times").int(2..=20_u8).unwrap_or(0),
        Some("NO_PROGRESS") => {
            clauses.no_progress = fields.required("turns").int(1..=10_000_i64).unwrap_or(0) as u16;
            let pieces = fields.optional("pieces").node();
            clauses.progress = cx.pieces(pieces, fields.diags());
        }
        Some(_) => {
            let lists = fields.required("at_most").seq().unwrap_or_default();
            for list in lists {
                let items = Value::of(list, fields.diags()).seq().unwrap_or_default();
                let pieces = items.iter().filter_map(|item| cx.piece(Some(item), fields.diags())).collect();
                clauses.material.push(pieces);
            }
        }
        None => {}
    }
    fields.finish();
}
