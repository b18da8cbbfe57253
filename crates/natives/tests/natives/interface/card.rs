//! Tests cards and sets of cards.

use rulebook_natives::module::{CARDS, Card, CardSet};

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
}

#[test]
fn sets_go_by_suit_and_rank() {
    assert_eq!(CardSet::suit(3).and(CardSet::rank(0)).iter().collect::<Vec<_>>(), [Card::new(3, 0)]);
    assert_eq!(CardSet::rank(12).len(), 4);
    assert!(CardSet::JOKERS.has(Card::RED_JOKER) && !CardSet::suit(3).has(Card::BLACK_JOKER));
}
