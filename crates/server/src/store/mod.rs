//! The store: keeps the records of all matches in order. Records are only appended, never changed.
//!
//! A store handles lines, versions and keys. It knows nothing of games and rooms. An append names the version that it
//! follows. If another node has written meanwhile, the append fails with [`StoreError::Conflict`] and writes nothing.
//! An append returns when its lines would survive a power cut.

mod file;
mod postgres;
mod sqlite;
mod writer;

pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// The future of a store operation.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// An error of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another node has written to this match. Read the new records.
    Conflict,
    /// There is no such match.
    Missing,
    /// The store failed.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("another node has written to this match"),
            StoreError::Missing => f.write_str("there is no such match"),
            StoreError::Broken(why) => write!(f, "the store failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// The data of a match that the store returns without reading its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The id of the match.
    pub id: String,
    /// The game.
    pub game: String,
    /// The digest of its rules, in hexadecimal.
    pub source: String,
    /// The server's secret. It determines every card.
    pub secret: [u8; 32],
    /// Whether the table is unlisted.
    pub private: bool,
    /// Whether the match is not over.
    pub live: bool,
    /// Whether the match has started.
    pub begun: bool,
    /// When the table was opened, in milliseconds since 1970.
    pub opened: u64,
    /// The number of records.
    pub version: u64,
}

/// A record line and its idempotency key, if it has one. A key is unique within a match.
pub type Keyed = (String, Option<String>);

/// An append.
#[derive(Clone, Debug)]
pub struct Append {
    /// The id of the match.
    pub id: String,
    /// The version that the lines follow.
    pub expected: u64,
    /// The record lines.
    pub lines: Vec<Keyed>,
    /// Whether the match is not over after these lines.
    pub live: bool,
    /// Whether the match has started after these lines.
    pub begun: bool,
    /// Whether a node must keep the match loaded, because a clock runs or a bot has to decide.
    pub due: bool,
    /// The time of the visit in milliseconds since 1970. Zero if no player caused the append.
    pub at: u64,
}

/// A lease on the bot of a seat. Until the lease ends, only this node runs the bot.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The id of the match.
    pub id: String,
    /// The seat.
    pub seat: u8,
    /// The name of the node.
    pub node: String,
    /// The lease time, in milliseconds.
    pub millis: u32,
}

/// The right of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// The host of the table.
    Host,
    /// The player of a seat, with the occupancy number.
    Seat(u8, u32),
    /// A guest who may take a seat at a private table.
    Invite,
    /// A guest who may watch a private table.
    Watch,
}

/// Maximum occupancy number in a token.
const MOST_SITTINGS: i32 = 0x7f_ffff;

/// The occupancy number, limited to `MOST_SITTINGS`.
fn capped(sittings: u32) -> i32 {
    i32::try_from(sittings).unwrap_or(MOST_SITTINGS).min(MOST_SITTINGS)
}

impl Right {
    pub(crate) fn to_number(self) -> i32 {
        match self {
            Right::Host => -1,
            Right::Invite => -2,
            Right::Watch => -3,
            Right::Seat(seat, sitting) => i32::from(seat) | capped(sitting) << 8,
        }
    }

    pub(crate) fn from_number(number: i32) -> Option<Right> {
        match number {
            -1 => Some(Right::Host),
            -2 => Some(Right::Invite),
            -3 => Some(Right::Watch),
            both => Some(Right::Seat(u8::try_from(both & 0xff).ok()?, u32::try_from(both >> 8).ok()?)),
        }
    }
}

