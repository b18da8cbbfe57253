//! Tests when transitions are taken. Each test plays a match and checks its announcements. They would be different if a
//! cached value missed a change.

use super::rules;
use rulebook_cgml::run::{Cgml, Fact};
use rulebook_kernel::{Hidden, Rng, Rules, Setup, Turn, Viewer};

/// A game for two with four phases. Each phase announces its name before its effect.
fn game(transitions: &str, phases: [&str; 4], more: &str) -> Cgml {
    let mut text = format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Steady, players: {{ min: 2, max: 2 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  zones:
    - {{ name: deck, type: deck, of_deck: cards }}
    - {{ name: table, type: public }}
  variables:
    - {{ name: n, initial_value: 0 }}
    - {{ name: score, scope: per_player, initial_value: 0 }}
    - {{ name: best }}
setup: []
flow:
  initial_state: P
  states: {{ P: {{ phases: [A, B, C, D] }}, Q: {{ phases: [A, B] }}, Over: {{}} }}
  transitions:
{transitions}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
"#
    );
    for (name, effect) in ["A", "B", "C", "D"].iter().zip(phases) {
        text += &format!(
            "  - id: do_{name}\n    trigger: on.phase.{name}\n    effect:\n      - {{ action: ANNOUNCE, text: {name} }}\n"
        );
        text += effect;
    }
    rules(&(text + more))
}

/// A transition to the end under a condition.
fn ends(condition: &str) -> String {
    format!("    - {{ id: end, from: P, to: Over, condition: \"{condition}\" }}")
}

/// The announcements until the match is over or the limit of answers is reached. Every answer is the first move.
fn said(rules: &Cgml, answers: usize) -> String {
    let mut facts: Vec<Fact> = Vec::new();
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("steady"), &mut facts);
    for _ in 0..answers {
        let Some(seat) = rules.turn(&state).seats().lowest() else { break };
        let mut moves = Vec::new();
        rules.moves(&state, seat, &mut moves);
        rules.play(&mut state, seat, &moves[0], &mut facts);
    }
    let told = facts.iter().filter_map(|fact| rules.witness(fact, Viewer::Spectator));
    let text = |fact| match fact {
        Fact::Table(rulebook_table::Fact::Said { text, .. }) => Some(text),
        _ => None,
    };
    let mut texts: Vec<String> = told.filter_map(text).collect();
    if matches!(rules.turn(&state), Turn::Over(_)) {
        texts.push("over".to_owned());
    }
    texts.join(" ")
}

const SET: &str = "      - { action: SET_VARIABLE, path: $.n, value: 2 }\n";
const SCORE: &str = "      - { action: SCORE, player: \"$.players[1]\", points: 1 }\n";
const MOVE: &str = "      - { action: MOVE, from: $.zones.deck, to: $.zones.table }\n";
const TURN: &str = "      - { action: FLIP, target: top($.zones.deck), face: up }\n";
const ASK: &str = "      - { action: REQUEST_INPUT, prompt: Well?, options: \"[1, 2]\", store_as: x }\n";

#[test]
fn a_variable_makes_the_condition_true() {
    for (condition, change) in [("$.n == 2", SET), ("max([$.players[*].score]) > 0", SCORE)] {
        let rules = game(&ends(condition), ["", "", change, ""], "");
        assert_eq!(said(&rules, 0), "A B C over", "{condition}");
    }
}

#[test]
fn a_moved_card_makes_the_condition_true() {
    let up = "exists(top($.zones.deck)) and top($.zones.deck).face == 'up'";
    for (condition, change) in [("count($.zones.table) > 0", MOVE), (up, TURN)] {
        let rules = game(&ends(condition), ["", change, "", ""], "");
        assert_eq!(said(&rules, 0), "A B over", "{condition}");
    }
}

/// A rollback also invalidates memoized expressions.
#[test]
fn a_rollback_invalidates_memoized_values() {
    let best = "{ action: SET_VARIABLE, path: $.best, value: \"max($.zones.table, rank_value($.card))\" }";
    let tried = format!(
        r#"
      - action: TRY
        do: [ {{ action: MOVE, from: $.zones.deck, to: $.zones.table }}, {best}, {{ action: MOVE, from: $.zones.table, count: 2, to: $.zones.deck }} ]
        else: [ {best}, {{ action: ANNOUNCE, text: "{{exists($.best)}}" }} ]
"#
    );
    let rules = game(&ends("count($.zones.table) > 0"), ["", &tried, MOVE, ""], "");
    assert_eq!(said(&rules, 0), "A B no C over");
}

