//! Memory and store: what is decided is written, what others wrote is read, and where the two may differ the store is right.

use super::{Message, MessageSource, TableActor, now};
use crate::load_match::{self, LoadError};
use crate::store::{Append, StoreError};
use rulebook_room::{Driver, Effect, Entry, Input, Phase, ProposalKind, Refusal, RefusalCode, Room, Sender};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// A spoilt table is tried again this often.
pub(super) const PAUSE: Duration = Duration::from_millis(300);
/// A snapshot is taken when so many records are new.
const MANY: u64 = 200;
/// How often an input is tried when other nodes write to the same match.
const TRIES: usize = 20;

/// What is in memory may not be what is stored.
pub(super) struct Stale {
    /// Since when, by the clock of the matches: nobody loses that time.
    since: u64,
    /// When the store was last asked.
    tried: Option<Instant>,
}

fn unavailable() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "the server cannot write now; send it again")
}

impl TableActor {
    /// Checks, writes, tells. Whatever is refused has changed nothing that lasts.
    pub(super) async fn input(&mut self, from: MessageSource, input: Input) -> Result<(), Refusal> {
        if matches!(input, Input::Agree(ProposalKind::Undo) | Input::Drive { driver: Driver::Llm { .. }, .. }) {
            self.make_whole().await;
        }
        for _ in 0..TRIES {
            // At every try: another node may have written that somebody else sits there now.
            if let Err(refusal) = self.is_theirs(from) {
                if self.was_behind(from).await? {
                    continue;
                }
                return Err(refusal);
            }
            let expected = self.room.version();
            let effects = self.room.handle(from.who, input.clone(), now());
            let reply = effects.iter().find_map(|effect| match effect {
                Effect::Reply(result) => Some(result.clone()),
                _ => None,
            });
            let reply = reply.unwrap_or_else(|| Err(unavailable()));
            let lines: Vec<(String, Option<String>)> = effects.iter().filter_map(written).collect();
            if lines.is_empty() {
                if reply.as_ref().is_err_and(|refusal| refusal.code != RefusalCode::Malformed)
                    && self.was_behind(from).await?
                {
                    continue;
                }
                self.deliver(&effects);
                return reply;
            }
            let (live, begun) = (self.room.phase() != Phase::Over, self.room.game().is_some());
            let (id, due, at) = (self.id.clone(), self.room.is_due(), now());
            let asked = Instant::now();
            let appended = self.hall.store.append(Append { id, expected, lines, live, begun, due, at }).await;
            self.hall.metrics.appended(asked.elapsed());
            match appended {
                Ok(()) => {
                    self.deliver(&effects);
                    self.snap(MANY).await;
                    return reply;
                }
                Err(StoreError::Conflict) => {
                    self.hall.metrics.conflicts.fetch_add(1, Relaxed);
                    self.spoil();
                    if !self.is_fresh().await {
                        return Err(unavailable());
                    }
                    if self.room.version() == expected && matches!(input, Input::Answer(_)) {
                        // Nobody has written meanwhile: it is the key that is there already, from so long ago that the room
                        // does not remember it. The same key is the same answer, and that one was accepted.
                        return Ok(());
                    }
                }
                Err(error) => {
                    self.hall.metrics.store_errors.fetch_add(1, Relaxed);
                    tracing::error!(id = self.id, %error, "an append failed");
                    // It may have been written all the same: only the store knows, and it is asked before anything else is done.
                    self.spoil();
                    return Err(unavailable());
                }
            }
        }
        Err(unavailable())
    }

    /// Was something refused only because another node has written what this one has not heard of yet? Then it is there now, and what
    /// was refused is tried again.
    async fn was_behind(&mut self, from: MessageSource) -> Result<bool, Refusal> {
        let version = self.room.version();
        let stored = match from.who {
            // Nobody waits for that: it comes again by itself.
            Sender::Clock => return Ok(false),
            _ => self.hall.store.find(&self.id).await,
        };
        if !stored.is_ok_and(|header| header.is_some_and(|header| header.version > version)) {
            return Ok(false);
        }
        // All of it anew: the room remembers what it has refused.
        self.spoil();
        if self.is_fresh().await { Ok(true) } else { Err(unavailable()) }
    }

    /// From here on nothing is served from memory.
    fn spoil(&mut self) {
        self.thoughts.clear();
        self.stale.get_or_insert_with(|| Stale { since: now(), tried: None });
    }

    /// Is what is in memory what is stored? If that is not known, the store is asked, but not more often than makes sense.
    pub(super) async fn is_fresh(&mut self) -> bool {
        let Some(stale) = &mut self.stale else { return true };
        if stale.tried.is_some_and(|tried| tried.elapsed() < PAUSE) {
            return false;
        }
        let (since, found) = (stale.since, self.reload().await);
        match found {
            Ok(()) => {
                // While the store was away nobody could answer.
                self.give_back(since, now()).await;
            }
            Err(LoadError::Store(why)) => {
                tracing::warn!(id = self.id, why, "cannot be read now");
                if let Some(stale) = &mut self.stale {
                    stale.tried = Some(Instant::now());
                }
            }
            Err(trouble) => self.broken = Some(trouble),
        }
        self.stale.is_none() && self.broken.is_none()
    }