/// A store of matches.
pub trait Store: Send + Sync {
    /// Creates a match with its first record.
    fn create(&self, header: Header, line: String) -> Answer<'_, ()>;
    /// Imports a whole match with its tokens. If there is any error, nothing is written.
    fn import(&self, header: Header, lines: Vec<Keyed>, tokens: Vec<(String, Right)>) -> Answer<'_, ()>;
    /// Appends lines, or fails with [`StoreError::Conflict`].
    fn append(&self, append: Append) -> Answer<'_, ()>;
    /// The header of a match.
    fn find(&self, id: &str) -> Answer<'_, Option<Header>>;
    /// The records of a match from index `from` on.
    fn read(&self, id: &str, from: u64) -> Answer<'_, Vec<String>>;
    /// All matches, or only matches that are not over.
    fn list(&self, live_only: bool) -> Answer<'_, Vec<Header>>;
    /// Up to `most` public matches that are not over, newest first. If `after` is given, the list starts after that
    /// match.
    fn newest(&self, after: Option<&str>, most: usize) -> Answer<'_, Vec<Header>>;
    /// Up to `most` tables opened before this time whose match has not started, oldest first.
    fn waiting(&self, before: u64, most: usize) -> Answer<'_, Vec<String>>;
    /// Running matches that a node must load: a clock runs, a bot has to decide, or a player visited them since this
    /// time. The most recently visited match comes first.
    fn active(&self, since: u64) -> Answer<'_, Vec<Header>>;
    /// Up to `most` running matches without a visit since this time, with their versions. The match with the oldest
    /// last visit comes first.
    fn abandoned(&self, before: u64, most: usize) -> Answer<'_, Vec<(String, u64)>>;
    /// Gives a table this code if it has none, and returns its code. [`StoreError::Conflict`] if another open table has
    /// the code, [`StoreError::Missing`] if this table is over. When the table is over, the code becomes free.
    fn give_code(&self, id: &str, code: &str) -> Answer<'_, String>;
    /// The open table with this code.
    fn by_code(&self, code: &str) -> Answer<'_, Option<Header>>;
    /// Records a visit.
    fn visited(&self, id: &str, at: u64) -> Answer<'_, ()>;
    /// Records that a server is running. Returns the time since which servers have been running without a pause longer
    /// than `gap`.
    fn serving(&self, now: u64, gap: u64) -> Answer<'_, u64>;
    /// Stores a snapshot of a match at this version. It replaces older snapshots of the match.
    fn keep_snapshot(&self, id: &str, version: u64, text: String) -> Answer<'_, ()>;
    /// The latest snapshot of a match, with its version.
    fn snapshot(&self, id: &str) -> Answer<'_, Option<(u64, String)>>;
    /// Stores the files of rules under their digest, so that matches can continue after the files change. Replaces
    /// files stored under the same digest.
    fn keep_rules(&self, source: &str, files: String) -> Answer<'_, ()>;
    /// The stored rules with this digest.
    fn rules(&self, source: &str) -> Answer<'_, Option<String>>;
    /// Stores the hash of a token.
    fn add_token(&self, id: &str, hash: String, right: Right) -> Answer<'_, ()>;
    /// The right of a token at this match.
    fn token(&self, id: &str, hash: &str) -> Answer<'_, Option<Right>>;
    /// Deletes the tokens of a seat up to this occupancy number.
    fn revoke(&self, id: &str, seat: u8, sittings: u32) -> Answer<'_, ()>;
    /// Copies the tokens of one match to another. Idempotent.
    fn copy_tokens(&self, from: &str, to: &str) -> Answer<'_, ()>;
    /// The token hashes of a match, with their rights.
    fn tokens(&self, id: &str) -> Answer<'_, Vec<(String, Right)>>;
    /// Checks that the store can be written.
    fn healthy(&self) -> Answer<'_, ()>;
    /// Writes the clock heartbeat.
    fn heartbeat(&self, at: u64) -> Answer<'_, ()>;
    /// The time of the last clock heartbeat.
    fn last_heartbeat(&self) -> Answer<'_, Option<u64>>;
    /// Takes or renews the lease for running a bot. Returns `false` if another node has it. A store for one node always
    /// grants it.
    fn claim(&self, claim: Claim) -> Answer<'_, bool> {
        let _ = claim;
        Box::pin(async { Ok(true) })
    }
    /// Gives up the lease for running a bot.
    fn release(&self, id: &str, seat: u8) -> Answer<'_, ()> {
        let _ = (id, seat);
        Box::pin(async { Ok(()) })
    }
    /// Closes the store. A store that only one server may open releases its lock.
    fn close(&self) {}
    /// Notifications of writes by other nodes, as `ID:VERSION`, or an empty text if some were missed. `None` for a
    /// store that only one node uses.
    fn changes(&self) -> Option<tokio::sync::mpsc::UnboundedReceiver<String>> {
        None
    }
}
