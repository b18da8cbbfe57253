//! Tests the values and points of Kasino.

use rulebook_natives::kasino::score::{SPADES, in_cards, most};
use rulebook_natives::kasino::{HIGHEST, adds_up, high, low, only, sets};
use rulebook_natives::module::{Card, CardSet};

fn set(ids: &str) -> CardSet {
    ids.split(' ').map(|id| Card::parse(id).unwrap()).collect()
}

// clause: Cards 11-6
#[test]
fn three_kinds_of_cards_have_two_values() {
    let values = |id: &str| (low(Card::parse(id).unwrap()), high(Card::parse(id).unwrap()));
    assert_eq!(values("AH"), (1, Some(14)));
    assert_eq!((values("2S"), values("2H")), ((2, Some(15)), (2, None)));
    assert_eq!((values("10D"), values("10S")), ((10, Some(16)), (10, None)));
    assert_eq!(values("KC"), (13, None));
}

#[test]
fn sets_equal_a_search_of_all_sets() {
    let table = set("AC AD 2H 3S 4D 5C 6H 9S JC KD");
    let cards: Vec<Card> = table.iter().collect();
    for sum in 1..=HIGHEST {
        let mut found = Vec::new();
        sets(table, sum, &mut |set| {
            found.push(set.0);
            true
        });
        let mut tried: Vec<u64> = (1..1u32 << cards.len())
            .map(|part| (0..cards.len()).filter(|i| part >> i & 1 == 1).map(|i| cards[i]).collect::<Vec<_>>())
            .filter(|part| part.iter().map(|&card| low(card)).sum::<usize>() == sum)
            .map(|part| part.into_iter().collect::<CardSet>().0)
            .collect();
        assert_eq!(adds_up(table, sum), !tried.is_empty());
        assert_eq!(only(table, sum).is_some(), tried.len() == 1);
        found.sort_unstable();
        tried.sort_unstable();
        assert_eq!(found, tried, "{sum}");
    }
}

#[test]
fn seven_points_lie_in_the_cards() {
    let all = (0..4).flat_map(|suit| (0..13).map(move |rank| Card::new(suit, rank))).collect();
    assert_eq!(in_cards(all), 4 + 1 + 2);
}

#[test]
fn a_tie_is_not_the_highest_number() {
    let won = [set("2S 3H"), set("3S 4S"), set("5H 6H")];
    assert_eq!(most(&won, |set| set.len()), None);
    assert_eq!(most(&won, |set| set.and(CardSet::suit(SPADES)).len()), Some(1));
}
