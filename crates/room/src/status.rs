//! The public status of a table.

use crate::clocks::ClockFace;
use crate::record::ProposalKind;
use crate::room::{Phase, Room};
use crate::seats::SeatInfo;
use crate::terms::Terms;
use crate::warning::Warning;
use rulebook_kernel::{Digest, Key, Outcome, Seat, Setup};
use serde::{Deserialize, Serialize};

/// The public status of a table. A sealed answer does not change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The game's id.
    pub game: String,
    /// The digest of its rules, in hexadecimal.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source: Digest,
    /// The phase.
    pub phase: Phase,
    /// Seats and options.
    #[cfg_attr(feature = "schema", schemars(with = "SetupShape"))]
    pub setup: Setup,
    /// The terms that the host set.
    pub terms: Terms,
    /// The players and their drivers.
    pub seats: Vec<SeatInfo>,
    /// The commitment to the server's secret.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub commitment: Digest,
    /// The texts that the seats added to the shuffle.
    pub entropy: Vec<String>,
    /// Whether the match is paused.
    pub paused: bool,
    /// A bot that could not answer.
    pub fault: Option<Fault>,
    /// The open proposals.
    pub offers: Vec<Proposal>,
    /// The clocks of a timed match.
    pub clocks: Option<ClockFace>,
    /// The result, after the match.
    #[cfg_attr(feature = "schema", schemars(with = "Option<rulebook_scene::json_schemas::Outcome>"))]
    pub outcome: Option<Outcome>,
    /// The key of the deal in hexadecimal, after the match.
    pub key: Option<String>,
    /// The server's secret in hexadecimal, after the match.
    pub secret: Option<String>,
    /// The reason why the table was closed.
    pub closed: Option<String>,
    /// The id of the rematch table. Tokens of this table are valid there too.
    pub next: Option<String>,
    /// For each seat, the seat of the same player at the rematch table. Absent if all players keep their seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub next_seats: Vec<Seat>,
    /// The players whose last connection closed during the match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<AwaySeat>,
    /// Warnings for players before they take a seat, as English sentences.
    pub warnings: Vec<String>,
    /// The same warnings by kind, in the same order, so that a client can translate them.
    pub warning_kinds: Vec<Warning>,
}

/// A player who is not connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AwaySeat {
    /// The seat.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// When the last connection of the player closed, in milliseconds since 1970.
    pub since: u64,
}

/// A bot that could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The seat.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// The failure, as text for people.
    pub text: String,
}

/// An open proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    /// The kind of the proposal.
    pub deal: ProposalKind,
    /// The seat that made it.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub by: Seat,
    /// The seats that have accepted.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub agreed: Vec<Seat>,
}

/// The JSON shape of a setup.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
struct SetupShape {
    seats: usize,
    options: std::collections::BTreeMap<String, String>,
}

impl Room {
    /// The public status of the table.
    #[must_use]
    pub fn status(&self) -> Status {
        let over = self.phase == Phase::Over;
        let hex = |key: &Key| Digest::from_bytes(*key.bytes()).to_string();
        let offers = self.proposals.iter().map(|(deal, offer)| Proposal {
            deal: *deal,
            by: offer.by,
            agreed: offer.agreed.iter().collect(),
        });
        let timed = self.terms.clock.runs();
        let live = self.live.as_ref();
        let warnings = Warning::of_table(&self.places, &self.terms, self.phase);
        Status {
            game: self.rules.info().id.clone(),
            source: self.rules.info().source,
            phase: self.phase,
            setup: self.setup.clone(),
            terms: self.terms.clone(),
            seats: self.places.clone(),
            commitment: self.secret.commitment(),
            entropy: self.entropy.clone(),
            paused: self.paused,
            fault: self.fault.clone(),
            offers: offers.collect(),
            clocks: live.filter(|_| timed && !over).map(|_| self.clocks.face()),
            outcome: self.outcome.clone(),
            key: live.filter(|_| over).map(|live| hex(&live.key)),
            secret: (over && live.is_some()).then(|| hex(&self.secret)),
            closed: self.closed.clone(),
            next: self.next.clone(),
            next_seats: self.next_seats.clone(),
            away: self.away.iter().map(|(seat, since)| AwaySeat { seat: *seat, since: *since }).collect(),
            warnings: warnings.iter().map(Warning::to_string).collect(),
            warning_kinds: warnings,
        }
    }
}
