//! What the host must do.

use crate::input::Refusal;
use crate::record::Entry;
use crate::status::Status;
use rulebook_kernel::{Seat, Viewer};
use rulebook_scene::{Ask, Scene, Step};
use serde::{Deserialize, Serialize};

/// What the host must do, in this order.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Effect {
    /// Write this down, durably, before anything that follows. Secret: it holds every move and every card.
    Write(Entry),
    /// Tell the sender: accepted, or why not.
    Reply(Result<(), Refusal>),
    /// Show a viewer what is new.
    Show(Box<Show>),
    /// Tell everybody how the table stands.
    Status(Box<Status>),
    /// Let the machine of this seat answer its open ask.
    Think { seat: Seat, ask: u32 },
    /// Nobody at the table can begin the next hand: send [`crate::Input::Start`] from the clock.
    NextHand,
    /// Everybody agreed: open a table like this one, and send [`crate::Input::Next`] from the clock when it is there. Told again
    /// after a restore, and on every node: it must be opened once.
    Again { practice: bool },
}

/// How far a viewer has seen the match. Counts only what that viewer saw, so it tells nothing about others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// Goes up when the table takes something back.
    pub epoch: u32,
    /// How many happenings the viewer saw.
    pub seen: u32,
}

/// What is new for a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Show {
    /// Whose eyes these are.
    #[cfg_attr(feature = "schema", schemars(with = "rulebook_scene::json_schemas::Viewer"))]
    pub viewer: Viewer,
    /// Send this back after a lost connection.
    pub since: Since,
    /// Do the steps lead from what the viewer had to the scene? If not, show the scene as it is.
    pub follows: bool,
    /// What happened, to be animated.
    pub steps: Vec<Step>,
    /// What there is now: the truth.
    pub scene: Scene,
    /// What the viewer is asked.
    pub ask: Option<Ask>,
    /// Could the seat that looks take its last answer back, where the table allows that?
    pub undo: bool,
}
