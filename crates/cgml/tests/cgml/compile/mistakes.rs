//! Tests the code and the span of every mistake, and its fix if there is one.

use super::Compiled;
use super::whole::{game, rule};
use rulebook_cgml::compile::{codes, compile, tell_deleted};
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Paint, Sources};

/// Compiles actions and asserts the diagnostics as `CODE span`.
#[track_caller]
fn wrong(actions: &str, expected: &[&str]) {
    told(&game(&rule("", actions)), expected);
}

#[track_caller]
fn told(text: &str, expected: &[&str]) {
    let compiled = Compiled::of(text);
    let found: Vec<String> = compiled.found().into_iter().filter(|found| !found.starts_with("C21")).collect();
    assert_eq!(found, expected, "{}", compiled.report());
    assert!(compiled.programs.is_none());
}

/// Compiles a condition and asserts the diagnostics.
#[track_caller]
fn condition(condition: &str, expected: &[&str]) {
    told(&game(&rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }")), expected);
}

/// Compiles the test document with one text replaced by another, and asserts the diagnostics.
#[track_caller]
fn replaced(from: &str, to: &str, expected: &[&str]) {
    let text = game("rules: []\n");
    assert!(text.contains(from), "{from}");
    told(&text.replace(from, to), expected);
}

/// If a document declares an unquoted word, the word is no text. The diagnostic suggests the path of the declared
/// thing.
#[test]
fn words_that_name_something() {
    let corrected = |action: &str| {
        let compiled = Compiled::of(&game(&rule("", action)));
        let sorted = compiled.diags.sorted();
        let found = sorted.into_iter().find(|found| found.code == syntax::codes::BARE_WORD).expect("a bare word");
        found.suggestion.as_ref().map(|suggestion| suggestion.replacement.clone())
    };
    for (word, meant) in [
        ("stock", "$.zones.stock"),
        ("hand", "$currentPlayer.zones.hand"),
        ("active", "$currentPlayer.active"),
        ("nowhere", "\"'nowhere'\""),
    ] {
        let action = format!("- {{ action: SHUFFLE, target: {word} }}");
        assert_eq!(corrected(&action).as_deref(), Some(meant), "{word}");
    }
    let compared = "- { action: REVERSE_ORDER, condition: $.symbol == symbol }";
    assert_eq!(corrected(compared).as_deref(), Some("$.symbol"));
    let stored = "- { action: DRAW, store_as: drawn }\n- { action: ANNOUNCE, text: \"{drawn}\" }";
    assert_eq!(corrected(stored).as_deref(), Some("ref:drawn"));
}

#[test]
fn names() {
    condition("count($.zones.stok) == 0", &["C2002 stok"]);
    condition("count($.zones.hand) == 0", &["C2002 hand"]);
    condition("count($.players[0].zones.stock) == 0", &["C2002 stock"]);
    condition("$.cuont == 0", &["C2003 cuont"]);
    condition("ref:nobody == 0", &["C2004 nobody"]);
    condition("top($.zones.stock).properties.colour == 'red'", &["C2008 colour"]);
    condition("top($.zones.stock).rank == 'A'", &["C2009 rank"]);
    condition("$.players[0].hand == 1", &["C2009 hand"]);
    condition("$.players[7].score == 1", &["C2011 [7]"]);
    // An unknown filter is reported once, and the rest of the path is still checked.
    let moved = "- { action: MOVE, from: \"$.players[curent].zones.hand\", to: \"$.players[curent].zones.hnd\" }";
    wrong(moved, &["C1013 curent", "C1013 curent", "C2002 hnd"]);
    condition("$.score == 1", &["C2011 score"]);
    let looped = |body: &str| {
        let actions = format!("- {{ action: FOR_EACH_PLAYER, do: [ {body} ] }}");
        Compiled::of(&game(&rule("", &actions))).report()
    };
    let read = looped("{ action: INCREMENT, path: $.count, by: $.score }");
    assert!(read.contains("did you mean `player.score`?"), "{read}");
    let set = looped("{ action: INCREMENT, path: $.score }");
    assert!(set.contains("did you mean `$player.score`?"), "{set}");
    condition("$.player[0].score == 1", &["C2013 [0]"]);
    let said = |condition: &str| {
        let text = game(&rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }"));
        Compiled::of(&text).report()
    };
    for (written, meant) in [
        ("$.players.current.score == 1", "`$.players[current]`"),
        ("$.current.score == 1", "`$currentPlayer`"),
        ("$.player[0].score == 1", "`$.players[0]`"),
        ("$.zones.stock.count == 1", "`card_count`"),
        ("$.zones.stock == 1", "`count(…)`"),
        ("random(6) == 1", "`CHOOSE_RANDOM`"),
        ("count(stock) == 1", "`$.zones.stock`"),
    ] {
        let said = said(written);
        assert!(said.contains(meant), "{written}: {said}");
    }
    condition("$.players[team=blue] == 1", &["C2011 blue", "C2014 =="]);
    condition("exists($card)", &["C2010 $card"]);
    wrong("- { action: SET_STATE, state: Ovr }", &["C2005 Ovr"]);
    wrong("- { action: SET_PHASE, phase: Plya }", &["C2006 Plya"]);
    wrong("- { action: EMIT, event: bang }", &["C2007 bang"]);
    let starts = Compiled::of(&game("rules: [ { id: a, trigger: on.game.start, effect: [] } ]\n")).report();
    assert!(starts.contains("`setup:`"), "{starts}");
    let turns = Compiled::of(&game("rules: [ { id: a, trigger: on.turn_begin, effect: [] } ]\n")).report();
    assert!(turns.contains("`turn.begin`"), "{turns}");
    let states = Compiled::of(&game("rules: []\n").replace("initial_state: Round", "initial_state: Xyzzy")).report();
    assert!(states.contains("the names are `") && states.contains("`Over`"), "{states}");
    // The fields of an unknown event cause no second diagnostic.
    let set = "{ action: SET_VARIABLE, path: $.who.score, value: $.by }";
    let heard = format!("rules:\n  - {{ id: a, trigger: on.bang, condition: $.loud, effect: [ {set} ] }}\n");
    told(&game(&heard), &["C2007 bang"]);
    replaced("type: standard_52 }", "type: standard_25 }", &["C2001 standard_25"]);
    replaced("name: hand, type: hand", "name: hand, type: hnd", &["C2002 hnd"]);
    let text =
        game(&rule("    condition: \"top($.zones.stock).properties.suit == 'S'\"\n", "- { action: REVERSE_ORDER }"));
    told(&text.replace("type: standard_52 }", "type: standard_25 }"), &["C2001 standard_25"]);
    let text = game(&rule("    condition: \"count($.players[0].zones.hand) == 0\"\n", "- { action: REVERSE_ORDER }"));
    told(&text.replace("name: hand, type: hand", "name: hand, type: hnd"), &["C2002 hnd"]);
    told(&text.replace("name: hand, type: hand", "name: hand"), &["D0022 name"]);
    replaced("initial_state: Round", "initial_state: Rund", &["C2005 Rund"]);
}

#[test]
fn suggestions_name_the_nearest() {
    let compiled =
        Compiled::of(&game(&rule("    condition: \"count($.zones.stok) == 0\"\n", "- { action: REVERSE_ORDER }")));
    assert!(compiled.report().contains("did you mean `stock`?"), "{}", compiled.report());
    let compiled =
        Compiled::of(&game(&rule("    condition: \"count($.zones.hand) == 0\"\n", "- { action: REVERSE_ORDER }")));
    assert!(compiled.report().contains("$.players[current].zones.hand"), "{}", compiled.report());
}

#[test]
fn ids_of_players() {
    let ids = |ids: &str| format!("max: 2, ids: [{ids}]");
    replaced("max: 2", &ids("ann, ann"), &["C2012 ann"]);
    replaced("max: 2", &ids("ann, ben, cid"), &["C2031 cid"]);
    replaced("max: 2", &ids("p2, ben"), &["C2033 p2"]);
    replaced("max: 2", &ids("ann, big ben"), &["C1020 big ben"]);
    replaced("max: 2", &ids("ann, red"), &["C2012 red"]);
    let text = |condition: &str| {
        let keys = format!("    condition: \"{condition}\"\n");
        game(&rule(&keys, "- { action: REVERSE_ORDER }")).replace("max: 2", &ids("ann, ben"))
    };
    for fine in ["$.players[by_id=ann] == $currentPlayer", "$currentPlayer.id == 'ben'", "$.players[1].team == 'ben'"] {
        Compiled::of(&text(fine)).fine();
    }
    told(&text("$.players[by_id=an] == $currentPlayer"), &["C2011 an"]);
    told(&text("$currentPlayer == 'p1'"), &["C2011 'p1'"]);
    let report = Compiled::of(&text("$.players[by_id=an] == $currentPlayer")).report();
    assert!(report.contains("did you mean `ann`?"), "{report}");
}

#[test]
fn twice() {
    // The loader reports duplicate zones, variables and rules.
    replaced("- { name: flag, ", "- { name: count, ", &["C0022 { name: count, initial_value: false }"]);
    replaced("phases: [Play, End]", "phases: [Play, Play]", &["C2012 Play"]);
    replaced("seats: [0]", "seats: [0, 0]", &["C2012 0"]);
}

#[test]
fn types() {
    condition("count($.zones.stock)", &["C2013 count($.zones.stock)"]);
    let rank = "- { action: INCREMENT, path: $.count, by: top($.zones.stock).properties.rank }";
    let report = Compiled::of(&game(&rule("", rank))).report();
    assert!(report.contains("`rank_value(…)`"), "{report}");
    condition("not 3", &["C2013 3"]);
    condition("count(3) == 1", &["C2013 3"]);
    condition("rank_value($.zones.stock) == 1", &["C2013 $.zones.stock"]);
    condition("max($.zones.stock) == 1", &["C2013 $.zones.stock"]);
    condition("$.count == top($.zones.stock)", &["C2014 =="]);
    condition("$.flag < true", &["C2014 <"]);
    condition("$.count in ['a', 'b']", &["C2014 in"]);
    condition("count([1, true]) == 2", &["C2014 true"]);
    condition("$.symbol < 'K'", &["C2015 <"]);
    condition("rank_value('Z') == 1", &["C2003 'Z'"]);
    wrong(
        "- { action: MOVE, from: \"$.players[*].zones.hand\", to: $.zones.stock }",
        &["C2017 $.players[*].zones.hand"],
    );
    wrong("- { action: SHUFFLE, target: 3 }", &["C2013 3"]);
    wrong("- { action: NEXT_SEAT, player: all }", &["C2017 all"]);
}

#[test]
fn kept_values_are_of_one_type() {
    wrong("- { action: SET_VARIABLE, path: $.count, value: { value: word } }", &["C2018 $.count"]);
    wrong("- { action: INCREMENT, path: $.symbol }", &["C2018 $.symbol"]);
    wrong(
        "
- { action: DRAW, store_as: it }
- { action: CHOOSE_RANDOM, from: { value: [1, 2] }, store_as: it }
",
        &["C2018 it"],
    );
}

// clause: CGML 7.4-6
// departs: CGML 7.4-7: `expression` is required anyway, so `initial_value` would be a second place for it; alone it is an error
#[test]
fn computed_variables() {
    let with = |variables: &str| game("rules: []\n").replace("  variables:\n", &format!("  variables:\n{variables}"));
    let cycle = "    - { name: a, computed: true, expression: \"$.b + 1\" }\n    - { name: b, computed: true, expression: \"$.a + 1\" }\n";
    let read = "    - { name: c, computed: true, expression: \"$.a\" }\n";
    let text = with(&format!("{cycle}{read}")).replace("count($.zones.stock) == 0", "$.c == 0");
    told(&text, &["C2019 a"]);
    // A cycle is reported whether or not anything reads the variable.
    told(&with(cycle), &["C2019 a"]);
    told(&with("    - { name: a, computed: true }\n"), &["C2020 a"]);
    told(&with("    - { name: a, computed: true, initial_value: 3 }\n"), &["C2020 a"]);
    told(&with("    - { name: a, expression: \"1 + 1\" }\n"), &["C2020 a"]);
    let set = rule("", "- { action: SET_VARIABLE, path: $.a, value: 1 }");
    let text =
        game(&set).replace("  variables:\n", "  variables:\n    - { name: a, computed: true, expression: \"1\" }\n");
    told(&text, &["C2020 $.a"]);
}

#[test]
fn places_that_something_needs() {
    replaced(
        "- { name: won, type: public, per_player: true }",
        "- { name: won, type: public, of_deck: pack }",
        &["C2022 won"],
    );
    wrong(
        "- { action: DEAL, from: $.zones.stock, to: \"$.players[*].zones.hand\" }",
        &["C2023 $.players[*].zones.hand"],
    );
    let none = game(&rule("", "- { action: PLAY, card: \"top($.zones.stock)\" }")).replace(", role: play", "");
    told(&none, &["C2024 { action: PLAY, card: \"top($.zones.stock)\" }"]);
    // The zone called `hand` is the hand, even if other zones are visible only to their owners.
    let draw = game(&rule("", "- { action: DRAW }"));
    let secret = "    - { name: secret, type: private, per_player: true }\n";
    let two = draw.replace("    - { name: own,", &format!("{secret}    - {{ name: own,"));
    assert!(two.contains(secret) && !Compiled::of(&two).diags.has_errors(), "{}", Compiled::of(&two).report());
    told(&two.replace("name: hand,", "name: cards,"), &["C2024 { action: DRAW }"]);
    let simultaneous = game(&rule("", "- { action: DRAW }"))
        .replace("initial_state: Round", "initial_state: Round\n  player_order: simultaneous")
        .replace("evaluator: $currentPlayer", "evaluator: \"$.players[0]\"");
    told(&simultaneous, &["C2021 { action: DRAW }"]);
}

#[test]
fn simultaneous_loops_refuse_some_actions() {
    let lanes = |body: &str| format!("- action: FOR_EACH_PLAYER\n  order: simultaneous\n  do:\n    - {body}");
    wrong(&lanes("{ action: REQUEST_INPUT, player: opponent, options: { type: yes_no } }"), &["C2025 opponent"]);
    let ask = "{ action: TRY, do: [ { action: REQUEST_INPUT, player: $player, options: $player.zones.hand } ] }";
    let expected = format!("C2025 {ask}");
    wrong(&lanes(ask), &[expected.as_str()]);
    wrong(&lanes("{ action: FOR_EACH_PLAYER, order: simultaneous, do: [] }"), &["C2025 simultaneous"]);
    let own = lanes("{ action: REQUEST_INPUT, player: $player, options: { type: yes_no }, store_as: a }");
    Compiled::of(&game(&rule("", &own))).fine();
}

#[test]
fn actions_that_say_too_little() {
    wrong("- { action: SEARCH_ZONE, zone: $.zones.stock }", &["C2026 { action: SEARCH_ZONE, zone: $.zones.stock }"]);
    wrong("- { action: REVERSE_ORDER, store_as: it }", &["C2026 it"]);
    wrong("- { action: REQUEST_INPUT, options: { type: card } }", &["C2026 { type: card }"]);
    wrong("- { action: SCORE, points: 3, variable: points }", &["C2003 points"]);
    let inside = "{ action: SHUFFLE, target: $.zones.sotck }";
    let tried = format!("canPerform: [ {{ action: FOR_EACH, in: {{ value: [1] }}, do: [ {inside} ] }} ]");
    wrong(&format!("- {{ action: IF, condition: {{ {tried} }}, then: [] }}"), &["C2002 sotck"]);
}

#[test]
fn win_conditions() {
    replaced("evaluator: $currentPlayer", "evaluator: \"count($.zones.stock)\"", &["C2027 count($.zones.stock)"]);
    replaced(
        "evaluator: $currentPlayer",
        "evaluator: { max: [ { list: [1, 2, 3] } ] }",
        &["C2027 { list: [1, 2, 3] }"],
    );
}

#[test]
fn limits() {
    condition("3000000000 == 3", &["C2029 3000000000"]);
    replaced("players: { min: 2, max: 2 }", "players: { min: 0, max: 2 }", &["C2031 0"]);
    replaced("players: { min: 2, max: 2 }", "players: { min: 3, max: 2 }", &["C2031 2"]);
    replaced("players: { min: 2, max: 2 }", "players: { min: 2, max: 17 }", &["C2031 17"]);
    let deep = (0..20).fold("true".to_owned(), |inner, _| format!("any($.zones.stock, {inner})"));
    let compiled = Compiled::of(&game(&rule(&format!("    condition: \"{deep}\"\n"), "- { action: REVERSE_ORDER }")));
    assert!(compiled.found().iter().all(|found| found.starts_with(codes::LIMIT)), "{}", compiled.report());
    assert!(compiled.programs.is_none());
}

#[test]
fn at_least_more_than_at_most() {
    let ask = |options: &str| {
        Compiled::of(&game(&rule("", &format!("- {{ action: REQUEST_INPUT, options: {options} }}")))).found()
    };
    for never in ["{ type: card, from: $.zones.stock, min: 3, max: 1 }", "{ type: number, min: 3, max: 1 }"] {
        assert!(ask(never).contains(&"C2026 1".to_owned()), "{:?}", ask(never));
    }
    assert!(!ask("{ type: number, min: 1, max: 1 }").iter().any(|found| found.starts_with("C2026")));
}

#[test]
fn groups_are_not_values_of_another_type() {
    let groups = "group_by($.zones.stock, $.card.properties.suit)";
    let set = |value: &str| format!("- {{ action: SET_VARIABLE, path: $.chosen, value: \"{value}\" }}");
    wrong(&set(&format!("group_by({groups}, $.group.count)")), &["C2032 $.chosen"]);
    wrong(&set(groups), &["C2018 $.chosen"]);
    wrong(&set(&format!("first({groups})")), &["C2018 $.chosen"]);
    condition(&format!("{groups} == 1"), &["C2014 =="]);
}

#[test]
fn ranks_that_decks_do_not_agree_about() {
    let two = "  component_types: { deck_types: { low: { composition: [ { type: template, template: standard_suits, values: [A, 2] } ], rank_hierarchy: [A, 2] } } }\n  decks:\n    other: { type: low }\n";
    let text = game(&rule("    condition: \"rank_value('A') == 1\"\n", "- { action: REVERSE_ORDER }"));
    told(&text.replace("  decks:\n", two), &["C2016 'A'"]);
}

#[test]
fn a_deprecated_path_is_reported_once() {
    condition("count($.shared_zones.stock) == 0", &["C0035 $.shared_zones"]);
}

#[test]
fn names_of_the_language() {
    let variable = |name: &str, scope: &str| {
        let line = format!("    - {{ name: {name}, scope: {scope}, initial_value: 0, audience: all }}\n");
        game("rules: []\n").replace("  variables:\n", &format!("  variables:\n{line}"))
    };
    told(&variable("players", "global"), &["C2033 players"]);
    told(&variable("zones", "per_player"), &["C2033 zones"]);
    told(&variable("team", "per_player"), &["C2033 team"]);
    Compiled::of(&variable("team", "global")).fine();
}

#[test]
fn paths_of_other_engines() {
    condition("$.variables.count == 0", &["C2034 variables.count"]);
    condition("$.variables.score == 0", &["C2034 variables.score"]);
    condition("$.variables.nothing == 0", &["C2003 variables"]);
    wrong("- { action: INCREMENT, path: $.variables.count }", &["C2034 variables.count"]);
    wrong("- { action: INCREMENT, path: $.variables.score }", &["C2034 variables.score"]);
}

#[test]
fn counts_below_none() {
    wrong(
        "- { action: DEAL_ROUND_ROBIN, from: $.zones.stock, to: \"$.players[*].zones.hand\", count: -1 }",
        &["C2026 -1"],
    );
    wrong("- { action: MOVE, from: $.zones.stock, to: \"$.players[0].zones.hand\", count: -1 }", &["C2026 -1"]);
    Compiled::of(&game(&rule("", "- { action: INCREMENT, path: $.count, by: -1 }"))).fine();
    Compiled::of(&game(&rule("", "- { action: REQUEST_INPUT, options: { type: number, min: -3, max: 3 } }"))).fine();
}

#[test]
fn rankings_have_each_player_once() {
    replaced("evaluator: $currentPlayer", "evaluator: \"['p2', 'p2']\"", &["C2027 'p2'"]);
    let text = game("rules: []\n").replace("evaluator: $currentPlayer", "evaluator: \"'p9'\"");
    assert!(Compiled::of(&text).found().contains(&"C2011 'p9'".into()), "{}", Compiled::of(&text).report());
    let list = text.replace("\"'p9'\"", "\"['p1', 'p9']\"");
    assert!(Compiled::of(&list).found().contains(&"C2011 ['p1', 'p9']".into()), "{}", Compiled::of(&list).report());
}

#[test]
fn mistakes_in_a_second_rule_of_the_same_id_are_reported() {
    let first = rule("", "- { action: REVERSE_ORDER }");
    let second = "  - { id: test, trigger: on.phase.Play, effect: [ { action: FLY } ] }\n";
    let found = Compiled::of(&game(&format!("{first}{second}"))).found();
    assert!(found.iter().any(|found| found.starts_with("C0022")), "{found:?}");
    assert!(found.iter().any(|found| found.ends_with("FLY")), "{found:?}");
}

#[test]
fn diagnostics_distinguish_lists_and_records() {
    let said = |text: &str| Compiled::of(text).report();
    let lists = game(&rule("    condition: \"[1, 2] == [1, 2]\"\n", "- { action: REVERSE_ORDER }"));
    assert!(said(&lists).contains("lists cannot be compared"), "{}", said(&lists));
    let record = game(&rule("", "- { action: ANNOUNCE, text: \"{$.trick}\" }"));
    assert!(said(&record).contains("`{$.trick.suit}`"), "{}", said(&record));
    wrong("- { action: ANNOUNCE, text: \"{$.trick}\" }", &["C2013 $.trick"]);
}

/// One file disables an entry that another file uses. Neither file can see the mistake alone.
#[test]
fn uses_of_a_name_disabled_in_another_file_are_explained() {
    let uses = "- { action: SHUFFLE, target: $.zones.gone }\n- { action: INCREMENT, path: $.lost }";
    let zones = "  zones:\n    - { name: gone, type: deck }\n    - { name: lost, type: deck }\n";
    let base = game(&rule("", uses)).replace("  zones:\n", zones);
    let child = "\
inherit: base.cgml
components:
  zones:
    - { name: gone, disabled: true }
    - { name: lost, disabled: true }
";
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut files = MemoryFiles::from_iter([("base.cgml", base.as_str()), ("game.cgml", child)]);
    let merged = load("game.cgml", &mut files, &mut sources, &mut diags).expect("a tree");
    let document = syntax::read(&merged.node, &sources, &mut diags).expect("a document");
    assert!(compile(&document, &mut diags).is_none());
    tell_deleted(&merged, &sources, &mut diags);
    let report = diags.to_text(&sources, Paint::Plain);
    let said = |name: &str| -> Vec<String> {
        let found = diags.sorted().into_iter().filter(|found| sources.slice(found.primary.span) == name);
        let others = found.flat_map(|found| &found.secondary);
        others.map(|label| format!("{}: {}", label.text, sources.slice(label.span))).collect()
    };
    assert_eq!(said("gone"), ["the zone `gone` is disabled here: { name: gone, disabled: true }"], "{report}");
    assert!(said("lost").is_empty(), "a zone is no variable: {report}");
}

#[test]
fn teams_that_are_not_declared() {
    let text = game(&rule("", "- { action: INCREMENT, path: \"$.teams[0].gold\" }"))
        .replace("  teams:\n    - { name: red, seats: [0] }\n", "")
        .replace("  variables:\n", "  variables:\n    - { name: gold, scope: per_team, initial_value: 0 }\n")
        .replace("name: won, type: public, per_player: true", "name: won, type: public, owner_scope: team");
    told(&text, &["C2035 team", "C2035 gold", "C2035 teams"]);
}
