//! Implements the store on PostgreSQL, for several nodes. Each append is one statement that fails if another node has
//! written first. Every append notifies the other nodes.

use super::packed;
use super::postgres_address::PostgresAddress;
use super::{Answer, Append, Claim, Header, Item, Keyed, MOST_AI_ENTRIES, Right, SeatToken, Store, StoreError, Usage};
use crate::table::now;
use crate::tokens;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

/// The schema version that this release needs. Raise it with every new entry of [`STEPS`].
const VERSION: i32 = 4;
/// The schema version of the oldest release that can still use this schema. Servers of such a release keep running
/// during an update.
const OLDEST: i32 = 1;
/// The schema version of the oldest release that can read compressed records. After the first compression, older
/// servers do not start on this database.
const COMPRESSED: i32 = 4;

/// Creates the table with the schema version.
const VERSION_TABLE: &str = "CREATE TABLE IF NOT EXISTS rulebook_schema
    (one INTEGER PRIMARY KEY, version INTEGER NOT NULL, oldest INTEGER NOT NULL)";

/// The statements that lead from one schema version to the next. Each statement runs in a transaction of its own and
/// waits for locks only briefly. So a migration neither blocks the servers nor deadlocks with them. Each statement can
/// be repeated.
const STEPS: [&[&str]; VERSION as usize] = [
    &[SCHEMA, GROW, INDEX_LIVE, INDEX_NEWEST, INDEX_WAITING, INDEX_CODE],
    &[
        "ALTER TABLE matches ADD COLUMN IF NOT EXISTS written TIMESTAMPTZ",
        "CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
    ],
    &[
        "CREATE TABLE IF NOT EXISTS items
            (kind TEXT NOT NULL, key TEXT NOT NULL, at BIGINT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key))",
        // The index contains only games of visitors, so it is built quickly.
        "CREATE INDEX IF NOT EXISTS matches_visitors ON matches (game) WHERE game LIKE 'own-%'",
    ],
    &["CREATE TABLE IF NOT EXISTS packed
        (match_id TEXT PRIMARY KEY REFERENCES matches (id), count BIGINT NOT NULL, data BYTEA NOT NULL)"],
];

const INDEX_LIVE: &str = "CREATE INDEX IF NOT EXISTS matches_live ON matches (id) WHERE live";
const INDEX_NEWEST: &str =
    "CREATE INDEX IF NOT EXISTS matches_newest ON matches (opened, id) WHERE live AND NOT private";
const INDEX_WAITING: &str =
    "CREATE INDEX IF NOT EXISTS matches_waiting ON matches (opened, id) WHERE live AND NOT begun";
const INDEX_CODE: &str =
    "CREATE UNIQUE INDEX IF NOT EXISTS matches_code ON matches (code) WHERE live AND code IS NOT NULL";

