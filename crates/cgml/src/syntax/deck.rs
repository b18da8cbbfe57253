//! Decks and their types (CGML 7.1, 7.2).
//!
//! A deck type's `composition` is a list; the deck has the cards of its items, in order. An item is of one of four types,
//! of which the document shows the first and we add the others:
//!
//! ```yaml
//! composition:
//!   - type: template                    # suits × ranks
//!     template: standard_suits          # S, H, D, C unless `suits` says otherwise
//!     values: [7, 8, 9, 10, J, Q, K, A]
//!   - type: product                     # any properties × each other
//!     of: { color: [red, blue], number: [1, 2, 3] }
//!     count: 2                          # of each
//!   - type: card                        # one card, or several alike
//!     properties: { rank: Joker }
//!     count: 2
//!   - type: cards                       # a list of such
//!     cards:
//!       - { properties: { name: Copper, cost: 0 }, count: 8 }
//!       - { properties: { name: Estate, cost: 2 } }
//! ```
//!
//! A card's properties are the deck type's `default_properties`, then those of the item, then its own.

use rulebook_diag::{Node, Span};
use serde_json::Value;

use super::basics::{At, Entries};
use super::expr::Literal;
use super::name::Name;
use super::part::{Cx, Part};
use super::record::record;
use super::schema::Defs;
use super::tagged::{self, tagged};
use super::words::words;

record! {
    /// A type of decks (CGML 7.1).
    pub struct DeckType {
        /// Its cards.
        composition: Vec<CardGroup>,
        /// The ranks, the lowest first.
        rank_hierarchy: Vec<Name> = Vec::new(),
        /// Properties that every card has unless it says otherwise.
        default_properties: Entries<At<Literal>> = Entries::default(),
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// A deck (CGML 7.2).
    pub struct Deck {
        /// A name of `deck_types`.
        kind: DeckTypeName as "type",
        /// Taken out again by a document that inherits (CGML 5.1).
        disabled: bool = false,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

/// The name of a deck type. `deck_types.name` is the same as `name`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckTypeName(pub Name);

/// Nothing if it could not be read: the deck is there, whatever its cards are.
impl Part for DeckTypeName {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<DeckTypeName> {
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
    /// Some of the cards of a deck type.
    pub enum Composition by "type", "a kind of card list" {
        Template = "template",
        Product = "product",
        Card = "card",
        Cards = "cards",
    }
}

record! {
    /// Suits × ranks: cards with the properties `suit` and `rank`.
    pub struct Template {
        /// Which suits.
        template: At<TemplateName>,
        /// The ranks.
        values: Vec<Name>,
        /// Other suits than the template's (extension).
        suits: Option<Vec<Name>>,
    }
}

words! {
    /// The templates there are.
    pub enum TemplateName {
        /// The suits S, H, D, C.
        StandardSuits = "standard_suits",
    }
}

record! {
    /// Any properties × each other, in the order of their names; the last changes fastest (extension).
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
    /// A card of a list.
    pub struct ListedCard {
        /// Its properties.
        properties: Entries<At<Literal>>,
        /// How many of it.
        count: Option<At<u16>>,
    }
}

record! {
    /// What every item of a composition can say (extension).
    pub struct Copies {
        /// Properties that all its cards have.
        properties: Entries<At<Literal>> = Entries::default(),
        /// How many of each card; without it one.
        count: Option<At<u16>>,
    }
}

/// An item of a composition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardGroup {
    /// Which cards.
    pub cards: Composition,
    /// What they have in common.
    pub copies: Copies,
}

impl Part for CardGroup {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<CardGroup> {
        tagged::read(node, cx).map(|(cards, copies)| CardGroup { cards, copies })
    }

    fn write(&self) -> Value {
        tagged::write(&self.cards, &self.copies)
    }

    fn schema(defs: &mut Defs) -> Value {
        defs.define("CardGroup", tagged::schema::<Composition, Copies>)
    }
}
