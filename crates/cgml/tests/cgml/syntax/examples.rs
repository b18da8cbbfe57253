//! Reads every fenced example of the language document, rewritten with names of our own. The reader must report no
//! mistake in any of them. Section 13 is in `examples_actions.rs`, later sections are in `examples_games.rs`.

use super::*;

/// A complete document from some of its sections; the others are minimal.
fn with(sections: &str) -> String {
    let given = |key: &str| sections.lines().any(|line| line.starts_with(key));
    let mut text = String::from("cgml_version: \"1.3\"\n");
    for (key, smallest) in [
        ("meta:", "meta: { name: Test, players: { min: 2, max: 2 } }\n"),
        ("components:", "components: {}\n"),
        ("setup:", "setup: []\n"),
        ("flow:", "flow: { states: { Over: { phases: [] } }, initial_state: Over }\n"),
        ("rules:", "rules: []\n"),
    ] {
        if !given(key) {
            text += smallest;
        }
    }
    text + sections
}

#[track_caller]
pub fn reads(sections: &str) -> Document {
    document(&with(sections)).clean().expect("a document")
}

/// Reads actions inside a complete document.
#[track_caller]
pub fn acts(actions: &str) -> Vec<&'static str> {
    let indented: String = actions.lines().map(|line| format!("      {line}\n")).collect();
    let text = format!("rules:\n  - id: test\n    trigger: on.turn.begin\n    effect:\n{indented}");
    reads(&text).rules[0].effect.iter().map(|action| action.verb.word()).collect()
}

#[test]
fn section_4_meta() {
    let game = reads(
        "
meta:
  name: \"Somebody's Game\"
  author: \"Somebody\"
  description: \"All in one line.\"
  players:
    min: 3
    max: 5
  rng:
    deterministic: true       # default false
    seed: 777
  meta:
    mood: [calm, { length: 20.5 }]
",
    );
    assert_eq!((game.meta.players.min.value, game.meta.players.max.value), (3, 5));
    let rng = game.meta.rng.expect("rng");
    assert_eq!((rng.deterministic, rng.seed.expect("a seed").text.as_str()), (true, "777"));
}

#[test]
fn section_5_imports() {
    reads("imports:\n  - !include 'https://cgml.io/core-components/v1/standard_52.yaml'\ninherit: 'base.cgml'\n");
}

#[test]
fn section_6_placeholders_distinct_and_lists() {
    let verbs = acts(
        "
- action: MOVE
  from:
    path: \"$.players[by_id=ref:victim].zones.hand\"
  to:
    path: \"$.players[current].zones.hand\"
- action: REQUEST_INPUT
  player: current
  prompt: \"Which rank of yours?\"
  options:
    distinct:
      - path: \"$.players[current].zones.hand[*].properties.rank\"
  store_as: wanted
",
    );
    assert_eq!(verbs, ["MOVE", "REQUEST_INPUT"]);
    expr("max:\n  - list:\n      - rank_value:\n          - path: \"$.players[0].zones.pile.top_card\"\n      - rank_value:\n          - path: \"$.players[1].zones.pile.top_card\"").clean();
}

