//! Tests of lists, checks and help, and of the messages for wrong command lines.

use super::run::{Folder, games, rulebook, rulebook_in, rulebook_with};
use serde_json::Value;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn the_list_is_aligned_and_the_json_is_json() {
    let text = rulebook(&["list"]).fine();
    let lines: Vec<&str> = text.lines().collect();
    let column = lines[0].find("NAME").unwrap();
    assert!(lines.iter().any(|line| line.starts_with("crazy-eights ") && line[column..].starts_with("Crazy Eights ")));
    let json: Value = serde_json::from_str(&rulebook(&["list", "--json"]).fine()).unwrap();
    let game = json.as_array().unwrap().iter().find(|game| game["rulesId"] == "crazy-eights").unwrap();
    assert_eq!((&game["minPlayers"], &game["maxPlayers"]), (&Value::from(2), &Value::from(5)));
}

#[test]
fn an_unknown_game_suggests_the_nearest() {
    for command in [&["play", "crazy-eigths"][..], &["sim", "crazy-eigths", "--games", "1"], &["check", "crazy-eigths"]]
    {
        let ran = rulebook(command);
        assert_eq!(ran.code, 1);
        let said = ran.out + &ran.err;
        assert!(said.contains("did you mean `crazy-eights`?"), "{said}");
    }
}

#[test]
fn usage_errors_exit_with_code_two() {
    for (command, words) in [
        (&["--nonsense"][..], "Usage"),
        (&["dance"], "unrecognized subcommand"),
        (&["sim", "crazy-eights"], "--games"),
        (&["sim", "crazy-eights", "--games", "0"], "0 is not in"),
        (&["sim", "crazy-eights", "--games", "100000001"], "is not in"),
        (&["sim", "crazy-eights", "--games", "many"], "invalid"),
        (&["sim", "crazy-eights", "--games", "1", "--threads", "0"], "is not in"),
        (&["sim", "crazy-eights", "--games", "1", "--seats", "9"], "2 to 5 seats, not 9"),
        (&["sim", "crazy-eights", "--games", "1", "--bots", "rondom"], "did you mean \"random\"?"),
        (&["sim", "crazy-eights", "--games", "1", "--seats", "3", "--bots", "random,first"], "2 bots for 3 seats"),
        (&["sim", "crazy-eights", "--games", "1", "--option", "a=b"], "no option \"a\""),
        (&["sim", "crazy-eights", "--games", "1", "--seed", ""], "must not be empty"),
        (&["play", "crazy-eights", "--players", "human,nobody"], "there is no bot \"nobody\""),
        (&["replay", "x.jsonl", "--as", "0"], "a seat from 1 to 16"),
        (&["dev", "crazy-eights", "--terminal", "--seats", "9"], "2 to 5 seats, not 9"),
        (&["dev", "crazy-eights", "--terminal", "--bot", "nobody"], "nobody"),
        (&["verify"], "FILE"),
        (&["serve", "--store", "sqlite:"], "like sqlite:matches.db"),
        (&["serve", "--store", "bad.db"], "did you mean sqlite:bad.db?"),
        (&["serve", "--store", "mysql://db"], "sqlite:FILE or postgres://USER@HOST/DATABASE"),
        (&["serve", "--store", "postgres://"], "like postgres://rulebook@db/rulebook"),
    ] {
        rulebook(command).failed(2, words);
    }
}

/// A new user may type the name of a game where a command belongs.
#[test]
fn a_game_as_command_says_how_to_play_it() {
    rulebook(&["crazy-eights"]).failed(2, "tip: to play this game, type `rulebook play crazy-eights`");
    let told = rulebook(&["crazy-nines"]).failed(2, "unrecognized subcommand");
    assert!(!told.contains("tip:"), "{told}");
}

