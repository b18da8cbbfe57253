//! The meaning of each bit set of a position.

use crate::spec::{Flag, Spec};

/// The index of each bit set in a position: first the kinds, then the players, the unmoved pieces and the flags.
#[derive(Clone, Debug)]
pub struct Planes {
    /// Number of kinds of pieces.
    pub kinds: usize,
    /// Number of players.
    pub players: usize,
    /// The index of the set of walls, directly behind the players. `None` if a square never becomes a wall.
    pub walls: Option<usize>,
    /// The index of the set of pieces that have never moved.
    pub unmoved: usize,
    /// The index of the first set of flags.
    pub first_flag: usize,
    /// For each flag: its sets.
    pub flags: Vec<FlagPlanes>,
    /// The number of sets.
    pub count: usize,
    /// Whether flags must move with their piece, because a piece can move while it has a flag.
    pub carried: bool,
}

/// The bit sets of one flag. A countdown has one set for each of its binary digits. Permanent flags have one more set.
#[derive(Clone, Debug)]
pub struct FlagPlanes {
    /// The index of the set for the lowest digit.
    pub first: usize,
    /// Number of digits.
    pub digits: usize,
    /// The index of the set for permanent flags. `None` if the flag is never permanent.
    pub permanent: Option<usize>,
}

impl Planes {
    /// Assigns an index to each set that a game needs.
    pub fn new(spec: &Spec) -> Planes {
        let (kinds, players) = (spec.pieces.len(), spec.players.len());
        let walls = spec.has_walls().then_some(kinds + players);
        let unmoved = kinds + players + usize::from(walls.is_some());
        let mut next = unmoved + 1;
        let first_flag = next;
        let mut flags = Vec::new();
        for Flag { longest, permanent, .. } in &spec.flags {
            let digits = (8 - longest.leading_zeros()) as usize;
            let first = next;
            next += digits;
            let permanent = permanent.then_some(next);
            next += usize::from(permanent.is_some());
            flags.push(FlagPlanes { first, digits, permanent });
        }
        let alternates = spec.players.len() == 2 && spec.order.len() == 2 && spec.order[0] != spec.order[1];
        let short = spec.flags.iter().all(|flag| flag.longest <= 1 && !flag.permanent);
        Planes { kinds, players, walls, unmoved, first_flag, flags, count: next, carried: !(alternates && short) }
    }

    /// The indices of the sets to which a piece is added when a move gives the piece this flag.
    pub fn to_set(&self, flag: u8, duration: Option<u8>) -> Vec<usize> {
        let FlagPlanes { first, digits, permanent } = &self.flags[flag as usize];
        match duration {
            None => permanent.iter().copied().collect(),
            Some(turns) => (0..*digits).filter(|digit| turns >> digit & 1 == 1).map(|digit| first + digit).collect(),
        }
    }
}
