//! Writes the observation fields of bridge, for machine learning. Most of the fields encode the auction, with fixed
//! positions for every bid.

use super::auction::{Auction, BIDS, DOUBLE, FIRST_BID, PASS};
use super::{Bridge, Note};
use crate::module::{Action, Fields, SeatState};

/// Each bid has three positions: the seats that made, doubled and redoubled it.
const PLACES: usize = 3 * BIDS as usize;

pub(super) fn fields(state: &SeatState<'_, Bridge>, fields: &mut Fields<'_, '_>) {
    let rules = state.rules();
    fields.maybe("boards", "boards of a duplicate game", rules.boards.map(i32::from));
    fields.seat("dealer", "who deals, and calls first", Some(rules.dealer));
    let calls = calls(state.notes(), fields);
    let about = "for each bid from 1 club to 7 no trumps who made it, who doubled it, who redoubled it: 1 for the seat that \
                 looks, 2 for the next one, 0 for nobody. With the dealer this is the whole auction, as far as it is \
                 remembered: the last 60 lines of what happened";
    fields.list("auction", about, calls);
    let Auction { bid, doubled, passes, .. } = rules.auction;
    fields.maybe("bid", "the last bid, 0 for 1 club to 34 for 7 no trumps", bid.map(|(bid, _)| i32::from(bid)));
    fields.seat("bidder", "who made the last bid", bid.map(|(_, by)| by));
    fields.number("doubled", "how often the last bid was doubled", doubled);
    fields.number("passes", "passes since the last call that was not a pass", passes);
    let contract = rules.contract.map(|(contract, _)| contract);
    fields.number("level", "tricks of the contract beyond six", contract.map_or(0, |contract| contract.level));
    let strains = ["clubs", "diamonds", "hearts", "spades", "no trumps"];
    fields.word("strain", "the strain of the contract", &strains, contract.map(|contract| contract.strain.into()));
    fields.number("stakes", "1 for a doubled contract, 2 for a redoubled one", contract.map_or(0, |of| of.doubled));
    fields.seat("declarer", "who plays the contract", rules.contract.map(|(_, declarer)| declarer));
    fields.seat("leader", "who led to the trick", Some(rules.leader));
    fields.sides("won", "tricks", rules.won.map(i32::from));
    let voids =
        "four values, for clubs, diamonds, hearts and spades: 1 if the seat has shown that it has no card of this suit";
    fields.each_of("voids", voids, |seat| [0, 1, 2, 3].map(|suit| rules.is_void(seat, suit).into()));
    let honours = "honours of the trumps played, or aces without trumps";
    fields.each("honours", honours, |seat| rules.honours[seat.index()].into());
    let deal = state.deal_number();
    fields.sides("vulnerable", "1 if vulnerable", [0, 1].map(|side| rules.vulnerable(deal, side).into()));
    fields.sides("below", "points towards the next game", rules.sheet.below);
    fields.sides("games", "games of the rubber", rules.sheet.games.map(i32::from));
    let own = state.seat().index() % 2;
    let total = [rules.sheet.total[own], rules.sheet.total[1 - own]];
    fields.large("total", "all points: of the side of the observing seat, then of the other side", total);
}

/// The calls of this deal, read from the announced notes. Each position holds a seat, counted from the viewing seat,
/// plus one.
fn calls(notes: &[Note], fields: &Fields<'_, '_>) -> [i32; PLACES] {
    let mut calls = [0; PLACES];
    let mut last = None;
    let from = notes.iter().rposition(|note| matches!(note, Note::Deals(_))).unwrap_or(0);
    for note in &notes[from..] {
        let Note::Calls(seat, call) = *note else { continue };
        let place = match Action(call) {
            PASS => None,
            Action(bid) if bid >= FIRST_BID => {
                last = Some(3 * usize::from(bid - FIRST_BID));
                last
            }
            call => last.map(|bid| if call == DOUBLE { bid + 1 } else { bid + 2 }),
        };
        if let Some(place) = place.and_then(|place| calls.get_mut(place)) {
            *place = fields.turned(seat) as i32 + 1;
        }
    }
    calls
}
