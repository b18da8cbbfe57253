//! The JSON of a scenario. Unknown fields are errors: a misspelt expectation would expect nothing.

use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A whole scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// Names it in messages.
    pub id: String,
    /// Which game.
    pub rules_id: String,
    /// The seed of the match.
    pub seed: String,
    /// How many players, or their names in seat order; without it the fewest that the game has.
    pub players: Option<Players>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Of the origin; means nothing here.
    pub game_id: Option<String>,
    /// Words for people.
    pub description: Option<String>,
    /// Whether a policy plays on after the intents.
    pub mode: Mode,
    /// What is tried, in order.
    #[serde(default)]
    pub intents: Vec<Intent>,
    /// How it is played on, in mode `auto`.
    pub auto: Option<Auto>,
    /// What must be so at the end.
    #[serde(default)]
    pub expect: Expect,
}

/// `3`, or `["N", "E", "S", "W"]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Players {
    /// So many, named `P1` and so on.
    Count(usize),
    /// These.
    Names(Vec<String>),
}

/// Whether a policy plays on after the intents.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Only the intents.
    Scripted,
    /// The intents, then `auto`.
    Auto,
}

/// Something that a player tries.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intent {
    /// What kind of thing.
    #[serde(rename = "type")]
    pub kind: IntentKind,
    /// Who; without it the seat that is due.
    pub player_id: Option<String>,
    /// A move: the zone the cards come from.
    pub from_pile_id: Option<String>,
    /// A move: the zone they go to.
    pub to_pile_id: Option<String>,
    /// A move: one face.
    pub card_id: Option<CardId>,
    /// A move: several faces.
    #[serde(default)]
    pub card_ids: Vec<CardId>,
    /// An action: the button.
    #[serde(alias = "actionId")]
    pub action: Option<String>,
    /// A text: the move as typed.
    pub text: Option<String>,
    /// It must be refused with a reason that contains this, and change nothing.
    pub expected_error: Option<String>,
}

/// What kind of intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IntentKind {
    /// Cards from a zone to a zone.
    Move,
    /// A button.
    Action,
    /// A move text.
    Text,
}

/// The origin numbers its cards; here a face id is text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum CardId {
    /// `17`.
    Number(i64),
    /// `"QH"`.
    Text(String),
}

impl CardId {
    pub(crate) fn text(&self) -> String {
        match self {
            CardId::Number(number) => number.to_string(),
            CardId::Text(text) => text.clone(),
        }
    }
}

/// How a policy plays on.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Auto {
    /// Who decides.
    pub policy: Policy,
    /// At most so many decisions.
    pub max_moves: usize,
    /// Of the origin; means nothing here.
    pub log_every: Option<usize>,
    /// Stop when all of this is so.
    #[serde(default)]
    pub stop_when: StopWhen,
}

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The first legal move.
    FirstLegal,
    /// Any legal move.
    Random,
}

/// When to stop before the end. Nothing given: only at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StopWhen {
    /// The phase of the public scene.
    pub phase: Option<String>,
    /// The prompt of the public scene contains this.
    pub prompt: Option<String>,
    /// An announcement contains this.
    pub announcement: Option<String>,
    /// Piles are like this.
    pub piles: BTreeMap<String, PileExpect>,
}

/// What must be so at the end. What is not given is not looked at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Expect {
    /// The winner, several, or `null` for none.
    #[serde(deserialize_with = "given")]
    pub winner: Option<Names>,
    /// Who is due, several, or `null` for nobody.
    #[serde(deserialize_with = "given")]
    pub current_player: Option<Names>,
    /// Scoreboards by title; columns and rows where given.
    pub scoreboards: Vec<ScoreboardExpect>,
    /// Zones by id.
    pub piles: BTreeMap<String, PileExpect>,
}

/// Nobody, one or several players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Names {
    /// `null`.
    None,
    /// `"P1"`.
    One(String),
    /// `["P1", "P3"]`.
    Several(Vec<String>),
}

/// A scoreboard.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScoreboardExpect {
    /// Which.
    pub title: String,
    /// Its column heads.
    pub columns: Option<Vec<String>>,
    /// Its rows.
    pub rows: Option<Vec<Vec<String>>>,
}

/// A pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PileExpect {
    /// Exactly these faces; in order, the top last, if the zone is ordered.
    pub card_ids: Option<Vec<CardId>>,
    /// So many cards.
    pub size: Option<usize>,
    /// At least so many.
    pub min_size: Option<usize>,
    /// Who sees its faces.
    pub visibility: Option<Visibility>,
}

/// Who sees the faces of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Its owner and nobody else.
    Owner,
    /// Nobody.
    Hidden,
}

/// `null` is an expectation, absence is none.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Names>, D::Error> {
    Names::deserialize(deserializer).map(Some)
}
