//! How a game meets people.
//!
//! A [`Scene`] is what one viewer is shown, an [`Offer`] is a legal move with the gesture that makes it, a [`Step`] is a
//! small thing that happened. Rules that are [`Staged`] make all three from a view alone. No IO here, and no game.

mod offer;
mod scene;
mod staged;

pub use offer::{CardSpot, Gesture, Offer};
pub use scene::{
    BoardScene, Button, CardKey, CardScene, FaceScene, PieceScene, Scene, Scoreboard, Square, StackItem, ZoneScene,
};
pub use staged::{Place, Staged, Step};
