//! Reads the moves of a piece, with their actions, modifiers, side effects and repeats.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};

use super::context::Context;
use super::effects::effects;
use super::{Action, Condition, Modifier, MoveSpec, Occupant, Repeat, conditions};
use crate::codes;
use crate::limits::{MAX_LINKS, MAX_MOVES, MAX_SIDE};

/// Reads the moves of one piece.
pub(super) fn list(node: Option<&Node>, cx: &mut Context, diags: &mut Diagnostics) -> Vec<MoveSpec> {
    let Some(node) = node else { return vec![] };
    let items = Value::of(node, diags).seq().unwrap_or_default();
    if items.len() > MAX_MOVES {
        let message = format!("this piece has {} moves; the limit is {MAX_MOVES}", items.len());
        diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
        return vec![];
    }
    // The function `one` reports a missing id. Here the move only keeps its place in the list.
    let ids: Vec<i64> = items.iter().map(|item| item.get("id").and_then(Node::as_int).unwrap_or(i64::MIN)).collect();
    for (at, id) in ids.iter().enumerate().filter(|(_, id)| **id != i64::MIN) {
        if ids[..at].contains(id)
            && let Some(again) = items[at].get("id")
        {
            let found = Diagnostic::error(
                codes::DUPLICATE_NAME,
                again.span,
                format!("two moves of this piece have the id {id}"),
            );
            diags.push(found.label("second use").help("give each move of a piece its own id"));
        }
    }
    let moves: Vec<Option<MoveSpec>> = items.iter().map(|item| one(item, &ids, cx, diags)).collect();
    circles(&moves, items, diags);
    let links: usize = moves.iter().flatten().filter(|mv| mv.again).map(|mv| mv.actions.len()).sum();
    if links > MAX_LINKS {
        let message = format!("this piece has {links} moves that continue a chain; the limit is {MAX_LINKS}");
        diags.push(Diagnostic::error(codes::TOO_MANY, node.span, message));
    }
    // `DEPENDS_ON` refers to positions in this list. So return either all moves or none.
    moves.into_iter().collect::<Option<Vec<MoveSpec>>>().unwrap_or_default()
}

fn one(node: &Node, ids: &[i64], cx: &mut Context, diags: &mut Diagnostics) -> Option<MoveSpec> {
    let mut fields = Fields::of(node, diags);
    let id = fields.required("id").int(i64::MIN..=i64::MAX);
    let step_node = fields.required("step").node();
    let step = cx.offset(step_node, fields.diags());
    let nodes = fields.required("actions").node();
    let actions = actions(nodes, ids, cx, fields.diags());
    let nodes = fields.optional("conditions").node();
    let conditions = conditions::list(nodes, ids, cx, fields.diags());
    let nodes = fields.optional("modifiers").node();
    let modifiers = modifiers(nodes, ids, cx, fields.diags());
    let nodes = fields.optional("side_effects").node();
    let effects = effects(nodes, cx, fields.diags());
    let repeat = fields.optional("repeat").node();
    let repeat = repeat.map(|node| self::repeat(node, cx, fields.diags()));
    let again = fields.optional("again").node();
    if let Some(again) = again {
        cx.extension(again.span, "`again`", fields.diags());
    }
    let again = again.is_some_and(|node| Value::of(node, fields.diags()).bool() == Some(true));
    fields.finish();
    if let (Some((0, 0)), Some(at)) = (step, step_node) {
        let plain = repeat.is_none() && !again && actions.iter().all(|action| action.state == Occupant::Empty);
        if cx.strict || !plain {
            let found = Diagnostic::error(codes::BAD_STEP, at.span, "a step of [0, 0] goes nowhere");
            diags.push(
                found.help(
                    "use [0, 0] only to stay on the square: with the action MOVE, and without `repeat` and `again`",
                ),
            );
        }
    }
    let all = conditions.iter().chain(actions.iter().flat_map(|action| &action.conditions));
    if again && all.into_iter().any(Condition::is_after) {
        let message = "a move with `again` cannot have the conditions GIVES_CHECK and ATTACKS";
        diags.push(Diagnostic::error(codes::CONFLICT, node.span, message));
    }
    Some(MoveSpec { id: id?, step: step?, actions, conditions, modifiers, effects, repeat, again })
}

