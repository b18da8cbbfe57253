//! Tests the values of expressions at run time, read from a scoreboard.

use super::Compiled;
use rulebook_cgml::run::Cgml;
use rulebook_kernel::{Digest, Hidden, Rng, Rules, Setup, Viewer};
use rulebook_matches::Staged;

/// The test game: four players in two teams, five cards each from an unshuffled pack.
fn game(columns: &[&str]) -> String {
    let columns: String =
        columns.iter().map(|value| format!("        - {{ name: c, value: \"{value}\" }}\n")).collect();
    format!(
        "cgml_version: \"1.3\"
meta: {{ name: Test, players: {{ min: 4, max: 4 }} }}
imports: [ !include standard_52 ]
components:
  decks: {{ pack: {{ type: standard_52 }} }}
  zones:
    - {{ name: stock, type: public, of_deck: pack }}
    - {{ name: open, type: public, per_player: true }}
  teams:
    - {{ name: odd, seats: [0, 2] }}
    - {{ name: even, seats: [1, 3] }}
  events:
    - {{ name: bonus, context: [who, points] }}
  variables:
    - {{ name: score, scope: per_player, initial_value: 0 }}
    - {{ name: chips, scope: per_team, initial_value: 10 }}
    - {{ name: best, scope: per_player, initial_value: null }}
    - {{ name: seen, scope: per_player, initial_value: [] }}
    - {{ name: trick, initial_value: {{ value: {{ suit: null, size: 0 }} }} }}
    - {{ name: held, scope: per_player, computed: true, expression: \"count($.player.zones.open)\" }}
setup:
  - {{ action: DEAL_ROUND_ROBIN, from: $.zones.stock, to: \"$.players[*].zones.open\", count: 5 }}
  - action: FOR_EACH_PLAYER
    order: clockwise
    do:
      - {{ action: SET_VARIABLE, path: \"$.players[$player].best\", value: \"max($.players[$player].zones.open, rank_value($.card))\" }}
      - {{ action: SET_VARIABLE, path: \"$.players[$player].seen\", value: \"map($.players[$player].zones.open, $.card.properties.rank)\" }}
      - {{ action: SCORE, player: $player, points: \"$player.index * 10\" }}
  - {{ action: INCREMENT, path: \"$.players[1].chips\", by: 5 }}
  - {{ action: SET_VARIABLE, path: $.trick, value: {{ record: {{ suit: \"top($.players[0].zones.open).properties.suit\", size: 4 }} }} }}
flow:
  states: {{ Play: {{ phases: [Go] }}, Over: {{ phases: [] }} }}
  initial_state: Play
  transitions: [ {{ from: Play, to: Over, condition: \"$.trick.size == 99\" }} ]
  win_condition: {{ evaluator: \"max($.players, $.player.score)\" }}
rules:
  - id: give
    trigger: on.phase.Go
    once_per: game
    effect:
      - {{ action: EMIT, event: bonus, with: {{ who: \"$.players[2]\", points: 7 }} }}
      - {{ action: REQUEST_INPUT, options: {{ type: yes_no }}, store_as: ok, keep: game }}
  - id: take
    trigger: on.bonus
    effect: [ {{ action: SCORE, player: $.who, points: $.points }} ]
presentation:
  scoreboards:
    - title: Test
      columns:
{columns}"
    )
}

/// The cells of each player.
#[track_caller]
fn rows(columns: &[&str]) -> Vec<Vec<String>> {
    let programs = Compiled::of(&game(columns)).fine();
    let rules = Cgml::new("test", "Test", Digest::of_bytes(b""), programs);
    let state = rules.start(&Setup::seats(4), Rng::seeded("1"), &mut ());
    let scene = rules.scene(&rules.view(&state, Viewer::God));
    scene.scoreboards[0].rows.iter().map(|row| row[1..].to_vec()).collect()
}

/// Shared values are shown once, one on each line.
#[test]
fn a_board_of_the_table() {
    let text =
        game(&["$.trick.size", "count($.players)"]).replace("- title: Test\n", "- title: Test\n      rows: table\n");
    let rules = Cgml::new("test", "Test", Digest::of_bytes(b""), Compiled::of(&text).fine());
    let state = rules.start(&Setup::seats(4), Rng::seeded("1"), &mut ());
    let scene = rules.scene(&rules.view(&state, Viewer::Spectator));
    let board = &scene.scoreboards[0];
    assert_eq!((board.columns.concat(), board.rows.len()), (String::new(), 2));
    assert_eq!((board.rows[1].len(), board.rows[1][1].as_str()), (2, "4"));
}

/// The cell of each player for this value.
#[track_caller]
fn cells(value: &str) -> Vec<String> {
    rows(&[value]).into_iter().map(|mut row| row.remove(0)).collect()
}

#[test]
fn variables_of_players_teams_and_records() {
    assert_eq!(cells("$.player.score"), ["0", "10", "27", "30"], "the bonus is in");
    assert_eq!(cells("$.player.chips"), ["10", "15", "10", "15"]);
    assert_eq!(cells("$.trick.size + count($.player.seen)"), ["9"; 4]);
    assert_eq!(cells("$.player.held * 2"), ["10"; 4]);
    assert_eq!(cells("sum($.players[*].score)"), ["67"; 4]);
    assert_eq!(
        cells(
            "$.player.best.properties.rank == first(sort_by($.player.zones.open, -rank_value($.card))).properties.rank"
        ),
        ["yes"; 4]
    );
}

#[test]
fn players_and_teams() {
    assert_eq!(cells("count($.players[team=odd])"), ["2"; 4]);
    assert_eq!(cells("$.player.team == 'odd'"), ["yes", "no", "yes", "no"]);
    assert_eq!(cells("$.player == 'p3'"), ["no", "no", "yes", "no"]);
    assert_eq!(cells("max($.players, $.player.score)"), ["p4"; 4], "the inner player is another");
    assert_eq!(cells("count(filter($.players, $.player.score > 5))"), ["3"; 4]);
}

#[test]
fn lists_bindings_and_groups() {
    assert_eq!(
        cells("let high = filter($.player.zones.open, rank_value($.card) > 6); count(ref:high) + count(ref:high)"),
        cells("2 * count(filter($.player.zones.open, rank_value($.card) > 6))")
    );
    assert_eq!(cells("let n = count($.player.zones.open), m = ref:n + 1; ref:n * ref:m"), ["30"; 4]);
    assert_eq!(
        cells("count(group_by($.player.zones.open, $.card.properties.suit))"),
        cells("count(distinct($.player.zones.open[*].properties.suit))")
    );
    let largest = "max(group_by($.player.zones.open, $.card.properties.suit), ref:item.count).count";
    let counted = "max(map(['S', 'H', 'D', 'C'], let s = ref:item; count(filter($.player.zones.open, $.card.properties.suit == ref:s))))";
    assert_eq!(cells(largest), cells(counted));
    assert_eq!(cells("sum(range(1, 5))"), ["10"; 4]);
    assert_eq!(cells("index_of([4, 5, 6], 6) + len('four')"), ["6"; 4]);
    assert_eq!(cells("if 2 in [1, 2] and 10 in ['9', '10'] then 'in' else 'out'"), ["in"; 4]);
}

#[test]
fn a_missing_value_equals_nothing() {
    assert_eq!(cells("exists(first([1], ref:item > 5))"), ["no"; 4]);
    assert_eq!(cells("first([1], ref:item > 5) == first([1], ref:item > 6)"), ["no"; 4]);
    assert_eq!(cells("first([1], ref:item > 5) != 3"), ["no"; 4]);
    assert_eq!(cells("not (first([1], ref:item > 5) > 3)"), ["yes"; 4]);
}

#[test]
fn every_form_of_a_test_on_cards_counts_the_same() {
    let count = |test: &str| cells(&format!("count(filter($.player.zones.open, {test}))"));
    let suit = "$.card.properties.suit";
    assert_eq!(count(&format!("{suit} == 'H' or {suit} == 'D'")), count(&format!("not ({suit} in ['S', 'C'])")));
    assert_eq!(count(&format!("{suit} != $.trick.suit")), count(&format!("not ({suit} == $.trick.suit)")));
    assert_eq!(count("$.card.owner == $.player and rank_value($.card) > 3"), count("rank_value($.card) >= 4"));
    assert_eq!(count("$.trick.size == 4 and $.card.id == top($.zone).id"), ["1"; 4]);
}
