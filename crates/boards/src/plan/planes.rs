//! The meaning of each set of a position.

use crate::spec::{Flag, Spec};

/// The index of each set in a position. Kinds come first, then players, then unmoved pieces, then flags.
#[derive(Clone, Debug)]
pub struct Planes {
    /// Number of kinds of pieces.
    pub kinds: usize,
    /// Number of players.
    pub players: usize,
    /// The set of pieces that have never moved.
    pub unmoved: usize,
    /// The first set of flags.
    pub first_flag: usize,
    /// The sets of each flag, by index.
    pub flags: Vec<FlagPlanes>,
    /// Number of sets.
    pub count: usize,
    /// Whether flags must move with their piece, because a piece may move while it has one.
    pub carried: bool,
}

/// The sets of a flag: a binary countdown with one set for each digit, and a set for permanent flags.
#[derive(Clone, Debug)]
pub struct FlagPlanes {
    /// The first digit.
    pub first: usize,
    /// Number of digits.
    pub digits: usize,
    /// The set of permanent flags.
    pub permanent: Option<usize>,
}

impl Planes {
    /// The sets that a game needs.
    pub fn new(spec: &Spec) -> Planes {
        let (kinds, players) = (spec.pieces.len(), spec.players.len());
        let unmoved = kinds + players;
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
        Planes { kinds, players, unmoved, first_flag, flags, count: next, carried: !(alternates && short) }
    }

    /// The sets that a piece enters when a move gives it a flag.
    pub fn to_set(&self, flag: u8, duration: Option<u8>) -> Vec<usize> {
        let FlagPlanes { first, digits, permanent } = &self.flags[flag as usize];
        match duration {
            None => permanent.iter().copied().collect(),
            Some(turns) => (0..*digits).filter(|digit| turns >> digit & 1 == 1).map(|digit| first + digit).collect(),
        }
    }
}
