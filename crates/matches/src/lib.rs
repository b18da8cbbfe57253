//! Rules and matches whose concrete types are erased.
//!
//! [`Staged`] rules make scenes, offers and steps from a view alone. [`Hosted`] turns such rules into [`AnyRules`] and
//! their matches into [`AnyMatch`]. Rooms, servers and the command line use only these two traits of a game. A match
//! can be saved and loaded, played by move texts or by numbers, and reports each answer as one [`Played`] entry.
//!
//! This crate knows no game and does no IO.

mod any;
mod facts;
mod hosted;
mod hosted_match;
mod key_rings;
mod reveals;
mod save;
mod staged;
mod vector_match;
mod visit;

pub use any::{AnyMatch, AnyRules, MAX_MOVE_TEXT};
pub use facts::{FactSource, Facts, Played, chain};
pub use hosted::Hosted;
pub use hosted_match::Match;
pub use reveals::{Learnt, Samples, SeenCard, also_saw, learnt, reveals};
pub use staged::{Brief, Declares, Staged};
pub use vector_match::Numbered;
pub use visit::Visit;
