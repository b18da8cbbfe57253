//! Tests cards and sets of cards.

use rulebook_kernel::Rng;
use rulebook_natives::module::{CARDS, Card, CardSet, Cards};
use std::hash::{Hash, Hasher};

#[test]
fn every_card_has_a_text_of_its_own() {
    let suited = (0..4).flat_map(|suit| (0..13).map(move |rank| Card::new(suit, rank)));
    let cards: Vec<Card> = suited.chain([Card::BLACK_JOKER, Card::RED_JOKER]).collect();
    assert_eq!(cards.len(), CARDS);
    for (index, &card) in cards.iter().enumerate() {
        assert_eq!((card.index(), Card::parse(&card.id())), (index, Some(card)));
    }
    assert_eq!(Card::new(2, 11).name(), "queen of hearts");
    assert_eq!(Card::parse("1H"), None);
    for written in ["QH", "qh", "Qh", "Q♥", "q♡", "Q♥\u{fe0f}"] {
        assert_eq!(Card::parse(written), Some(Card::new(2, 11)), "{written}");
    }
    for written in ["10S", "10s", "10♠", "T♠", "ts"] {
        assert_eq!(Card::parse(written), Some(Card::new(3, 9)), "{written}");
    }
    for wrong in ["", "♥", "H", "Q", "♥♥", "11H", "QHH", "Qé"] {
        assert_eq!(Card::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn sets_go_by_suit_and_rank() {
    assert_eq!(CardSet::suit(3).and(CardSet::rank(0)).iter().collect::<Vec<_>>(), [Card::new(3, 0)]);
    assert_eq!(CardSet::rank(12).len(), 4);
    assert!(CardSet::JOKERS.has(Card::RED_JOKER) && !CardSet::suit(3).has(Card::BLACK_JOKER));
}

/// Records the bytes that a value feeds into a hash.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

fn hashed(value: impl Hash) -> Vec<u8> {
    let mut bytes = Bytes::default();
    value.hash(&mut bytes);
    bytes.0
}

/// A move can have as many cards as the deck has. For up to fifteen cards, the hash is made from their number and the
/// list of cards. The numbers of actions depend on this hash, so it must not change.
#[test]
fn the_cards_of_a_move_are_a_sorted_list() {
    let card = |index: usize| {
        if index < 52 { Card::new(index / 13, index % 13) } else { [Card::BLACK_JOKER, Card::RED_JOKER][index - 52] }
    };
    let mut rng = Rng::seeded("cards").draws();
    for count in 0..=120 {
        let mut list: Vec<usize> = (0..count).map(|_| rng.below(54) as usize).collect();
        let cards: Cards = list.iter().map(|&index| card(index)).collect();
        list.sort_unstable();
        assert_eq!(cards.iter().map(Card::index).collect::<Vec<_>>(), list);
        assert_eq!((cards.len(), cards.is_empty()), (count, count == 0));
        assert_eq!(cards.single().map(Card::index), (count == 1).then(|| list[0]));
        if count <= 15 {
            let mut first = [0u8; 15];
            first.iter_mut().zip(&list).for_each(|(place, &index)| *place = index as u8);
            assert_eq!(hashed(cards), hashed((count as u8, first)));
        }
        if let Some(&first) = list.first() {
            assert_eq!(cards.without(card(first)).len(), count - 1);
        }
    }
    assert!(Cards::BLIND.is_blind() && Cards::BLIND.len() == 1 && Cards::BLIND.iter().next().is_none());
    assert_eq!(hashed(Cards::BLIND), hashed((1u8, [255u8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
    assert_eq!(Cards::one(card(53)), [card(53)].into_iter().collect());
}
