//! Defines zones: the owner, the ordering and the visibility of a zone.

use crate::behavior::DeckBehavior;
use rulebook_kernel::{Seat, SeatSet};
use rulebook_scene::ZoneRole;
use std::collections::BTreeMap;

/// The number of instances of a zone or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One instance for the whole table.
    Shared,
    /// One instance for each seat.
    Seat,
    /// One instance for each team.
    Team,
}

impl Scope {
    /// The index of the instance that belongs to a seat.
    pub(crate) fn owner(self, seat: Seat, teams: &[u8]) -> u16 {
        match self {
            Scope::Shared => 0,
            Scope::Seat => seat.index() as u16,
            Scope::Team => u16::from(teams[seat.index()]),
        }
    }
}

/// The ordering of a zone (CGML 7.1). In every ordered zone, [`Table::top`](crate::Table::top) is the entry placed
/// last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// The entries have no position, as in a hand.
    Unordered,
    /// A queue: the entry placed first is taken first.
    Fifo,
    /// A pile: the entry placed last is taken first.
    Lifo,
    /// A pile whose order no player knows at the start.
    Shuffled,
}

/// How much of a zone a viewer sees (CGML 7.1), from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneVisibility {
    /// The viewer sees nothing, not even the number of cards.
    Hidden,
    /// The viewer sees the number of cards.
    CountOnly,
    /// The viewer sees the number of cards, and the top card if it is face up.
    TopOnly,
    /// The viewer sees every card that is face up.
    All,
}

/// The visibility words of the card engine. Each word sets two levels: one for the owner, one for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PileVisibility {
    /// All viewers see every card.
    Public,
    /// The owner sees every card. All other viewers see the number of cards.
    Owner,
    /// All viewers see only the number of cards.
    Hidden,
}

impl PileVisibility {
    /// The visibility for the owner, and the visibility for all other viewers.
    #[must_use]
    pub const fn levels(self) -> (ZoneVisibility, ZoneVisibility) {
        match self {
            PileVisibility::Public => (ZoneVisibility::All, ZoneVisibility::All),
            PileVisibility::Owner => (ZoneVisibility::All, ZoneVisibility::CountOnly),
            PileVisibility::Hidden => (ZoneVisibility::CountOnly, ZoneVisibility::CountOnly),
        }
    }
}

/// A zone definition. Example: `ZoneDef::per_seat("hand").ordered(Unordered).levels(All, CountOnly)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneDef {
    /// The id. Instances append a dot and the number of the seat or team: `hand.0`.
    pub id: String,
    /// The name shown to players.
    pub name: String,
    /// Whether the zone is shared, or each seat or team has an instance.
    pub scope: Scope,
    /// The ordering of the entries.
    pub ordering: Ordering,
    /// The visibility for the owner.
    pub owner_level: ZoneVisibility,
    /// The visibility for all other seats. Spectators get the lower of both levels.
    pub others_level: ZoneVisibility,
    /// Whether arriving cards are face up by default.
    pub default_face_up: bool,
    /// Whether the owner may rearrange the cards at will.
    pub allows_reorder: bool,
    /// The category for layouts, such as `hand`.
    pub category: Option<String>,
    /// The role of the zone, such as draw pile or discard pile. Only scenes use it.
    pub role: Option<ZoneRole>,
    /// Other attributes from the game file.
    pub attributes: BTreeMap<String, String>,
    /// The ids of neighbouring zones.
    pub adjacent_to: Vec<String>,
    /// Whether scenes omit the zone.
    pub internal: bool,
    /// The deck behaviour: see [`crate::behavior`].
    pub behavior: Option<DeckBehavior>,
}

impl ZoneDef {
    fn new(id: &str, scope: Scope) -> ZoneDef {
        ZoneDef {
            id: id.to_owned(),
            name: id.replace(['_', '-'], " "),
            scope,
            ordering: Ordering::Lifo,
            owner_level: ZoneVisibility::All,
            others_level: ZoneVisibility::All,
            default_face_up: true,
            allows_reorder: false,
            category: None,
            role: ZoneRole::of_name(id),
            attributes: BTreeMap::new(),
            adjacent_to: Vec::new(),
            internal: false,
            behavior: None,
        }
    }

    /// A shared zone. By default it is an open pile.
    #[must_use]
    pub fn shared(id: &str) -> ZoneDef {
        ZoneDef::new(id, Scope::Shared)
    }