/// Output that cannot be written is a failure, for help too.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for args in [&["list"][..], &["--help"], &["play", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ran = Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).stdout(full).output().unwrap();
        let told = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{args:?}");
        assert!(told.starts_with("error: cannot write: "), "{args:?}: {told}");
    }
    // A server works even if its address cannot be printed.
    let folder = Folder::new("cli");
    let addr = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["serve", "--addr", &addr.to_string(), "--store", &format!("sqlite:{}", folder.path("matches.db"))])
        .stdout(std::fs::File::options().write(true).open("/dev/full").unwrap())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let works = || rulebook(&["health", "--url", &format!("http://{addr}")]).code == 0;
    let worked = (0..200).any(|_| {
        works() || server.try_wait().unwrap().is_some() || {
            sleep(Duration::from_millis(50));
            false
        }
    }) && works();
    // Ignore the error, because the server may have exited already.
    let _ = server.kill();
    server.wait().unwrap();
    assert!(worked);
}

/// A variable that cannot be read is an error. A default instead would put matches where nobody looks for them.
#[cfg(unix)]
#[test]
fn variables_that_are_not_text_are_errors() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new("cli");
    let strange = || std::ffi::OsString::from_vec(b"sqlite:\xff.db".to_vec());
    for (name, args) in [
        ("RULEBOOK_STORE", &["export"][..]),
        ("RULEBOOK_LOG", &["serve", "--addr", "0"]),
        ("RULEBOOK_ADMIN_TOKEN", &["admin", "bans"]),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
        let ran = command.args(args).env(name, strange()).env("HOME", &folder.0).output().unwrap();
        let told = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{name}: {told}");
        assert!(told.starts_with(&format!("error: {name}: ")) && told.contains("is not UTF-8"), "{told}");
    }
    assert_eq!(folder.0.read_dir().unwrap().count(), 0, "no files");
    rulebook_with(&[("RULEBOOK_STORE", "matches.db")], &folder.0, &["export"], "")
        .failed(2, "RULEBOOK_STORE: a store is");
    // An empty variable counts as missing, as in a file of variables whose value was not filled in.
    let variables = [("RULEBOOK_STORE", ""), ("RULEBOOK_STORE_FILE", ""), ("RULEBOOK_ADMIN_TOKEN_FILE", "")];
    let home = folder.path("home");
    let variables = [&variables[..], &[("HOME", &*home), ("XDG_DATA_HOME", "")]].concat();
    rulebook_with(&variables, &folder.0, &["export"], "").failed(1, "there is no store at");
    rulebook_with(&variables, &folder.0, &["admin", "bans"], "").failed(2, "the operator's token is missing");
}

/// `serve` and `admin` read the token in the same way. A file without a token would leave a server without an operator.
#[test]
fn a_file_without_a_token_is_an_error() {
    let folder = Folder::new("cli");
    let file = folder.path("token");
    std::fs::write(&file, "\n").unwrap();
    rulebook(&["admin", "bans", "--token-file", &file]).failed(2, "at least 16 bytes");
}

#[test]
fn help_says_what_each_command_does() {
    for command in ["list", "play", "sim", "replay", "verify", "check"] {
        let text = rulebook(&[command, "--help"]).fine();
        assert!(text.contains("Examples:") && text.contains("Usage: rulebook"), "{text}");
    }
}

#[test]
fn deployments_use_existing_options_and_variables() {
    let help = rulebook(&["serve", "--help"]).fine();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let mut flags = 0;
    for file in ["Dockerfile", "compose.yaml", "kubernetes.yaml"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        // Only the lines that start our server count, not the lines of the database or the proxy.
        for line in text.lines().filter(|line| line.contains("\"serve\"") || line.contains("\"--drain\"")) {
            for flag in line.split('"').filter(|part| part.starts_with("--")) {
                assert!(help.contains(flag), "{file}: {flag}");
                flags += 1;
            }
        }
    }
    assert!(flags >= 8, "{flags}");
}

