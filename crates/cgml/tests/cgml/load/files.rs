//! Tests `!include`, `imports`, packages, paths and cycles (CGML 5).

use rulebook_cgml::load::{MemoryFiles, PACKAGES, codes};

use super::common::{check, run};

#[test]
fn a_file_is_included_at_any_place_and_relative_to_its_own() {
    check(
        "
== parts/effects/draw.yaml
- {action: DRAW}
- {action: MOVE}
== parts/rules.yaml
- {id: a, effect: !include effects/draw.yaml}
- id: b
  effect: [{action: X}, !include ./effects/../effects/draw.yaml, {action: Y}]
== name.yaml
A Game
== game.cgml
meta: {name: !include name.yaml}
rules: !include 'parts/rules.yaml'
=> meta:
  name: A Game
rules:
  - id: a
    effect:
      - action: DRAW
      - action: MOVE
  - id: b
    effect:
      - action: X
      - action: DRAW
      - action: MOVE
      - action: Y
",
    );
}

#[test]
fn an_included_list_can_be_overridden_in_the_same_list() {
    check(
        "
== rules.yaml
- {id: a, priority: 1, trigger: t}
- {id: b}
== game.cgml
rules:
  - !include rules.yaml
  - {id: a, priority: 2}
  - {id: b, disabled: true}
=> rules:
  - id: a
    priority: 2
    trigger: t
",
    );
}

#[test]
fn a_base_can_be_a_fragment_of_components_or_one_reference() {
    check(
        "
== zones.yaml
zones: [{name: deck}]
decks: {d: {type: x}}
== alias.cgml
!include real.cgml
== real.cgml
rules: [{id: a}]
== game.cgml
imports: [!include zones.yaml, !include alias.cgml]
=> components:
  zones:
    - name: deck
  decks:
    d:
      type: x
rules:
  - id: a
",
    );
}

#[test]
fn packages_by_address_and_by_short_name() {
    let tree = |include: &str| {
        let text = format!("cgml_version: 1.3\nimports:\n  - !include {include}\n");
        let run = run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]));
        assert!(run.diags.is_empty(), "{include}\n{}", run.report());
        let merged = run.merged.as_ref().expect("a tree");
        assert!(merged.files[1].is_package);
        run.tree()
    };
    for package in PACKAGES {
        let name = package.name;
        let short = tree(name);
        let deck = short.contains(&format!("      {name}:\n        composition:\n"));
        let rules = ["rules:\n  - id: ", "  teams:\n", "  scoreboards:\n"].iter().any(|part| short.contains(part));
        assert!(deck || rules, "a package has a deck type with its name, rules, teams or scoreboards: {short}");
        assert_eq!(short, tree(&format!("'https://cgml.io/core-components/v1/{name}.yaml'")));
        assert_eq!(short, tree(&format!("'https://cgml.io/core-components/v1/{name}'")));
    }
}

/// The reader of the next stage accepts every package.
#[test]
fn packages_are_well_formed() {
    let imports: String = PACKAGES.iter().map(|package| format!("  - !include {}\n", package.name)).collect();
    let rest = "meta: {name: x, players: {min: 1, max: 2}}\nsetup: []\nrules: []\n\
                flow: {states: {S: {phases: []}}, initial_state: S}\n";
    let text = format!("cgml_version: '1.3'\nimports:\n{imports}{rest}");
    let mut run = run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]));
    let merged = run.merged.as_ref().expect("a tree");
    let document = rulebook_cgml::syntax::read(&merged.node, &run.sources, &mut run.diags);
    assert!(document.is_some() && run.diags.is_empty(), "{}", run.report());
}

#[test]
fn every_file_of_the_library_is_a_package() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/lib");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("games/lib")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let mut packages: Vec<String> = PACKAGES.iter().map(|package| format!("{}.yaml", package.name)).collect();
    names.sort();
    packages.sort();
    assert_eq!(names, packages);
}

