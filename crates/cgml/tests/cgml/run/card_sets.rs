//! Tests which cards are offered while a player picks a set under a constraint. A card must be offered if it belongs to
//! at least one legal set.

use super::rules;
use rulebook_cgml::run::{Cgml, Move, Which};
use rulebook_kernel::{Rng, Rules, Seat, Setup};

/// A game that asks for a set of the cards with the ranks 1 to `cards`.
fn asking(cards: usize, constraint: &str) -> Cgml {
    let ranks: Vec<String> = (1..=cards).map(|rank| rank.to_string()).collect();
    let ranks = ranks.join(", ");
    rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Sets, players: {{ min: 1, max: 1 }} }}
components:
  component_types:
    deck_types:
      pack:
        composition: [{{ type: product, of: {{ suit: [S], rank: [{ranks}] }} }}]
        rank_hierarchy: [{ranks}]
  decks: {{ pack: {{ type: pack }} }}
  zones: [ {{ name: open, type: public, of_deck: pack }} ]
setup: []
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: pick
    trigger: on.phase.Main
    effect:
      - action: REQUEST_INPUT
        prompt: Pick
        options: {{ type: card_set, from: $.zones.open, min: 1, max: {cards}, constraint: "{constraint}" }}
        store_as: cards
"#
    ))
}

/// The ranks that are offered, with the moves, and whether the picks may be confirmed.
fn offered(rules: &Cgml, state: &<Cgml as Rules>::State) -> (Vec<(i64, Move)>, bool) {
    let mut moves = Vec::new();
    rules.moves(state, Seat::new(0), &mut moves);
    let rank = |mv: &Move| match mv {
        Move::Card(_, Which::Face(face)) => Some((face.index() as i64 + 1, *mv)),
        _ => None,
    };
    let mut ranks: Vec<(i64, Move)> = moves.iter().filter_map(rank).collect();
    ranks.sort_unstable();
    (ranks, moves.contains(&Move::Done))
}

/// Compares the options of every step with a search through all sets. Always picks the last offered card, until no card
/// is offered. Skips a constraint that no set satisfies, because then the game asks nothing.
#[track_caller]
fn check(constraint: &str, holds: impl Fn(&[i64]) -> bool) {
    const CARDS: usize = 8;
    let sets = (1_u32..1 << CARDS).map(|bits| (1..=CARDS as i64).filter(|rank| bits >> (rank - 1) & 1 == 1).collect());
    let legal: Vec<Vec<i64>> = sets.filter(|set: &Vec<i64>| holds(set)).collect();
    if legal.is_empty() {
        return;
    }
    let rules = asking(CARDS, constraint);
    let mut state = rules.start(&Setup::seats(1), Rng::seeded("sets"), &mut ());
    let mut picks: Vec<i64> = Vec::new();
    loop {
        let (ranks, done) = offered(&rules, &state);
        let within =
            |rank: i64| legal.iter().any(|set| set.contains(&rank) && picks.iter().all(|pick| set.contains(pick)));
        let wanted: Vec<i64> = (1..=CARDS as i64).filter(|&rank| !picks.contains(&rank) && within(rank)).collect();
        let found: Vec<i64> = ranks.iter().map(|(rank, _)| *rank).collect();
        picks.sort_unstable();
        assert_eq!((found, done), (wanted, legal.contains(&picks)), "{constraint} after {picks:?}");
        let Some((rank, mv)) = ranks.last() else { break };
        picks.push(*rank);
        rules.play(&mut state, Seat::new(0), mv, &mut ());
    }
}

/// The weight of a rank.
type Weight = fn(i64) -> i64;

/// Compares a sum with the wanted sum.
type Comparison = fn(i64, i64) -> bool;

/// The weights of the cards differ by small numbers, by multiples of 64, and by more than 64. The search keeps 64 sums
/// in one word, so each of these cases shifts the words differently.
#[test]
fn cards_whose_sums_can_be_reached_are_offered() {
    let weights: [(&str, Weight); 4] = [
        ("rank_value($.card)", |rank| rank),
        ("64 * rank_value($.card) - 256", |rank| 64 * rank - 256),
        ("127 - 63 * rank_value($.card)", |rank| 127 - 63 * rank),
        ("7 * rank_value($.card) * rank_value($.card) - 150", |rank| 7 * rank * rank - 150),
    ];
    for (key, weight) in weights {
        let sum = |set: &[i64]| set.iter().map(|&rank| weight(rank)).sum::<i64>();
        for set in [&[3][..], &[1, 8], &[2, 5, 7], &[1, 2, 3, 4], &[4, 5, 6, 7, 8], &[1, 2, 3, 4, 5, 6, 7, 8]] {
            let wanted = sum(set);
            for (sign, holds) in SIGNS {
                check(&format!("sum($.cards, {key}) {sign} {wanted}"), |set| holds(sum(set), wanted));
            }
        }
    }
}

