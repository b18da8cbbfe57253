//! Saves and loads snapshots of rooms. With a snapshot, a match is loaded without a long replay and can continue after
//! its rules have changed.
//!
//! The records are authoritative. If a snapshot cannot be read, it is dropped and all records are replayed. Only a
//! snapshot inside of a record ([`Record::Rebased`]) replaces earlier records.

use crate::clocks::Clocks;
use crate::proposals::OpenProposal;
use crate::record::{Entry, Opened, ProposalKind, Record};
use crate::reply_cache::ReplyCache;
use crate::restore::RestoreError;
use crate::room::{Phase, Room};
use crate::running_match::{RunningMatch, SavedMatch};
use crate::seats::{Driver, SeatInfo};
use crate::status::Fault;
use rulebook_kernel::{Key, MAX_SEATS, Outcome, Seat, SeatSet, Setup};
use rulebook_matches::AnyRules;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The state of a room as saved in a snapshot.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Snapshot {
    version: u64,
    opened: Opened,
    semantics: u32,
    setup: Setup,
    places: Vec<SeatInfo>,
    entropy: Vec<String>,
    phase: Phase,
    seen: Vec<Vec<String>>,
    offers: Vec<(ProposalKind, Seat, SeatSet)>,
    paused: bool,
    fault: Option<Fault>,
    clocks: Clocks,
    outcome: Option<Outcome>,
    closed: Option<String>,
    #[serde(default)]
    witnesses: BTreeSet<String>,
    #[serde(default)]
    talk: u32,
    #[serde(default)]
    latest: u64,
    live: Option<SavedMatch>,
}

/// Whether a saved match must have the same `semantics` as the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Same,
    Any,
}

impl Room {
    /// The room as text for [`Room::resume_from`]. Secret, because it contains the key and every card. `None` if no
    /// match is running.
    pub fn snapshot(&mut self) -> Option<String> {
        if self.phase != Phase::Playing {
            return None;
        }
        serde_json::to_string(&self.saved(false)).ok()
    }

    fn saved(&mut self, with_log: bool) -> Snapshot {
        Snapshot {
            version: self.version(),
            opened: self.opened.clone(),
            semantics: self.semantics,
            setup: self.setup.clone(),
            places: self.places.clone(),
            entropy: self.entropy.clone(),
            phase: self.phase,
            seen: self.replies.iter().map(ReplyCache::accepted).collect(),
            offers: self.proposals.iter().map(|(deal, offer)| (*deal, offer.by, offer.agreed)).collect(),
            paused: self.paused,
            fault: self.fault.clone(),
            clocks: self.clocks.clone(),
            outcome: self.outcome.clone(),
            closed: self.closed.clone(),
            witnesses: self.witnesses.clone(),
            talk: self.talk,
            latest: self.latest,
            live: self.live.as_mut().map(|live| live.save(with_log)),
        }
    }

    /// Rebuilds a room from a snapshot and the records after it.
    ///
    /// # Errors
    /// If the snapshot does not fit the records or the rules. The caller then uses [`Room::restore`].
    pub fn resume_from(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        snapshot: &str,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Room, RestoreError> {
        let snapshot = parse(snapshot).map_err(|why| RestoreError::new(0, why))?;
        let mut room = Room::taken(rules, secret, snapshot, Meaning::Same)?;
        room.fold_all(entries)?;
        Ok(room)
    }

    pub(crate) fn taken(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        saved: Snapshot,
        meaning: Meaning,
    ) -> Result<Room, RestoreError> {
        let at = saved.version;
        let broken = |why: String| RestoreError::new(at, why);
        Room::check_opened(&*rules, &secret, &saved.opened)?;
        if meaning == Meaning::Same && saved.semantics != rules.info().semantics {
            return Err(RestoreError::meaning(saved.semantics, rules.info().semantics));
        }
        let mut room = Room::opened(rules, secret, &saved.opened).map_err(|why| broken(why.to_string()))?;
        let seats = saved.setup.seats;
        let counts = [saved.places.len(), saved.entropy.len()];
        if counts != [seats; 2] || saved.seen.len() != MAX_SEATS || !saved.clocks.fit(seats) {
            return Err(broken("a snapshot of another table".to_owned()));
        }
        if let Some(live) = saved.live {
            room.live = Some(RunningMatch::load(&*room.rules, &room.secret, live, meaning).map_err(broken)?);
        }
        room.semantics = saved.semantics;
        room.setup = saved.setup;
        room.places = saved.places;
        room.entropy = saved.entropy;
        room.phase = saved.phase;
        for (seen, keys) in room.replies.iter_mut().zip(saved.seen) {
            keys.into_iter().for_each(|key| seen.put(key, Ok(())));
        }
        room.proposals =
            saved.offers.into_iter().map(|(deal, by, agreed)| (deal, OpenProposal { by, agreed })).collect();
        room.paused = saved.paused;
        room.fault = saved.fault;
        room.clocks = saved.clocks;
        room.outcome = saved.outcome;
        room.closed = saved.closed;
        room.talk = saved.talk;
        room.latest = saved.latest;
        room.witnesses = saved.witnesses;
        room.count_from(saved.version);
        Ok(room)
    }

    /// Whether all entries since the deal, or since the last change of the rules, are known. Otherwise the log needs
    /// [`Room::complete`] first.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.live.as_ref().is_none_or(RunningMatch::is_whole)
    }