#[test]
fn a_folder_adds_games_and_says_which_it_replaces() {
    let folder = Folder::new("cli");
    // An empty folder called `games` does not hide the built-in games.
    std::fs::create_dir_all(folder.0.join("games/not-a-game")).unwrap();
    let all = rulebook_in(&folder.0, &["list"], "").fine();
    std::fs::remove_dir_all(folder.0.join("games")).unwrap();
    rulebook_in(&folder.0, &["new", "my-game", "--family", "cgml"], "").fine();
    let more = rulebook_in(&folder.0, &["list"], "").fine();
    assert!(more.contains("\nmy-game ") && more.lines().count() == all.lines().count() + 1, "{more}");
    rulebook_in(&folder.0, &["sim", "my-game", "--games", "1"], "").fine();
    // A copy with the same files is the same game. A copy with other files replaces the built-in game, and a note says
    // so.
    let mine = folder.0.join("mine/tic-tac-toe");
    std::fs::create_dir_all(&mine).unwrap();
    for file in ["game.json", "meta.json", "rules.md", "layout.json"] {
        let text = std::fs::read_to_string(games().join("tic-tac-toe").join(file)).unwrap();
        std::fs::write(mine.join(file), text.replace("Tic-tac-toe", "Noughts")).unwrap();
    }
    let shelf = folder.path("mine");
    for args in [["--shelf", &shelf, "list", "noughts"], ["list", "noughts", "--shelf", &shelf]] {
        let ran = rulebook_in(&folder.0, &args, "");
        assert!(ran.code == 0 && ran.out.contains("Noughts"), "{}{}", ran.out, ran.err);
        assert!(ran.err.starts_with("note: tic-tac-toe from ") && ran.err.lines().count() == 1, "{}", ran.err);
    }
    let named = rulebook_with(&[("RULEBOOK_SHELF", &shelf)], &folder.0, &["list", "noughts"], "");
    assert!(named.code == 0 && named.out.contains("Noughts"), "{}", named.err);
    let same = games();
    rulebook_in(&folder.0, &["list", "--shelf", same.to_str().unwrap()], "").fine();
}

#[test]
fn the_folder_of_one_game_is_a_shelf() {
    let folder = Folder::new("cli");
    rulebook_in(&folder.0, &["new", "my-game", "--family", "cgml", "--to", &folder.path("shelf")], "").fine();
    let game = folder.0.join("shelf/games/my-game");
    let path = game.to_str().unwrap();
    let all = rulebook_in(&folder.0, &["list"], "").fine().lines().count();
    let listed = rulebook_in(&folder.0, &["list", "--shelf", path], "").fine();
    assert!(listed.contains("\nmy-game ") && listed.lines().count() == all + 1, "{listed}");
    rulebook_in(&folder.0, &["sim", "my-game", "--games", "1", "--shelf", path], "").fine();
    assert!(rulebook_in(&game, &["list", "my-game", "--shelf", "."], "").fine().contains("my-game"));
    // Only the games of the folder are on the shelf, not its subfolders.
    std::fs::create_dir_all(game.join("notes")).unwrap();
    rulebook_in(&folder.0, &["sim", "notes", "--games", "1", "--shelf", path], "")
        .failed(1, "there is no game `notes`");
    // A folder of one game that replaces a built-in game says so.
    let mine = folder.0.join("mine/tic-tac-toe");
    std::fs::create_dir_all(&mine).unwrap();
    for file in ["game.json", "meta.json", "rules.md", "layout.json"] {
        let text = std::fs::read_to_string(games().join("tic-tac-toe").join(file)).unwrap();
        std::fs::write(mine.join(file), text.replace("Tic-tac-toe", "Noughts")).unwrap();
    }
    let ran = rulebook_in(&folder.0, &["list", "noughts", "--shelf", mine.to_str().unwrap()], "");
    assert!(ran.code == 0 && ran.out.contains("Noughts"), "{}{}", ran.out, ran.err);
    assert!(ran.err.starts_with("note: tic-tac-toe from ") && ran.err.lines().count() == 1, "{}", ran.err);
    // A note names a folder without games.
    std::fs::create_dir_all(folder.0.join("empty")).unwrap();
    let ran = rulebook_in(&folder.0, &["list", "war", "--shelf", &folder.path("empty")], "");
    assert!(ran.code == 0 && ran.err.contains("empty contains no games"), "{}", ran.err);
}

