//! The syntax tree: reads the merged YAML tree into a typed [`Document`].
//!
//! [`read`] knows only the grammar; the compiler checks later whether names exist and types fit. Every part keeps its
//! source span. All mistakes are reported in one run. A part that cannot be read is left out of lists or becomes a hole
//! ([`ExprKind::Hole`]), so that the rest can still be checked.
//!
//! ```
//! use rulebook_cgml_compiler::syntax::read_expr;
//! use rulebook_diag::{Diagnostics, Limits, Sources, parse};
//!
//! let mut sources = Sources::new();
//! let file = sources.add("game.cgml", "isEqual: [ { count: [ { path: $.zones.deck } ] }, 0 ]");
//! let node = parse(&sources, file, &Limits::default()).0.expect("YAML");
//! let mut diags = Diagnostics::new();
//!
//! let expr = read_expr(&node, &sources, &mut diags);
//! assert_eq!(expr.to_string(), "count($.zones.deck) == 0"); // the other form of the same tree
//! assert!(diags.is_empty());
//! ```
//!
//! | file | what |
//! |---|---|
//! | `part.rs` | the trait `Part`: read, write, describe |
//! | `record.rs`, `words.rs`, `tagged.rs` | macros that generate reader, writer and schema from a declaration |
//! | `document.rs`, `components.rs`, `deck.rs`, `zone.rs`, `flow.rs`, `rule.rs`, `trigger.rs` | the sections |
//! | `functions.rs` | functions with parameters |
//! | `presentation.rs` | how the game is shown |
//! | `action/` | the actions, one file for each section of CGML 13; extensions are in the file of similar actions |
//! | `expr/`, `selector.rs` | expressions and paths, nested and as strings |
//! | `schema.rs`, `partial.rs`, `included.rs` | the JSON Schema of a merged document, of one file, and of includes |
//! | `source_map.rs` | source spans inside a scalar |

mod action;
mod basics;
pub mod codes;
mod components;
mod deck;
mod document;
mod expr;
mod flow;
mod flow_name;
mod functions;
mod included;
mod known;
mod literal;
mod message;
mod name;
mod part;
mod partial;
mod presentation;
mod record;
mod rule;
mod schema;
mod selector;
mod source_map;
mod tagged;
mod trigger;
mod who;
mod words;
mod zone;

pub use action::*;
pub use basics::{At, Entries};
pub use components::{Audience, ComponentTypes, Components, EventDeclaration, Scope, Scoped, Team, Variable};
pub use deck::{
    Card, CardGroup, Cards, Composition, Copies, Deck, DeckType, DeckTypeName, ListedCard, Product, Template,
    TemplateName,
};
pub use document::{Document, Meta, Players, RngHints, Version};
pub use expr::{Expr, ExprKind, Infix, LONGEST, Literal, Op};
pub use flow::{Flow, PlayerOrder, StateDecl, Transition, WinCondition};
pub use flow_name::FlowName;
pub use functions::{Function, Functions};
pub use literal::InitialValue;
pub use message::{Message, MessagePart};
pub use name::{Name, Word};
pub use part::DEEPEST;
pub use partial::file_schema;
pub use presentation::{Column, Label, PlayerFact, Presentation, Recap, Rows, Scoreboard};
pub use rule::{OncePer, Rule, Timing};
pub use schema::schema;
pub use selector::{Anchor, Root, Segment, SegmentKind, Selector};
pub use trigger::{CardEvent, Emits, Event, Trigger};
pub use who::{Who, WhoKind, WhoWord};
pub use zone::{
    BUILT_IN_ZONE_TYPES, Behavior, OwnerScope, Role, Visibility, Zone, ZoneKind, ZoneOrdering, ZoneType,
    ZoneVisibility, built_in_zone_type,
};

use crate::load::PartialGame;
use known::Known;
use part::{Part, ReadContext};
use rulebook_diag::{Diagnostic, Diagnostics, Node, Sources};
use serde_json::Value;

/// Reads a merged tree. Returns `None` if a section is missing or has the wrong type.
pub fn read(root: &Node, sources: &Sources, diags: &mut Diagnostics) -> Option<Document> {
    let mut cx = ReadContext::new(sources, diags);
    cx.known = Known::of(root).into();
    Document::read(root, &mut cx)
}

/// Reports mistakes in a game with missing parts, except mistakes that the missing parts may have caused.
pub fn read_rest(rest: &PartialGame, sources: &Sources, diags: &mut Diagnostics) {
    let mut found = Diagnostics::new();
    let _ = Document::read(&rest.node, &mut ReadContext::new(sources, &mut found));
    let known = |found: &Diagnostic| {
        found.code != rulebook_diag::codes::MISSING_KEY && !rest.holes.contains(&found.primary.span)
    };
    diags.extend(found.into_iter().filter(known));
}

/// Reads one expression, nested or as a string. For tools and tests.
pub fn read_expr(node: &Node, sources: &Sources, diags: &mut Diagnostics) -> Expr {
    Expr::read(node, &mut ReadContext::new(sources, diags)).unwrap_or_else(|| Expr::blank(node.span))
}

/// Reads one action. For tools and tests.
pub fn read_action(node: &Node, sources: &Sources, diags: &mut Diagnostics) -> Option<Action> {
    Action::read(node, &mut ReadContext::new(sources, diags))
}

impl Document {
    /// The document in canonical nested form. Reading it gives the same document. Keys are sorted.
    pub fn to_nested(&self) -> Value {
        self.write()
    }
}

impl Expr {
    /// The expression in nested form (CGML 12). `Display` gives the string form.
    pub fn to_nested(&self) -> Value {
        self.write()
    }
}