#[test]
fn section_7_components() {
    let game = reads(
        "
components:
  component_types:
    deck_types:
      skat_32:
        composition:
          - type: template
            template: standard_suits
            values: [7,8,9,10,J,Q,K,A]
        rank_hierarchy: [7,8,9,10,J,Q,K,A]
    zone_types:
      stock:
        ordering: shuffled
        default_face: down
        allows_reorder: false
        visibility: { all: count_only }
      fan:
        ordering: unordered
        default_face: up
        allows_reorder: false
        visibility:
          owner: all
          others: count_only
  decks:
    skat_deck:
      type: skat_32
  zones:
    - name: stock
      type: stock
      of_deck: skat_deck
      owner_scope: global
    - name: hand
      type: fan
      per_player: true
      owner_scope: player
",
    );
    let ranks = &game.components.deck_type("skat_32").expect("the type").rank_hierarchy;
    assert_eq!(ranks.iter().map(|rank| rank.as_str()).collect::<Vec<_>>(), ["7", "8", "9", "10", "J", "Q", "K", "A"]);
    assert_eq!(game.components.zones.iter().map(|zone| zone.per_player).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn section_7_variables() {
    let game = reads(
        "
components:
  variables:
    - name: points
      scope: per_player
      initial_value: 0
      computed: false
    - name: cards_left
      computed: true
      scope: global
      expression:
        sum:
          - count:
              - path: \"$.players[0].zones.stock\"
          - count:
              - path: \"$.players[1].zones.stock\"
",
    );
    let computed = game.components.variables[1].expression.as_ref().expect("an expression");
    assert_eq!(computed.to_string(), "sum(count($.players[0].zones.stock), count($.players[1].zones.stock))");
}

#[test]
fn section_8_setup() {
    let game = reads(
        "
setup:
  - action: SHUFFLE
    target:
      path: \"$.zones.stock\"
  - action: DEAL_ROUND_ROBIN
    from:
      path: \"$.zones.stock\"
    to:
      path: \"$.players[*].zones.hand\"
    count: 7
",
    );
    assert_eq!(game.setup.len(), 2);
}

#[test]
fn section_9_flow() {
    let game = reads(
        "
flow:
  states:
    Going:
      phases: [Take, Lay, Tidy]
    Done:
      phases: []
  initial_state: Going
  player_order: clockwise # or counterclockwise | simultaneous
  transitions:
    - id: done_when_a_stock_is_gone
      from: Going
      to: Done
      condition:
        or:
          - isEqual:
              - sum:
                  - count: [ { path: \"$.players[0].zones.stock\" } ]
                  - count: [ { path: \"$.players[0].zones.won\" } ]
              - value: 0
          - isEqual:
              - sum:
                  - count: [ { path: \"$.players[1].zones.stock\" } ]
                  - count: [ { path: \"$.players[1].zones.won\" } ]
              - value: 0
  win_condition:
    description: \"Who holds more\"
    evaluator:
      max:
        - list:
            - add:
                - count: [ { path: \"$.players[0].zones.stock\" } ]
                - count: [ { path: \"$.players[0].zones.won\" } ]
            - add:
                - count: [ { path: \"$.players[1].zones.stock\" } ]
                - count: [ { path: \"$.players[1].zones.won\" } ]
",
    );
    assert_eq!(game.flow.states.names().collect::<Vec<_>>(), ["Going", "Done"]);
    let evaluator = game.flow.win_condition.expect("a win condition").evaluator.to_string();
    assert_eq!(
        evaluator,
        "max([count($.players[0].zones.stock) + count($.players[0].zones.won), \
         count($.players[1].zones.stock) + count($.players[1].zones.won)])"
    );
}

#[test]
fn section_10_the_shape_of_a_rule() {
    let game = reads(
        "
rules:
  - id: lay_one
    description: \"If one likes\"
    trigger: on.phase.Lay
    timing: post
    priority: 0
    once_per: phase
    enabled_when:
      isEqual:
        - path: \"$.players[current].may_lay\"
        - value: true
    condition:
      and:
        - exists: [ { path: \"$.players[current].zones.hand\" } ]
        - isGreaterThan:
            - count: [ { path: \"$.players[current].zones.hand\" } ]
            - value: 0
    effect:
      - action: MOVE
        from:
          top:
            - path: \"$.players[current].zones.hand\"
        to:
          path: \"$.players[current].zones.pile\"
    on_failure: abort
    store_as: laid
",
    );
    let condition = game.rules[0].condition.as_ref().expect("a condition").to_string();
    assert_eq!(condition, "exists($.players[current].zones.hand) and count($.players[current].zones.hand) > 0");
}

#[test]
fn section_11_refs() {
    acts(
        "
- action: REQUEST_INPUT
  player: current
  prompt: \"Whom?\"
  options:
    path: \"$.players[opponent]\"
  store_as: victim
- action: MOVE
  from:
    top:
      - path: \"$.players[by_id=ref:victim].zones.hand\"
  to:
    path: \"$.players[current].zones.hand\"
",
    );
}

#[test]
fn section_12_distinct_and_groups() {
    expr("distinct:\n  - path: \"$.players[current].zones.hand[*].properties.rank\"").clean();
    let grouped = expr("group_by:\n  - path: \"$.players[current].zones.hand\"\n  - path: \"$.card.properties.rank\"");
    assert_eq!(grouped.clean().to_string(), "group_by($.players[current].zones.hand, $.card.properties.rank)");
}
