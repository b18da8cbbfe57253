//! Reads the side effects of single moves, and the effects that follow every move or capture.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};

use super::context::Context;
use super::{Base, Change, ChangeTo, Effect, Owner};
use crate::codes;
use crate::limits::MAX_DURATION;

/// The names of the effects: first those of the plain language (version 1), then the extensions.
const ACTIONS: [&str; 10] =
    ["SET_STATE", "CAPTURE", "MOVE", "REMOVE", "BECOME", "FLIP", "WALL", "PUT", "MOVED", "RETURN"];
/// The effects that change the pieces on some squares.
pub(crate) const CHANGES: [&str; 7] = ["REMOVE", "BECOME", "FLIP", "WALL", "PUT", "MOVED", "RETURN"];
/// The eight neighbours of a square.
const AROUND: [(i16, i16); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

pub(super) fn effects(node: Option<&Node>, cx: &mut Context, diags: &mut Diagnostics) -> Vec<Effect> {
    let items = node.and_then(|node| Value::of(node, diags).seq()).unwrap_or_default();
    items.iter().filter_map(|item| effect(item, cx, diags)).collect()
}

fn effect(node: &Node, cx: &mut Context, diags: &mut Diagnostics) -> Option<Effect> {
    let mut fields = Fields::of(node, diags);
    let action_node = fields.required("action").node();
    let action = action_node.and_then(|node| Value::of(node, fields.diags()).one_of(&ACTIONS))?;
    if let Some(node) = action_node.filter(|_| CHANGES.contains(&action)) {
        cx.extension(node.span, action, fields.diags());
        let change = change(&mut fields, action, cx);
        fields.finish();
        return change.map(Effect::Change);
    }
    let effect = match action {
        "SET_STATE" => {
            let state = fields.required("state").node();
            let duration = fields.optional("duration").int(1..=MAX_DURATION).map(|turns| turns as u8);
            cx.flag(state, fields.diags()).map(|flag| {
                let declared = &mut cx.flags[flag as usize];
                declared.permanent |= duration.is_none();
                declared.longest = declared.longest.max(duration.unwrap_or(0));
                Effect::SetFlag { flag, duration }
            })
        }
        "CAPTURE" => {
            let target = fields.required("target").node();
            cx.offset(target, fields.diags()).map(Effect::Capture)
        }
        _ => {
            let piece = fields.optional("piece").node();
            let piece = piece.map(|node| cx.piece(Some(node), fields.diags()));
            let (from, to) = (fields.required("from").node(), fields.required("to").node());
            let from = cx.offset(from, fields.diags());
            let to = cx.offset(to, fields.diags());
            match (piece, from, to) {
                (Some(None), ..) => None,
                (piece, Some(from), Some(to)) => Some(Effect::Shift { piece: piece.flatten(), from, to }),
                _ => None,
            }
        }
    };
    fields.finish();
    effect
}

/// Reads a list of changes that every move or capture makes.
pub(super) fn changes(items: &[Node], cx: &Context, diags: &mut Diagnostics) -> Vec<Change> {
    let mut changes = Vec::new();
    for item in items {
        let mut fields = Fields::of(item, diags);
        if let Some(action) = fields.required("action").one_of(&CHANGES) {
            changes.extend(change(&mut fields, action, cx));
        }
        fields.finish();
    }
    changes
}

fn change(fields: &mut Fields<'_, '_>, action: &str, cx: &Context) -> Option<Change> {
    let square = fields.optional("square").node();
    let square = match square {
        Some(node) => Some(cx.square(node, fields.diags())?),
        None => None,
    };
    let at = fields.optional("at").choice(&[("SOURCE", Base::Source), ("TARGET", Base::Target)]);
    let base = square.map_or(at.unwrap_or(Base::Target), Base::Square);
    let around = fields.optional("around").bool().unwrap_or(false);
    let enclosed = fields.optional("enclosed").node();
    let offsets = fields.optional("offsets").node();
    if let Some(node) = enclosed.filter(|_| action != "FLIP" || around || offsets.is_some()) {
        let message = "`enclosed` is for FLIP, without `around` and `offsets`";
        fields.diags().push(Diagnostic::error(codes::CONFLICT, node.span, message));
    }
    let enclosed = enclosed.is_some_and(|node| Value::of(node, fields.diags()).bool() == Some(true));
    let offsets = match offsets {
        Some(node) => cx.offsets(Some(node), fields.diags())?,
        None if around => AROUND.to_vec(),
        None => vec![(0, 0)],
    };
    let pieces = fields.optional("pieces").node();
    let only = if pieces.is_some() { cx.kinds(pieces, fields.diags())? } else { cx.all_kinds() };
    let except = fields.optional("except").node();
    let except = if except.is_some() { cx.kinds(except, fields.diags())? } else { 0 };
    let owners = [("ANY", Owner::Any), ("ALLY", Owner::Ally), ("ENEMY", Owner::Enemy)];
    let flips = action == "FLIP";
    let owner = fields.optional("owner").choice(&owners).unwrap_or(if flips { Owner::Enemy } else { Owner::Any });
    let by = fields.optional("by").node();
    let by = if by.is_some() { cx.kinds(by, fields.diags())? } else { cx.all_kinds() };
    let drop_beside_own = fields.optional("drop_beside_own").bool().unwrap_or(false);
    let kind = match action {
        "BECOME" | "PUT" => {
            let piece = fields.required("piece").node();
            Some(cx.piece(piece, fields.diags())?)
        }
        _ => None,
    };
    let change = match (action, kind) {
        ("BECOME", Some(kind)) => ChangeTo::Kind(kind),
        ("PUT", Some(kind)) => ChangeTo::Put(kind),
        ("FLIP", _) => ChangeTo::Side,
        ("WALL", _) => ChangeTo::Wall,
        ("MOVED", _) => ChangeTo::Moved,
        ("RETURN", _) => ChangeTo::Back,
        _ => ChangeTo::Gone,
    };
    if flips && cx.players.len() < 2 {
        let found = Diagnostic::error(codes::CONFLICT, fields.node().span, "FLIP needs two players");
        fields.diags().push(found);
        return None;
    }
    Some(Change { base, offsets, kinds: only & !except, owner, change, by, drop_beside_own, enclosed })
}
