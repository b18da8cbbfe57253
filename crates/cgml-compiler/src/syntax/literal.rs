//! Constant values.

use rulebook_diag::{Diagnostic, Key, Kind, Node, Span};
use serde_json::{Value, json};

use super::codes;
use super::expr::{Expr, ExprKind, FORMS, Literal, Op, constant};
use super::part::{Part, ReadContext};
use super::schema::Defs;

impl Part for Literal {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Literal> {
        Some(match &node.kind {
            Kind::Null => Literal::Null,
            Kind::Bool(value) => Literal::Bool(*value),
            Kind::Int(value) => Literal::Int(*value),
            Kind::Text(text) => Literal::Text(text.clone()),
            Kind::Decimal(_) => {
                cx.report(fraction(node.span));
                return None;
            }
            Kind::Seq(_) | Kind::Map(_) => {
                rulebook_diag::Value::of(node, cx.diags).scalar();
                return None;
            }
        })
    }

    fn write(&self) -> Value {
        match self {
            Literal::Null => Value::Null,
            Literal::Bool(value) => (*value).into(),
            Literal::Int(value) => (*value).into(),
            Literal::Text(text) => text.as_str().into(),
        }
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": ["integer", "string", "boolean", "null"] })
    }
}

/// The error for a number with a fraction.
pub(crate) fn fraction(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FRACTION, span, "CGML has whole numbers only")
        .label("not a whole number, or too large")
        .help("put it in quotes if it is a name")
}

/// Whether a map is an operator and not a record.
fn is_operator(entries: &[(Key, Node)]) -> bool {
    let word = |key: &str| Op::named(key).is_some() || FORMS.contains(&key);
    matches!(entries, [(key, _)] if word(&key.text))
}

/// The initial value of a variable: a constant, a record, or an expression in a map with one operator (CGML 7.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialValue(pub Expr);

impl Part for InitialValue {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<InitialValue> {
        match &node.kind {
            Kind::Map(entries) if is_operator(entries) => Expr::read(node, cx).map(InitialValue),
            _ => constant(node, cx).map(InitialValue),
        }
    }

    fn write(&self) -> Value {
        match &self.0.kind {
            ExprKind::Literal(literal) => literal.write(),
            _ => self.0.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "anyOf": [Literal::schema(defs), { "type": "array" }, { "type": "object" }, Expr::schema(defs)] })
    }
}
