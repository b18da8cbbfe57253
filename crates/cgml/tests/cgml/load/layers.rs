//! Tests CGML 5.1 over several files: deletions, extensions, and the order of layers.

use super::common::{check, files, run};

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
fn a_deleted_entry_that_is_given_again_is_new() {
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
fn merged_changes_are_noted_and_entries_keep_their_places() {
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