#[test]
fn old_forms_work_and_say_what_to_write() {
    let shelf = games();
    let shelf = shelf.to_str().unwrap();
    let ran = rulebook(&["list", "--games", shelf]);
    assert!(ran.code == 0 && ran.err.contains("--shelf DIR") && ran.err.lines().count() == 1, "{}", ran.err);
    let ran = rulebook(&["play", "tic-tac-toe", "--seats", "first,first", "--seed", "1"]);
    assert!(ran.code == 0 && ran.err.contains("write --players first,first"), "{}", ran.err);
    rulebook(&["play", "crazy-eights", "--seats", "3", "--players", "first,first", "--seed", "1"]).fine();
    rulebook(&["play", "crazy-eights", "--seats", "9"]).failed(2, "2 to 5 seats, not 9");
    rulebook(&["play"]).failed(2, "tic-tac-toe");
}

// clause: Magic 17-1
#[test]
fn a_duel_has_exactly_two_players() {
    for seats in ["1", "3", "4"] {
        rulebook(&["play", "duel", "--seats", seats]).failed(2, &format!("duel has 2 seats, not {seats}"));
    }
    rulebook(&["play", "duel", "--players", "first,first,first"]).failed(2, "duel has 2 seats, not 3");
}

/// The program runs in a folder from which it cannot reach any folder of games.
#[test]
fn a_program_alone_has_all_games() {
    let folder = Folder::new("cli");
    let here = folder.0.canonicalize().unwrap();
    let program = here.join("rulebook");
    std::fs::copy(env!("CARGO_BIN_EXE_rulebook"), &program).unwrap();
    // Another test that starts a process at the same time may hold the new program file open for a moment.
    let run = |args: &[&str], place: &Path| loop {
        match Command::new(&program).args(args).current_dir(place).output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => sleep(Duration::from_millis(20)),
            ran => break ran.unwrap(),
        }
    };
    let play = ["play", "crazy-eights", "--players", "random,random"];
    for command in [&["list"][..], &play, &["check", "crazy-eights", "chess", "duel", "oracle"]] {
        let output = run(command, &here);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
    let json = run(&["list", "--json"], Path::new("/")).stdout;
    let json: Value = serde_json::from_slice(&json).unwrap();
    let ids: Vec<&str> = json.as_array().unwrap().iter().filter_map(|game| game["rulesId"].as_str()).collect();
    assert_eq!(ids, rulebook_catalog::Catalog::open(games()).ids(), "all games of the repository");
}

#[test]
fn a_path_is_a_game_too() {
    let folder = Folder::new("cli");
    let game = games().join("crazy-eights");
    for path in [game.clone(), game.join("rules.md")] {
        let path = path.to_str().unwrap();
        rulebook_in(&folder.0, &["sim", path, "--games", "2"], "").fine();
    }
    rulebook_in(&game, &["sim", ".", "--games", "2"], "").fine();
}

