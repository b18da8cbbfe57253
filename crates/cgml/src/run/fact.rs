//! The facts of a match: changes of the table, and events of the flow such as turns, asks and answers.

use crate::code::Value;
use rulebook_kernel::{Seat, SeatSet, Viewer};
use rulebook_table::Motion;
use serde::{Deserialize, Serialize};

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the comment of each variant explains its fields")]
pub enum Fact {
    /// A change of the cards or the variables.
    Table(rulebook_table::Fact),
    /// A turn began. The fact has the seat, and the number of earlier turns.
    Turn { seat: Seat, turn: u32 },
    /// A state was entered.
    Entered { state: u16 },
    /// These seats were asked. `at` is the index of the asking instruction in the code of this rule.
    Asked { seats: SeatSet, rule: u16, at: u16 },
    /// A seat answered. The values are visible to `to`, or to all viewers if `to` is missing. Chosen cards are not
    /// included, because later facts about them reveal the choice.
    Answered {
        seat: Seat,
        rule: u16,
        at: u16,
        values: Option<Vec<Value>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<SeatSet>,
    },
    /// An action failed. In a simultaneous loop, the action failed for this seat only. Only the god view learns this
    /// fact.
    Failed {
        rule: u16,
        action: u16,
        reason: Reason,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
}

/// The reason why an action failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no card to take.
    NoCard,
    /// There are too few cards.
    TooFew,
    /// The zone or the receiver does not exist.
    NoZone,
    /// The player does not exist.
    NoSeat,
    /// There is nothing to choose from.
    NothingToChoose,
    /// A value is missing.
    NoValue,
    /// The zone has no order.
    NoOrder,
    /// There is no space for another card, phase or waiting turn.
    NoRoom,
    /// The file declares this failure with a message.
    Said(u16),
    /// `RULE_OUT` or `RULE_IN` claims something that is false.
    NotSo,
    /// The zone does not allow the action.
    NotAllowed,
    /// No state or phase has this name.
    NoState,
}

impl Reason {
    /// The reason as a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Reason::NoCard => "there is no card to take",
            Reason::TooFew => "there are too few",
            Reason::NoZone => "the zone or the receiver does not exist",
            Reason::NoSeat => "there is no such player",
            Reason::NothingToChoose => "there is nothing to choose from",
            Reason::NoValue => "a value is missing",
            Reason::NoOrder => "the zone has no order",
            Reason::NoRoom => "there is no room for another one",
            Reason::Said(_) => "it cannot be done",
            Reason::NotSo => "the claim is false",
            Reason::NotAllowed => "the zone does not allow it",
            Reason::NoState => "there is no state or phase of this name",
        }
    }
}

impl From<rulebook_table::Fact> for Fact {
    fn from(fact: rulebook_table::Fact) -> Fact {
        Fact::Table(fact)
    }
}

impl Fact {
    /// The fact as a viewer learns it, or `None` if the viewer learns nothing.
    pub(crate) fn witness(&self, who: Viewer) -> Option<Fact> {
        match self {
            Fact::Table(fact) => {
                let mut fact = fact.witness(who)?;
                if let (rulebook_table::Fact::Moved(motions), false) = (&mut fact, who == Viewer::God) {
                    unpair(motions);
                }
                Some(Fact::Table(fact))
            }
            Fact::Failed { .. } => (who == Viewer::God).then(|| self.clone()),
            Fact::Answered { seat, rule, at, to: Some(to), .. } => {
                let untold = || Fact::Answered { seat: *seat, rule: *rule, at: *at, values: None, to: None };
                Some(if to.admits(who) { self.clone() } else { untold() })
            }
            Fact::Turn { .. } | Fact::Entered { .. } | Fact::Asked { .. } | Fact::Answered { .. } => Some(self.clone()),
        }
    }
}

/// If several cards enter an unordered zone together, hides which card came from which position. Players pick up such
/// cards together.
fn unpair(motions: &mut [Motion]) {
    let group = |m: &Motion| (m.spot.at.is_some(), m.from, m.spot.zone, m.spot.back, m.up);
    motions.sort_by_key(|m| (group(m), m.spot.at, m.spot.at.and(m.from_at), m.spot.face));
    for together in motions.chunk_by_mut(|a, b| group(a) == group(b)) {
        if together.len() > 1 && together[0].spot.at.is_none() {
            let mut places: Vec<Option<u16>> = together.iter().map(|m| m.from_at).collect();
            places.sort_unstable();
            together.iter_mut().zip(places).for_each(|(m, at)| m.from_at = at);
        }
    }
}
