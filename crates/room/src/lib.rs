#![warn(missing_docs)]
//! One match with its players, as a pure state machine: inputs in, effects out. The crate does no IO and contains no
//! game. The caller passes the current time.
//!
//! The state of a [`Room`] follows from its [`Record`]s alone. To *fold* a record means to apply it to the room.
//! [`Room::handle`] checks an [`Input`], folds the resulting records and returns [`Effect`]s in this order: the records
//! to write, the reply, the changes for each viewer. The server stores the records, sends the changes, and sends the
//! reply last. [`Room::restore`] folds all records again after a crash or on another node. It plays every move and
//! compares every byte of the match log. [`Room::follow`] folds one record that another node has written.
//! [`Room::snapshot`] saves the state, so that a later start need not fold all records.
//!
//! An [`Answer`] contains the number of its ask and an idempotency key. If the same message arrives twice, the move is
//! played once, and both messages get the same reply. If several seats are asked at once, no viewer can tell which of
//! them have answered. A viewer gets an update only if its own scene, ask or steps have changed. Used time is
//! subtracted from the clocks only when all seats have answered. Counters that are sent to a viewer count only entries
//! that this viewer saw.
//!
//! Terms of this crate: [`SeatInfo`] contains the player of a seat and the driver that decides there. The *terms* are
//! the permissions that the host sets for the table. A *proposal* needs the agreement of all players. The *epoch* is
//! the number of undos so far.

mod card_intent;
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
pub use input::{Answer, CardIntent, CardName, Input, IntentAction, Refusal, RefusalCode, Sender};
pub use lobby::{CLAIM_MS, start_offer};
pub use play::{MAX_BATCH, MAX_KEY};
pub use record::{Entry, LogLine, Opened, ProposalKind, Record};
pub use restore::RestoreError;
pub use room::{MOST_TALK, MOST_WORDS, Phase, RematchSetup, Room};
pub use seats::{Driver, MAX_NAME, SeatInfo, is_alike};
pub use status::{AwaySeat, Fault, Proposal, Status};
pub use terms::{Clock, Terms};
pub use warning::Warning;
