//! Reads the players, their start squares, and the order of turns.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};

use super::Player;
use super::context::{Context, named};
use crate::codes;
use crate::limits::{COUNTERS, MAX_HELD, MAX_NAME, MAX_ORDER, MAX_PLAYERS};

/// Reads only the names of the players.
pub(super) fn names(node: &Node, diags: &mut Diagnostics) -> Option<Vec<String>> {
    let items = Value::of(node, diags).seq()?;
    if items.is_empty() || items.len() > MAX_PLAYERS {
        let message = format!("this game has {} players; it must have 1 to {MAX_PLAYERS}", items.len());
        diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    for item in items {
        // The function `one` reports a missing name.
        let written = item.get("name").filter(|node| node.as_text().is_some());
        let name = written.and_then(Node::as_text).unwrap_or_default();
        if let Some(node) = written {
            if name.is_empty() {
                diags.push(Diagnostic::error(codes::NOTHING_THERE, node.span, "the name of this player is empty"));
            } else if name.chars().count() > MAX_NAME {
                let message = format!("this name is too long; the limit is {MAX_NAME} letters");
                diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
            } else if names.iter().any(|other| other == name) {
                let message = format!("two players are called `{name}`");
                diags.push(Diagnostic::error(codes::DUPLICATE_NAME, node.span, message).label("second use"));
            }
        }
        names.push(name.to_owned());
    }
    Some(names)
}

/// Reads everything about the players except their names.
pub(super) fn list(node: &Node, cx: &mut Context, diags: &mut Diagnostics) -> Vec<Player> {
    let mut taken = Vec::new();
    node.as_seq().unwrap_or_default().iter().filter_map(|item| one(item, cx, &mut taken, diags)).collect()
}

type Taken = Vec<(super::BoardSquare, rulebook_diag::Span)>;

fn one(node: &Node, cx: &Context, taken: &mut Taken, diags: &mut Diagnostics) -> Option<Player> {
    let mut fields = Fields::of(node, diags);
    let name = fields.required("name").text();
    let matrix = fields.required("direction").node();
    let direction = matrix.and_then(|node| direction(node, fields.diags()));
    let mut start = Vec::new();
    let lists = fields.required("starting_positions").seq().unwrap_or_default();
    for list in lists {
        let mut entry = Fields::of(list, fields.diags());
        let piece = entry.required("piece").node();
        let piece = cx.piece(piece, entry.diags());
        let positions = entry.required("positions").seq().unwrap_or_default();
        for position in positions {
            let Some(place) = cx.square(position, entry.diags()) else { continue };
            if let Some((_, first)) = taken.iter().find(|(other, _)| *other == place) {
                let message = format!("two pieces start on [{}, {}]", place.0, place.1);
                let found = Diagnostic::error(codes::DUPLICATE_SQUARE, position.span, message);
                entry.diags().push(found.label("second use").secondary(*first, "first use"));
                continue;
            }
            taken.push((place, position.span));
            start.extend(piece.map(|piece| (piece, place)));
        }
        entry.finish();
    }
    let hand = fields.optional("hand").node();
    let hand = hand.map_or(vec![], |node| hand_of(node, cx, fields.diags()));
    fields.finish();
    Some(Player { name: name?.to_owned(), direction: direction?, start, hand })
}

fn hand_of(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Vec<(u8, u8)> {
    cx.extension(node.span, "`hand`", diags);
    let mut hand = Vec::new();
    for (key, count) in Value::of(node, diags).map().unwrap_or_default() {
        let piece = cx.piece(Some(&named(key)), diags);
        let count = Value::of(count, diags).int(0..=MAX_HELD);
        if let (Some(piece), Some(count)) = (piece, count) {
            hand.push((piece, count as u8));
        }
    }
    if hand.len() > COUNTERS {
        diags.push(Diagnostic::error(
            codes::TOO_MANY,
            node.span,
            format!("hands hold more than {COUNTERS} kinds of pieces"),
        ));
    }
    hand
}

/// Reads a direction: one of the eight rotations and reflections of a square board.
fn direction(node: &Node, diags: &mut Diagnostics) -> Option<[[i16; 2]; 2]> {
    let row = |node: &Node| match node.as_seq() {
        Some([a, b]) => Some([a.as_int()?, b.as_int()?]),
        _ => None,
    };
    let rows = match node.as_seq() {
        Some([first, second]) => row(first).zip(row(second)),
        _ => None,
    };
    let turns = |[[a, b], [c, d]]: [[i64; 2]; 2]| {
        let unit = |x: i64, y: i64| x.unsigned_abs().saturating_add(y.unsigned_abs()) == 1;
        unit(a, b) && unit(c, d) && unit(a, c) && unit(b, d)
    };
    if let Some((first, second)) = rows
        && turns([first, second])
    {
        return Some([first.map(|n| n as i16), second.map(|n| n as i16)]);
    }
    diags.push(
        Diagnostic::error(codes::BAD_DIRECTION, node.span, "a direction must rotate or mirror the board")
            .label("each row and column must have one 1 or -1, and zeros")
            .help("[[1,0],[0,1]] moves up, [[-1,0],[0,-1]] down, [[0,-1],[1,0]] right, [[0,1],[-1,0]] left"),
    );
    None
}

/// Reads the order of turns, and the index at which it starts.
pub(super) fn turns(node: &Node, cx: &Context, diags: &mut Diagnostics) -> (Vec<u8>, u8) {
    let mut fields = Fields::of(node, diags);
    let order_node = fields.required("order").node();
    let items = order_node.and_then(|node| Value::of(node, fields.diags()).seq()).unwrap_or_default();
    let order: Vec<u8> = items.iter().take(MAX_ORDER).filter_map(|item| cx.player(item, fields.diags())).collect();
    if let Some(at) = order_node {
        if items.is_empty() {
            fields.diags().push(Diagnostic::error(codes::NOTHING_THERE, at.span, "the order of turns is empty"));
        }
        if items.len() > MAX_ORDER {
            let message = format!("the order has {} turns; the limit is {MAX_ORDER}", items.len());
            fields.diags().push(Diagnostic::error(codes::TOO_MANY, at.span, message));
        }
        for (index, name) in cx.players.iter().enumerate().filter(|(index, _)| !order.contains(&(*index as u8))) {
            if order.len() == items.len() && !items.is_empty() {
                let message = format!("the player `{name}` never moves");
                let found = Diagnostic::warning(codes::UNKNOWN_PLAYER, at.span, message);
                fields.diags().push(found.label(format!("add player {} to the order", index + 1)));
            }
        }
    }
    let last = order.len().max(1) as u8 - 1;
    let start_at = fields.optional("start_at").int(0..=last).unwrap_or(0);
    fields.finish();
    (order, start_at)
}
