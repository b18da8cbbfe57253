//! Defines the records of a room. Applying all of them in order rebuilds the room.

use crate::seats::SeatInfo;
use crate::terms::Terms;
use rulebook_kernel::{Digest, Seat, Setup};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::Write;

/// A record with its time.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// The event that the record describes.
    pub record: Record,
}

impl Entry {
    /// The record as one line of JSON, without a line break. The line is secret because it contains moves and cards.
    #[must_use]
    pub fn line(&self) -> String {
        let Record::Played { seat, by, key, lines } = &self.record else {
            return serde_json::to_string(self).expect("a record can be written");
        };
        // Fast path: most records are of this kind, and their lines are JSON already.
        let size: usize = lines.iter().map(|line| line.get().len() + 1).sum();
        let mut text = String::with_capacity(size + key.len() + 80);
        let key = serde_json::to_string(key).expect("a text can be written");
        let (at, seat) = (self.at, seat.index());
        let _ = write!(text, "{{\"at\":{at},\"record\":{{\"played\":{{\"seat\":{seat},");
        if let Some(by) = by {
            let _ = write!(text, "\"by\":{},", by.index());
        }
        let _ = write!(text, "\"key\":{key},\"lines\":[");
        for (line, at) in lines.iter().zip(0..) {
            if at > 0 {
                text.push(',');
            }
            text += line.get();
        }
        text + "]}}}"
    }

    /// Parses a line.
    ///
    /// # Errors
    /// If the line is not a record.
    pub fn parse(line: &str) -> Result<Entry, String> {
        serde_json::from_str(line).map_err(|e| format!("not a record: {e}"))
    }
}

/// A line of the match log, as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine(Box<str>);

impl LogLine {
    /// Wraps a line that a log writer has written.
    pub(crate) fn new(text: &str) -> LogLine {
        LogLine(text.into())
    }

    /// The JSON text of the line.
    #[must_use]
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl Serialize for LogLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for LogLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LogLine, D::Error> {
        Ok(LogLine(Box::<str>::from(Box::<RawValue>::deserialize(deserializer)?.get())))
    }
}

/// An event in a room. Stored records contain the names of the variants, so the names must not change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Record {
    /// The table was opened. Always the first record.
    Opened(Box<Opened>),
    /// A seat changed its player or its driver.
    Seat { seat: Seat, place: SeatInfo },
    /// The host changed options or the number of seats.
    Setup { setup: Setup },
    /// A seat added a text to the randomness of the shuffle.
    Entropy { seat: Seat, text: String },
    /// The match started. The lines are the header and the deal of the match log. If a player started it with an intent,
    /// `by` is the seat and the idempotency key.
    Started {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<(Seat, String)>,
        lines: Vec<LogLine>,
    },
    /// A seat answered. If another player dealt the next hand for the seat, `by` is that player. The lines belong to
    /// the match log. The key is the sender's idempotency key, or empty if the server acted.
    Played {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        key: String,
        lines: Vec<LogLine>,
    },
    /// A seat made or accepted a proposal.
    Agreed { deal: ProposalKind, seat: Seat },
    /// A seat declined or withdrew a proposal.
    Declined { deal: ProposalKind, seat: Seat },
    /// The last answer of a seat was undone, with everything after it. Without `whole`, as in records of older servers,
    /// only the last move of the answer was undone.
    TakenBack {
        seat: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        whole: bool,
    },
    /// The match was paused or resumed.
    Paused { on: bool },
    /// A bot could not answer an ask.
    Fault {
        seat: Seat,
        #[serde(default)]
        ask: u32,
        text: String,
    },
    /// The failed bots are asked again.
    Retried {},
    /// A player resigned.
    Resigned { seat: Seat },
    /// The match ended early, for example by a resignation or on time. The line is the last line of the match log.
    Ended { line: LogLine },
    /// The rules changed. The snapshot contains the state of the room, so earlier records are no longer replayed.
    Rebased { semantics: u32, snapshot: Box<RawValue> },
    /// The table was closed.
    Closed { reason: String },
    /// No server was running between these times.
    #[serde(rename = "away")]
    Downtime { from: u64, to: u64 },
    /// The id of the rematch table. `seats` has the seat of each player there. It is empty if all keep their seats, as in
    /// records of older servers.
    Next {
        id: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seats: Vec<Seat>,
    },
}

impl Record {
    /// Whether the number of such records must be limited, because players can add them at will.
    pub(crate) fn is_talk(&self) -> bool {
        match self {
            Record::Seat { .. }
            | Record::Setup { .. }
            | Record::Entropy { .. }
            | Record::Agreed { .. }
            | Record::Declined { .. }
            | Record::TakenBack { .. }
            | Record::Paused { .. }
            | Record::Fault { .. }
            | Record::Retried {} => true,
            Record::Opened(_)
            | Record::Started { .. }
            | Record::Played { .. }
            | Record::Resigned { .. }
            | Record::Ended { .. }
            | Record::Rebased { .. }
            | Record::Closed { .. }
            | Record::Downtime { .. }
            | Record::Next { .. } => false,
        }
    }

    /// The sender and idempotency key of an answer, as one text. The text is unique within a match. `None` for records
    /// without a key.
    #[must_use]
    pub fn sent(&self) -> Option<String> {
        match self {
            Record::Played { seat, by, key, .. } if !key.is_empty() => {
                // PostgreSQL texts cannot contain NUL, but keys of earlier releases may.
                let key = key.replace('\0', "\\0");
                Some(format!("{}:{key}", by.unwrap_or(*seat).index()))
            }
            _ => None,
        }
    }
}

/// The first record of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Opened {
    /// The game.
    pub game: String,
    /// The digest of its rules.
    pub source: Digest,
    /// The `semantics` version of the rules.
    pub semantics: u32,
    /// The initial seats and options.
    pub setup: Setup,
    /// The terms that the host set.
    pub terms: Terms,
    /// The commitment to the server's secret. It is published before the first player takes a seat.
    pub commitment: Digest,
    /// For a practice deal, the texts that the seats added to the shuffle of the first deal, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entropy: Vec<String>,
    /// For a rematch table, the seats with the players of the match before. Empty for other tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SeatInfo>,
}

/// The kind of a proposal. All players must accept it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProposalKind {
    /// Undoes the last answer of the seat that proposes it.
    Undo,
    /// Ends the match as a draw.
    Draw,
    /// Plays again with a new deal.
    Rematch,
    /// Plays the same deal again. The key of the deal is public, so the result does not count.
    Practice,
}
