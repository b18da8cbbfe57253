//! What travels between clients and the server, typed once: JSON Schema and TypeScript are made from these types.

use crate::replays::ReplayPage;
use rulebook_room::{Driver, ProposalKind, Refusal, RefusalCode, SeatInfo, Show, Since, Status, Terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sent as `game:join`: to look at a table, or to come back to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Join {
    /// Which.
    #[serde(rename = "match")]
    pub id: String,
    /// Of a seat, of the host, or of a link. Public tables can be watched without one.
    #[serde(default)]
    pub token: Option<String>,
    /// With which eyes, if the token leaves a choice.
    #[serde(default, rename = "as")]
    pub eyes: Option<Eyes>,
    /// What the last view said, after a lost connection.
    #[serde(default)]
    pub since: Option<Since>,
}

/// With which eyes somebody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Eyes {
    /// Those of the seat whose token it is.
    Seat,
    /// Those of somebody who watches.
    Spectator,
    /// Those of somebody who is shown everything; the host's, where the table allows it.
    God,
}

/// Sent as `game:leave`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// Which.
    #[serde(rename = "match")]
    pub id: String,
}

/// Sent as `game:react`: a sign to everybody, by who plays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReactMessage {
    /// Which.
    #[serde(rename = "match")]
    pub id: String,
    /// What.
    pub reaction: Reaction,
}

/// What can be said without words. There is no chat: nothing else travels between people.
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

/// Sent as `game:intent`: a seat answers its open ask. The table must have been joined with the token of the seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intent {
    /// Which.
    #[serde(rename = "match")]
    pub id: String,
    /// The number of the ask.
    pub ask: u32,
    /// The text of the move; or the picks of one decision.
    pub moves: Vec<String>,
    /// Chosen by the sender: the same key is the same intent, however often it arrives.
    pub key: String,
    /// Did a model in the browser choose it? Only for sponsored seats.
    #[serde(default)]
    pub machine: bool,
}

/// Sent as `game:command`: everything else that somebody at a table may want.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CommandMessage {
    /// Which.
    #[serde(rename = "match")]
    pub id: String,
    /// What.
    pub command: Command,
}

/// What somebody at a table may want.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Command {
    /// To get up.
    Stand { seat: u8 },
    /// That somebody else decides for a seat.
    Drive { seat: u8, driver: Driver },
    /// Other options or another number of seats.
    Setup {
        seats: u8,
        #[serde(default)]
        options: BTreeMap<String, String>,
    },
    /// To add words to the key.
    Entropy { text: String },
    /// To begin the match, or the next hand for a machine.
    Start,
    /// To propose something, or to agree to it.
    Agree { deal: ProposalKind },
    /// Not to agree.
    Decline { deal: ProposalKind },
    /// To give up.
    Resign,
    /// To stop the table, or to go on.
    Pause { on: bool },
    /// The model in the browser could not answer this ask.
    Fault { ask: u32 },
    /// To ask a machine again.
    Retry,
    /// To close the table.
    Close { reason: String },
}

/// The answer to everything that is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ack {
    /// Was it done? Then it is on the disk.
    pub accepted: bool,
    /// Why not, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<RefusalCode>,
    /// Why not, for people.
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
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// What there is to see.
    pub view: &'a Show,
}

/// Sent as `game:status`, with everything; `game:seats` and `game:ended` are parts of it for clients that want no more.
#[derive(Serialize, JsonSchema)]
pub struct StatusMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// How it stands.
    pub status: &'a Status,
}

/// Sent as `game:seats`.
#[derive(Serialize, JsonSchema)]
pub struct SeatsMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// Who sits where.
    pub seats: &'a [SeatInfo],
    /// What everybody should know.
    pub warnings: &'a [String],
}

/// Sent as `game:ended`.
#[derive(Serialize, JsonSchema)]
pub struct EndedMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The result.
    #[schemars(with = "Option<rulebook_scene::json_schemas::Outcome>")]
    pub outcome: &'a Option<rulebook_kernel::Outcome>,
    /// The key of the deal, in hexadecimal.
    pub key: &'a Option<String>,
    /// What the key was mixed from.
    pub secret: &'a Option<String>,
}

