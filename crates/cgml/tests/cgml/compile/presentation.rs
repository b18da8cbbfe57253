//! Tests the compiled presentation of a game.

use super::Compiled;
use super::whole::{game, rule};
use rulebook_cgml::code::{Audience, Kind, MessagePart, Op};

const SHOWN: &str = "presentation:
  scoreboards:
    - title: Points
      columns:
        - { name: points, value: $.player.score, audience: all }
        - { name: cards, value: \"count($.player.zones.hand)\" }
  labels:
    - { ask: wanted, text: \"Take the {$.card}\" }
  recap:
    - { trigger: on.play, condition: \"exists($.card)\", text: \"{$.player} plays {$.card}.\" }
    - { trigger: on.turn.end, text: \"Over.\", audience: owner }
  facts:
    - { name: cards, value: \"count($.player.zones.hand)\", weight: -2 }
";

fn asking() -> String {
    let rules = rule(
        "",
        "- { action: REQUEST_INPUT, options: \"$.players[current].zones.hand\", store_as: wanted }\n- { action: PLAY, card: ref:wanted }",
    );
    format!("{SHOWN}{rules}")
}

#[test]
fn boards_labels_recaps_and_facts_compile() {
    let program = Compiled::of(&game(&asking())).fine().remove(0);
    let board = &program.presentation.scoreboards[0];
    assert_eq!((board.title.as_str(), board.columns.len()), ("Points", 2));
    assert_eq!((board.columns[0].cell.kind, board.columns[0].cell.audience), (Kind::Number, Some(Audience::All)));
    assert_eq!((program.presentation.facts[0].weight, program.presentation.facts[0].number.kind), (-2, Kind::Number));
    let Op::Ask(ask) = &program.rules[0].unit.code[0].op else { panic!("an ask") };
    let (item, text) = ask.label.expect("a label");
    assert!(
        matches!(&program.messages[text].parts[1], MessagePart::Value(value, Kind::Card) if *value == rulebook_cgml::code::Expr::Temp(item))
    );
    // Recaps come after every rule and belong to their event.
    assert_eq!(program.rules.iter().map(|rule| rule.id.as_str()).collect::<Vec<_>>(), ["test", "recap 1", "recap 2"]);
    assert_eq!(
        (program.card_events[1].recaps.as_slice(), program.flow.turn_end.recaps.as_slice()),
        (&[1][..], &[2][..])
    );
    assert!(!program.rules[0].unit.code.iter().any(|op| matches!(op.op, Op::Send { .. })), "saying it changes no code");
}

/// A shared value belongs to no player.
#[test]
fn a_board_of_the_table_has_no_players() {
    let board = |column: &str| {
        let shown =
            format!("presentation:\n  scoreboards: [ {{ title: Together, rows: table, columns: [ {column} ] }} ]\n");
        Compiled::of(&game(&format!("{}{shown}", rule("", "- { action: REVERSE_ORDER }"))))
    };
    let program = board("{ name: count, value: $.count }").fine().remove(0);
    assert!(program.presentation.scoreboards[0].of_table);
    let found = |column: &str| board(column).found().into_iter().filter(|found| !found.starts_with("C21"));
    assert!(found("{ name: points, value: $.player.score }").eq(["C2010 $.player.score"]));
    assert!(found("{ name: count, value: $.count, audience: owner }").eq(["C2010 owner"]));
}

#[test]
fn names_in_the_presentation_are_checked() {
    let text = asking().replace("ask: wanted", "ask: wnated").replace("value: $.player.score", "value: $.player.scroe");
    let compiled = Compiled::of(&game(&text));
    let found = compiled.found();
    assert_eq!(found, ["C2009 scroe", "C2004 wnated"], "{}", compiled.report());
}
