//! What everybody may know about a table, whether they sit at it or not.

use crate::clocks::ClockFace;
use crate::record::ProposalKind;
use crate::room::{Phase, Room};
use crate::seats::{Driver, SeatInfo};
use crate::terms::Terms;
use rulebook_kernel::{Digest, Key, Outcome, Seat, Setup};
use serde::{Deserialize, Serialize};

/// How a table stands. Nothing in it changes with an answer that is still under seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The game's id.
    pub game: String,
    /// The digest of its rules, in hexadecimal.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source: Digest,
    /// The part of its life.
    pub phase: Phase,
    /// Seats and options.
    #[cfg_attr(feature = "schema", schemars(with = "SetupShape"))]
    pub setup: Setup,
    /// What the host allows.
    pub terms: Terms,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// What the host committed to before anybody sat down.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub commitment: Digest,
    /// What the seats added to the key.
    pub entropy: Vec<String>,
    /// Is the table stopped?
    pub paused: bool,
    /// A machine that could not answer.
    pub fault: Option<Fault>,
    /// What is proposed.
    pub offers: Vec<Proposal>,
    /// The clocks, where there are any.
    pub clocks: Option<ClockFace>,
    /// The result, once it is over.
    #[cfg_attr(feature = "schema", schemars(with = "Option<rulebook_scene::json_schemas::Outcome>"))]
    pub outcome: Option<Outcome>,
    /// The key of the deal, once it is over, in hexadecimal.
    pub key: Option<String>,
    /// What the key was mixed from, once it is over, in hexadecimal.
    pub secret: Option<String>,
    /// Why the match cannot go on.
    pub closed: Option<String>,
    /// The table where everybody plays on, once they have agreed to. Tokens of this one are good there too.
    pub next: Option<String>,
    /// What everybody should know before sitting down.
    pub warnings: Vec<String>,
}

/// A machine that could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// Whose.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub seat: Seat,
    /// Why.
    pub text: String,
}

/// Something that waits for agreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    /// What.
    pub deal: ProposalKind,
    /// Whose idea it was.
    #[cfg_attr(feature = "schema", schemars(with = "u8"))]
    pub by: Seat,
    /// Who agrees.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub agreed: Vec<Seat>,
}

/// Seats and options as JSON.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "only its shape is used")]
struct SetupShape {
    seats: usize,
    options: std::collections::BTreeMap<String, String>,
}

impl Room {
    /// How the table stands, for everybody.
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

/// What everybody should know before sitting down.
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
