//! Tests mistakes: the diagnostic, its span and its suggestion.

use super::*;

/// Asserts the diagnostics of an expression.
#[track_caller]
fn wrong(yaml: &str, found: &[(&str, &str, Option<&str>)]) {
    assert_eq!(expr(yaml).found(), found, "{yaml}");
}

/// Asserts the diagnostics of an action.
#[track_caller]
fn misdone(yaml: &str, found: &[(&str, &str, Option<&str>)]) {
    assert_eq!(action(yaml).found(), found, "{yaml}");
}

#[test]
fn operators() {
    wrong("isEqul: [1, 2]", &[("C1004", "isEqul", Some("isEqual"))]);
    wrong("rank_valu($.a) > 1", &[("C1004", "rank_valu", Some("rank_value"))]);
    wrong("length($.a) > 1", &[("C1004", "length", Some("count"))]);
    wrong("unique($.a)", &[("C1004", "unique", Some("distinct"))]);
    wrong("isEqual: [1, 2, 3]", &[("C1005", "isEqual", None)]);
    wrong("isEqual($.a)", &[("C1005", "isEqual", None)]);
    wrong("and: []", &[("C1005", "and", None)]);
    wrong("{ add: [1, 2], sub: [1, 2] }", &[("C1006", "{ add: [1, 2], sub: [1, 2] }", None)]);
    wrong("{}", &[("C1006", "{}", None)]);
    wrong("[1, 2]", &[("C1007", "[1, 2]", Some("{ value: [1, 2] }"))]);
    wrong("[hit, stand]", &[("C1007", "[hit, stand]", Some("{ value: [hit, stand] }"))]);
    wrong("[$.a, $.b]", &[("C1007", "[$.a, $.b]", Some("{ list: [$.a, $.b] }"))]);
    wrong("canPerform($.a)", &[("C1019", "canPerform", None)]);
    wrong("canPerform: []", &[("C1005", "canPerform", None)]);
    wrong("let: { n: 1 }", &[("C1005", "{ n: 1 }", None)]);
    wrong("ref: a.b", &[("C1020", "a.b", Some("a_b"))]);
}

#[test]
fn values() {
    wrong("value: 1.5", &[("C1016", "1.5", None)]);
    wrong("$.a > 1.5", &[("C1016", "1.5", None)]);
    wrong("$.a > 99999999999999999999", &[("C1016", "99999999999999999999", None)]);
    wrong("path: 3", &[("D0021", "3", None)]);
}

#[test]
fn paths() {
    wrong("path: players[0].hand", &[("C1010", "players", Some("$.players"))]);
    wrong("path: deck", &[("C1010", "deck", Some("$.deck"))]);
    wrong("count(player.current.hand) > 3", &[("C1010", "player", Some("$.player"))]);
    wrong("$curentPlayer.id", &[("C1012", "$curentPlayer", Some("$currentPlayer"))]);
    wrong("$banana", &[("C1012", "$banana", Some("$.banana"))]);
    wrong("$.players[curent].id", &[("C1013", "curent", Some("current"))]);
    wrong("$.players[by_ids=x].id", &[("C1013", "by_ids", Some("by_id"))]);
    wrong("$.players[team]", &[("C1013", "team", None)]);
    wrong("path: \"'A'\"", &[("C1014", "'A'", None)]);
    wrong("path: $.a == 1", &[("C1009", "==", None)]);
}

#[test]
fn keys_that_belong_elsewhere() {
    let read = document("components:\n  zones: [ { name: bank, type: public, ordering: unordered } ]\n");
    let told: Vec<_> = read.diags.sorted().into_iter().filter(|found| found.code == "D0023").collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].help.as_deref(), Some("put this key into the type: `type: { ordering: … }`"));
}

