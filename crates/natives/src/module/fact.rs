//! Defines the facts of a match. The table reports the facts about cards. Every other change that an engine event makes
//! has a fact of its own here.

use super::event::Visibility;
use super::{ActionSet, Card};
use rulebook_kernel::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// One thing that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the comment of each variant explains its fields")]
pub enum Fact<P, V, N> {
    /// A fact about cards, reported by the table.
    Table(rulebook_table::Fact),
    /// A hand was dealt. The first hand has number 1.
    Dealt { deal: u16 },
    /// The hand is over.
    HandOver,
    /// This seat became the current player. `None` means no seat.
    Turn(Option<Seat>),
    /// The public rules state changed.
    Rules(P),
    /// The private rules state of a seat changed. Only that seat sees the fact.
    Private { seat: Seat, value: V },
    /// The points changed.
    Scores(Vec<i32>),
    /// The set of existing buttons changed.
    Actions(ActionSet),
    /// The visibility of a pile changed.
    Seen { pile: u8, visibility: Visibility },
    /// The rotations of cards were set. For each card: its number (only in recorded facts), its face, its pile and the
    /// degrees.
    Rotated(Vec<(Option<u16>, Card, u8, i16)>),
    /// A note was announced.
    Note(N),
    /// The match is over.
    Over(Box<Outcome>),
}

impl<P, V, N> From<rulebook_table::Fact> for Fact<P, V, N> {
    fn from(fact: rulebook_table::Fact) -> Self {
        Fact::Table(fact)
    }
}

impl<P: Clone, V: Clone, N: Clone> Fact<P, V, N> {
    /// The fact as viewer `who` learns it. `None` if the viewer learns nothing.
    pub(crate) fn witness(&self, who: Viewer) -> Option<Self> {
        match self {
            Fact::Table(fact) => fact.witness(who).map(Fact::Table),
            Fact::Private { seat, .. } if who != Viewer::Seat(*seat) && who != Viewer::God => None,
            Fact::Rotated(cards) if who != Viewer::God => {
                let mut cards: Vec<_> =
                    cards.iter().map(|&(_, card, pile, degrees)| (None, card, pile, degrees)).collect();
                cards.sort_unstable();
                Some(Fact::Rotated(cards))
            }
            _ => Some(self.clone()),
        }
    }
}
