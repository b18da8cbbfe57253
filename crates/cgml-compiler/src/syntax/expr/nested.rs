//! The nested form of expressions (CGML 12): reads and writes maps with one operator each.

use rulebook_diag::{Diagnostic, Key, Kind, Node, Span, Value as Reader, nearest};
use serde_json::{Map, Value, json};

use super::super::action::Action;
use super::super::codes;
use super::super::literal::fraction;
use super::super::name::{Name, bad_name, is_word};
use super::super::part::{DEEPEST, Part, ReadContext};
use super::super::schema::Defs;
use super::describe::{FORMS, OUTCOME, operator_schema, outcome_schema};
use super::{Expr, ExprKind, Literal, Op, expression, path, wrong_operands};

impl Part for Expr {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Expr> {
        cx.deeper(node.span, |cx| {
            Some(match &node.kind {
                Kind::Text(text) => expression(node, text, cx),
                Kind::Seq(items) => bare_list(node, items, cx),
                Kind::Map(entries) => operator(node, entries, cx),
                _ => constant(node, cx)?,
            })
        })
    }

    fn write(&self) -> Value {
        match &self.kind {
            // `value: ref:name` would be a mistake, so this text is written as an expression string.
            ExprKind::Literal(Literal::Text(text)) if ref_name(text).is_some() => json!(format!("'{text}'")),
            ExprKind::Literal(literal) => json!({ "value": literal.write() }),
            ExprKind::List(items) => json!({ "list": items.write() }),
            ExprKind::Record(fields) => {
                let fields: Map<String, Value> =
                    fields.iter().map(|(key, value)| (key.text.clone(), value.write())).collect();
                json!({ "record": fields })
            }
            ExprKind::Path(selector) => json!({ "path": selector.to_string() }),
            ExprKind::Ref(name) => json!({ "ref": name.write() }),
            ExprKind::Call { op, args, .. } => json!({ op.word(): args.write() }),
            // A call of a function has only a string form.
            ExprKind::Apply { .. } => json!(self.to_string()),
            ExprKind::Let { name, value, body } => json!({ "let": { &name.text: value.write(), "in": body.write() } }),
            ExprKind::CanPerform(action) => json!({ "canPerform": [action.write()] }),
            ExprKind::Hole => Value::Null,
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("Expr", |defs| {
            let operator = defs.define("Operator", operator_schema);
            json!({
                "description": "An expression: a string such as `count($.zones.deck) == 0`, or nested operators.",
                "anyOf": [{ "type": ["integer", "boolean", "string", "null"] }, operator, outcome_schema()],
            })
        })
    }

    fn hole(span: Span) -> Option<Expr> {
        Some(Expr::blank(span))
    }
}

/// Reads a constant. A text is a constant here, not an expression.
pub(crate) fn constant(node: &Node, cx: &mut ReadContext<'_>) -> Option<Expr> {
    let kind = match &node.kind {
        Kind::Null => ExprKind::Literal(Literal::Null),
        Kind::Bool(value) => ExprKind::Literal(Literal::Bool(*value)),
        Kind::Int(value) => ExprKind::Literal(Literal::Int(*value)),
        Kind::Text(text) => ExprKind::Literal(Literal::Text(text.clone())),
        Kind::Decimal(_) => {
            cx.report(fraction(node.span));
            return None;
        }
        Kind::Seq(items) => cx.deeper(node.span, |cx| {
            Some(ExprKind::List(items.iter().filter_map(|item| constant(item, cx)).collect()))
        })?,
        Kind::Map(entries) => cx.deeper(node.span, |cx| {
            let fields = entries.iter().filter_map(|(key, value)| Some((Name::of_key(key), constant(value, cx)?)));
            Some(ExprKind::Record(fields.collect()))
        })?,
    };
    Some(Expr::new(kind, node.span))
}

/// Reports a list without an operator and reads it anyway (CGML 6.6). A list of words is read as a constant, so that
/// the words are not reported one by one.
fn bare_list(node: &Node, items: &[Node], cx: &mut ReadContext<'_>) -> Expr {
    let mut found =
        Diagnostic::error(codes::BARE_LIST, node.span, "a list needs `list:`, or `value:` if its items are constant")
            .label("list without an operator");
    let word = |item: &Node| matches!(&item.kind, Kind::Text(text) if is_word(text));
    let plain = |item: &Node| word(item) || matches!(item.kind, Kind::Int(_) | Kind::Bool(_));
    let as_written = items.iter().all(plain);
    let constant_words = as_written && items.iter().any(word);
    let written = cx.sources.slice(node.span);
    if written.starts_with('[') {
        let key = if as_written { "value" } else { "list" };
        let wanted = format!("{{ {key}: {written} }}");
        found = found.help(format!("write `{wanted}`")).suggest(node.span, wanted);
    }
    cx.report(found);
    let constants = if constant_words { constant(node, cx) } else { None };
    constants.unwrap_or_else(|| Expr::new(ExprKind::List(operands(items, cx)), node.span))
}

fn operands(items: &[Node], cx: &mut ReadContext<'_>) -> Vec<Expr> {
    items.iter().map(|item| Expr::read(item, cx).unwrap_or_else(|| Expr::blank(item.span))).collect()
}

/// Reads a map with one operator and its operands.
fn operator(node: &Node, entries: &[(Key, Node)], cx: &mut ReadContext<'_>) -> Expr {
    let kind = match entries {
        _ if node.get("winners").is_some() => outcome(entries, cx),
        [(key, value)] => form(key, value, cx),
        _ => {
            let message = match entries.len() {
                0 => "an expression is missing".into(),
                many => format!("an expression must have one operator, but this map has {many} keys"),
            };
            let found = Diagnostic::error(codes::ONE_OPERATOR, node.span, message);
            cx.report(match node.get("action") {
                Some(_) => found.help("write `canPerform: [{ action: … }]` to test whether an action can be done"),
                None => found.label("one operator for each map"),
            });
            None
        }
    };
    kind.map_or_else(|| Expr::blank(node.span), |kind| Expr::new(kind, node.span))
}

fn form(key: &Key, value: &Node, cx: &mut ReadContext<'_>) -> Option<ExprKind> {
    if let Some(op) = Op::named(&key.text) {
        // A single operand needs no list.
        let args = match value.as_seq() {
            Some(items) => operands(items, cx),
            None => operands(std::slice::from_ref(value), cx),
        };
        if let Some(wrong) = wrong_operands(op, args.len(), key.span) {
            cx.report(wrong);
            return None;
        }
        return Some(ExprKind::Call { op, args, at: key.span });
    }
    match key.text.as_str() {
        "value" => match value.as_text().and_then(ref_name) {
            Some(name) => Some(ref_as_value(key, value, name, cx)),
            None => constant(value, cx).map(|constant| constant.kind),
        },
        "path" => Reader::of(value, cx.diags).text().map(|text| path(value, text, cx).kind),
        "ref" => reference(value, cx),
        "list" => Reader::of(value, cx.diags).seq().map(|items| ExprKind::List(operands(items, cx))),
        "record" => {
            let entries = Reader::of(value, cx.diags).map()?;
            let fields = entries.iter().map(|(key, value)| {
                let read = Expr::read(value, cx).unwrap_or_else(|| Expr::blank(value.span));
                (Name::of_key(key), read)
            });
            Some(ExprKind::Record(fields.collect()))
        }
        "let" => bindings(value, cx),
        "canPerform" => {
            let one = value.as_seq().map_or(Some(value), |items| items.first().filter(|_| items.len() == 1));
            if one.is_none() {
                cx.report(Diagnostic::error(codes::OPERANDS, key.span, "`canPerform` takes exactly one action"));
            }
            Action::read(one?, cx).map(|action| ExprKind::CanPerform(Box::new(action)))
        }
        function if cx.known.functions.iter().any(|known| known == function) => {
            let message = format!("the function `{function}` can only be called in an expression string");
            let found = Diagnostic::error(codes::EXPRESSION, key.span, message);
            cx.report(found.help(format!("write `\"{function}(…)\"`")));
            None
        }
        unknown => {
            let known = Op::ALL.iter().map(|(name, _)| *name).chain(FORMS);
            cx.report(
                Diagnostic::error(codes::UNKNOWN_OPERATOR, key.span, format!("no operator is called `{unknown}`"))
                    .label("unknown operator")
                    .did_you_mean(nearest(unknown, known), key.quoted),
            );
            None
        }
    }
}

/// The name in a text that looks like `ref:name`.
fn ref_name(text: &str) -> Option<&str> {
    text.strip_prefix("ref:").filter(|name| is_word(name))
}

/// Reports `value: ref:name`, which would be a text, and reads the stored value.
fn ref_as_value(key: &Key, value: &Node, name: &str, cx: &mut ReadContext<'_>) -> ExprKind {
    let message = format!("`value` is a constant: this is the text `ref:{name}`, not the stored value");
    let found = Diagnostic::error(codes::EXPRESSION, value.span, message).label("a constant text");
    let whole = Span { end: value.span.end, ..key.span };
    cx.report(found.help(format!("write `ref: {name}`")).suggest(whole, format!("ref: {name}")));
    ExprKind::Ref(Name::new(name, value.span))
}

fn reference(value: &Node, cx: &mut ReadContext<'_>) -> Option<ExprKind> {
    let name = Name::read(value, cx)?;
    if !is_word(&name.text) {
        let found = bad_name(&name, value.quoted);
        cx.report(found.help("to read a field of a stored value, write `path: \"ref:name.field\"`"));
        return None;
    }
    Some(ExprKind::Ref(name))
}

/// Reads `let: {a: x, b: y, in: body}`. Each name can be used in the values after it and in the body.
fn bindings(value: &Node, cx: &mut ReadContext<'_>) -> Option<ExprKind> {
    let entries = Reader::of(value, cx.diags).map()?;
    let (bodies, bound): (Vec<_>, Vec<_>) = entries.iter().partition(|(key, _)| key.text == "in");
    let (Some((_, body)), false) = (bodies.first(), bound.is_empty()) else {
        let message = "`let` needs at least one name with a value, and an expression under `in:`";
        cx.report(Diagnostic::error(codes::OPERANDS, value.span, message));
        return None;
    };
    if bound.len() > DEEPEST {
        cx.report(Diagnostic::error(codes::TOO_DEEP, value.span, format!("`let` can bind at most {DEEPEST} names")));
        return None;
    }
    for (key, _) in bound.iter().filter(|(key, _)| !is_word(&key.text)) {
        cx.report(bad_name(&Name::of_key(key), key.quoted));
    }
    let mut read = |node: &Node| Expr::read(node, cx).unwrap_or_else(|| Expr::blank(node.span));
    let values: Vec<(Name, Expr)> = bound.iter().map(|(key, value)| (Name::of_key(key), read(value))).collect();
    let nested = values.into_iter().rev().fold(read(body), |body, (name, bound)| {
        let kind = ExprKind::Let { name, value: Box::new(bound), body: Box::new(body) };
        Expr::new(kind, value.span)
    });
    Some(nested.kind)
}

/// Reads `{winners: [...], reason: "..."}` (CGML 16.2). The reason is a text or an operand such as `value: text`, and a
/// list of winners needs no `list:`.
fn outcome(entries: &[(Key, Node)], cx: &mut ReadContext<'_>) -> Option<ExprKind> {
    let mut fields = Vec::new();
    for (key, value) in entries {
        let read = match (key.text.as_str(), value.as_seq()) {
            ("winners", Some(items)) => Some(Expr::new(ExprKind::List(operands(items, cx)), value.span)),
            ("winners", None) => Expr::read(value, cx),
            ("reason", _) if value.as_map().is_some() => Expr::read(value, cx),
            ("reason", _) => constant(value, cx),
            (other, _) => {
                let known = OUTCOME.into_iter().filter(|known| entries.iter().all(|(key, _)| key.text != *known));
                cx.report(
                    Diagnostic::error(rulebook_diag::codes::UNKNOWN_KEY, key.span, format!("unknown key `{other}`"))
                        .label("not allowed here")
                        .did_you_mean(nearest(other, known), key.quoted),
                );
                None
            }
        };
        fields.extend(read.map(|read| (Name::of_key(key), read)));
    }
    Some(ExprKind::Record(fields))
}