#[test]
fn strings_that_cannot_be_read() {
    wrong("$.suit == H", &[("C1008", "H", Some("'H'"))]);
    wrong("$.a == count", &[("C1009", "count", None)]);
    let empty = expr("''");
    let told: Vec<_> = empty.diags.sorted().iter().map(|found| (found.code, found.help.clone())).collect();
    let help = "write `\"''\"` for an empty text, or `null` for nobody or nothing";
    assert_eq!(told, [("C1009", Some(help.to_owned()))]);
    wrong("$.a = 1", &[("C1009", "=", Some("=="))]);
    wrong("$.a && $.b", &[("C1009", "&&", Some("and"))]);
    for (sign, ours) in [("=<", "<="), ("=>", ">="), ("<>", "!="), ("is", "=="), ("===", "=="), ("mod", "%")] {
        wrong(&format!("$.a {sign} $.b"), &[("C1009", sign, Some(ours))]);
    }
    wrong("$.a || $.b", &[("C1009", "||", Some("or"))]);
    wrong("'!$.a'", &[("C1009", "!", Some("not "))]);
    wrong("$.a == 1 == 2", &[("C1009", "==", None)]);
    wrong("$.a +", &[("C1009", "", None)]);
    wrong("($.a", &[("C1009", "", None)]);
    wrong("$.a)", &[("C1009", ")", None)]);
    wrong("$.a.", &[("C1009", "", None)]);
    wrong("$.players[", &[("C1009", "", None)]);
    wrong("'$.players[]'", &[("C1009", "]", None)]);
    wrong("if $.a then 1", &[("C1009", "", None)]);
    wrong("let in = 1; 2", &[("C1009", "in", None)]);
    wrong("\"$.a == 'x\"", &[("C1009", "", None)]);
    wrong("''", &[("C1009", "", None)]);
    wrong("ref:", &[("D0021", "", None)]);
}

#[test]
fn a_correction_leaves_a_scalar_that_can_be_read() {
    wrong("'$.suit == H'", &[("C1008", "H", Some("\"H\""))]);
    wrong("\"$.suit == H\"", &[("C1008", "H", Some("'H'"))]);
    // YAML removes quotes around the whole scalar, because they belong to YAML.
    wrong("H", &[("C1008", "H", Some("\"'H'\""))]);
    wrong("\"H\"", &[("C1008", "H", Some("'H'"))]);
    // In a scalar with escapes, the span and the replacement are the whole scalar.
    let escaped = r#""$.name == \"x\" or $.suit == H""#;
    wrong(escaped, &[("C1008", escaped, None)]);
}

#[test]
fn a_string_can_have_several_mistakes() {
    let found = [("C1004", "cont", Some("count")), ("C1010", "zones", Some("$.zones")), ("C1008", "H", Some("'H'"))];
    wrong("cont(zones.deck) == 0 and $.suit == H", &found);
}

#[test]
fn actions() {
    misdone("{ action: SHUFLE, target: $.zones.deck }", &[("C1003", "SHUFLE", Some("SHUFFLE"))]);
    misdone("{ acton: SHUFFLE, target: $.zones.deck }", &[("C1002", "acton", Some("action"))]);
    misdone("{ action: SHUFFLE, taget: $.zones.deck }", &[("D0023", "taget", Some("target"))]);
    misdone("{ action: MOVE, from: $.zones.a, to: $.zones.b, target: 1 }", &[("D0023", "target", None)]);
    misdone("{ action: LOOK, player: curent, target: $.zones.a }", &[("D0025", "curent", Some("current"))]);
    misdone("{ action: MOVE, from: $.zones.a, to: $.zones.b, face: sideways }", &[("D0025", "sideways", None)]);
    misdone("{ action: REORDER, target: $.zones.a, by: tpo }", &[("D0025", "tpo", Some("top"))]);
    let found = action("{ action: INCREMENT, path: 'max($.players, $.player.x).chips' }");
    let help = found.diags.sorted()[0].help.clone();
    assert_eq!(help.as_deref(), Some("write `$.players[(…)].chips` for the player that a function returns"));
    misdone("{ action: SET_VARIABLE, path: top($.zones.a), value: 1 }", &[("C1014", "top($.zones.a)", None)]);
    misdone("{ action: DRAW, store_as: my card }", &[("C1020", "my card", Some("my_card"))]);
    misdone("just do it", &[("D0021", "just do it", None)]);
    let only = "{ action: DRAW }";
    misdone(&format!("{{ action: TRY, do: {only} }}"), &[("D0021", only, Some("[{ action: DRAW }]"))]);
    misdone("{ action: TRY, do: draw }", &[("D0021", "draw", None)]);
}

