//! Implements the store as one SQLite file with a write-ahead log. Every commit is on disk before it is acknowledged.

use super::file::{Files, Lock};
use super::packed;
use super::writer::{Writer, broken};
use super::{
    Answer, Append, Header, Item, Keyed, MOST_AI_ENTRIES, Right, Salvaged, SeatToken, Store, StoreError, Usage,
};
use crate::table::now;
use crate::tokens;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, source TEXT NOT NULL, secret BLOB NOT NULL,
    private INTEGER NOT NULL, live INTEGER NOT NULL, version INTEGER NOT NULL,
    opened INTEGER NOT NULL DEFAULT 0, begun INTEGER NOT NULL DEFAULT 0,
    touched INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 1, code TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, line TEXT NOT NULL, answer TEXT,
    PRIMARY KEY (match_id, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS entries_answer ON entries (match_id, answer) WHERE answer IS NOT NULL;
CREATE TABLE IF NOT EXISTS packed (
    match_id TEXT PRIMARY KEY REFERENCES matches (id), count INTEGER NOT NULL, data BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    match_id TEXT PRIMARY KEY REFERENCES matches (id), version INTEGER NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ai_log (
    match_id TEXT NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (match_id, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS health (one INTEGER PRIMARY KEY, asked INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS beats (one INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS served (one INTEGER PRIMARY KEY, since INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rules (source TEXT PRIMARY KEY, files TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS items (
    kind TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    match_id TEXT NOT NULL REFERENCES matches (id), hash TEXT NOT NULL, bearer INTEGER NOT NULL,
    PRIMARY KEY (match_id, hash)
) STRICT, WITHOUT ROWID;
";

/// Migration: adds columns for the opening time, and for whether the match has started. Computes their values from the
/// stored records.
const GROW: &str = "
BEGIN IMMEDIATE;
ALTER TABLE matches ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET
    opened = coalesce((SELECT cast(substr(line, 7) AS INTEGER) FROM entries WHERE match_id = matches.id AND n = 0), 0),
    begun = EXISTS (SELECT 1 FROM entries WHERE match_id = matches.id AND line LIKE '{\"at\":%,\"record\":{\"started\"%');
COMMIT;
";

/// Migration: adds the last visit, and whether a clock or a bot is due. A match without a recorded visit counts as
/// visited at the next server start.
const GROW_AGAIN: &str = "
BEGIN IMMEDIATE;
ALTER TABLE matches ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
COMMIT;
";

/// Migration: adds table codes. A code is created on demand.
const GROW_CODES: &str = "ALTER TABLE matches ADD COLUMN code TEXT;";

const INDEXES: &str = "
CREATE INDEX IF NOT EXISTS matches_live ON matches (id) WHERE live = 1;
CREATE INDEX IF NOT EXISTS matches_newest ON matches (opened, id) WHERE live = 1 AND private = 0;
CREATE INDEX IF NOT EXISTS matches_waiting ON matches (opened, id) WHERE live = 1 AND begun = 0;
CREATE INDEX IF NOT EXISTS matches_visitors ON matches (game) WHERE game LIKE 'own-%';
CREATE UNIQUE INDEX IF NOT EXISTS matches_code ON matches (code) WHERE live = 1 AND code IS NOT NULL;
";

/// The schema version of this release, in the header of the file (`PRAGMA user_version`).
const VERSION: i32 = 3;
/// The schema version of a file with compressed records. Earlier releases cannot read them, so the first compression sets
/// this version.
const COMPRESSED: i32 = 4;
/// The health check fails below this amount of free disk space, in bytes. On a small disk, the limit is a fiftieth of
/// the disk's size instead.
const MIN_FREE: u64 = 16 << 20;
/// The name of the secret that tokens are derived from.
const REQUESTS: &str = "requests";

/// A harmless write for the health check.
const HEALTH: &str = "INSERT INTO health (one, asked) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET asked = asked + 1";

/// Reads the first page of each table that every match needs.
const READABLE: &str = "SELECT id FROM matches ORDER BY id LIMIT 1; SELECT n FROM entries LIMIT 1;";

/// The SQLite store. Some tests use a store in memory.
pub struct SqliteStore {
    writer: Writer,
    reader: Mutex<Connection>,
    files: Files,
    /// The folder of the file. `None` for a store in memory.
    folder: Option<PathBuf>,
    /// Whether the file has a table for compressed records. Only a damaged file may have none.
    has_packed: bool,
    /// The lock of a server.
    lock: Mutex<Option<Lock>>,
}

/// The schema version of a file.
fn version(connection: &Connection) -> Result<i32, StoreError> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(broken)
}

impl SqliteStore {
    /// Brings the tables of a file to the schema version of this release. Returns the version before and after.
    ///
    /// # Errors
    /// If a server uses the file, or the file cannot be opened.
    pub fn migrate(path: &Path) -> Result<(i32, i32), StoreError> {
        let before = if path.is_file() { version(&Connection::open(path).map_err(broken)?)? } else { 0 };
        SqliteStore::open_alone(path).map(|_| (before, before.max(VERSION)))
    }

    /// Opens a file, or creates it.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let writer = Connection::open(path).map_err(broken)?;
        let set_up = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                      PRAGMA busy_timeout = 5000;";
        writer.execute_batch(set_up).map_err(broken)?;
        let version = version(&writer)?;
        if version > COMPRESSED {
            return Err(StoreError::Broken(format!(
                "the file has schema version {version}, but this release knows only {COMPRESSED}: use the newer release"
            )));
        }
        writer.execute_batch(SCHEMA).map_err(broken)?;
        let grown = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('matches') WHERE name = ?)";
        for (column, grow) in [("opened", GROW), ("touched", GROW_AGAIN), ("code", GROW_CODES)] {
            if !writer.query_row(grown, [column], |row| row.get::<_, bool>(0)).map_err(broken)? {
                writer.execute_batch(grow).map_err(broken)?;
            }
        }
        writer.execute_batch(INDEXES).map_err(broken)?;
        let secret = "INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)";
        writer.execute(secret, params![REQUESTS, tokens::random()]).map_err(broken)?;
        if version < VERSION {
            writer.pragma_update(None, "user_version", VERSION).map_err(broken)?;
        }
        // This write creates the write-ahead log file.
        writer.execute_batch(HEALTH).map_err(broken)?;
        let files = Files::of(path).map_err(|e| StoreError::Broken(e.to_string()))?;
        let reader = Connection::open(path).map_err(broken)?;
        reader.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;").map_err(broken)?;
        let writer = Writer::start(writer, files.clone()).map_err(|e| StoreError::Broken(e.to_string()))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = (path.as_os_str() != ":memory:").then(|| folder.to_owned());
        Ok(SqliteStore { writer, reader: Mutex::new(reader), files, folder, has_packed: true, lock: Mutex::default() })
    }

    /// Opens a damaged file to read it. Writes nothing, because a write may need the damaged part.
    ///
    /// # Errors
    /// If the first page is damaged, or if this is no store.
    pub fn open_damaged(path: &Path) -> Result<SqliteStore, StoreError> {
        // To read the write-ahead log, SQLite needs write access to the file.
        let open = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let file = Connection::open_with_flags(path, flags).map_err(broken)?;
            file.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;").map_err(broken)?;
            Ok::<_, StoreError>(file)
        };
        let (writer, reader) = (open()?, open()?);
        let has = |table: &str| {
            let query = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)";
            reader.query_row(query, [table], |row| row.get::<_, bool>(0)).map_err(broken)
        };
        if !has("matches")? {
            return Err(StoreError::Broken("the file contains no matches".to_owned()));
        }
        let has_packed = has("packed")?;
        let files = Files::none();
        let writer = Writer::start(writer, files.clone()).map_err(|e| StoreError::Broken(e.to_string()))?;
        Ok(SqliteStore { writer, reader: Mutex::new(reader), files, folder: None, has_packed, lock: Mutex::default() })
    }

    /// Whether the file contains a store. Also `true` if the file cannot be read. Creates nothing.
    #[must_use]
    pub fn is_there(path: &Path) -> bool {
        let look = || -> rusqlite::Result<bool> {
            let file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let found = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'matches')";
            file.query_row(found, [], |row| row.get(0))
        };
        look().unwrap_or(true)
    }

    /// Opens a file and locks it, because a server does not notice writes by another server.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open_alone(path: &Path) -> Result<SqliteStore, StoreError> {
        let lock = Lock::take(path).map_err(StoreError::Broken)?;
        let store = SqliteStore::open(path)?;
        *store.lock.lock().unwrap_or_else(PoisonError::into_inner) = Some(lock);
        Ok(store)
    }

    /// Runs a query that only reads. Such queries are short, so they block the calling task.
    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.files.check()?;
        work(&self.reader.lock().unwrap_or_else(PoisonError::into_inner)).map_err(broken)
    }
}

