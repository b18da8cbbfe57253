#![warn(missing_docs)]
//! One match with people round it, as a pure state machine: inputs in, effects out, time passed in. No IO, no clock, no game.
//!
//! A [`Room`] is the fold of its [`Record`]s. [`Room::handle`] checks an [`Input`], folds what comes of it and gives
//! [`Effect`]s: first what must be written, then the reply, then what each viewer is shown. [`Room::restore`] folds the
//! records again after a crash, or on another node, playing every move and comparing every byte of the match log;
//! [`Room::follow`] does it with one record that another node has written. [`Room::snapshot`] is a cache of the fold.
//!
//! An [`Answer`] names the ask it answers and carries a key of the sender's choice, so that a message that arrives twice is
//! answered twice and played once. Nobody can tell who has answered a simultaneous ask: a viewer hears something only when its
//! own scene, ask or steps have changed, and until the last sealed answer those of the others do not; the clocks are charged
//! when everybody has answered; and numbers that travel count only what their viewer saw.
//!
//! Words of this crate: a *place* is a seat with who sits there and who decides; the *terms* are what the host allows; a
//! *deal* is something that everybody with a voice must agree on; an *epoch* ends when the table takes something back.

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
