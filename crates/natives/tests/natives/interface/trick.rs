//! Tests the rules about tricks that several games share.

use rulebook_natives::module::trick::{following, winner};
use rulebook_natives::module::{Card, CardSet};

fn cards(ids: &str) -> Vec<Card> {
    ids.split(' ').map(|id| Card::parse(id).unwrap()).collect()
}

#[test]
fn the_highest_of_the_led_suit_wins_unless_it_is_trumped() {
    assert_eq!(winner(&cards("9H AH KS 2C"), None), Some(1));
    assert_eq!(winner(&cards("9H AH KS 2C"), Some(0)), Some(3));
    assert_eq!(winner(&cards("KH QH AS"), Some(1)), Some(0));
    assert_eq!(winner(&[], None), None);
}

#[test]
fn one_follows_suit_if_one_can() {
    let hand: CardSet = cards("9H AH KS").into_iter().collect();
    assert_eq!(following(hand, Some(2)).len(), 2);
    assert_eq!(following(hand, Some(0)), hand);
    assert_eq!(following(hand, None), hand);
}