    /// Whether the last answer of every seat is known. Otherwise an undo needs [`Room::complete`] first.
    #[must_use]
    pub fn knows_last_answers(&self) -> bool {
        self.live.as_ref().is_none_or(RunningMatch::knows_last_answers)
    }

    /// Whether [`Room::forget`] has dropped entries.
    #[must_use]
    pub fn has_forgotten(&self) -> bool {
        self.live.as_ref().is_some_and(RunningMatch::has_forgotten)
    }

    /// Drops the log and old entries of a running match, so that a long match needs no more memory than a short one. Keeps
    /// at least `keep` entries: they are enough for an undo, and for a viewer who was away for a short time. The caller
    /// must have stored all records, because [`Room::complete`] needs them. Forgets nothing if the room
    /// [has a model](Room::has_model).
    pub fn forget(&mut self, keep: usize) {
        let forgets = self.phase == Phase::Playing && !self.has_model();
        if let Some(live) = self.live.as_mut().filter(|_| forgets) {
            live.forget(keep);
        }
    }

    /// Whether a language model of the server plays a seat. Its prompt needs [all entries](Room::is_whole).
    #[must_use]
    pub fn has_model(&self) -> bool {
        self.places.iter().any(|place| matches!(place.driver, Driver::Llm { .. }))
    }

    /// Fills in the entries before the snapshot. `whole` is a room that was restored from the same records.
    pub fn complete(&mut self, whole: Room) {
        if whole.version() == self.version()
            && let (Some(live), Some(whole)) = (&mut self.live, whole.live)
        {
            live.complete(whole);
        }
    }

    /// Continues a match after the `semantics` of its rules have changed. If a replay with the new rules gives the same
    /// facts, the match continues from the replay. Otherwise it continues from the snapshot, which must include the
    /// last record. The returned record documents the change in the log.
    ///
    /// # Errors
    /// If the match cannot continue.
    pub fn rebase(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        entries: Vec<Entry>,
        snapshot: Option<&str>,
        now: u64,
    ) -> Result<(Room, Entry), RestoreError> {
        let log = plain_log(&entries);
        let count = entries.len() as u64;
        let replayed = Room::replayed(Arc::clone(&rules), secret.clone(), entries, Meaning::Any);
        let mut room = replayed.or_else(|broken| {
            let saved = snapshot.and_then(|text| parse(text).ok()).filter(|saved| saved.version == count);
            let (Some(saved), Some(log)) = (saved, log) else { return Err(broken) };
            let mut room = Room::taken(Arc::clone(&rules), secret.clone(), saved, Meaning::Any)?;
            if let Some(live) = &mut room.live {
                live.tell_log(log);
            }
            Ok(room)
        })?;
        let semantics = rules.info().semantics;
        if let Some(live) = &mut room.live {
            live.rebase(&*rules, semantics).map_err(|why| RestoreError::new(count, why))?;
        }
        room.semantics = semantics;
        room.counted();
        let told = |error: serde_json::Error| RestoreError::new(count, error.to_string());
        let text = serde_json::to_string(&room.saved(true)).map_err(told)?;
        // Load the room from the same text that other nodes will read.
        let room =
            Room::taken(rules, secret, parse(&text).map_err(|why| RestoreError::new(count, why))?, Meaning::Same)?;
        let snapshot = RawValue::from_string(text).map_err(told)?;
        Ok((room, Entry { at: now, record: Record::Rebased { semantics, snapshot } }))
    }
}

pub(crate) fn parse(text: &str) -> Result<Snapshot, String> {
    serde_json::from_str(text).map_err(|error| format!("not a snapshot: {error}"))
}

/// The match log, joined from the lines in the records. `None` if an answer was undone.
fn plain_log(entries: &[Entry]) -> Option<String> {
    let mut text = String::new();
    for entry in entries {
        match &entry.record {
            Record::Started { lines, .. } | Record::Played { lines, .. } => {
                for line in lines {
                    text += line.get();
                    text.push('\n');
                }
            }
            Record::TakenBack { .. } | Record::Rebased { .. } => return None,
            _ => {}
        }
    }
    Some(text)
}
