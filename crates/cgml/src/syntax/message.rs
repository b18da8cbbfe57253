//! Messages for players, with values in braces: `"{ref:winner} takes {count($.zones.pile)} cards"` (extension).

use rulebook_diag::{Diagnostic, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::expr::{self, Expr, ExprKind, Literal, OPERATOR};
use super::part::{Cx, Part};
use super::schema::Defs;
use super::source_map::SourceMap;

/// A text with values in braces. `{{` is a literal brace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The pieces in order. No two texts are adjacent.
    pub pieces: Vec<Piece>,
    /// The source span.
    pub span: Span,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// The value of an expression.
    Value(Expr),
}

impl Part for Message {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Message> {
        // An operand such as `value: text` (CGML 12.1). Its text is shown as written.
        if node.as_map().is_some() {
            let value = Expr::read(node, cx)?;
            let pieces = match value.kind {
                ExprKind::Literal(Literal::Text(text)) if text.is_empty() => Vec::new(),
                ExprKind::Literal(Literal::Text(text)) => vec![Piece::Text(text)],
                _ => vec![Piece::Value(value)],
            };
            return Some(Message { pieces, span: node.span });
        }
        let text = Reader::of(node, cx.diags).text()?;
        let place = SourceMap::of(node, text, cx.sources);
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let doubled = text[at..].starts_with("{{") || text[at..].starts_with("}}");
            if c == '{' && !doubled {
                let (value, end) = expr::embedded(text, at + 1, &place, cx)?;
                if !plain.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut plain)));
                }
                pieces.push(Piece::Value(value));
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
            pieces.push(Piece::Text(plain));
        }
        Some(Message { pieces, span: node.span })
    }

    fn write(&self) -> Value {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.replace('{', "{{").replace('}', "}}"),
            Piece::Value(expr) => format!("{{ {expr} }}"),
        });
        pieces.collect::<String>().into()
    }

    fn schema(defs: &mut Defs) -> Value {
        Expr::schema(defs);
        json!({ "anyOf": [{ "type": "string" }, { "$ref": OPERATOR }] })
    }
}
