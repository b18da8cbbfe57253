//! Compiles the examples of the language document, rewritten with names of our own. Most examples must compile,
//! and many tests also check the compiled code.

use super::Compiled;
use super::whole::{act, game, rule, the_op, the_ops};
use rulebook_cgml::code::{Cards, Change, Expr, Kept, Kind, Op, OrderBy, Quantifier, Sight, Test, Win};

#[test]
fn section_6_paths_lead_to_players() {
    for path in ["$.players[by_id=p2]", "$.players[current]", "$.players[opponent]", "$.players[1]", "$currentPlayer"] {
        let op = the_op(&format!("- {{ action: SET_VARIABLE, path: $.chosen, value: {{ path: \"{path}\" }} }}"));
        assert!(matches!(op, Op::Set(..)), "{path}: {op:?}");
    }
    act("- { action: SKIP_TURN, player: \"$.players[team=red]\" }");
}

#[test]
fn section_6_functions_in_both_forms() {
    for condition in [
        "exists(top($.zones.stock))",
        "count(all($.zones.stock)) == 3",
        "exists: [ { bottom: [ { path: $.zones.stock } ] } ]",
        "isEqual: [ { owner: [ { top: [ { path: '$.players[0].zones.hand' } ] } ] }, { value: p1 } ]",
        "rank(top($.zones.stock)) == 10",
        "rank_value(top($.zones.stock)) == rank_value('K')",
        "rank_value: [ { value: 9 } ]\n",
    ] {
        let text = match condition.contains(": ") {
            true => format!("    condition: {{ {condition} }}\n"),
            false => format!("    condition: \"{condition}\"\n"),
        };
        let compiled = Compiled::of(&game(&rule(&text, "- { action: REVERSE_ORDER }")));
        // A number is not a condition, so this example gives an error.
        let wrong = condition.starts_with("rank_value:");
        assert_eq!(compiled.diags.has_errors(), wrong, "{}", compiled.report());
    }
}