fn actions(node: Option<&Node>, ids: &[i64], cx: &mut Context, diags: &mut Diagnostics) -> Vec<Action> {
    let Some(node) = node else { return vec![] };
    let items = Value::of(node, diags).seq().unwrap_or_default();
    if items.is_empty() && node.as_seq().is_some() {
        diags.push(Diagnostic::error(codes::NOTHING_THERE, node.span, "this move has no action"));
    }
    let mut actions = Vec::new();
    for item in items {
        let mut fields = Fields::of(item, diags);
        let states = [("EMPTY", Occupant::Empty), ("ENEMY", Occupant::Enemy), ("ALLY", Occupant::Ally)];
        let state = fields.required("state").choice(&states);
        let action = fields.required("action").choice(&[("MOVE", false), ("CAPTURE", true)]);
        let nodes = fields.optional("conditions").node();
        let conditions = conditions::list(nodes, ids, cx, fields.diags());
        let nodes = fields.optional("side_effects").node();
        let effects = effects(nodes, cx, fields.diags());
        fields.finish();
        let (Some(state), Some(capture)) = (state, action) else { continue };
        if capture == (state == Occupant::Empty) {
            let message = if capture { "an EMPTY square has nothing to capture" } else { "MOVE needs an empty square" };
            let found = Diagnostic::error(codes::BAD_ACTION, item.span, message);
            diags.push(found.help("use MOVE with EMPTY, and CAPTURE with ENEMY or ALLY"));
            continue;
        }
        actions.push(Action { state, conditions, effects });
    }
    actions
}

pub(super) fn modifiers(node: Option<&Node>, ids: &[i64], cx: &mut Context, diags: &mut Diagnostics) -> Vec<Modifier> {
    let items = node.and_then(|node| Value::of(node, diags).seq()).unwrap_or_default();
    let mut modifiers = Vec::new();
    for item in items {
        let mut fields = Fields::of(item, diags);
        fields.required("action").one_of(&["TRANSFORM"]);
        let nodes = fields.optional("conditions").node();
        let conditions = conditions::list(nodes, ids, cx, fields.diags());
        let about_move = |condition: &Condition| match condition.plain() {
            Condition::PathCount { .. } => Some("PATH_PIECE_COUNT"),
            Condition::GivesCheck => Some("GIVES_CHECK"),
            Condition::Attacks(_) => Some("ATTACKS"),
            _ => None,
        };
        if let Some(name) = conditions.iter().find_map(about_move) {
            let message = format!("{name} cannot be a condition of a promotion");
            let found = Diagnostic::error(codes::CONFLICT, item.span, message);
            fields
                .diags()
                .push(found.help("write the condition in a move, and write the promotion as a modifier of this move"));
        }
        let options_node = fields.required("options").node();
        let mut options = cx.pieces(options_node, fields.diags());
        if let Some(node) = options_node.filter(|node| node.as_seq().is_some_and(<[Node]>::is_empty)) {
            let found = Diagnostic::error(codes::NOTHING_THERE, node.span, "this promotion has no options");
            fields.diags().push(found);
        }
        let mut seen = Vec::new();
        options.retain(|option| {
            !seen.contains(option) && {
                seen.push(*option);
                true
            }
        });
        fields.finish();
        modifiers.push(Modifier { conditions, options });
    }
    modifiers
}

fn repeat(node: &Node, cx: &Context, diags: &mut Diagnostics) -> Repeat {
    let mut fields = Fields::of(node, diags);
    fields.optional("until").one_of(&["NOT_EMPTY"]);
    let endless = fields.optional("loop").bool().unwrap_or(false);
    let times = fields.optional("times").int(1..=1_000_000_000_i64).unwrap_or(1);
    let exact = fields.optional("exact").node();
    if let Some(exact) = exact {
        cx.extension(exact.span, "`exact`", fields.diags());
    }
    let exact = exact.is_some_and(|node| Value::of(node, fields.diags()).bool() == Some(true));
    fields.finish();
    Repeat { most: if endless { MAX_SIDE } else { times.min(MAX_SIDE) } as u8, exact: exact && !endless }
}

/// Reports moves that depend on each other in a cycle, because no such move can be evaluated.
fn circles(moves: &[Option<MoveSpec>], nodes: &[Node], diags: &mut Diagnostics) {
    let needs = |at: usize| -> Vec<usize> {
        let Some(mv) = &moves[at] else { return vec![] };
        let all = mv.conditions.iter().chain(mv.actions.iter().flat_map(|action| &action.conditions));
        all.filter_map(Condition::needs).collect()
    };
    for (start, node) in nodes.iter().enumerate() {
        let (mut open, mut seen) = (needs(start), vec![false; moves.len()]);
        while let Some(at) = open.pop() {
            if at == start {
                let found = Diagnostic::error(codes::BAD_DEPENDENCE, node.span, "this move depends on itself");
                diags.push(found.label("through DEPENDS_ON").help("remove one DEPENDS_ON of the cycle"));
                break;
            }
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(needs(at));
            }
        }
    }
}
