//! Plays games that visitors bring. A visitor uploads rules, and the server plays them without trusting them.
//!
//! Such rules never run in the server itself. A *worker* is a second process of the same program. The server sends the
//! files to the worker. Then it sends one call for each question about a match. The operating system limits the memory
//! and the computing time of the worker, and the worker cannot open files. If a limit is exceeded, the worker ends, and
//! the match is closed with a reason. All other matches continue.
//!
//! The records of a match are stored like those of any other match. So a worker may end at any time: the next one
//! replays the records.

mod http;
mod protocol;
mod remote_match;
mod unused;
mod upload;
mod worker;
mod worker_process;

pub(crate) use http::{check, remove};
pub(crate) use protocol::Upload;
pub(crate) use remote_match::RemoteGame;
pub(crate) use unused::{keep, remove_game};
pub use worker::run as run_worker;
pub(crate) use worker_process::{Worker, WorkerFault};

use crate::limits::Slots;
use crate::store::{Store, StoreError};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The ids of all games of visitors start with this text. No other id starts with it.
pub const PREFIX: &str = "own-";
/// Maximum size of an upload, in bytes.
pub(crate) const MAX_UPLOAD: usize = 1 << 20;
/// Maximum size of all files of a game together, in bytes.
pub(crate) const MAX_FILES_SIZE: usize = 4 << 20;
/// Maximum number of files of a game.
pub(crate) const MAX_FILES: usize = 100;
/// Maximum computing time of one call, in seconds.
pub(crate) const CALL_CPU: u64 = 2;
/// Maximum computing time for reading and checking the files of a game, in seconds.
pub(crate) const CHECK_CPU: u64 = 10;
/// Maximum waiting time for one call. It is longer than the computing time, because the machine may be busy.
pub(crate) const CALL_TIME: Duration = Duration::from_secs(10);
/// Maximum waiting time for reading and checking the files of a game.
pub(crate) const CHECK_TIME: Duration = Duration::from_secs(30);
/// Maximum thinking time of a bot in a worker.
pub(crate) const PICK_TIME: Duration = Duration::from_secs(5);
/// Maximum address space of a worker, in bytes, including the program itself.
pub(crate) const MEMORY: u64 = 512 << 20;
/// Maximum size of one answer of a worker, in bytes. A scene or a record of a match is never larger.
pub(crate) const MAX_ANSWER: usize = 2 << 20;
/// Maximum number of answers in one match.
pub(crate) const MAX_MOVES: u32 = 5000;
/// Maximum number of workers for the games of one address.
const WORKERS_EACH: usize = 2;
/// Maximum number of games that one address keeps on the server, and their size in the store, in bytes.
const GAMES_EACH: usize = 40;
const KEPT_EACH: usize = 32 << 20;
/// Maximum number of games of all visitors, and their size in the store, in bytes.
pub(crate) const MAX_GAMES: usize = 10_000;
const MAX_KEPT: usize = 2 << 30;
/// The kind of store items that describe the games of visitors.
pub(crate) const KIND: &str = "game";

/// The program that runs as a worker, with its arguments.
#[derive(Clone, Debug)]
pub struct WorkerProgram {
    /// The path of the program.
    pub program: PathBuf,
    /// The arguments of the program.
    pub args: Vec<OsString>,
}

/// The settings for games of visitors.
#[derive(Clone, Debug, Default)]
pub struct VisitorGames {
    /// The program of the workers. Without it, visitors cannot bring games.
    pub worker: Option<WorkerProgram>,
    /// Maximum number of workers at the same time.
    pub workers: usize,
    /// Maximum number of games that one address may upload in an hour.
    pub uploads_an_hour: u32,
    /// A game is removed if nobody has used its tables for this time.
    pub unused: Duration,
}

/// Whether a game was brought by a visitor.
#[must_use]
pub fn is_visitors(game: &str) -> bool {
    game.starts_with(PREFIX)
}

/// The description of an uploaded game in the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Uploaded {
    /// The name of the game.
    pub name: String,
    /// The digest of its rules.
    pub source: String,
    /// The hash of the owner's token.
    pub owner: String,
    /// The address that uploaded the game. The workers of the game count for this address.
    pub from: String,
    /// The size of the game in the store, in bytes.
    pub bytes: usize,
}

impl Uploaded {
    /// The description of a game. `None` if the game was removed.
    pub async fn find(store: &dyn Store, id: &str) -> Result<Option<Uploaded>, StoreError> {
        let text = store.item(KIND, id).await?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}

/// Whether the store has room for another game of this size.
///
/// # Errors
/// A sentence for the visitor, or the error of the store.
pub(crate) async fn has_room(
    store: &dyn Store,
    from: &str,
    bytes: usize,
) -> Result<Result<(), &'static str>, StoreError> {
    let games = store.items(KIND, MAX_GAMES).await?;
    let games: Vec<Uploaded> = games.iter().filter_map(|game| serde_json::from_str(&game.value).ok()).collect();
    let size = |games: &mut dyn Iterator<Item = &Uploaded>| games.map(|game| game.bytes).sum::<usize>() + bytes;
    let own = || games.iter().filter(|game| game.from == from);
    Ok(if own().count() >= GAMES_EACH || size(&mut own()) > KEPT_EACH {
        Err("You have brought too many games. Remove one of them, or wait until an unused one is removed.")
    } else if games.len() >= MAX_GAMES || size(&mut games.iter()) > MAX_KEPT {
        Err("This server has no room for more games of visitors now.")
    } else {
        Ok(())
    })
}

/// The slots for workers of this node.
pub(crate) fn slots(settings: &VisitorGames) -> Arc<Slots> {
    Slots::new(settings.workers, WORKERS_EACH.min(settings.workers.max(1)))
}
