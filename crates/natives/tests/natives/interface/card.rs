//! Tests cards and sets of cards.

use rulebook_natives::module::{CARDS, Card, CardSet};

#[test]
fn every_card_has_a_text_of_its_own() {
    for index in 0..CARDS {
        let card = Card::from_index(index);
        assert_eq!(Card::parse(&card.id()), Some(card));
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
