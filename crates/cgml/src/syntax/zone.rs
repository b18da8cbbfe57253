//! Zones and their types (CGML 7.1, 7.3).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::action::Face;
use super::basics::At;
use super::name::{Name, Word};
use super::part::{Cx, Part};
use super::record::record;
use super::schema::Defs;
use super::words::words;

record! {
    /// A zone (CGML 7.3).
    pub struct Zone {
        /// Unique within its scope.
        name: Word,
        /// A name of a type, or the type itself.
        kind: ZoneKind as "type",
        /// The deck whose cards it holds.
        of_deck: Option<Name>,
        /// Has every player one?
        per_player: bool = false,
        /// To whom it belongs.
        owner_scope: Option<At<OwnerScope>>,
        /// Do its deck's cards start here, if several zones name that deck? (extension)
        initial: bool = false,
        /// What it is for, which says what counts as a draw, a play, a discard; else inferred (extension).
        role: Option<At<Role>>,
        /// What it does by itself, for `table::behavior` (extension).
        behavior: Option<Behavior>,
        /// Taken out again by a document that inherits (CGML 5.1).
        disabled: bool = false,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

/// What a zone does by itself, as it is written: `rulebook_table::behavior` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behavior(pub Node);

impl Part for Behavior {
    fn read(node: &Node, _: &mut Cx<'_>) -> Option<Behavior> {
        Some(Behavior(node.clone()))
    }

    fn write(&self) -> Value {
        self.0.write()
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("Behavior", |_| {
            let draw_from = json!({ "enum": ["top", "bottom", "random"], "description": "Which card comes next." });
            let from = json!({ "type": ["string", "null"], "description": "The zone whose cards come back." });
            let about = "How many cards stay there.";
            let keep = json!({ "type": "integer", "minimum": 0, "maximum": 1000, "description": about });
            json!({
                "type": "object",
                "description": "What a zone does by itself (extension): `docs/deck-behaviours.md`.",
                "properties": {
                    "type": { "const": "deck" },
                    "draw_from": draw_from,
                    "drawFrom": draw_from,
                    "reshuffle_from": from,
                    "reshuffleFrom": from,
                    "reshuffle": { "enum": ["when_short", "when_empty"], "description": "When they come back." },
                    "keep_top": keep,
                    "keepTop": keep,
                },
                "required": ["type"],
                "additionalProperties": false,
            })
        })
    }
}

words! {
    /// To whom a zone belongs.
    pub enum OwnerScope {
        /// A player.
        Player = "player",
        /// A team.
        Team = "team",
        /// Everybody.
        Global = "global",
    }
}

words! {
    /// What a zone is for.
    pub enum Role {
        /// Cards are drawn from it.
        Deck = "deck",
        /// A player holds it.
        Hand = "hand",
        /// Cards are played to it.
        Play = "play",
        /// Cards are discarded to it.
        Discard = "discard",
    }
}

/// The type of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// By name: one of `zone_types`, or a built-in one. `zone_types.name` is the same as `name`.
    Named(Name),
    /// Written out (extension).
    Inline(Box<ZoneType>),
}

impl Part for ZoneKind {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<ZoneKind> {
        if node.as_map().is_some() {
            return ZoneType::read(node, cx).map(|kind| ZoneKind::Inline(Box::new(kind)));
        }
        let mut name = Name::read(node, cx)?;
        name.text = name.text.strip_prefix("zone_types.").unwrap_or(&name.text).to_owned();
        Some(ZoneKind::Named(name))
    }

    fn write(&self) -> Value {
        match self {
            ZoneKind::Named(name) => name.write(),
            ZoneKind::Inline(kind) => kind.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "anyOf": [Name::schema(defs), ZoneType::schema(defs)] })
    }

    /// The zone is there, whatever it is like: who speaks of it makes no mistake.
    fn hole(span: Span) -> Option<ZoneKind> {
        built_in_zone_type("public", span).map(|kind| ZoneKind::Inline(Box::new(kind)))
    }
}

record! {
    /// A type of zones (CGML 7.1).
    pub struct ZoneType {
        /// What the order of its cards means.
        ordering: Option<At<ZoneOrdering>>,
        /// Who sees its cards.
        visibility: Option<Visibility>,
        /// Which way cards lie that come in.
        default_face: Face = Face::Up,
        /// May it be put into another order? Where `false` is written REORDER fails.
        allows_reorder: Option<bool>,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

impl ZoneType {
    /// Where it is written that somebody sees its cards, or its top card.
    pub fn seen_level(&self) -> Option<At<ZoneVisibility>> {
        let seen = self.visibility.as_ref()?;
        let mut levels = [seen.owner, seen.others, seen.all].into_iter().flatten();
        levels.find(|level| matches!(level.value, ZoneVisibility::All | ZoneVisibility::TopCardOnly))
    }
}

words! {
    /// What the order of a zone's cards means.
    pub enum ZoneOrdering {
        /// Nothing.
        Unordered = "unordered",
        /// First in, first out.
        Fifo = "fifo",
        /// Last in, first out.
        Lifo = "lifo",
        /// A pile that is shuffled at the start.
        Shuffled = "shuffled",
    }
}

record! {
    /// Who sees the cards of a zone. `owner` and `others` go before `all`.
    pub struct Visibility {
        /// The owner.
        owner: Option<At<ZoneVisibility>>,
        /// The others.
        others: Option<At<ZoneVisibility>>,
        /// Everybody.
        all: Option<At<ZoneVisibility>>,
    }
}

words! {
    /// How much is seen.
    pub enum ZoneVisibility {
        /// All cards.
        All = "all",
        /// How many cards.
        CountOnly = "count_only",
        /// Nothing.
        Hidden = "hidden",
        /// The top card.
        TopCardOnly = "top_card_only",
    }
}

/// The names of the built-in zone types (extension).
pub const BUILT_IN_ZONE_TYPES: [&str; 5] = ["deck", "hand", "public", "private", "discard"];

/// A built-in zone type, as if written at `span` (extension).
///
/// | name | ordering | face | seen by |
/// |---|---|---|---|
/// | `deck` | shuffled | down | all: count |
/// | `hand` | unordered | up | owner: all, others: count |
/// | `public` | lifo | up | all: all |
/// | `private` | unordered | up | owner: all, others: nothing |
/// | `discard` | lifo | up | all: all |
pub fn built_in_zone_type(name: &str, span: Span) -> Option<ZoneType> {
    let level = |level| Some(At { value: level, span });
    let everybody = |seen| Visibility { owner: None, others: None, all: level(seen), span };
    let owned = |others| Visibility { owner: level(ZoneVisibility::All), others: level(others), all: None, span };
    let (ordering, default_face, visibility) = match name {
        "deck" => (ZoneOrdering::Shuffled, Face::Down, everybody(ZoneVisibility::CountOnly)),
        "hand" => (ZoneOrdering::Unordered, Face::Up, owned(ZoneVisibility::CountOnly)),
        "public" | "discard" => (ZoneOrdering::Lifo, Face::Up, everybody(ZoneVisibility::All)),
        "private" => (ZoneOrdering::Unordered, Face::Up, owned(ZoneVisibility::Hidden)),
        _ => return None,
    };
    let ordering = Some(At { value: ordering, span });
    Some(ZoneType { ordering, visibility: Some(visibility), default_face, allows_reorder: None, meta: None, span })
}
