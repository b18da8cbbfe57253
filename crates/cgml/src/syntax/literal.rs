//! Values written out.

use rulebook_diag::{Diagnostic, Kind, Node, Span};
use serde_json::{Value, json};

use super::codes;
use super::expr::{Expr, ExprKind, Literal, constant};
use super::part::{Cx, Part};
use super::schema::Defs;

impl Part for Literal {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Literal> {
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

/// The mistake of a number that is not a whole one.
pub(crate) fn fraction(span: Span) -> Diagnostic {
    Diagnostic::error(codes::FRACTION, span, "rules count in whole numbers")
        .label("not a whole number, or too large")
        .help("put it in quotes if it is a symbol")
}

/// What a variable starts with: a value as it is, or, in a map, an expression (CGML 7.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialValue(pub Expr);

impl Part for InitialValue {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<InitialValue> {
        match &node.kind {
            Kind::Map(_) => Expr::read(node, cx).map(InitialValue),
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
        json!({ "anyOf": [Literal::schema(defs), { "type": "array" }, Expr::schema(defs)] })
    }
}
