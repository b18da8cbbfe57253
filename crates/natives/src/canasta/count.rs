//! Computes the values and counts of cards in Canasta.

use crate::module::{Card, CardSet};

/// The number of ranks. The ace is rank 0, the king rank 12.
pub const RANKS: usize = 13;
pub const TWO: usize = 1;
pub const THREE: usize = 2;

/// The red threes. Players lay them aside.
pub const RED_THREES: CardSet = CardSet(CardSet::rank(THREE).0 & (CardSet::suit(1).0 | CardSet::suit(2).0));

/// Whether a card is wild: a joker or a two.
#[inline]
#[must_use]
pub const fn is_wild(card: Card) -> bool {
    card.is_joker() || card.rank() == TWO
}

#[inline]
#[must_use]
pub const fn is_red_three(card: Card) -> bool {
    RED_THREES.has(card)
}

/// The points of a card in a meld. Cards left in a hand count the same points against their holder.
#[must_use]
pub const fn value(card: Card) -> i32 {
    if card.is_joker() {
        return 50;
    }
    if is_red_three(card) {
        return 500;
    }
    rank_value(card.rank())
}

/// The points of a natural card of a rank.
#[must_use]
pub const fn rank_value(rank: usize) -> i32 {
    match rank {
        0 | TWO => 20,
        THREE..=6 => 5,
        _ => 10,
    }
}

/// The points that the first meld of a side must have. They depend on the score of the side.
#[must_use]
pub const fn minimum(score: i32) -> i32 {
    match score {
        ..0 => 15,
        0..1500 => 50,
        1500..3000 => 90,
        _ => 120,
    }
}

/// The numbers of cards by rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// For each rank: the number of natural cards. Of the threes, only black threes count.
    pub naturals: [u8; RANKS],
    /// Number of jokers.
    pub jokers: u8,
    /// Number of twos.
    pub twos: u8,
    /// Number of red threes.
    pub red: u8,
}

impl Tally {
    pub fn of(cards: impl Iterator<Item = Card>) -> Tally {
        let mut tally = Tally::default();
        cards.for_each(|card| tally.add(card, 1));
        tally
    }

    /// Adds a card (`by` is 1) or removes it (`by` is -1).
    pub fn add(&mut self, card: Card, by: i8) {
        let count = match card {
            card if card.is_joker() => &mut self.jokers,
            card if card.rank() == TWO => &mut self.twos,
            card if is_red_three(card) => &mut self.red,
            card => &mut self.naturals[card.rank()],
        };
        *count = count.saturating_add_signed(by);
    }

    #[must_use]
    pub fn wilds(&self) -> u8 {
        self.jokers + self.twos
    }

    /// The points of at most `most` wild cards, counting the most valuable first.
    #[must_use]
    pub fn wild_points(&self, most: u8) -> i32 {
        let jokers = self.jokers.min(most);
        i32::from(jokers) * 50 + i32::from(self.twos.min(most - jokers)) * 20
    }
}

/// The numbers of natural and wild cards in one meld.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meld {
    pub naturals: u8,
    pub wilds: u8,
}

/// Maximum number of wild cards in a meld.
pub const MOST_WILDS: u8 = 3;

impl Meld {
    #[must_use]
    pub const fn size(self) -> u8 {
        self.naturals + self.wilds
    }

    /// Whether the meld has at least three cards, at least two natural cards, and not too many wild cards.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.size() >= 3 && self.naturals >= 2 && self.wilds <= MOST_WILDS
    }

    #[must_use]
    pub const fn is_canasta(self) -> bool {
        self.size() >= 7
    }

    /// The bonus for a canasta, in addition to the points of its cards.
    #[must_use]
    pub const fn bonus(self) -> i32 {
        match (self.is_canasta(), self.wilds) {
            (false, _) => 0,
            (true, 0) => 500,
            (true, _) => 300,
        }
    }
}