#[test]
fn check_reports_every_mistake_and_the_good_games() {
    assert!(rulebook(&["check"]).fine().ends_with("without errors\n"));
    let folder = Folder::new("cli");
    let game = folder.0.join("mau-mau");
    std::fs::create_dir_all(&game).unwrap();
    std::fs::write(game.join("meta.json"), r#"{"rulesId": "mau-mau", "gameNam": "M", "minPlayers": 4}"#).unwrap();
    std::fs::copy(games().join("mau-mau/initial-state.json"), game.join("initial-state.json")).unwrap();
    let ran = rulebook(&["check", game.to_str().unwrap()]);
    assert_eq!(ran.code, 1);
    for words in ["did you mean `gameName`?", "G0008", "rules.md", "2 errors, 2 warnings", "0 games without errors"] {
        assert!(ran.out.contains(words), "{words} in {}", ran.out);
    }
    let ran = rulebook(&["check", game.to_str().unwrap(), "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, json.as_array().map(Vec::len)), (1, Some(4)));
}

/// A game in one file. It uses every form that version 1.2 wrote differently from later versions.
const OLD: &str = r#"cgml_version: 1.2
meta: { name: Old, players: { min: 1, max: 1 } }
components:
  component_types:
    deck_types:
      one: { composition: [ { type: template, template: standard_suits, values: [A] } ] }
  decks: { cards: { type: one } }
  zones: [ { name: stock, type: deck, of_deck: cards }, { name: waste, type: public } ]
setup: []
flow: { states: { Playing: { phases: [Main] }, Over: {} }, initial_state: Playing }
rules:
  - { id: early, trigger: on.phase.Main, effect: [ { action: MOVE, from: $.zones.waste, to: $.zones.stock } ] }
  - { id: end, trigger: on.phase.Main, effect: [ { action: SET_GAME_STATE, state: Over } ] }
"#;

#[test]
fn paths_without_their_root_or_a_step_are_fixed() {
    let folder = Folder::new("cli");
    let path = folder.path("old.cgml");
    let game = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/war/game.cgml")).unwrap();
    let hidden = "count($player.zones.pile) + count($player.zones.won)";
    let old = game.replace(hidden, "count($player.pile) + count($player.zones.won)");
    let old = old.replace("target: $.zones.deck", "target: zones.deck");
    assert!(!old.contains(hidden) && !old.contains("$.zones.deck }"));
    std::fs::write(&path, &old).unwrap();
    assert!(rulebook(&["fix", &path]).fine().ends_with("2 places fixed\n"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), game);
    for (new, old) in [
        ("$.players[0].zones.won", "$.players.0.zones.won"),
        ("$.players[0].zones.won", "$.game.players.0.zones.won"),
        ("$.players[by_id=p1].zones.won", "$.players[by_id.p1].zones.won"),
        ("$.players[by_id=p1].zones.won", "$.players.by_id.p1.zones.won"),
    ] {
        let shuffle = format!("{{ action: SHUFFLE, target: \"{new}\" }}");
        let shuffle = format!("rules:\n  - {{ id: s, trigger: on.turn.end, effect: [ {shuffle} ] }}\n");
        let positions = game.replacen("rules:\n", &shuffle, 1);
        // Inside brackets of YAML, a path with brackets needs quotes.
        let plain = positions.replace(&format!("\"{new}\""), old);
        for written in [Some(positions.replace(new, old)), Some(plain).filter(|_| !old.contains('['))] {
            let Some(written) = written else { continue };
            std::fs::write(&path, written).unwrap();
            rulebook(&["fix", &path]).fine();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), positions);
        }
    }
    std::fs::write(&path, b"\xff\xfe").unwrap();
    rulebook(&["fix", &path]).failed(1, "UTF-8");
}

#[test]
fn old_rules_are_fixed_explained_and_traced() {
    let folder = Folder::new("cli");
    let path = folder.path("old.cgml");
    std::fs::write(&path, OLD).unwrap();
    let path = path.as_str();
    assert!(rulebook(&["fix", path, "--dry-run"]).fine().contains("2 places would be fixed"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), OLD);
    assert!(rulebook(&["fix", path]).fine().ends_with("2 places fixed\n"));
    let fixed = std::fs::read_to_string(path).unwrap();
    assert!(fixed.starts_with("cgml_version: \"1.3\"") && fixed.contains("action: SET_STATE,"), "{fixed}");
    assert!(rulebook(&["fix", path]).fine().contains("nothing to fix"));
    let explained = rulebook(&["check", path, "--explain"]).fine();
    assert!(explained.contains("zone `stock`: role deck, because a deck starts in it"), "{explained}");
    let traced = rulebook(&["play", path, "--players", "random", "--trace"]).fine();
    assert!(traced.contains("  ! rule `early`, action 0: there is no card to take"), "{traced}");
    let quiet = rulebook(&["play", path, "--players", "random"]).fine();
    assert!(!quiet.contains("no card to take"), "{quiet}");
}

#[test]
fn a_server_that_cannot_start_leaves_no_files() {
    let folder = Folder::new("cli");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let store = format!("sqlite:{}", folder.path("data/matches.db"));
    rulebook_in(&folder.0, &["serve", "--addr", &addr, "--store", &store], "").failed(1, "cannot listen");
    let home = folder.path("home");
    let variables = [("HOME", home.as_str()), ("XDG_DATA_HOME", ""), ("XDG_CONFIG_HOME", "")];
    rulebook_with(&variables, &folder.0, &["serve", "--addr", &addr], "").failed(1, "cannot listen");
    rulebook_in(&folder.0, &["serve", "--no-open", "--addr", &addr, "--store", &store], "").failed(1, "cannot listen");
    rulebook_in(&folder.0, &["serve", "--rate", "0"], "").failed(2, "0 is not in");
    assert_eq!(folder.0.read_dir().unwrap().count(), 0, "no files");
    rulebook(&["health", "--url", "http://127.0.0.1:1"]).failed(1, "http://127.0.0.1:1: ");
    rulebook(&["health", "--url", "ftp://localhost"]).failed(2, "http://");
}

#[test]
fn a_file_has_options() {
    let folder = Folder::new("cli");
    let file = folder.path("options.toml");
    std::fs::write(&file, "[list]\njson = true\n").unwrap();
    assert!(rulebook(&["list", "war", "--config", &file]).fine().starts_with('['));
    assert!(rulebook_with(&[("RULEBOOK_CONFIG", &file)], &folder.0, &["list", "war"], "").fine().starts_with('['));
    // The program reads the configuration file of the user. A folder in the place of this file is an error.
    let home = folder.path("home");
    let variables = [("XDG_CONFIG_HOME", home.as_str()), ("HOME", home.as_str())];
    let place = rulebook_with(&variables, &folder.0, &["list", "war"], "").fine();
    assert!(place.starts_with("ID "));
    if cfg!(target_os = "linux") {
        std::fs::create_dir_all(folder.0.join("home/rulebook/config.toml")).unwrap();
        rulebook_with(&variables, &folder.0, &["list", "war"], "").failed(2, "config.toml: ");
        std::fs::remove_dir(folder.0.join("home/rulebook/config.toml")).unwrap();
        std::fs::copy(&file, folder.0.join("home/rulebook/config.toml")).unwrap();
        assert!(rulebook_with(&variables, &folder.0, &["list", "war"], "").fine().starts_with('['));
    }
    std::fs::write(&file, "[lost]\njson = true\n").unwrap();
    rulebook(&["list", "--config", &file]).failed(2, "there is no command `lost`; did you mean `list`?");
}

#[test]
fn packages_get_completions_and_manual_pages() {
    let folder = Folder::new("cli");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(rulebook(&["completions", shell]).fine().contains("rulebook"), "{shell}");
    }
    rulebook(&["man", &folder.path("man")]).fine();
    let page = std::fs::read_to_string(folder.path("man/rulebook-serve.1")).unwrap();
    assert!(page.contains("store"), "{page}");
}

