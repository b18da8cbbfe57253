//! Tests that a document with one of everything, written in canonical form, reads as the same document.

use super::*;

/// A document with every key and word of the language.
pub const EVERYTHING: &str = r#"
cgml_version: 1.3
meta: { name: Everything, author: Us, description: All., players: { min: 2, max: 4 }, rng: { seed: 7 }, meta: { a: [1] } }
components:
  component_types:
    deck_types:
      mixed:
        composition:
          - { type: template, template: standard_suits, values: [7, 8], suits: [S, H], count: 2 }
          - { type: product, of: { color: [red, blue], number: [1, 2] }, properties: { special: false } }
          - { type: card, properties: { rank: Joker }, count: 2 }
          - type: cards
            cards: [ { properties: { name: Copper, cost: 0 }, count: 8 }, { properties: { name: Estate } } ]
        rank_hierarchy: [7, 8, Joker]
        default_properties: { cost: 1 }
    zone_types:
      pile: { ordering: lifo, visibility: { owner: all, others: hidden, all: top_card_only }, default_face: down }
  decks: { main: { type: deck_types.mixed } }
  zones:
    - { name: stock, type: zone_types.pile, of_deck: main, initial: true, role: deck, behavior: { type: deck } }
    - { name: hand, type: hand, per_player: true, owner_scope: player }
    - { name: side, type: { ordering: fifo, allows_reorder: true }, owner_scope: team, meta: { note: x } }
  variables:
    - { name: score, scope: per_player, initial_value: 0, audience: all }
    - { name: trump, initial_value: S, description: The suit that beats. }
    - { name: list, initial_value: [] }
    - { name: sum, scope: per_team, computed: true, expression: $.score + 1 }
  teams: [ { name: us, seats: [0, 2] } ]
  events: [ { name: trick_won, context: [player, cards] } ]
functions:
  next(number): "number + 1"
  worth(card, bonus): { add: [ { ref: bonus }, 2 ] }
setup:
  - { action: SHUFFLE, target: $.zones.stock }
flow:
  states: { Play: { phases: [Draw, Play] }, Over: {} }
  initial_state: Play
  player_order: counterclockwise
  transitions: [ { id: t, from: Play, to: Over, condition: $.score > 3, priority: 2 } ]
  win_condition: { description: Most., evaluator: "max($.players[*], $.player.score)", reason: "of {count($.zones.a)}" }
