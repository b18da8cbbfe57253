//! What is told of a match: the facts of the table, and what else an engine event changed.

use super::event::Visibility;
use super::{ActionSet, Card};
use rulebook_kernel::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the line above a variant says what its fields are")]
pub enum Fact<P, V, N> {
    /// To the cards.
    Table(rulebook_table::Fact),
    /// A hand is dealt: the first, the second, ...
    Dealt { deal: u16 },
    /// A hand is over.
    HandOver,
    /// Somebody's turn began.
    Turn(Option<Seat>),
    /// The public rules state changed.
    Rules(P),
    /// The part of a seat changed; nobody else is told.
    Private { seat: Seat, value: V },
    /// The points changed.
    Scores(Vec<i32>),
    /// Other buttons exist.
    Actions(ActionSet),
    /// A pile is seen in another way.
    Seen { pile: u8, visibility: Visibility },
    /// Cards are rotated: the card in records only, its face, its pile, the degrees.
    Rotated(Vec<(Option<u16>, Card, u8, i16)>),
    /// Something was announced.
    Note(N),
    /// It is over.
    Over(Box<Outcome>),
}

impl<P, V, N> From<rulebook_table::Fact> for Fact<P, V, N> {
    fn from(fact: rulebook_table::Fact) -> Self {
        Fact::Table(fact)
    }
}

impl<P: Clone, V: Clone, N: Clone> Fact<P, V, N> {
    /// The fact as `who` learns it.
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
