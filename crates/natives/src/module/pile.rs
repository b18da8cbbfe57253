//! Defines the numbers of piles and cards. Names are looked up only once, when a module is built.

use super::board::Board;
use rulebook_kernel::Seat;
use rulebook_table::{Entry, ZoneId};
use serde::{Deserialize, Serialize};

/// A pile of the match. Its number is the same for every number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pile(pub(crate) u8);

impl Pile {
    #[inline]
    pub(crate) const fn zone(self) -> ZoneId {
        ZoneId(self.0 as u16)
    }
}

impl From<ZoneId> for Pile {
    #[inline]
    fn from(zone: ZoneId) -> Pile {
        Pile(zone.0 as u8)
    }
}

/// A pile that every seat or every team has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPiles {
    first: u8,
    stride: u8,
}

impl SeatPiles {
    /// The pile of a seat. For piles of teams: the pile of the team with the number of this seat.
    #[inline]
    #[must_use]
    pub const fn of(self, seat: Seat) -> Pile {
        self.nth(seat.index())
    }

    /// The pile of the owner with this number: a seat or a team.
    #[inline]
    #[must_use]
    pub const fn nth(self, owner: usize) -> Pile {
        Pile(self.first + self.stride * owner as u8)
    }
}

/// One physical card. Only consequences use it. Players do not distinguish copies of a card, so legality uses faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub(crate) u16);

impl CardId {
    #[inline]
    pub(crate) const fn entry(self) -> Entry {
        Entry(self.0)
    }
}

impl From<Entry> for CardId {
    #[inline]
    fn from(entry: Entry) -> CardId {
        CardId(entry.0)
    }
}

/// Finds piles by name, for [`RuleModule::build`](super::RuleModule::build).
#[derive(Debug)]
pub struct Piles<'a>(pub(crate) &'a Board);

impl Piles<'_> {
    /// The shared pile with this name.
    ///
    /// # Panics
    /// If the initial state has no such pile. The module and its file belong together, so this is a bug.
    #[must_use]
    pub fn shared(&self, name: &str) -> Pile {
        let pile = self.0.shape.find_zone(name).filter(|&zone| self.0.shape.zone(zone).owners.is_empty());
        pile.map(Pile::from).unwrap_or_else(|| panic!("the initial state has no shared pile {name:?}"))
    }

    /// The piles with this name that every seat or team has.
    ///
    /// # Panics
    /// If the initial state has no such piles.
    #[must_use]
    pub fn each(&self, name: &str) -> SeatPiles {
        let find = |owner: usize| self.0.shape.find_zone(&format!("{name}.{owner}")).map(|zone| zone.0 as u8);
        let first = find(0).unwrap_or_else(|| panic!("the initial state has no piles {name:?} of players"));
        SeatPiles { first, stride: find(1).map_or(0, |second| second - first) }
    }
}
