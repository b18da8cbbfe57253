//! A match at one moment: the position, and as much of the past as repetition needs.

use crate::bits::Set;
use crate::play::{End, Position};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A match. The position is a plain copy; the past lies beside it.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BoardState<const W: usize, const N: usize> {
    pub(crate) position: Position<W, N>,
    /// Keys of the positions since the last turn that cannot be undone, the present one last.
    pub(crate) past: Vec<u64>,
    /// How it ended, if it did.
    pub(crate) end: Option<End>,
    /// The squares of the last move; the same one twice where a piece came from the hand.
    pub(crate) last: Option<(u8, u8)>,
}

impl<const W: usize, const N: usize> BoardState<W, N> {
    /// The position by itself: a plain copy, without the past.
    #[must_use]
    pub fn position(&self) -> &Position<W, N> {
        &self.position
    }
}

impl<const W: usize, const N: usize> Clone for BoardState<W, N> {
    fn clone(&self) -> Self {
        BoardState { position: self.position, past: self.past.clone(), end: self.end, last: self.last }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position = other.position;
        self.past.clone_from(&other.past);
        self.end = other.end;
        self.last = other.last;
    }
}

/// A position as it is saved: arrays of unknown length are lists.
#[derive(Serialize, Deserialize)]
struct Saved {
    words: Vec<u64>,
    hash: u64,
    counters: Vec<u8>,
    clock: u16,
    ply: u16,
    turn: u8,
    alive: u16,
}

impl<const W: usize, const N: usize> Serialize for Position<W, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = Saved {
            words: self.sets.iter().flat_map(|set| set.0).collect(),
            hash: self.hash,
            counters: self.counters.to_vec(),
            clock: self.clock,
            ply: self.ply,
            turn: self.turn,
            alive: self.alive,
        };
        saved.serialize(serializer)
    }
}

impl<'de, const W: usize, const N: usize> Deserialize<'de> for Position<W, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        if saved.words.len() != W * N {
            return Err(D::Error::custom("a position of another size"));
        }
        let counters = saved.counters.try_into().map_err(|_| D::Error::custom("counters of another number"))?;
        Ok(Position {
            sets: std::array::from_fn(|set| Set(std::array::from_fn(|word| saved.words[set * W + word]))),
            hash: saved.hash,
            counters,
            clock: saved.clock,
            ply: saved.ply,
            turn: saved.turn,
            alive: saved.alive,
        })
    }
}
