//! Tests unfinished picks: they can be saved, and the picking player knows them.

use super::rules;
use rulebook_cgml::run::Fact;
use rulebook_testkit::laws::{self, Plan};

/// Checks every law on one match.
#[track_caller]
fn obeys(text: &str) {
    let rules = rules(text);
    let mut plan = Plan::of(&rules).seeds(1).in_passing(|_, fact| matches!(fact, Fact::Answered { .. }));
    plan.damages = 10;
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

/// A game for two that runs this effect in each turn.
fn game(effect: &str) -> String {
    format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Picked, players: {{ min: 2, max: 2 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  zones:
    - {{ name: deck, type: {{ ordering: shuffled, default_face: down, visibility: {{ all: count_only }}, allows_reorder: true }}, of_deck: cards }}
    - {{ name: hand, type: hand, per_player: true }}
setup:
  - {{ action: SHUFFLE, target: $.zones.deck }}
  - {{ action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 4 }}
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }}, Over: {{}} }}
  transitions: [ {{ from: P, to: Over, condition: $.turn_index >= 2 }} ]
  win_condition: {{ evaluator: "max($.players, 1)" }}
rules:
  - {{ id: main, trigger: on.phase.Main, effect: [ {effect} ] }}
"#
    )
}

/// The slot for put-back picks holds a count, not a card. The count may be larger than any card number.
#[test]
fn cards_that_are_put_back_while_they_are_put_into_order() {
    obeys(&game("{ action: REORDER, target: $.zones.deck, by: choose }"));
}

/// The cards are named by position, so the picking player knows where they are even in a shuffled zone.
#[test]
fn cards_that_are_picked_unseen_from_a_shuffled_zone() {
    obeys(&game(
        "{ action: REQUEST_INPUT, prompt: Any, options: { type: card_set, from: $.zones.deck, min: 0, max: 5 }, store_as: r }",
    ));
}