fn header(row: &Row<'_>) -> rusqlite::Result<Header> {
    Ok(Header {
        id: row.get(0)?,
        game: row.get(1)?,
        source: row.get(2)?,
        secret: row.get(3)?,
        private: row.get(4)?,
        live: row.get(5)?,
        version: row.get(6)?,
        opened: row.get(7)?,
        begun: row.get(8)?,
    })
}

const COLUMNS: &str = "id, game, source, secret, private, live, version, opened, begun";

fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation)
}

fn append(connection: &Connection, append: &Append) -> Result<(), StoreError> {
    let Append { id, expected, lines, live, begun, due, at } = append;
    let update = "UPDATE matches SET version = version + ?1, live = ?2, begun = ?5, due = ?6, touched = max(touched, ?7), \
                  code = CASE WHEN ?2 THEN code END WHERE id = ?3 AND version = ?4";
    let mut head = connection.prepare_cached(update).map_err(broken)?;
    if head.execute(params![lines.len() as u64, live, id, expected, begun, due, at]).map_err(broken)? == 0 {
        return Err(StoreError::Conflict);
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO entries (match_id, n, line, answer) VALUES (?1, ?2, ?3, ?4)")
        .map_err(broken)?;
    for ((line, answer), n) in lines.iter().zip(*expected..) {
        match insert.execute(params![id, n, line, answer]) {
            Err(error) if is_taken(&error) => return Err(StoreError::Conflict),
            result => drop(result.map_err(broken)?),
        }
    }
    Ok(())
}

/// Inserts a match with its first lines.
fn begin(connection: &Connection, header: Header, lines: Vec<Keyed>, at: u64) -> Result<(), StoreError> {
    let Header { id, game, source, secret, private, live, begun, opened, .. } = header;
    let insert = "INSERT INTO matches (id, game, source, secret, private, live, version, opened) \
                  VALUES (?, ?, ?, ?, ?, ?, 0, ?)";
    connection.execute(insert, params![id, game, source, secret, private, live, opened]).map_err(broken)?;
    append(connection, &Append { id, expected: 0, lines, live, begun, due: live, at })
}

fn add_token(connection: &Connection, id: &str, hash: &str, right: Right) -> Result<(), StoreError> {
    let insert = "INSERT INTO tokens (match_id, hash, bearer) VALUES (?, ?, ?)";
    connection.execute(insert, params![id, hash, right.to_number()]).map_err(broken).map(drop)
}

fn revoke(connection: &Connection, id: &str, seat: u8, sittings: u32) -> Result<(), StoreError> {
    let delete = "DELETE FROM tokens WHERE match_id = ? AND bearer >= 0 AND bearer & 255 = ? AND bearer >> 8 <= ?";
    connection.execute(delete, params![id, seat, super::capped(sittings)]).map_err(broken).map(drop)
}

/// When a damaged page makes queries fail, the range of ids is split down to this number of hexadecimal digits.
const NARROWEST: usize = 4;

/// Reads the headers of all matches whose ids start with `prefix`. A damaged page makes a query fail, so the range is
/// split until only the damaged part fails.
fn salvage(connection: &Connection, prefix: &str, into: &mut Salvaged) {
    // `g` comes after all hexadecimal digits.
    let range = [prefix.to_owned(), format!("{prefix}g")];
    let headers = || -> rusqlite::Result<Vec<Header>> {
        let query = format!("SELECT {COLUMNS} FROM matches WHERE id >= ? AND id < ? ORDER BY id");
        connection.prepare(&query)?.query_map(range.clone(), header)?.collect()
    };
    if let Ok(found) = headers() {
        return into.found.extend(found);
    }
    if prefix.len() < NARROWEST {
        for digit in "0123456789abcdef".chars() {
            salvage(connection, &format!("{prefix}{digit}"), into);
        }
        return;
    }
    // The records of the matches may still be readable, and they contain the ids.
    let ids = || -> rusqlite::Result<Vec<String>> {
        let query = "SELECT match_id FROM entries WHERE match_id >= ?1 AND match_id < ?2
                     UNION SELECT match_id FROM packed WHERE match_id >= ?1 AND match_id < ?2";
        connection.prepare(query)?.query_map(range.clone(), |row| row.get(0))?.collect()
    };
    match ids() {
        Ok(ids) => into.lost.extend(ids),
        Err(_) => into.lost.push(format!("{prefix}…")),
    }
}

/// Whether the disk of a folder is full, or nearly.
#[cfg(unix)]
fn is_full(folder: &Path) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|disk| {
        let (size, free) = (disk.f_blocks.saturating_mul(disk.f_frsize), disk.f_bavail.saturating_mul(disk.f_frsize));
        free < MIN_FREE.min(size / 50)
    })
}

