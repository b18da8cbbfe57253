//! Persistence of a table: appends records, follows other nodes, takes snapshots, and reloads a stale table. The store
//! is authoritative.

use super::{Message, MessageSource, TableActor, now};
use crate::busy::blocking;
use crate::clock::MatchClock;
use crate::load_match::{self, LoadError};
use crate::otlp;
use crate::refusals;
use crate::store::{Append, SeatToken, StoreError};
use rulebook_kernel::Seat;
use rulebook_room::{Driver, Effect, Entry, Input, Phase, ProposalKind, Refusal, RefusalCode, Room, Sender};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Interval between attempts to reload a stale table.
pub(super) const PAUSE: Duration = Duration::from_millis(300);
/// Number of new records after which a snapshot is taken.
const MANY: u64 = 200;
/// Number of entries of a running match that a table keeps in memory at least, and half of the number that it keeps at
/// most. Older entries are read from the store when a log or an undo needs them.
const KEPT: usize = 64;
/// Maximum number of attempts to store an input while other nodes write to the same match.
const TRIES: usize = 20;

/// The state of a table whose memory may differ from the store.
pub(super) struct Stale {
    /// The time at which the table became stale, in milliseconds since 1970. Players lose no clock time while the table
    /// is stale.
    since: u64,
    /// The last attempt to reload.
    tried: Option<Instant>,
}
impl TableActor {
    /// Handles an input: checks it, stores its records, then notifies the viewers. A refused input changes nothing in
    /// the store.
    pub(super) async fn input(&mut self, from: MessageSource, input: Input) -> Result<(), Refusal> {
        self.input_with(from, input, None).await
    }

    /// Like [`TableActor::input`]. If the input takes a seat, the hash of its token is stored with the record.
    pub(super) async fn input_with(
        &mut self,
        from: MessageSource,
        input: Input,
        token: Option<(Seat, String)>,
    ) -> Result<(), Refusal> {
        let needs_history = match input {
            Input::Agree(ProposalKind::Undo) => !self.room.knows_last_answers(),
            Input::Drive { driver: Driver::Llm { .. }, .. } => true,
            _ => false,
        };
        if needs_history {
            self.make_whole().await;
        }
        for _ in 0..TRIES {
            // Check on every attempt, because another node may have changed the seat.
            if let Err(refusal) = self.is_theirs(from) {
                if self.was_behind(from).await? {
                    continue;
                }
                return Err(refusal);
            }
            let expected = self.room.version();
            let at = self.clock.now();
            let effects = match input {
                // The room plays many matches to find out what an undo would reveal.
                Input::Agree(ProposalKind::Undo) => blocking(|| self.room.handle(from.who, input.clone(), at)),
                _ => self.room.handle(from.who, input.clone(), at),
            };
            let reply = effects.iter().find_map(|effect| match effect {
                Effect::Reply(result) => Some(result.clone()),
                _ => None,
            });
            let reply = reply.unwrap_or_else(|| Err(refusals::cannot_save()));
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
            let append = Append { id, expected, lines, live, begun, due, at };
            let span = otlp::span(|| tracing::info_span!("append", records = append.lines.len() as u64));
            let appended = match &token {
                None => self.hall.store.append(append).instrument(span).await,
                Some((seat, hash)) => {
                    let sitting = self.room.place(*seat).map_or(0, |place| place.sat);
                    let token = SeatToken { hash: hash.clone(), seat: u8::from(*seat), sitting };
                    self.hall.store.append_seat(append, token).instrument(span).await
                }
            };
            self.hall.metrics.appends.add(asked.elapsed());
            match appended {
                Ok(()) => {
                    self.hall.failing.store(0, Relaxed);
                    self.deliver(&effects);
                    self.snap(MANY).await;
                    self.room.forget(KEPT);
                    return reply;
                }
                Err(StoreError::Conflict) => {
                    self.hall.metrics.conflicts.fetch_add(1, Relaxed);
                    self.mark_stale();
                    if !self.is_fresh().await {
                        return Err(refusals::cannot_save());
                    }
                    if self.room.version() == expected && matches!(input, Input::Answer(_) | Input::Intent(_)) {
                        // No other node has written a record, so the conflict is about the idempotency key. The reply
                        // cache no longer has this key, but the input was already accepted.
                        return Ok(());
                    }
                }
                Err(error) => {
                    self.hall.metrics.store_errors.fetch_add(1, Relaxed);
                    self.hall.failing.fetch_add(1, Relaxed);
                    self.hall.failed_at.store(now(), Relaxed);
                    tracing::error!(id = self.id, %error, "append failed");
                    // The records may have been written. Reload before anything else.
                    self.mark_stale();
                    return Err(refusals::cannot_save());
                }
            }
        }
        Err(refusals::cannot_save())
    }

    /// Returns `true` if another node had written records that were missing here. This node has then read them, and the
    /// caller should try again.
    async fn was_behind(&mut self, from: MessageSource) -> Result<bool, Refusal> {
        let version = self.room.version();
        let stored = match from.who {
            // An input of a timer is not retried here, because the timer sends it again.
            Sender::Clock => return Ok(false),
            _ => self.hall.store.find(&self.id).await,
        };
        if !stored.is_ok_and(|header| header.is_some_and(|header| header.version > version)) {
            return Ok(false);
        }
        // Reload the whole table, because its reply cache already contains the refusal of the input.
        self.mark_stale();
        if self.is_fresh().await { Ok(true) } else { Err(refusals::cannot_save()) }
    }

