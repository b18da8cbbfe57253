//! What is written down. The state of a room is the fold of its records: whoever has them has the room.

use crate::seats::SeatInfo;
use crate::terms::Terms;
use rulebook_kernel::{Digest, Seat, Setup};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::Write;

/// A record and when it happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Milliseconds since 1970, as the host's clock told.
    pub at: u64,
    /// What happened.
    pub record: Record,
}

impl Entry {
    /// One line, without its end. Secret: it holds moves and cards.
    #[must_use]
    pub fn line(&self) -> String {
        let Record::Played { seat, by, key, lines } = &self.record else {
            return serde_json::to_string(self).expect("a record can be written");
        };
        // Most records are of this kind, and their lines are JSON already.
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

    /// The entry of a line.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse(line: &str) -> Result<Entry, String> {
        serde_json::from_str(line).map_err(|e| format!("not a record: {e}"))
    }
}

/// A line of the match log: JSON, kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine(Box<str>);

impl LogLine {
    /// A line that a log has written.
    pub(crate) fn new(text: &str) -> LogLine {
        LogLine(text.into())
    }

    /// Its text.
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

/// Something that happened in a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Record {
    /// The first of all.
    Opened(Box<Opened>),
    /// Somebody sat down or got up, or somebody else decides there now.
    Seat { seat: Seat, place: SeatInfo },
    /// The host chose other options or another number of seats.
    Setup { setup: Setup },
    /// A seat added to the key.
    Entropy { seat: Seat, text: String },
    /// The match began: the header and the deal, as the match log has them.
    Started { lines: Vec<LogLine> },
    /// A seat answered, or `by` another one for it (the next hand is begun by whoever likes to); the lines of the match log. The
    /// key is that of who sent it; what the table does by itself has an empty one, which nobody can send.
    Played {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
        key: String,
        lines: Vec<LogLine>,
    },
    /// A seat proposed something, or agreed to it.
    Agreed { deal: ProposalKind, seat: Seat },
    /// A seat did not agree, or thought better of it.
    Declined { deal: ProposalKind, seat: Seat },
    /// A seat's last answer, and what followed, was taken back.
    TakenBack { seat: Seat },
    /// The table was stopped, or goes on.
    Paused { on: bool },
    /// A machine could not answer an ask.
    Fault {
        seat: Seat,
        #[serde(default)]
        ask: u32,
        text: String,
    },
    /// It is asked again.
    Retried {},
    /// A person gave up.
    Resigned { seat: Seat },
    /// Those at the table ended the match: the closing line of the match log.
    Ended { line: LogLine },
    /// The rules have another meaning from here on. The room as it was: whatever came before is not played again.
    Rebased { semantics: u32, snapshot: Box<RawValue> },
    /// The match cannot go on here.
    Closed { reason: String },
    /// From then until then no host kept the table.
    #[serde(rename = "away")]
    Downtime { from: u64, to: u64 },
    /// The table where everybody plays on.
    Next { id: String },
}

impl Record {
    /// The key of the answer in it and the seat that sent it, as one text: a match holds each of them once.
    #[must_use]
    pub fn sent(&self) -> Option<String> {
        match self {
            Record::Played { seat, by, key, .. } if !key.is_empty() => {
                // PostgreSQL has no such character in a text, and in matches of earlier releases it may be there.
                let key = key.replace('\0', "\\0");
                Some(format!("{}:{key}", by.unwrap_or(*seat).index()))
            }
            _ => None,
        }
    }
}

/// How a room begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Opened {
    /// The game.
    pub game: String,
    /// The digest of its rules.
    pub source: Digest,
    /// The number of their meaning.
    pub semantics: u32,
    /// Seats and options, to begin with.
    pub setup: Setup,
    /// What the host allows.
    pub terms: Terms,
    /// Binds the host to its secret before anybody sits down.
    pub commitment: Digest,
    /// Of a practice deal: what was added to the key, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entropy: Vec<String>,
    /// Of a table where people play on: who sits there from the beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<SeatInfo>,
}

/// What everybody at the table must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProposalKind {
    /// To take back the last answer of the seat that proposes it.
    Undo,
    /// To call it a draw.
    Draw,
    /// To play again, with another key.
    Rematch,
    /// To play the same deal again. Everybody knows its key: it counts for nothing.
    Practice,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_written_in_one_way() {
        for lines in [vec![], vec!["{\"seat\":1}"], vec!["{}", "{\"outcome\":\"a \\\" b\"}"]] {
            let lines: Vec<LogLine> = lines.into_iter().map(LogLine::new).collect();
            for by in [None, Some(Seat::new(0))] {
                let (key, lines) = ("k \"1\"\n\u{e9}".to_owned(), lines.clone());
                let entry = Entry { at: 17, record: Record::Played { seat: Seat::new(1), by, key, lines } };
                assert_eq!(entry.line(), serde_json::to_string(&entry).unwrap());
                assert_eq!(Entry::parse(&entry.line()).unwrap().line(), entry.line());
            }
        }
    }

    #[test]
    fn what_was_sent_is_told_in_characters_that_every_store_has() {
        let key = "a\0b".to_owned();
        let record = Record::Played { seat: Seat::new(1), by: None, key, lines: Vec::new() };
        assert_eq!(record.sent().unwrap(), "1:a\\0b");
    }
}
