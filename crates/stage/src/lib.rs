//! How a game meets people.
//!
//! A [`Scene`] is what one viewer is shown, an [`Offer`] is a legal move with the gesture that makes it, a [`Step`] is a
//! small thing that happened. Rules that are [`Staged`] make all three from a view alone. [`Hosted`] erases such rules into
//! [`AnyRules`] and their matches into [`AnyMatch`]: rooms, servers and the command line know no more of a game than that.
//! No IO here, and no game.

mod any;
mod facts;
mod hosted;
#[cfg(test)]
mod hosted_tests;
mod keys;
pub mod layout;
pub mod log;
mod numbered;
mod offer;
pub mod page;
pub mod policy;
mod prompt;
mod recap;
mod save;
pub mod scenario;
mod scene;
#[cfg(feature = "schema")]
pub mod shapes;
mod spaces;
mod staged;
mod taught;
#[cfg(test)]
mod testgame;
mod the_match;
mod together;
mod visit;

pub use any::{AnyMatch, AnyRules, Ask, MAX_MOVE_TEXT};
pub use facts::{Facts, Played, chain};
pub use hosted::Hosted;
pub use keys::{KeyRing, Salt};
pub use numbered::Numbered;
pub use offer::{CardSpot, Gesture, Offer};
pub use prompt::{text_offers, text_scene, text_scene_named, text_scene_with};
pub use recap::text_steps;
pub use scene::{
    BoardScene, Button, CapturedPieces, CapturedScene, CardKey, CardScene, FaceScene, PieceScene, Scene, Scoreboard,
    Square, StackItem, ZoneScene,
};
pub use spaces::{Block, Extent, Row, Spaces};
pub use staged::{Brief, Declares, Place, Staged, Step};
pub use taught::taught;
pub use the_match::Match;
pub use visit::Visit;
