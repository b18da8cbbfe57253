//! What happened, as one viewer saw it.

use serde::{Deserialize, Serialize};

/// A small thing that happened, as one viewer saw it: drives animation, the recap and the keys of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "step")]
pub enum Step {
    /// A card went from one place to another. `None` for a place inside a zone: the viewer cannot tell which card it was,
    /// or where among the others it went. Steps follow each other: each place is as it was when its turn came. For cards
    /// that moved at the same time see [`Step::together`].
    Move { from: Place, to: Place, face: Option<String> },
    /// Cards of a zone were mixed: nobody can follow one through it. The words say how, if it was not shuffled; empty ones
    /// say nothing.
    Mix {
        zone: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        text: Option<String>,
    },
    /// A card was turned, looked at, marked: it stays where it is. Which card, if the viewer can tell; and where that has changed
    /// for somebody, whether its face is to be seen from now on.
    Change {
        at: Place,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        face: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        up: Option<bool>,
    },
    /// A card came into being.
    Create { at: Place, face: Option<String> },
    /// A card ceased to be.
    Remove { at: Place },
    /// Words for the recap. Quiet ones tell a value that scoreboards show anyway: they need not be said aloud.
    Say {
        text: String,
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        quiet: bool,
    },
}

impl Step {
    /// Words that everybody should hear.
    #[must_use]
    pub fn say(text: impl Into<String>) -> Step {
        Step::Say { text: text.into(), quiet: false }
    }

    /// A card that something happened to, in words alone.
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
    /// The zone's id, as in the scene.
    pub zone: String,
    /// Index from the bottom in an ordered zone; in an unordered one the face tells which card it is. The index that a card
    /// goes to counts the cards there after it left its old place.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub at: Option<usize>,
}
