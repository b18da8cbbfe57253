//! Where matches are kept: records in order, each written once.
//!
//! A store knows no game and no room: lines, versions, keys. An append says which version it follows; if the match has gone on it
//! is a [`StoreError::Conflict`] and nothing is written. It returns when the lines would survive a power cut.

mod file;
mod postgres;
mod sqlite;
mod writer;

pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// What a store answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Why a store did not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The match has gone on: read what is new.
    Conflict,
    /// There is no such match.
    Missing,
    /// The store itself fails.
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

/// What is known of a match without reading its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The digest of its rules, in hexadecimal.
    pub source: String,
    /// The host's secret: whoever has it can work out every card.
    pub secret: [u8; 32],
    /// Not listed.
    pub private: bool,
    /// Is it still played?
    pub live: bool,
    /// Did the match begin? Until then people only sit down.
    pub begun: bool,
    /// When the table was opened, in milliseconds since 1970.
    pub opened: u64,
    /// How many records there are.
    pub version: u64,
}

/// A line, with the key of the answer it holds: a key is written once.
pub type Keyed = (String, Option<String>);

/// Lines to be appended.
#[derive(Clone, Debug)]
pub struct Append {
    /// To which match.
    pub id: String,
    /// The version they follow.
    pub expected: u64,
    /// The lines.
    pub lines: Vec<Keyed>,
    /// Is the match still played after them?
    pub live: bool,
    /// Has it begun by then?
    pub begun: bool,
    /// Does it need a node that keeps it in mind, because a clock runs there or a machine is asked something?
    pub due: bool,
    /// When, in milliseconds since 1970. Zero: nobody was there who did it.
    pub at: u64,
}

/// That a node lets a machine answer.
#[derive(Clone, Debug)]
pub struct Claim {
    /// At which match.
    pub id: String,
    /// For which seat.
    pub seat: u8,
    /// Which node.
    pub node: String,
    /// For so long.
    pub millis: u32,
}

/// What a token lets its bearer do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Open and run the table.
    Host,
    /// Play a seat, as long as who sat down there as that many-th sits there.
    Seat(u8, u32),
    /// Sit down at a private table.
    Invite,
    /// Watch a private table.
    Watch,
}

/// The most people who sit down in one seat, one after the other, and have tokens of their own.
const MOST_SITTINGS: i32 = 0x7f_ffff;

/// A number of sittings as the numbers of tokens have it.
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

/// Where matches are kept.
pub trait Store: Send + Sync {
    /// Begins a match with its first record.
    fn create(&self, header: Header, line: String) -> Answer<'_, ()>;
    /// A whole match with its tokens, from elsewhere: all of it, or nothing if anything is wrong.
    fn import(&self, header: Header, lines: Vec<Keyed>, tokens: Vec<(String, Right)>) -> Answer<'_, ()>;
    /// Appends, or [`StoreError::Conflict`].
    fn append(&self, append: Append) -> Answer<'_, ()>;
    /// The header of a match.
    fn find(&self, id: &str) -> Answer<'_, Option<Header>>;
    /// The records of a match from this one on.
    fn read(&self, id: &str, from: u64) -> Answer<'_, Vec<String>>;
    /// Every match, or those that are still played.
    fn list(&self, live_only: bool) -> Answer<'_, Vec<Header>>;
    /// So many of the public matches that are still played, the newest first; those that come after this one, if it is there.
    fn newest(&self, after: Option<&str>, most: usize) -> Answer<'_, Vec<Header>>;
    /// So many of the tables that were opened before then and where no match has begun, the oldest first.
    fn waiting(&self, before: u64, most: usize) -> Answer<'_, Vec<String>>;
    /// The matches that have begun and are still played, and that a node has to keep in mind: where a clock or a machine is due, or
    /// somebody was since then. Those where somebody was last come first.
    fn active(&self, since: u64) -> Answer<'_, Vec<Header>>;
    /// So many of the matches that have begun and are still played, and where nobody was since then, with their versions; those that
    /// were left the longest ago first.
    fn abandoned(&self, before: u64, most: usize) -> Answer<'_, Vec<(String, u64)>>;
    /// Gives a table that is still played this code, if it has none; tells the one that it has then. [`StoreError::Conflict`] if
    /// another table that is still played has it, [`StoreError::Missing`] if this one is not. With the table the code ends.
    fn give_code(&self, id: &str, code: &str) -> Answer<'_, String>;
    /// The table that has this code and is still played.
    fn by_code(&self, code: &str) -> Answer<'_, Option<Header>>;
    /// Somebody looks at a match.
    fn visited(&self, id: &str, at: u64) -> Answer<'_, ()>;
    /// A server runs now. Gives since when there was one, without a pause longer than `gap`.
    fn serving(&self, now: u64, gap: u64) -> Answer<'_, u64>;
    /// Keeps a snapshot of a match with so many records, instead of an older one.
    fn keep_snapshot(&self, id: &str, version: u64, text: String) -> Answer<'_, ()>;
    /// The snapshot of a match, with how many records it has seen.
    fn snapshot(&self, id: &str) -> Answer<'_, Option<(u64, String)>>;
    /// Keeps rules, so that a match can go on when their file has changed. Whoever keeps them has read them, and what was kept
    /// under this digest before gives way.
    fn keep_rules(&self, source: &str, files: String) -> Answer<'_, ()>;
    /// Rules by digest.
    fn rules(&self, source: &str) -> Answer<'_, Option<String>>;
    /// Keeps the hash of a token.
    fn add_token(&self, id: &str, hash: String, right: Right) -> Answer<'_, ()>;
    /// What a token lets its bearer do at this match.
    fn token(&self, id: &str, hash: &str) -> Answer<'_, Option<Right>>;
    /// The tokens of the first so many who sat down in this seat end: not that of who has come since.
    fn revoke(&self, id: &str, seat: u8, sittings: u32) -> Answer<'_, ()>;
    /// The tokens of one match are good at another one too. May be said twice.
    fn copy_tokens(&self, from: &str, to: &str) -> Answer<'_, ()>;
    /// The hashes of the tokens of a match, with what they allow.
    fn tokens(&self, id: &str) -> Answer<'_, Vec<(String, Right)>>;
    /// Can it write?
    fn healthy(&self) -> Answer<'_, ()>;
    /// Some node keeps clocks now.
    fn heartbeat(&self, at: u64) -> Answer<'_, ()>;
    /// When that was said last.
    fn last_heartbeat(&self) -> Answer<'_, Option<u64>>;
    /// Of several nodes, is it this one that lets the machine of a seat think? The claim is good for a while, and is said again
    /// until the answer is there. A store with one node has nobody to ask.
    fn claim(&self, claim: Claim) -> Answer<'_, bool> {
        let _ = claim;
        Box::pin(async { Ok(true) })
    }
    /// The claim is given up: whoever comes next may answer.
    fn release(&self, id: &str, seat: u8) -> Answer<'_, ()> {
        let _ = (id, seat);
        Box::pin(async { Ok(()) })
    }
    /// The node goes: others may open it, where only one may.
    fn close(&self) {}
    /// Which matches were written to, as `ID:VERSION`; an empty text when some may have been missed. Nothing, for a store that
    /// has one writer.
    fn changes(&self) -> Option<tokio::sync::mpsc::UnboundedReceiver<String>> {
        None
    }
}
