//! Every table of this node: finds them, opens them, puts them away.

use crate::bot_runner::BotRunner;
use crate::clock_heartbeat::Clocks;
use crate::limits::Rate;
use crate::load_match::LoadError;
use crate::metrics::Metrics;
use crate::shelf::Shelf;
use crate::store::{Append, Header, Right, Store, StoreError};
use crate::table::{Done, Message, MessageSource, TableActor, now};
use crate::tokens;
use rulebook_catalog::Game;
use rulebook_kernel::{Digest, Key, Seat, Setup, Viewer};
use rulebook_room::{
    Effect, Entry, FinishedMatch, Input, Record, Refusal, RefusalCode, RematchSetup, Room, Status, Terms,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinSet;

/// So many matches are taken from the store at once when a server starts.
const AT_ONCE: usize = 8;
/// Who was at a match within so many milliseconds finds it in memory: seven days.
const RECENT: u64 = 7 * 24 * 3600 * 1000;
/// Messages that may wait at one table.
const MAILBOX: usize = 256;
/// So long somebody waits to hear how a table stands.
const PATIENCE: Duration = Duration::from_secs(3);

/// Every table of this node.
pub struct Hall {
    /// Where matches are kept.
    pub store: Arc<dyn Store>,
    /// The games.
    pub shelf: Shelf,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Who decides for seats without people.
    pub(crate) machines: BotRunner,
    /// Messages for one seat.
    pub(crate) seat_rate: Rate,
    /// What this node is called among others.
    pub(crate) node: String,
    /// The clocks that run here.
    pub(crate) clocks: Clocks,
    /// From when until when, before this node started, nobody kept any.
    pub(crate) away: Option<(u64, u64)>,
    /// How often it is said of a match that somebody looks at it.
    pub(crate) visits: Duration,
    tables: Mutex<BTreeMap<String, mpsc::Sender<Message>>>,
    /// Matches that cannot be played here, and why.
    frozen: Mutex<BTreeMap<String, Frozen>>,
    /// No new work.
    stopping: AtomicBool,
    /// The matches that are being taken from the store: each once, and none waits for another.
    loading: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

/// A match that cannot be played here.
struct Frozen {
    why: String,
    /// Is it only that its rules are others now? Then nothing is wrong with its records.
    other: bool,
}

/// What a new table gives to whoever opened it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its id.
    pub id: String,
    /// Runs the table.
    pub host: String,
    /// Lets others sit down.
    pub invite: String,
    /// Lets others watch.
    pub watch: String,
}

impl Hall {
    /// An empty one.
    #[must_use]
    pub(crate) fn new(
        store: Arc<dyn Store>,
        shelf: Shelf,
        machines: BotRunner,
        seat_rate: Rate,
        visits: Duration,
        away: Option<(u64, u64)>,
    ) -> Arc<Hall> {
        Arc::new(Hall {
            node: tokens::match_id(),
            clocks: Clocks::default(),
            away,
            visits,
            store,
            shelf,
            metrics: Arc::default(),
            machines,
            seat_rate,
            tables: Mutex::default(),
            frozen: Mutex::default(),
            stopping: AtomicBool::new(false),
            loading: Mutex::default(),
        })
    }

    /// Takes the matches that are played from the store, so that machines and clocks go on. Those that do not fit are frozen and
    /// reported; the others do not notice. A table where nothing has begun waits for somebody to come, and so does a match that
    /// waits for people who have not been there for days.
    pub async fn wake(self: &Arc<Hall>) {
        let since = now().saturating_sub(RECENT);
        let live = self.store.active(since).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the matches that are played cannot be listed");
            Vec::new()
        });
        let (count, mut frozen) = (live.len(), 0);
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        let mut opened = JoinSet::new();
        for header in live {
            let Ok(turn) = Arc::clone(&turns).acquire_owned().await else { break };
            let hall = Arc::clone(self);
            opened.spawn(async move {
                let _turn = turn;
                // There at once, from a snapshot perhaps; and then compared with what was written.
                let opened = hall.ask(&header.id, |done| Message::Check { done }).await;
                opened.is_err() || hall.frozen(&header.id).is_some()
            });
        }
        while let Some(failed) = opened.join_next().await {
            frozen += usize::from(failed.unwrap_or(true));
        }
        tracing::info!(live = count - frozen, frozen, "matches are there again");
    }

    /// Goes on whenever other nodes have written.
    pub async fn listen(self: Arc<Hall>) {
        let Some(mut changes) = self.store.changes() else { return };
        while let Some(told) = changes.recv().await {
            let (id, version) = told.split_once(':').unwrap_or_default();
            let version = version.parse().unwrap_or(u64::MAX);
            let tables = self.tables();
            // No id: something was missed, and everybody looks again.
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

    /// Why a match cannot be played here, if it cannot.
    #[must_use]
    pub fn frozen(&self, id: &str) -> Option<String> {
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).get(id).map(|frozen| frozen.why.clone())
    }

    /// Is a match frozen only because its rules are others now?
    fn is_of_others(&self, id: &str) -> bool {
        let frozen = self.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        frozen.get(id).is_some_and(|frozen| frozen.other)
    }

    /// The mailbox of a table; it is taken from the store if need be.
    async fn table(self: &Arc<Hall>, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        if self.stopping.load(Relaxed) {
            return Err(Refusal::new(RefusalCode::Unavailable, "the server is stopping; send it again"));
        }
        let turn = Arc::clone(self.loading().entry(id.to_owned()).or_default());
        let alone = turn.lock().await;
        let opened = self.open_table(id).await;
        drop(alone);
        let mut loading = self.loading();
        // Nobody but the list and us: who comes later makes a new one.
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

    /// Takes a match from the store, unless somebody has just done so.
    async fn open_table(self: &Arc<Hall>, id: &str) -> Result<mpsc::Sender<Message>, Refusal> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        if self.frozen(id).is_some() {
            return Err(self.why_not(id).await);
        }
        let header = match self.store.find(id).await {
            Ok(Some(header)) => header,
            Ok(None) => return Err(Refusal::new(RefusalCode::Malformed, "there is no such match")),
            Err(error) => return Err(unreadable(error)),
        };
        let (own, mailbox) = mpsc::channel(MAILBOX);
        match TableActor::load(Arc::clone(self), header.clone(), own.clone()).await {
            Ok(table) => {
                self.tables().insert(id.to_owned(), own.clone());
                self.metrics.tables.fetch_add(1, Relaxed);
                let (hall, id) = (Arc::clone(self), id.to_owned());
                tokio::spawn(async move {
                    let running = tokio::spawn(table.run(mailbox));
                    if running.await.is_err() {
                        // A bug in the rules or in here: this match alone stops, and comes back from the store when it is asked for.
                        tracing::error!(id, "a table broke down");
                        hall.tables().remove(&id);
                    }
                    hall.metrics.tables.fetch_sub(1, Relaxed);
                });
                Ok(own)
            }
            Err(LoadError::Store(why)) => {
                tracing::warn!(id, why, "cannot be read now");
                Err(Refusal::new(RefusalCode::Unavailable, "the server cannot read now; ask again"))
            }
            Err(trouble @ (LoadError::Broken(_) | LoadError::OtherSemantics(_))) => {
                self.freeze(&header, trouble).await;
                Err(self.why_not(id).await)
            }
        }
    }

    /// What is told of a match that is frozen. If it is over, that is why; other reasons are for who runs the server.
    async fn why_not(&self, id: &str) -> Refusal {
        match self.ended(id).await.map(|ended| ended.status.closed) {
            Some(Some(reason)) => Refusal::new(RefusalCode::NotAllowed, format!("this match was closed: {reason}")),
            Some(None) => Refusal::new(
                RefusalCode::NotAllowed,
                "this match is over, and was played with other rules than there are now",
            ),
            None => Refusal::new(RefusalCode::NotAllowed, "this match is frozen: its records do not fit"),
        }
    }

    /// A match that is over, and that these rules cannot play again, as its records tell it: they are enough for everything but
    /// scenes.
    pub(crate) async fn ended(&self, id: &str) -> Option<FinishedMatch> {
        if !self.is_of_others(id) {
            return None;
        }
        let header = self.store.find(id).await.ok()?.filter(|header| !header.live)?;
        let lines = self.store.read(id, 0).await.ok()?;
        let entries: Option<Vec<Entry>> = lines.iter().map(|line| Entry::parse(line).ok()).collect();
        FinishedMatch::told(&Key::from_bytes(header.secret), &entries?)
    }

    /// A match whose records do not fit stays as it is; one whose rules are of another meaning is closed with that reason.
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
                "a match cannot be played on here"
            );
        } else {
            tracing::error!(id = header.id, game = header.game, why, "a match is frozen");
            self.metrics.frozen.fetch_add(1, Relaxed);
        }
        if close {
            let entry = Entry { at: now(), record: Record::Closed { reason: why.clone() } };
            let lines = vec![(entry.line(), None)];
            let (id, expected, begun) = (header.id.clone(), header.version, header.begun);
            let append = Append { id, expected, lines, live: false, begun, due: false, at: now() };
            if let Err(error) = self.store.append(append).await {
                tracing::error!(id = header.id, %error, "a match could not be closed");
            }
        }
        let frozen = Frozen { why, other };
        self.frozen.lock().unwrap_or_else(PoisonError::into_inner).insert(header.id.clone(), frozen);
        self.tables().remove(&header.id);
    }

    /// A table wants to be put away. Not if somebody has written to it meanwhile.
    pub(crate) fn retire(&self, id: &str, mailbox: &mpsc::Receiver<Message>) -> bool {
        let mut tables = self.tables();
        let idle = mailbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }

    /// Sends a message to a table and waits for its answer.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be played here.
    pub async fn ask<T>(self: &Arc<Hall>, id: &str, message: impl Fn(Done<T>) -> Message) -> Result<T, Refusal> {
        // A table that was just being put away is asked again.
        for _ in 0..3 {
            let table = self.table(id).await?;
            let (done, answer) = oneshot::channel();
            if table.send(message(done)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Refusal::new(RefusalCode::Unavailable, "this table does not answer; send it again"))
    }

    /// Somebody wants something.
    ///
    /// # Errors
    /// Why not.
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

    /// What is counted, as `/metrics` tells it.
    #[must_use]
    pub fn metrics_text(&self) -> String {
        self.metrics.text()
    }

    /// How a table stands. One that writes to a store that does not answer cannot tell, and nobody waits for it.
    ///
    /// # Errors
    /// If there is no such table, or it does not answer.
    pub async fn status(self: &Arc<Hall>, id: &str) -> Result<Status, Refusal> {
        // To be read from the store takes as long as it takes.
        if let Err(refusal) = self.table(id).await {
            return self.ended(id).await.map(|ended| ended.status).ok_or(refusal);
        }
        let asked = self.ask(id, |done| Message::Status { done });
        let late = |_| Err(Refusal::new(RefusalCode::Unavailable, "this table does not answer now; ask again"));
        tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(late)
    }

    /// The log of a match as a viewer may have it; nothing before it has begun.
    ///
    /// # Errors
    /// If there is no such table, or it does not answer.
    pub async fn log(self: &Arc<Hall>, id: &str, viewer: Viewer) -> Result<Option<String>, Refusal> {
        match self.ask(id, |done| Message::Log { viewer, done }).await {
            Err(refusal) => self.ended(id).await.map(|ended| ended.log).ok_or(refusal),
            told => told,
        }
    }

    /// Tells a table something that needs no answer, if it is in memory.
    pub async fn tell(&self, id: &str, message: Message) {
        let table = self.tables().get(id).cloned();
        if let Some(table) = table {
            let _ = table.send(message).await;
        }
    }

    /// What a token lets its bearer do at this match; nothing without one.
    ///
    /// # Errors
    /// If it is no good here, or that cannot be told now: a good token is not thrown away because the store is.
    pub async fn right(&self, id: &str, token: Option<&str>) -> Result<Option<Right>, Refusal> {
        let Some(token) = token else { return Ok(None) };
        let found = match tokens::is_token(token) {
            true => self.store.token(id, &tokens::hash(token)).await.map_err(unreadable)?,
            false => None,
        };
        found.map(Some).ok_or_else(|| Refusal::new(RefusalCode::NotYours, "that token is not good here"))
    }

    /// A new table.
    ///
    /// # Errors
    /// Why not.
    pub async fn open(self: &Arc<Hall>, game: &Game, setup: Setup, terms: Terms) -> Result<Opened, Refusal> {
        let (host, invite, watch) = (tokens::fresh(), tokens::fresh(), tokens::fresh());
        let id = tokens::match_id();
        let again = RematchSetup { setup, terms, entropy: Vec::new(), places: Vec::new() };
        self.begin(game, &id, tokens::random(), again).await?;
        for (token, right) in [(&host, Right::Host), (&invite, Right::Invite), (&watch, Right::Watch)] {
            self.store.add_token(&id, tokens::hash(token), right).await.map_err(unavailable)?;
        }
        Ok(Opened { id, host, invite, watch })
    }

    async fn begin(&self, game: &Game, id: &str, secret: [u8; 32], again: RematchSetup) -> Result<(), Refusal> {
        let private = again.terms.private;
        let rules = Arc::clone(&game.rules);
        let (_, first) = Room::play_on(rules, Key::from_bytes(secret), again, now())?;
        let Effect::Write(entry) = first else {
            return Err(Refusal::new(RefusalCode::Malformed, "nothing was opened"));
        };
        self.shelf.keep(game).await.map_err(unavailable)?;
        let (id, source) = (id.to_owned(), game.rules.info().source.to_string());
        let (game, opened) = (game.id.clone(), entry.at);
        let header = Header { id, game, source, secret, private, live: true, begun: false, opened, version: 1 };
        self.store.create(header, entry.line()).await.map_err(unavailable)
    }

    /// Sits somebody down and gives the token of the seat.
    ///
    /// # Errors
    /// Why not.
    pub async fn sit(self: &Arc<Hall>, id: &str, seat: Seat, name: &str) -> Result<String, Refusal> {
        let sitting = self.ask(id, |done| Message::Sit { seat, name: name.to_owned(), done }).await?;
        let token = tokens::fresh();
        let right = Right::Seat(u8::from(seat), sitting);
        self.store.revoke(id, u8::from(seat), sitting.saturating_sub(1)).await.map_err(unavailable)?;
        self.store.add_token(id, tokens::hash(&token), right).await.map_err(unavailable)?;
        Ok(token)
    }

    /// The table where those of another one play on; their tokens are good there too. Its id follows from the other one, so that
    /// it is opened once, however often and wherever that is tried.
    pub(crate) async fn rematch(
        &self,
        game: &Game,
        secret: [u8; 32],
        again: RematchSetup,
        (from, theirs): &(String, [u8; 32]),
    ) -> Result<String, String> {
        let id = Digest::of(&("rulebook 2026 rematch", from, theirs)).to_string()[..24].to_owned();
        let there = async || self.store.find(&id).await.map(|found| found.is_some()).map_err(|e| e.to_string());
        if !there().await?
            && let Err(refusal) = self.begin(game, &id, secret, again).await
            // Another node may have been faster.
            && !there().await?
        {
            return Err(refusal.reason.into_owned());
        }
        self.store.copy_tokens(from, &id).await.map_err(|e| e.to_string())?;
        Ok(id)
    }

    /// Lets every table finish what it is doing.
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
    tracing::error!(%error, "the store fails");
    Refusal::new(RefusalCode::Unavailable, "the server cannot write now; send it again")
}

fn unreadable(error: StoreError) -> Refusal {
    tracing::warn!(%error, "the store cannot be read");
    Refusal::new(RefusalCode::Unavailable, "the server cannot read now; ask again")
}
