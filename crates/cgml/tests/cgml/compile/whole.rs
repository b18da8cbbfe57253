//! Builds a complete document around a few actions.

use super::Compiled;
use rulebook_cgml::code::Op;

/// A whole document from its rules.
pub fn game(rules: &str) -> String {
    format!(
        "cgml_version: \"1.3\"
meta: {{ name: Test, players: {{ min: 2, max: 2 }} }}
imports: [ !include standard_52 ]
components:
  decks:
    pack: {{ type: standard_52 }}
  zones:
    - {{ name: stock, type: deck, of_deck: pack }}
    - {{ name: hand, type: hand, per_player: true }}
    - {{ name: own, type: {{ ordering: lifo, default_face: down, visibility: {{ all: count_only }} }}, per_player: true }}
    - {{ name: pile, type: public, per_player: true, role: play }}
    - {{ name: won, type: public, per_player: true }}
    - {{ name: discard, type: discard, per_player: true }}
  teams:
    - {{ name: red, seats: [0] }}
  variables:
    - {{ name: score, scope: per_player, initial_value: 0 }}
    - {{ name: active, scope: per_player, initial_value: true }}
    - {{ name: count, initial_value: 0 }}
    - {{ name: flag, initial_value: false }}
    - {{ name: symbol, initial_value: A }}
    - {{ name: chosen, initial_value: null }}
    - {{ name: trick, initial_value: {{ value: {{ suit: H }} }} }}
setup:
  - {{ action: SET_VARIABLE, path: $.chosen, value: \"$.players[0]\" }}
flow:
  states:
    Round: {{ phases: [Play, End] }}
    Over: {{ phases: [] }}
  initial_state: Round
  transitions:
    - {{ from: Round, to: Over, condition: \"count($.zones.stock) == 0\" }}
  win_condition:
    evaluator: $currentPlayer
{rules}"
    )
}

/// A rule on the phase `Play` with these keys and actions.
pub fn rule(keys: &str, actions: &str) -> String {
    let indented: String = actions.lines().map(|line| format!("      {line}\n")).collect();
    format!("rules:\n  - id: test\n    trigger: on.phase.Play\n{keys}    effect:\n{indented}")
}

/// The compiled instructions of some actions, without `Op::End`.
#[track_caller]
pub fn act(actions: &str) -> Vec<Op> {
    let mut programs = Compiled::of(&game(&rule("", actions))).fine();
    let mut code = programs.remove(0).rules.remove(0).unit.code;
    assert!(matches!(code.pop().map(|step| step.op), Some(Op::End)));
    code.into_iter().map(|step| step.op).collect()
}

/// The only instruction of an action.
#[track_caller]
pub fn the_op(action: &str) -> Op {
    let mut ops = act(action);
    assert_eq!(ops.len(), 1, "{ops:?}");
    ops.remove(0)
}

/// The instructions, one for each action.
#[track_caller]
pub fn the_ops(actions: &str) -> Vec<Op> {
    let ops = act(actions);
    assert_eq!(ops.len(), actions.lines().filter(|line| line.starts_with("- ")).count(), "{ops:?}");
    ops
}
