//! CGML 5.1, clause by clause.

use super::common::{check, files, run};

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
fn a_field_set_to_null_says_that_it_is_not_there() {
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
fn transitions_that_cannot_be_told_apart_are_kept_and_added_to() {
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
fn disabled_deletes_wherever_there_is_an_identity() {
    check(
        "
== base.cgml
components:
  component_types: {zone_types: {a: {ordering: lifo}, b: {ordering: fifo}}}
  decks: {d: {type: x}, e: {type: y}}
  zones: [{name: z}, {name: y}]
flow:
  states: {S: {phases: []}, T: {phases: []}}
  transitions: [{from: S, to: T}, {id: k, from: S, to: T}]
rules: [{id: r}, {id: s}]
== game.cgml
inherit: base.cgml
components:
  component_types: {zone_types: {a: {disabled: true}}}
  decks: {d: {disabled: true}}
  zones: [{name: z, disabled: true}]
flow:
  states: {S: {disabled: true}}
  transitions: [{from: S, to: T, disabled: true}]
rules: [{id: r, disabled: true}, {id: s, disabled: false}]
=> components:
  component_types:
    zone_types:
      b:
        ordering: fifo
  decks:
    e:
      type: y
  zones:
    - name: y
flow:
  states:
    T:
      phases: []
  transitions:
    - id: k
      from: S
      to: T
rules:
  - id: s
",
    );
}

#[test]
fn what_is_deleted_and_given_again_is_new() {
    check(
        "
== base.cgml
rules: [{id: a, trigger: t, priority: 1}, {id: b}]
== patch.cgml
rules: [{id: a, disabled: true}]
== game.cgml
imports: [!include base.cgml, !include patch.cgml]
rules: [{id: a, trigger: u}]
=> rules:
  - id: a
    trigger: u
  - id: b
",
    );
}

#[test]
fn disabling_nothing_is_a_warning_unless_it_is_ones_own() {
    check(
        "
== game.cgml
rules:
  - {id: draw, trigger: t}
  - {id: darw, disabled: true}
  - {id: off, trigger: t, effect: [], disabled: true}
  - {id: odd, disabled: perhaps}
=> rules:
  - id: draw
    trigger: t
  - id: odd
! C0023 true
! C0024 perhaps
",
    );
}

#[test]
fn extends_takes_the_fields_that_are_not_given() {
    check(
        "
== base.cgml
rules:
  - {id: a, trigger: t, priority: 1, effect: [{action: A}]}
== game.cgml
inherit: base.cgml
rules:
  - {id: c, extends: b, timing: pre}
  - {id: b, extends: a, priority: 2}
  - {id: a, extends: a, trigger: u}
=> rules:
  - id: a
    trigger: u
    priority: 1
    effect:
      - action: A
  - id: c
    trigger: u
    priority: 2
    effect:
      - action: A
    timing: pre
  - id: b
    trigger: u
    priority: 2
    effect:
      - action: A
",
    );
}

#[test]
fn extends_of_nothing_of_the_disabled_and_in_a_circle() {
    check(
        "
== base.cgml
rules: [{id: gone}, {id: draw}]
== game.cgml
inherit: base.cgml
rules:
  - {id: gone, disabled: true}
  - {id: e1, extends: darw}
  - {id: e2, extends: gone}
  - {id: e3, extends: e3}
  - {id: e4, extends: [draw]}
  - {id: e5, extends: e6, x: 5}
  - {id: e6, extends: e7}
  - {id: e7, extends: e6}
=> rules:
  - id: draw
  - id: e1
  - id: e2
  - id: e3
  - id: e4
  - id: e5
    x: 5
  - id: e6
  - id: e7
! C0025 darw
! C0025 gone
! C0025 e3
! C0025 [draw]
! C0026 e7
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
fn imports_in_order_then_inherit_then_the_document() {
    check(
        "
== one.cgml
meta: {a: 1, b: 1, c: 1, d: 1}
== two.cgml
meta: {b: 2, c: 2, d: 2}
== base.cgml
meta: {c: 3, d: 3}
== game.cgml
meta: {d: 4}
inherit: !inherit 'base.cgml'
imports:
  - !include 'one.cgml'
  - two.cgml
=> meta:
  a: 1
  b: 2
  c: 3
  d: 4
",
    );
}

#[test]
fn a_base_of_two_bases_is_one_layer() {
    check(
        "
== core.cgml
rules: [{id: a, priority: 1}, {id: b, priority: 1}]
== left.cgml
inherit: core.cgml
rules: [{id: a, priority: 2}]
== right.cgml
inherit: core.cgml
rules: [{id: b, priority: 3}]
== game.cgml
imports: [!inherit left.cgml, !inherit right.cgml, !include core.cgml]
=> rules:
  - id: a
    priority: 2
  - id: b
    priority: 3
",
    );
}

#[test]
fn events_and_teams_as_lists_or_maps_and_unknown_sections_by_key() {
    check(
        "
== base.cgml
events: [{name: e, context: x}]
teams: {red: {seats: [0]}}
presentation: {scores: {a: 1}, labels: {b: 2}}
== game.cgml
inherit: base.cgml
events: [{name: f}, {name: e, context: y}]
teams: {blue: {seats: [1]}}
presentation: {scores: {c: 3}}
=> events:
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

#[test]
fn changes_are_told_and_places_kept() {
    let (root, files) = files(
        "
== base.cgml
rules: [{id: a, trigger: t}, {id: b}]
== game.cgml
inherit: base.cgml
rules: [{id: a, priority: 2}, {id: b, disabled: true}]
",
    );
    let run = run(&root, files);
    let merged = run.merged.as_ref().expect("a tree");
    let told: Vec<String> = merged
        .overrides
        .iter()
        .map(|o| format!("{} {} {} {}", o.what, run.sources.slice(o.was), run.sources.slice(o.now), o.deleted))
        .collect();
    assert_eq!(
        told,
        ["rule `a` {id: a, trigger: t} {id: a, priority: 2} false", "rule `b` {id: b} {id: b, disabled: true} true"]
    );
    let rule = &merged.node.get("rules").and_then(|rules| rules.as_seq()).expect("rules")[0];
    let file_of = |field: &str| run.sources.name(rule.get(field).expect("a field").span.file);
    assert_eq!((file_of("trigger"), file_of("priority"), file_of("id")), ("base.cgml", "game.cgml", "game.cgml"));
}