/// The name of the secret that tokens are derived from.
const REQUESTS: &str = "requests";

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
CREATE TABLE IF NOT EXISTS ai_log (
    match_id TEXT NOT NULL REFERENCES matches (id), n BIGINT GENERATED ALWAYS AS IDENTITY, line TEXT NOT NULL,
    PRIMARY KEY (match_id, n)
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
";
/// Time for which one statement of a migration waits for a lock, and the number of attempts.
const LOCK_TIME: &str = "SET lock_timeout = '1s'";
const ATTEMPTS: usize = 60;

/// Number of connections, which is also the number of concurrent commits.
const CONNECTIONS: usize = 4;
/// Advisory lock for migrations. With it, only one migration runs at a time.
const LOCK: i64 = 0x7275_6c65;
const CHANNEL: &str = "rulebook";
/// Time after which the database counts as down. A write may still succeed after this time. Then the next append
/// notices the new version of the match.
const PATIENCE: Duration = Duration::from_secs(5);

const APPEND: &str = "
WITH head AS (
    UPDATE matches SET version = version + cardinality($3::text[]), live = $2, begun = $6, due = $7,
        touched = greatest(touched, $8::bigint), code = CASE WHEN $2 THEN code END, written = clock_timestamp()
    WHERE id = $1 AND version = $5 RETURNING id, version
), written AS (
    INSERT INTO entries (match_id, n, line, answer)
    SELECT head.id, $5 + line.at - 1, line.text, line.answer
    FROM head, unnest($3::text[], $4::text[]) WITH ORDINALITY AS line (text, answer, at)
), revoked AS (
    DELETE FROM tokens USING head
    WHERE match_id = head.id AND bearer >= 0 AND bearer & 255 = $9::int4 AND bearer >> 8 < $10::int4
), given AS (
    INSERT INTO tokens (match_id, hash, bearer) SELECT head.id, $11::text, $12::int4 FROM head WHERE $11::text IS NOT NULL
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
    address: PostgresAddress,
    clients: Vec<tokio::sync::RwLock<Client>>,
    next: AtomicUsize,
    changes: Mutex<Option<UnboundedReceiver<String>>>,
}

/// The error of the database with its code. An error without a code is followed by its cause, such as a refused
/// connection.
pub(super) fn broken(error: tokio_postgres::Error) -> StoreError {
    let told = error.as_db_error().map(|db| format!("{}: {}", db.code().code(), db.message()));
    let cause = std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
    let why = told.unwrap_or_else(|| format!("{error}{cause}"));
    // The class XX stands for internal errors, and these two codes for damaged data and indexes.
    let is_damaged = why.starts_with("XX001") || why.starts_with("XX002");
    if is_damaged { StoreError::Damaged(why) } else { StoreError::Broken(why) }
}

/// The schema of a database.
enum Schema {
    /// The database has no tables of ours.
    Empty,
    /// The schema version, and the oldest version whose servers can use it. A database of an earlier release has
    /// version 0.
    Version(i32, i32),
}

async fn schema(client: &Client) -> Result<Schema, StoreError> {
    let tables = "SELECT to_regclass('rulebook_schema') IS NOT NULL, to_regclass('matches') IS NOT NULL";
    let row = client.query_one(tables, &[]).await.map_err(broken)?;
    if !row.get::<_, bool>(0) {
        return Ok(if row.get(1) { Schema::Version(0, 0) } else { Schema::Empty });
    }
    let row = client.query_opt("SELECT version, oldest FROM rulebook_schema", &[]).await.map_err(broken)?;
    Ok(row.map_or(Schema::Version(0, 0), |row| Schema::Version(row.get(0), row.get(1))))
}

/// Runs a statement of a migration. Tries again if servers hold the lock.
async fn step(client: &Client, statement: &str) -> Result<(), StoreError> {
    for _ in 0..ATTEMPTS {
        match client.batch_execute(statement).await.map_err(broken) {
            // The lock was not free in time, or the servers and the migration blocked each other.
            Err(StoreError::Broken(why)) if why.starts_with("55P03") || why.starts_with("40P01") => {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            done => return done,
        }
    }
    Err(StoreError::Broken("the tables are in use: try the migration again".to_owned()))
}

/// Brings the schema of a database to the version of this release. The caller holds the advisory lock.
async fn migrate_locked(client: &Client, from: i32) -> Result<(), StoreError> {
    client.batch_execute(LOCK_TIME).await.map_err(broken)?;
    step(client, VERSION_TABLE).await?;
    for (at, statements) in (0..VERSION).zip(STEPS).skip(usize::try_from(from).unwrap_or(0)) {
        for statement in statements {
            step(client, statement).await?;
        }
        let told = "INSERT INTO rulebook_schema (one, version, oldest) VALUES (1, $1, $2)
                    ON CONFLICT (one) DO UPDATE SET version = $1, oldest = greatest(rulebook_schema.oldest, $2)";
        client.execute(told, &[&(at + 1), &OLDEST.min(at + 1)]).await.map_err(broken)?;
    }
    let secret = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    client.execute(secret, &[&REQUESTS, &tokens::random().as_slice()]).await.map_err(broken).map(drop)
}

impl PostgresStore {
    /// Brings the tables of a database to the schema version of this release. Returns the version before and after.
    /// Servers may run meanwhile.
    ///
    /// # Errors
    /// If the database cannot be reached, or if a newer release has migrated it.
    pub async fn migrate(address: &str) -> Result<(i32, i32), StoreError> {
        let client = PostgresAddress::parse(address)?.connect(None).await?;
        client.batch_execute(&format!("SELECT pg_advisory_lock({LOCK})")).await.map_err(broken)?;
        let from = match schema(&client).await? {
            Schema::Empty => 0,
            Schema::Version(version, _) if version > VERSION => {
                let why = format!("the database has schema version {version}, and this release knows only {VERSION}");
                return Err(StoreError::Broken(why));
            }
            Schema::Version(version, _) => version,
        };
        if from < VERSION {
            migrate_locked(&client, from).await?;
        }
        Ok((from, VERSION))
    }

    /// Connects to `postgres://…` and checks the schema version. Sets up an empty database, but changes no existing
    /// tables: [`PostgresStore::migrate`] does that.
    ///
    /// # Errors
    /// If the database cannot be opened, or if it has another schema version.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let place = PostgresAddress::parse(address)?;
        let first = place.connect(None).await?;
        if let Schema::Empty = schema(&first).await? {
            PostgresStore::migrate(address).await?;
        }
        match schema(&first).await? {
            Schema::Version(version, oldest) if version >= VERSION && oldest <= VERSION => {}
            Schema::Version(version, _) if version < VERSION => {
                return Err(StoreError::Broken(format!(
                    "the database has schema version {version}, and this release needs {VERSION}: run `rulebook migrate`"
                )));
            }
            _ => {
                return Err(StoreError::Broken(
                    "a newer release has changed the database: use that release".to_owned(),
                ));
            }
        }
        let mut clients = vec![tokio::sync::RwLock::new(first)];
        for _ in 1..CONNECTIONS {
            clients.push(tokio::sync::RwLock::new(place.connect(None).await?));
        }
        let (heard, changes) = unbounded_channel();
        tokio::spawn(listen(place.clone(), heard));
        let (next, changes) = (AtomicUsize::new(0), Mutex::new(Some(changes)));
        Ok(PostgresStore { address: place, clients, next, changes })
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
                *client = self.address.connect(None).await?;
            }
        }
        let client = slot.read().await;
        client.query(sql, params).await.map_err(broken)
    }
}

