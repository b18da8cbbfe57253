//! Reads the conditions of moves, actions and promotions.

use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value, nearest};

use super::context::Context;
use super::{Condition, Kinds, Offset, Owner};
use crate::codes;

/// The names of conditions: first the conditions of the plain language (version 1), then the extensions.
pub(crate) const KNOWN: [&str; 23] = [
    "FIRST_MOVE",
    "DEPENDS_ON",
    "PIECE_FIRST_MOVE",
    "ROOK_FIRST_MOVE",
    "CHECK_STATE",
    "PATH_EMPTY",
    "NOT_ATTACKED",
    "PATH_NOT_ATTACKED",
    "SOURCE_IN",
    "ON_RANK",
    "HOME",
    "SQUARES_EMPTY",
    "LEG_EMPTY",
    "PIECE_AT",
    "PIECE_NOT_AT",
    "PATH_PIECE_COUNT",
    "IN_CHECK",
    "TAKES_CHECKER",
    "CAPTURES",
    "TARGET_IS",
    "PIECE_COUNT",
    "GIVES_CHECK",
    "ATTACKS",
];
/// How many of these conditions belong to the plain language.
pub(crate) const PLAIN: usize = 8;

/// Whether a global condition cannot have this code, because it is the name of a condition of the language. In version
/// 1 the names of extensions are free, because version 1 does not have the extensions.
pub(super) fn is_built_in(code: &str, cx: &Context) -> bool {
    let known = if cx.strict { &KNOWN[..PLAIN] } else { &KNOWN[..] };
    known.contains(&code)
}

/// Reads a list of conditions. `ids` are the ids of the piece's moves, for `DEPENDS_ON`.
pub(super) fn list(node: Option<&Node>, ids: &[i64], cx: &mut Context, diags: &mut Diagnostics) -> Vec<Condition> {
    let items = node.and_then(|node| Value::of(node, diags).seq()).unwrap_or_default();
    items.iter().filter_map(|item| one(item, ids, cx, diags)).collect()
}

fn one(node: &Node, ids: &[i64], cx: &mut Context, diags: &mut Diagnostics) -> Option<Condition> {
    let mut fields = Fields::of(node, diags);
    let named = fields.required("condition").node()?;
    let name = Value::of(named, fields.diags()).text()?;
    let zone = cx.zones.iter().any(|zone| zone.code == name);
    let negation = fields.optional("not").node();
    if let Some(node) = negation {
        cx.extension(node.span, "`not`", fields.diags());
    }
    let negated = negation.is_some_and(|node| Value::of(node, fields.diags()).bool() == Some(true));
    if KNOWN[PLAIN..].contains(&name) && !zone {
        cx.extension(named.span, name, fields.diags());
    }
    let condition = match name {
        _ if zone => cx.zone(Some(named), fields.diags()).map(Condition::Zone),
        "FIRST_MOVE" => Some(Condition::FirstMove),
        "DEPENDS_ON" => depends_on(&mut fields, ids),
        "PIECE_FIRST_MOVE" => offset(&mut fields, "position", cx).map(Condition::PieceFirstMove),
        "ROOK_FIRST_MOVE" => offset(&mut fields, "position", cx).map(Condition::PartnerFirstMove),
        "CHECK_STATE" => check_state(&mut fields, cx),
        "PATH_EMPTY" => Some(Condition::PathEmpty),
        "NOT_ATTACKED" => Some(Condition::NotAttacked),
        "PATH_NOT_ATTACKED" => Some(Condition::PathNotAttacked),
        "SOURCE_IN" => {
            let zone = fields.required("zone").node();
            cx.zone(zone, fields.diags()).map(Condition::SourceIn)
        }
        "ON_RANK" => ranks(&mut fields).map(Condition::OnRank),
        "HOME" => Some(Condition::Home),
        "SQUARES_EMPTY" => {
            let positions = fields.required("positions").node();
            cx.offsets(positions, fields.diags()).map(Condition::SquaresEmpty)
        }
        "LEG_EMPTY" => offset(&mut fields, "position", cx).map(|leg| Condition::SquaresEmpty(vec![leg])),
        "PIECE_AT" => piece_at(&mut fields, cx, false),
        "PIECE_NOT_AT" => piece_at(&mut fields, cx, true),
        "PATH_PIECE_COUNT" => path_count(&mut fields, cx),
        "IN_CHECK" => Some(Condition::InCheck),
        "TAKES_CHECKER" => Some(Condition::TakesChecker),
        "CAPTURES" => Some(Condition::Captures),
        "TARGET_IS" => target_is(&mut fields, cx),
        "PIECE_COUNT" => piece_count(&mut fields, cx),
        "GIVES_CHECK" => Some(Condition::GivesCheck),
        "ATTACKS" => kinds(&mut fields, cx).map(Condition::Attacks),
        _ => {
            let zones = cx.zones.iter().map(|zone| zone.code.as_str());
            let found =
                Diagnostic::error(codes::UNKNOWN_CONDITION, named.span, format!("no condition is called `{name}`"))
                    .label("neither a condition of the language nor a global condition of this file")
                    .did_you_mean(nearest(name, KNOWN.into_iter().chain(zones)), named.quoted);
            fields.diags().push(found);
            return None;
        }
    };
    fields.finish();
    match condition {
        Some(Condition::PathCount { .. }) if negated => {
            let found = Diagnostic::error(codes::CONFLICT, named.span, "PATH_PIECE_COUNT cannot be negated");
            diags.push(found.help("give the numbers of pieces with `min` and `max`"));
            None
        }
        Some(Condition::PieceAt { at, piece, owner, negated: already }) if negated => {
            Some(Condition::PieceAt { at, piece, owner, negated: !already })
        }
        Some(condition) if negated => Some(Condition::Not(Box::new(condition))),
        condition => condition,
    }
}

