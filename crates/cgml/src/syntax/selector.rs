//! Selectors (CGML 6): paths from a root through fields and filters. The grammar is in `expr/grammar.rs`.

use rulebook_diag::{Diagnostic, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::expr::{self, Expr, ExprKind};
use super::name::Name;
use super::part::{Cx, Part};
use super::schema::Defs;
use super::words::words;

/// A path: `$.players[current].zones.hand`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    /// Where it starts.
    pub root: Root,
    /// Where it goes from there.
    pub segments: Vec<Segment>,
    /// Where it was written.
    pub span: Span,
}

/// Where a path starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$`. The first field after it may be any binding in scope, a variable, or `players` and `zones`.
    Game,
    /// `$currentPlayer`.
    Anchor(Anchor),
    /// `ref:card.properties.rank` starts at a stored value. Without segments it is [`ExprKind::Ref`](super::ExprKind::Ref).
    Ref(Name),
    /// `top($.zones.pile).properties.suit` starts at a computed value; there is always a segment.
    Expr(Box<Expr>),
}

words! {
    /// Names with a `$` of their own (CGML 6.3, 10.2, 11). [`Anchor::word`] is the name without the `$`.
    pub enum Anchor {
        /// The seat whose turn it is.
        CurrentPlayer = "currentPlayer",
        /// The state of the flow.
        ActiveState = "activeState",
        /// The phase of the state.
        CurrentPhase = "currentPhase",
        /// The seats in the order of play.
        TurnOrder = "turnOrder",
        /// The seat of the loop or of the event.
        Player = "player",
        /// The others of the current seat's team.
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
    /// What it is.
    pub kind: SegmentKind,
    /// Where it was written, with its dot or brackets.
    pub span: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// `.name`: a field, zone, variable, property, or one of the accessors `top_card`, `card_count`, `face`, `id`, `owner`.
    Field(Name),
    /// `.ref:name`: the field whose name is the stored value.
    FieldOfRef(Name),
    /// `[0]`, from 0.
    Index(u32),
    /// `[*]`: each item.
    Every,
    /// `[current]`: the seat whose turn it is.
    Current,
    /// `[opponent]`: the other seats, a list if there are several.
    Opponent,
    /// `[$player]`, `[ref:seat]`, `[(ref:n + 1)]`: the item of that seat, id or position.
    Item(Box<Expr>),
    /// `[by_id=alice]`, `[by_id=ref:chosen]`.
    ById(Box<Expr>),
    /// `[team=red]`.
    Team(Box<Expr>),
    /// `[where $.card.face == 'up']`: each item for which it is true.
    Where(Box<Expr>),
}

impl Selector {
    /// The expressions directly inside: the root's and the filters'.
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

/// A path that is not read but written to: a string, or `path:` with one (CGML 13.4).
impl Part for Selector {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Selector> {
        let inner = node.as_map().filter(|entries| entries.len() == 1).and_then(|_| node.get("path"));
        let node = inner.unwrap_or(node);
        let text = Reader::of(node, cx.diags).text()?;
        let path = expr::path(node, text, cx);
        match path.kind {
            ExprKind::Path(selector) if !matches!(selector.root, Root::Expr(_)) => Some(selector),
            ExprKind::Hole => None,
            kind => {
                let found = Diagnostic::error(codes::NOT_A_PATH, path.span, "only what a path names can be changed");
                let found = found.label("must be a path such as `$.score`");
                // Whoever it is that a function finds.
                let whose = match &kind {
                    ExprKind::Path(Selector { root: Root::Expr(_), segments, .. }) => match segments.as_slice() {
                        [Segment { kind: SegmentKind::Field(name), .. }] => Some(name.text.clone()),
                        _ => None,
                    },
                    _ => None,
                };
                cx.report(match whose {
                    Some(name) => found.help(format!("the player that is found is written `$.players[(…)].{name}`")),
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
