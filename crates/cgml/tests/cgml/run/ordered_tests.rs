//! Tests of cards that compare a printed number with a number that is known only in play. The compiler turns them into
//! sets.

use super::rules;
use rulebook_cgml::code::{Cards, Op, Options, Test};
use rulebook_cgml::run::{Cgml, Move, Which};
use rulebook_kernel::{Rng, Rules, Seat, Setup};

/// The printed numbers of the cards. One card has no number.
const NUMBERS: [Option<i64>; 6] = [Some(0), Some(3), None, Some(7), Some(3), Some(12)];

/// A game that asks for a card that passes a test. The variable `than` has this value.
fn asking(test: &str, than: i64) -> Cgml {
    let card = |(i, number): (usize, &Option<i64>)| {
        let number = number.map_or(String::new(), |number| format!(", number: {number}"));
        format!("{{ properties: {{ name: card{i}{number} }} }}")
    };
    let cards: Vec<String> = NUMBERS.iter().enumerate().map(card).collect();
    let cards = cards.join(", ");
    rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Ordered, players: {{ min: 1, max: 1 }} }}
components:
  component_types:
    deck_types: {{ pack: {{ composition: [{{ type: cards, cards: [{cards}] }}] }} }}
  decks: {{ pack: {{ type: pack }} }}
  zones: [ {{ name: open, type: public, of_deck: pack }} ]
  variables: [ {{ name: than, initial_value: {than} }} ]
setup: []
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: pick
    trigger: on.phase.Main
    effect:
      - {{ action: REQUEST_INPUT, prompt: Pick, options: "filter($.zones.open, {test})", store_as: card }}
"#
    ))
}

/// The offered cards, by their index.
fn offered(rules: &Cgml) -> Vec<usize> {
    let state = rules.start(&Setup::seats(1), Rng::seeded("ordered"), &mut ());
    let mut moves = Vec::new();
    rules.moves(&state, Seat::new(0), &mut moves);
    let card = |mv: &Move| if let Move::Card(_, Which::Face(face)) = mv { Some(face.index()) } else { None };
    let mut cards: Vec<usize> = moves.iter().filter_map(card).collect();
    cards.sort_unstable();
    cards
}

type Comparison = fn(i64, i64) -> bool;

#[test]
fn a_comparison_selects_the_same_cards_as_a_loop() {
    let signs: [(&str, &str, Comparison); 6] = [
        ("==", "==", |a, b| a == b),
        ("!=", "!=", |a, b| a != b),
        ("<", ">", |a, b| a < b),
        ("<=", ">=", |a, b| a <= b),
        (">", "<", |a, b| a > b),
        (">=", "<=", |a, b| a >= b),
    ];
    for (sign, turned, holds) in signs {
        for than in [-100, -1, 0, 1, 3, 7, 11, 12, 13, 1000] {
            let passing = |(_, number): &(usize, &Option<i64>)| number.is_some_and(|number| holds(number, than));
            let wanted: Vec<usize> = NUMBERS.iter().enumerate().filter(passing).map(|(i, _)| i).collect();
            let direct = asking(&format!("$.card.properties.number {sign} $.than"), than);
            assert_eq!(offered(&direct), wanted, "number {sign} {than}");
            let other = asking(&format!("$.than {turned} $.card.properties.number"), than);
            assert_eq!(offered(&other), wanted, "{than} {turned} number");
        }
    }
}

#[test]
fn a_comparison_becomes_a_set() {
    let rules = asking("$.card.properties.number <= $.than", 3);
    let asked = rules.program(1).rules[0].unit.code.iter().find_map(|step| match &step.op {
        Op::Ask(ask) => Some(&ask.options),
        _ => None,
    });
    let Some(Options::Cards(Cards::Filter(_, test))) = asked else { panic!("{asked:?}") };
    assert!(matches!(test, Test::ByOrder(..)), "{test:?}");
}