    /// Forgets what is in memory and takes what is in the store.
    async fn reload(&mut self) -> Result<(), LoadError> {
        let header = self.hall.store.find(&self.id).await?;
        let header = header.ok_or_else(|| LoadError::Broken("the match is gone".to_owned()))?;
        let replayed = load_match::replay(&self.hall, &header, &self.game).await;
        self.room = match replayed {
            Err(LoadError::OtherSemantics(_)) if header.live => {
                load_match::rebase(&self.hall, &header, &self.game).await?
            }
            replayed => replayed?,
        };
        self.stale = None;
        self.planned.clear();
        self.thoughts.clear();
        self.show_again();
        let resumed = self.room.resume();
        self.deliver(&resumed);
        Ok(())
    }

    /// Time in which no node kept this table, or could write, is nobody's.
    pub(super) fn give_back(&mut self, from: u64, to: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        // In a box: this is part of what it calls.
        Box::pin(async move {
            // Not for a moment that nobody noticed.
            if to.saturating_sub(from) <= 1000 {
                return;
            }
            let _ = self.input(Sender::Clock.into(), Input::Downtime { from, to }).await;
            if let Some(stale) = &mut self.stale {
                // It could not be written: it is still owed.
                stale.since = stale.since.min(from);
            }
        })
    }

    /// Reads what other nodes have written.
    pub(super) async fn follow(&mut self) {
        let Ok(lines) = self.hall.store.read(&self.id, self.room.version()).await else {
            // Whoever looks on here must not wait until somebody writes again.
            let own = self.own.clone();
            return drop(tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                let _ = own.send(Message::Follow { version: u64::MAX }).await;
            }));
        };
        for line in lines {
            let followed = Entry::parse(&line).ok().and_then(|entry| self.room.follow(&entry).ok());
            match followed {
                Some(effects) => self.deliver(&effects),
                None => {
                    self.spoil();
                    self.is_fresh().await;
                    return;
                }
            }
        }
    }

    /// Whoever came from a snapshot is compared with the records, when nobody has to wait for it.
    pub(super) async fn check(&mut self) {
        if self.room.is_whole() {
            return;
        }
        let Ok(Some(header)) = self.hall.store.find(&self.id).await else { return };
        match load_match::replay(&self.hall, &header, &self.game).await {
            Ok(whole) if whole.version() == self.room.version() && !same(&self.room, &whole) => {
                tracing::error!(id = self.id, "a snapshot is not what the records give: they are right");
                self.spoil();
                if self.is_fresh().await {
                    // It must not be found again.
                    self.snapped = 0;
                    self.snap(1).await;
                }
            }
            // Another node has written meanwhile: then the two are of different times.
            Ok(_) | Err(LoadError::Store(_)) => {}
            Err(trouble @ (LoadError::Broken(_) | LoadError::OtherSemantics(_))) => self.broken = Some(trouble),
        }
    }

    /// Keeps a snapshot if so many records are new: whoever opens the match then need not play them again.
    pub(super) async fn snap(&mut self, records: u64) {
        let version = self.room.version();
        if version < self.snapped + records {
            return;
        }
        let Some(text) = self.room.snapshot() else { return };
        self.snapped = version;
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        let kept = async move {
            if let Err(error) = hall.store.keep_snapshot(&id, version, text).await {
                tracing::warn!(id, %error, "a snapshot was not kept");
            }
        };
        // Nobody waits for a cache, except who will not be there much longer.
        if records == MANY { drop(tokio::spawn(kept)) } else { kept.await }
    }

    /// What a snapshot left out is read when somebody needs it.
    pub(super) async fn make_whole(&mut self) {
        if self.room.is_whole() {
            return;
        }
        if let Ok(Some(header)) = self.hall.store.find(&self.id).await
            && let Ok(whole) = load_match::replay(&self.hall, &header, &self.game).await
        {
            self.room.complete(whole);
        }
    }
}

/// Is one room, that came from a snapshot, what the other is, that came from the records?
fn same(taken: &Room, whole: &Room) -> bool {
    let digest = |room: &Room| room.game().map(rulebook_matches::AnyMatch::digest);
    taken.status() == whole.status() && taken.head() == whole.head() && digest(taken) == digest(whole)
}

/// A line to be written, with the key of the answer in it.
fn written(effect: &Effect) -> Option<(String, Option<String>)> {
    let Effect::Write(entry) = effect else { return None };
    Some((entry.line(), entry.record.sent()))
}