/// Sent as `game:invalid` to whoever sent the intent, and as `game:validation` for every intent.
#[derive(Serialize, JsonSchema)]
pub struct ValidationMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The key of the intent.
    pub key: &'a str,
    /// The answer.
    pub ack: &'a Ack,
}

/// Sent as `game:ai-log` to those who may see what the machine saw: its own seat, the god view, and when the match is over
/// everybody.
#[derive(Serialize, JsonSchema)]
pub struct AiLogMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// What a machine did.
    #[serde(flatten)]
    pub entry: &'a AiEntry,
}

/// What a machine did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiEntry {
    /// Whose machine.
    pub seat: u8,
    /// Which ask of that seat.
    pub ask: u32,
    /// What it did.
    pub text: String,
    /// What a model was asked and answered on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exchanges: Vec<AiExchange>,
}

/// One question to a model and its answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AiExchange {
    /// What it was told that it had not been told before in this decision.
    pub asked: Vec<AiSaid>,
    /// What it said, if it said anything.
    pub answer: Option<String>,
    /// What that meant.
    pub meaning: String,
}

/// Something that was said to a model, or by it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AiSaid {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// What.
    pub content: String,
}

/// Sent as `game:unseated`, to who got up or was made to: the token of the seat has ended, or in a match that runs is good for
/// sitting down there again and nothing else.
#[derive(Serialize, JsonSchema)]
pub struct UnseatedMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// Did this connection look with the eyes of the seat? Then it looks no more, and joins again to watch.
    pub looked: bool,
}

/// Sent as `game:again`, when that is new; the status has it from then on.
#[derive(Serialize, JsonSchema)]
pub struct AgainMessage<'a> {
    /// The table where it was agreed on.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// The new table. Tokens are good there too.
    pub next: &'a str,
}

/// Sent as `game:reaction`, to everybody who looks on here. It is no part of the match and is not kept.
#[derive(Serialize, JsonSchema)]
pub struct ReactionMessage<'a> {
    /// Which.
    #[serde(rename = "match")]
    pub id: &'a str,
    /// Who.
    pub seat: u8,
    /// What.
    pub reaction: Reaction,
}

/// Posted to `/active-games`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewTable {
    /// The game.
    pub game: String,
    /// How many seats; as few as the game has if left out.
    #[serde(default)]
    pub seats: Option<u8>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// What the host allows.
    #[serde(default)]
    pub terms: Terms,
}

/// What a new table gives. Tokens are told once.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableOpened {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// Runs the table.
    pub host_token: String,
    /// Lets others sit down, at a private table.
    pub invite_token: String,
    /// Lets others watch, at a private table.
    pub watch_token: String,
}

/// Posted to `/active-games/ID/seats`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SitDown {
    /// Which seat, from zero.
    pub seat: u8,
    /// Who.
    pub name: String,
    /// Of the host or of an invitation; private tables want one. Who got up in a match that runs sends the one of the seat, and
    /// sits there again in the name that they had.
    #[serde(default)]
    pub token: Option<String>,
}

/// What sitting down gives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SatDown {
    /// Plays the seat. Told once.
    pub token: String,
}

/// A row of `/active-games`, which has the newest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableRow {
    /// Its id.
    #[serde(rename = "match")]
    pub id: String,
    /// The game.
    pub game: String,
    /// Is it still played?
    pub live: bool,
    /// Has the match begun? Until then people sit down there.
    pub begun: bool,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
}

/// The code of a table: `GET /codes/CODE` finds the table by it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableCode {
    /// As people are shown it, `KQ7-3FM`. A table that is private or over has none.
    pub code: Option<String>,
}

/// The answer of `/config`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerConfig {
    /// The release.
    pub version: &'static str,
    /// The longest message, in bytes.
    pub max_bytes: usize,
    /// Messages that one connection may send at once.
    pub burst: u32,
    /// And a second after that.
    pub per_second: u32,
    /// May models of the server play?
    pub backend_llm: bool,
    /// Which.
    pub models: Vec<String>,
}

/// Every message, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct Messages<'a> {
    join: Join,
    leave: Leave,
    intent: Intent,
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
