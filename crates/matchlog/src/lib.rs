//! The log of a match: JSON Lines that prove themselves.
//!
//! ```text
//! {"rulebook":1,"game":"war","source":"..","semantics":1,"commitment":"..","setup":{"seats":2},"seats":["Ann","Bob"]}
//! {"facts":[..],"digest":".."}                                     entry 0: the deal
//! {"seat":0,"ask":0,"move":"flip","facts":[..],"digest":".."}      entry 1, and so on
//! {"rebase":2,"state":"..","digest":".."}                          the rules have another meaning from here on
//! {"outcome":{..},"key":"..","state":".."}                         once it is over
//! {"outcome":{..},"key":"..","state":"..","early":{"resigned":[1]},"digest":".."}     or ended by those at the table
//! {"closed":"it is late","key":"..","digest":".."}                                    or closed without a result
//! ```
//!
//! The digest of entry zero chains the digest of the header line; each later one chains the one before it, the seat, the ask,
//! the move and the facts ([`rulebook_matches::chain`]). The header commits to the key, the last line publishes it, and with it
//! everything is replayed: [`verify`] accepts a log only if the replay writes the same bytes. Rules that have got another meaning since
//! then prove it as well, if they still write the same bytes; if not, that is said. A result that the rules do not give
//! follows from how the table ended the match ([`Ending`]), and that is the last link of the chain.
//!
//! Until a match is over people have a *witness* of it ([`witness_log`]): what they saw, which proves nothing by itself and is
//! compared with the whole log afterwards ([`compare`]).
//!
//! Strings in, strings out: no IO here. A log can be hostile; reading one never panics.

mod ending;
mod explain_mismatch;
mod fair_key;
mod line;
mod read;
mod replay;
mod verify;
mod witness;
mod writer;

pub use ending::Ending;
pub use fair_key::Fair;
pub use line::Header;
pub use read::{MAX_LINE, MAX_LOG};
pub use replay::{Replay, recover, replay, replay_with};
pub use verify::{Refused, Verified, verify, verify_chain};
pub use witness::{compare, witness_log};
pub use writer::{LogWriter, closed_log};