#[cfg(not(unix))]
fn is_full(_: &Path) -> bool {
    let _ = MIN_FREE;
    false
}

impl Store for SqliteStore {
    fn create(&self, header: Header, line: String) -> Answer<'_, ()> {
        let at = header.opened;
        Box::pin(self.writer.write(move |connection| begin(connection, header, vec![(line, None)], at)))
    }

    fn import(&self, header: Header, lines: Vec<Keyed>, tokens: Vec<(String, Right)>) -> Answer<'_, ()> {
        Box::pin(self.writer.write(move |connection| {
            let id = header.id.clone();
            begin(connection, header, lines, now())?;
            tokens.iter().try_for_each(|(hash, right)| add_token(connection, &id, hash, *right))
        }))
    }

    fn append(&self, lines: Append) -> Answer<'_, ()> {
        Box::pin(self.writer.write(move |connection| append(connection, &lines)))
    }

    fn append_seat(&self, lines: Append, token: SeatToken) -> Answer<'_, ()> {
        Box::pin(self.writer.write(move |connection| {
            append(connection, &lines)?;
            let SeatToken { hash, seat, sitting } = token;
            revoke(connection, &lines.id, seat, sitting.saturating_sub(1))?;
            add_token(connection, &lines.id, &hash, Right::Seat(seat, sitting))
        }))
    }

    fn secret(&self) -> Answer<'_, Option<[u8; 32]>> {
        let found = self.with(|connection| {
            let query = "SELECT value FROM secrets WHERE name = ?";
            connection.query_row(query, [REQUESTS], |row| row.get(0)).optional()
        });
        Box::pin(async { found })
    }

    fn salvage(&self) -> Answer<'_, Salvaged> {
        let found = self.files.check().map(|()| {
            let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let mut salvaged = Salvaged::default();
            salvage(&reader, "", &mut salvaged);
            salvaged
        });
        Box::pin(async { found })
    }

    fn find(&self, id: &str) -> Answer<'_, Option<Header>> {
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM matches WHERE id = ?"))?;
            statement.query_row([id], header).optional()
        });
        Box::pin(async { found })
    }

    fn read(&self, id: &str, from: u64) -> Answer<'_, Vec<String>> {
        // Read with one statement, so that no compression can happen between two reads.
        let records = |has_packed: bool| {
            self.with(|connection| {
                let query = match has_packed {
                    true => {
                        "SELECT -1 AS n, NULL, data FROM packed WHERE match_id = ?1
                         UNION ALL SELECT n, line, NULL FROM entries WHERE match_id = ?1 AND n >= ?2 ORDER BY n"
                    }
                    false => "SELECT n, line, NULL FROM entries WHERE match_id = ?1 AND n >= ?2 ORDER BY n",
                };
                let (mut packed, mut lines, mut first) = (None, Vec::new(), None);
                let mut statement = connection.prepare_cached(query)?;
                let mut rows = statement.query(params![id, from])?;
                while let Some(row) = rows.next()? {
                    match row.get::<_, Option<String>>(1)? {
                        Some(line) => {
                            first = first.or(Some(row.get::<_, u64>(0)?));
                            lines.push(line);
                        }
                        None => packed = Some(row.get::<_, Vec<u8>>(2)?),
                    }
                }
                Ok((packed, lines, first))
            })
        };
        let read = match records(self.has_packed) {
            // If the table of compressed records is damaged, a match without compressed records can still be read.
            Err(StoreError::Damaged(why)) if self.has_packed => match records(false) {
                Ok((None, lines, first)) if first == Some(from) => Ok((None, lines)),
                _ => Err(StoreError::Damaged(why)),
            },
            read => read.map(|(packed, lines, _)| (packed, lines)),
        };
        let lines = read.and_then(|(packed, lines)| packed::joined(packed.as_deref(), from, lines));
        Box::pin(async { lines })
    }

    fn list(&self, live_only: bool) -> Answer<'_, Vec<Header>> {
        let filter = if live_only { "WHERE live = 1" } else { "" };
        let all = self.with(|connection| {
            let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM matches {filter} ORDER BY id"))?;
            statement.query_map([], header)?.collect()
        });
        Box::pin(async { all })
    }

    fn newest(&self, after: Option<&str>, most: usize) -> Answer<'_, Vec<Header>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM matches WHERE live = 1 AND private = 0
                 AND (?1 IS NULL OR (opened, id) < (SELECT opened, id FROM matches WHERE id = ?1))
                 ORDER BY opened DESC, id DESC LIMIT ?2"
            ))?;
            statement.query_map(params![after, most], header)?.collect()
        });
        Box::pin(async { found })
    }

    fn waiting(&self, before: u64, most: usize) -> Answer<'_, Vec<String>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM matches WHERE live = 1 AND begun = 0 AND opened < ? ORDER BY opened, id LIMIT ?",
            )?;
            statement.query_map(params![before, most], |row| row.get(0))?.collect()
        });
        Box::pin(async { found })
    }

    fn active(&self, since: u64) -> Answer<'_, Vec<Header>> {
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM matches WHERE live = 1 AND begun = 1 AND (due = 1 OR touched >= ?)
                 ORDER BY touched DESC, id"
            ))?;
            statement.query_map([since], header)?.collect()
        });
        Box::pin(async { found })
    }

    fn abandoned(&self, before: u64, most: usize) -> Answer<'_, Vec<(String, u64)>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, version FROM matches WHERE live = 1 AND begun = 1 AND touched < ? ORDER BY touched, id LIMIT ?",
            )?;
            statement.query_map(params![before, most], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        });
        Box::pin(async { found })
    }

    fn over_before(&self, before: u64, skip: usize, most: usize) -> Answer<'_, Vec<Header>> {
        let (skip, most) = (i64::try_from(skip).unwrap_or(i64::MAX), i64::try_from(most).unwrap_or(i64::MAX));
        let found = self.with(|connection| {
            let query = format!(
                "SELECT {COLUMNS} FROM matches WHERE live = 0 AND touched < ? ORDER BY touched, id LIMIT ? OFFSET ?"
            );
            connection.prepare_cached(&query)?.query_map(params![before, most, skip], header)?.collect()
        });
        Box::pin(async { found })
    }

    fn compressible(&self, before: u64, most: usize) -> Answer<'_, Vec<String>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.with(|connection| {
            let query = "SELECT id FROM matches WHERE live = 0 AND touched < ?
                         AND NOT EXISTS (SELECT 1 FROM packed WHERE match_id = matches.id) ORDER BY touched, id LIMIT ?";
            connection.prepare_cached(query)?.query_map(params![before, most], |row| row.get(0))?.collect()
        });
        Box::pin(async { found })
    }

    fn compress(&self, id: &str) -> Answer<'_, (u64, u64)> {
        let id = id.to_owned();
        Box::pin(async move {
            let lines = self.read(&id, 0).await?;
            let (data, count) = (packed::pack(&lines)?, lines.len() as u64);
            let sizes = (lines.iter().map(|line| line.len() as u64).sum(), data.len() as u64);
            let work = move |connection: &Connection| {
                let same = "SELECT EXISTS (SELECT 1 FROM matches WHERE id = ? AND live = 0 AND version = ?)";
                if !connection.query_row(same, params![id, count], |row| row.get::<_, bool>(0)).map_err(broken)? {
                    return Err(StoreError::Conflict);
                }
                connection.pragma_update(None, "user_version", COMPRESSED).map_err(broken)?;
                let insert = "INSERT INTO packed (match_id, count, data) VALUES (?, ?, ?)";
                match connection.execute(insert, params![id, count, data]) {
                    Err(error) if is_taken(&error) => return Err(StoreError::Conflict),
                    result => drop(result.map_err(broken)?),
                }
                for table in ["entries", "snapshots"] {
                    let delete = format!("DELETE FROM {table} WHERE match_id = ?");
                    connection.execute(&delete, [&id]).map_err(broken)?;
                }
                Ok(())
            };
            self.writer.write(work).await?;
            Ok(sizes)
        })
    }

    fn remove(&self, id: &str) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let over = "SELECT EXISTS (SELECT 1 FROM matches WHERE id = ? AND live = 0)";
            if !connection.query_row(over, [&id], |row| row.get::<_, bool>(0)).map_err(broken)? {
                return Ok(());
            }
            for table in ["entries", "packed", "snapshots", "tokens", "ai_log"] {
                let delete = format!("DELETE FROM {table} WHERE match_id = ?");
                connection.execute(&delete, [&id]).map_err(broken)?;
            }
            connection.execute("DELETE FROM matches WHERE id = ?", [&id]).map_err(broken).map(drop)
        }))
    }

    fn give_code(&self, id: &str, code: &str) -> Answer<'_, String> {
        let (id, code) = (id.to_owned(), code.to_owned());
        Box::pin(async move {
            let kept = || {
                let found = self.with(|connection| {
                    let query = "SELECT code FROM matches WHERE id = ? AND live = 1";
                    connection.query_row(query, [&id], |row| row.get::<_, Option<String>>(0)).optional()
                });
                found.and_then(|found| found.ok_or(StoreError::Missing))
            };
            if let Some(code) = kept()? {
                return Ok(code);
            }
            let own = id.clone();
            let give = move |connection: &Connection| {
                let update = "UPDATE matches SET code = ? WHERE id = ? AND live = 1 AND code IS NULL";
                match connection.execute(update, [code, own]) {
                    Err(error) if is_taken(&error) => Err(StoreError::Conflict),
                    result => result.map_err(broken).map(drop),
                }
            };
            self.writer.write(give).await?;
            kept()?.ok_or(StoreError::Missing)
        })
    }

    fn by_code(&self, code: &str) -> Answer<'_, Option<Header>> {
        let found = self.with(|connection| {
            let query = format!("SELECT {COLUMNS} FROM matches WHERE code = ? AND live = 1");
            connection.prepare_cached(&query)?.query_row([code], header).optional()
        });
        Box::pin(async { found })
    }

    fn visited(&self, id: &str, at: u64) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let update = "UPDATE matches SET touched = max(touched, ?) WHERE id = ?";
            connection.execute(update, params![at, id]).map_err(broken).map(drop)
        }))
    }

    fn serving(&self, now: u64, gap: u64) -> Answer<'_, u64> {
        let gap = i64::try_from(gap).unwrap_or(i64::MAX / 2);
        Box::pin(async move {
            let write = "INSERT INTO served (one, since, last) VALUES (1, ?1, ?1) ON CONFLICT (one) DO UPDATE SET
                         since = CASE WHEN ?1 > last + ?2 THEN ?1 ELSE since END, last = max(last, ?1)";
            let told =
                move |connection: &Connection| connection.execute(write, params![now, gap]).map_err(broken).map(drop);
            self.writer.write(told).await?;
            self.with(|connection| connection.query_row("SELECT since FROM served", [], |row| row.get(0)))
        })
    }

    fn keep_snapshot(&self, id: &str, version: u64, text: String) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let insert = "INSERT INTO snapshots (match_id, version, text) VALUES (?, ?, ?) ON CONFLICT (match_id) \
                          DO UPDATE SET version = excluded.version, text = excluded.text \
                          WHERE snapshots.version <= excluded.version";
            let mut statement = connection.prepare_cached(insert).map_err(broken)?;
            statement.execute(params![id, version, text]).map_err(broken).map(drop)
        }))
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<(u64, String)>> {
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached("SELECT version, text FROM snapshots WHERE match_id = ?")?;
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        });
        Box::pin(async { found })
    }

    fn add_ai_entry(&self, id: &str, line: String) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let next = "SELECT coalesce(max(n) + 1, 0) FROM ai_log WHERE match_id = ?";
            let n: i64 = connection.query_row(next, [&id], |row| row.get(0)).map_err(broken)?;
            let insert = "INSERT INTO ai_log (match_id, n, line) VALUES (?, ?, ?)";
            connection.execute(insert, params![id, n, line]).map_err(broken)?;
            let old = "DELETE FROM ai_log WHERE match_id = ? AND n <= ?";
            connection.execute(old, params![id, n - MOST_AI_ENTRIES as i64]).map_err(broken).map(drop)
        }))
    }

    fn ai_log(&self, id: &str, most: usize) -> Answer<'_, Vec<String>> {
        let found = self.with(|connection| {
            let newest = "SELECT line FROM ai_log WHERE match_id = ? ORDER BY n DESC LIMIT ?";
            let mut statement = connection.prepare_cached(newest)?;
            let rows = statement.query_map(params![id, most as i64], |row| row.get::<_, String>(0))?;
            rows.collect::<rusqlite::Result<Vec<String>>>()
        });
        Box::pin(async { found.map(|lines| lines.into_iter().rev().collect()) })
    }

    fn keep_rules(&self, source: &str, files: String) -> Answer<'_, ()> {
        let source = source.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let insert = "INSERT INTO rules (source, files) VALUES (?, ?) ON CONFLICT (source) \
                          DO UPDATE SET files = excluded.files WHERE rules.files <> excluded.files";
            connection.execute(insert, params![source, files]).map_err(broken).map(drop)
        }))
    }

    fn rules(&self, source: &str) -> Answer<'_, Option<String>> {
        let files = self.with(|connection| {
            connection.query_row("SELECT files FROM rules WHERE source = ?", [source], |row| row.get(0)).optional()
        });
        Box::pin(async { files })
    }

    fn remove_rules(&self, source: &str) -> Answer<'_, ()> {
        let source = source.to_owned();
        Box::pin(self.writer.write(move |connection| {
            connection.execute("DELETE FROM rules WHERE source = ?", [source]).map_err(broken).map(drop)
        }))
    }

    fn matches_of(&self, game: &str) -> Answer<'_, Vec<Usage>> {
        let found = self.with(|connection| {
            let query = "SELECT id, live, touched FROM matches WHERE game = ? AND game LIKE 'own-%' ORDER BY id";
            let mut statement = connection.prepare_cached(query)?;
            let usage = |row: &Row<'_>| Ok(Usage { id: row.get(0)?, live: row.get(1)?, touched: row.get(2)? });
            statement.query_map([game], usage)?.collect()
        });
        Box::pin(async { found })
    }

    fn redact(&self, id: &str, lines: Vec<(u64, String)>) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let query = "SELECT data FROM packed WHERE match_id = ?";
            let data = connection.query_row(query, [&id], |row| row.get::<_, Vec<u8>>(0)).optional().map_err(broken)?;
            if let Some(data) = data {
                let update = "UPDATE packed SET data = ? WHERE match_id = ?";
                connection.execute(update, params![packed::replaced(&data, &lines)?, id]).map_err(broken)?;
            }
            for (n, line) in &lines {
                let update = "UPDATE entries SET line = ? WHERE match_id = ? AND n = ?";
                connection.execute(update, params![line, id, n]).map_err(broken)?;
            }
            for table in ["snapshots", "ai_log"] {
                let delete = format!("DELETE FROM {table} WHERE match_id = ?");
                connection.execute(&delete, [&id]).map_err(broken)?;
            }
            Ok(())
        }))
    }

    fn put_item(&self, kind: &str, item: Item) -> Answer<'_, ()> {
        let kind = kind.to_owned();
        Box::pin(self.writer.write(move |connection| {
            let insert = "INSERT INTO items (kind, key, at, value) VALUES (?, ?, ?, ?) ON CONFLICT (kind, key) \
                          DO UPDATE SET at = excluded.at, value = excluded.value";
            let Item { key, at, value } = item;
            connection.execute(insert, params![kind, key, at, value]).map_err(broken).map(drop)
        }))
    }

    fn item(&self, kind: &str, key: &str) -> Answer<'_, Option<String>> {
        let found = self.with(|connection| {
            let query = "SELECT value FROM items WHERE kind = ? AND key = ?";
            connection.prepare_cached(query)?.query_row([kind, key], |row| row.get(0)).optional()
        });
        Box::pin(async { found })
    }

    fn items(&self, kind: &str, most: usize) -> Answer<'_, Vec<Item>> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.with(|connection| {
            let query = "SELECT key, at, value FROM items WHERE kind = ? ORDER BY at DESC, key DESC LIMIT ?";
            let item = |row: &Row<'_>| Ok(Item { key: row.get(0)?, at: row.get(1)?, value: row.get(2)? });
            connection.prepare_cached(query)?.query_map(params![kind, most], item)?.collect()
        });
        Box::pin(async { found })
    }

    fn remove_item(&self, kind: &str, key: &str) -> Answer<'_, bool> {
        let (kind, key) = (kind.to_owned(), key.to_owned());
        Box::pin(async move {
            let there = self.item(&kind, &key).await?.is_some();
            let delete = move |connection: &Connection| {
                let delete = "DELETE FROM items WHERE kind = ? AND key = ?";
                connection.execute(delete, [kind, key]).map_err(broken).map(drop)
            };
            self.writer.write(delete).await?;
            Ok(there)
        })
    }

    fn add_token(&self, id: &str, hash: String, right: Right) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| add_token(connection, &id, &hash, right)))
    }

    fn token(&self, id: &str, hash: &str) -> Answer<'_, Option<Right>> {
        let number = self.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT bearer FROM tokens WHERE match_id = ? AND hash = ?")?;
            statement.query_row([id, hash], |row| row.get(0)).optional()
        });
        Box::pin(async { Ok(number?.and_then(Right::from_number)) })
    }

    fn revoke(&self, id: &str, seat: u8, sittings: u32) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(self.writer.write(move |connection| revoke(connection, &id, seat, sittings)))
    }

    fn tokens(&self, id: &str) -> Answer<'_, Vec<(String, Right)>> {
        let found = self.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT hash, bearer FROM tokens WHERE match_id = ? ORDER BY hash")?;
            let rows = statement.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(String, i32)>>>()
        });
        let right = |(hash, number)| Some((hash, Right::from_number(number)?));
        Box::pin(async move { Ok(found?.into_iter().filter_map(right).collect()) })
    }

    fn heartbeat(&self, at: u64) -> Answer<'_, ()> {
        Box::pin(self.writer.write(move |connection| {
            let write = "INSERT INTO beats (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = max(at, ?1)";
            connection.execute(write, [at]).map_err(broken).map(drop)
        }))
    }

    fn last_heartbeat(&self) -> Answer<'_, Option<u64>> {
        let found =
            self.with(|connection| connection.query_row("SELECT at FROM beats", [], |row| row.get(0)).optional());
        Box::pin(async { found })
    }

    fn close(&self) {
        // Checkpoint the write-ahead log, so that the database file alone is a complete copy. Do not wait long for
        // readers.
        let fold = "PRAGMA busy_timeout = 500; PRAGMA wal_checkpoint(TRUNCATE);";
        if let Err(error) = self.with(|connection| connection.execute_batch(fold)) {
            tracing::warn!(%error, "write-ahead log not checkpointed");
        }
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn healthy(&self) -> Answer<'_, ()> {
        // On a full disk, the write-ahead log may still have space. So a successful write does not prove that the disk
        // has space.
        if self.folder.as_deref().is_some_and(is_full) {
            return Box::pin(async { Err(StoreError::Broken("the disk is full".to_owned())) });
        }
        // If one of these pages is damaged, no match can be read.
        let read = self.with(|connection| connection.execute_batch(READABLE));
        Box::pin(async move {
            read?;
            self.writer.write(|connection| connection.execute(HEALTH, []).map_err(broken).map(drop)).await
        })
    }
}
