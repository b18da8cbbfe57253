//! The PostgreSQL store for several nodes. Each append is one statement that fails if another node has written first.
//! Every append notifies the other nodes.

use super::{Answer, Append, Claim, Header, Keyed, Right, Store, StoreError};
use crate::table::now;
use std::future::poll_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, NoTls, Row};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, source TEXT NOT NULL, secret BYTEA NOT NULL,
    private BOOLEAN NOT NULL, live BOOLEAN NOT NULL, version BIGINT NOT NULL,
    opened BIGINT NOT NULL DEFAULT 0, begun BOOLEAN NOT NULL DEFAULT false,
    touched BIGINT NOT NULL DEFAULT 0, due BOOLEAN NOT NULL DEFAULT true, code TEXT
);
CREATE TABLE IF NOT EXISTS entries (
    match_id TEXT NOT NULL REFERENCES matches (id), n BIGINT NOT NULL, line TEXT NOT NULL, answer TEXT,
    PRIMARY KEY (match_id, n)
);
CREATE UNIQUE INDEX IF NOT EXISTS entries_answer ON entries (match_id, answer) WHERE answer IS NOT NULL;
CREATE TABLE IF NOT EXISTS snapshots (
    match_id TEXT PRIMARY KEY REFERENCES matches (id), version BIGINT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS health (one INTEGER PRIMARY KEY, asked BIGINT NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS beats (one INTEGER PRIMARY KEY, at BIGINT NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS claims (
    match_id TEXT NOT NULL, seat INTEGER NOT NULL, node TEXT NOT NULL, until TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE TABLE IF NOT EXISTS served (one INTEGER PRIMARY KEY, since BIGINT NOT NULL, last BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS rules (source TEXT PRIMARY KEY, files TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (
    match_id TEXT NOT NULL REFERENCES matches (id), hash TEXT NOT NULL, bearer INTEGER NOT NULL,
    PRIMARY KEY (match_id, hash)
);
";

/// Migrations: opening time, start, last visit and table codes. A match without a recorded visit counts as visited at
/// the next server start.
const GROW: &str = "
DO $$ BEGIN
IF NOT EXISTS (
    SELECT 1 FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'matches' AND column_name = 'opened'
) THEN
    ALTER TABLE matches ADD COLUMN opened BIGINT NOT NULL DEFAULT 0, ADD COLUMN begun BOOLEAN NOT NULL DEFAULT false;
    UPDATE matches SET
        opened = coalesce((SELECT substring(line FROM '^[{]\"at\":([0-9]{1,18}),')::bigint FROM entries
            WHERE match_id = matches.id AND n = 0), 0),
        begun = EXISTS (SELECT 1 FROM entries WHERE match_id = matches.id AND line LIKE '{\"at\":%,\"record\":{\"started\"%');
END IF;
IF NOT EXISTS (
    SELECT 1 FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'matches' AND column_name = 'touched'
) THEN
    ALTER TABLE matches ADD COLUMN touched BIGINT NOT NULL DEFAULT 0, ADD COLUMN due BOOLEAN NOT NULL DEFAULT true;
END IF;
IF NOT EXISTS (
    SELECT 1 FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'matches' AND column_name = 'code'
) THEN
    ALTER TABLE matches ADD COLUMN code TEXT;
END IF;
END $$;
CREATE INDEX IF NOT EXISTS matches_live ON matches (id) WHERE live;
CREATE INDEX IF NOT EXISTS matches_newest ON matches (opened, id) WHERE live AND NOT private;
CREATE INDEX IF NOT EXISTS matches_waiting ON matches (opened, id) WHERE live AND NOT begun;
CREATE UNIQUE INDEX IF NOT EXISTS matches_code ON matches (code) WHERE live AND code IS NOT NULL;
";

/// Number of connections, which is also the number of concurrent commits.
const CONNECTIONS: usize = 4;
/// Advisory lock for creating database tables. With it, nodes that start at the same time do not create them twice.
const LOCK: i64 = 0x7275_6c65;
const CHANNEL: &str = "rulebook";
/// Time after which the database counts as down. If a write succeeds after this time, the next append detects it by its
/// version.
const PATIENCE: Duration = Duration::from_secs(5);

const APPEND: &str = "
WITH head AS (
    UPDATE matches SET version = version + cardinality($3::text[]), live = $2, begun = $6, due = $7,
        touched = greatest(touched, $8::bigint), code = CASE WHEN $2 THEN code END
    WHERE id = $1 AND version = $5 RETURNING id, version
), written AS (
    INSERT INTO entries (match_id, n, line, answer)
    SELECT head.id, $5 + line.at - 1, line.text, line.answer
    FROM head, unnest($3::text[], $4::text[]) WITH ORDINALITY AS line (text, answer, at)
)
SELECT pg_notify('rulebook', id || ':' || version) FROM head";

const BRING: &str = "
WITH made AS (
    INSERT INTO matches (id, game, source, secret, private, live, version, opened, begun, due, touched)
    VALUES ($1, $2, $3, $4, $5, $6, cardinality($9::text[]), $7, $8, $6, $13) RETURNING id
), written AS (
    INSERT INTO entries (match_id, n, line, answer)
    SELECT made.id, line.at - 1, line.text, line.answer
    FROM made, unnest($9::text[], $10::text[]) WITH ORDINALITY AS line (text, answer, at)
)
INSERT INTO tokens (match_id, hash, bearer)
SELECT made.id, token.hash, token.bearer FROM made, unnest($11::text[], $12::int4[]) AS token (hash, bearer)";

/// The PostgreSQL store.
pub struct PostgresStore {
    address: String,
    clients: Vec<tokio::sync::RwLock<Client>>,
    next: AtomicUsize,
    changes: Mutex<Option<UnboundedReceiver<String>>>,
}

fn broken(error: tokio_postgres::Error) -> StoreError {
    let told = error.as_db_error().map(|db| format!("{}: {}", db.code().code(), db.message()));
    StoreError::Broken(told.unwrap_or_else(|| error.to_string()))
}

/// Opens a connection. Its notifications go to `heard`.
async fn connect(address: &str, heard: Option<UnboundedSender<String>>) -> Result<Client, StoreError> {
    let (client, mut connection) = tokio_postgres::connect(address, NoTls).await.map_err(broken)?;
    tokio::spawn(async move {
        while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
            match (message, &heard) {
                (Ok(AsyncMessage::Notification(note)), Some(heard)) => drop(heard.send(note.payload().to_owned())),
                (Ok(_), _) => {}
                (Err(error), _) => {
                    tracing::warn!(%error, "database connection closed");
                    break;
                }
            }
        }
    });
    Ok(client)
}

impl PostgresStore {
    /// Connects to `postgres://…` and creates missing tables.
    ///
    /// # Errors
    /// If the database cannot be opened.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let first = connect(address, None).await?;
        let made = format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK}); {SCHEMA} {GROW} COMMIT;");
        first.batch_execute(&made).await.map_err(broken)?;
        let mut clients = vec![tokio::sync::RwLock::new(first)];
        for _ in 1..CONNECTIONS {
            clients.push(tokio::sync::RwLock::new(connect(address, None).await?));
        }
        let (heard, changes) = unbounded_channel();
        tokio::spawn(listen(address.to_owned(), heard));
        let (next, changes) = (AtomicUsize::new(0), Mutex::new(Some(changes)));
        Ok(PostgresStore { address: address.to_owned(), clients, next, changes })
    }

    async fn rows(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        let late = |_| Err(StoreError::Broken("the database does not respond".to_owned()));
        tokio::time::timeout(PATIENCE, self.ask(sql, params)).await.unwrap_or_else(late)
    }

    async fn ask(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        let slot = &self.clients[self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS];
        if slot.read().await.is_closed() {
            let mut client = slot.write().await;
            if client.is_closed() {
                *client = connect(&self.address, None).await?;
            }
        }
        let client = slot.read().await;
        client.query(sql, params).await.map_err(broken)
    }
}

/// Listens for appends until the receiver is dropped. Reconnects if necessary.
async fn listen(address: String, heard: UnboundedSender<String>) {
    while !heard.is_closed() {
        if let Ok(client) = connect(&address, Some(heard.clone())).await
            && client.batch_execute(&format!("LISTEN {CHANNEL}")).await.is_ok()
        {
            // Notifications may have been missed, so all tables must read the store.
            let _ = heard.send(String::new());
            while !client.is_closed() && !heard.is_closed() {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

fn header(row: &Row) -> Result<Header, StoreError> {
    let secret: Vec<u8> = row.get(3);
    let (version, opened): (i64, i64) = (row.get(6), row.get(7));
    let bad = || StoreError::Broken("the header of a match is damaged".to_owned());
    Ok(Header {
        id: row.get(0),
        game: row.get(1),
        source: row.get(2),
        secret: secret.try_into().map_err(|_| bad())?,
        private: row.get(4),
        live: row.get(5),
        begun: row.get(8),
        opened: u64::try_from(opened).map_err(|_| bad())?,
        version: u64::try_from(version).map_err(|_| bad())?,
    })
}

const COLUMNS: &str = "id, game, source, secret, private, live, version, opened, begun";

impl Store for PostgresStore {
    fn create(&self, header: Header, line: String) -> Answer<'_, ()> {
        Box::pin(async move {
            let Header { id, game, source, secret, private, live, begun, opened, .. } = header;
            let sql =
                "WITH made AS (INSERT INTO matches (id, game, source, secret, private, live, version, opened, begun, touched)
                       VALUES ($1, $2, $3, $4, $5, $6, 1, $8, $9, $8) RETURNING id)
                       INSERT INTO entries (match_id, n, line) SELECT id, 0, $7 FROM made";
            let (secret, opened) = (secret.as_slice(), opened as i64);
            let values: [&(dyn ToSql + Sync); 9] =
                [&id, &game, &source, &secret, &private, &live, &line, &opened, &begun];
            self.rows(sql, &values).await.map(drop)
        })
    }

    fn import(&self, header: Header, lines: Vec<Keyed>, tokens: Vec<(String, Right)>) -> Answer<'_, ()> {
        Box::pin(async move {
            let Header { id, game, source, secret, private, live, begun, opened, .. } = header;
            let (lines, answers): (Vec<String>, Vec<Option<String>>) = lines.into_iter().unzip();
            let numbered = tokens.into_iter().map(|(hash, right)| (hash, right.to_number()));
            let (hashes, bearers): (Vec<String>, Vec<i32>) = numbered.unzip();
            let (secret, opened, touched) = (secret.as_slice(), opened as i64, now() as i64);
            let values: [&(dyn ToSql + Sync); 13] = [
                &id, &game, &source, &secret, &private, &live, &opened, &begun, &lines, &answers, &hashes, &bearers,
                &touched,
            ];
            self.rows(BRING, &values).await.map(drop)
        })
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move {
            let Append { id, expected, lines, live, begun, due, at } = append;
            let (lines, answers): (Vec<String>, Vec<Option<String>>) = lines.into_iter().unzip();
            let (expected, at) = (expected as i64, at as i64);
            match self.rows(APPEND, &[&id, &live, &lines, &answers, &expected, &begun, &due, &at]).await {
                Ok(rows) if rows.is_empty() => Err(StoreError::Conflict),
                Ok(_) => Ok(()),
                // The idempotency key exists already.
                Err(StoreError::Broken(why)) if why.starts_with("23505") => Err(StoreError::Conflict),
                Err(error) => Err(error),
            }
        })
    }

    fn find(&self, id: &str) -> Answer<'_, Option<Header>> {
        let id = id.to_owned();
        Box::pin(async move {
            let rows = self.rows(&format!("SELECT {COLUMNS} FROM matches WHERE id = $1"), &[&id]).await?;
            rows.first().map(header).transpose()
        })
    }

    fn read(&self, id: &str, from: u64) -> Answer<'_, Vec<String>> {
        let (id, from) = (id.to_owned(), from as i64);
        Box::pin(async move {
            let sql = "SELECT line FROM entries WHERE match_id = $1 AND n >= $2 ORDER BY n";
            Ok(self.rows(sql, &[&id, &from]).await?.iter().map(|row| row.get(0)).collect())
        })
    }

    fn list(&self, live_only: bool) -> Answer<'_, Vec<Header>> {
        Box::pin(async move {
            let filter = if live_only { "WHERE live" } else { "" };
            let rows = self.rows(&format!("SELECT {COLUMNS} FROM matches {filter} ORDER BY id"), &[]).await?;
            rows.iter().map(header).collect()
        })
    }

    fn newest(&self, after: Option<&str>, most: usize) -> Answer<'_, Vec<Header>> {
        let (after, most) = (after.map(str::to_owned), i64::try_from(most).unwrap_or(i64::MAX));
        Box::pin(async move {
            let sql = format!(
                "SELECT {COLUMNS} FROM matches WHERE live AND NOT private
                 AND ($1::text IS NULL OR (opened, id) < (SELECT opened, id FROM matches WHERE id = $1))
                 ORDER BY opened DESC, id DESC LIMIT $2"
            );
            self.rows(&sql, &[&after, &most]).await?.iter().map(header).collect()
        })
    }

    fn waiting(&self, before: u64, most: usize) -> Answer<'_, Vec<String>> {
        let (before, most) = (before as i64, i64::try_from(most).unwrap_or(i64::MAX));
        let sql = "SELECT id FROM matches WHERE live AND NOT begun AND opened < $1 ORDER BY opened, id LIMIT $2";
        Box::pin(async move { Ok(self.rows(sql, &[&before, &most]).await?.iter().map(|row| row.get(0)).collect()) })
    }

    fn active(&self, since: u64) -> Answer<'_, Vec<Header>> {
        let since = since as i64;
        Box::pin(async move {
            let sql = format!(
                "SELECT {COLUMNS} FROM matches WHERE live AND begun AND (due OR touched >= $1) ORDER BY touched DESC, id"
            );
            self.rows(&sql, &[&since]).await?.iter().map(header).collect()
        })
    }

    fn abandoned(&self, before: u64, most: usize) -> Answer<'_, Vec<(String, u64)>> {
        let (before, most) = (before as i64, i64::try_from(most).unwrap_or(i64::MAX));
        let sql = "SELECT id, version FROM matches WHERE live AND begun AND touched < $1 ORDER BY touched, id LIMIT $2";
        Box::pin(async move {
            let rows = self.rows(sql, &[&before, &most]).await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
        })
    }

    fn give_code(&self, id: &str, code: &str) -> Answer<'_, String> {
        let (id, code) = (id.to_owned(), code.to_owned());
        Box::pin(async move {
            let give = "UPDATE matches SET code = $2 WHERE id = $1 AND live AND code IS NULL";
            match self.rows(give, &[&id, &code]).await {
                // Another table has this code.
                Err(StoreError::Broken(why)) if why.starts_with("23505") => return Err(StoreError::Conflict),
                given => drop(given?),
            }
            // This is a separate statement. If two nodes give a code at once, the second must see the code of the
            // first.
            let rows = self.rows("SELECT code FROM matches WHERE id = $1 AND live", &[&id]).await?;
            rows.first().and_then(|row| row.get::<_, Option<String>>(0)).ok_or(StoreError::Missing)
        })
    }

    fn by_code(&self, code: &str) -> Answer<'_, Option<Header>> {
        let code = code.to_owned();
        Box::pin(async move {
            let sql = format!("SELECT {COLUMNS} FROM matches WHERE code = $1 AND live");
            self.rows(&sql, &[&code]).await?.first().map(header).transpose()
        })
    }

    fn visited(&self, id: &str, at: u64) -> Answer<'_, ()> {
        let (id, at) = (id.to_owned(), at as i64);
        let sql = "UPDATE matches SET touched = greatest(touched, $2) WHERE id = $1";
        Box::pin(async move { self.rows(sql, &[&id, &at]).await.map(drop) })
    }

    fn serving(&self, now: u64, gap: u64) -> Answer<'_, u64> {
        let (now, gap) = (now as i64, i64::try_from(gap).unwrap_or(i64::MAX / 2));
        Box::pin(async move {
            let sql = "INSERT INTO served (one, since, last) VALUES (1, $1::bigint, $1::bigint)
                       ON CONFLICT (one) DO UPDATE SET last = greatest(served.last, $1::bigint),
                       since = CASE WHEN $1::bigint > served.last + $2::bigint THEN $1::bigint ELSE served.since END
                       RETURNING since";
            let rows = self.rows(sql, &[&now, &gap]).await?;
            Ok(rows.first().map_or(now, |row| row.get(0)) as u64)
        })
    }

    fn keep_snapshot(&self, id: &str, version: u64, text: String) -> Answer<'_, ()> {
        let (id, version) = (id.to_owned(), version as i64);
        Box::pin(async move {
            // Keep the snapshot with the higher version.
            let sql = "INSERT INTO snapshots (match_id, version, text) VALUES ($1, $2, $3) ON CONFLICT (match_id)
                       DO UPDATE SET version = excluded.version, text = excluded.text
                       WHERE snapshots.version <= excluded.version";
            self.rows(sql, &[&id, &version, &text]).await.map(drop)
        })
    }

    fn snapshot(&self, id: &str) -> Answer<'_, Option<(u64, String)>> {
        let id = id.to_owned();
        Box::pin(async move {
            let rows = self.rows("SELECT version, text FROM snapshots WHERE match_id = $1", &[&id]).await?;
            Ok(rows.first().map(|row| (row.get::<_, i64>(0) as u64, row.get(1))))
        })
    }

    fn keep_rules(&self, source: &str, files: String) -> Answer<'_, ()> {
        let source = source.to_owned();
        Box::pin(async move {
            let sql = "INSERT INTO rules (source, files) VALUES ($1, $2) ON CONFLICT (source)
                       DO UPDATE SET files = excluded.files WHERE rules.files <> excluded.files";
            self.rows(sql, &[&source, &files]).await.map(drop)
        })
    }

    fn rules(&self, source: &str) -> Answer<'_, Option<String>> {
        let source = source.to_owned();
        Box::pin(async move {
            let rows = self.rows("SELECT files FROM rules WHERE source = $1", &[&source]).await?;
            Ok(rows.first().map(|row| row.get(0)))
        })
    }

    fn add_token(&self, id: &str, hash: String, right: Right) -> Answer<'_, ()> {
        let (id, bearer) = (id.to_owned(), right.to_number());
        Box::pin(async move {
            let sql = "INSERT INTO tokens (match_id, hash, bearer) VALUES ($1, $2, $3)";
            self.rows(sql, &[&id, &hash, &bearer]).await.map(drop)
        })
    }

    fn token(&self, id: &str, hash: &str) -> Answer<'_, Option<Right>> {
        let (id, hash) = (id.to_owned(), hash.to_owned());
        Box::pin(async move {
            let sql = "SELECT bearer FROM tokens WHERE match_id = $1 AND hash = $2";
            Ok(self.rows(sql, &[&id, &hash]).await?.first().and_then(|row| Right::from_number(row.get(0))))
        })
    }

    fn revoke(&self, id: &str, seat: u8, sittings: u32) -> Answer<'_, ()> {
        let (id, seat, sittings) = (id.to_owned(), i32::from(seat), super::capped(sittings));
        Box::pin(async move {
            let sql = "DELETE FROM tokens
                       WHERE match_id = $1 AND bearer >= 0 AND bearer & 255 = $2 AND bearer >> 8 <= $3";
            self.rows(sql, &[&id, &seat, &sittings]).await.map(drop)
        })
    }

    fn tokens(&self, id: &str) -> Answer<'_, Vec<(String, Right)>> {
        let id = id.to_owned();
        Box::pin(async move {
            let rows = self.rows("SELECT hash, bearer FROM tokens WHERE match_id = $1 ORDER BY hash", &[&id]).await?;
            Ok(rows.iter().filter_map(|row| Some((row.get(0), Right::from_number(row.get(1))?))).collect())
        })
    }

    fn heartbeat(&self, at: u64) -> Answer<'_, ()> {
        let sql =
            "INSERT INTO beats (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = greatest(beats.at, $1)";
        Box::pin(async move { self.rows(sql, &[&(at as i64)]).await.map(drop) })
    }

    fn last_heartbeat(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            let rows = self.rows("SELECT at FROM beats", &[]).await?;
            Ok(rows.first().map(|row| row.get::<_, i64>(0) as u64))
        })
    }

    fn claim(&self, claim: Claim) -> Answer<'_, bool> {
        Box::pin(async move {
            let Claim { id, seat, node, millis } = claim;
            let sql = "INSERT INTO claims (match_id, seat, node, until)
                       VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')
                       ON CONFLICT (match_id, seat) DO UPDATE SET node = $3, until = excluded.until
                       WHERE claims.node = $3 OR claims.until < now()
                       RETURNING 1";
            let (seat, millis) = (i32::from(seat), f64::from(millis));
            Ok(!self.rows(sql, &[&id, &seat, &node, &millis]).await?.is_empty())
        })
    }

    fn release(&self, id: &str, seat: u8) -> Answer<'_, ()> {
        let (id, seat) = (id.to_owned(), i32::from(seat));
        let sql = "DELETE FROM claims WHERE match_id = $1 AND seat = $2";
        Box::pin(async move { self.rows(sql, &[&id, &seat]).await.map(drop) })
    }

    fn copy_tokens(&self, from: &str, to: &str) -> Answer<'_, ()> {
        let (from, to) = (from.to_owned(), to.to_owned());
        Box::pin(async move {
            let sql = "INSERT INTO tokens (match_id, hash, bearer) SELECT $1, hash, bearer FROM tokens WHERE match_id = $2 \
                 ON CONFLICT DO NOTHING";
            self.rows(sql, &[&to, &from]).await.map(drop)
        })
    }

    fn healthy(&self) -> Answer<'_, ()> {
        // Only a write shows whether this database accepts writes.
        let write =
            "INSERT INTO health (one, asked) VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET asked = health.asked + 1";
        Box::pin(async move { self.rows(write, &[]).await.map(drop) })
    }

    fn changes(&self) -> Option<UnboundedReceiver<String>> {
        self.changes.lock().ok()?.take()
    }
}
