//! Defines the messages between the server and a worker: one JSON value per line.

use rulebook_catalog::Meta;
use rulebook_kernel::{Digest, GameOption, Info, Key, Outcome, Seat, Setup, Turn, Viewer};
use rulebook_matches::Played;
use rulebook_scene::layout::Layouts;
use rulebook_scene::{EngineIds, Gesture, MoveRecord, Step};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A call with its number.
#[derive(Serialize, Deserialize)]
pub(crate) struct Request {
    pub number: u64,
    pub call: Call,
}

/// The answer to a call.
#[derive(Serialize, Deserialize)]
pub(crate) struct Response {
    pub number: u64,
    /// Whether the rules panicked. If so, the response has no answer.
    pub failed: bool,
    /// The answer. It may be `null`.
    pub answer: Box<RawValue>,
}

/// The files of an upload.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Upload {
    /// File texts by name.
    Files(BTreeMap<String, String>),
    /// A zip archive in hexadecimal.
    Zip(String),
}

#[derive(Serialize, Deserialize)]
pub(crate) enum Call {
    /// Checks an upload. The answer is a [`Checked`].
    Check {
        id: String,
        upload: Upload,
    },
    /// Loads the rules. The answer is a `Result<Loaded, String>`.
    Load {
        id: String,
        files: BTreeMap<String, String>,
    },
    Start {
        setup: Setup,
        key: Key,
    },
    Resume {
        saved: Vec<u8>,
        head: Option<Digest>,
    },
    ParseFacts {
        json: String,
    },
    Canonical {
        json: String,
    },
    Witnessed {
        json: String,
        viewer: Viewer,
    },
    /// Drops a match.
    Forget {
        game: u64,
    },
    Ask {
        game: u64,
        about: MatchCall,
    },
    /// Checks the spec of a bot. The answer is a `Result<(bool, u32), String>`: whether the budget is in milliseconds, and
    /// its size.
    CheckBot {
        spec: String,
    },
    /// Lets a bot choose. The answer is the number of a legal move, or an error.
    Pick {
        game: u64,
        seat: Seat,
        spec: String,
        key: Key,
    },
    /// Stops the bot of the call with this number. It then answers with its best move so far.
    Stop {
        number: u64,
    },
}

/// A question about one match.
#[derive(Serialize, Deserialize)]
pub(crate) enum MatchCall {
    Turn,
    Outcome,
    Answered(Seat),
    OpenAsk(Seat),
    Offered(Seat),
    LegalTexts(Seat),
    Check(Seat, String),
    Row(Seat, String),
    Actions(Seat),
    Meant(Seat, Gesture),
    WhyNot(Seat, Gesture),
    Play(Seat, String),
    PlayNth(Seat, usize),
    Scene(Viewer),
    Brief(Seat),
    Opening,
    OpenLog(Digest),
    LogHead,
    Commitment,
    PublishedKey,
    Key,
    Disown(Key),
    Restart(Key),
    Digest,
    HasSecrets,
    Alike(Viewer, Key),
    IsAlike(u64, Viewer),
    ViewJson(Viewer),
    Save,
    Fork,
}

/// The result of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checked {
    /// The diagnostics of `rulebook check`, as JSON.
    pub diagnostics: Box<RawValue>,
    /// The game, if it has no errors.
    pub game: Option<CheckedGame>,
}

/// A game without errors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CheckedGame {
    pub name: String,
    pub source: Digest,
    pub min_seats: usize,
    pub max_seats: usize,
    /// All files of the game, including those that the worker has added.
    pub files: BTreeMap<String, String>,
}

/// Loaded rules.
#[derive(Serialize, Deserialize)]
pub(crate) struct Loaded {
    pub info: InfoText,
    pub is_dealt: bool,
    pub meta: Meta,
    pub rules_text: String,
    pub layouts: Layouts,
    pub action_schema: Option<String>,
    pub players: Vec<String>,
    pub teams: Vec<String>,
    pub cards: BTreeMap<String, String>,
    /// See `Declares`.
    pub buttons: Option<bool>,
    pub actions: Vec<String>,
}