#[test]
fn section_6_placeholders() {
    let ops = act("
- { action: REQUEST_INPUT, options: { path: \"$.players[opponent]\" }, store_as: victim }
- action: MOVE
  from: { path: \"$.players[by_id=ref:victim].zones.hand\" }
  to: { path: \"$.players[current].zones.hand\" }
");
    let Op::Move { cards, .. } = &ops[1] else { panic!("{ops:?}") };
    let Cards::Zone(zone) = &cards.from else { panic!("{cards:?}") };
    let Expr::ZoneOf(_, seat) = &**zone else { panic!("{zone:?}") };
    assert!(matches!(**seat, Expr::Slot(_)), "the answer is the seat");
}

#[test]
fn section_6_lists_of_top_cards() {
    act("
- action: SET_VARIABLE
  path: $.count
  value:
    max:
      - list:
          - rank_value: [ { path: \"$.players[0].zones.pile.top_card\" } ]
          - rank_value: [ { path: \"$.players[1].zones.pile.top_card\" } ]
");
}

#[test]
fn section_10_a_rule_with_everything() {
    let text = game(
        "rules:
  - id: everything
    trigger: on.phase.Play
    timing: pre
    priority: 3
    once_per: phase
    enabled_when:
      isEqual: [ { path: \"$.players[current].active\" }, { value: true } ]
    condition:
      and:
        - exists: [ { path: \"$.players[current].zones.hand\" } ]
        - isGreaterThan: [ { count: [ { path: \"$.players[current].zones.hand\" } ] }, { value: 0 } ]
    effect:
      - action: MOVE
        from: { top: [ { path: \"$.players[current].zones.hand\" } ] }
        to: { path: \"$.players[current].zones.pile\" }
    on_failure: rollback
    store_as: moved
",
    );
    let programs = Compiled::of(&text).fine();
    let rule = &programs[0].rules[0];
    assert!(matches!(&rule.when, Some(Expr::And(parts)) if parts.len() == 2));
    assert!(rule.once.is_some() && rule.unit.rollback);
    assert!(matches!(rule.unit.code[0].op, Op::Fired(0)));
    assert!(matches!(rule.unit.code[1].op, Op::Move { result: Kept::One(_), .. }));
    let heard = &programs[0].flow.phases.iter().find(|phase| !phase.rules.is_empty()).expect("the phase").rules;
    assert_eq!((heard.pre.len(), heard.post.len()), (1, 0));
}

#[test]
fn section_10_contexts_of_events() {
    for (trigger, condition) in [
        ("on.draw", "$.card.properties.rank == 'K' and $.player == $currentPlayer and $.from == $.zones.stock"),
        ("on.move", "$.to == $.zones.stock and owner($.card) == $.player"),
        ("on.play", "$.zone == $.players[current].zones.hand and $.card.face == 'up'"),
        ("on.discard", "exists($.card) and exists($.from) and exists($.to) and exists($.player)"),
        ("on.phase.Play", "$.phase == 'Play' and $.player == $currentPlayer and $.state == 'Round'"),
        ("on.state.enter.Over", "$.state == 'Over'"),
        ("on.state.exit.Round", "$.state == 'Round'"),
        ("on.turn.begin", "$.turn_index > 3 and $.player == 'p1'"),
        ("on.turn.end", "$player == $currentPlayer"),
    ] {
        let text = format!(
            "rules:\n  - id: a\n    trigger: {trigger}\n    condition: \"{condition}\"\n    effect: [ {{ action: REVERSE_ORDER }} ]\n"
        );
        let programs = Compiled::of(&game(&text)).fine();
        assert!(!programs[0].rules[0].unit.context.is_empty(), "{trigger}");
    }
}

#[test]
fn section_12_operators() {
    for (value, variable) in [
        ("add: [ 1, 2 ]", "count"),
        ("sub: [ { path: $.count }, 2 ]", "count"),
        ("mul: [ 2, 3 ]", "count"),
        ("div: [ 7, 2 ]", "count"),
        ("mod: [ 7, 2 ]", "count"),
        ("sum: [ 1, 2, 3 ]", "count"),
        ("avg: [ 1, 2, 3 ]", "count"),
        ("len: [ { value: [1, 2] } ]", "count"),
        ("len: [ { value: word } ]", "count"),
        ("max: [ { list: [ 1, 2 ] } ]", "count"),
        ("min: [ { list: [ 1, 2 ] } ]", "count"),
        (
            "any: [ { path: \"$.players[current].zones.hand\" }, { isEqual: [ { path: $.card.properties.suit }, S ] } ]",
            "flag",
        ),
        ("all: [ { list: [ true, false ] } ]", "flag"),
        ("contains: [ { value: [A, B] }, { value: A } ]", "flag"),
        ("in: [ { value: A }, { value: [A, B] } ]", "flag"),
        ("not: [ { exists: [ { path: $.chosen } ] } ]", "flag"),
    ] {
        let value = value.replace(", S ]", ", { value: S } ]");
        act(&format!("- {{ action: SET_VARIABLE, path: $.{variable}, value: {{ {value} }} }}"));
    }
}

#[test]
fn section_12_groups() {
    let ops = act("
- action: FOR_EACH
  in: { group_by: [ { path: \"$.players[current].zones.hand\" }, { path: $.card.properties.rank } ] }
  do:
    - action: IF
      condition: \"count(ref:item.items) == 4 and ref:item.key != 'A'\"
      then:
        - { action: MOVE_ALL, from: ref:item.cards, to: \"$.players[current].zones.won\" }
");
    assert!(matches!(ops[0], Op::Loop(..)), "{ops:?}");
    let moved = ops.iter().find_map(|op| match op {
        Op::Move { cards, .. } => Some(&cards.from),
        _ => None,
    });
    assert!(matches!(moved, Some(Cards::Filter(_, Test::ByValue(..)))), "{moved:?}");
}

#[test]
fn section_13_1_movement() {
    let one = the_op(
        "- { action: MOVE, from: \"$.players[0].zones.hand\", to: \"$.players[0].zones.pile\", count: 1, filter: \"$.card.properties.rank == 'A'\" }",
    );
    let Op::Move { cards, .. } = one else { panic!("{one:?}") };
    assert_eq!((cards.count, cards.needs_some), (Some(Expr::Const(1)), true));
    assert!(
        matches!(cards.from, Cards::Filter(_, Test::Mask(mask)) if mask.iter().map(|w| w.count_ones()).sum::<u32>() == 4)
    );
    let all = the_op("- { action: MOVE_ALL, from: \"$.players[1].zones.pile\", to: \"$.players[0].zones.won\" }");
    assert!(matches!(all, Op::Move { cards, .. } if !cards.needs_some && cards.count.is_none()));
    for deal in [
        "- { action: DEAL, from: $.zones.stock, to: \"$.players[0].zones.hand\", count: 5 }",
        "- { action: DEAL, from: $.zones.stock, to: \"$.players[0]\", count: 5 }",
        "- { action: DEAL_ROUND_ROBIN, from: $.zones.stock, to: \"$.players[*].zones.hand\", count: 1, order: clockwise }",
        "- { action: DEAL_ALL, from: $.zones.stock, to: \"$.players[*].zones.own\" }",
        "- { action: DRAW, count: 2 }",
        "- { action: MILL, from: \"$.players[opponent].zones.own\", to: \"$.players[opponent].zones.discard\", count: 2 }",
    ] {
        assert!(matches!(the_op(deal), Op::Deal { .. }), "{deal}");
    }
}

#[test]
fn section_13_2_sight() {
    let sights = the_ops(
        "
- action: REVEAL
  target: { all: [ { path: \"$.players[*].zones.pile\" } ] }
  to: all
- action: CONCEAL
  target: { path: \"$.players[opponent].zones.hand\" }
  from: others
- action: FLIP
  target: { top: [ { path: \"$.players[current].zones.pile\" } ] }
- action: PEEK
  players: [current]
  target: { top: [ { path: \"$.players[opponent].zones.own\" } ] }
- action: LOOK
  player: current
  target: { path: \"$.players[current].zones.discard\" }
- action: REVEAL_MATCHING
  from: { path: \"$.players[current].zones.hand\" }
  filter: { isEqual: [ { path: \"$.card.properties.suit\" }, { value: D } ] }
",
    );
    let kinds: Vec<Option<Sight>> = sights
        .iter()
        .map(|op| match op {
            Op::Sight(sight, ..) => Some(*sight),
            _ => None,
        })
        .collect();
    let wanted =
        [Some(Sight::Reveal), Some(Sight::Conceal), None, Some(Sight::Peek), Some(Sight::Look), Some(Sight::Reveal)];
    assert_eq!(kinds, wanted);
    assert!(matches!(sights[2], Op::Turn(_, None)));
}

#[test]
fn section_13_3_search_and_order() {
    let ops = the_ops(
        "
- { action: SHUFFLE, target: \"$.players[current].zones.own\" }
- { action: REORDER, target: \"$.players[current].zones.discard\", by: top }
- { action: REORDER, target: \"$.players[current].zones.discard\", by: \"rank_value($.card)\", order: descending }
- { action: CHOOSE_RANDOM, from: \"$.players[current].zones.hand\", count: 1, store_as: random_card }
- action: SEARCH_ZONE
  zone: { path: \"$.players[current].zones.own\" }
  filter: { isEqual: [ { path: \"$.card.properties.rank\" }, { value: Q } ] }
  max: 1
  store_as: found
",
    );
    assert!(matches!(ops[0], Op::Shuffle(_)));
    assert!(matches!(ops[1], Op::Reorder(_, OrderBy::Top(_))));
    assert!(matches!(ops[2], Op::Reorder(_, OrderBy::Key { descending: true, .. })));
    assert!(matches!(ops[3], Op::Random { result: Kept::One(_), .. }));
    assert!(matches!(&ops[4], Op::Set(_, Expr::LastOf(_))));
}

#[test]
fn section_13_4_and_5_state_and_flow() {
    let ops = the_ops(
        "
- action: SET_VARIABLE
  path: { path: \"$.players[current].score\" }
  value: { add: [ { path: \"$.players[current].score\" }, { value: 1 } ] }
- { action: INCREMENT, path: { path: $.count }, by: 1 }
- { action: SET_STATE, state: Over }
- { action: SET_PHASE, phase: End }
- { action: SKIP_TURN, player: current }
- { action: EXTRA_TURN, player: current }
- { action: REVERSE_ORDER }
- { action: INSERT_PHASE, after: Play, phase: Bonus }
- { action: REMOVE_PHASE, name: Bonus }
",
    );
    assert!(matches!(ops[0], Op::Set(..)) && matches!(ops[1], Op::Add(..)));
    let changes: Vec<&Change> = ops
        .iter()
        .filter_map(|op| match op {
            Op::Flow(change) => Some(change),
            _ => None,
        })
        .collect();
    assert_eq!(changes.len(), 7);
    assert!(matches!(changes[5], Change::Insert { after: Some(_), for_ever: false, .. }));
}

#[test]
fn section_13_6_and_8_input() {
    let ops = act("
- action: REQUEST_INPUT
  player: current
  prompt: \"Which?\"
  options: { value: [\"9\", \"10\", J, Q] }
  multiselect: false
  store_as: wanted
- action: REQUEST_INPUT
  options:
    distinct: [ { path: \"$.players[current].zones.hand[*].properties.rank\" } ]
  filter: { isGreaterThan: [ { path: $.count }, { value: 2 } ] }
- { action: SET_VARIABLE, path: $.symbol, value: { ref: wanted } }
");
    let Op::Ask(ask) = &ops[0] else { panic!("{ops:?}") };
    assert!(ask.prompt.is_some() && ask.many.is_none());
    assert!(matches!(ask.options, rulebook_cgml::code::Options::Values(_, Kind::Text)));
}

#[test]
fn section_13_7_control() {
    let ops = act(
        "
- action: FOR_EACH_PLAYER
  order: simultaneous
  players: { path: \"$.players[*]\" }
  do:
    - action: MOVE
      from: { top: [ { path: \"$.players[$player].zones.own\" } ] }
      to: { path: \"$.players[$player].zones.pile\" }
- action: FOR_EACH
  in: { path: \"$.players[current].zones.hand[*].properties.rank\" }
  do:
    - action: MOVE
      from: { path: \"$.players[current].zones.hand\" }
      to: { path: \"$.players[current].zones.won\" }
      filter: { isEqual: [ { path: $.card.properties.rank }, { ref: item } ] }
- action: PARALLEL
  wait: all
  do:
    - { action: MOVE, from: \"$.players[0].zones.pile\", to: \"$.players[0].zones.won\" }
    - { action: MOVE, from: \"$.players[1].zones.pile\", to: \"$.players[0].zones.won\" }
- action: IF
  condition:
    canPerform:
      - action: MOVE
        from: { top: [ { path: \"$.players[current].zones.own\" } ] }
        to: { path: \"$.players[current].zones.pile\" }
  then:
    - { action: MOVE, from: { top: [ { path: \"$.players[current].zones.own\" } ] }, to: \"$.players[current].zones.pile\" }
  else:
    - { action: SET_STATE, state: Over }
",
    );
    assert!(matches!(ops[0], Op::Lanes { end: 3, .. }));
    assert!(ops.iter().any(|op| matches!(op, Op::Branch(Expr::CanDo(_), _))));
}

#[test]
fn section_14_fields_of_cards_and_zones() {
    for condition in [
        "top($.zones.stock).face == 'down'",
        "top($.zones.stock).id == 'QS'",
        "$.zones.stock.card_count == 3",
        "$.zones.stock.ordering == 'shuffled'",
        "$.zones.stock.visibility == 'count_only'",
        "$.zones.stock.default_face == 'down'",
        "not $.zones.stock.allows_reorder",
    ] {
        let text = rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }");
        Compiled::of(&game(&text)).fine();
    }
}

#[test]
fn section_16_evaluators() {
    let win = |evaluator: &str| {
        let text =
            game("rules: []\n").replace("    evaluator: $currentPlayer\n", &format!("    evaluator: {evaluator}\n"));
        Compiled::of(&text).fine().remove(0).flow.win.expect("a win condition")
    };
    assert!(matches!(win("$currentPlayer"), Win::Winners(..)));
    assert!(matches!(win("\"sort_by($.players, $.player.score)\""), Win::Ranking(..)));
    assert!(matches!(win("{ winners: [ { path: $currentPlayer } ], reason: none left }"), Win::Winners(_, Some(_))));
    assert!(matches!(win("{ max: [ { list: [ 3, 4 ] } ] }"), Win::ByNumber { least: false, .. }));
    assert!(matches!(win("\"min($.players[*].score)\""), Win::ByNumber { least: true, .. }));
}

#[test]
fn appendix_b_the_highest_of_a_zone() {
    let op = the_op(
        "
- action: MOVE
  from: { path: $.zones.stock }
  to: { path: \"$.players[0].zones.hand\" }
  filter:
    isEqual:
      - rank_value: [ { path: $.card } ]
      - max: [ { list: [ { rank_value: [ { all: [ { path: $.zone } ] } ] } ] } ]
",
    );
    // The compiled code computes the highest rank once. This rank selects a precomputed mask of cards.
    assert!(matches!(op, Op::Move { cards, .. } if matches!(cards.from, Cards::Filter(_, Test::ByValue(..)))));
    act(
        "- { action: MOVE, from: $.zones.stock, to: \"$.players[0].zones.hand\", filter: \"$.card.properties.suit == $.trick.suit\" }",
    );
}

#[test]
fn quantifiers_over_players() {
    let text =
        rule("    condition: \"all($.players, count($.player.zones.hand) == 0)\"\n", "- { action: REVERSE_ORDER }");
    let programs = Compiled::of(&game(&text)).fine();
    assert!(matches!(programs[0].rules[0].when, Some(Expr::Quantified(Quantifier::All, ..))));
}

#[test]
fn a_value_stored_in_one_round_of_a_loop_is_gone_in_the_next() {
    let ops = act("
- action: FOR_EACH_PLAYER
  order: clockwise
  do:
    - { action: DRAW, player: $player, store_as: drawn, on_failure: continue }
    - { action: PLAY, player: $player, card: ref:drawn, condition: exists(ref:drawn) }
");
    let Some(Op::Deal { result: Kept::One(drawn), .. }) = ops.get(2) else { panic!("{ops:?}") };
    let reset = &ops[ops.len() - 2];
    assert!(matches!(reset, Op::Set(rulebook_cgml::code::Target::Slot(slot), Expr::Const(i32::MIN)) if slot == drawn));
}

#[test]
fn a_changed_rank_has_the_position_of_the_new_rank() {
    let ops = act("
- { action: SET_PROPERTY, target: \"top($.zones.stock)\", property: rank, value: { value: K } }
- { action: SET_VARIABLE, path: $.count, value: \"rank_value(top($.zones.stock))\" }
");
    assert!(matches!(&ops[1], Op::Set(_, Expr::RankOfSymbol(_))), "{ops:?}");
    let filter =
        "- { action: MOVE, from: $.zones.stock, to: \"$.players[0].zones.hand\", filter: \"rank_value($.card) > 3\" }";
    let op = the_op(filter);
    assert!(matches!(op, Op::Move { cards, .. } if matches!(cards.from, Cards::Filter(_, Test::Mask(_)))));
}