    /// Marks the table as stale.
    fn mark_stale(&mut self) {
        self.thoughts.clear();
        let since = self.clock.now();
        self.stale.get_or_insert(Stale { since, tried: None });
    }

    /// Whether the table in memory can be used. A stale table is first reloaded from the store, but not if an attempt
    /// failed less than `PAUSE` ago. Returns `false` if the table is still stale, or if the stored match is broken.
    pub(super) async fn is_fresh(&mut self) -> bool {
        let Some(stale) = &mut self.stale else { return true };
        if stale.tried.is_some_and(|tried| tried.elapsed() < PAUSE) {
            return false;
        }
        let (since, found) = (stale.since, self.reload().await);
        match found {
            Ok(()) => {
                // Players could not move while the store was down, so their clocks get the time back.
                self.give_back(since, self.clock.now()).await;
            }
            Err(LoadError::Store(why)) => {
                tracing::warn!(id = self.id, why, "match cannot be read now");
                if let Some(stale) = &mut self.stale {
                    stale.tried = Some(Instant::now());
                }
            }
            Err(trouble) => self.broken = Some(trouble),
        }
        self.stale.is_none() && self.broken.is_none()
    }

    /// Reloads the match from the store.
    async fn reload(&mut self) -> Result<(), LoadError> {
        let header = self.hall.store.find(&self.id).await?;
        let header = header.ok_or_else(|| LoadError::Broken("the match is missing from the store".to_owned()))?;
        let replayed = load_match::replay(&self.hall, &header, &self.game).await;
        self.room = match replayed {
            Err(LoadError::OtherSemantics(_)) if header.live => {
                load_match::rebase(&self.hall, &header, &self.game).await?
            }
            replayed => replayed?,
        };
        self.clock = MatchClock::after(self.room.latest(), self.hall.store.age(&self.id).await?);
        self.stale = None;
        self.planned.clear();
        self.thoughts.clear();
        self.show_again();
        let resumed = self.room.resume();
        self.deliver(&resumed);
        Ok(())
    }

    /// Reads the records again, because a name in them was erased.
    pub(super) async fn read_again(&mut self) {
        self.mark_stale();
        self.is_fresh().await;
    }

    /// Gives downtime back to the clocks.
    pub(super) fn give_back(&mut self, from: u64, to: u64) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        // Boxed, because the call is recursive.
        Box::pin(async move {
            // Ignore short gaps.
            if to.saturating_sub(from) <= 1000 {
                return;
            }
            let _ = self.input(Sender::Clock.into(), Input::Downtime { from, to }).await;
            if let Some(stale) = &mut self.stale {
                // The record could not be written. Try again after the next reload.
                stale.since = stale.since.min(from);
            }
        })
    }

    /// Reads the new records of other nodes and applies them to the room.
    pub(super) async fn follow(&mut self) {
        let Ok(lines) = self.hall.store.read(&self.id, self.room.version()).await else {
            // Try again soon, because viewers on this node wait for the records.
            let own = self.own.clone();
            return drop(tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                let _ = own.send(Message::Follow { version: u64::MAX }).await;
            }));
        };
        for line in lines {
            let followed = Entry::parse(&line).ok().and_then(|entry| Some((entry.at, self.room.follow(&entry).ok()?)));
            match followed {
                Some((at, effects)) => {
                    self.clock.saw(at);
                    if self.room.has_model() {
                        self.make_whole().await;
                    }
                    self.deliver(&effects);
                    self.room.forget(KEPT);
                }
                None => {
                    self.mark_stale();
                    self.is_fresh().await;
                    return;
                }
            }
        }
    }

    /// Compares a match loaded from a snapshot with its records.
    pub(super) async fn check(&mut self) {
        if self.room.is_whole() {
            return;
        }
        let Ok(Some(header)) = self.hall.store.find(&self.id).await else { return };
        match load_match::replay(&self.hall, &header, &self.game).await {
            Ok(whole) if whole.version() == self.room.version() && !same(&self.room, &whole) => {
                tracing::error!(id = self.id, "snapshot differs from its records and is dropped");
                self.mark_stale();
                if self.is_fresh().await {
                    // Replace the bad snapshot.
                    self.snapped = 0;
                    self.snap(1).await;
                }
            }
            // Another node has written meanwhile, so the two rooms have different versions and cannot be compared.
            Ok(_) | Err(LoadError::Store(_)) => {}
            Err(trouble @ (LoadError::Broken(_) | LoadError::OtherSemantics(_))) => self.broken = Some(trouble),
        }
    }

    /// Stores a snapshot if there are at least `records` new records.
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
                tracing::warn!(id, %error, "snapshot not stored");
            }
        };
        // Regular snapshots are written in the background. Other snapshots are awaited, because the table may be
        // unloaded next.
        if records == MANY { drop(tokio::spawn(kept)) } else { kept.await }
    }

    /// Loads the entries that are not in memory, because the match was loaded from a snapshot or has forgotten them.
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

/// Whether a room loaded from a snapshot equals the replayed room.
fn same(taken: &Room, whole: &Room) -> bool {
    let digest = |room: &Room| room.game().map(rulebook_matches::AnyMatch::digest);
    taken.status() == whole.status() && taken.head() == whole.head() && digest(taken) == digest(whole)
}

/// The line of a record to write, and its idempotency key.
fn written(effect: &Effect) -> Option<(String, Option<String>)> {
    let Effect::Write(entry) = effect else { return None };
    Some((entry.line(), entry.record.sent()))
}
