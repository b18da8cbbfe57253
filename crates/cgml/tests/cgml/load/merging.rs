//! Tests the merge rules of CGML 5.1, clause by clause.

use super::common::check;

// clause: CGML 5.1-1
#[test]
fn maps_merge_shallowly_by_key_and_child_keys_override() {
    check(
        "
== base.cgml
meta: {name: Base, author: Ann, players: {min: 2, max: 4}}
flow: {initial_state: Start, player_order: clockwise}
== game.cgml
inherit: 'base.cgml'
meta: {name: Child, players: {max: 6}, description: new}
flow: {player_order: simultaneous}
=> meta:
  name: Child
  author: Ann
  players:
    max: 6
  description: new
flow:
  initial_state: Start
  player_order: simultaneous
",
    );
}

#[test]
fn rules_merge_by_id_field_by_field_and_stay_in_place() {
    check(
        "
== base.cgml
rules:
  - {id: draw, trigger: on.turn.begin, effect: [{action: A}, {action: B}]}
  - {id: play, trigger: on.turn.end}
== game.cgml
inherit: base.cgml
rules:
  - {id: score, trigger: on.play}
  - {id: draw, effect: [{action: C}]}
=> rules:
  - id: draw
    trigger: on.turn.begin
    effect:
      - action: C
  - id: play
    trigger: on.turn.end
  - id: score
    trigger: on.play
",
    );
}

#[test]
fn a_null_field_counts_as_missing() {
    check(
        "
== base.cgml
rules: [{id: a, condition: {x: 1}, priority: 3}]
== game.cgml
inherit: base.cgml
rules: [{id: a, condition: null}]
=> rules:
  - id: a
    condition: null
    priority: 3
",
    );
}

// clause: CGML 5.1-3
#[test]
fn decks_by_name_as_map_or_as_list() {
    check(
        "
== base.cgml
components: {decks: {main: {type: standard_52}, side: {type: jokers}}}
== game.cgml
inherit: base.cgml
components: {decks: [{name: main, type: standard_54}, {name: extra, type: x}]}
=> components:
  decks:
    main:
      type: standard_54
    side:
      type: jokers
    extra:
      type: x
",
    );
}

#[test]
fn zones_and_variables_by_name() {
    check(
        "
== base.cgml
components:
  zones: [{name: deck, type: pile}, {name: hand, type: hand, per_player: true}]
  variables: [{name: score, initial_value: 0}]
== game.cgml
inherit: base.cgml
components:
  variables: [{name: round, initial_value: 1}, {name: score, scope: per_player}]
  zones: [{name: hand, type: open_hand}]
=> components:
  zones:
    - name: deck
      type: pile
    - name: hand
      type: open_hand
      per_player: true
  variables:
    - name: score
      initial_value: 0
      scope: per_player
    - name: round
      initial_value: 1
",
    );
}

#[test]
fn zones_of_one_name_are_merged_by_their_scope() {
    check(
        "
== base.cgml
components:
  zones: [{name: deck, type: pile}, {name: deck, type: pile, per_player: true}, {name: deck_2, type: pile}]
== game.cgml
inherit: base.cgml
components:
  zones: [{name: deck, per_player: true, type: open}, {name: deck_2, owner_scope: player}]
=> components:
  zones:
    - name: deck
      type: pile
    - name: deck
      type: open
      per_player: true
    - name: deck_2
      type: pile
      owner_scope: player
",
    );
}

// clause: CGML 5.1-5
#[test]
fn component_types_by_kind_and_name() {
    check(
        "
== base.cgml
components:
  component_types:
    deck_types: {a: {rank_hierarchy: [1, 2], composition: [x]}, b: {composition: [y]}}
== game.cgml
inherit: base.cgml
components:
  component_types:
    zone_types: {pile: {ordering: lifo}}
    deck_types: {a: {rank_hierarchy: [2, 1]}}
=> components:
  component_types:
    deck_types:
      a:
        rank_hierarchy:
          - 2
          - 1
        composition:
          - x
      b:
        composition:
          - y
    zone_types:
      pile:
        ordering: lifo
",
    );
}

// clause: CGML 5.1-6
#[test]
fn transitions_by_from_to_and_optional_id_otherwise_append() {
    check(
        "
== base.cgml
flow:
  transitions:
    - {from: A, to: B, condition: 1}
    - {id: x, from: A, to: B, condition: 2}
    - {from: B, to: C, condition: 3}
== game.cgml
inherit: base.cgml
flow:
  transitions:
    - {from: A, to: B, condition: 10}
    - {id: x, from: A, to: B, condition: 20}
    - {id: y, from: A, to: B, condition: 30}
    - {id: x, from: A, to: C, condition: 40}
=> flow:
  transitions:
    - from: A
      to: B
      condition: 10
    - id: x
      from: A
      to: B
      condition: 20
    - from: B
      to: C
      condition: 3
    - id: y
      from: A
      to: B
      condition: 30
    - id: x
      from: A
      to: C
      condition: 40
",
    );
}

#[test]
fn indistinguishable_transitions_are_kept() {
    check(
        "
== base.cgml
flow: {transitions: [{from: A, to: B, condition: 1}, {from: A, to: B, condition: 2}]}
== game.cgml
inherit: base.cgml
flow: {transitions: [{from: A, to: B, condition: 3}]}
=> flow:
  transitions:
    - from: A
      to: B
      condition: 1
    - from: A
      to: B
      condition: 2
    - from: A
      to: B
      condition: 3
! C0027 {from: A, to: B, condition: 3}
",
    );
}

#[test]
fn a_transition_is_known_by_its_id_alone() {
    check(
        "
== base.cgml
flow:
  transitions:
    - {id: first, from: A, to: B, condition: 1}
    - {id: second, from: B, to: C, condition: 2}
    - {id: third, from: C, to: D, condition: 3}
== game.cgml
inherit: base.cgml
flow:
  transitions:
    - {id: second, disabled: true}
    - {id: third, condition: 30}
    - {id: fourth, disabled: true}
=> flow:
  transitions:
    - id: first
      from: A
      to: B
      condition: 1
    - id: third
      from: C
      to: D
      condition: 30
! C0023 true
",
    );
}

#[test]
fn several_bases_to_inherit_are_the_only_mistake() {
    check(
        "
== game.cgml
inherit: [a.cgml, b.yaml]
=> nothing
! C0010 [a.cgml, b.yaml]
",
    );
}
