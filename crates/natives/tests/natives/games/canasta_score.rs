//! Tests the values and points of Canasta.

use rulebook_natives::canasta::score::red_threes;
use rulebook_natives::canasta::{Meld, is_red_three, minimum, value};
use rulebook_natives::module::Card;

// clause: Cards P1-2
#[test]
fn cards_are_worth_what_they_should() {
    let value = |id: &str| value(Card::parse(id).unwrap());
    assert_eq!(["XR", "XB", "2S", "AH", "KD", "8C", "7C", "4D", "3S"].map(value), [50, 50, 20, 20, 10, 10, 5, 5, 5]);
    assert!(is_red_three(Card::parse("3H").unwrap()) && !is_red_three(Card::parse("3C").unwrap()));
}

#[test]
fn the_first_meld_costs_more_the_more_one_has() {
    assert_eq!([-5, 0, 1495, 1500, 2995, 3000, 4990].map(minimum), [15, 50, 50, 90, 90, 120, 120]);
}

#[test]
fn seven_cards_are_a_canasta() {
    let meld = |naturals, wilds| Meld { naturals, wilds };
    assert_eq!([meld(7, 0), meld(4, 3), meld(6, 0), meld(8, 0)].map(Meld::bonus), [500, 300, 0, 500]);
    assert!(meld(2, 1).is_valid() && !meld(1, 2).is_valid() && !meld(2, 0).is_valid() && !meld(3, 4).is_valid());
}

#[test]
fn red_threes_count_for_whoever_melds() {
    assert_eq!((red_threes(1, true), red_threes(3, true), red_threes(4, true)), (100, 300, 800));
    assert_eq!((red_threes(2, false), red_threes(4, false)), (-200, -800));
}
