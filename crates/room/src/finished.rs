//! Reads the result and the log of a finished match from its records, without replaying it. Used if the rules of the
//! match are missing or have changed.

use crate::record::{Entry, LogLine, Record};
use crate::room::Phase;
use crate::seats::{Driver, SeatInfo};
use crate::status::Status;
use crate::warning::Warning;
use rulebook_kernel::{Digest, Key, Outcome, Seat};
use rulebook_matchlog::{Fair, closed_log};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The result and the log of a finished match.
#[derive(Clone, Debug)]
pub struct FinishedMatch {
    /// The public status.
    pub status: Status,
    /// The match log. `None` if the records do not contain all its lines. For example, an undo of an early pick changes
    /// the digests of later lines.
    pub log: Option<String>,
}

/// The field of the last log line that holds the result.
#[derive(Deserialize)]
struct Closing {
    outcome: Outcome,
}

/// The fields of a log line that an undo needs.
#[derive(Deserialize)]
struct Answered {
    seat: Seat,
    facts: Box<RawValue>,
}

/// An entry of the match log.
struct PlayedEntry {
    seat: Seat,
    /// Whether the entry is the first of its answer.
    begins: bool,
    /// Whether the entry had facts.
    told: bool,
    line: String,
}

/// The lines of the match log, read from the records.
#[derive(Default)]
struct Lines {
    /// The lines that cannot be undone.
    base: String,
    /// The later entries.
    played: Vec<PlayedEntry>,
    closing: Option<String>,
    lost: bool,
}

impl Lines {
    fn begin(&mut self, lines: &[LogLine]) -> Option<Outcome> {
        for line in lines {
            match line.get().starts_with("{\"outcome\"") {
                true => return self.end(line),
                false => self.base += &format!("{}\n", line.get()),
            }
        }
        None
    }

    fn play(&mut self, lines: &[LogLine]) -> Option<Outcome> {
        for (nth, line) in lines.iter().enumerate() {
            if line.get().starts_with("{\"outcome\"") {
                return self.end(line);
            }
            match serde_json::from_str::<Answered>(line.get()) {
                Ok(answered) => {
                    let told = answered.facts.get() != "[]";
                    let (seat, line) = (answered.seat, line.get().to_owned());
                    self.played.push(PlayedEntry { seat, begins: nth == 0, told, line });
                }
                Err(_) => self.lost = true,
            }
        }
        None
    }

    fn end(&mut self, line: &LogLine) -> Option<Outcome> {
        self.closing = Some(line.get().to_owned());
        serde_json::from_str::<Closing>(line.get()).ok().map(|closing| closing.outcome)
    }

    fn take_back(&mut self, seat: Seat, whole: bool) {
        let Some(last) = self.played.iter().rposition(|entry| entry.seat == seat) else { return self.lost = true };
        let first = self.played[..=last].iter().rposition(|entry| entry.begins);
        let at = first.filter(|_| whole).unwrap_or(last);
        let told = self.played[at..].iter().any(|entry| entry.told);
        if told || last + 1 == self.played.len() {
            self.played.truncate(at);
        } else {
            // Other log lines follow the undone pick. Removing the pick changes the digests of these lines, and the
            // records contain only the old digests.
            self.lost = true;
        }
    }

    /// Handles a change of the rules. The record of the change contains a snapshot with the log up to this point.
    fn rebase(&mut self, snapshot: &RawValue) {
        let saved: Option<Value> = serde_json::from_str(snapshot.get()).ok();
        let Some(live) = saved.as_ref().map(|saved| &saved["live"]).filter(|live| !live.is_null()) else { return };
        match live["log"].as_str() {
            Some(log) => *self = Lines { base: log.to_owned(), ..Lines::default() },
            None => self.lost = true,
        }
    }

    fn text(&self) -> Option<String> {
        if self.lost || self.base.is_empty() {
            return None;
        }
        let lines = self.played.iter().map(|entry| &entry.line).chain(&self.closing);
        Some(lines.fold(self.base.clone(), |text, line| text + line + "\n"))
    }
}

impl FinishedMatch {
    /// Reads the records. `None` if the match is not over.
    #[must_use]
    pub fn told(secret: &Key, entries: &[Entry]) -> Option<FinishedMatch> {
        let Some(Record::Opened(opened)) = entries.first().map(|entry| &entry.record) else { return None };
        let (mut setup, mut places, mut entropy) =
            (opened.setup.clone(), opened.places.clone(), opened.entropy.clone());
        places.resize(setup.seats, SeatInfo::default());
        entropy.resize(setup.seats, String::new());
        let (mut outcome, mut closed, mut next, mut next_seats, mut begun) = (None, None, None, Vec::new(), false);
        let mut lines = Lines::default();
        for entry in &entries[1..] {
            match &entry.record {
                Record::Seat { seat, place } => *places.get_mut(seat.index())? = place.clone(),
                Record::Setup { setup: other } => {
                    setup = other.clone();
                    places.resize(setup.seats, SeatInfo::default());
                    entropy.resize(setup.seats, String::new());
                }
                Record::Entropy { seat, text } => *entropy.get_mut(seat.index())? = text.clone(),
                Record::Started { lines: new, .. } => {
                    begun = true;
                    outcome = lines.begin(new);
                }
                Record::Played { lines: new, .. } => outcome = lines.play(new),
                Record::Ended { line } => outcome = lines.end(line),
                Record::TakenBack { seat, whole } => lines.take_back(*seat, *whole),
                Record::Rebased { snapshot, .. } => lines.rebase(snapshot),
                Record::Resigned { seat } => {
                    let place = places.get_mut(seat.index())?;
                    place.resigned = true;
                    place.driver = Driver::Bot { spec: "random".to_owned() };
                }
                Record::Closed { reason } => closed = Some(reason.clone()),
                Record::Next { id, seats } => (next, next_seats) = (Some(id.clone()), seats.clone()),
                Record::Opened(_) => return None,
                Record::Agreed { .. }
                | Record::Declined { .. }
                | Record::Paused { .. }
                | Record::Fault { .. }
                | Record::Retried {}
                | Record::Downtime { .. } => {}
            }
        }
        if outcome.is_none() && closed.is_none() {
            return None;
        }
        let key = begun.then(|| Fair::new(secret, entropy.clone()).key(secret));
        let hex = |key: &Key| Digest::from_bytes(*key.bytes()).to_string();
        let log = lines.text().and_then(|text| match (&closed, &key) {
            (Some(reason), Some(key)) => closed_log(&text, reason, key, Some(secret)),
            _ => Some(text),
        });
        let warnings = Warning::of_table(&places, &opened.terms, Phase::Over);
        let status = Status {
            game: opened.game.clone(),
            source: opened.source,
            phase: Phase::Over,
            setup,
            terms: opened.terms.clone(),
            warnings: warnings.iter().map(Warning::to_string).collect(),
            warning_kinds: warnings,
            seats: places,
            commitment: opened.commitment,
            entropy,
            paused: false,
            fault: None,
            offers: Vec::new(),
            clocks: None,
            outcome,
            key: key.as_ref().map(hex),
            secret: begun.then(|| hex(secret)),
            closed,
            next,
            next_seats,
            away: Vec::new(),
        };
        Some(FinishedMatch { status, log })
    }
}
