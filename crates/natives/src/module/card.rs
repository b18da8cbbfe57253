//! Defines cards as rule modules see them. A card is a small number, and a set of cards is one 64-bit word.

use crate::cards;
use rulebook_scene::{FaceScene, plain_card};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The face of a card: a suit and a rank, or a joker. Copies of a card in several decks are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

/// The number of different cards: 52 and two jokers.
pub const CARDS: usize = 54;

impl Card {
    /// The black joker.
    pub const BLACK_JOKER: Card = Card(52);
    /// The red joker.
    pub const RED_JOKER: Card = Card(53);

    /// The card with this suit and rank. The suits 0 to 3 are clubs, diamonds, hearts and spades. The ranks go from 0
    /// for the ace to 12 for the king.
    #[inline]
    #[must_use]
    pub const fn new(suit: usize, rank: usize) -> Card {
        assert!(suit < 4 && rank < 13);
        Card((suit * 13 + rank) as u8)
    }

    pub(crate) const fn from_index(index: usize) -> Card {
        assert!(index < CARDS);
        Card(index as u8)
    }

    /// The number of the card, below [`CARDS`]. Cards are ordered by suit, then by rank from the ace up.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit of the card, or 4 for a joker.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> usize {
        self.0 as usize / 13
    }

    /// The rank from 0 for the ace to 12 for the king. Meaningless for a joker.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> usize {
        self.0 as usize % 13
    }

    /// The rank with the ace highest: the two is 1, the king 12, the ace 13.
    #[inline]
    #[must_use]
    pub const fn high_rank(self) -> usize {
        if self.rank() == 0 { 13 } else { self.rank() }
    }

    /// Whether the card is a joker.
    #[inline]
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// The short text of the card: `QH`. The jokers are `XB` and `XR`.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Card::BLACK_JOKER => "XB".to_owned(),
            Card::RED_JOKER => "XR".to_owned(),
            _ => cards::id(self.suit(), self.rank()),
        }
    }

    /// The name of the card: `queen of hearts`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Card::BLACK_JOKER => "black joker".to_owned(),
            Card::RED_JOKER => "red joker".to_owned(),
            _ => cards::name(self.suit(), self.rank()),
        }
    }

    /// The card with this short text, as in `QH`, `qh` or `Q♥`. `None` if there is no such card.
    #[must_use]
    pub fn parse(written: &str) -> Option<Card> {
        let id = plain_card(written);
        match id.as_str() {
            "XB" => return Some(Card::BLACK_JOKER),
            "XR" => return Some(Card::RED_JOKER),
            _ => {}
        }
        let (rank, suit) = id.split_at_checked(id.len().checked_sub(1)?)?;
        let suit = cards::SUITS.iter().position(|(short, _)| *short == suit)?;
        let rank = cards::RANKS.iter().position(|(short, _)| *short == rank)?;
        Some(Card::new(suit, rank))
    }

    /// The face of the card for a scene.
    pub(crate) fn face(self) -> FaceScene {
        if !self.is_joker() {
            return cards::face(self.suit(), self.rank());
        }
        let suit = if self == Card::RED_JOKER { "red" } else { "black" };
        FaceScene {
            id: self.id(),
            name: self.name(),
            rank: Some("joker".to_owned()),
            suit: Some(suit.to_owned()),
            text: Vec::new(),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.0
    }
}

impl TryFrom<u8> for Card {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Card, Self::Error> {
        if (index as usize) < CARDS { Ok(Card(index)) } else { Err("there is no such card") }
    }
}

/// A set of cards, with one bit for each card.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(pub u64);

impl CardSet {
    /// The empty set.
    pub const NONE: CardSet = CardSet(0);

    /// All cards of a suit.
    #[inline]
    #[must_use]
    pub const fn suit(suit: usize) -> CardSet {
        CardSet(0x1fff << (suit * 13))
    }

    /// All cards of a rank. The ace is rank 0.
    #[inline]
    #[must_use]
    pub const fn rank(rank: usize) -> CardSet {
        CardSet((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank)
    }

    /// Both jokers.
    pub const JOKERS: CardSet = CardSet(3 << 52);

    /// Whether the set contains this card.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The set with this card added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.0)
    }

    /// The intersection of two sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The union of two sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cards of the set in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let card = Card(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::NONE, CardSet::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
