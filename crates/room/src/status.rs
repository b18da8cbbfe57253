//! The public status of a table.

use crate::clocks::ClockFace;
use crate::record::ProposalKind;
use crate::room::{Phase, Room};
use crate::seats::{Driver, SeatInfo};
use crate::terms::Terms;
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
    /// What the host allows.
    pub terms: Terms,
    /// The players and their drivers.
    pub seats: Vec<SeatInfo>,
    /// The commitment to the server's secret.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub commitment: Digest,
    /// The shuffle words of the seats.
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
    /// Why the table was closed.
    pub closed: Option<String>,
    /// The id of the rematch table. Tokens of this table are valid there too.
    pub next: Option<String>,
    /// Warnings for players before they take a seat.
    pub warnings: Vec<String>,
}

/// A bot that could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// The seat.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// What went wrong.
    pub text: String,
}

/// An open proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    /// The kind.
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
            warnings: warnings(&self.places, &self.terms, self.phase),
        }
    }
}

/// Warnings for players before they take a seat.
pub(crate) fn warnings(places: &[SeatInfo], terms: &Terms, phase: Phase) -> Vec<String> {
    let mut told = Vec::new();
    for (place, seat) in places.iter().zip(Seat::all(places.len())) {
        if let (Some(owner), Driver::Sponsored) = (&place.owner, &place.driver) {
            told.push(format!("{seat} is played by a model in {owner}'s browser: {owner} can see its cards"));
        }
    }
    if terms.god_view {
        told.push("the host of this table may watch everything".to_owned());
    }
    if terms.newcomers {
        told.push("a free seat may be taken over in the middle of the match: who does sees its cards".to_owned());
    }
    if terms.practice {
        told.push("practice: the key of this deal is public".to_owned());
    }
    let people = places.iter().filter(|place| !place.driver.is_hosted()).count();
    if phase == Phase::Lobby && people > 1 {
        told.push("the host may close this table at any time: a match that is closed has no result".to_owned());
    }
    told
}
