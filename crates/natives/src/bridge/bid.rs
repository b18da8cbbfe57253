//! The calls that bots consider: those that their hand can answer for. Every other call is legal, and for people.
//!
//! A search that may call anything learns little: auctions by chance end at the level of seven. Counted is what every
//! beginner counts, points for honours and for long suits, and from the partner's calls what the partner is likely to have.

use super::auction::{Auction, BIDS, DOUBLE, FIRST_BID, PASS, REDOUBLE};
use crate::module::{Action, ActionSet, CardSet};
use rulebook_kernel::Seat;

/// The strain without trumps.
const NO_TRUMPS: usize = 4;
/// The lowest level of a game: clubs and diamonds, hearts and spades, no trumps.
const GAME_LEVEL: [u8; 5] = [5, 5, 4, 4, 3];
/// Points of a side with which it can expect to make a contract of each level.
const NEEDED: [u32; 7] = [18, 21, 23, 25, 28, 32, 36];
/// What a partner is counted for who has bid, and who has not.
const BID: u32 = 11;
const SILENT: u32 = 5;
/// Honours with which a side begins to bid, and with which a partner answers.
const OPENING: u32 = 12;
const ANSWER: u32 = 6;

/// What a hand has.
struct Hand {
    honours: u32,
    lengths: [u32; 4],
}

impl Hand {
    fn of(cards: CardSet) -> Hand {
        // The rank of an ace is 0, those of the other honours are 12 down to 10.
        let each = [(0, 4), (12, 3), (11, 2), (10, 1)];
        let worth = |(rank, points): (usize, u32)| points * cards.and(CardSet::rank(rank)).len() as u32;
        Hand {
            honours: each.into_iter().map(worth).sum(),
            lengths: std::array::from_fn(|suit| cards.and(CardSet::suit(suit)).len() as u32),
        }
    }

    fn longest(&self) -> u32 {
        self.lengths.into_iter().max().unwrap_or(0)
    }

    /// Points for honours, and one for each card beyond the fourth of the longest suit.
    fn points(&self) -> u32 {
        self.honours + self.longest().saturating_sub(4)
    }

    /// Is there enough to begin with, where nobody of the side has bid?
    fn opens(&self) -> bool {
        self.honours >= OPENING || self.honours + 2 >= OPENING && self.longest() >= 6
    }
}

/// The calls that a seat with these cards considers, all of them legal.
pub(super) fn calls(auction: &Auction, seat: Seat, cards: CardSet) -> ActionSet {
    let legal = auction.calls(seat);
    let hand = Hand::of(cards);
    let partner = auction.has_bid(seat.after(2, 4));
    let began = partner || auction.has_bid(seat);
    let mut considered = ActionSet(0).with(PASS);
    if hand.honours >= OPENING || auction.level() >= 4 && hand.honours + 2 >= OPENING {
        considered = considered.with(DOUBLE);
    }
    if hand.honours >= OPENING {
        considered = considered.with(REDOUBLE);
    }
    if if partner { hand.honours >= ANSWER } else { began || hand.opens() } {
        for strain in 0..=NO_TRUMPS {
            bids(auction, &hand, seat, strain, &mut considered);
        }
    }
    ActionSet(considered.0 & legal.0)
}

/// The lowest bid of a strain, and the game in it, as far as the cards carry.
fn bids(auction: &Auction, hand: &Hand, seat: Seat, strain: usize, into: &mut ActionSet) {
    let partner = seat.after(2, 4);
    let named = auction.named_by(partner, strain);
    let (fits, fit) = match hand.lengths.get(strain) {
        Some(&length) => (length >= if named { 3 } else { 5 } || length == 4 && !named && hand.longest() == 4, named),
        None => (hand.lengths.into_iter().all(|length| length >= 2), false),
    };
    if !fits {
        return;
    }
    let side = hand.points() + if auction.has_bid(partner) { BID } else { SILENT } + if fit { 2 } else { 0 };
    let most = NEEDED.iter().filter(|&&needed| needed <= side).count() as u8;
    let lowest = auction.bid.map_or(0, |(bid, _)| bid + 1);
    let level = (lowest + (BIDS + strain as u8 - lowest) % 5) / 5 + 1;
    for level in [level, GAME_LEVEL[strain].max(level)] {
        if level <= most {
            *into = into.with(Action(FIRST_BID + (level - 1) * 5 + strain as u8));
        }
    }
}
