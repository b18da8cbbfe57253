//! Decks and their types (CGML 7.1, 7.2).
//!
//! The `composition` of a deck type is a list of items; the deck has the cards of all items, in order. An item has one
//! of four types. `template` is in the CGML document; the others are extensions:
//!
//! ```yaml
//! composition:
//!   - type: template                    # suits × ranks
//!     template: standard_suits          # S, H, D, C unless `suits` says otherwise
//!     values: [7, 8, 9, 10, J, Q, K, A]
//!   - type: product                     # all combinations of properties
//!     of: { color: [red, blue], number: [1, 2, 3] }
//!     count: 2                          # copies of each
//!   - type: card                        # one card, or copies of it
//!     properties: { rank: Joker }
//!     count: 2
//!   - type: cards                       # a list of cards
//!     cards:
//!       - { properties: { name: Copper, cost: 0 }, count: 8 }
//!       - { properties: { name: Estate, cost: 2 } }
//! ```
//!
//! The properties of a card are the `default_properties` of the deck type, overridden by the properties of the item,
//! then by the card's own properties.

use rulebook_diag::{Node, Span};
use serde_json::Value;

use super::basics::{At, Entries};
use super::expr::Literal;
use super::name::Name;
use super::part::{Part, ReadContext};
use super::record::record;
use super::schema::Defs;
use super::tagged::{self, tagged};
use super::words::words;

record! {
    /// A deck type (CGML 7.1).
    pub struct DeckType {
        /// The cards of the deck.
        composition: Vec<CardGroup>,
        /// The ranks, lowest first.
        rank_hierarchy: Vec<Name> = Vec::new(),
        /// Properties that every card has unless it overrides them.
        default_properties: Entries<At<Literal>> = Entries::default(),
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// A deck (CGML 7.2).
    pub struct Deck {
        /// The name of a deck type under `deck_types`.
        kind: DeckTypeName as "type",
        /// Deletes the entry that a base file declares (CGML 5.1).
        disabled: bool = false,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

/// The name of a deck type. `deck_types.name` means the same as `name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckTypeName(pub Name);

/// The name is empty if it could not be read. The deck still exists, with unknown cards.
impl Part for DeckTypeName {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<DeckTypeName> {
        let mut name = Name::read(node, cx)?;
        name.text = name.text.strip_prefix("deck_types.").unwrap_or(&name.text).to_owned();
        Some(DeckTypeName(name))
    }

    fn write(&self) -> Value {
        self.0.write()
    }

    fn schema(defs: &mut Defs) -> Value {
        Name::schema(defs)
    }

    fn hole(span: Span) -> Option<DeckTypeName> {
        Some(DeckTypeName(Name::new("", span)))
    }
}

tagged! {
    /// A group of cards in a deck type.
    pub enum Composition by "type", "a kind of card list" {
        Template = "template",
        Product = "product",
        Card = "card",
        Cards = "cards",
    }
}

record! {
    /// Suits × ranks: one card for each pair, with the properties `suit` and `rank`.
    pub struct Template {
        /// The name of the template.
        template: At<TemplateName>,
        /// The ranks.
        values: Vec<Name>,
        /// Suits that replace those of the template (extension).
        suits: Option<Vec<Name>>,
    }
}

words! {
    /// The available templates.
    pub enum TemplateName {
        /// The suits S, H, D, C.
        StandardSuits = "standard_suits",
    }
}

record! {
    /// All combinations of properties, in the order of their names. The last property changes fastest (extension).
    pub struct Product {
        /// The values of each property.
        of: Entries<Vec<At<Literal>>>,
    }
}

record! {
    /// One card (extension).
    pub struct Card {}
}

record! {
    /// A list of cards (extension).
    pub struct Cards {
        /// The cards.
        cards: Vec<ListedCard>,
    }
}

record! {
    /// A card in a list of cards.
    pub struct ListedCard {
        /// The properties of the card.
        properties: Entries<At<Literal>>,
        /// Number of copies. Default: 1.
        count: Option<At<u16>>,
    }
}

record! {
    /// The keys that every item of a composition accepts (extension).
    pub struct Copies {
        /// Properties of all cards in this item.
        properties: Entries<At<Literal>> = Entries::default(),
        /// Number of copies of each card. Default: 1.
        count: Option<At<u16>>,
    }
}

/// An item of a composition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardGroup {
    /// The cards.
    pub cards: Composition,
    /// Properties and number of copies.
    pub copies: Copies,
}

impl Part for CardGroup {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<CardGroup> {
        tagged::read(node, cx).map(|(cards, copies)| CardGroup { cards, copies })
    }

    fn write(&self) -> Value {
        tagged::write(&self.cards, &self.copies)
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("CardGroup", tagged::schema::<Composition, Copies>)
    }
}