/// A value in the file is refused with the name of the file, and with the exit code of a wrong command line.
#[test]
fn a_wrong_value_in_the_file_names_the_file() {
    let folder = Folder::new("cli");
    let file = folder.path("options.toml");
    std::fs::write(&file, "[sim]\ngames = 0\n[serve]\nrate = 0\n").unwrap();
    let named = |why: &str| format!("error: {file}: invalid value '0' for '{why}'");
    rulebook(&["sim", "war", "--config", &file]).failed(2, &named("--games <N>"));
    rulebook(&["serve", "--config", &file]).failed(2, &named("--rate <N>"));
    rulebook(&["--config", &file]).failed(2, &named("--rate <N>"));
    // The message about a mistake on the command line does not name the file.
    let given = rulebook(&["sim", "war", "--games", "0", "--config", &file]).failed(2, "invalid value '0'");
    assert!(!given.contains("options.toml:"), "{given}");
    std::fs::write(&file, "[sim]\ngames = 3\n").unwrap();
    let missing = rulebook(&["sim", "--config", &file]).failed(2, "<GAME>");
    assert!(!missing.contains("options.toml:"), "{missing}");
    std::fs::write(&file, "[serve]\nproxy-header = \"forwarded\"\n").unwrap();
    rulebook(&["serve", "--config", &file]).failed(2, &format!("error: {file}: the following required arguments"));
    std::fs::write(&file, "shelf = [\"nowhere\"]\n").unwrap();
    rulebook(&["list", "--config", &file]).failed(2, &format!("error: {file}: shelf: there is no folder nowhere"));
    for (text, folder) in [("shelf = 7\n", "7"), ("[list]\nshelf = \"nowhere\"\n", "nowhere")] {
        std::fs::write(&file, text).unwrap();
        let told = format!("error: {file}: shelf: there is no folder {folder}");
        rulebook(&["list", "--config", &file]).failed(2, &told);
    }
    rulebook(&["list", "--shelf", "elsewhere", "--config", ""])
        .failed(1, "error: --shelf: there is no folder elsewhere");
}

