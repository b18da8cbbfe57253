//! Defines the warnings that a table shows to players before they take a seat.

use crate::room::Phase;
use crate::seats::{Driver, SeatInfo, people};
use crate::terms::Terms;
use rulebook_kernel::Seat;
use serde::Serialize;
use std::fmt;

/// A warning for players before they take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Warning {
    /// A language model in a player's browser plays a seat. The player can see the cards of that seat.
    BrowserModel {
        /// The seat that the model plays.
        #[cfg_attr(feature = "schema", schemars(with = "u8"))]
        seat: Seat,
        /// The name of the player who runs the model.
        owner: String,
    },
    /// The host may watch all cards, because at most one person plays.
    HostSeesAll,
    /// A new player may take over a free seat during the match and sees its cards.
    Newcomers,
    /// This is a practice deal: the key of the deal is public.
    Practice,
    /// The host may close the table, and a closed match has no result.
    HostMayClose,
}

impl Warning {
    /// The warnings of a table with these seats and terms.
    pub(crate) fn of_table(places: &[SeatInfo], terms: &Terms, phase: Phase) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (place, seat) in places.iter().zip(Seat::all(places.len())) {
            if let (Some(owner), Driver::Sponsored) = (&place.owner, &place.driver) {
                warnings.push(Warning::BrowserModel { seat, owner: owner.clone() });
            }
        }
        let drivers = places.iter().filter(|place| !place.driver.is_hosted()).count();
        let by_terms = [
            (terms.god_view && people(places) <= 1, Warning::HostSeesAll),
            (terms.newcomers, Warning::Newcomers),
            (terms.practice, Warning::Practice),
            (phase == Phase::Lobby && drivers > 1, Warning::HostMayClose),
        ];
        warnings.extend(by_terms.into_iter().filter(|(applies, _)| *applies).map(|(_, warning)| warning));
        warnings
    }
}

/// Writes the warning as an English sentence.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::BrowserModel { seat, owner } => {
                write!(f, "{seat} is played by a model in {owner}'s browser: {owner} can see its cards")
            }
            Warning::HostSeesAll => f.write_str("the host of this table can see all cards"),
            Warning::Newcomers => {
                f.write_str("a new player may take over a free seat during the match and sees its cards")
            }
            Warning::Practice => f.write_str("practice: the key of this deal is public"),
            Warning::HostMayClose => {
                f.write_str("the host may close this table at any time; a closed match has no result")
            }
        }
    }
}
