//! Finds, loads and unloads the tables of this node.

use crate::bot_runner::BotRunner;
use crate::busy::Busy;
use crate::clock_heartbeat::Clocks;
use crate::limits::{Rate, client};
use crate::load_match::LoadError;
use crate::metrics::Metrics;
use crate::refusals;
use crate::shelf::{Shelf, ShelfGame};
use crate::store::{Append, Header, Right, Salvaged, Store, StoreError};
use crate::table::{Done, Message, MessageSource, TableActor, now};
use crate::tokens;
use crate::visitors::WorkerFault;
use rulebook_kernel::{Digest, Key, Seat, Setup, Viewer};
use rulebook_matchlog::with_names;
use rulebook_room::{
    Effect, Entry, FinishedMatch, Input, Record, Refusal, RefusalCode, RematchSetup, Room, SeatInfo, Sender, Status,
    Terms,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinSet;

/// Maximum number of matches loaded at the same time when a server starts.
const AT_ONCE: usize = 8;
/// A starting server loads the matches that were visited within this time, in milliseconds: seven days.
const RECENT: u64 = 7 * 24 * 3600 * 1000;
/// Maximum number of messages in the mailbox of a table.
const MAILBOX: usize = 256;
/// Maximum time to wait for the status of a table.
const PATIENCE: Duration = Duration::from_secs(3);

/// The tables of this node.
pub struct Hall {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The games.
    pub shelf: Shelf,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Runs bots and models.
    pub(crate) machines: BotRunner,
    /// Rate limit for one seat.
    pub(crate) seat_rate: Rate,
    /// Maximum number of connections of one address that watch a table.
    pub(crate) spectators_each: usize,
    /// The random name of this node.
    pub(crate) node: String,
    /// Number of appends that have failed since the last successful append. `failed_at` is the time of the last
    /// failure.
    pub(crate) failing: AtomicU64,
    pub(crate) failed_at: AtomicU64,
    /// Random bytes of this node, for a store that has no secret.
    secret: [u8; 32],
    /// The running clocks of this node.
    pub(crate) clocks: Clocks,
    /// The downtime before this node started.
    pub(crate) away: Option<(u64, u64)>,
    /// Interval at which a table with viewers records a visit.
    pub(crate) visits: Duration,
    tables: Mutex<BTreeMap<String, mpsc::Sender<Message>>>,
    /// Matches that cannot be played here.
    frozen: Mutex<BTreeMap<String, Frozen>>,
    /// Set when the server stops. No table is loaded after that.
    stopping: AtomicBool,
    /// One lock for each match that is being loaded, so that the match is loaded only once.
    loading: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

/// The reason why a match cannot be played here.
struct Frozen {
    why: String,
    /// Whether the match is frozen only because its rules have changed. The records of such a match are intact.
    other: bool,
}

/// The id and tokens of a new table.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The id.
    pub id: String,
    /// The host token.
    pub host: String,
    /// The token for players.
    pub invite: String,
    /// The token for spectators.
    pub watch: String,
}

impl Hall {
    /// A hall without tables.
    #[must_use]
    pub(crate) fn new(
        store: Arc<dyn Store>,
        shelf: Shelf,
        machines: BotRunner,
        seat_rate: Rate,
        spectators_each: usize,
        visits: Duration,
        away: Option<(u64, u64)>,
    ) -> Arc<Hall> {
        Arc::new(Hall {
            node: tokens::match_id(),
            secret: tokens::random(),
            failing: AtomicU64::new(0),
            failed_at: AtomicU64::new(0),
            clocks: Clocks::default(),
            away,
            visits,
            store,
            shelf,
            metrics: Arc::default(),
            machines,
            seat_rate,
            spectators_each,
            tables: Mutex::default(),
            frozen: Mutex::default(),
            stopping: AtomicBool::new(false),
            loading: Mutex::default(),
        })
    }

    /// Loads the active matches, so that bots and clocks continue. A damaged match is frozen and logged. It does not
    /// affect other matches. Tables without a started match and matches without recent visitors are loaded on demand.
    pub async fn wake(self: &Arc<Hall>) {
        let since = now().saturating_sub(RECENT);
        let (live, lost) = match self.store.active(since).await {
            Ok(live) => (live, Vec::new()),
            Err(error) => {
                tracing::error!(%error, "active matches cannot be listed");
                let Salvaged { mut found, lost } = self.store.salvage().await.unwrap_or_default();
                found.retain(|header| header.live);
                (found, lost)
            }
        };
        for id in &lost {
            tracing::error!(id, "match cannot be read: its header is damaged");
        }
        self.metrics.frozen.fetch_add(i64::try_from(lost.len()).unwrap_or(i64::MAX), Relaxed);
        let (count, mut frozen) = (live.len(), 0);
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        let mut opened = JoinSet::new();
        for header in live {
            let Ok(turn) = Arc::clone(&turns).acquire_owned().await else { break };
            let hall = Arc::clone(self);
            opened.spawn(async move {
                let _turn = turn;
                // The table loads the match from its snapshot. `Check` replays the records and compares the result with
                // the loaded match.
                let opened = hall.ask(&header.id, |done| Message::Check { done }).await;
                opened.is_err() || hall.frozen(&header.id).is_some()
            });
        }
        while let Some(failed) = opened.join_next().await {
            frozen += usize::from(failed.unwrap_or(true));
        }
        tracing::info!(live = count - frozen, frozen, "active matches loaded");
    }

    /// Forwards notifications of other nodes to the tables.
    pub async fn listen(self: Arc<Hall>) {
        let Some(mut changes) = self.store.changes() else { return };
        while let Some(told) = changes.recv().await {
            let (id, version) = told.split_once(':').unwrap_or_default();
            let version = version.parse().unwrap_or(u64::MAX);
            let tables = self.tables();
            // An empty id means that notifications were missed, so all tables must read the store.
            let all = tables.iter().filter(|(known, _)| id.is_empty() || **known == id);
            let concerned: Vec<_> = all.map(|(_, table)| table.clone()).collect();
            drop(tables);
            for table in concerned {
                let _ = table.try_send(Message::Follow { version });
            }
        }
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, mpsc::Sender<Message>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reason why a match is frozen. `None` if it is not frozen.
    #[must_use]
    pub fn frozen(&self, id: &str) -> Option<String> {
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).get(id).map(|frozen| frozen.why.clone())
    }

    /// Whether a match is frozen only because its rules have changed.
    fn is_of_others(&self, id: &str) -> bool {
        let frozen = self.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        frozen.get(id).is_some_and(|frozen| frozen.other)
    }

    /// The mailbox of a table. Loads the match if necessary.
    async fn table(self: &Arc<Hall>, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        if self.stopping.load(Relaxed) {
            return Err(Refusal::new(RefusalCode::Unavailable, "The server is restarting. Try again."));
        }
        self.may_cause_work()?;
        let turn = Arc::clone(self.loading().entry(id.to_owned()).or_default());
        let alone = turn.lock().await;
        let opened = self.open_table(id).await;
        drop(alone);
        let mut loading = self.loading();
        // Only the map and this task hold the lock, so the lock can be removed.
        if Arc::strong_count(&turn) == 2 {
            loading.remove(id);
        }
        opened
    }

    fn loading(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<tokio::sync::Mutex<()>>>> {
        self.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, id: &str) -> Option<mpsc::Sender<Message>> {
        self.tables().get(id).filter(|table| !table.is_closed()).cloned()
    }

    /// Loads a match and returns its mailbox. If another task has just loaded the match, returns that mailbox.
    async fn open_table(self: &Arc<Hall>, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        if self.frozen(id).is_some() {
            return Err(self.why_not(id).await);
        }
        let header = match self.store.find(id).await {
            Ok(Some(header)) => header,
            Ok(None) => return Err(Refusal::new(RefusalCode::Malformed, "There is no such game.")),
            Err(error) => return Err(unreadable(error)),
        };
        let (own, mailbox) = mpsc::channel(MAILBOX);
        let (loaded, time) = Busy::new(TableActor::load(Arc::clone(self), header.clone(), own.clone())).await;
        if let Some(client) = client() {
            self.machines.costs.charge(Some(client), time, 0);
        }
        match loaded {
            Ok(table) => {
                self.tables().insert(id.to_owned(), own.clone());
                self.metrics.tables.fetch_add(1, Relaxed);
                let (hall, id) = (Arc::clone(self), id.to_owned());
                tokio::spawn(async move {
                    let running = tokio::spawn(table.run(mailbox));
                    if let Err(error) = running.await {
                        hall.tables().remove(&id);
                        match error.try_into_panic().map(|panic| panic.downcast::<WorkerFault>()) {
                            Ok(Ok(fault)) => hall.close_faulty(&id, fault.0).await,
                            // A panic stops only this table. The next request loads the match again.
                            _ => tracing::error!(id, "table panicked"),
                        }
                    }
                    hall.metrics.tables.fetch_sub(1, Relaxed);
                });
                Ok(own)
            }
            Err(LoadError::Store(why)) => {
                tracing::warn!(id, why, "match cannot be read now");
                Err(refusals::cannot_read())
            }
            Err(trouble @ (LoadError::Broken(_) | LoadError::OtherSemantics(_))) => {
                self.freeze(&header, trouble).await;
                Err(self.why_not(id).await)
            }
        }
    }

    /// The refusal for a frozen match. Only the server log contains the details.
    async fn why_not(&self, id: &str) -> Refusal {
        match self.ended(id).await.map(|ended| ended.status.closed) {
            Some(Some(reason)) => Refusal::new(RefusalCode::NotAllowed, format!("This game was closed: {reason}")),
            Some(None) => Refusal::new(
                RefusalCode::NotAllowed,
                "This game is over. It was played with an earlier version of its rules.",
            ),
            None => Refusal::new(RefusalCode::NotAllowed, "This game cannot be loaded: its saved data is damaged."),
        }
    }

    /// A finished match whose rules have changed, read from its records. `None` for any other match.
    pub(crate) async fn ended(&self, id: &str) -> Option<FinishedMatch> {
        if !self.is_of_others(id) {
            return None;
        }
        let header = self.store.find(id).await.ok()?.filter(|header| !header.live)?;
        let lines = self.store.read(id, 0).await.ok()?;
        let entries: Option<Vec<Entry>> = lines.iter().map(|line| Entry::parse(line).ok()).collect();
        FinishedMatch::told(&Key::from_bytes(header.secret), &entries?)
    }

    /// Freezes a match. If the only problem is a change of its rules, the match is also closed with that reason.
    pub(crate) async fn freeze(&self, header: &Header, trouble: LoadError) {
        let other = matches!(trouble, LoadError::OtherSemantics(_));
        let close = other && header.live;
        let (LoadError::Store(why) | LoadError::Broken(why) | LoadError::OtherSemantics(why)) = trouble;
        if other {
            tracing::warn!(
                id = header.id,
                game = header.game,
                why,
                live = header.live,
                "match cannot continue: its rules changed"
            );
        } else {
            tracing::error!(id = header.id, game = header.game, why, "match frozen: its data is damaged");
            self.metrics.frozen.fetch_add(1, Relaxed);
        }
        if close {
            let entry = Entry { at: now(), record: Record::Closed { reason: why.clone() } };
            let lines = vec![(entry.line(), None)];
            let (id, expected, begun) = (header.id.clone(), header.version, header.begun);
            let append = Append { id, expected, lines, live: false, begun, due: false, at: now() };
            if let Err(error) = self.store.append(append).await {
                tracing::error!(id = header.id, %error, "match could not be closed");
            }
        }
        let frozen = Frozen { why, other };
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).insert(header.id.clone(), frozen);
        self.tables().remove(&header.id);
    }

    /// Closes a match whose rules have exceeded a limit of their worker.
    async fn close_faulty(&self, id: &str, why: String) {
        match self.store.find(id).await {
            Ok(Some(header)) if header.live => self.freeze(&header, LoadError::OtherSemantics(why)).await,
            Ok(_) => {}
            Err(error) => tracing::error!(id, %error, "match with faulty rules could not be closed"),
        }
    }

    /// Unloads an idle table. Returns `false` if a message has arrived meanwhile.
    pub(crate) fn retire(&self, id: &str, mailbox: &mpsc::Receiver<Message>) -> bool {
        let mut tables = self.tables();
        let idle = mailbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }

    /// Refuses the work if the client of this task has caused too many costs.
    fn may_cause_work(&self) -> Result<(), Refusal> {
        if client().is_none_or(|client| !self.machines.costs.are_too_many(client)) {
            return Ok(());
        }
        self.metrics.limited.fetch_add(1, Relaxed);
        Err(refusals::too_fast())
    }

    /// Sends a message to a table and waits for its answer. The costs are charged to the client of this task.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be loaded. Also if the client has caused too many costs.
    pub async fn ask<T>(self: &Arc<Hall>, id: &str, message: impl Fn(Done<T>) -> Message) -> Result<T, Refusal> {
        self.may_cause_work()?;
        // Retry if the table was being unloaded.
        for _ in 0..3 {
            let table = self.table(id).await?;
            let (done, answer) = oneshot::channel();
            let message = match client() {
                Some(client) => Message::Charged { client, message: Box::new(message(done)) },
                None => message(done),
            };
            if table.send(message).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(refusals::no_response())
    }

    /// Sends an input to a table. Counts it in the metrics as accepted or refused.
    ///
    /// # Errors
    /// The refusal.
    pub async fn input(
        self: &Arc<Hall>,
        id: &str,
        from: impl Into<MessageSource>,
        input: Input,
    ) -> Result<(), Refusal> {
        let from = from.into();
        let result = self.ask(id, |done| Message::Input { from, input: input.clone(), done }).await;
        let counter = if result.is_ok() { &self.metrics.accepted } else { &self.metrics.refused };
        counter.fetch_add(1, Relaxed);
        result
    }

    /// The number of messages that wait in the mailboxes of all tables.
    pub(crate) fn mail(&self) -> usize {
        self.tables().values().map(|table| table.max_capacity() - table.capacity()).sum()
    }

    /// The counters of this node, in the format of `/metrics`. The handler of `/metrics` adds the figures of connections
    /// and queues.
    #[must_use]
    pub fn metrics_text(&self) -> String {
        self.metrics.text()
    }

    /// The public status of a table. Does not wait long for a table that is blocked by its store.
    ///
    /// # Errors
    /// If there is no such table, or it does not respond.
    pub async fn status(self: &Arc<Hall>, id: &str) -> Result<Status, Refusal> {
        // Load the match first. Only the answer of the loaded table has a time limit.
        if let Err(refusal) = self.table(id).await {
            return self.ended(id).await.map(|ended| ended.status).ok_or(refusal);
        }
        let asked = self.ask(id, |done| Message::Status { done });
        let late = |_| Err(refusals::no_response());
        tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(late)
    }

    /// The log of a match as a viewer may see it. `None` before the start.
    ///
    /// # Errors
    /// If there is no such table, or it does not respond.
    pub async fn log(self: &Arc<Hall>, id: &str, viewer: Viewer) -> Result<Option<String>, Refusal> {
        match self.ask(id, |done| Message::Log { viewer, done }).await {
            Err(refusal) => {
                let ended = self.ended(id).await.ok_or(refusal)?;
                let names: Vec<String> = ended.status.seats.iter().map(SeatInfo::name).collect();
                Ok(ended.log.map(|log| with_names(&log, &names)))
            }
            told => told,
        }
    }

    /// Sends a message to a table and does not wait for an answer. Does nothing if the table is not loaded.
    pub async fn tell(&self, id: &str, message: Message) {
        let table = self.tables().get(id).cloned();
        if let Some(table) = table {
            let _ = table.send(message).await;
        }
    }

    /// The right that a token gives at this match. `None` if the request has no token.
    ///
    /// # Errors
    /// If the token is not valid at this match, or if the store cannot be read. These refusals have different codes: a
    /// client keeps its token if only the store fails.
    pub async fn right(&self, id: &str, token: Option<&str>) -> Result<Option<Right>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        let found = match tokens::is_token(token) {
            true => self.store.token(id, &tokens::hash(token)).await.map_err(unreadable)?,
            false => None,
        };
        found.map(Some).ok_or_else(refusals::invalid_link)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// The refusal.
    pub async fn open(
        self: &Arc<Hall>,
        game: &ShelfGame,
        setup: Setup,
        terms: Terms,
        key: Option<&str>,
    ) -> Result<Opened, Refusal> {
        let secret = self.request_secret(key).await?;
        let repeatable = key.is_some();
        let key = key.map_or_else(tokens::fresh, str::to_owned);
        let token = |purpose: &str| tokens::derived(&secret, &["open", purpose], &key);
        let (host, invite, watch) = (token("host"), token("invite"), token("watch"));
        let opened = Opened { id: token("id")[..24].to_owned(), host, invite, watch };
        let again = RematchSetup::first(setup, terms, Vec::new());
        let rights = [(&opened.host, Right::Host), (&opened.invite, Right::Invite), (&opened.watch, Right::Watch)];
        let rights = rights.map(|(token, right)| (tokens::hash(token), right)).to_vec();
        // The request may be a repetition of one that has opened the table.
        if repeatable && self.has_opened(&opened.id, game).await? {
            return Ok(opened);
        }
        if let Err(refusal) = self.begin(game, &opened.id, tokens::random(), again, rights).await
            // The first request may have been carried out in the meantime.
            && !(repeatable && self.has_opened(&opened.id, game).await?)
        {
            return Err(refusal);
        }
        Ok(opened)
    }

    /// Whether an earlier request with the same key has opened this table.
    async fn has_opened(&self, id: &str, game: &ShelfGame) -> Result<bool, Refusal> {
        match self.store.find(id).await.map_err(unreadable)? {
            Some(header) if header.game == game.id => Ok(true),
            Some(_) => Err(refusals::used_key()),
            None => Ok(false),
        }
    }

    /// The secret from which the tokens of a request are derived. A request without a key
    /// gets a random secret that is used only once.
    async fn request_secret(&self, key: Option<&str>) -> Result<[u8; 32], Refusal> {
        let Some(key) = key else { return Ok(tokens::random()) };
        if !tokens::KEY_LENGTH.contains(&key.len()) {
            return Err(Refusal::new(RefusalCode::Malformed, "The key of a request must have 16 to 64 bytes."));
        }
        Ok(self.store.secret().await.map_err(unreadable)?.unwrap_or(self.secret))
    }

    async fn begin(
        &self,
        game: &ShelfGame,
        id: &str,
        secret: [u8; 32],
        again: RematchSetup,
        rights: Vec<(String, Right)>,
    ) -> Result<(), Refusal> {
        let private = again.terms.private;
        let rules = Arc::clone(&game.rules);
        let (_, first) = Room::play_on(rules, Key::from_bytes(secret), again, now())?;
        let Effect::Write(entry) = first else {
            return Err(Refusal::new(RefusalCode::Malformed, "The table could not be opened."));
        };
        self.shelf.keep(game).await.map_err(unavailable)?;
        let (id, source) = (id.to_owned(), game.rules.info().source.to_string());
        let (game, opened) = (game.id.clone(), entry.at);
        let header = Header { id, game, source, secret, private, live: true, begun: false, opened, version: 1 };
        // The table and its tokens are stored together. So there is never a table without a token.
        self.store.import(header, vec![(entry.line(), None)], rights).await.map_err(unavailable)
    }

    /// Takes a seat for a player and returns the token of the seat.
    ///
    /// # Errors
    /// The refusal.
    pub async fn sit(self: &Arc<Hall>, id: &str, seat: Seat, name: &str, key: Option<&str>) -> Result<String, Refusal> {
        let secret = self.request_secret(key).await?;
        let token = match key {
            Some(key) => tokens::derived(&secret, &["sit", id, &u8::from(seat).to_string()], key),
            None => tokens::fresh(),
        };
        let hash = tokens::hash(&token);
        let sat = self.ask(id, |done| Message::Sit { seat, name: name.to_owned(), hash: hash.clone(), done }).await;
        let Err(refusal) = sat else { return Ok(token) };
        // The request may be a repetition of one that has taken the seat.
        if key.is_some() && self.sits_with(id, seat, &hash).await? {
            return Ok(token);
        }
        Err(refusal)
    }

    /// Whether the token with this hash belongs to the player who sits in the seat now.
    async fn sits_with(self: &Arc<Hall>, id: &str, seat: Seat, hash: &str) -> Result<bool, Refusal> {
        let Some(Right::Seat(own, sitting)) = self.store.token(id, hash).await.map_err(unreadable)? else {
            return Ok(false);
        };
        let status = self.status(id).await?;
        let place = status.seats.get(seat.index()).filter(|_| own == u8::from(seat));
        Ok(place.is_some_and(|place| place.owner.is_some() && place.sat == sitting))
    }

    /// Opens a rematch table and starts its match. Tokens of the old table are valid there too; a token of a seat is valid
    /// for the new seat of its player. The id of the rematch table is derived from the old table, so that two nodes
    /// cannot open two rematch tables.
    pub(crate) async fn rematch(
        self: &Arc<Hall>,
        game: &ShelfGame,
        secret: [u8; 32],
        again: RematchSetup,
        (from, theirs): &(String, [u8; 32]),
    ) -> Result<String, String> {
        let id = Digest::of(&("rulebook 2026 rematch", from, theirs)).to_string()[..24].to_owned();
        let there = async || self.store.find(&id).await.map(|found| found.is_some()).map_err(|e| e.to_string());
        let (seats, starts) = (again.seats.clone(), again.starts);
        let moved = |right| match right {
            Right::Seat(seat, sitting) => {
                Right::Seat(seats.get(usize::from(seat)).map_or(seat, |s| u8::from(*s)), sitting)
            }
            other => other,
        };
        let rights = self.store.tokens(from).await.map_err(|e| e.to_string())?;
        let rights = rights.into_iter().map(|(hash, right)| (hash, moved(right))).collect();
        if !there().await?
            && let Err(refusal) = self.begin(game, &id, secret, again, rights).await
            // Another node may have opened the rematch table.
            && !there().await?
        {
            return Err(refusal.reason.into_owned());
        }
        self.machines.pays_again(from, &id);
        if starts {
            // If the match cannot start, for example because a seat is empty, the players meet in the lobby.
            let start = |done| Message::Input { from: Sender::Host.into(), input: Input::Start, done };
            let _ = self.ask(&id, start).await;
        }
        Ok(id)
    }

    /// Stops all tables after their current message.
    pub async fn stop(&self) {
        self.stopping.store(true, Relaxed);
        let tables: Vec<_> = self.tables().values().cloned().collect();
        for table in &tables {
            let _ = table.send(Message::Stop).await;
        }
        for table in tables {
            let gone = table.closed();
            let _ = tokio::time::timeout(Duration::from_secs(10), gone).await;
        }
        self.store.close();
    }
}

fn unavailable(error: StoreError) -> Refusal {
    tracing::error!(%error, "store failed");
    refusals::cannot_save()
}

fn unreadable(error: StoreError) -> Refusal {
    tracing::warn!(%error, "store cannot be read");
    refusals::cannot_read()
}
