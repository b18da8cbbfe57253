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
    let to = folder.0.join("crates/natives/src/lib.rs");
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(natives.join("src/lib.rs"), to).unwrap();
    let told = rulebook_in(&folder.0, &["new", "gold-rush", "--family", "native"], "").fine();
    assert!(told.contains("RULEBOOK_GAMES=gold-rush cargo test -p rulebook-catalog games::"), "{told}");
    let read = |path: &str| fs::read_to_string(folder.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let module = read("crates/natives/src/gold_rush/mod.rs");
    assert!(module.contains("impl RuleModule for GoldRush") && module.contains("games/gold-rush/initial-state.json"));
    let lib = read("crates/natives/src/lib.rs");
    assert!(lib.contains("pub mod gold_rush;\n") && lib.contains("native::<gold_rush::GoldRush, V>(visitor)"), "{lib}");
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
        for file in ["crates/natives/src/lib.rs", &module] {
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
fn new_writes_no_module_outside_a_checkout() {
    let folder = Folder::new("cli");
    let new = |to: &str| rulebook_in(&folder.0, &["new", "gold", "--family", "native", "--to", to], "");
    new(".").failed(1, "is not a checkout of the engine");
    new("nowhere").failed(1, "is not a checkout of the engine");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn an_invalid_name_is_refused() {
    let folder = Folder::new("cli");
    rulebook_in(&folder.0, &["new", "../x", "--family", "board"], "").failed(2, "is not an id");
    rulebook_in(&folder.0, &["new", "match", "--family", "native"], "").failed(2, "this name is reserved");
    rulebook_in(&folder.0, &["new", "gold"], "").failed(2, "--family");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is written");
}

#[test]
fn the_id_of_a_built_in_game_is_refused() {
    let folder = Folder::new("cli");
    for args in [&["new", "hearts", "--family", "cgml"][..], &["new", "chess", "--from", "hearts"]] {
        rulebook_in(&folder.0, args, "").failed(1, "is the id of a built-in game, which your game would hide");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing is written");
}

/// A copy is a game of its own: it has no mistakes, its scenarios pass, and it does not hide the original.
#[test]
fn a_game_is_copied_and_the_copy_plays() {
    let folder = Folder::new("cli");
    for from in ["hearts", "tic-tac-toe", "duel"] {
        let name = format!("my-{from}");
        let told = rulebook_in(&folder.0, &["new", &name, "--from", from], "").fine();
        assert!(told.contains(&format!("rulebook dev ./games/{name}")), "{told}");
        assert!(rulebook_in(&folder.0, &["check", &name], "").fine().contains("1 game without errors"));
        let sim = rulebook_in(&folder.0, &["sim", &name, "--games", "1", "--seed", "1", "--json"], "").fine();
        assert!(sim.contains(&format!("\"{name}\"")), "{sim}");
        let listed = rulebook_in(&folder.0, &["list", from], "").fine();
        assert!(listed.contains(&format!("\n{from} ")) && listed.contains(&format!("\n{name} ")), "{listed}");
    }
    assert!(rulebook_in(&folder.0, &["list", "my-hearts"], "").fine().contains("My Hearts"));
    rulebook_in(&folder.0, &["new", "my-katko", "--from", "katko"], "").failed(1, "are written in Rust");
    rulebook_in(&folder.0, &["new", "my-game", "--from", "hartes"], "").failed(1, "did you mean `hearts`?");
    rulebook_in(&folder.0, &["new", "my-game", "--from", "hearts", "--family", "cgml"], "").failed(2, "cannot be used");
    assert!(!folder.0.join("games/my-katko").exists() && !folder.0.join("games/my-game").exists());
}

#[test]
fn dev_says_that_a_built_in_game_has_no_files() {
    let folder = Folder::new("cli");
    let dev = |game: &str| rulebook_in(&folder.0, &["dev", game, "--terminal"], "q\n");
    let ran = dev("tic-tac-toe");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = "note: tic-tac-toe is a built-in game, so there is no file to watch. To change it, copy it first: ";
    assert_eq!(ran.err, format!("{told}rulebook new my-tic-tac-toe --from tic-tac-toe\n"));
    assert!(dev("katko").err.ends_with("Its rules are written in Rust\n"));
    rulebook_in(&folder.0, &["new", "my-tic-tac-toe", "--from", "tic-tac-toe"], "").fine();
    assert_eq!(dev("my-tic-tac-toe").err, "");
}
