//! Tests matches that never end by their rules.

use super::rules;
use rulebook_kernel::{Outcome, Rng, Rules, Setup, Turn};

/// The outcome of a match whose rules ask the same question without end.
fn for_ever(seats: usize) -> Outcome {
    let rules = rules(
        r#"
cgml_version: "1.3"
meta: { name: Ever, players: { min: 1, max: 2 } }
imports: [ !include standard_24 ]
components:
  decks: { cards: { type: standard_24 } }
  zones: [ { name: deck, type: deck, of_deck: cards } ]
setup: []
flow:
  initial_state: P
  states: { P: { phases: [Main] } }
  win_condition: { evaluator: "max($.players, 1)" }
rules:
  - id: main
    trigger: on.phase.Main
    effect: [ { action: REQUEST_INPUT, prompt: On?, options: { type: yes_no }, store_as: on } ]
"#,
    );
    let mut state = rules.start(&Setup::seats(seats), Rng::seeded("ever"), &mut ());
    let mut moves = Vec::new();
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Seats(due) => {
                let seat = due.lowest().expect("somebody is asked");
                moves.clear();
                rules.moves(&state, seat, &mut moves);
                rules.play(&mut state, seat, &moves[0], &mut ());
            }
        }
    }
}

#[test]
fn an_endless_game_has_no_winner() {
    let alone = for_ever(1);
    assert!(alone.winners().is_empty(), "{alone:?}");
    assert_eq!(alone.reason(), "it goes on for too long");
    assert!(for_ever(2).is_draw());
}

const ENDLESS: &str = r#"
cgml_version: "1.3"
meta: { name: Endless, players: { min: 2, max: 2 } }
imports: [ !include standard_24 ]
components:
  decks: { cards: { type: standard_24 } }
  zones: [ { name: deck, type: deck, of_deck: cards } ]
  variables: [ { name: n, initial_value: 0 } ]
setup: []
flow:
  initial_state: P
  states: { P: { phases: [Main] } }
  win_condition: { evaluator: "max($.players, $.n)" }
rules:
  - id: main
    trigger: on.phase.Main
    effect: [ EFFECT ]
"#;

/// A match stopped by a limit in the middle of an effect is over and can be saved like any other.
#[test]
fn a_fault_leaves_a_state_of_the_game() {
    let inner = "{ action: FOR_EACH, in: range(1000), as: j, do: [ { action: INCREMENT, path: $.n } ] }";
    let endless = format!("{{ action: FOR_EACH, in: range(1000), as: i, do: [ {inner} ] }}");
    let for_all = format!("{{ action: FOR_EACH_PLAYER, order: simultaneous, do: [ {endless} ] }}");
    for effect in [endless, for_all] {
        let game = rules(&ENDLESS.replace("EFFECT", &effect));
        let state = game.start(&Setup::seats(2), Rng::seeded("ever"), &mut ());
        assert!(matches!(game.turn(&state), Turn::Over(_)), "{effect}");
        assert!(game.validate_state(&state).is_ok(), "{effect}");
    }
}