/// Reads the kinds that may stand on the target.
fn target_is(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Condition> {
    let pieces = fields.required("pieces").node();
    cx.kinds(pieces, fields.diags()).map(Condition::TargetIs)
}

fn offset(fields: &mut Fields<'_, '_>, key: &'static str, cx: &Context) -> Option<Offset> {
    let node = fields.required(key).node();
    cx.offset(node, fields.diags())
}

fn depends_on(fields: &mut Fields<'_, '_>, ids: &[i64]) -> Option<Condition> {
    let node = fields.required("move_id").node()?;
    let id = Value::of(node, fields.diags()).int(i64::MIN..=i64::MAX)?;
    let index = ids.iter().position(|other| *other == id);
    if index.is_none() {
        let found = Diagnostic::error(codes::BAD_DEPENDENCE, node.span, format!("this piece has no move {id}"));
        fields.diags().push(found.label("not an id of this piece"));
    }
    index.map(Condition::DependsOn)
}

fn check_state(fields: &mut Fields<'_, '_>, cx: &mut Context) -> Option<Condition> {
    let state = fields.required("state").node();
    let at = offset(fields, "position", cx);
    let flag = cx.flag(state, fields.diags())?;
    cx.asked_flags.extend(state.map(|node| (flag, node.span)));
    Some(Condition::Flag(flag, at?))
}

fn ranks(fields: &mut Fields<'_, '_>) -> Option<Vec<u8>> {
    let one = fields.optional("rank").int(0..=15_u8);
    let many = fields.optional("ranks").seq().unwrap_or_default();
    let mut ranks: Vec<u8> = many.iter().filter_map(|node| Value::of(node, fields.diags()).int(0..=15_u8)).collect();
    ranks.extend(one);
    if ranks.is_empty() {
        let found = Diagnostic::error(codes::NOTHING_THERE, fields.node().span, "ON_RANK needs a rank");
        fields.diags().push(found.help("ranks count from zero at the player's own side"));
        return None;
    }
    Some(ranks)
}

fn piece_at(fields: &mut Fields<'_, '_>, cx: &Context, negated: bool) -> Option<Condition> {
    let at = offset(fields, "position", cx);
    let piece = fields.optional("piece").node();
    let piece = if piece.is_some() { Some(cx.piece(piece, fields.diags())?) } else { None };
    let owner = owner(fields, Owner::Any);
    Some(Condition::PieceAt { at: at?, piece, owner, negated })
}

fn owner(fields: &mut Fields<'_, '_>, default: Owner) -> Owner {
    let owners = [("ANY", Owner::Any), ("ALLY", Owner::Ally), ("ENEMY", Owner::Enemy)];
    fields.optional("owner").choice(&owners).unwrap_or(default)
}

/// Reads `pieces`. Without this key, all kinds count.
fn kinds(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Kinds> {
    match fields.optional("pieces").node() {
        Some(node) => cx.kinds(Some(node), fields.diags()),
        None => Some(cx.all_kinds()),
    }
}

fn piece_count(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Condition> {
    let kinds = kinds(fields, cx);
    let owner = owner(fields, Owner::Any);
    let min = fields.optional("min").int(0..=250_u8);
    let max = fields.optional("max").int(0..=250_u8);
    let positions = fields.optional("positions").node();
    let at = match positions {
        Some(node) => Some(cx.offsets(Some(node), fields.diags())?),
        None => None,
    };
    if min.is_none() && max.is_none() {
        let found = Diagnostic::error(codes::NOTHING_THERE, fields.node().span, "PIECE_COUNT needs a number of pieces");
        fields.diags().push(found.help("give `min`, `max` or both"));
        return None;
    }
    Some(Condition::PieceCount { kinds: kinds?, owner, min: min.unwrap_or(0), max: max.unwrap_or(u8::MAX), at })
}

fn path_count(fields: &mut Fields<'_, '_>, cx: &Context) -> Option<Condition> {
    let min = fields.required("min").int(0..=16_u8)?;
    let max = fields.optional("max").int(min..=16_u8).unwrap_or(min);
    let beyond = fields.optional("beyond").int(1..=16_u8);
    let never_over: Kinds = match fields.optional("never_over").node() {
        Some(node) => cx.kinds(Some(node), fields.diags())?,
        None => 0,
    };
    Some(Condition::PathCount { min, max, beyond, never_over })
}
