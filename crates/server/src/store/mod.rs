//! The store: keeps the records of all matches in order. Records are only appended, never changed.
//!
//! A store handles record lines, their idempotency keys, and the version of each match, which is its number of records.
//! It knows nothing of games and rooms. An append names the version of the match after which it writes. If another node has written meanwhile, the append fails with [`StoreError::Conflict`]
//! and writes nothing. An append returns when its lines would survive a power cut.

mod file;
mod packed;
mod postgres;
mod postgres_address;
mod sqlite;
mod writer;

pub(crate) use file::NewFiles;
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
    /// The data of the store is damaged. Another attempt would fail too.
    Damaged(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("another node has written to this match"),
            StoreError::Missing => f.write_str("there is no such match"),
            StoreError::Broken(why) => write!(f, "the store failed: {why}"),
            StoreError::Damaged(why) => write!(f, "the data in the store is damaged: {why}"),
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
    /// The server's secret, which determines every card.
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
    /// Whether the match continues after these lines.
    pub live: bool,
    /// Whether the match has started after these lines.
    pub begun: bool,
    /// Whether a node must keep the match loaded, because a clock runs or a bot has to decide.
    pub due: bool,
    /// The time of the visit in milliseconds since 1970. Zero if no player caused the append.
    pub at: u64,
}

/// Maximum number of entries that the log of the bots of one match keeps.
pub const MOST_AI_ENTRIES: u64 = 1000;

/// The token of a player who takes a seat. It is stored in the same transaction as the record of the seat.
#[derive(Clone, Debug)]
pub struct SeatToken {
    /// The hash of the token.
    pub hash: String,
    /// The seat.
    pub seat: u8,
    /// The occupancy number of the player. Tokens with lower numbers are deleted.
    pub sitting: u32,
}

/// The matches of a damaged store.
#[derive(Clone, Debug, Default)]
pub struct Salvaged {
    /// The matches whose headers can be read.
    pub found: Vec<Header>,
    /// The ids of matches whose headers cannot be read. If only the start of an id is known, it ends with `…`.
    pub lost: Vec<String>,
}

/// An item of a store: a small document that belongs to no match, such as a ban or a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name of the item. It is unique among the items of its kind.
    pub key: String,
    /// When the item was stored, in milliseconds since 1970.
    pub at: u64,
    /// The text of the item.
    pub value: String,
}

/// A match of a game, for [`Store::matches_of`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The id of the match.
    pub id: String,
    /// Whether the match is not over.
    pub live: bool,
    /// The time of the last visit or record, in milliseconds since 1970.
    pub touched: u64,
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
    /// Appends the record of a player who takes a seat, and stores the token of the seat. Either both are stored, or
    /// neither.
    fn append_seat(&self, append: Append, token: SeatToken) -> Answer<'_, ()> {
        Box::pin(async move {
            let (id, SeatToken { hash, seat, sitting }) = (append.id.clone(), token);
            self.append(append).await?;
            self.revoke(&id, seat, sitting.saturating_sub(1)).await?;
            self.add_token(&id, hash, Right::Seat(seat, sitting)).await
        })
    }
    /// A random secret of this store. Servers derive the tokens of repeated requests from it. `None` if the store has
    /// no secret.
    fn secret(&self) -> Answer<'_, Option<[u8; 32]>> {
        Box::pin(async { Ok(None) })
    }
    /// Milliseconds since the last append to a match, measured by the clock of the store. `None` if only one node uses
    /// the store, or if the time is not known.
    fn age(&self, id: &str) -> Answer<'_, Option<u64>> {
        let _ = id;
        Box::pin(async { Ok(None) })
    }
    /// All matches, even if a part of the store is damaged.
    fn salvage(&self) -> Answer<'_, Salvaged> {
        Box::pin(async move { Ok(Salvaged { found: self.list(false).await?, lost: Vec::new() }) })
    }
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
    /// Up to `most` matches that are over and that nobody has visited since this time, oldest first. Skips the first
    /// `skip` of them.
    fn over_before(&self, before: u64, skip: usize, most: usize) -> Answer<'_, Vec<Header>>;
    /// Up to `most` ids of matches that are over, that nobody has visited since this time, and whose records are not
    /// compressed. The oldest comes first. A store that cannot compress returns none.
    fn compressible(&self, before: u64, most: usize) -> Answer<'_, Vec<String>> {
        let _ = (before, most);
        Box::pin(async { Ok(Vec::new()) })
    }
    /// Compresses the records of a match that is over, and deletes its snapshot. Returns the number of bytes before and
    /// after. [`StoreError::Conflict`] if the match goes on, or if another node has just written to it. After the first
    /// compression, servers of releases that cannot read such records do not start on this store.
    fn compress(&self, id: &str) -> Answer<'_, (u64, u64)> {
        let _ = id;
        Box::pin(async { Err(StoreError::Conflict) })
    }
    /// Deletes a match that is over, with its records, tokens and snapshot. Does nothing to other matches.
    fn remove(&self, id: &str) -> Answer<'_, ()>;
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
    /// Appends an entry to the log of the bots of a match. Of a long match, the newest [`MOST_AI_ENTRIES`] entries are
    /// kept.
    fn add_ai_entry(&self, id: &str, line: String) -> Answer<'_, ()>;
    /// The newest entries of the log of the bots of a match, at most `most`, oldest first.
    fn ai_log(&self, id: &str, most: usize) -> Answer<'_, Vec<String>>;
    /// Stores the files of rules under their digest, so that matches can continue after the files change. Replaces
    /// files stored under the same digest.
    fn keep_rules(&self, source: &str, files: String) -> Answer<'_, ()>;
    /// The stored rules with this digest.
    fn rules(&self, source: &str) -> Answer<'_, Option<String>>;
    /// Deletes stored rules.
    fn remove_rules(&self, source: &str) -> Answer<'_, ()>;
    /// All matches of a game that a visitor has brought. Empty for other games.
    fn matches_of(&self, game: &str) -> Answer<'_, Vec<Usage>>;
    /// Replaces records of a match that are stored already. Nothing but the erasure of a name may do this. The new lines
    /// must rebuild the same match. Also deletes the snapshot, because it contains the old names, and the actions of the
    /// bots, because their prompts may.
    fn redact(&self, id: &str, lines: Vec<(u64, String)>) -> Answer<'_, ()>;
    /// Stores an item. Replaces the item of this kind with the same key.
    fn put_item(&self, kind: &str, item: Item) -> Answer<'_, ()>;
    /// The text of an item.
    fn item(&self, kind: &str, key: &str) -> Answer<'_, Option<String>>;
    /// Up to `most` items of a kind, newest first.
    fn items(&self, kind: &str, most: usize) -> Answer<'_, Vec<Item>>;
    /// Deletes an item. Returns whether it was there.
    fn remove_item(&self, kind: &str, key: &str) -> Answer<'_, bool>;
    /// Stores the hash of a token.
    fn add_token(&self, id: &str, hash: String, right: Right) -> Answer<'_, ()>;
    /// The right that a token gives at this match. `None` if the store does not have the token.
    fn token(&self, id: &str, hash: &str) -> Answer<'_, Option<Right>>;
    /// Deletes the tokens of a seat up to this occupancy number.
    fn revoke(&self, id: &str, seat: u8, sittings: u32) -> Answer<'_, ()>;
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