    /// A definition that gives each seat its own zone.
    #[must_use]
    pub fn per_seat(id: &str) -> ZoneDef {
        ZoneDef::new(id, Scope::Seat)
    }

    /// A definition that gives each team its own zone.
    #[must_use]
    pub fn per_team(id: &str) -> ZoneDef {
        ZoneDef::new(id, Scope::Team)
    }

    /// Sets the name shown to players.
    #[must_use]
    pub fn named(mut self, name: &str) -> ZoneDef {
        self.name = name.to_owned();
        self
    }

    /// Sets the ordering.
    #[must_use]
    pub fn ordered(mut self, ordering: Ordering) -> ZoneDef {
        self.ordering = ordering;
        self
    }

    /// Sets the visibility for the owner and for all others.
    #[must_use]
    pub fn levels(mut self, owner: ZoneVisibility, others: ZoneVisibility) -> ZoneDef {
        (self.owner_level, self.others_level) = (owner, others);
        self
    }

    /// Sets the visibility for the owner and for all other viewers. One visibility word of the card engine sets both
    /// levels.
    #[must_use]
    pub fn pile(self, visibility: PileVisibility) -> ZoneDef {
        let (owner, others) = visibility.levels();
        self.levels(owner, others)
    }

    /// Makes arriving cards face down by default.
    #[must_use]
    pub fn face_down(mut self) -> ZoneDef {
        self.default_face_up = false;
        self
    }

    /// Hides the zone from scenes.
    #[must_use]
    pub fn internal(mut self) -> ZoneDef {
        self.internal = true;
        self
    }

    /// Sets the category for layouts. If the id of the zone implies no role, the category sets the role too.
    #[must_use]
    pub fn category(mut self, category: &str) -> ZoneDef {
        self.category = Some(category.to_owned());
        self.role = self.role.or_else(|| ZoneRole::of_category(category));
        self
    }

    /// Sets the deck behaviour.
    #[must_use]
    pub fn deck(mut self, behavior: DeckBehavior) -> ZoneDef {
        self.behavior = Some(behavior);
        self
    }
}

/// One zone of one match: a definition with all its properties resolved.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The index of the definition.
    pub def: usize,
    /// The id: `deck`, or `hand.0` for the instance of a seat.
    pub id: String,
    /// The seats that own the zone: one seat, the seats of a team, or no seat.
    pub owners: SeatSet,
    /// The owner, if exactly one seat owns the zone.
    pub seat: Option<Seat>,
    /// Whether it is ordered.
    pub ordered: bool,
    /// Whether the zone is a queue. In a queue, top-only viewers see the entry placed first, because that entry is
    /// taken next.
    pub fifo: bool,
    /// The viewers who see every card that is face up.
    pub sees_all: SeatSet,
    /// The viewers who see only the top card, and only if it is face up.
    pub sees_top: SeatSet,
    /// The viewers who see the number of cards.
    pub sees_count: SeatSet,
    /// Whether arriving cards are face up by default.
    pub default_face_up: bool,
    /// Whether scenes omit the zone.
    pub internal: bool,
}

impl Zone {
    pub(crate) fn new(index: usize, def: &ZoneDef, id: String, owners: SeatSet, seats: usize) -> Zone {
        let everybody = SeatSet::first(seats);
        let spectators = def.owner_level.min(def.others_level);
        let at_least = |level: ZoneVisibility| {
            // A shared zone has no owner, so every seat counts as a non-owner.
            let owners_see = if def.owner_level >= level { owners } else { SeatSet::NONE };
            let others_see = if def.others_level >= level { everybody.minus(owners) } else { SeatSet::NONE };
            let spectators_see = if owners.is_empty() { def.others_level } else { spectators };
            let watching = if spectators_see >= level { SeatSet::SPECTATORS } else { SeatSet::NONE };
            owners_see.or(others_see).or(watching)
        };
        Zone {
            def: index,
            id,
            owners,
            seat: owners.single(),
            ordered: def.ordering != Ordering::Unordered,
            fifo: def.ordering == Ordering::Fifo,
            sees_all: at_least(ZoneVisibility::All),
            sees_top: at_least(ZoneVisibility::TopOnly).minus(at_least(ZoneVisibility::All)),
            sees_count: at_least(ZoneVisibility::CountOnly),
            default_face_up: def.default_face_up,
            internal: def.internal,
        }
    }
}
