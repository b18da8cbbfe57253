//! Chooses the calls that bots consider: only calls that their hand justifies. People may make every legal call.
//!
//! A search over all calls learns little, because random auctions end at level seven. So the bot counts points for
//! honours and long suits, as beginners do. It adds an estimate of the partner's points, which depends on whether the
//! partner has bid.

use super::auction::{Auction, BIDS, DOUBLE, FIRST_BID, PASS, REDOUBLE};
use crate::module::{Action, ActionSet, CardSet};
use rulebook_kernel::Seat;

/// The number of the strain without trumps.
const NO_TRUMPS: usize = 4;
/// The lowest level that makes a game, for clubs, diamonds, hearts, spades and no trumps.
const GAME_LEVEL: [u8; 5] = [5, 5, 4, 4, 3];
/// For each level: the points of a side that can expect to make a contract at this level.
const NEEDED: [u32; 7] = [18, 21, 23, 25, 28, 32, 36];
/// The assumed points of a partner who has bid, and of a partner who has not.
const BID: u32 = 11;
const SILENT: u32 = 5;
/// The honour points that a hand needs to open the bidding, and to answer a partner's bid.
const OPENING: u32 = 12;
const ANSWER: u32 = 6;

/// The strength of a hand.
struct Hand {
    honours: u32,
    lengths: [u32; 4],
}

impl Hand {
    fn of(cards: CardSet) -> Hand {
        // Each pair has a rank and its points: first the ace, then king, queen and jack.
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

    /// Points for honours, plus one for each card beyond the fourth in the longest suit.
    fn points(&self) -> u32 {
        self.honours + self.longest().saturating_sub(4)
    }

    /// Whether the hand is strong enough to make the first bid of its side.
    fn opens(&self) -> bool {
        self.honours >= OPENING || self.honours + 2 >= OPENING && self.longest() >= 6
    }
}

/// The calls that a seat with these cards considers. All of them are legal.
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

/// Adds the lowest possible bid of a strain, and the bid that makes a game in it. Adds nothing if the cards are too
/// weak.
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
