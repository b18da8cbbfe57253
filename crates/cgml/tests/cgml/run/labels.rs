//! Tests the declared labels of options (`presentation.labels`): offers and buttons show them, move texts stay.

use super::rules;
use rulebook_kernel::{Hidden, Notation, Rng, Rules, Seat, Setup, Viewer};
use rulebook_matches::Staged;

/// The move texts and labels of a question with these options, and the labels of the buttons.
fn asked(options: &str, label: &str) -> (Vec<(String, String)>, Vec<String>) {
    let rules = rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Labels, players: {{ min: 2, max: 2 }} }}
imports: [ !include standard_52 ]
components:
  decks: {{ pack: {{ type: standard_52 }} }}
  zones:
    - {{ name: deck, type: deck, of_deck: pack }}
    - {{ name: open, type: public }}
setup: [ {{ action: MOVE, from: $.zones.deck, count: 3, to: $.zones.open }} ]
flow:
  states: {{ Playing: {{ phases: [Ask] }}, Over: {{ phases: [] }} }}
  initial_state: Playing
  player_order: clockwise
  transitions: [ {{ from: Playing, to: Over, condition: count($.zones.deck) == 0 }} ]
  win_condition: {{ evaluator: "max($.players, 1)" }}
presentation:
  labels: [ {{ ask: chosen, text: "{label}" }} ]
rules:
  - id: ask
    trigger: on.phase.Ask
    effect:
      - {{ action: REQUEST_INPUT, prompt: Which?, options: {options}, store_as: chosen }}
"#
    ));
    let (state, seat) = (rules.start(&Setup::seats(2), Rng::seeded("labels"), &mut ()), Seat::new(0));
    let view = rules.view(&state, Viewer::Seat(seat));
    let mut moves = Vec::new();
    rules.moves(&state, seat, &mut moves);
    let offers = moves.iter().map(|mv| (rules.text(&state, seat, mv), rules.offer(&view, mv).label));
    (offers.collect(), rules.scene(&view).buttons.into_iter().map(|button| button.label).collect())
}

#[test]
fn an_option_shows_its_declared_label() {
    let (offers, buttons) = asked("{ value: [low, high] }", "Go {ref:item}");
    let expected = [("low", "Go low"), ("high", "Go high")];
    assert_eq!(offers, expected.map(|(text, label)| (text.to_owned(), label.to_owned())));
    assert_eq!(buttons, ["Go low", "Go high"]);
    let (offers, _) = asked("{ type: player }", "Ask {$.player}");
    let expected = [("p1", "Ask p1"), ("p2", "Ask p2")];
    assert_eq!(offers, expected.map(|(text, label)| (text.to_owned(), label.to_owned())));
    let (offers, _) = asked("$.zones.open", "Take {$.card}");
    assert_eq!(offers.len(), 3);
    for (text, label) in offers {
        assert_eq!(label, format!("Take {text}"));
    }
}

/// Without the position, the player could not tell the cards apart.
#[test]
fn a_card_that_the_player_does_not_see_keeps_its_position() {
    let (offers, _) = asked("$.zones.deck", "Take {$.card}");
    assert_eq!(offers.len(), 49);
    assert!(offers.iter().all(|(_, label)| label.starts_with("card ") && label.ends_with(" from deck")), "{offers:?}");
}
