//! Folds records: applies them to a room. Rebuilds a room from its records after a crash or on another node.

use crate::effect::Effect;
use crate::proposals::OpenProposal;
use crate::record::{Entry, Opened, Record};
use crate::room::{Phase, Room};
use crate::running_match::RunningMatch;
use crate::seats::{Driver, SeatInfo};
use crate::snapshot::{self, Meaning};
use rulebook_kernel::{Key, Seat, SeatSet, Viewer};
use rulebook_matches::AnyRules;
use rulebook_matchlog::{Ending, Header};
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;

/// The error for a record that cannot be applied to its room. The server then freezes the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreError {
    /// The index of the record, from zero.
    pub at: u64,
    /// The problem with the record.
    pub why: String,
    /// Whether the only problem is another `semantics` version of the rules. If so, [`Room::rebase`] may continue the
    /// match.
    pub rebase: bool,
    /// Whether the records were written with a later `semantics` version. If so, a newer server plays this match, and
    /// this server must not touch the match.
    pub later: bool,
}

impl RestoreError {
    pub(crate) fn new(at: u64, why: String) -> RestoreError {
        RestoreError { at, why, rebase: false, later: false }
    }

    pub(crate) fn meaning(theirs: u32, ours: u32) -> RestoreError {
        let why = format!("made with semantics {theirs}; these rules have {ours}");
        RestoreError { at: 0, why, rebase: true, later: theirs > ours }
    }
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.at, self.why)
    }
}

impl std::error::Error for RestoreError {}

/// The field of the last log line that the room needs.
#[derive(Deserialize)]
struct Closing {
    early: Ending,
}

