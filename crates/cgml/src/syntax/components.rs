//! Components (CGML 7): types of decks and zones, and what there is of them.

use rulebook_diag::Node;
use serde_json::Value;

use super::basics::{At, Entries};
use super::deck::{Deck, DeckType};
use super::expr::Expr;
use super::literal::InitialValue;
use super::name::{Name, Word};
use super::part::{Cx, Part};
use super::record::record;
use super::schema::Defs;
use super::words::words;
use super::zone::{Zone, ZoneType};

record! {
    /// What the game is made of.
    pub struct Components {
        /// Types of decks and zones.
        types: Option<ComponentTypes> as "component_types",
        /// The decks.
        decks: Entries<Deck> = Entries::default(),
        /// The zones.
        zones: Vec<Zone> = Vec::new(),
        /// The variables.
        variables: Vec<Variable> = Vec::new(),
        /// The teams (extension).
        teams: Vec<Team> = Vec::new(),
        /// Events that rules make and listen to (extension).
        events: Vec<EventDeclaration> = Vec::new(),
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// Types of decks and zones (CGML 7.1).
    pub struct ComponentTypes {
        /// Types of decks by name.
        deck_types: Entries<DeckType> = Entries::default(),
        /// Types of zones by name.
        zone_types: Entries<ZoneType> = Entries::default(),
    }
}

impl Components {
    /// A deck type of the document.
    pub fn deck_type(&self, name: &str) -> Option<&DeckType> {
        self.types.as_ref()?.deck_types.get(name)
    }

    /// A zone type of the document, without the built-in ones.
    pub fn zone_type(&self, name: &str) -> Option<&ZoneType> {
        self.types.as_ref()?.zone_types.get(name)
    }
}

record! {
    /// A variable (CGML 7.4).
    pub struct Variable {
        /// Its name.
        name: Word,
        /// How many there are of it.
        scope: Scoped = Scoped(Some(Scope::Global)),
        /// What it starts with.
        initial_value: Option<InitialValue>,
        /// Is it computed whenever it is read?
        computed: bool = false,
        /// From what it is computed.
        expression: Option<Expr>,
        /// Who sees its value; else those who know what it was computed from (extension).
        audience: Option<At<Audience>>,
        /// One sentence.
        description: Option<At<String>>,
        /// Taken out again by a document that inherits (CGML 5.1).
        disabled: bool = false,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

/// How many there are of a variable; nothing if that could not be read: then nobody knows whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoped(pub Option<Scope>);

impl Part for Scoped {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Scoped> {
        Some(Scoped(Scope::read(node, cx)))
    }

    fn write(&self) -> Value {
        self.0.unwrap_or(Scope::Global).write()
    }

    fn schema(defs: &mut Defs) -> Value {
        Scope::schema(defs)
    }
}

words! {
    /// How many there are of a variable.
    pub enum Scope {
        /// One.
        Global = "global",
        /// One a player.
        PerPlayer = "per_player",
        /// One a team.
        PerTeam = "per_team",
        /// One a card: computed from it (extension).
        PerCard = "per_card",
    }
}

words! {
    /// Who sees a value.
    pub enum Audience {
        /// Everybody.
        All = "all",
        /// The player it belongs to.
        Owner = "owner",
        /// The team it belongs to.
        Team = "team",
        /// Nobody.
        Nobody = "nobody",
    }
}

record! {
    /// A team (extension).
    pub struct Team {
        /// Its name.
        name: Name,
        /// Its seats, from 0.
        seats: Vec<At<u16>>,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// An event that rules make by `EMIT` and listen to as `on.name` (extension).
    pub struct EventDeclaration {
        /// Its name.
        name: Word,
        /// The fields of its context, read as `$.field`.
        context: Vec<Word> = Vec::new(),
        /// One sentence.
        description: Option<At<String>>,
    }
}
