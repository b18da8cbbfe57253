//! Messages for players, with values in braces: `"{ref:winner} takes {count($.zones.pile)} cards"` (extension).

use rulebook_diag::{Diagnostic, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::expr::{self, Expr, ExprKind, Literal, OPERATOR};
use super::part::{Part, ReadContext};
use super::schema::Defs;
use super::source_map::SourceMap;

/// A text with values in braces. `{{` is a literal brace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The parts in order. No two texts are adjacent.
    pub parts: Vec<MessagePart>,
    /// The source span.
    pub span: Span,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// Literal text.
    Text(String),
    /// The value of an expression.
    Value(Expr),
}

impl Part for Message {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Message> {
        // An operand such as `value: text` (CGML 12.1). Its text is shown as written.
        if node.as_map().is_some() {
            let value = Expr::read(node, cx)?;
            let parts = match value.kind {
                ExprKind::Literal(Literal::Text(text)) if text.is_empty() => Vec::new(),
                ExprKind::Literal(Literal::Text(text)) => vec![MessagePart::Text(text)],
                _ => vec![MessagePart::Value(value)],
            };
            return Some(Message { parts, span: node.span });
        }
        let text = Reader::of(node, cx.diags).text()?;
        let place = SourceMap::of(node, text, cx.sources);
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let doubled = text[at..].starts_with("{{") || text[at..].starts_with("}}");
            if c == '{' && !doubled {
                let (value, end) = expr::embedded(text, at + 1, &place, cx)?;
                if !plain.is_empty() {
                    parts.push(MessagePart::Text(std::mem::take(&mut plain)));
                }
                parts.push(MessagePart::Value(value));
                at = end;
            } else if c == '}' && !doubled {
                let at = place.span(at..at + 1);
                let found =
                    Diagnostic::error(codes::EXPRESSION, at, "this `}` has no matching `{`").label("no `{` before it");
                cx.report(found.help(
                    "write `{{` or `}}` for a literal brace; put a space before a record in braces: `{ {a: 1}.a }`",
                ));
                return None;
            } else {
                plain.push(c);
                at += c.len_utf8() * if doubled { 2 } else { 1 };
            }
        }
        if !plain.is_empty() {
            parts.push(MessagePart::Text(plain));
        }
        Some(Message { parts, span: node.span })
    }

    fn write(&self) -> Value {
        let parts = self.parts.iter().map(|part| match part {
            MessagePart::Text(text) => text.replace('{', "{{").replace('}', "}}"),
            MessagePart::Value(expr) => format!("{{ {expr} }}"),
        });
        parts.collect::<String>().into()
    }

    fn schema(defs: &mut Defs) -> Value {
        Expr::schema(defs);
        json!({ "anyOf": [{ "type": "string" }, { "$ref": OPERATOR }] })
    }
}
