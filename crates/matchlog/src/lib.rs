//! The log of a match, as JSON Lines. With it, anybody can check that a match followed the rules.
//!
//! ```text
//! {"rulebook":1,"game":"war","source":"..","semantics":1,"commitment":"..","setup":{"seats":2},"seats":["Ann","Bob"]}
//! {"facts":[..],"digest":".."}                                     entry 0: the deal
//! {"seat":0,"ask":0,"move":"flip","facts":[..],"digest":".."}      entry 1, and so on
//! {"rebase":2,"state":"..","digest":".."}                          from here on another `semantics` version
//! {"outcome":{..},"key":"..","state":".."}                         after the end
//! {"outcome":{..},"key":"..","state":"..","early":{"resigned":[1]},"digest":".."}     or ended by the players
//! {"closed":"it is late","key":"..","digest":".."}                                    or closed without a result
//! {"names":["Ann","Bob"]}                                          perhaps: the players, outside of the chain
//! ```
//!
//! The digest of entry zero depends on the digest of the header line. Each later digest depends on the digest before
//! it, the seat, the ask, the move and the facts ([`rulebook_matches::chain`]). The header commits to the key, and the
//! last line publishes it. [`verify`] replays the match from the key and accepts a log only if the replay writes the
//! same bytes. A log of another `semantics` number also verifies if the replay gives the same bytes. If the match ended
//! early ([`Ending`]), the last digest also depends on the ending, and the result is computed from the ending.
//!
//! While a match runs, each player can get a *witness* ([`witness_log`]): a log that contains only the facts that this
//! player saw. A witness proves nothing. After the match, [`compare`] checks it against the whole log.
//!
//! This crate does no IO: it reads and writes strings. A log may come from an attacker, so reading a log never panics.

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
pub use read::{MAX_LINE, MAX_LOG, names_of, with_names};
pub use replay::{Replay, recover, replay, replay_with};
pub use verify::{Refused, Verified, verify, verify_chain};
pub use witness::{compare, witness_log};
pub use writer::{LogWriter, closed_log};