impl Room {
    /// Rebuilds a room. Plays every move again and compares every line of the match log.
    ///
    /// # Errors
    /// The first record that cannot be applied.
    pub fn restore(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Room, RestoreError> {
        Room::replayed(rules, secret, entries.into_iter().collect(), Meaning::Same)
    }

    /// Like [`Room::restore`], but can also accept rules with another `semantics` version. The replay must then give
    /// the same log lines.
    pub(crate) fn replayed(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        entries: Vec<Entry>,
        meaning: Meaning,
    ) -> Result<Room, RestoreError> {
        let Some(Entry { record: Record::Opened(opened), .. }) = entries.first() else {
            return Err(RestoreError::new(0, "the first record does not open a room".to_owned()));
        };
        Room::check_opened(&*rules, &secret, opened)?;
        // Find the last change of the rules, because records before it are not replayed.
        let last = entries.iter().zip(0u64..).filter_map(|(entry, at)| match &entry.record {
            Record::Rebased { semantics, snapshot } => Some((at, *semantics, snapshot)),
            _ => None,
        });
        let rebased = last.last();
        let semantics = rebased.map_or(opened.semantics, |(_, semantics, _)| semantics);
        if meaning == Meaning::Same && semantics != rules.info().semantics {
            return Err(RestoreError::meaning(semantics, rules.info().semantics));
        }
        let mut room = match rebased {
            None => Room::opened(rules, secret, opened).map_err(|why| RestoreError::new(0, why.to_string()))?,
            Some((at, _, snapshot)) => {
                let saved = snapshot::parse(snapshot.get()).map_err(|why| RestoreError::new(at, why))?;
                Room::taken(rules, secret, saved, meaning)?
            }
        };
        if rebased.is_some_and(|(at, ..)| room.version() != at + 1) {
            return Err(RestoreError::new(room.version(), "the record contains another room".to_owned()));
        }
        let known = usize::try_from(room.version()).unwrap_or(usize::MAX);
        room.fold_all(entries.into_iter().skip(known))?;
        Ok(room)
    }

    pub(crate) fn check_opened(rules: &dyn AnyRules, secret: &Key, opened: &Opened) -> Result<(), RestoreError> {
        let info = rules.info();
        if (&opened.game, &opened.source) != (&info.id, &info.source) {
            return Err(RestoreError::new(
                0,
                format!("made with another version of the rules of {:?}, or with another game", info.id),
            ));
        }
        if opened.commitment != secret.commitment() {
            return Err(RestoreError::new(0, "the secret does not match the server's commitment".to_owned()));
        }
        Ok(())
    }

    pub(crate) fn fold_all(&mut self, entries: impl IntoIterator<Item = Entry>) -> Result<(), RestoreError> {
        for entry in entries {
            let at = self.version();
            self.fold(&entry, &mut Vec::new()).map_err(|why| RestoreError::new(at, why))?;
            self.counted();
        }
        Ok(())
    }

    /// Applies a record that another node has written. Returns the effects for viewers on this node.
    ///
    /// # Errors
    /// If the record cannot be applied. The room must then be restored.
    pub fn follow(&mut self, entry: &Entry) -> Result<Vec<Effect>, RestoreError> {
        let mut effects = Vec::new();
        self.fold(entry, &mut effects).map_err(|why| RestoreError::new(self.version(), why))?;
        self.counted();
        self.after(&mut effects);
        Ok(effects)
    }

    /// Returns the effects that are due after a restore: bots to ask, and a rematch table to open.
    pub fn resume(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.thinking.clear();
        self.going_on = false;
        self.after(&mut effects);
        effects
    }

    pub(crate) fn fold(&mut self, entry: &Entry, out: &mut Vec<Effect>) -> Result<(), String> {
        let now = entry.at;
        self.latest = now;
        self.talk += u32::from(entry.record.is_talk());
        self.words += u32::from(matches!(entry.record, Record::Entropy { .. }));
        match &entry.record {
            Record::Opened(_) => return Err("a record opens a room that is already open".to_owned()),
            Record::Seat { seat, place } => {
                *self.places.get_mut(seat.index()).ok_or("there is no such seat")? = place.clone();
                self.thinking.remove(seat);
                if self.phase == Phase::Playing {
                    self.witnesses.extend(place.owner.clone());
                }
                if self.fault.as_ref().is_some_and(|fault| fault.seat == *seat) {
                    self.recovered(now);
                }
            }
            Record::Setup { setup } => {
                self.setup = setup.clone();
                self.places.resize(setup.seats, SeatInfo::default());
                self.entropy.resize(setup.seats, String::new());
            }
            Record::Entropy { seat, text } => {
                *self.entropy.get_mut(seat.index()).ok_or("there is no such seat")? = text.clone();
            }
            Record::Started { by, lines } => {
                // Logs of earlier releases have the names of the players in their header.
                let header = lines.first().and_then(|line| serde_json::from_str::<Header>(line.get()).ok());
                let names = header.map(|header| header.seats).unwrap_or_default();
                let (rules, semantics) = (&*self.rules, self.semantics);
                let live = RunningMatch::begin(rules, semantics, &self.setup, &self.secret, &self.entropy, &names);
                let mut live = live.map_err(|why| why.to_string())?;
                live.compare(lines)?;
                self.begun(live, by.clone(), now, out);
            }
            Record::Played { seat, by, key, lines } => {
                let live = self.live.as_mut().ok_or("the match has not begun")?;
                let new = live.replay(*seat, lines)?;
                // The player is connected to another node.
                self.away.remove(seat);
                self.played(*seat, (by.unwrap_or(*seat), key.clone()), new, now, out);
            }
            Record::Agreed { deal, seat } => {
                let offer = self.proposals.entry(*deal).or_insert(OpenProposal { by: *seat, agreed: SeatSet::NONE });
                offer.agreed = offer.agreed.with(*seat);
            }
            Record::Declined { deal, .. } => {
                self.proposals.remove(deal);
            }
            Record::TakenBack { seat, whole } => self.taken_back(*seat, *whole, now, out)?,
            Record::Paused { on } => {
                self.paused = *on;
                if *on {
                    // Answers that bots give during the pause are refused. So the bots are asked again after the pause.
                    self.thinking.clear();
                    self.clocks.stop(now);
                } else if !self.fault_stops_clocks() {
                    self.clocks.go_on(now);
                }
            }
            Record::Fault { seat, text, .. } => self.failed(*seat, text, now),
            Record::Retried {} => self.recovered(now),
            Record::Resigned { seat } => {
                let place = self.places.get_mut(seat.index()).ok_or("there is no such seat")?;
                place.resigned = true;
                place.driver = Driver::Bot { spec: "random".to_owned() };
            }
            Record::Ended { line } => {
                let closing: Closing = serde_json::from_str(line.get()).map_err(|e| format!("no closing line: {e}"))?;
                let live = self.live.as_mut().ok_or("the match has not begun")?;
                live.end(&closing.early).map_err(|why| why.to_string())?;
                live.compare(std::slice::from_ref(line))?;
                self.outcome = closing.early.outcome(self.places.len());
                self.finished();
            }
            Record::Rebased { .. } => return Err("the room must continue from this record".to_owned()),
            Record::Closed { reason } => {
                if let Some(live) = &mut self.live {
                    live.close(reason);
                }
                self.closed = Some(reason.clone());
                self.finished();
            }
            Record::Downtime { from, to } => self.clocks.give_back(*from, *to),
            Record::Next { id, seats } => (self.next, self.next_seats) = (Some(id.clone()), seats.clone()),
        }
        Ok(())
    }

    pub(crate) fn recovered(&mut self, now: u64) {
        if self.fault.take().is_some() {
            // Several bots may have failed, but only one failure is stored. So all bots are asked again.
            self.thinking.clear();
        }
        if !self.paused {
            self.clocks.go_on(now);
        }
    }

    /// Starts the clocks and shows the match to its viewers. `by` is the seat that started the match with
    /// an intent, and the idempotency key of this intent.
    pub(crate) fn begun(
        &mut self,
        mut live: RunningMatch,
        by: Option<(Seat, String)>,
        now: u64,
        out: &mut Vec<Effect>,
    ) {
        if let Some((seat, key)) = by
            && let Some(replies) = self.replies.get_mut(seat.index())
        {
            replies.put(key, Ok(()));
        }
        let turn = live.game.turn();
        self.clocks.start(self.terms.clock, self.setup.seats, turn.seats(), now);
        self.phase = Phase::Playing;
        self.witnesses = self.places.iter().filter_map(|place| place.owner.clone()).collect();
        self.outcome = live.game.outcome();
        let viewers: Vec<Viewer> = self.watching.iter().copied().filter(|viewer| self.sees(*viewer)).collect();
        if self.terms.undo && !viewers.is_empty() {
            live.look_for_secrets();
        }
        self.viewers.anew(&live, viewers, out);
        self.live = Some(live);
        if turn.is_over() {
            self.finished();
        }
    }
}