#[test]
fn older_spellings_are_read_with_a_warning() {
    for (yaml, old, new) in [
        ("{ action: SET_GAME_STATE, state: Over }", "SET_GAME_STATE", "SET_STATE"),
        ("{ action: \"SET_GAME_STATE\", state: Over }", "\"SET_GAME_STATE\"", "\"SET_STATE\""),
        ("{ action: INCREMENT_VARIABLE, path: $.n, by: 2 }", "INCREMENT_VARIABLE", "INCREMENT"),
        ("{ action: INCREMENT, path: $.n, value: 2 }", "value", "by"),
        ("{ action: IF, condition: true, do: [] }", "do", "then"),
    ] {
        let reading = action(yaml);
        assert_eq!(reading.found(), [("C1001", old, Some(new))], "{yaml}");
        assert!(!reading.diags.has_errors() && reading.read.is_some(), "{yaml}");
    }
}

#[test]
fn triggers() {
    let game = |trigger: &str| {
        document(&format!(
            "cgml_version: '1.3'\nmeta: {{name: x, players: {{min: 1, max: 1}}}}\ncomponents: {{}}\nsetup: []\n\
             flow: {{states: {{}}, initial_state: A}}\nrules:\n  - {{id: r, trigger: {trigger}, effect: []}}\n"
        ))
    };
    for trigger in [
        "on.state.enter.Over",
        "on.state.exit.A-1",
        "on.phase.Play",
        "on.turn.begin",
        "on.turn.end",
        "on.move",
        "on.trick_won",
    ] {
        let read = game(trigger).clean().expect("a document");
        assert_eq!(read.to_nested()["rules"][0]["trigger"], trigger);
    }
    for (trigger, meant) in [
        ("on.turn.begn", Some("on.turn.begin")),
        ("on.stat.enter.Over", Some("on.state.enter.Over")),
        ("on.phases.Play", Some("on.phase.Play")),
        ("phase.Play", Some("on.phase.Play")),
        ("on.state.Over", None),
        ("on.phase.", None),
        ("whenever", None),
    ] {
        assert_eq!(game(trigger).found(), [("C1015", trigger, meant)], "{trigger}");
    }
}

#[test]
fn all_mistakes_of_a_document_in_one_run() {
    let reading = document(
        "cgml_version: '1.3'
meta: { name: x, players: { min: 1, max: one } }
componets: {}
components:
  zones:
    - { name: a-b, type: deck }
    - { name: hand, type: { ordering: lilo } }
  variables:
    - { name: n, inital_value: 0 }
setup:
  - action: SHUFFLE
flow:
  states: { A: { fases: [x] } }
  initial_state: A
  player_order: clockwize
rules:
  - id: r
    trigger: on.phse.x
    effect: [ { action: MOVE, from: zones.a, to: $.zones.b, count: 1.5 } ]
",
    );
    let found: Vec<(&str, &str)> = reading.found().into_iter().map(|(code, at, _)| (code, at)).collect();
    assert_eq!(
        found,
        [
            ("D0021", "one"),
            ("D0023", "componets"),
            ("C1020", "a-b"),
            ("D0025", "lilo"),
            ("D0023", "inital_value"),
            ("D0022", "action"),
            ("D0023", "fases"),
            ("D0025", "clockwize"),
            ("C1015", "on.phse.x"),
            ("C1010", "zones"),
            ("C1016", "1.5"),
        ]
    );
}

#[test]
fn valid_parts_of_an_action_survive_a_mistake() {
    let kept = action("{ action: MOVE, from: zones.a, store_as: moved }").read.expect("an action with holes");
    assert_eq!(kept.common.store_as.as_ref().map(|name| name.text.as_str()), Some("moved"));
    let syntax::Verb::Move(moved) = kept.verb else { panic!() };
    assert_eq!((moved.from.kind, moved.to.kind), (syntax::ExprKind::Hole, syntax::ExprKind::Hole));
}

#[test]
fn braces_that_close_nothing() {
    misdone("{ action: ANNOUNCE, text: '{{a: 1}.a}' }", &[("C1009", "}", None)]);
    assert_eq!(action("{ action: ANNOUNCE, text: '{ {a: 1}.a } and {{}}' }").found(), []);
}
