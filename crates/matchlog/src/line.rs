//! The kinds of lines in a log. The same content always gives the same bytes, because logs are compared byte for byte.

use super::ending::Ending;
use super::fair_key::Fair;
use rulebook_kernel::{Digest, Info, Key, Outcome, Seat, Setup, Viewer};
use rulebook_matches::Played;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Write;

/// The version of the log format.
pub(super) const FORM: u32 = 1;

/// The first line: the game, its rules and the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the log format.
    pub rulebook: u32,
    /// The id of the game.
    pub game: String,
    /// The digest of its rules.
    pub source: Digest,
    /// The `semantics` number of the rules.
    pub semantics: u32,
    /// The commitment to the key, made before the deal.
    pub commitment: Digest,
    /// Seats and options.
    pub setup: Setup,
    /// The names of the seats. A server writes pseudonyms here, because nobody can change this line later. See
    /// [`names_of`](crate::names_of).
    pub seats: Vec<String>,
    /// The seed of the key, for matches whose deal need not be secret. With the seed, every reader can compute every
    /// card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The inputs of the key, if players could add texts to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
    /// The viewer of the witness. `None` for a complete log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Viewer>,
}

impl Header {
    /// The header of a match of these rules.
    #[must_use]
    pub fn new(info: &Info, setup: &Setup, commitment: Digest, seats: &[String], seed: Option<&str>) -> Header {
        Header {
            rulebook: FORM,
            game: info.id.clone(),
            source: info.source,
            semantics: info.semantics,
            commitment,
            setup: setup.clone(),
            seats: seats.to_vec(),
            seed: seed.map(str::to_owned),
            fair: None,
            witness: None,
        }
    }

    /// The header line.
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }

    /// The digest of the header line. The digest of entry zero depends on it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of_bytes(self.line().as_bytes())
    }
}

/// Entry zero, the deal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DealLine {
    pub facts: Box<RawValue>,
    pub digest: Digest,
}

/// An answer and its facts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryLine {
    pub seat: Seat,
    pub ask: u32,
    #[serde(rename = "move")]
    pub text: String,
    pub facts: Box<RawValue>,
    pub digest: Digest,
}

/// The line for a change of the rules: from here on they have another `semantics` number. The match continues from this
/// state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RebaseLine {
    /// The new `semantics` number.
    pub rebase: u32,
    /// The digest of the state.
    pub state: Digest,
    pub digest: Digest,
}

impl RebaseLine {
    pub fn new(head: &Digest, semantics: u32, state: Digest) -> RebaseLine {
        let digest = Digest::of(&("rulebook 2026 rebase", head.bytes(), semantics, state.bytes()));
        RebaseLine { rebase: semantics, state, digest }
    }
}

/// The closing line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosingLine {
    pub outcome: Outcome,
    /// The bytes of the key. The type is `Digest`, because a digest is written in hexadecimal.
    pub key: Digest,
    /// The digest of the last state.
    pub state: Digest,
    /// The ending, if the match ended early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<Ending>,
    /// The secret of the server, if the key was computed from it (see `Header::fair`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Digest>,
    /// The digest of an early ending. It is computed from the entry before, the ending and the state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

impl ClosingLine {
    pub fn new(outcome: Outcome, key: &Key, state: Digest) -> ClosingLine {
        ClosingLine { outcome, key: Digest::from_bytes(*key.bytes()), state, early: None, secret: None, digest: None }
    }

    /// The closing line of a match that ended early, after the entry with the digest `head`. `None` if a match with
    /// these seats cannot have this ending.
    pub fn early(ending: &Ending, seats: usize, head: &Digest, key: &Key, state: Digest) -> Option<ClosingLine> {
        let (outcome, digest) = (ending.outcome(seats)?, ending.digest(head, &state));
        let (early, digest) = (Some(ending.clone()), Some(digest));
        Some(ClosingLine { early, digest, ..ClosingLine::new(outcome, key, state) })
    }

    pub fn key(&self) -> Key {
        Key::from_bytes(*self.key.bytes())
    }

    pub fn secret(&self) -> Option<Key> {
        self.secret.map(|secret| Key::from_bytes(*secret.bytes()))
    }
}

/// The last line of a match that was closed without a result. It still publishes the key.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClosedLine {
    /// The reason.
    pub closed: String,
    /// The bytes of the key in hexadecimal.
    pub key: Digest,
    /// The secret of the server, if the key was computed from it (see `Header::fair`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Digest>,
    /// The digest of this line. It is computed from the entry before and from this line.
    pub digest: Digest,
}

impl ClosedLine {
    /// The last line of a match that was closed after the entry with the digest `head`.
    pub fn new(reason: &str, head: &Digest, key: &Key, secret: Option<&Key>) -> ClosedLine {
        let bytes = |key: &Key| Digest::from_bytes(*key.bytes());
        let digest = Digest::of(&("rulebook 2026 closed", head.bytes(), reason));
        ClosedLine { closed: reason.to_owned(), key: bytes(key), secret: secret.map(bytes), digest }
    }

    pub fn key(&self) -> Key {
        Key::from_bytes(*self.key.bytes())
    }

    pub fn secret(&self) -> Option<Key> {
        self.secret.map(|secret| Key::from_bytes(*secret.bytes()))
    }
}

/// The names of the players, by seat. This line may follow the last line of a log. No digest depends on it, so a name can
/// be erased.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamesLine {
    pub names: Vec<String>,
}

/// The line of an entry. Gives the same text as [`line`], but faster, because the facts are already JSON.
pub(super) fn entry_line(played: &Played) -> String {
    let Played { seat, ask, text, facts, digest, .. } = played;
    let facts = facts.json();
    let mut line = String::with_capacity(facts.len() + text.len() + 160);
    line.push('{');
    if let Some(seat) = seat {
        let _ = write!(line, "\"seat\":{},\"ask\":{ask},\"move\":", seat.index());
        line += &self::line(text);
        line.push(',');
    }
    line += "\"facts\":";
    line += &facts;
    let _ = write!(line, ",\"digest\":\"{digest}\"}}");
    line
}

/// A value as one line, without the newline.
pub(super) fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a log line can be written")
}