#[test]
fn unknown_packages_name_the_known_ones_and_nothing_is_fetched() {
    let report = |include: &str| {
        let text = format!("imports: [!include '{include}']\n");
        run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)])).report()
    };
    let near = report("https://cgml.io/core-components/v1/standart_52.yaml");
    assert!(near.contains("error[C0005]"), "{near}");
    assert!(near.contains("did you mean `https://cgml.io/core-components/v1/standard_52.yaml`?"), "{near}");
    assert!(report("piquet").contains("the packages are `standard_52`, `jokers`"), "{}", report("piquet"));
    assert!(report("https://evil.example/x.yaml").contains("downloads nothing"));
    let file = report("standard_52.yaml");
    assert!(file.contains("error[C0001]") && file.contains("without an extension"), "{file}");
}

#[test]
fn a_missing_file_names_the_nearest() {
    let files = MemoryFiles::from_iter([("game.cgml", "rules: !include ruels.yaml\n"), ("rules.yaml", "[]")]);
    let run = run("game.cgml", files);
    assert!(run.merged.is_none());
    assert!(run.report().contains("did you mean the file `rules.yaml`?"), "{}", run.report());
}

#[test]
fn suggestions_leave_the_tag_where_it_is() {
    let text = "imports: [!include standart_52]\n";
    let run = run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]));
    let edits: Vec<_> = run.diags.sorted().iter().filter_map(|found| found.suggestion.clone()).collect();
    assert_eq!(rulebook_cgml::load::fix(text, &edits), "imports: [!include 'standard_52']\n");
}

#[test]
fn an_include_without_its_tag_is_reported() {
    let text = "imports: [ include standard_52 ]\n";
    let run = run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]));
    let edits: Vec<_> = run.diags.sorted().iter().filter_map(|found| found.suggestion.clone()).collect();
    assert_eq!(rulebook_cgml::load::fix(text, &edits), "imports: [ !include standard_52 ]\n");
}

