//! Defines the messages between clients and the server. The JSON Schema and the TypeScript types are generated from
//! this file.

use crate::malformed;
use crate::replays::ReplayPage;
use crate::tokens;
use rulebook_room::{
    CardIntent, CardName, Driver, IntentAction, MAX_BATCH, ProposalKind, Refusal, RefusalCode, SeatInfo, Show, Since,
    Status, Terms, Warning,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sent as `game:join`: watch a table, or reconnect to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Join {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The token of a seat, of the host, or of a link. A public table can be watched without a token.
    #[serde(default)]
    pub token: Option<String>,
    /// The wanted view. Needed only if the token allows several views.
    #[serde(default, rename = "as")]
    pub eyes: Option<Eyes>,
    /// After a lost connection, the position of the last view that the client received.
    #[serde(default)]
    pub since: Option<Since>,
}

/// A kind of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Eyes {
    /// The view of the seat that the token belongs to.
    Seat,
    /// The view of spectators.
    Spectator,
    /// The view of all cards. Only the host may have it, if the terms allow it and at most one person plays.
    God,
}

/// Sent as `game:leave`: stop watching a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
}

/// Sent as `game:react`: a reaction of a player, shown to all viewers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReactMessage {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The reaction.
    pub reaction: Reaction,
}

/// The reactions. There is no chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Reaction {
    /// Hello, or goodbye.
    Wave,
    /// Well played.
    Clap,
    /// That was funny.
    Laugh,
    /// I did not expect that.
    Gasp,
    /// Give me a moment.
    Think,
    /// Thank you.
    Thanks,
}

/// Sent as `game:intent`: a seat answers its open ask. Join the table with the token of the seat first.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intent {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The number of the ask.
    pub ask: u32,
    /// The move, or all picks of one decision.
    pub moves: Vec<MoveText>,
    /// An idempotency key chosen by the sender.
    pub key: String,
    /// Whether a model in the player's browser chose the move. Allowed only if the driver of the seat is `sponsored`.
    #[serde(default)]
    pub machine: bool,
}

/// A move: its text, or an action in the schema of the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the text of a move, or an action as an object")]
pub enum MoveText {
    /// The text of a move, or an action as JSON text.
    Text(String),
    /// An action, such as `{"type": "PASS_PRIORITY"}`.
    Action(serde_json::Map<String, serde_json::Value>),
}

impl MoveText {
    /// The text that the rules read.
    pub(crate) fn into_text(self) -> String {
        match self {
            MoveText::Text(text) => text,
            MoveText::Action(action) => serde_json::Value::Object(action).to_string(),
        }
    }
}

/// Also sent as `game:intent`, and over HTTP without `match`: an action in the schema of the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActionIntent {
    /// The id of the match.
    #[serde(rename = "match", alias = "gameId", default)]
    pub id: String,
    /// The action, or its text.
    pub action: MoveText,
    /// The number of the ask. By default the open ask.
    #[serde(default)]
    pub ask: Option<u32>,
    /// An idempotency key chosen by the sender. Without it, a repeated message counts as a second intent.
    #[serde(default)]
    pub key: Option<String>,
}

impl ActionIntent {
    /// The intent of the room, with its idempotency key.
    pub(crate) fn into_intent(self) -> CardIntent {
        let key = self.key.unwrap_or_else(tokens::match_id);
        CardIntent { ask: self.ask, player: None, action: IntentAction::Text(self.action.into_text()), key }
    }
}

/// Also sent as `game:intent`: an answer in the shape of the card engine, with cards and piles instead of a move text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EngineIntent {
    /// The kind of the intent.
    #[serde(rename = "type")]
    pub kind: EngineIntentKind,
    /// The id of the match.
    #[serde(alias = "match")]
    pub game_id: String,
    /// The id of the player, such as `P1`. It must be the sender.
    #[serde(default)]
    pub player_id: Option<String>,
    /// For a move: the pile that the cards leave, such as `P1-hand`, or the id of a zone in the scene.
    #[serde(default)]
    pub from_pile_id: Option<String>,
    /// For a move: the pile that the cards go to.
    #[serde(default)]
    pub to_pile_id: Option<String>,
    /// For a move: one card. Excludes `cardIds`.
    #[serde(default)]
    pub card_id: Option<CardName>,
    /// For a move: several cards that move together. Excludes `cardId`.
    #[serde(default)]
    pub card_ids: Option<Vec<CardName>>,
    /// For an action: the id of the button.
    #[serde(default)]
    pub action_id: Option<String>,
    /// The number of the ask. By default the open ask.
    #[serde(default)]
    pub ask: Option<u32>,
    /// An idempotency key chosen by the sender. Without it, a repeated message counts as a second intent.
    #[serde(default)]
    pub key: Option<String>,
}

