//! Selectors (CGML 6): paths from a root through fields and filters. The grammar is in `expr/grammar.rs`.

use rulebook_diag::{Diagnostic, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::expr::{self, Expr, ExprKind};
use super::name::Name;
use super::part::{Part, ReadContext};
use super::schema::Defs;
use super::words::words;

/// A path: `$.players[current].zones.hand`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    /// The start of the path.
    pub root: Root,
    /// The steps from there.
    pub segments: Vec<Segment>,
    /// The source span.
    pub span: Span,
}

/// The start of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$`. The first field after it is a binding in scope, a variable, `players` or `zones`.
    Game,
    /// `$currentPlayer`.
    Anchor(Anchor),
    /// `ref:card.properties.rank` starts at a stored value. A path without segments is an
    /// [`ExprKind::Ref`](super::ExprKind::Ref) instead.
    Ref(Name),
    /// `top($.zones.pile).properties.suit` starts at a computed value. It has at least one segment.
    Expr(Box<Expr>),
}

words! {
    /// Predefined names with a `$` (CGML 6.3, 10.2, 11). [`Anchor::word`] is the name without the `$`.
    pub enum Anchor {
        /// The player whose turn it is.
        CurrentPlayer = "currentPlayer",
        /// The current state of the flow.
        ActiveState = "activeState",
        /// The current phase of the state.
        CurrentPhase = "currentPhase",
        /// The players in turn order.
        TurnOrder = "turnOrder",
        /// The player of the loop or of the event.
        Player = "player",
        /// The other members of the current player's team.
        Teammates = "teammates",
        /// The card of the filter or of the event.
        Card = "card",
        /// The zone of the filter or of the event.
        Zone = "zone",
        /// The zone that the event's card left.
        From = "from",
        /// The zone that the event's card entered.
        To = "to",
        /// The phase of the event.
        Phase = "phase",
        /// The state of the event.
        State = "state",
    }
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The kind of the step.
    pub kind: SegmentKind,
    /// The source span, including the dot or the brackets.
    pub span: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// `.name`: a field, zone, variable, property, or one of the accessors `top_card`, `card_count`, `face`, `id`,
    /// `owner`.
    Field(Name),
    /// `.ref:name`: the field whose name is the stored value.
    FieldOfRef(Name),
    /// `[0]`: the item with this index, counted from 0.
    Index(u32),
    /// `[*]`: each item.
    Every,
    /// `[current]`: the player whose turn it is.
    Current,
    /// `[opponent]`: the other player, or a list if there are several.
    Opponent,
    /// `[$player]`, `[ref:seat]`, `[(ref:n + 1)]`: the item with that seat, id or position.
    Item(Box<Expr>),
    /// `[by_id=alice]`, `[by_id=ref:chosen]`: the player with this id.
    ById(Box<Expr>),
    /// `[team=red]`: the players of this team.
    Team(Box<Expr>),
    /// `[where $.card.face == 'up']`: each item that meets the condition.
    Where(Box<Expr>),
}

impl Selector {
    /// The direct subexpressions: the root and the filters.
    pub fn children(&self) -> Vec<&Expr> {
        let root = if let Root::Expr(expr) = &self.root { Some(&**expr) } else { None };
        let filters = self.segments.iter().filter_map(|segment| match &segment.kind {
            SegmentKind::Item(expr) | SegmentKind::ById(expr) | SegmentKind::Team(expr) | SegmentKind::Where(expr) => {
                Some(&**expr)
            }
            _ => None,
        });
        root.into_iter().chain(filters).collect()
    }
}

/// A path to write to: a string, or `path:` with a string (CGML 13.4).
impl Part for Selector {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Selector> {
        let inner = node.as_map().filter(|entries| entries.len() == 1).and_then(|_| node.get("path"));
        let node = inner.unwrap_or(node);
        let text = Reader::of(node, cx.diags).text()?;
        let path = expr::path(node, text, cx);
        match path.kind {
            ExprKind::Path(selector) if !matches!(selector.root, Root::Expr(_)) => Some(selector),
            ExprKind::Hole => None,
            kind => {
                let found = Diagnostic::error(codes::NOT_A_PATH, path.span, "only the target of a path can be changed");
                let found = found.label("must be a path such as `$.score`");
                // The path starts at a function, which may return a player.
                let whose = match &kind {
                    ExprKind::Path(Selector { root: Root::Expr(_), segments, .. }) => match segments.as_slice() {
                        [Segment { kind: SegmentKind::Field(name), .. }] => Some(name.text.clone()),
                        _ => None,
                    },
                    _ => None,
                };
                cx.report(match whose {
                    Some(name) => {
                        found.help(format!("write `$.players[(…)].{name}` for the player that a function returns"))
                    }
                    None => found,
                });
                None
            }
        }
    }

    fn write(&self) -> Value {
        json!({ "path": self.to_string() })
    }

    fn schema(_: &mut Defs) -> Value {
        let path = json!({ "type": "string" });
        json!({ "anyOf": [path, {
            "type": "object",
            "properties": { "path": path },
            "required": ["path"],
            "additionalProperties": false,
        }] })
    }
}
