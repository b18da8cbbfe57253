//! Effects: what the server must do after an input.

use crate::input::Refusal;
use crate::record::Entry;
use crate::status::Status;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::{Ask, Scene, Step};
use serde::{Deserialize, Serialize};

/// One thing that the server must do. It stores records first, then sends updates, and answers the sender last.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Effect {
    /// Write this record durably before anything that follows. Secret: it contains every move and every card.
    Write(Entry),
    /// Send the result to the sender.
    Reply(Result<(), Refusal>),
    /// Send a viewer what is new for it.
    Show(Box<Show>),
    /// Send the public status to all viewers.
    Status(Box<Status>),
    /// Let the bot of this seat answer its open ask.
    Think { seat: Seat, ask: u32 },
    /// Only bots are asked to deal the next hand: send [`crate::Input::Start`] as the clock.
    NextHand,
    /// All players agreed to a rematch: open a table and then send [`crate::Input::Next`] as the clock. This effect is repeated
    /// after a restore and on every node, so opening must be idempotent.
    Again { practice: bool },
}

/// The position of a viewer in the match. It counts only what this viewer saw, so it reveals nothing about others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Increases with every undo.
    pub epoch: u32,
    /// The number of entries that showed the viewer something.
    pub seen: u32,
}

/// What is new for a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Show {
    /// The viewer.
    #[cfg_attr(feature = "schema", schemars(with = "rulebook_scene::json_schemas::Viewer"))]
    pub viewer: Viewer,
    /// The position to send after a lost connection.
    pub since: Since,
    /// Whether the steps lead from the viewer's last scene to this one. If not, show the scene without animation.
    pub follows: bool,
    /// The steps to animate.
    pub steps: Vec<Step>,
    /// The current scene.
    pub scene: Scene,
    /// The open ask of the viewer.
    pub ask: Option<Ask>,
    /// Whether the Undo button is enabled for this viewer.
    pub undo: bool,
}
