#![warn(missing_docs)]
//! One match with its players, as a pure state machine: inputs in, effects out. The caller passes the time. The crate
//! has no IO, no clock and no game.
//!
//! A [`Room`] is the fold of its [`Record`]s. [`Room::handle`] checks an [`Input`], folds the records that follow from
//! it and returns [`Effect`]s in this order: the records to write, the reply, the changes for each viewer.
//! [`Room::restore`] folds the records again after a crash or on another node. It plays every move and compares every
//! byte of the match log. [`Room::follow`] folds one record that another node has written. [`Room::snapshot`] caches
//! the fold.
//!
//! An [`Answer`] names the ask it answers and carries an idempotency key. A message that arrives twice is answered
//! twice and played once. No viewer can tell which seats have answered a simultaneous ask, because a viewer gets an
//! update only if its own scene, ask or steps have changed. Clocks are charged when all seats have answered. Counters
//! that a viewer receives count only entries that this viewer saw.
//!
//! Words of this crate: [`SeatInfo`] says who sits in a seat and who decides there. The *terms* are the permissions
//! that the host sets for the table. A
//! *proposal* needs the agreement of all players. An *epoch* ends with each undo.

mod clocks;
mod effect;
mod finished;
mod input;
mod lobby;
mod play;
mod proposals;
mod record;
mod reply_cache;
mod restore;
mod room;
mod running_match;
mod seats;
mod snapshot;
mod status;
mod terms;
mod undo_cache;
mod viewers;
mod warning;

pub use clocks::ClockFace;
pub use effect::{Effect, Show, Since};
pub use finished::FinishedMatch;
pub use input::{Answer, Input, Refusal, RefusalCode, Sender};
pub use lobby::start_offer;
pub use play::{MAX_BATCH, MAX_KEY, START};
pub use record::{Entry, LogLine, Opened, ProposalKind, Record};
pub use restore::RestoreError;
pub use room::{Phase, RematchSetup, Room};
pub use seats::{Driver, MAX_NAME, SeatInfo};
pub use status::{Fault, Proposal, Status};
pub use terms::{Clock, Terms};
pub use warning::Warning;