impl Loaded {
    pub fn engine_ids(&self) -> EngineIds {
        EngineIds { players: self.players.clone(), teams: self.teams.clone(), cards: self.cards.clone() }
    }
}

/// An `Info` that can be sent.
#[derive(Serialize, Deserialize)]
pub(crate) struct InfoText {
    id: String,
    name: String,
    min_seats: usize,
    max_seats: usize,
    source: Digest,
    semantics: u32,
    max_moves: u32,
    few_points: bool,
    options: Vec<(String, Vec<String>)>,
}

impl From<&Info> for InfoText {
    fn from(info: &Info) -> InfoText {
        let options = info.options.iter().map(|option| (option.name.clone(), option.values.clone())).collect();
        InfoText {
            id: info.id.clone(),
            name: info.name.clone(),
            min_seats: info.min_seats,
            max_seats: info.max_seats,
            source: info.source,
            semantics: info.semantics,
            max_moves: info.max_moves,
            few_points: info.few_points,
            options,
        }
    }
}

impl From<InfoText> for Info {
    fn from(text: InfoText) -> Info {
        let options = text.options.into_iter().map(|(name, values)| GameOption { name, values }).collect();
        Info {
            id: text.id,
            name: text.name,
            min_seats: text.min_seats,
            max_seats: text.max_seats,
            source: text.source,
            semantics: text.semantics,
            max_moves: text.max_moves,
            few_points: text.few_points,
            options,
        }
    }
}

/// A `Turn` that can be sent: the seats that are due, or the outcome.
#[derive(Serialize, Deserialize)]
pub(crate) struct TurnText(Vec<Seat>, Option<Outcome>);

impl From<Turn> for TurnText {
    fn from(turn: Turn) -> TurnText {
        match turn {
            Turn::Seats(seats) => TurnText(seats.iter().collect(), None),
            Turn::Over(outcome) => TurnText(Vec::new(), Some(outcome)),
        }
    }
}

impl From<TurnText> for Turn {
    fn from(text: TurnText) -> Turn {
        match text {
            TurnText(_, Some(outcome)) => Turn::Over(outcome),
            TurnText(seats, None) => Turn::Seats(seats.into_iter().collect()),
        }
    }
}

/// A new match in the worker.
#[derive(Serialize, Deserialize)]
pub(crate) struct NewMatch {
    pub game: u64,
    pub setup: Setup,
}

/// Facts with the steps of every viewer.
#[derive(Serialize, Deserialize)]
pub(crate) struct FactsText {
    pub json: String,
    pub count: usize,
    pub steps: Vec<(Viewer, Vec<Step>)>,
}

/// An entry of a match that can be sent.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayedText {
    pub seat: Option<Seat>,
    pub ask: u32,
    pub text: String,
    pub facts: FactsText,
    pub record: Option<MoveRecord>,
    pub before: Digest,
    pub digest: Digest,
}

impl PlayedText {
    pub fn new(played: &Played, seats: usize) -> PlayedText {
        let Played { seat, ask, text, facts, record, before, digest } = played;
        let (facts, record) = (FactsText::new(facts, seats), record.as_deref().cloned());
        PlayedText { seat: *seat, ask: *ask, text: text.clone(), facts, record, before: *before, digest: *digest }
    }
}

impl FactsText {
    pub fn new(facts: &rulebook_matches::Facts, seats: usize) -> FactsText {
        let viewers = [Viewer::Spectator, Viewer::God].into_iter().chain(Seat::all(seats).map(Viewer::Seat));
        let steps = viewers.map(|viewer| (viewer, facts.steps(viewer))).collect();
        FactsText { json: facts.json(), count: facts.len(), steps }
    }
}