/// The kind of an intent of the card engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EngineIntentKind {
    /// Moves cards from one pile to another.
    Move,
    /// Presses a button.
    Action,
}

impl EngineIntent {
    /// The action, or a sentence that says which fields are wrong (card engine 2.1).
    pub(crate) fn action(self) -> Result<IntentAction, &'static str> {
        let EngineIntent { kind, from_pile_id, to_pile_id, card_id, card_ids, action_id, .. } = self;
        if kind == EngineIntentKind::Action {
            if from_pile_id.is_some() || to_pile_id.is_some() || card_id.is_some() || card_ids.is_some() {
                return Err("An action has no piles and no cards.");
            }
            return action_id.map(IntentAction::Press).ok_or("An action needs an actionId.");
        }
        let (Some(from), Some(to), None) = (from_pile_id, to_pile_id, action_id) else {
            return Err("A move must have fromPileId and toPileId, and must not have actionId.");
        };
        let cards = match (card_id, card_ids) {
            (Some(_), Some(_)) => return Err("cardId and cardIds exclude each other. Send one of them."),
            (None, Some(cards)) if cards.is_empty() => return Err("cardIds is empty. Name at least one card."),
            (None, Some(cards)) if cards.len() > MAX_BATCH => return Err("There are too many cards in one move."),
            (card, cards) => card.into_iter().chain(cards.into_iter().flatten()).collect(),
        };
        Ok(IntentAction::Move { from, to, cards })
    }
}

/// Sent as `game:actions`: a player asks for the legal actions of the seat. The server answers with `game:actions`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskActions {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
}

/// The legal actions of a seat, as JSON in the action schema of the game. `GET /games/ID/schema` has the schema.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatActions {
    /// The number of the open ask, or of the next ask if none is open.
    pub ask: u32,
    /// The actions, with the options of each. Empty if the seat is not asked, or if the game has no actions.
    #[schemars(with = "Vec<LegalAction>")]
    pub actions: Vec<serde_json::Value>,
}

/// A legal action. The schema of the game describes its other fields.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
struct LegalAction {
    /// The type of the action.
    #[serde(rename = "type")]
    kind: String,
}

/// Sent as `game:actions` to the player who asked.
#[derive(Serialize, JsonSchema)]
pub struct ActionsMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The actions.
    #[serde(flatten)]
    pub actions: &'a SeatActions,
}

/// Sent as `game:command`: all requests other than moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandMessage {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The command.
    #[serde(deserialize_with = "malformed::tagged")]
    pub command: Command,
}

/// A request to a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Command {
    /// Leave a seat.
    Stand { seat: u8 },
    /// Change the driver that decides for a seat.
    Drive { seat: u8, driver: Driver },
    /// Change options or the number of seats.
    Setup {
        seats: u8,
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
    /// Add a text to the randomness of the shuffle.
    Entropy { text: String },
    /// Start the match, or deal the next hand.
    Start,
    /// Make or accept a proposal.
    Agree { deal: ProposalKind },
    /// Decline a proposal.
    Decline { deal: ProposalKind },
    /// Resign.
    Resign,
    /// Pause or resume the match.
    Pause { on: bool },
    /// The model in the browser could not answer this ask.
    Fault { ask: u32 },
    /// Ask a failed bot again.
    Retry,
    /// Close the table.
    Close { reason: String },
}

/// The acknowledgement of every message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ack {
    /// Whether the request was accepted. Its records are then on disk.
    pub accepted: bool,
    /// The kind of the refusal, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<RefusalCode>,
    /// The reason of a refusal, as a sentence for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl From<Result<(), Refusal>> for Ack {
    fn from(result: Result<(), Refusal>) -> Ack {
        match result {
            Ok(()) => Ack { accepted: true, code: None, reason: None },
            Err(refusal) => {
                Ack { accepted: false, code: Some(refusal.code), reason: Some(refusal.reason.into_owned()) }
            }
        }
    }
}

/// Sent as `game:view`.
#[derive(Serialize, JsonSchema)]
pub struct ViewMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The new view.
    pub view: &'a Show,
}