/// Listens for appends until the receiver is dropped. Reconnects if necessary.
async fn listen(address: PostgresAddress, heard: UnboundedSender<String>) {
    while !heard.is_closed() {
        if let Ok(client) = address.connect(Some(heard.clone())).await
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
    let bad = || StoreError::Damaged("the header of a match is damaged".to_owned());
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

impl PostgresStore {
    /// Appends lines and, if a player takes a seat, stores the token, in one statement.
    fn append_with(&self, append: Append, token: Option<SeatToken>) -> Answer<'_, ()> {
        Box::pin(async move {
            let Append { id, expected, lines, live, begun, due, at } = append;
            let (lines, answers): (Vec<String>, Vec<Option<String>>) = lines.into_iter().unzip();
            let (expected, at) = (expected as i64, at as i64);
            let (seat, sitting, hash, bearer) = match token {
                None => (None, None, None, None),
                Some(SeatToken { hash, seat, sitting }) => {
                    let bearer = Right::Seat(seat, sitting).to_number();
                    (Some(i32::from(seat)), Some(super::capped(sitting)), Some(hash), Some(bearer))
                }
            };
            let values: [&(dyn ToSql + Sync); 12] =
                [&id, &live, &lines, &answers, &expected, &begun, &due, &at, &seat, &sitting, &hash, &bearer];
            match self.rows(APPEND, &values).await {
                Ok(rows) if rows.is_empty() => Err(StoreError::Conflict),
                Ok(_) => Ok(()),
                // The idempotency key exists already.
                Err(StoreError::Broken(why)) if why.starts_with("23505") => Err(StoreError::Conflict),
                Err(error) => Err(error),
            }
        })
    }
}

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
        self.append_with(append, None)
    }

    fn append_seat(&self, append: Append, token: SeatToken) -> Answer<'_, ()> {
        self.append_with(append, Some(token))
    }

    fn secret(&self) -> Answer<'_, Option<[u8; 32]>> {
        Box::pin(async move {
            let rows = self.rows("SELECT value FROM secrets WHERE name = $1", &[&REQUESTS]).await?;
            Ok(rows.first().and_then(|row| row.get::<_, Vec<u8>>(0).try_into().ok()))
        })
    }

    fn age(&self, id: &str) -> Answer<'_, Option<u64>> {
        let id = id.to_owned();
        Box::pin(async move {
            let sql = "SELECT (extract(epoch FROM clock_timestamp() - written) * 1000)::bigint
                       FROM matches WHERE id = $1 AND written IS NOT NULL";
            let rows = self.rows(sql, &[&id]).await?;
            Ok(rows.first().map(|row| u64::try_from(row.get::<_, i64>(0)).unwrap_or(0)))
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
            // Read with one statement, so that no compression can happen between two reads.
            let sql = "SELECT -1::bigint AS n, NULL::text, data FROM packed WHERE match_id = $1
                       UNION ALL SELECT n, line, NULL FROM entries WHERE match_id = $1 AND n >= $2 ORDER BY n";
            let rows = self.rows(sql, &[&id, &from]).await?;
            let packed = rows.iter().find_map(|row| row.get::<_, Option<&[u8]>>(2));
            let lines = rows.iter().filter_map(|row| row.get::<_, Option<String>>(1)).collect();
            packed::joined(packed, from as u64, lines)
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

    fn over_before(&self, before: u64, skip: usize, most: usize) -> Answer<'_, Vec<Header>> {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (before, skip, most) = (before as i64, number(skip), number(most));
        Box::pin(async move {
            let sql = format!(
                "SELECT {COLUMNS} FROM matches WHERE NOT live AND touched < $1 ORDER BY touched, id OFFSET $2 LIMIT $3"
            );
            self.rows(&sql, &[&before, &skip, &most]).await?.iter().map(header).collect()
        })
    }

    fn compressible(&self, before: u64, most: usize) -> Answer<'_, Vec<String>> {
        let (before, most) = (before as i64, i64::try_from(most).unwrap_or(i64::MAX));
        let sql = "SELECT id FROM matches WHERE NOT live AND touched < $1
                   AND NOT EXISTS (SELECT 1 FROM packed WHERE match_id = matches.id) ORDER BY touched, id LIMIT $2";
        Box::pin(async move { Ok(self.rows(sql, &[&before, &most]).await?.iter().map(|row| row.get(0)).collect()) })
    }

    fn compress(&self, id: &str) -> Answer<'_, (u64, u64)> {
        let id = id.to_owned();
        Box::pin(async move {
            let lines = self.read(&id, 0).await?;
            let (data, count) = (packed::pack(&lines)?, lines.len() as i64);
            let sizes = (lines.iter().map(|line| line.len() as u64).sum(), data.len() as u64);
            let sql = "WITH head AS (SELECT id FROM matches WHERE id = $1 AND NOT live AND version = $2 FOR UPDATE),
                       made AS (INSERT INTO packed (match_id, count, data) SELECT id, $2, $3 FROM head RETURNING 1),
                       e AS (DELETE FROM entries USING head WHERE match_id = head.id),
                       s AS (DELETE FROM snapshots USING head WHERE match_id = head.id),
                       v AS (UPDATE rulebook_schema SET oldest = greatest(oldest, $4) WHERE EXISTS (SELECT 1 FROM head))
                       SELECT 1 FROM made";
            match self.rows(sql, &[&id, &count, &data, &COMPRESSED]).await {
                Ok(rows) if rows.is_empty() => Err(StoreError::Conflict),
                Err(StoreError::Broken(why)) if why.starts_with("23505") => Err(StoreError::Conflict),
                done => done.map(|_| sizes),
            }
        })
    }

    fn remove(&self, id: &str) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(async move {
            let sql = "WITH gone AS (SELECT id FROM matches WHERE id = $1 AND NOT live FOR UPDATE),
                       e AS (DELETE FROM entries USING gone WHERE match_id = gone.id),
                       p AS (DELETE FROM packed USING gone WHERE match_id = gone.id),
                       c AS (DELETE FROM claims USING gone WHERE match_id = gone.id),
                       s AS (DELETE FROM snapshots USING gone WHERE match_id = gone.id),
                       t AS (DELETE FROM tokens USING gone WHERE match_id = gone.id),
                       a AS (DELETE FROM ai_log USING gone WHERE match_id = gone.id)
                       DELETE FROM matches USING gone WHERE matches.id = gone.id";
            self.rows(sql, &[&id]).await.map(drop)
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
            // Read the code in a separate statement. If two nodes give a code at the same time, the second node must
            // see the code of the first.
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

    fn add_ai_entry(&self, id: &str, line: String) -> Answer<'_, ()> {
        let (id, most) = (id.to_owned(), MOST_AI_ENTRIES as i64);
        Box::pin(async move {
            self.rows("INSERT INTO ai_log (match_id, line) VALUES ($1, $2)", &[&id, &line]).await?;
            let old = "DELETE FROM ai_log WHERE match_id = $1 AND n <=
                       (SELECT n FROM ai_log WHERE match_id = $1 ORDER BY n DESC OFFSET $2 LIMIT 1)";
            self.rows(old, &[&id, &most]).await.map(drop)
        })
    }

    fn ai_log(&self, id: &str, most: usize) -> Answer<'_, Vec<String>> {
        let (id, most) = (id.to_owned(), most as i64);
        Box::pin(async move {
            let newest = "SELECT line FROM ai_log WHERE match_id = $1 ORDER BY n DESC LIMIT $2";
            let rows = self.rows(newest, &[&id, &most]).await?;
            Ok(rows.iter().rev().map(|row| row.get(0)).collect())
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

    fn remove_rules(&self, source: &str) -> Answer<'_, ()> {
        let source = source.to_owned();
        Box::pin(async move { self.rows("DELETE FROM rules WHERE source = $1", &[&source]).await.map(drop) })
    }

    fn matches_of(&self, game: &str) -> Answer<'_, Vec<Usage>> {
        let game = game.to_owned();
        Box::pin(async move {
            let sql = "SELECT id, live, touched FROM matches WHERE game = $1 AND game LIKE 'own-%' ORDER BY id";
            let rows = self.rows(sql, &[&game]).await?;
            let usage = |row: &Row| Usage { id: row.get(0), live: row.get(1), touched: row.get::<_, i64>(2) as u64 };
            Ok(rows.iter().map(usage).collect())
        })
    }

    fn redact(&self, id: &str, lines: Vec<(u64, String)>) -> Answer<'_, ()> {
        let id = id.to_owned();
        Box::pin(async move {
            let rows = self.rows("SELECT data FROM packed WHERE match_id = $1", &[&id]).await?;
            let data = rows.first().map(|row| packed::replaced(row.get(0), &lines)).transpose()?;
            let (numbers, lines): (Vec<i64>, Vec<String>) = lines.into_iter().map(|(n, line)| (n as i64, line)).unzip();
            let sql = "WITH changed AS (
                           UPDATE entries SET line = new.line FROM unnest($2::bigint[], $3::text[]) AS new (n, line)
                           WHERE match_id = $1 AND entries.n = new.n
                       ), p AS (UPDATE packed SET data = $4 WHERE match_id = $1 AND $4::bytea IS NOT NULL
                       ), s AS (DELETE FROM snapshots WHERE match_id = $1)
                       DELETE FROM ai_log WHERE match_id = $1";
            self.rows(sql, &[&id, &numbers, &lines, &data]).await.map(drop)
        })
    }

    fn put_item(&self, kind: &str, item: Item) -> Answer<'_, ()> {
        let kind = kind.to_owned();
        Box::pin(async move {
            let sql = "INSERT INTO items (kind, key, at, value) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, key)
                       DO UPDATE SET at = excluded.at, value = excluded.value";
            let Item { key, at, value } = item;
            self.rows(sql, &[&kind, &key, &(at as i64), &value]).await.map(drop)
        })
    }

    fn item(&self, kind: &str, key: &str) -> Answer<'_, Option<String>> {
        let (kind, key) = (kind.to_owned(), key.to_owned());
        Box::pin(async move {
            let rows = self.rows("SELECT value FROM items WHERE kind = $1 AND key = $2", &[&kind, &key]).await?;
            Ok(rows.first().map(|row| row.get(0)))
        })
    }

    fn items(&self, kind: &str, most: usize) -> Answer<'_, Vec<Item>> {
        let (kind, most) = (kind.to_owned(), i64::try_from(most).unwrap_or(i64::MAX));
        Box::pin(async move {
            let sql = "SELECT key, at, value FROM items WHERE kind = $1 ORDER BY at DESC, key DESC LIMIT $2";
            let item = |row: &Row| Item { key: row.get(0), at: row.get::<_, i64>(1) as u64, value: row.get(2) };
            Ok(self.rows(sql, &[&kind, &most]).await?.iter().map(item).collect())
        })
    }

    fn remove_item(&self, kind: &str, key: &str) -> Answer<'_, bool> {
        let (kind, key) = (kind.to_owned(), key.to_owned());
        Box::pin(async move {
            let sql = "DELETE FROM items WHERE kind = $1 AND key = $2 RETURNING 1";
            Ok(!self.rows(sql, &[&kind, &key]).await?.is_empty())
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
