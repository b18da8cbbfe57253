//! What comes in, and why it may be refused.

use crate::record::ProposalKind;
use crate::seats::Driver;
use rulebook_kernel::{Illegal, Seat, Setup};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Who sends an input. The host has checked it: a room trusts its caller in this, and in nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Whoever opened the table.
    Host,
    /// The person in a seat.
    Seat(Seat),
    /// The machine that decides for a seat: the host's own, or the sponsor's.
    Machine(Seat),
    /// Somebody with an invitation who has no seat yet.
    Guest,
    /// The host's clock.
    Clock,
}

impl Sender {
    pub(crate) fn is_host(self) -> bool {
        self == Sender::Host
    }
}

/// Something that somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Input {
    /// To sit down.
    Sit { seat: Seat, name: String },
    /// To get up: the person in the seat, or the host for it where no match runs.
    Stand { seat: Seat },
    /// To come back to the seat that one left in a match that runs, as the how many-th who sat there. The host has seen the token.
    Return { seat: Seat, sitting: u32 },
    /// That somebody else decides for a seat. The host for seats that are nobody's, a person for its own.
    Drive { seat: Seat, driver: Driver },
    /// Other options or another number of seats, before the start.
    Setup(Setup),
    /// To add words to the key, before the start.
    Entropy(String),
    /// To begin; or, within a match, to begin the next hand when the one who is asked to is a machine.
    Start,
    /// To answer the open ask.
    Answer(Answer),
    /// To propose something, or to agree to it.
    Agree(ProposalKind),
    /// Not to agree.
    Decline(ProposalKind),
    /// To give up.
    Resign,
    /// To stop the table, or to go on.
    Pause(bool),
    /// A machine could not answer this ask: why, in words for everybody. What a model in somebody's browser says is not told.
    Fault { ask: u32, text: String },
    /// To ask the machine again.
    Retry,
    /// To end a table that cannot go on.
    Close(String),
    /// Nothing: nobody has started the match in all the time there was for it. The clock's to say, and not once it has begun.
    Expire,
    /// Nothing: nobody has come to the match for a long time, and it has so many records as it had then. The clock's to say.
    Abandon { version: u64 },
    /// Nothing: time has passed.
    Tick,
    /// Nothing: nobody could be at this table meanwhile, since no host kept it. Time that passes so is nobody's.
    Downtime { from: u64, to: u64 },
    /// That this is the table where everybody plays on.
    Next(String),
}

/// A seat's answer to its open ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which of its asks.
    pub ask: u32,
    /// The move; or the picks of one decision, which are played all or none.
    pub moves: Vec<String>,
    /// Chosen by the sender; the same key is the same answer.
    pub key: String,
}

/// Why an input was refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The rules of the game do not allow it.
    Illegal,
    /// That ask is not open any more, or not yet.
    StaleAsk,
    /// Not in this part of the match.
    WrongPhase,
    /// Not for who sent it.
    NotYours,
    /// The table is stopped.
    Paused,
    /// The input itself makes no sense.
    Malformed,
    /// It would show somebody what was hidden.
    WouldPeek,
    /// The host does not allow it at this table.
    NotAllowed,
    /// The host cannot keep it now. Nothing was lost: send it again, with the same key.
    Unavailable,
}

/// Why an input was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// A sentence for people.
    pub reason: Cow<'static, str>,
}

impl Refusal {
    /// A refusal.
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
