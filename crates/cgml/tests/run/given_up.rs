//! Matches that do not come to an end by themselves.

use super::rules;
use rulebook_kernel::{Outcome, Rng, Rules, Setup, Turn};

/// How a match ends in which the same is asked for ever.
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
fn nobody_wins_by_going_on_for_ever() {
    let alone = for_ever(1);
    assert!(alone.winners().is_empty(), "{alone:?}");
    assert_eq!(alone.reason(), "it goes on for too long");
    assert!(for_ever(2).is_draw());
}
