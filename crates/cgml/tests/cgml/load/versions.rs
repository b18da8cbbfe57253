//! Tests `cgml_version`, deprecated forms, and their automatic fixes.

use rulebook_cgml::load::{MemoryFiles, codes, fix};
use rulebook_diag::Suggestion;

use super::common::{Run, check, run};

fn game(text: &str) -> Run {
    run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]))
}

/// Applies the suggested fixes to a game of one file.
fn fixed(text: &str) -> String {
    let suggestions: Vec<Suggestion> =
        game(text).diags.sorted().iter().filter_map(|found| found.suggestion.clone()).collect();
    fix(text, &suggestions)
}

#[test]
fn versions() {
    for (written, code, repaired) in [
        ("\"1.3\"", None, "\"1.3\""),
        ("'1.3'", None, "'1.3'"),
        ("1.3", None, "1.3"),
        ("1.1", Some(codes::VERSION_OLD), "\"1.3\""),
        ("1.2", Some(codes::VERSION_OLD), "\"1.3\""),
        ("\"1.2\"", Some(codes::VERSION_OLD), "\"1.3\""),
        ("1.4", Some(codes::VERSION_UNKNOWN), "1.4"),
        ("1.30", Some(codes::VERSION_UNKNOWN), "1.30"),
        ("latest", Some(codes::VERSION_UNKNOWN), "latest"),
        ("[1, 3]", Some(codes::VERSION_UNKNOWN), "[1, 3]"),
        ("", Some(codes::VERSION_UNKNOWN), ""),
    ] {
        let text = format!("cgml_version: {written}\nmeta: {{}}\n");
        let run = game(&text);
        assert_eq!(run.codes(), code.into_iter().collect::<Vec<_>>(), "{written}");
        assert!(run.diags.has_errors() == (code == Some(codes::VERSION_UNKNOWN)), "{written}");
        assert_eq!(fixed(&text), format!("cgml_version: {repaired}\nmeta: {{}}\n"));
    }
}

#[test]
fn a_game_without_a_version_gets_one() {
    let run = game("# War\nmeta: {}\n");
    assert_eq!(run.diags.sorted()[0].code, codes::VERSION_MISSING);
    assert!(run.merged.is_some(), "and is read all the same");
    assert_eq!(fixed("# War\nmeta: {}\n"), "# War\ncgml_version: \"1.3\"\nmeta: {}\n");
    assert_eq!(fixed("{meta: {}}"), "{meta: {}}", "a map in brackets is left to its author");
}

#[test]
fn a_base_may_give_the_version_and_an_old_base_is_reported_there() {
    check(
        "
== base.cgml
cgml_version: 1.2
== game.cgml
inherit: base.cgml
=> cgml_version: \"1.3\"
! C0032 1.2
",
    );
}

#[test]
fn old_forms_are_repaired_in_place() {
    let old = "\
cgml_version: 1.2
meta: {name: '$.shared_zones', action: SET_GAME_STATE}
setup:
  - action: SET_GAME_STATE   # the alias
    state: Over
  - action: \"SET_GAME_STATE\"
  - action: MOVE
    from: {path: \"$.shared_zones.deck\"}
    to: 'count($.shared_zones.a) + count($.shared_zones[0]) + $.shared_zones_x'
    prompt: say $.shared_zones
";
    let new = "\
cgml_version: \"1.3\"
meta: {name: '$.shared_zones', action: SET_GAME_STATE}
setup:
  - action: SET_STATE   # the alias
    state: Over
  - action: \"SET_STATE\"
  - action: MOVE
    from: {path: \"$.zones.deck\"}
    to: 'count($.zones.a) + count($.zones[0]) + $.shared_zones_x'
    prompt: say $.shared_zones
";
    let run = game(old);
    assert_eq!(run.codes(), ["C0032", "C0034", "C0034", "C0035", "C0035", "C0035"], "{}", run.report());
    assert_eq!(fixed(old), new);
    assert!(game(new).diags.is_empty(), "{}", game(new).report());
    assert!(run.tree().contains("action: SET_STATE"), "the stages behind know one name");
}

#[test]
fn repeated_overlapping_and_stray_fixes_are_ignored() {
    let at = |start, end, text: &str| Suggestion {
        span: rulebook_diag::Span { file: rulebook_diag::FileId(0), start, end },
        replacement: text.into(),
    };
    assert_eq!(fix("abcdef", &[at(1, 3, "X"), at(1, 3, "X")]), "aXdef", "once");
    assert_eq!(fix("abcdef", &[at(2, 5, "Y"), at(1, 3, "X")]), "aXdef", "the first of two that overlap");
    assert_eq!(fix("abcdef", &[at(3, 4, "Y"), at(1, 3, "X"), at(6, 6, "!")]), "aXYef!");
    assert_eq!(fix("a♥b", &[at(2, 3, "Y"), at(0, 99, "X"), at(5, 4, "Z")]), "a♥b", "not of this text");
    assert_eq!(fix("", &[]), "");
}
