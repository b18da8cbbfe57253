//! Defines the JSON format of a scenario. Unknown fields are errors, because a misspelt expectation would check
//! nothing.

use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A whole scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// The id of the scenario. Error messages contain it.
    pub id: String,
    /// The id of the game.
    pub rules_id: String,
    /// The seed of the match.
    pub seed: String,
    /// The number of players, or their names in seat order. The default is the minimum number of players of the game.
    pub players: Option<Players>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Accepted for compatibility with the card engine, and ignored.
    pub game_id: Option<String>,
    /// A description for people. The program ignores it.
    pub description: Option<String>,
    /// Whether a policy continues the match after the intents.
    pub mode: Mode,
    /// The intents to try, in order.
    #[serde(default)]
    pub intents: Vec<Intent>,
    /// The policy settings of mode `auto`.
    pub auto: Option<Auto>,
    /// The expectations at the end.
    #[serde(default)]
    pub expect: Expect,
}

/// `3`, or `["N", "E", "S", "W"]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Players {
    /// A number of players, named `P1`, `P2` and so on.
    Count(usize),
    /// The players' names.
    Names(Vec<String>),
}

/// Whether a policy continues the match after the intents.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Only the intents are played.
    Scripted,
    /// The intents are played, then the policy in `auto` continues.
    Auto,
}

/// A move that a player tries.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intent {
    /// The kind of intent.
    #[serde(rename = "type")]
    pub kind: IntentKind,
    /// The name of the player. The default is the seat that is asked.
    pub player_id: Option<String>,
    /// For a move: the pile that the cards leave, as in the initial state (`P1-hand`) or in a scene (`hand.0`).
    pub from_pile_id: Option<String>,
    /// For a move: the pile that the cards go to.
    pub to_pile_id: Option<String>,
    /// For a move: one card. Excludes `cardIds`.
    pub card_id: Option<CardId>,
    /// For a move: several cards that move together. Excludes `cardId`.
    pub card_ids: Option<Vec<CardId>>,
    /// For an action: the button.
    #[serde(alias = "actionId")]
    pub action: Option<String>,
    /// For a text: the move text.
    pub text: Option<String>,
    /// If set, the move must be refused with a reason that contains this text, and the state must not change.
    pub expected_error: Option<String>,
}

/// The kind of intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IntentKind {
    /// Moves cards from one zone to another.
    Move,
    /// Presses a button.
    Action,
    /// Sends a move text.
    Text,
}

/// A card: its id in the initial state, or the id of its face.
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

/// Settings of the policy that continues the match.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Auto {
    /// The policy.
    pub policy: Policy,
    /// The maximum number of decisions.
    pub max_moves: usize,
    /// Accepted for compatibility with the card engine, and ignored.
    pub log_every: Option<usize>,
    /// Stops when all these conditions hold.
    #[serde(default)]
    pub stop_when: StopWhen,
}

/// The policy that chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The first legal move.
    FirstLegal,
    /// A random legal move.
    Random,
}

/// Conditions for stopping before the end. Without conditions, the policy plays to the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StopWhen {
    /// The phase in the scene of a spectator.
    pub phase: Option<String>,
    /// A text that the prompt in the scene of a spectator must contain.
    pub prompt: Option<String>,
    /// A text that an announcement must contain.
    pub announcement: Option<String>,
    /// The contents of piles.
    pub piles: BTreeMap<String, PileExpect>,
}

/// The expectations at the end. A missing field is not checked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Expect {
    /// The winner, several winners, or `null` for none.
    #[serde(deserialize_with = "given")]
    pub winner: Option<Names>,
    /// The seat that is due, or several seats. `null` if no seat is due.
    #[serde(deserialize_with = "given")]
    pub current_player: Option<Names>,
    /// The expected scoreboards, found by their titles. Columns and rows are checked only if they are given.
    pub scoreboards: Vec<ScoreboardExpect>,
    /// The expected piles, by the id of the pile in the initial state or of the zone in a scene.
    pub piles: BTreeMap<String, PileExpect>,
}

/// No player, one player or several.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Names {
    /// `null`: no player.
    None,
    /// `"P1"`.
    One(String),
    /// `["P1", "P3"]`.
    Several(Vec<String>),
}

/// The expectations for a scoreboard.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScoreboardExpect {
    /// The title.
    pub title: String,
    /// The column heads.
    pub columns: Option<Vec<String>>,
    /// The rows.
    pub rows: Option<Vec<Vec<String>>>,
}

/// The expectations for a pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PileExpect {
    /// The exact cards. In an ordered zone they are listed in order, the top card last.
    pub card_ids: Option<Vec<CardId>>,
    /// The number of cards.
    pub size: Option<usize>,
    /// The minimum number of cards.
    pub min_size: Option<usize>,
    /// The viewers who see the faces of this pile.
    pub visibility: Option<Visibility>,
}

/// The viewers who see the faces of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// All viewers.
    Public,
    /// Only the owner.
    Owner,
    /// No viewer.
    Hidden,
}

/// Reads `null` as an expectation. A missing field is not checked.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Names>, D::Error> {
    Names::deserialize(deserializer).map(Some)
}
