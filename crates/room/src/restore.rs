//! The fold: how a room comes of its records. After a crash, on another node, and whenever something was decided.

use crate::agree::Offer;
use crate::effect::Effect;
use crate::live::Live;
use crate::record::{Entry, Record};
use crate::room::{Phase, Room};
use crate::seats::{Driver, Place};
use rulebook_kernel::{Key, Outcome, SeatSet, Viewer};
use rulebook_stage::AnyRules;
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;

/// Records that do not fit: the match is frozen as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which record, counted from zero.
    pub at: u64,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}: {}", self.at, self.why)
    }
}

impl std::error::Error for Broken {}

/// Of a closing line, what the room needs.
#[derive(Deserialize)]
struct Closing {
    outcome: Outcome,
}

impl Room {
    /// The room of these records. Every move is played again, and every line of the match log compared.
    ///
    /// # Errors
    /// The first record that does not fit.
    pub fn restore(
        rules: Arc<dyn AnyRules>,
        secret: Key,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Room, Broken> {
        let mut entries = entries.into_iter();
        let broken = |at: u64, why: String| Broken { at, why };
        let Some(Entry { record: Record::Opened(opened), .. }) = entries.next() else {
            return Err(broken(0, "a room begins with how it was opened".to_owned()));
        };
        let info = rules.info();
        if (&opened.game, &opened.source, opened.semantics) != (&info.id, &info.source, info.semantics) {
            let (theirs, ours) = (opened.semantics, info.semantics);
            return Err(broken(0, format!("made with other rules, semantics {theirs}; these have {ours}")));
        }
        if opened.commitment != secret.commitment() {
            return Err(broken(0, "this is not the secret the host committed to".to_owned()));
        }
        let mut room = Room::opened(rules, secret, &opened).map_err(|why| broken(0, why.to_string()))?;
        for entry in entries {
            let at = room.version();
            room.fold(&entry, &mut Vec::new()).map_err(|why| broken(at, why))?;
            room.counted();
        }
        Ok(room)
    }

    /// Folds a record that another node has written. The effects are for those who look on here.
    ///
    /// # Errors
    /// If it does not fit; the room must be restored.
    pub fn follow(&mut self, entry: &Entry) -> Result<Vec<Effect>, Broken> {
        let mut effects = Vec::new();
        self.fold(entry, &mut effects).map_err(|why| Broken { at: self.version(), why })?;
        self.counted();
        self.after(&mut effects);
        Ok(effects)
    }

    /// The machines that are due, after a restore.
    pub fn resume(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.thinking.clear();
        self.after(&mut effects);
        effects
    }

    pub(crate) fn fold(&mut self, entry: &Entry, out: &mut Vec<Effect>) -> Result<(), String> {
        let now = entry.at;
        match &entry.record {
            Record::Opened(_) => return Err("a room is opened once".to_owned()),
            Record::Seat { seat, place } => {
                *self.places.get_mut(seat.index()).ok_or("there is no such seat")? = place.clone();
                self.thinking.remove(seat);
                if self.fault.as_ref().is_some_and(|fault| fault.seat == *seat) {
                    self.recovered(now);
                }
            }
            Record::Setup { setup } => {
                self.setup = setup.clone();
                self.places.resize(setup.seats, Place::default());
                self.entropy.resize(setup.seats, String::new());
            }
            Record::Entropy { seat, text } => {
                *self.entropy.get_mut(seat.index()).ok_or("there is no such seat")? = text.clone();
            }
            Record::Started { lines } => {
                let names: Vec<String> = self.places.iter().map(Place::name).collect();
                let live = Live::begin(&*self.rules, &self.setup, &self.secret, &self.entropy, &names);
                let mut live = live.map_err(|why| why.to_string())?;
                live.compare(lines)?;
                self.begun(live, now, out);
            }
            Record::Played { seat, key, lines } => {
                let live = self.live.as_mut().ok_or("the match has not begun")?;
                let new = live.replay(*seat, lines)?;
                self.played(*seat, key.clone(), new, now, out);
            }
            Record::Agreed { deal, seat } => {
                let offer = self.offers.entry(*deal).or_insert(Offer { by: *seat, agreed: SeatSet::NONE });
                offer.agreed = offer.agreed.with(*seat);
            }
            Record::Declined { deal, .. } => {
                self.offers.remove(deal);
            }
            Record::TakenBack { seat } => self.taken_back(*seat, now, out)?,
            Record::Paused { on } => {
                self.paused = *on;
                if *on {
                    self.clocks.stop(now);
                } else if self.fault.is_none() {
                    self.clocks.go_on(now);
                }
            }
            Record::Fault { seat, text } => self.failed(*seat, text, now),
            Record::Retried {} => self.recovered(now),
            Record::Resigned { seat } => {
                let place = self.places.get_mut(seat.index()).ok_or("there is no such seat")?;
                place.resigned = true;
                place.driver = Driver::Bot { spec: "random".to_owned() };
            }
            Record::Ended { line } => {
                let closing: Closing = serde_json::from_str(line.get()).map_err(|e| format!("no closing line: {e}"))?;
                let live = self.live.as_mut().ok_or("the match has not begun")?;
                live.end(closing.outcome.clone());
                live.compare(std::slice::from_ref(line))?;
                self.outcome = Some(closing.outcome);
                self.finished();
            }
            Record::Closed { reason } => {
                self.closed = Some(reason.clone());
                self.finished();
            }
        }
        Ok(())
    }

    fn recovered(&mut self, now: u64) {
        if let Some(fault) = self.fault.take() {
            self.thinking.remove(&fault.seat);
        }
        if !self.paused {
            self.clocks.go_on(now);
        }
    }

    /// The match has begun.
    pub(crate) fn begun(&mut self, live: Live, now: u64, out: &mut Vec<Effect>) {
        let turn = live.game.turn();
        self.clocks.start(self.terms.clock, self.setup.seats, turn.seats(), now);
        self.phase = Phase::Playing;
        self.outcome = live.game.outcome();
        let viewers: Vec<Viewer> = self.watching.iter().copied().collect();
        self.looks.anew(&live, viewers, out);
        self.live = Some(live);
        if turn.is_over() {
            self.finished();
        }
    }
}
