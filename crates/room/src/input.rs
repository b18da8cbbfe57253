//! Defines the inputs of a room, and its refusals.

use crate::record::ProposalKind;
use crate::seats::Driver;
use rulebook_kernel::{Illegal, Seat, Setup};
use rulebook_scene::CardKey;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The sender of an input. The caller has authenticated the sender. The room checks everything else itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// The player who opened the table.
    Host,
    /// The person in a seat.
    Seat(Seat),
    /// The bot or model that plays a seat. The server or the player's browser runs it.
    Machine(Seat),
    /// A person without a seat.
    Guest,
    /// The server itself: timers and maintenance.
    Clock,
    /// The operator of the server.
    Operator,
}

impl Sender {
    pub(crate) fn is_host(self) -> bool {
        self == Sender::Host
    }
}

/// A request to the room.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Input {
    /// Takes a seat.
    Sit { seat: Seat, name: String },
    /// Leaves a seat. Before and after the match, the host may remove other players. The operator may always do so.
    Stand { seat: Seat },
    /// Gives the player of a seat another name. Only the operator sends this.
    Rename { seat: Seat, name: String },
    /// Returns to a seat that this player left during the match. `sitting` is the occupancy number. The caller has
    /// checked the token.
    Return { seat: Seat, sitting: u32 },
    /// Changes the driver that decides for a seat. The host may change seats without a player. A player may change
    /// their own seat.
    Drive { seat: Seat, driver: Driver },
    /// Changes options or the number of seats before the start.
    Setup(Setup),
    /// Adds a text to the randomness of the shuffle, before the start.
    Entropy(String),
    /// Starts the match, or deals the next hand.
    Start,
    /// Answers the open ask.
    Answer(Answer),
    /// Answers the open ask with cards and piles instead of a move text.
    Intent(CardIntent),
    /// Makes or accepts a proposal.
    Agree(ProposalKind),
    /// Declines a proposal.
    Decline(ProposalKind),
    /// Resigns.
    Resign,
    /// Pauses or resumes the match.
    Pause(bool),
    /// A bot could not answer this ask. The text is shown to all players. The text of a model in a player's browser is
    /// replaced.
    Fault { ask: u32, text: String },
    /// Asks a failed bot again.
    Retry,
    /// Closes the table with a reason.
    Close(String),
    /// Closes a table whose match was not started in time. Only the server sends this.
    Expire,
    /// Closes a match that had no visitors for a long time, if it still has this version. Only the server sends this.
    Abandon { version: u64 },
    /// Lets the room check its clocks.
    Tick,
    /// No server was running between these times, so the clocks get this time back. Only the server sends this.
    Downtime { from: u64, to: u64 },
    /// Records the id of the rematch table and the seats of the players there. Only the server sends this.
    Next { id: String, seats: Vec<Seat> },
}

/// A seat's answer to its open ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of the ask.
    pub ask: u32,
    /// The move, or all picks of one decision. Picks are played together or not at all.
    pub moves: Vec<String>,
    /// An idempotency key chosen by the sender.
    pub key: String,
}

/// An answer in the shape of the card engine (card engine 1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardIntent {
    /// The number of the ask. `None` for the open ask.
    pub ask: Option<u32>,
    /// The id of the player, such as `P1`. It must be the sender.
    pub player: Option<String>,
    /// The action of the player.
    pub action: IntentAction,
    /// An idempotency key chosen by the sender.
    pub key: String,
}

/// The action of an intent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum IntentAction {
    /// Moves cards from one pile to another. Without cards, it takes a card that the player does not see.
    Move { from: String, to: String, cards: Vec<CardName> },
    /// Presses a button.
    Press(String),
    /// Plays the move or the action with this text.
    Text(String),
}

/// A card of an intent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected the key or the face of a card, such as 12 or \"QH\"")]
pub enum CardName {
    /// The key of the card in the scenes of the sender.
    Key(CardKey),
    /// The id of a face that the sender sees, such as `QH`.
    Face(String),
}

/// The kind of a refusal, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The rules do not allow the move.
    Illegal,
    /// The ask is not open.
    StaleAsk,
    /// The input is not possible in the current phase.
    WrongPhase,
    /// The sender may not do this.
    NotYours,
    /// The match is paused.
    Paused,
    /// The input is malformed.
    Malformed,
    /// The input would reveal hidden information.
    WouldPeek,
    /// The terms of the table do not allow the input.
    NotAllowed,
    /// The server cannot save the input now. Nothing was lost. The sender should send the input again with the same
    /// key.
    Unavailable,
}

/// A refused input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The kind of the refusal.
    pub code: RefusalCode,
    /// The reason, as a sentence for players.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// Creates a refusal.
    #[must_use]
    pub fn new(code: RefusalCode, reason: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code, reason: reason.into() }
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::new(RefusalCode::Illegal, illegal.reason().to_owned())
    }
}
