//! Reads the examples of section 13 of the language document: actions.

use super::examples::acts;

#[test]
fn section_13_1_movement() {
    let verbs = acts(
        "
- action: MOVE
  from:
    path: \"$.players[0].zones.hand\"
  to:
    path: \"$.players[0].zones.pile\"
  count: 1
  filter:
    isEqual:
      - path: \"$.card.properties.rank\"
      - value: \"K\"
- action: MOVE_ALL
  from:
    path: \"$.players[1].zones.pile\"
  to:
    path: \"$.players[0].zones.won\"
- action: DEAL
  from:
    path: \"$.zones.stock\"
  to:
    path: \"$.players[0].zones.hand\"
  count: 7
- action: DEAL_ROUND_ROBIN
  from:
    path: \"$.zones.stock\"
  to:
    path: \"$.players[*].zones.hand\"
  count: 1
  order: clockwise
- action: DEAL_ALL
  from:
    path: \"$.zones.stock\"
  to:
    path: \"$.players[*].zones.own_stock\"
",
    );
    assert_eq!(verbs, ["MOVE", "MOVE_ALL", "DEAL", "DEAL_ROUND_ROBIN", "DEAL_ALL"]);
}

#[test]
fn section_13_2_visibility() {
    let verbs = acts(
        "
- action: REVEAL
  target:
    all:
      - path: \"$.players[*].zones.pile\"
  to: all
- action: CONCEAL
  target:
    path: \"$.players[opponent].zones.hand\"
  from: others
- action: FLIP
  target:
    top:
      - path: \"$.players[current].zones.pile\"
- action: PEEK
  players: [current]
  target:
    top:
      - path: \"$.players[opponent].zones.stock\"
- action: LOOK
  player: current
  target:
    path: \"$.players[current].zones.waste\"
",
    );
    assert_eq!(verbs, ["REVEAL", "CONCEAL", "FLIP", "PEEK", "LOOK"]);
}

#[test]
fn section_13_3_search_chance_and_order() {
    let verbs = acts(
        "
- action: SHUFFLE
  target:
    path: \"$.players[current].zones.stock\"
- action: REORDER
  target:
    path: \"$.players[current].zones.waste\"
  by: top
- action: CHOOSE_RANDOM
  from:
    path: \"$.players[current].zones.hand\"
  count: 1
  store_as: blind_pick
- action: SEARCH_ZONE
  zone:
    path: \"$.players[current].zones.stock\"
  filter:
    isEqual:
      - path: \"$.card.properties.rank\"
      - value: \"K\"
  max: 1
  store_as: king
- action: MILL
  from:
    path: \"$.players[opponent].zones.stock\"
  to:
    path: \"$.players[opponent].zones.waste\"
  count: 2
- action: REVEAL_MATCHING
  from:
    path: \"$.players[current].zones.hand\"
  filter:
    isEqual:
      - path: \"$.card.properties.suit\"
      - value: \"D\"
",
    );
    assert_eq!(verbs, ["SHUFFLE", "REORDER", "CHOOSE_RANDOM", "SEARCH_ZONE", "MILL", "REVEAL_MATCHING"]);
}

#[test]
fn section_13_4_and_5_variables_state_and_flow() {
    let verbs = acts(
        "
- action: SET_VARIABLE
  path:
    path: \"$.players[current].points\"
  value:
    add:
      - path: \"$.players[current].points\"
      - value: 1
- action: INCREMENT
  path:
    path: \"$.rounds\"
  by: 1
- action: SET_STATE
  state: Done
- action: SET_PHASE
  phase: Tidy
- action: SKIP_TURN
  player: current
- action: EXTRA_TURN
  player: current
- action: REVERSE_ORDER
- action: INSERT_PHASE
  after: Lay
  phase: Encore
- action: REMOVE_PHASE
  name: Encore
",
    );
    assert_eq!(verbs.len(), 9);
}

#[test]
fn section_13_6_and_8_asking() {
    acts(
        "
- action: REQUEST_INPUT
  player: current
  prompt: \"Name a rank\"
  options:
    value: [\"7\",\"8\",\"9\",\"10\",\"J\",\"Q\",\"K\",\"A\"]
  multiselect: false
  store_as: named
- action: REQUEST_INPUT
  player: current
  prompt: \"Name a rank that you hold\"
  options:
    distinct:
      - path: \"$.players[current].zones.hand[*].properties.rank\"
  filter:
    isGreaterThan:
      - path: \"$.someThing\"
      - value: 2
",
    );
}

#[test]
fn section_13_7_control() {
    let verbs = acts(
        "
- action: FOR_EACH_PLAYER
  order: simultaneous
  players:
    path: \"$.players[*]\"
  do:
    - action: MOVE
      from:
        top:
          - path: \"$.players[$player].zones.own_stock\"
      to:
        path: \"$.players[$player].zones.pile\"
- action: FOR_EACH
  in:
    path: \"$.players[current].zones.hand[*].properties.rank\"
  do:
    - action: MOVE
      from:
        path: \"$.players[current].zones.hand\"
      to:
        path: \"$.players[current].zones.sets\"
      filter:
        isEqual:
          - path: \"$.card.properties.rank\"
          - ref: item
- action: PARALLEL
  wait: all
  do:
    - action: MOVE
      from:
        path: \"$.players[0].zones.pile\"
      to:
        path: \"$.players[0].zones.won\"
    - action: MOVE
      from:
        path: \"$.players[1].zones.pile\"
      to:
        path: \"$.players[0].zones.won\"
- action: IF
  condition:
    canPerform:
      - action: MOVE
        from:
          top:
            - path: \"$.players[current].zones.stock\"
        to:
          path: \"$.players[current].zones.pile\"
  then:
    - action: MOVE
      from:
        top:
          - path: \"$.players[current].zones.stock\"
      to:
        path: \"$.players[current].zones.pile\"
  else:
    - action: SET_STATE
      state: Done
",
    );
    assert_eq!(verbs, ["FOR_EACH_PLAYER", "FOR_EACH", "PARALLEL", "IF"]);
}
