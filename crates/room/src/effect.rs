//! Defines effects: the actions that the server must carry out after an input.

use crate::input::Refusal;
use crate::record::Entry;
use crate::status::Status;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::{Ask, MoveRecord, Scene, Step};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One action that the server must carry out. The server stores the records first. Then it sends the updates and
/// answers the sender.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Effect {
    /// Write this record durably before any later effect. The record is secret because it contains every move and every
    /// card.
    Write(Entry),
    /// Send the result of the input to its sender.
    Reply(Result<(), Refusal>),
    /// Send a viewer the changes that it may see.
    Show(Box<Show>),
    /// Send the public status to all viewers.
    Status(Box<Status>),
    /// Let the bot of this seat answer its open ask.
    Think { seat: Seat, ask: u32 },
    /// All seats that are asked to deal the next hand are bots. The server must deal in their place: it sends
    /// [`crate::Input::Start`] as [`crate::Sender::Clock`].
    NextHand,
    /// All players agreed to a rematch. The server must open a table and then send [`crate::Input::Next`] as
    /// [`crate::Sender::Clock`]. This effect is repeated after a restore and on every node. So the server must not open
    /// a second table.
    Again { practice: bool },
}

/// The position of a viewer in the match. It counts only log entries that this viewer saw, so it reveals nothing about
/// hidden entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The number of undos so far.
    pub epoch: u32,
    /// The number of log entries that showed the viewer something.
    pub seen: u32,
}

/// The changes that a viewer is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Show {
    /// The viewer.
    #[cfg_attr(feature = "schema", schemars(with = "rulebook_scene::json_schemas::Viewer"))]
    pub viewer: Viewer,
    /// The viewer's position. A client sends it back when it reconnects.
    pub since: Since,
    /// Whether the steps lead from the viewer's last scene to the current scene. If not, the client should show the
    /// scene without animation.
    pub follows: bool,
    /// The steps to animate.
    pub steps: Vec<Step>,
    /// The new moves of a game with a move list. If `follows` is false, all moves that the server knows. A record with
    /// the number of an earlier one replaces it and all later ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<MoveRecord>"))]
    pub moves: Vec<Arc<MoveRecord>>,
    /// The current scene.
    pub scene: Scene,
    /// The open ask of the viewer.
    pub ask: Option<Ask>,
    /// Whether the Undo button is enabled for this viewer.
    pub undo: bool,
}
