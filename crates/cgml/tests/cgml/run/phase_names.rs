//! Tests the names of phases as players see them.

use super::rules;
use rulebook_kernel::{Hidden, Rng, Rules, Setup, Viewer};
use rulebook_matches::Staged;

/// The phase that a player sees in a game with one phase of this id.
fn shown(phase: &str) -> Option<String> {
    let rules = rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Phases, players: {{ min: 1, max: 1 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  zones: [ {{ name: deck, type: deck, of_deck: cards }} ]
setup: []
flow:
  initial_state: P
  states: {{ P: {{ phases: [{phase}] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: ask
    trigger: on.phase.{phase}
    effect: [ {{ action: REQUEST_INPUT, prompt: Well?, options: {{ type: yes_no }}, store_as: answer }} ]
"#
    ));
    let state = rules.start(&Setup::seats(1), Rng::seeded("phases"), &mut ());
    rules.scene(&rules.view(&state, Viewer::God)).phase
}

#[test]
fn names_are_put_in_words() {
    let told = ["Play", "LayAway", "ShowTheCrib", "turn_up", "ABC"].map(shown);
    assert_eq!(told, ["Play", "Lay away", "Show the crib", "turn up", "ABC"].map(|name| Some(name.to_owned())));
}
