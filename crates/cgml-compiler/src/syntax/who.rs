//! Players as an action names them: `current`, `[current]`, `all`, or an expression.

use rulebook_diag::{Kind, Node, Span};
use serde_json::{Value, json};

use super::expr::Expr;
use super::name::is_word;
use super::part::{Part, ReadContext};
use super::schema::Defs;
use super::words::words;

/// One player or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The players.
    pub kind: WhoKind,
    /// The source span. `None` for the default of an action.
    pub span: Option<Span>,
}

/// The ways to name players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhoKind {
    /// A word such as `current`.
    Word(WhoWord),
    /// A list of players, each named in one of these ways.
    Each(Vec<Who>),
    /// The players that this expression returns.
    Expr(Box<Expr>),
}

words! {
    /// Words for players.
    pub enum WhoWord {
        /// The player whose turn it is.
        Current = "current",
        /// The other player, or the players of other teams.
        Opponent = "opponent",
        /// All players.
        All = "all",
        /// All players except the owner of the cards, or except the current player.
        Others = "others",
        /// The owner of the cards.
        Owner = "owner",
        /// The other members of the current player's team.
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
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Who> {
        let kind = match &node.kind {
            // A bare word is never an expression, so an unknown word is a misspelling.
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
