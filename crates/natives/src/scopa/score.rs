//! Counts the points of a deal.

use super::What;
use crate::module::{Card, CardSet};

/// The seven of coins. The coins are the diamonds of a French deck.
const SETTEBELLO: Card = Card::new(COINS, 6);
const COINS: usize = 1;

/// The maximum number of sides.
pub const SIDES: usize = 4;

/// The points of each side for its won cards. Also returns the side that gets each point, or `None` for a tie.
pub fn points(won: &[CardSet]) -> ([i32; SIDES], [(What, Option<usize>); 4]) {
    let coins = |set: &CardSet| set.and(CardSet::suit(COINS)).len();
    let parts = [
        (What::Cards, most(won, |set| set.len())),
        (What::Coins, most(won, coins)),
        (What::Settebello, won.iter().position(|set| set.has(SETTEBELLO))),
        (What::Primiera, most(won, |set| primiera(*set))),
    ];
    let mut points = [0; SIDES];
    parts.iter().filter_map(|(_, side)| *side).for_each(|side| points[side] += 1);
    (points, parts)
}

/// The side that has more than any other side. `None` for a tie, or if all sides have zero.
fn most(won: &[CardSet], count: impl Fn(&CardSet) -> usize) -> Option<usize> {
    let best = won.iter().map(&count).max().filter(|&best| best > 0)?;
    let mut sides = (0..won.len()).filter(|&side| count(&won[side]) == best);
    sides.next().filter(|_| sides.next().is_none())
}

/// The primiera score: the best card of each suit, valued on a special scale, summed. Zero if a suit is missing.
#[must_use]
pub fn primiera(won: CardSet) -> usize {
    let best = |suit: usize| won.and(CardSet::suit(suit)).iter().map(prime).max().unwrap_or(0);
    let suits = [best(0), best(1), best(2), best(3)];
    if suits.contains(&0) { 0 } else { suits.iter().sum() }
}

const fn prime(card: Card) -> usize {
    match card.rank() {
        6 => 21,
        5 => 18,
        0 => 16,
        rank @ 1..=4 => 11 + rank,
        _ => 10,
    }
}
