//! Players, where an action names them: `current`, `[current]`, `all`, or an expression.

use rulebook_diag::{Kind, Node, Span};
use serde_json::{Value, json};

use super::expr::Expr;
use super::name::is_word;
use super::part::{Cx, Part};
use super::schema::Defs;
use super::words::words;

/// One player or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Who.
    pub kind: WhoKind,
    /// Where that was written; nowhere if it is the action's default.
    pub span: Option<Span>,
}

/// The ways to say who.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhoKind {
    /// A word.
    Word(WhoWord),
    /// Each of these.
    Each(Vec<Who>),
    /// Whoever this stands for.
    Expr(Box<Expr>),
}

words! {
    /// Words for players.
    pub enum WhoWord {
        /// The one whose turn it is.
        Current = "current",
        /// The other one, or the others who are not of the same team.
        Opponent = "opponent",
        /// All.
        All = "all",
        /// All but the owner of what it is about, or but the current player.
        Others = "others",
        /// The owner of what it is about.
        Owner = "owner",
        /// The others of the current player's team.
        Teammates = "teammates",
    }
}

impl Who {
    /// The default of an action.
    pub(crate) fn unwritten(word: WhoWord) -> Who {
        Who { kind: WhoKind::Word(word), span: None }
    }
}

impl Part for Who {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Who> {
        let kind = match &node.kind {
            // A word by itself is no expression: if it is not one of ours, one of ours is meant.
            Kind::Text(text) if is_word(text) => WhoKind::Word(WhoWord::read(node, cx)?),
            Kind::Seq(items) => cx.deeper(node.span, |cx| {
                Some(WhoKind::Each(items.iter().filter_map(|item| Who::read(item, cx)).collect()))
            })?,
            _ => WhoKind::Expr(Box::new(Expr::read(node, cx)?)),
        };
        Some(Who { kind, span: Some(node.span) })
    }

    fn write(&self) -> Value {
        match &self.kind {
            WhoKind::Word(word) => word.write(),
            WhoKind::Each(items) => items.write(),
            WhoKind::Expr(expr) => expr.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("Who", |defs| {
            json!({
                "description": "Players: a word, a list, or an expression.",
                "anyOf": [WhoWord::schema(defs), Expr::schema(defs), {
                    "type": "array",
                    "items": { "$ref": "#/$defs/Who" },
                }],
            })
        })
    }

    fn hole(span: Span) -> Option<Who> {
        Some(Who { kind: WhoKind::Expr(Box::new(Expr::blank(span))), span: Some(span) })
    }
}
