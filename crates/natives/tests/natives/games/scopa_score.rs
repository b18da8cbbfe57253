//! Tests the values and points of Scopa.

use rulebook_natives::module::{Card, CardSet};
use rulebook_natives::scopa::score::{points, primiera};

fn set(ids: &str) -> CardSet {
    ids.split(' ').map(|id| Card::parse(id).unwrap()).collect()
}

#[test]
fn the_best_card_of_each_suit_counts_for_primiera() {
    assert_eq!(primiera(set("7C 7D 7H 7S 6S")), 84);
    assert_eq!(primiera(set("AC 2D 3H 4S KS")), 16 + 12 + 13 + 14);
    assert_eq!(primiera(set("6C 5D JH QS")), 18 + 15 + 10 + 10);
    assert_eq!(primiera(set("7C 7D 7H")), 0, "a suit is missing");
}

#[test]
fn a_point_needs_more_than_anybody_else() {
    let (points, parts) = points(&[set("AC 2C 7D"), set("AH 2H KD")]);
    assert_eq!(points[..2], [1, 0]);
    assert_eq!(parts.map(|(_, side)| side), [None, None, Some(0), None]);
}