/// The report says that its page cannot be written before it plays the games.
#[test]
fn a_report_without_a_folder_plays_no_games() {
    let folder = Folder::new("cli");
    for out in [folder.path("nowhere/page.html"), folder.path("")] {
        let told = rulebook(&["report", "tic-tac-toe", "--quick", "-o", &out]).failed(1, "cannot write");
        assert!(!told.contains("the report takes"), "{told}");
    }
}

#[test]
fn required_options_may_be_in_the_file() {
    let folder = Folder::new("cli");
    let file = folder.path("options.toml");
    std::fs::write(&file, "[sim]\ngames = 3\n[arena]\nbots = \"first,random\"\ngames = 2\n").unwrap();
    assert!(rulebook(&["sim", "tic-tac-toe", "--config", &file]).fine().contains("3 games"));
    assert!(rulebook(&["arena", "tic-tac-toe", "--config", &file]).fine().contains("Tic-tac-toe: 2 games"));
    assert!(rulebook(&["sim", "tic-tac-toe", "--games", "4", "--config", &file]).fine().contains("4 games"));
    rulebook(&["sim", "tic-tac-toe"]).failed(2, "--games");
}

/// An empty name means that no file is read, not even the file of the user.
#[test]
fn no_file_is_read_if_its_name_is_empty() {
    let folder = Folder::new("cli");
    let file = folder.path("options.toml");
    std::fs::write(&file, "[list]\njson = true\n").unwrap();
    let ran = rulebook_with(&[("RULEBOOK_CONFIG", &file)], &folder.0, &["list", "war", "--config", ""], "");
    assert!(ran.fine().starts_with("ID "));
    let ran = rulebook_with(&[("RULEBOOK_CONFIG", "")], &folder.0, &["list", "war"], "");
    assert!(ran.fine().starts_with("ID "));
}

/// Every command has the same error for a folder that does not exist.
#[test]
fn a_missing_shelf_is_an_error_everywhere() {
    let folder = Folder::new("cli");
    let nowhere = folder.path("nowhere");
    let told = format!("error: --shelf: there is no folder {nowhere}\n");
    for args in [
        &["list"][..],
        &["play", "war", "--players", "first,first"],
        &["sim", "war", "--games", "1"],
        &["check", "war"],
    ] {
        let ran = rulebook_in(&folder.0, &[args, &["--shelf", &nowhere]].concat(), "");
        assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", &*told), "{args:?}");
    }
    let ran = rulebook_with(&[("RULEBOOK_SHELF", &nowhere)], &folder.0, &["list"], "");
    assert_eq!((ran.code, ran.err), (1, told.replace("--shelf", "RULEBOOK_SHELF")));
}

#[test]
fn the_list_names_the_family_of_each_game() {
    let text = rulebook(&["list"]).fine();
    let column = text.lines().next().unwrap().find("FAMILY").unwrap();
    for (game, family) in [("chess ", "board"), ("hearts ", "cgml"), ("katko ", "native"), ("duel ", "magic")] {
        let line = text.lines().find(|line| line.starts_with(game)).unwrap();
        assert!(line.chars().skip(column).collect::<String>().starts_with(family), "{line}");
    }
    let json: Value = serde_json::from_str(&rulebook(&["list", "--json", "chess board"]).fine()).unwrap();
    assert!(json.as_array().unwrap().iter().all(|game| game["family"] == "board"), "{json}");
}

