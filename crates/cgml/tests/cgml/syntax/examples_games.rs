//! Reads the examples of the language document from section 15 on: comparisons, outcomes, War, common filters.

use super::examples::reads;
use super::*;

#[test]
fn section_15_comparing_ranks() {
    let condition = expr(
        "isGreaterThan:
  - rank_value:
      - top:
          - path: \"$.players[0].zones.pile\"
  - rank_value:
      - top:
          - path: \"$.players[1].zones.pile\"
",
    );
    let string = "rank_value(top($.players[0].zones.pile)) > rank_value(top($.players[1].zones.pile))";
    assert_eq!(condition.clean().to_string(), string);
}

#[test]
fn section_16_outcomes() {
    let outcome = expr("{ winners: [ { path: $currentPlayer } ], reason: \"no cards left\" }").clean();
    assert_eq!(outcome.to_string(), "{winners: [$currentPlayer], reason: 'no cards left'}");
}

#[test]
fn section_20_war() {
    let game = reads(
        "
rules:
  - id: turn_over
    trigger: on.phase.TurnOver
    effect:
      - action: FOR_EACH_PLAYER
        order: simultaneous
        do:
          - action: MOVE
            from:
              top:
                - path: \"$.players[$player].zones.own_stock\"
            to:
              path: \"$.players[$player].zones.pile\"
  - id: first_takes
    trigger: on.phase.Compare
    condition:
      isGreaterThan:
        - rank_value:
            - top:
                - path: \"$.players[0].zones.pile\"
        - rank_value:
            - top:
                - path: \"$.players[1].zones.pile\"
    effect:
      - action: MOVE_ALL
        from:
          path: \"$.players[0].zones.pile\"
        to:
          path: \"$.players[0].zones.won\"
      - action: MOVE_ALL
        from:
          path: \"$.players[1].zones.pile\"
        to:
          path: \"$.players[0].zones.won\"
",
    );
    assert_eq!(game.rules.len(), 2);
}

#[test]
fn appendix_b_filters() {
    for (nested, string) in [
        ("isEqual:\n  - path: \"$.card.properties.rank\"\n  - value: \"K\"", "$.card.properties.rank == 'K'"),
        (
            "isEqual:\n  - path: \"$.card.properties.suit\"\n  - path: \"$.trick.led\"",
            "$.card.properties.suit == $.trick.led",
        ),
        (
            "isEqual:
  - rank_value:
      - path: \"$.card\"
  - max:
      - list:
          - rank_value:
              - all:
                  - path: \"$.zone\"
",
            "rank_value($.card) == max([rank_value(all($.zone))])",
        ),
    ] {
        assert_eq!(expr(nested).clean().to_string(), string);
    }
}