rules:
  - id: all_actions
    description: One of each.
    trigger: on.trick_won
    timing: replace
    priority: 3
    once_per: game
    enabled_when: true
    condition: $.a
    on_failure: rollback
    store_as: last
    keep: turn
    extends: other
    effect:
      - { action: MOVE, from: $.zones.a, to: $.zones.b, count: 2, filter: $.card.x, face: down, position: bottom }
      - { action: MOVE, from: $.zones.a, to: $.zones.b, position: 1 + 1 }
      - { action: MOVE_ALL, from: $.zones.a, to: $.zones.b, condition: $.x == 1, on_failure: continue, emit: none }
      - { action: DEAL, from: $.zones.a, to: "$.players[0]", count: 2, exactly: true, face: up, emit: draw }
      - { action: DEAL_ROUND_ROBIN, from: $.zones.a, to: "$.players[*]", count: 2, packet: 3, order: clockwise }
      - { action: DEAL_ALL, from: $.zones.a, to: "$.players[*]", emit: trick_won }
      - { action: REVEAL, target: $.zones.a, to: [current, opponent, { path: $player }] }
      - { action: CONCEAL, target: $.zones.a }
      - { action: FLIP, target: $.zones.a, face: up }
      - { action: PEEK, players: teammates, target: top($.zones.a) }
      - { action: LOOK, player: ref:who, target: $.zones.a }
      - { action: SHUFFLE, target: $.zones.a }
      - { action: REORDER, target: $.zones.a, by: rank_value($.card), order: descending }
      - { action: REORDER, target: $.zones.a, by: bottom, cards: ref:cards, player: current, prompt: "How?" }
      - { action: CHOOSE_RANDOM, from: $.zones.a, count: 2, filter: $.card.x, store_as: chosen, keep: game }
      - { action: SEARCH_ZONE, zone: $.zones.a, filter: $.card.x, max: 2, choose: true, player: all, prompt: "Which?" }
      - { action: MILL, from: $.zones.a, to: $.zones.b, count: 2, face: down }
      - { action: REVEAL_MATCHING, from: $.zones.a, filter: $.card.x, to: others }
      - { action: SET_VARIABLE, path: "$.players[current].score", value: 2 }
      - { action: INCREMENT, path: $.score, by: 2 }
      - { action: SET_STATE, state: Over }
      - { action: SET_PHASE, phase: Draw }
      - { action: SKIP_TURN, player: opponent }
      - { action: EXTRA_TURN }
      - { action: REVERSE_ORDER }
      - { action: INSERT_PHASE, after: Draw, phase: Bonus, keep: game }
      - { action: REMOVE_PHASE, name: Bonus }
      - { action: REQUEST_INPUT, prompt: "Take {count($.zones.a)} of {{it}}", options: $.zones.a, filter: $.card.x, store_as: c }
      - action: REQUEST_INPUT
        player: ref:who
        otherwise: [ draw, { text: knock, condition: $.score > 1 } ]
        must: count($.zones.a) > 1
        pressed_as: button
        options: { type: card_set, from: $.zones.a, constraint: sum($.cards) == 10, min: 1, max: 3, deck: main }
        multiselect: true
        min: 1
        max: count($.zones.a)
      - { action: FOR_EACH_PLAYER, order: simultaneous, players: all, do: [ { action: DRAW } ] }
      - { action: FOR_EACH, in: $.zones.a, as: it, do: [ { action: REPEAT_TURN } ] }
      - { action: PARALLEL, wait: all, do: [] }
      - { action: IF, condition: $.x, then: [ { action: NEXT_SEAT, player: owner } ], else: [ { action: END_GAME } ] }
      - { action: REPEAT, while: $.x, until: $.y > 3, do: [ { action: DRAW } ] }
      - { action: TRY, do: [ { action: DISCARD, card: ref:c } ], else: [] }
      - { action: DRAW, player: current, from: $.zones.a, to: $.zones.b, count: 2, face: up }
      - { action: PLAY, card: ref:c, player: current, to: $.zones.a, face: down }
      - { action: DISCARD, card: ref:c, player: current, to: $.zones.a, face: up }
      - { action: CREATE_CARD, to: $.zones.a, deck: main, properties: { cost: 1 + 1, rank: "'A'" }, count: 2, face: up }
      - { action: DESTROY_CARD, target: ref:c }
      - { action: SET_PROPERTY, target: ref:c, property: cost, value: 3, audience: owner, player: opponent }
      - { action: REPEAT_TURN }
      - { action: NEXT_SEAT, player: ref:who }
      - { action: RULE_OUT, target: $.zones.a, filter: $.card.x }
      - { action: RULE_IN, target: $.zones.a, filter: $.card.x, count: 2 }
      - { action: SCORE, player: ref:who, points: 3, variable: score, reason: "for {ref:c}" }
      - { action: ANNOUNCE, text: "Trick!", to: all }
      - { action: EMIT, event: trick_won, with: { player: $player } }
      - { action: PREVENT }
      - { action: END_GAME, winners: [current], ranking: $turnOrder, reason: "over" }
presentation:
  scoreboards: [ { title: Points, rows: table, columns: [ { name: points, value: $.player.score, audience: all } ] } ]
  labels: [ { ask: wanted, rule: everything, text: 'Take {ref:item}' } ]
  recap: [ { trigger: on.play, condition: exists($.card), text: '{$.player} plays {$.card}', audience: owner } ]
  facts: [ { name: cards, value: count($.player.zones.hand), weight: -2, audience: nobody } ]
"#;

#[test]
fn canonical_form_reads_as_the_same_document() {
    let game = document(EVERYTHING).clean().expect("a document");
    let written = game.to_nested();
    let again = document(&written.to_string()).clean().expect("a document");
    assert_eq!(again.to_nested(), written);
    assert_eq!(
        shape(&again.rules[0].effect),
        shape(&game.rules[0].effect),
        "the tree itself, not only what is written"
    );
}

#[test]
fn everything_has_one_of_every_action() {
    let game = document(EVERYTHING).clean().expect("a document");
    let used: Vec<&str> = game.rules[0].effect.iter().map(|action| action.verb.word()).collect();
    for word in syntax::Verb::WORDS {
        assert!(used.contains(word), "{word}");
    }
}
