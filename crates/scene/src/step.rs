//! Defines steps: the events of a match as one viewer saw them.

use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// One event as one viewer saw it. Steps drive animation, the recap and card keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "step")]
pub enum Step {
    /// A card moved from one place to another. A place has no index if the viewer cannot tell which card left, or where
    /// the card was put. Each index is valid at the moment of its step. For cards that move at the same time, see
    /// [`Step::together`].
    Move { from: Place, to: Place, face: Option<String> },
    /// Cards of a zone were mixed, so no viewer can follow them. If the cards were not shuffled, `text` describes the
    /// change of their order. It may be empty.
    Mix {
        zone: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        text: Option<String>,
    },
    /// A card was turned, looked at or marked, and stays in its place. `at` has an index if the viewer can tell which
    /// card it is. If the card was turned or shown, `up` says whether its face is visible now.
    Change {
        at: Place,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        face: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        up: Option<bool>,
    },
    /// A card was created.
    Create { at: Place, face: Option<String> },
    /// A card ceased to exist.
    Remove { at: Place },
    /// A text for the recap. A `quiet` text repeats a value that scoreboards show, so screen readers can skip it. If the
    /// text reports an answer of a player, `choice` is this answer.
    Say {
        text: String,
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        quiet: bool,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        choice: Option<SeatChoice>,
    },
}

/// The answer of a player to a question of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatChoice {
    /// The seat of the player.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// What the player has chosen: the label of a button, a card, a zone or a number. Several items are separated by
    /// commas.
    pub chosen: String,
}

impl Step {
    /// A step with a text.
    #[must_use]
    pub fn say(text: impl Into<String>) -> Step {
        Step::Say { text: text.into(), quiet: false, choice: None }
    }

    /// A step that reports the answer of a player. `name` is the name of the player in the rules, such as `p2`.
    #[must_use]
    pub fn choice(seat: Seat, name: &str, chosen: impl Into<String>) -> Step {
        let chosen = chosen.into();
        let text = format!("{name} chooses {chosen}");
        Step::Say { text, quiet: false, choice: Some(SeatChoice { seat, chosen }) }
    }

    /// A change of a card that is described only by a text.
    #[must_use]
    pub fn change(at: Place, text: impl Into<String>) -> Step {
        Step::Change { at, text: text.into(), face: None, up: None }
    }
}

/// A place in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The id of the zone in the scene.
    pub zone: String,
    /// The index from the bottom of an ordered zone. In an unordered zone the face identifies the card. The index of a
    /// target is valid after the card has left its old place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<usize>,
}
