//! Resolves the names by which a layout refers to zones of the game.

use crate::ZoneScene;
use rulebook_kernel::Seat;
use std::collections::BTreeSet;

/// One zone, or a pattern over the zones that each seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile<'a> {
    /// One zone: `deck`, `hand.2`.
    One(&'a str),
    /// The zones of all seats: `hand.*`.
    Every(&'a str),
    /// The viewer's own zone: `hand.self`.
    Own(&'a str),
    /// The zones of all seats except the viewer's: `hand.others`. For a spectator these are the zones of all seats.
    Others(&'a str),
}

/// A zone, and whether its owner (`true`) or another viewer (`false`) looks at it. A layout shows each claim at most
/// once.
pub(super) type Claim<'a> = (&'a str, bool);

impl<'a> Pile<'a> {
    /// Parses a pile name.
    #[must_use]
    pub fn parse(name: &'a str) -> Pile<'a> {
        match name.rsplit_once('.') {
            Some((base, "*")) => Pile::Every(base),
            Some((base, "self")) => Pile::Own(base),
            Some((base, "others")) => Pile::Others(base),
            _ => Pile::One(name),
        }
    }

    /// Whether the pile includes this zone of a scene for a viewer in this seat. The zone of a team counts as a zone of
    /// each member.
    #[must_use]
    pub fn shows(self, zone: &ZoneScene, viewer: Option<Seat>) -> bool {
        let own = viewer.is_some_and(|viewer| zone.is_of(viewer));
        match (self, seat_zone(&zone.id)) {
            (Pile::One(id), _) => id == zone.id,
            (Pile::Every(base), Some((of, _))) => base == of,
            (Pile::Own(base), Some((of, _))) => base == of && own,
            (Pile::Others(base), Some((of, _))) => base == of && !own,
            _ => false,
        }
    }

    pub(super) fn exactness(self) -> u8 {
        match self {
            Pile::One(_) => 2,
            Pile::Own(_) | Pile::Others(_) => 1,
            Pile::Every(_) => 0,
        }
    }

    /// The zones of a game that the pile includes, as claims. Empty if the game has no such zone.
    pub(super) fn claims<'z>(self, zones: &'z [String]) -> BTreeSet<Claim<'z>> {
        let both = [true, false];
        let of = |base: &'a str| {
            zones.iter().filter(move |zone| seat_zone(zone).is_some_and(|(of, _)| of == base)).map(String::as_str)
        };
        match self {
            Pile::One(id) => {
                zones.iter().filter(|zone| *zone == id).flat_map(|zone| both.map(|b| (&**zone, b))).collect()
            }
            Pile::Every(base) => of(base).flat_map(|zone| both.map(|own| (zone, own))).collect(),
            Pile::Own(base) => of(base).map(|zone| (zone, true)).collect(),
            Pile::Others(base) => of(base).map(|zone| (zone, false)).collect(),
        }
    }
}

/// Splits `hand.2` into `hand` and 2. The number is a seat or a team, from zero.
pub(super) fn seat_zone(id: &str) -> Option<(&str, usize)> {
    let (base, seat) = id.rsplit_once('.')?;
    Some((base, seat.parse().ok()?))
}

/// All pile names that a layout can use in a game with these zones. Errors suggest them.
pub(super) fn names(zones: &[String]) -> Vec<String> {
    let bases: BTreeSet<&str> = zones.iter().filter_map(|zone| Some(seat_zone(zone)?.0)).collect();
    let patterns = bases.iter().flat_map(|base| ["*", "self", "others"].map(|which| format!("{base}.{which}")));
    zones.iter().cloned().chain(patterns).collect()
}