const SIGNS: [(&str, Comparison); 6] = [
    ("==", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];

/// Both sides of the comparison change with the picks. Their ranges can overlap, touch or be apart.
#[test]
fn ranges_that_do_not_touch_decide() {
    let most = |set: &[i64]| set.iter().copied().max().expect("a set of at least one card");
    let least = |set: &[i64]| set.iter().copied().min().expect("a set of at least one card");
    for (sign, holds) in SIGNS {
        for than in [-2, 0, 3] {
            let right = |set: &[i64]| set.len() as i64 + than;
            let (high, low) = ("max(rank_value($.cards))", "min(rank_value($.cards))");
            let count = format!("{sign} count($.cards) + {than}").replace("+ -", "- ");
            check(&format!("{high} {count}"), |set| holds(most(set), right(set)));
            check(&format!("not {high} {count}"), |set| !holds(most(set), right(set)));
            check(&format!("{low} {count}"), |set| holds(least(set), right(set)));
            check(&format!("not {low} {count}"), |set| !holds(least(set), right(set)));
        }
    }
}

/// A card is refused without a search if the ranges cannot meet. A search through all sets of 24 cards would exceed the
/// limit and end the match.
#[test]
fn ranges_that_do_not_touch_need_no_search() {
    let (high, low) = ("max(rank_value($.cards))", "min(rank_value($.cards))");
    for (constraint, wanted) in [
        (format!("{high} == 5"), 1..=5),
        (format!("not {high} != 5"), 1..=5),
        (format!("{high} != 24"), 1..=23),
        (format!("not {high} == 24"), 1..=23),
        (format!("{high} < 6"), 1..=5),
        (format!("not {high} >= 6"), 1..=5),
        (format!("{high} <= 5"), 1..=5),
        (format!("not {high} > 5"), 1..=5),
        (format!("{low} > 19"), 20..=24),
        (format!("not {low} <= 19"), 20..=24),
        (format!("{low} >= 20"), 20..=24),
        (format!("not {low} < 20"), 20..=24),
    ] {
        let rules = asking(24, &constraint);
        let state = rules.start(&Setup::seats(1), Rng::seeded("sets"), &mut ());
        let (ranks, _) = offered(&rules, &state);
        assert_eq!(ranks.iter().map(|(rank, _)| *rank).collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{constraint}");
    }
}

/// Tests conditions that read the picked cards in several ways: names for values and lists, the size of the set,
/// different values, and single cards.
#[test]
fn conditions_of_several_parts_offer_the_cards_of_all_legal_sets() {
    let most = |set: &[i64]| set.iter().copied().max().expect("a set of at least one card");
    let least = |set: &[i64]| set.iter().copied().min().expect("a set of at least one card");
    let classes = |set: &[i64]| (0..3).filter(|class| set.iter().any(|rank| rank % 3 == *class)).count();
    let odd = |set: &[i64]| set.iter().filter(|rank| **rank % 2 == 1).count();
    let run = "let n = count($.cards); let low = min(rank_value($.cards)); let high = max(rank_value($.cards));";
    check(&format!("{run} if ref:n == 1 then ref:low > 6 else ref:n == 3 and ref:high - ref:low == 2"), |set| {
        if set.len() == 1 { least(set) > 6 } else { set.len() == 3 && most(set) - least(set) == 2 }
    });
    check(&format!("{run} let kind = if ref:high == 2 * ref:low then ref:n else 0; ref:kind > 2"), |set| {
        most(set) == 2 * least(set) && set.len() > 2
    });
    for wanted in 1..=3 {
        check(&format!("count(distinct(map($.cards, rank_value($.card) % 3))) == {wanted}"), |set| {
            classes(set) == wanted
        });
        check(
            &format!("count(distinct(map($.cards, rank_value($.card) % 3))) == {wanted} and count($.cards) == 4"),
            |set| classes(set) == wanted && set.len() == 4,
        );
        check(&format!("let odd = filter($.cards, rank_value($.card) % 2 == 1); count(ref:odd) == {wanted}"), |set| {
            odd(set) == wanted
        });
        check(&format!("rank_value(first($.cards)) == {wanted} and count($.cards) < 3"), |set| {
            least(set) == wanted as i64 && set.len() < 3
        });
    }
    check("any($.cards, rank_value($.card) == 5) and not any($.cards, rank_value($.card) > 6)", |set| {
        set.contains(&5) && most(set) <= 6
    });
    check("all($.cards, rank_value($.card) % 2 == 0) or count($.cards) == 7", |set| odd(set) == 0 || set.len() == 7);
}

/// A run of 12 among 24 cards needs no search through all sets of 12 cards.
#[test]
fn sizes_that_are_known_limit_the_search() {
    let run = "max(rank_value($.cards)) - min(rank_value($.cards)) == count($.cards) - 1";
    let rules = asking(24, &format!("count($.cards) == 12 and {run} and min(rank_value($.cards)) > 6"));
    let state = rules.start(&Setup::seats(1), Rng::seeded("sets"), &mut ());
    let (ranks, _) = offered(&rules, &state);
    assert_eq!(ranks.iter().map(|(rank, _)| *rank).collect::<Vec<_>>(), (7..=24).collect::<Vec<_>>());
}