/// Sent as `game:status` with the whole status. `game:seats` and `game:ended` repeat parts of the status for simple
/// clients.
#[derive(Serialize, JsonSchema)]
pub struct StatusMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The public status.
    pub status: &'a Status,
}

/// Sent as `game:seats`.
#[derive(Serialize, JsonSchema)]
pub struct SeatsMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The players and their drivers.
    pub seats: &'a [SeatInfo],
    /// Warnings for players, as English sentences.
    pub warnings: &'a [String],
    /// The same warnings by kind, in the same order.
    #[serde(rename = "warningKinds")]
    pub warning_kinds: &'a [Warning],
}

/// Sent as `game:ended`.
#[derive(Serialize, JsonSchema)]
pub struct EndedMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The result.
    #[schemars(with = "Option<rulebook_scene::json_schemas::Outcome>")]
    pub outcome: &'a Option<rulebook_kernel::Outcome>,
    /// The key of the deal, in hexadecimal.
    pub key: &'a Option<String>,
    /// The server's secret.
    pub secret: &'a Option<String>,
}

/// Sent to the sender of an intent: always as `game:validation`, and also as `game:invalid` if the intent was refused.
#[derive(Serialize, JsonSchema)]
pub struct ValidationMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The key of the intent.
    pub key: &'a str,
    /// The acknowledgement.
    pub ack: &'a Ack,
}

/// Sent as `game:ai-log` to viewers who may see the information of the bot: its seat, the god view, and all viewers
/// after the match.
#[derive(Serialize, JsonSchema)]
pub struct AiLogMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// One action of a bot or model.
    #[serde(flatten)]
    pub entry: &'a AiEntry,
}

/// One action of a bot or model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiEntry {
    /// The seat of the bot.
    pub seat: u8,
    /// The number of the ask.
    pub ask: u32,
    /// The action of the bot, as text.
    pub text: String,
    /// The exchanges with a model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<AiExchange>,
}

/// One question to a model and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AiExchange {
    /// The new messages to the model in this decision.
    pub asked: Vec<AiSaid>,
    /// The answer of the model. `null` if there was none.
    pub answer: Option<String>,
    /// The meaning that the server found in the answer.
    pub meaning: String,
}

/// One message to or from a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AiSaid {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// The text of the message.
    pub content: String,
}

/// Sent as `game:unseated` to a player who left a seat or was removed. Before the match the token becomes invalid.
/// During the match it can be used only to return to the seat.
#[derive(Serialize, JsonSchema)]
pub struct UnseatedMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// Whether this connection had the view of the seat. If so, the client must join again to watch.
    pub looked: bool,
}

/// Sent as `game:again` when a rematch table opens. From then on, the status contains the id of the rematch table.
#[derive(Serialize, JsonSchema)]
pub struct AgainMessage<'a> {
    /// The id of the old table.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The id of the rematch table. Tokens of the old table are valid there.
    pub next: &'a str,
}

/// Sent as `game:reaction` to all viewers. Reactions are not stored.
#[derive(Serialize, JsonSchema)]
pub struct ReactionMessage<'a> {
    /// The id of the match.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The seat of the player.
    pub seat: u8,
    /// The reaction.
    pub reaction: Reaction,
}

/// Sent as `game:disconnected` before the server closes a connection that sent too much.
#[derive(Serialize, JsonSchema)]
pub struct DisconnectedMessage<'a> {
    /// The reason, as a sentence.
    pub reason: &'a str,
}

/// A text of the operator for everybody.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct NoticeMessage<'a> {
    /// The text.
    pub text: &'a str,
}

/// Sent as `game:reconnect` to every client of a server that stops. A client connects again, so that a proxy leads it to
/// another server.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct ReconnectMessage {
    /// The client chooses a random moment within this time, in milliseconds. So not all clients connect at once.
    pub within: u64,
}

/// Posted to `/active-games`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// The number of seats. Default: the fewest that the game allows.
    #[serde(default)]
    pub seats: Option<u8>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The terms of the table.
    #[serde(default)]
    pub terms: Terms,
    /// An idempotency key of 16 to 64 bytes, chosen at random by the client. If the request is repeated with the same
    /// key, it gets the same response and opens no other table.
    #[serde(default)]
    pub key: Option<String>,
}

