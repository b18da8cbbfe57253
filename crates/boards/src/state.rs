//! The state of a match: the position, and as much of the past as the repetition rule needs.

use crate::bits::Set;
use crate::limits::COUNTERS;
use crate::plan::Plan;
use crate::play::{End, Move, Position};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

/// The state of a match. The position is plain data without pointers, and the past is a list beside it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BoardState<const W: usize, const N: usize> {
    pub(crate) position: Position<W, N>,
    /// The keys of the positions since the last turn that cannot be undone. The current position is last.
    pub(crate) past: Vec<u64>,
    /// The winner and the reason. `None` while the match runs.
    pub(crate) end: Option<End>,
    /// The source and target of the last move. A drop has the same square twice.
    pub(crate) last: Option<(u8, u8)>,
    /// The move that the player to move has chosen, while the player chooses the square of its wall. The position is
    /// still the position before this move.
    pub(crate) chosen: Option<Move>,
}

impl<const W: usize, const N: usize> BoardState<W, N> {
    /// The position without the past.
    #[must_use]
    pub fn position(&self) -> &Position<W, N> {
        &self.position
    }

    /// The position as players see it: after the chosen move, if the player must still choose the square of its wall.
    pub(crate) fn shown(&self, plan: &Plan<W>) -> Position<W, N> {
        let mut shown = self.position;
        if let Some(mv) = self.chosen {
            shown.place(plan, mv);
        }
        shown
    }
}

impl<const W: usize, const N: usize> Clone for BoardState<W, N> {
    fn clone(&self) -> Self {
        BoardState {
            position: self.position,
            past: self.past.clone(),
            end: self.end,
            last: self.last,
            chosen: self.chosen,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position = other.position;
        self.past.clone_from(&other.past);
        self.end = other.end;
        self.last = other.last;
        self.chosen = other.chosen;
    }
}

/// The number of counters that every save has.
const LEAST_COUNTERS: usize = 16;

/// The serialised form of a position, with lists instead of fixed arrays. After the words of the sets, a further word
/// holds the chosen move of a state, if there is one.
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

/// The number of counters at the end that a save leaves out: zeros beyond the first sixteen.
fn spare(counters: &[u8; COUNTERS]) -> usize {
    counters[LEAST_COUNTERS..].iter().rev().take_while(|count| **count == 0).count()
}

impl<const W: usize, const N: usize> Position<W, N> {
    fn saved(&self) -> Saved {
        Saved {
            words: self.sets.iter().flat_map(|set| set.0).collect(),
            hash: self.hash,
            counters: self.counters[..self.counters.len() - spare(&self.counters)].to_vec(),
            clock: self.clock,
            ply: self.ply,
            turn: self.turn,
            alive: self.alive,
        }
    }

    /// The position. The error says what is wrong with the saved form.
    fn restored(saved: &Saved) -> Result<Self, &'static str> {
        if saved.words.len() != W * N {
            return Err("a position of another size");
        }
        let mut counters = [0; COUNTERS];
        let into = counters.get_mut(..saved.counters.len()).ok_or("too many counters")?;
        into.copy_from_slice(&saved.counters);
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

impl<const W: usize, const N: usize> Serialize for Position<W, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.saved().serialize(serializer)
    }
}

impl<'de, const W: usize, const N: usize> Deserialize<'de> for Position<W, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Position::restored(&Saved::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The serialised form of a state.
#[derive(Serialize, Deserialize)]
#[serde(rename = "BoardState")]
struct SavedState<'a> {
    position: Saved,
    past: Cow<'a, [u64]>,
    end: Option<End>,
    last: Option<(u8, u8)>,
}

impl<const W: usize, const N: usize> Serialize for BoardState<W, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = self.position.saved();
        position.words.extend(self.chosen.map(Move::bits));
        SavedState { position, past: Cow::Borrowed(&self.past), end: self.end, last: self.last }.serialize(serializer)
    }
}

impl<'de, const W: usize, const N: usize> Deserialize<'de> for BoardState<W, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut saved = SavedState::deserialize(deserializer)?;
        let chosen = if saved.position.words.len() > W * N { saved.position.words.pop() } else { None };
        let position = Position::restored(&saved.position).map_err(D::Error::custom)?;
        let chosen = chosen.map(Move::from_bits);
        Ok(BoardState { position, past: saved.past.into_owned(), end: saved.end, last: saved.last, chosen })
    }
}
