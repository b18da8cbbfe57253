//! Tests of `rulebook new`.

use super::run::{Folder, games, rulebook_in};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_new_board_game_is_fine_and_plays() {
    let folder = Folder::new("cli");
    let told = rulebook_in(&folder.0, &["new", "gold-rush", "--family", "board"], "").fine();
    assert!(told.contains("game.json") && told.contains("Play it:  rulebook play"), "{told}");
    let path = folder.path("games/gold-rush");
    assert!(rulebook_in(&folder.0, &["check", &path], "").fine().contains("1 game without errors"));
    let sim = rulebook_in(&folder.0, &["sim", &path, "--games", "20", "--seed", "1", "--json"], "").fine();
    assert!(sim.contains("\"gold-rush\""), "{sim}");
}

// clause: Cards 0-8 6.4-1
// departs: Cards 0-9: a module is Rust, so that the compiler checks it and playouts are fast
#[test]
fn a_new_rule_module_is_written_and_registered() {
    let folder = Folder::new("cli");
    let natives = games().join("../crates/natives");
    for file in ["src/lib.rs", "tests/natives/games/laws.rs"] {
        let to = folder.0.join("crates/natives").join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(natives.join(file), to).unwrap();
    }
    let told = rulebook_in(&folder.0, &["new", "gold-rush", "--family", "native"], "").fine();
    assert!(told.contains("cargo test -p rulebook-natives gold_rush"), "{told}");
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let module = read("crates/natives/src/gold_rush/mod.rs");
    assert!(module.contains("impl RuleModule for GoldRush") && module.contains("games/gold-rush/initial-state.json"));
    let lib = read("crates/natives/src/lib.rs");
    assert!(lib.contains("pub mod gold_rush;\n") && lib.contains("native::<gold_rush::GoldRush, V>(visitor)"), "{lib}");
    assert!(
        read("crates/natives/tests/natives/games/laws.rs")
            .contains("obeys::<rulebook_natives::gold_rush::GoldRush>();")
    );
    assert!(read("games/gold-rush/meta.json").contains("\"rulesId\": \"gold-rush\""));
    for file in ["rules.md", "initial-state.json", "layout.json", "layout-wide.json", "layout-portrait.json"] {
        read(&format!("games/gold-rush/{file}"));
    }
    assert!(read("games/gold-rush/scenarios/three-hands.json").contains("gold-rush"));
    // Creating the same game again is refused, and no file is overwritten.
    rulebook_in(&folder.0, &["new", "gold-rush", "--family", "native"], "")
        .failed(1, "the game \"gold-rush\" already exists");
    assert_eq!(read("crates/natives/src/lib.rs"), lib);
    // The program under test was built without the new rules, and it says so.
    let path = folder.path("games/gold-rush");
    let checked = rulebook_in(&folder.0, &["check", &path], "");
    assert!(checked.code == 1 && checked.out.contains("build the engine again"), "{}", checked.out);
    // rustfmt must change nothing, whether the name is short or long.
    for name in ["ox", "queen-of-the-night", "a-name-of-twenty-seven-char"] {
        rulebook_in(&folder.0, &["new", name, "--family", "native"], "").fine();
        let module = format!("crates/natives/src/{}/mod.rs", name.replace('-', "_"));
        for file in ["crates/natives/src/lib.rs", "crates/natives/tests/natives/games/laws.rs", &module] {
            assert_eq!(formatted(&read(file)), read(file), "{file}");
        }
    }
}

/// The text as rustfmt formats it, with the settings of the engine.
fn formatted(text: &str) -> String {
    let config = games().join("../rustfmt.toml");
    let mut rustfmt = Command::new("rustfmt");
    let rustfmt = rustfmt.args(["--edition", "2024", "--config-path"]).arg(config);
    let mut child = rustfmt.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("rustfmt is there");
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let told = child.wait_with_output().unwrap();
    assert!(told.status.success());
    String::from_utf8(told.stdout).unwrap()
}

#[test]
fn outside_of_a_checkout_nothing_is_written() {
    let folder = Folder::new("cli");
    let new = |to: &str| rulebook_in(&folder.0, &["new", "gold", "--family", "native", "--to", to], "");
    new(".").failed(1, "is not a checkout of the engine");
    new("nowhere").failed(1, "is not a checkout of the engine");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn a_name_that_is_none_is_refused() {
    let folder = Folder::new("cli");
    rulebook_in(&folder.0, &["new", "../x", "--family", "board"], "").failed(2, "is not an id");
    rulebook_in(&folder.0, &["new", "match", "--family", "native"], "").failed(2, "this name is reserved");
    rulebook_in(&folder.0, &["new", "gold"], "").failed(2, "--family");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is written");
}