/// A rollback makes the condition false again. The test checks that the next change is noticed.
#[test]
fn a_rollback_makes_the_condition_false_again() {
    let tried = "      - { action: TRY, do: [ { action: SET_VARIABLE, path: $.n, value: 2 }, { action: MOVE, from: $.zones.table, to: $.zones.deck } ], else: [ { action: ANNOUNCE, text: \"{$.n}\" } ] }\n";
    let rolled = "      - { action: SET_VARIABLE, path: $.n, value: 2 }\n      - { action: MOVE, from: $.zones.table, to: $.zones.deck, on_failure: rollback }\n";
    for (effect, words) in [(tried, "A B 0 C over"), (rolled, "A B C over")] {
        let rules = game(&ends("$.n == 2"), ["", effect, SET, ""], "");
        assert_eq!(said(&rules, 0), words);
    }
    // Here the rollback makes another condition (`n` is 0) true again, so the match ends before any player acts.
    let undone = "      - { action: SET_VARIABLE, path: $.n, value: 1 }\n      - { action: MOVE, from: $.zones.table, to: $.zones.deck, on_failure: rollback }\n";
    assert_eq!(said(&game(&ends("$.n == 0"), [undone, "", "", ""], ""), 0), "A over");
}

#[test]
fn an_answer_makes_the_condition_true() {
    let set = format!("{ASK}      - {{ action: SET_VARIABLE, path: $.n, value: ref:x + 1 }}\n");
    let rules = game(&ends("$.n == 2"), ["", &set, "", ""], "");
    assert_eq!(said(&rules, 0), "A B");
    assert_eq!(said(&rules, 1), "A B over");
    // An answer that is only stored does not change the table.
    let kept = ASK.replace("store_as: x", "store_as: x, keep: game");
    let rules = game(&ends("exists(ref:x)"), ["", &kept, "", ""], "");
    assert_eq!(said(&rules, 1), "A B over");
}

/// A kept value makes the condition true, although no card has moved and no variable was set.
#[test]
fn a_kept_value_makes_the_condition_true() {
    let found = "      - { action: SEARCH_ZONE, zone: $.zones.deck, max: 1, store_as: card, keep: game }\n";
    let rules = game(&ends("exists(ref:card)"), ["", "", found, ""], "");
    assert_eq!(said(&rules, 0), "A B C over");
    // A changeable property is not part of the table.
    let marked = "      - { action: SET_PROPERTY, target: top($.zones.deck), property: worn, value: true }\n";
    let rules = game(&ends("top($.zones.deck).properties.worn"), ["", "", marked, ""], "");
    assert_eq!(said(&rules, 0), "A B C over");
}

#[test]
fn another_phase_makes_the_condition_true() {
    let rules = game(&ends("$currentPhase == 'C'"), ["", "", "", ""], "");
    assert_eq!(said(&rules, 0), "A B C over");
}

/// In the second turn, the only difference is the current player. No player was asked yet.
#[test]
fn another_turn_makes_the_condition_true() {
    let ask = ASK.replace("prompt: Well?", "condition: $.turn_index == 0, prompt: Well?");
    for condition in ["$.turn_index == 1", "$.players[current].index == 1", "$currentPlayer == $.players[1]"] {
        let rules = game(&ends(condition), [&ask, "", "", ""], "");
        assert_eq!(said(&rules, 1), "A B C D A over", "{condition}");
    }
    let rules = game(&ends("$.n == 0 and $.turn_index == 1"), [&ask, "", "", ""], "");
    assert_eq!(said(&rules, 1), "A B C D A over");
}

/// The transitions of another state are tested although the table has not changed.
#[test]
fn another_state_has_transitions_of_its_own() {
    let transitions = "    - { id: never, from: P, to: Over, condition: $.n == 1 }\n    - { id: at_once, from: Q, to: Over, condition: $.n == 0 }";
    let go = "      - { action: SET_STATE, state: Q }\n";
    let rules = game(transitions, ["", go, "", ""], "");
    // The first phase of the new state announces its name; then the match ends.
    assert_eq!(said(&rules, 0), "A B A over");
}

/// All transitions of a state are tested, in the order of their priorities.
#[test]
fn other_transitions_are_still_tested() {
    let transitions = "    - { id: never, from: P, to: Over, condition: $.n == 7, priority: 3 }\n    - { id: third, from: P, to: Q, condition: \"$currentPhase == 'C'\", priority: 2 }\n    - { id: last, from: P, to: Over, condition: \"$currentPhase == 'D'\", priority: 1 }\n    - { id: leave, from: Q, to: Over, condition: $.n == 0 }";
    let rules = game(transitions, ["", "", "", ""], "");
    assert_eq!(said(&rules, 0), "A B C A over");
}

/// Changes by listening rules count too. A change by a rule on the end of the turn is noticed after the next phase.
#[test]
fn changes_by_listening_rules_are_noticed() {
    let heard = "  - { id: heard, trigger: on.move, effect: [ { action: SET_VARIABLE, path: $.n, value: 2 } ] }\n";
    let rules = game(&ends("$.n == 2"), ["", MOVE, "", ""], heard);
    assert_eq!(said(&rules, 0), "A B over");
    let ended = "  - { id: ended, trigger: on.turn.end, effect: [ { action: SET_VARIABLE, path: $.n, value: 2 } ] }\n";
    let rules = game(&ends("$.n == 2"), [ASK, "", "", ""], ended);
    assert_eq!(said(&rules, 1), "A B C D A", "the second one is asked in the first phase");
    assert_eq!(said(&rules, 2), "A B C D A over");
}
