//! Plain data that a game shows to one viewer.
//!
//! * A [`Scene`] contains everything that the viewer sees now: zones, cards, a board, scoreboards.
//! * An [`Offer`] is a legal move with its label and the [`Gesture`] that makes it. An [`Ask`] is the list of offers of
//!   a seat.
//! * A [`Step`] is one event that the viewer saw. Clients animate steps, and the commentary is made from them.
//! * A [`MoveRecord`] is one move of a board game, for move lists and earlier positions.
//! * A [`LogLine`] is a line of the commentary for players. [`commentary()`] makes the lines from steps.
//! * A [`layout`] says where the zones of a scene are drawn.
//! * A [`KeyRing`] gives each card an opaque key that stays the same while the viewer can follow the card.
//! * [`text_scene`], [`text_offers`], [`text_log`] and [`text_steps`] write all this as plain text for terminals and
//!   language models.
//!
//! This crate does not depend on rules or matches, and does no IO.

mod batch_steps;
mod card_move;
mod card_name;
mod commentary;
mod engine_ids;
#[cfg(feature = "schema")]
pub mod json_schemas;
mod keys;
pub mod layout;
mod move_record;
mod offer;
mod pile_buttons;
mod scene;
mod step;
mod text;
mod zone_role;

pub use card_move::{CardMove, action_offers};
pub use card_name::{french_suit, plain_card, usual_rank};
pub use commentary::{LogLine, Verb, commentary};
pub use engine_ids::EngineIds;
pub use keys::{KeyRing, Salt};
pub use move_record::{HandChange, MoveRecord, SquareChange};
pub use offer::{Aim, Ask, CardSpot, Gesture, Offer, OfferKind, START_HAND};
pub use scene::{
    BoardScene, Button, CapturedPieces, CapturedScene, CardKey, CardScene, FaceScene, PieceScene, Scene, Scoreboard,
    Square, StackItem, TurnScene, ZoneScene,
};
pub use step::{Place, SeatChoice, Step};
pub use text::{text_log, text_offers, text_scene, text_scene_named, text_scene_with, text_steps};
pub use zone_role::ZoneRole;
