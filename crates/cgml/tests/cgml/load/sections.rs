//! Tests CGML 5.1: sections that are merged, replaced, empty, or of another type.

use super::common::check;

#[test]
fn states_by_name_and_setup_and_win_condition_whole() {
    check(
        "
== base.cgml
setup: [{action: SHUFFLE}, {action: DEAL_ALL}]
flow:
  states: {Play: {phases: [Draw, Discard], meta: {note: x}}, Over: {phases: []}}
  win_condition: {description: most, evaluator: {max: []}}
== game.cgml
inherit: base.cgml
setup: [{action: SHUFFLE}]
flow:
  states: {Play: {phases: [Draw]}, Over:, Bid: {phases: [Bid]}}
  win_condition: {evaluator: {min: []}}
=> setup:
  - action: SHUFFLE
flow:
  states:
    Play:
      phases:
        - Draw
      meta:
        note: x
    Over:
      phases: []
    Bid:
      phases:
        - Bid
  win_condition:
    evaluator:
      min: []
",
    );
}

#[test]
fn a_section_left_empty_adds_nothing_and_one_without_identity_is_appended() {
    check(
        "
== base.cgml
rules: [{id: a}, {trigger: on.play}]
components: {zones: [{name: z}]}
== game.cgml
inherit: base.cgml
rules: [{trigger: on.play}]
components:
=> rules:
  - id: a
  - trigger: on.play
  - trigger: on.play
components:
  zones:
    - name: z
",
    );
}

#[test]
fn one_list_names_a_thing_once_and_shapes_must_agree() {
    check(
        "
== base.cgml
rules: {a: {trigger: t}}
components: {zones: [{name: z}]}
== game.cgml
inherit: base.cgml
rules: [{id: a}, {id: b}, {id: a, again: true}]
components: {zones: [{name: z}, {name: 10}, {name: '10', x: 1}]}
=> rules:
  - id: a
  - id: b
  - id: a
    again: true
components:
  zones:
    - name: z
    - name: 10
! C0021 [{id: a}, {id: b}, {id: a, again: true}]
! C0022 {id: a, again: true}
! C0022 {name: '10', x: 1}
",
    );
}

#[test]
fn events_and_teams_as_lists_or_maps_and_unknown_sections_by_key() {
    check(
        "
== base.cgml
components:
  events: [{name: e, context: x}]
  teams: {red: {seats: [0]}}
presentation: {scores: {a: 1}, labels: {b: 2}}
== game.cgml
inherit: base.cgml
components:
  events: [{name: f}, {name: e, context: y}]
  teams: {blue: {seats: [1]}}
presentation: {scores: {c: 3}}
=> components:
  events:
    - name: e
      context: y
    - name: f
  teams:
    red:
      seats:
        - 0
    blue:
      seats:
        - 1
presentation:
  scores:
    c: 3
  labels:
    b: 2
",
    );
}
