//! Zones and zone types (CGML 7.1, 7.3).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::action::Face;
use super::basics::At;
use super::name::{Name, Word};
use super::part::{Part, ReadContext};
use super::record::record;
use super::schema::Defs;
use super::words::words;

record! {
    /// A zone (CGML 7.3).
    pub struct Zone {
        /// The name of the zone. It is unique within its scope.
        name: Word,
        /// The name of a zone type, or the type itself.
        kind: ZoneKind as "type",
        /// The deck whose cards start in this zone.
        of_deck: Option<Name>,
        /// Whether every player has a zone of this name.
        per_player: bool = false,
        /// The owner of the zone.
        owner_scope: Option<At<OwnerScope>>,
        /// Whether the cards of the deck start here, if several zones name that deck (extension).
        initial: bool = false,
        /// The role of the zone, which decides what counts as a draw, a play or a discard. Default: inferred
        /// (extension).
        role: Option<At<Role>>,
        /// Automatic behaviour of the zone (extension).
        behavior: Option<Behavior>,
        /// Deletes the entry that a base file declares (CGML 5.1).
        disabled: bool = false,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

/// The behaviour of a zone, as written. `rulebook_table::behavior` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behavior(pub Node);

impl Part for Behavior {
    fn read(node: &Node, _: &mut ReadContext<'_>) -> Option<Behavior> {
        Some(Behavior(node.clone()))
    }

    fn write(&self) -> Value {
        self.0.write()
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("Behavior", |_| {
            let draw_from = json!({ "enum": ["top", "bottom", "random"], "description": "The position from which cards are drawn." });
            let from = json!({ "type": ["string", "null"], "description": "The zone whose cards return." });
            let about = "How many cards stay in the zone `reshuffle_from`.";
            let keep = json!({ "type": "integer", "minimum": 0, "maximum": 1000, "description": about });
            json!({
                "type": "object",
                "description": "Automatic behaviour of a zone (extension): see `docs/deck-behaviours.md`.",
                "properties": {
                    "type": { "const": "deck" },
                    "draw_from": draw_from,
                    "drawFrom": draw_from,
                    "reshuffle_from": from,
                    "reshuffleFrom": from,
                    "reshuffle": { "enum": ["when_short", "when_empty"], "description": "When the cards return." },
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
    /// The owner of a zone.
    pub enum OwnerScope {
        /// Each player has a zone of this name.
        Player = "player",
        /// Each team has a zone of this name.
        Team = "team",
        /// All players share one zone of this name.
        Global = "global",
    }
}

words! {
    /// The role of a zone.
    pub enum Role {
        /// Cards are drawn from the zone.
        Deck = "deck",
        /// A player holds the cards of the zone.
        Hand = "hand",
        /// Cards are played to the zone.
        Play = "play",
        /// Cards are discarded to the zone.
        Discard = "discard",
    }
}

/// The type of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// A name: one of `zone_types`, or a built-in type. `zone_types.name` means the same as `name`.
    Named(Name),
    /// A type written in place (extension).
    Inline(Box<ZoneType>),
}

impl Part for ZoneKind {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<ZoneKind> {
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

    /// A placeholder for a type that could not be read. The zone still exists, so it may be used.
    fn hole(span: Span) -> Option<ZoneKind> {
        built_in_zone_type("public", span).map(|kind| ZoneKind::Inline(Box::new(kind)))
    }
}

record! {
    /// A zone type (CGML 7.1).
    pub struct ZoneType {
        /// The order of the cards.
        ordering: Option<At<ZoneOrdering>>,
        /// The players who see the cards.
        visibility: Option<Visibility>,
        /// Facing of cards that enter the zone.
        default_face: Face = Face::Up,
        /// Whether `REORDER` may change the order. If not, it fails. Default: `false`.
        allows_reorder: Option<bool>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

impl ZoneType {
    /// A level that shows all cards or the top card to a player. `None` if there is no such level.
    pub fn seen_level(&self) -> Option<At<ZoneVisibility>> {
        let seen = self.visibility.as_ref()?;
        let mut levels = [seen.owner, seen.others, seen.all].into_iter().flatten();
        levels.find(|level| matches!(level.value, ZoneVisibility::All | ZoneVisibility::TopCardOnly))
    }
}

words! {
    /// The order of the cards in a zone.
    pub enum ZoneOrdering {
        /// The cards have no order.
        Unordered = "unordered",
        /// First in, first out.
        Fifo = "fifo",
        /// Last in, first out.
        Lifo = "lifo",
        /// A pile that is shuffled at the start of the game.
        Shuffled = "shuffled",
    }
}

record! {
    /// Who sees the cards of a zone. `owner` and `others` override `all`.
    pub struct Visibility {
        /// The level for the owner.
        owner: Option<At<ZoneVisibility>>,
        /// The level for the other players.
        others: Option<At<ZoneVisibility>>,
        /// The level for all players.
        all: Option<At<ZoneVisibility>>,
    }
}

words! {
    /// The part of a zone that a player sees.
    pub enum ZoneVisibility {
        /// All cards.
        All = "all",
        /// The number of cards only.
        CountOnly = "count_only",
        /// The player sees nothing, not even the number of cards.
        Hidden = "hidden",
        /// The top card only.
        TopCardOnly = "top_card_only",
    }
}

/// The names of the built-in zone types (extension).
pub const BUILT_IN_ZONE_TYPES: [&str; 5] = ["deck", "hand", "public", "private", "discard"];

/// The built-in zone type with this name, as if written at `span` (extension). `None` if no built-in type has this
/// name.
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
