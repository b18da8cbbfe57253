//! Tests that constants are computed before play.

use super::rules;
use rulebook_cgml::code::Expr;

/// The compiled condition of a rule.
fn condition(text: &str) -> Option<Expr> {
    let game = format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Folded, players: {{ min: 2, max: 2 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  zones: [ {{ name: deck, type: deck, of_deck: cards }} ]
  variables: [ {{ name: flag, initial_value: false }} ]
setup: []
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: main
    trigger: on.phase.Main
    condition: "{text}"
    effect: [ {{ action: SHUFFLE, target: $.zones.deck }}, {{ action: SET_VARIABLE, path: $.flag, value: true }} ]
"#
    );
    rules(&game).program(2).rules[0].when.clone()
}

#[test]
fn constant_operands_are_left_out() {
    let asked = || condition("not $.turn_index == 3").expect("a condition");
    assert!(matches!(asked(), Expr::Not(_)));
    assert_eq!(condition("true and not $.turn_index == 3"), Some(asked()));
    assert_eq!(condition("false or not $.turn_index == 3 or 1 == 2"), Some(asked()));
    assert_eq!(condition("true and true"), condition("true"));
    // The compiler keeps the whole `and`, because a value that may be missing is neither true nor false.
    let flag = condition("$.flag").expect("a condition");
    assert_eq!(condition("true and $.flag"), Some(Expr::And(vec![flag])));
    assert_eq!(condition("false and not $.turn_index == 3"), Some(Expr::And(vec![Expr::Const(0), asked()])));
    assert_eq!(condition("not $.turn_index == 3 or true"), Some(Expr::Or(vec![asked(), Expr::Const(1)])));
}

/// A `let` whose list is used once becomes the list, so that conditions with and without the name are equal.
#[test]
fn a_list_that_is_used_once_has_no_name() {
    let aces = "filter($.zones.deck, $.card.properties.rank == 'A')";
    let plain = condition(&format!("$.turn_index > 3 and count({aces}) > 1")).expect("a condition");
    assert_eq!(condition(&format!("let aces = {aces}; $.turn_index > 3 and count(ref:aces) > 1")), Some(plain));
    assert_eq!(condition("let limit = 3; $.turn_index > ref:limit"), condition("$.turn_index > 3"));
}

#[test]
fn a_list_that_is_used_again_and_again_keeps_its_name() {
    let aces = "filter($.zones.deck, $.card.properties.rank == 'A')";
    for body in [
        "count(ref:aces) > 1 and count(ref:aces) < 4",
        "any($.zones.deck, count(ref:aces) > rank_value($.card))",
        "count(filter([1, 2, 3], count(ref:aces) > ref:item)) > 0",
    ] {
        let Some(Expr::LetList(..)) = condition(&format!("let aces = {aces}; {body}")) else {
            panic!("`{body}` evaluates the list once")
        };
    }
}

/// The names of a list and of a later value share a temporary. If the list took the place of its name, it would change
/// the value.
#[test]
fn a_list_does_not_change_a_name_that_comes_after_it() {
    let numbers = "filter([1, 2, 3], ref:item * ref:item > 3)";
    let text = format!("let numbers = {numbers}; let two = $.turn_index + 2; count(ref:numbers) == ref:two");
    assert!(matches!(condition(&text), Some(Expr::LetList(..))));
}