#[test]
fn all_mistakes_of_all_files_are_found_at_once() {
    check(
        "
== broken.yaml
a: [1
== game.cgml
imports: [3, [x], {a: b}, !include /etc/passwd, !include ../x.yaml]
inherit: [a, b]
meta: !include none.yaml
setup: !include broken.yaml
flow: !include [a]
rules: !inherit rules.yaml
components: !incldue x.yaml
=> nothing
! C0005 3
! C0010 [x]
! C0010 {a: b}
! C0002 /etc/passwd
! C0003 ../x.yaml
! C0010 [a, b]
! C0001 none.yaml
! C0006 [a]
! C0007 !inherit
! C0007 !incldue
! D0002 [
",
    );
}

#[test]
fn documents_are_maps() {
    check(
        "
== list.yaml
- {id: a}
== empty.yaml
# nothing
== game.cgml
imports: [!include list.yaml, !include empty.yaml]
=> nothing
! C0009 - {id: a}
! C0009 
",
    );
    for text in ["", "[1]", "just words", "3"] {
        let run = run("game.cgml", MemoryFiles::from_iter([("game.cgml", text)]));
        assert_eq!((run.codes(), run.merged.is_none()), (vec!["C0009"], true), "{text}");
    }
}

#[test]
fn the_game_itself_may_be_missing_or_elsewhere() {
    for (path, code) in [
        ("none.cgml", "C0001"),
        ("/game.cgml", "C0002"),
        ("../game.cgml", "C0003"),
        ("C:\\game.cgml", "C0004"),
        ("", "C0001"),
    ] {
        let run = run(path, MemoryFiles::default());
        assert_eq!((run.codes(), run.merged.is_none()), (vec![code], true), "{path}");
        assert!(!run.report().is_empty());
    }
}

#[test]
fn cycles_show_the_way() {
    for (case, way) in [
        ("== game.cgml\nrules: !include game.cgml\n", "game.cgml → game.cgml"),
        ("== game.cgml\ninherit: ./game.cgml\n", "game.cgml → game.cgml"),
        ("== game.cgml\n!inherit game.cgml\n", "game.cgml → game.cgml"),
        ("== a.cgml\ninherit: game.cgml\n== game.cgml\nimports: [a.cgml]\n", "game.cgml → a.cgml → game.cgml"),
        (
            "== x/b.yaml\n- !include c.yaml\n== x/c.yaml\n[!include b.yaml]\n== game.cgml\nrules: !include x/b.yaml\n",
            "x/b.yaml → x/c.yaml → x/b.yaml",
        ),
        ("== a.cgml\nsetup: !include game.cgml\n== game.cgml\ninherit: a.cgml\n", "game.cgml → a.cgml → game.cgml"),
    ] {
        let (root, files) = super::common::files(case);
        let run = run(&root, files);
        assert_eq!((run.codes(), run.merged.is_none()), (vec!["C0008"], true), "{case}\n{}", run.report());
        let found = run.diags.sorted()[0].clone();
        assert_eq!(found.message, format!("this file includes itself: {way}"));
        assert_eq!(found.secondary.len(), way.matches('→').count() - 1, "a label for each step before the last");
    }
}

#[test]
fn one_file_may_be_used_twice() {
    check(
        "
== a.yaml
{x: 1}
== game.cgml
meta: {a: !include a.yaml, b: !include a.yaml, c: [!include ./a.yaml]}
=> meta:
  a:
    x: 1
  b:
    x: 1
  c:
    - x: 1
",
    );
}

#[test]
fn paths_are_normalised_and_stay_inside() {
    let included = |from: &str, text: &str, meant: &str| {
        // A string of JSON is a quoted string of YAML.
        let game = format!("meta: {{name: !include {}}}\n", serde_json::Value::from(text));
        run(from, MemoryFiles::from_iter([(meant, "Found"), (from, game.as_str())]))
    };
    for (from, text, meant) in [
        ("game.cgml", "a.yaml", Ok("a.yaml")),
        ("game.cgml", "./x//a.yaml", Ok("x/a.yaml")),
        ("x/y/b.cgml", "../a.yaml", Ok("x/a.yaml")),
        ("x/y/b.cgml", "../../a.yaml", Ok("a.yaml")),
        ("x/y/b.cgml", "../../../a.yaml", Err(codes::PATH_LEAVES_ROOT)),
        ("game.cgml", "x/../../a.yaml", Err(codes::PATH_LEAVES_ROOT)),
        ("game.cgml", "/etc/passwd", Err(codes::PATH_ABSOLUTE)),
        ("game.cgml", "..\\a.yaml", Err(codes::PATH_CHARACTER)),
        ("game.cgml", "C:a.yaml", Err(codes::PATH_CHARACTER)),
        ("game.cgml", "a.yaml\0.png", Err(codes::PATH_CHARACTER)),
        ("game.cgml", ".. /a.yaml", Err(codes::PATH_CHARACTER)),
        ("game.cgml", ".../a.yaml", Err(codes::PATH_CHARACTER)),
        ("game.cgml", "", Err(codes::FILE_MISSING)),
        ("game.cgml", "x/", Err(codes::FILE_MISSING)),
        ("game.cgml", "x/..", Err(codes::FILE_MISSING)),
        ("game.cgml", "file:///etc/passwd", Err(codes::UNKNOWN_PACKAGE)),
        ("game.cgml", "no_such_deck", Err(codes::UNKNOWN_PACKAGE)),
    ] {
        // A file with this text as its name exists. So a refusal can come only from the rules for paths.
        let run = included(from, text, meant.unwrap_or(text));
        match meant {
            Ok(_) => {
                assert_eq!((run.tree().as_str(), run.codes()), ("meta:\n  name: Found\n", vec![]), "{from} {text:?}")
            }
            Err(code) => assert_eq!(run.codes(), [code], "{from} {text:?}\n{}", run.report()),
        }
    }
    let long = "x/".repeat(400);
    assert_eq!(included("game.cgml", &long, &long).codes(), [codes::PATH_CHARACTER]);
}
