//! Components (CGML 7): decks, zones, variables, teams, events, and the types of decks and zones.

use rulebook_diag::Node;
use serde_json::Value;

use super::basics::{At, Entries};
use super::deck::{Deck, DeckType};
use super::expr::Expr;
use super::literal::InitialValue;
use super::name::{Name, Word};
use super::part::{Part, ReadContext};
use super::record::record;
use super::schema::Defs;
use super::words::words;
use super::zone::{Zone, ZoneType};

record! {
    /// The components of the game.
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
        /// Events that rules trigger and listen to (extension).
        events: Vec<EventDeclaration> = Vec::new(),
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// Types of decks and zones (CGML 7.1).
    pub struct ComponentTypes {
        /// Deck types by name.
        deck_types: Entries<DeckType> = Entries::default(),
        /// Zone types by name.
        zone_types: Entries<ZoneType> = Entries::default(),
    }
}

impl Components {
    /// The deck type of this name in the document.
    pub fn deck_type(&self, name: &str) -> Option<&DeckType> {
        self.types.as_ref()?.deck_types.get(name)
    }

    /// The zone type of this name in the document. Built-in types are not included.
    pub fn zone_type(&self, name: &str) -> Option<&ZoneType> {
        self.types.as_ref()?.zone_types.get(name)
    }
}

record! {
    /// A variable (CGML 7.4).
    pub struct Variable {
        /// The name of the variable.
        name: Word,
        /// Whether there is one value, or one for each player, team or card.
        scope: Scoped = Scoped(Some(Scope::Global)),
        /// The value at the start of the game.
        initial_value: Option<InitialValue>,
        /// Whether the variable is computed each time it is read.
        computed: bool = false,
        /// The expression of a computed variable.
        expression: Option<Expr>,
        /// The players who see the value. Default: players who can see everything it was computed from (extension).
        audience: Option<At<Audience>>,
        /// A description in one sentence.
        description: Option<At<String>>,
        /// Deletes the entry that a base file declares (CGML 5.1).
        disabled: bool = false,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

/// The scope of a variable. `None` if the scope could not be read. Then the owner of the variable is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoped(pub Option<Scope>);

impl Part for Scoped {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Scoped> {
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
    /// The scope of a variable.
    pub enum Scope {
        /// One value for the game.
        Global = "global",
        /// One value for each player.
        PerPlayer = "per_player",
        /// One value for each team.
        PerTeam = "per_team",
        /// One value for each card, computed from it (extension).
        PerCard = "per_card",
    }
}

words! {
    /// The players who see a value.
    pub enum Audience {
        /// All players.
        All = "all",
        /// The player who owns the value.
        Owner = "owner",
        /// The team that owns the value.
        Team = "team",
        /// No player.
        Nobody = "nobody",
    }
}

record! {
    /// A team (extension).
    pub struct Team {
        /// The name of the team.
        name: Name,
        /// The seats of the team. The first seat is 0.
        seats: Vec<At<u16>>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// An event that rules trigger with `EMIT` and listen to as `on.name` (extension).
    pub struct EventDeclaration {
        /// The name of the event.
        name: Word,
        /// The fields of its context, read as `$.field`.
        context: Vec<Word> = Vec::new(),
        /// A description in one sentence.
        description: Option<At<String>>,
    }
}
