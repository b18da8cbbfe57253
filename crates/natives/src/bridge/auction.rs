//! Handles the auction: records the calls, decides which calls are legal, and finds the resulting contract.

use super::score::Contract;
use crate::module::{Action, ActionSet};
use rulebook_kernel::{Illegal, Seat};
use serde::{Deserialize, Serialize};

/// The number of different bids: seven levels in each of five strains.
pub const BIDS: u8 = 35;
/// The call "pass".
pub const PASS: Action = Action(0);
/// The call "double". It is legal after a bid of the other side.
pub const DOUBLE: Action = Action(1);
/// The call "redouble". It is legal after an opponent has doubled the last bid.
pub const REDOUBLE: Action = Action(2);
/// The number of the button for the lowest bid. The buttons of higher bids follow in order.
pub const FIRST_BID: u8 = 3;

/// The number of calls in the longest auction. It starts with three passes. Then each of the 35 bids is made, doubled
/// and redoubled, with two passes before each double, redouble and next bid.
pub const MOST_CALLS: u32 = 319;

/// The calls as buttons, with an id and a label each. The number of a bid is five times its level (counted from 0) plus
/// its strain.
#[rustfmt::skip]
pub const CALLS: &[(&str, &str)] = &[
    ("pass", "Pass"), ("double", "Double"), ("redouble", "Redouble"),
    ("1C", "1 ♣"), ("1D", "1 ♦"), ("1H", "1 ♥"), ("1S", "1 ♠"), ("1NT", "1 NT"),
    ("2C", "2 ♣"), ("2D", "2 ♦"), ("2H", "2 ♥"), ("2S", "2 ♠"), ("2NT", "2 NT"),
    ("3C", "3 ♣"), ("3D", "3 ♦"), ("3H", "3 ♥"), ("3S", "3 ♠"), ("3NT", "3 NT"),
    ("4C", "4 ♣"), ("4D", "4 ♦"), ("4H", "4 ♥"), ("4S", "4 ♠"), ("4NT", "4 NT"),
    ("5C", "5 ♣"), ("5D", "5 ♦"), ("5H", "5 ♥"), ("5S", "5 ♠"), ("5NT", "5 NT"),
    ("6C", "6 ♣"), ("6D", "6 ♦"), ("6H", "6 ♥"), ("6S", "6 ♠"), ("6NT", "6 NT"),
    ("7C", "7 ♣"), ("7D", "7 ♦"), ("7H", "7 ♥"), ("7S", "7 ♠"), ("7NT", "7 NT"),
];

/// The side of a seat: 0 for north and south, 1 for east and west.
#[inline]
#[must_use]
pub const fn side(seat: Seat) -> usize {
    seat.index() % 2
}

/// The state of an auction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Auction {
    /// The last bid and the seat that made it.
    pub bid: Option<(u8, Seat)>,
    /// How often the last bid was doubled: 0, 1, or 2 if it was redoubled.
    pub doubled: u8,
    /// Number of passes since the last bid, double or redouble.
    pub passes: u8,
    /// For each side and strain: the seat that named the strain first. Stored as the seat number plus one; 0 if no seat
    /// named it.
    first: [[u8; 5]; 2],
}

/// The result of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// The auction continues.
    Open,
    /// All four players passed.
    PassedOut,
    /// The contract and its declarer.
    Contract(Contract, Seat),
}

impl Auction {
    /// The calls that a seat may make.
    #[inline]
    #[must_use]
    pub fn calls(&self, seat: Seat) -> ActionSet {
        let lowest = self.bid.map_or(0, |(bid, _)| bid + 1);
        let bids = (1u128 << BIDS) - (1u128 << lowest);
        let all = ActionSet(bids << FIRST_BID).with(PASS);
        match self.bid {
            Some((_, by)) if self.doubled == 0 && side(by) != side(seat) => all.with(DOUBLE),
            Some((_, by)) if self.doubled == 1 && side(by) == side(seat) => all.with(REDOUBLE),
            _ => all,
        }
    }

    /// Whether this seat named the strain before its partner did.
    pub(super) fn named_by(&self, seat: Seat, strain: usize) -> bool {
        usize::from(self.first[side(seat)][strain]) == seat.index() + 1
    }

    /// Whether there is a strain that this seat named before its partner did.
    pub(super) fn has_bid(&self, seat: Seat) -> bool {
        (0..5).any(|strain| self.named_by(seat, strain))
    }

    /// The level of the last bid, or 0 if there is none.
    pub(super) fn level(&self) -> u8 {
        self.bid.map_or(0, |(bid, _)| bid / 5 + 1)
    }

    /// Checks whether a seat may make this call.
    ///
    /// # Errors
    /// The reason why the call is illegal.
    pub fn check(&self, seat: Seat, call: Action) -> core::result::Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        match (call, self.bid) {
            _ if self.calls(seat).has(call) => Ok(()),
            (DOUBLE | REDOUBLE, None) => no("there is no bid to double"),
            (DOUBLE, Some((_, by))) if side(by) == side(seat) => no("double only a bid of the other side"),
            (DOUBLE, _) => no("that bid is doubled already"),
            (REDOUBLE, Some((_, by))) if side(by) != side(seat) => no("redouble only a bid of your own side"),
            (REDOUBLE, _) if self.doubled == 0 => no("that bid is not doubled"),
            (REDOUBLE, _) => no("that bid is redoubled already"),
            _ => no("bid more than the last bid"),
        }
    }

    /// Adds a call to the auction.
    #[inline]
    pub fn call(&mut self, seat: Seat, call: Action) {
        match call {
            PASS => self.passes += 1,
            DOUBLE | REDOUBLE => (self.doubled, self.passes) = (self.doubled + 1, 0),
            Action(call) => {
                let bid = call - FIRST_BID;
                (self.bid, self.doubled, self.passes) = (Some((bid, seat)), 0, 0);
                let first = &mut self.first[side(seat)][usize::from(bid % 5)];
                if *first == 0 {
                    *first = seat.index() as u8 + 1;
                }
            }
        }
    }

    /// The result so far. The declarer is the player of the winning side who first named the strain of the contract.
    #[must_use]
    pub fn result(&self) -> Result {
        match self.bid {
            None if self.passes == 4 => Result::PassedOut,
            Some((bid, by)) if self.passes == 3 => {
                let contract = Contract { level: bid / 5 + 1, strain: bid % 5, doubled: self.doubled };
                let first = self.first[side(by)][usize::from(bid % 5)];
                Result::Contract(contract, Seat::new(usize::from(first.max(1)) - 1))
            }
            _ => Result::Open,
        }
    }

    /// Whether an auction can have this state. Used to check loaded states.
    pub(super) fn is_sound(&self) -> bool {
        let named = |side: usize| move |first: &u8| *first == 0 || *first <= 4 && usize::from(*first - 1) % 2 == side;
        let firsts = (0..2).all(|side| self.first[side].iter().all(named(side)));
        let bid = match self.bid {
            Some((bid, by)) => bid < BIDS && by.index() < 4 && self.first[side(by)][usize::from(bid % 5)] > 0,
            None => self.doubled == 0,
        };
        firsts && bid && self.doubled <= 2 && self.passes <= 4
    }
}