/// The id and tokens of a new table. Tokens are sent only once, or again if the request is repeated with its key.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableOpened {
    /// The id of the table.
    #[serde(rename = "match")]
    pub id: String,
    /// The token of the host.
    pub host_token: String,
    /// The token to take a seat at a private table.
    pub invite_token: String,
    /// The token to watch a private table.
    pub watch_token: String,
}

/// Posted to `/active-games/ID/seats`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SitDown {
    /// The seat, from zero.
    pub seat: u8,
    /// The name of the player.
    pub name: String,
    /// The token of the host or of an invitation, for private tables. A player who left during the match sends the old
    /// token of the seat to return to it.
    #[serde(default)]
    pub token: Option<String>,
    /// An idempotency key of 16 to 64 bytes, chosen at random by the client. If the request is repeated with the same
    /// key, it gets the same response.
    #[serde(default)]
    pub key: Option<String>,
}

/// The response to a player who takes a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SatDown {
    /// The token of the seat. Sent only once.
    pub token: String,
}

/// A row of `/active-games`. The newest table is first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableRow {
    /// The id of the table.
    #[serde(rename = "match")]
    pub id: String,
    /// The game.
    pub game: String,
    /// Whether the match is not over.
    pub live: bool,
    /// Whether the match has started.
    pub begun: bool,
    /// When the table was opened, in milliseconds since 1970.
    pub opened: u64,
}

/// The code of a table. `GET /codes/CODE` finds the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableCode {
    /// The code with its hyphen, such as `KQ7-3FM`. `null` for a private or finished table.
    pub code: Option<String>,
}

/// The answer to an uploaded game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadResult {
    /// The diagnostics of `rulebook check --json`.
    pub diagnostics: Vec<UploadDiagnostic>,
    /// The game. Missing if the diagnostics contain an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<UploadedGame>,
}

/// A mistake in uploaded rules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UploadDiagnostic {
    /// The code, such as `C0001`.
    pub code: String,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// The file. Empty if the mistake is in no file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// A note about this place. May be empty.
    pub label: String,
    /// How to correct it.
    pub help: Option<String>,
}

/// A game that a visitor has brought.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedGame {
    /// The id of the game, for `POST /active-games`.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// The digest of its rules, in hexadecimal.
    pub source: String,
    /// Minimum number of seats.
    pub min_seats: usize,
    /// Maximum number of seats.
    pub max_seats: usize,
    /// The token with which the owner can remove the game.
    pub owner_token: String,
}

/// Posted to `/active-games/ID/reports`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// The number of the seat that the report is about, from zero. Missing if it is about the table.
    #[serde(default)]
    pub seat: Option<u8>,
    /// What happened, in the words of the reporter.
    pub text: String,
}

/// The answer of `/config`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerConfig {
    /// The version of the server.
    pub version: &'static str,
    /// Maximum size of a message, in bytes.
    pub max_bytes: usize,
    /// Messages that a connection may send at once.
    pub burst: u32,
    /// Messages per second in the long run.
    pub per_second: u32,
    /// Whether the server has a language model.
    pub backend_llm: bool,
    /// The names of the language models.
    pub models: Vec<String>,
    /// Whether visitors can bring games.
    pub visitor_games: bool,
}

/// All messages, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct Messages<'a> {
    join: Join,
    leave: Leave,
    intent: Intent,
    engine_intent: EngineIntent,
    action_intent: ActionIntent,
    ask_actions: AskActions,
    actions: ActionsMessage<'a>,
    seat_actions: SeatActions,
    command: CommandMessage,
    react: ReactMessage,
    ack: Ack,
    view: ViewMessage<'a>,
    status: StatusMessage<'a>,
    seats: SeatsMessage<'a>,
    ended: EndedMessage<'a>,
    validation: ValidationMessage<'a>,
    ai_log: AiLogMessage<'a>,
    again: AgainMessage<'a>,
    unseated: UnseatedMessage<'a>,
    reaction: ReactionMessage<'a>,
    disconnected: DisconnectedMessage<'a>,
    notice: NoticeMessage<'a>,
    reconnect: ReconnectMessage,
    upload_result: UploadResult,
    report: Report,
    new_table: NewTable,
    table_opened: TableOpened,
    sit_down: SitDown,
    sat_down: SatDown,
    table_row: TableRow,
    table_code: TableCode,
    config: ServerConfig,
    refusal: Refusal,
    replay_page: ReplayPage,
}
