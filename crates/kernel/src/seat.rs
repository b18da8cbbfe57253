//! Seats, viewers and sets of seats.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of seats of a game.
pub const MAX_SEATS: usize = 16;

/// A place at the table, counted from zero in playing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index.
    ///
    /// # Panics
    /// Panics if the index is [`MAX_SEATS`] or more. For untrusted input, use `TryFrom` instead.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// The index, for arrays with one element for each seat.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat `steps` further round a table of `seats` seats.
    #[inline]
    #[must_use]
    pub const fn after(self, steps: usize, seats: usize) -> Seat {
        Seat::new((self.0 as usize + steps) % seats)
    }

    /// The first `seats` seats in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats).map(Seat::new)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Seat, Self::Error> {
        if (index as usize) < MAX_SEATS { Ok(Seat(index)) } else { Err("a seat is a number from 0 to 15") }
    }
}

impl fmt::Display for Seat {
    /// Writes the seat number that people use. It starts at one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// The person or program that looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// The player in a seat.
    Seat(Seat),
    /// A spectator, who knows only what is public.
    Spectator,
    /// A viewer who sees everything and is never a player. The host of a match can allow it when the match is created.
    God,
}

impl Viewer {
    /// Every viewer with limited knowledge: the seats of a table with `seats` seats, and the spectators.
    pub fn limited(seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The seat of this viewer. `None` for spectators and the god viewer.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Viewer {
        Viewer::Seat(seat)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => seat.fmt(f),
            Viewer::Spectator => f.write_str("spectator"),
            Viewer::God => f.write_str("god"),
        }
    }
}

/// A set of seats, plus one bit for the spectators. It names an audience, or the seats that are due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The empty set.
    pub const NONE: SeatSet = SeatSet(0);
    /// Every possible seat and the spectators.
    pub const EVERYONE: SeatSet = SeatSet((1 << (MAX_SEATS + 1)) - 1);
    /// The spectators alone.
    pub const SPECTATORS: SeatSet = SeatSet(1 << MAX_SEATS);

    /// The set that contains only this seat.
    #[inline]
    #[must_use]
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `seats` seats, without spectators.
    #[inline]
    #[must_use]
    pub const fn first(seats: usize) -> SeatSet {
        assert!(seats <= MAX_SEATS);
        SeatSet((1 << seats) - 1)
    }

    /// The bits: seat `i` is bit `i`, the spectators are bit 16.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set with these bits. Bits above the spectator bit are dropped.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> SeatSet {
        SeatSet(bits & Self::EVERYONE.0)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set. Spectators are not a seat.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0 & !Self::SPECTATORS.0).count_ones() as usize
    }

    /// Whether the set contains this seat.
    #[inline]
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether this viewer may see something meant for this set. The god viewer may see everything.
    #[inline]
    #[must_use]
    pub const fn admits(self, who: Viewer) -> bool {
        match who {
            Viewer::Seat(seat) => self.has(seat),
            Viewer::Spectator => self.0 & Self::SPECTATORS.0 != 0,
            Viewer::God => true,
        }
    }

    /// The set with this seat added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set without this seat.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The union of both sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The members of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The lowest seat in the set, or `None` if there is no seat.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The only seat in the set. `None` if there is no seat or more than one.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<Seat> {
        if self.len() == 1 { self.lowest() } else { None }
    }

    /// The seats of the set in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0 & !Self::SPECTATORS.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let seat = Seat(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectators_are_a_bit_but_not_a_seat() {
        let all = SeatSet::first(3).or(SeatSet::SPECTATORS);
        assert_eq!(all.len(), 3);
        assert_eq!(all.iter().map(Seat::index).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(all.admits(Viewer::Spectator));
        assert!(!SeatSet::first(3).admits(Viewer::Spectator));
        assert!(SeatSet::NONE.admits(Viewer::God));
    }

    #[test]
    fn sixteen_seats_fit() {
        assert_eq!(SeatSet::first(16).len(), 16);
        assert!(SeatSet::first(16).has(Seat::new(15)));
        assert_eq!(Seat::new(15).after(1, 16), Seat::new(0));
        assert!(Seat::try_from(16).is_err());
    }
}
