//! The SQLite store: one file with a write-ahead log. Every commit is on disk before it is acknowledged.

use super::file::{Files, Lock};
use super::writer::{Writer, broken};
use super::{Answer, Append, Header, Keyed, Right, Store, StoreError};
use crate::table::now;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use std::path::Path;
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
CREATE TABLE IF NOT EXISTS snapshots (
    match_id TEXT PRIMARY KEY REFERENCES matches (id), version INTEGER NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS health (one INTEGER PRIMARY KEY, asked INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS beats (one INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS served (one INTEGER PRIMARY KEY, since INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS rules (source TEXT PRIMARY KEY, files TEXT NOT NULL) STRICT, WITHOUT ROWID;
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
CREATE UNIQUE INDEX IF NOT EXISTS matches_code ON matches (code) WHERE live = 1 AND code IS NOT NULL;
";

/// A harmless write for the health check.
const HEALTH: &str = "INSERT INTO health (one, asked) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET asked = asked + 1";

/// The SQLite store. Some tests use a store in memory.
pub struct SqliteStore {
    writer: Writer,
    reader: Mutex<Connection>,
    files: Files,
    /// The lock of a server.
    lock: Mutex<Option<Lock>>,
}

impl SqliteStore {
    /// Opens a file, or creates it.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        let writer = Connection::open(path).map_err(broken)?;
        let set_up = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                      PRAGMA busy_timeout = 5000;";
        writer.execute_batch(set_up).map_err(broken)?;
        writer.execute_batch(SCHEMA).map_err(broken)?;
        let grown = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('matches') WHERE name = ?)";
        for (column, grow) in [("opened", GROW), ("touched", GROW_AGAIN), ("code", GROW_CODES)] {
            if !writer.query_row(grown, [column], |row| row.get::<_, bool>(0)).map_err(broken)? {
                writer.execute_batch(grow).map_err(broken)?;
            }
        }
        writer.execute_batch(INDEXES).map_err(broken)?;
        // This write creates the write-ahead log file.
        writer.execute_batch(HEALTH).map_err(broken)?;
        let files = Files::of(path).map_err(|e| StoreError::Broken(e.to_string()))?;
        let reader = Connection::open(path).map_err(broken)?;
        reader.execute_batch("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;").map_err(broken)?;
        let writer = Writer::start(writer, files.clone()).map_err(|e| StoreError::Broken(e.to_string()))?;
        Ok(SqliteStore { writer, reader: Mutex::new(reader), files, lock: Mutex::default() })
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

    fn find(&self, id: &str) -> Answer<'_, Option<Header>> {
        let found = self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM matches WHERE id = ?"))?;
            statement.query_row([id], header).optional()
        });
        Box::pin(async { found })
    }

    fn read(&self, id: &str, from: u64) -> Answer<'_, Vec<String>> {
        let lines = self.with(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT line FROM entries WHERE match_id = ? AND n >= ? ORDER BY n")?;
            statement.query_map(params![id, from], |row| row.get(0))?.collect()
        });
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
        let (id, sittings) = (id.to_owned(), super::capped(sittings));
        Box::pin(self.writer.write(move |connection| {
            let delete =
                "DELETE FROM tokens WHERE match_id = ? AND bearer >= 0 AND bearer & 255 = ? AND bearer >> 8 <= ?";
            connection.execute(delete, params![id, seat, sittings]).map_err(broken).map(drop)
        }))
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

    fn copy_tokens(&self, from: &str, to: &str) -> Answer<'_, ()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        Box::pin(self.writer.write(move |connection| {
            let copy =
                "INSERT OR IGNORE INTO tokens (match_id, hash, bearer) SELECT ?, hash, bearer FROM tokens WHERE match_id = ?";
            connection.execute(copy, [to, from]).map_err(broken).map(drop)
        }))
    }

    fn healthy(&self) -> Answer<'_, ()> {
        // Only a write shows whether the disk is full.
        Box::pin(self.writer.write(|connection| connection.execute(HEALTH, []).map_err(broken).map(drop)))
    }
}
