//! The state or phase that an action names: by its name, or by an operand (CGML 13).

use rulebook_diag::{Kind, Node, Span};
use serde_json::{Value, json};

use super::expr::{Expr, ExprKind, Literal, OPERATOR};
use super::name::Name;
use super::part::{Part, ReadContext};
use super::schema::Defs;

/// A state or a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowName {
    /// The name, as written.
    Name(Name),
    /// An expression that gives the name.
    Expr(Box<Expr>),
}

impl FlowName {
    /// The name. `None` if an expression gives it.
    pub fn name(&self) -> Option<&Name> {
        match self {
            FlowName::Name(name) => Some(name),
            FlowName::Expr(_) => None,
        }
    }
}

impl Part for FlowName {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<FlowName> {
        // A plain word is a name. A text that starts like a path or a reference is an expression.
        let is_expression = match &node.kind {
            Kind::Map(_) => true,
            Kind::Text(text) => text.starts_with('$') || text.starts_with("ref:"),
            _ => false,
        };
        if !is_expression {
            return Name::read(node, cx).map(FlowName::Name);
        }
        let expr = Expr::read(node, cx)?;
        Some(match expr.kind {
            ExprKind::Literal(Literal::Text(text)) => FlowName::Name(Name::new(text, node.span)),
            _ => FlowName::Expr(Box::new(expr)),
        })
    }

    fn write(&self) -> Value {
        match self {
            FlowName::Name(name) => name.write(),
            FlowName::Expr(expr) => expr.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        Expr::schema(defs);
        json!({ "anyOf": [Name::schema(defs), { "$ref": OPERATOR }] })
    }

    fn hole(span: Span) -> Option<FlowName> {
        Some(FlowName::Expr(Box::new(Expr::blank(span))))
    }
}