/// A store that cannot be opened or filled leaves no file and no folder behind.
#[test]
fn a_store_that_fails_leaves_no_files() {
    let folder = Folder::new("cli");
    let there = || {
        let mut names: Vec<_> = folder.0.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    std::fs::write(
        folder.0.join("notes.txt"),
        "this is no database, and it is longer than the header of one\n".repeat(99),
    )
    .unwrap();
    std::fs::create_dir(folder.0.join("folder")).unwrap();
    let before = there();
    let store = |name: &str| format!("sqlite:{}", folder.path(name));
    for name in ["notes.txt", "folder", "notes.txt/deeper/matches.db"] {
        for command in [&["serve", "--addr", "127.0.0.1:0"][..], &["migrate"], &["archive", "files"], &["export"]] {
            let ran = rulebook_in(&folder.0, &[command, &["--store", &store(name)]].concat(), "");
            assert!(ran.code == 1 && ran.err.contains(&folder.path(name)), "{command:?} {name}: {}", ran.err);
            assert_eq!(there(), before, "{command:?} {name}");
        }
    }
    assert_eq!(folder.0.join("folder").read_dir().unwrap().count(), 0);
    // If the export is wrong, or the log of the models cannot be written, the program removes the new store.
    let new = store("data/deeper/matches.db");
    rulebook_in(&folder.0, &["import", "notes.txt", "--store", &new], "").failed(1, "notes.txt: line 1");
    assert_eq!(there(), before);
    let log = folder.path("folder");
    let serve = ["serve", "--addr", "127.0.0.1:0", "--store", &new, "--llm-log", &log];
    rulebook_in(&folder.0, &serve, "").failed(1, "cannot write the log");
    assert_eq!(there(), before);
    rulebook_in(&folder.0, &["archive", "files", "--store", &new], "").failed(1, "there is no store at");
    assert_eq!(there(), before);
    // A successful command creates the store. A command that fails later does not remove it.
    rulebook_in(&folder.0, &["migrate", "--store", &new], "").fine();
    rulebook_in(&folder.0, &serve, "").failed(1, "cannot write the log");
    rulebook_in(&folder.0, &["export", "--store", &new], "");
    assert!(folder.0.join("data/deeper/matches.db").is_file());
}

/// The hint names another port, which then works. `rulebook` without a command takes `--addr`, too.
#[test]
fn a_taken_port_has_a_way_out() {
    let folder = Folder::new("cli");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let store = format!("sqlite:{}", folder.path("matches.db"));
    let file = folder.path("options.toml");
    std::fs::write(&file, format!("[serve]\nstore = \"{store}\"\naddr = \"{addr}\"\n")).unwrap();
    let hint = "Choose another address with `--addr`, such as `--addr 8081`";
    for args in [&["serve", "--config", &file][..], &["--config", &file], &["--addr", &addr, "--config", &file]] {
        let told = rulebook_in(&folder.0, args, "").failed(1, hint);
        assert!(told.contains(&format!("cannot listen on {addr}")), "{told}");
    }
    let metrics = ["serve", "--addr", "127.0.0.1:0", "--store", &store, "--metrics", &addr, "--config", ""];
    rulebook_in(&folder.0, &metrics, "").failed(1, "Choose another address with `--metrics`");
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["--addr", "127.0.0.1:0", "--no-open", "--config", &file])
        .current_dir(&folder.0)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.as_mut().unwrap()), &mut line).unwrap();
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).map(str::to_owned);
    let health = rulebook(&["health", "--url", url.as_deref().unwrap_or(&line)]);
    // Another address is not enough for a second server.
    let second = ["serve", "--addr", "127.0.0.1:0", "--store", &store];
    let told = rulebook_in(&folder.0, &second, "").failed(1, "another server uses");
    assert!(told.contains("Choose another file with `--store`"), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(health.fine().ends_with(" works\n"));
}
