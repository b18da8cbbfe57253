//! Tests of `rulebook sim`: the same seed gives the same results.

use super::run::{Folder, rulebook};
use serde_json::Value;

fn sim(args: &[&str]) -> Value {
    let all = [&["sim", "crazy-eights", "--json"], args].concat();
    serde_json::from_str(&rulebook(&all).fine()).unwrap()
}

/// The results without the values that depend on the clock.
fn result(mut json: Value) -> Value {
    for key in ["seconds", "gamesPerSecond", "movesPerSecond"] {
        assert!(json.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    json
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let run = |threads, seed| result(sim(&["--games", "300", "--seed", seed, "--threads", threads]));
    let one = run("1", "7");
    assert_eq!(one, run("1", "7"));
    assert_eq!(one, run("2", "7"));
    assert_eq!(one, run("5", "7"));
    assert_ne!(one["digest"], run("2", "8")["digest"]);
    let longer = result(sim(&["--games", "1300", "--seed", "7", "--threads", "2"]));
    assert_eq!(longer, result(sim(&["--games", "1300", "--seed", "7", "--threads", "1"])));
}

#[test]
fn bots_that_think_are_reproducible_too() {
    let run = |threads| {
        result(sim(&["--games", "4", "--seed", "7", "--bots", "ismcts:10,random,first", "--threads", threads]))
    };
    let one = run("1");
    assert_eq!(one, run("3"));
    assert_eq!(one["seats"], 3);
}

#[test]
fn the_json_says_everything() {
    let json = sim(&["--games", "200", "--seed", "a seed", "--seats", "4"]);
    let number = |key: &str| json[key].as_u64().unwrap_or_else(|| panic!("{key} in {json}"));
    assert_eq!((json["game"].as_str(), json["seed"].as_str()), (Some("crazy-eights"), Some("a seed")));
    assert_eq!((number("games"), number("seats")), (200, 4));
    assert_eq!(json["digest"].as_str().map(str::len), Some(64));
    assert!(number("moves") > 200 && json["seconds"].as_f64().unwrap() > 0.0);
    let wins: Vec<u64> = json["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).collect();
    assert_eq!(wins.len(), 4);
    assert!(wins.iter().sum::<u64>() + number("draws") >= 200);
    assert_eq!((number("faults"), number("unfinished"), number("stuck"), number("bugs")), (0, 0, 0, 0));
    let shares: f64 = json["firstPlaceShares"].as_array().unwrap().iter().map(|share| share.as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let length = &json["length"];
    assert!(length["min"].as_u64() <= length["median"].as_u64() && length["p95"].as_u64() <= length["max"].as_u64());
    assert_eq!(json["flags"], Value::Array(vec![]));
}

#[test]
fn a_game_that_is_cut_off_is_flagged() {
    let json = sim(&["--games", "60", "--seed", "1", "--max-moves", "3"]);
    assert_eq!((json["unfinished"].as_u64(), json["wins"].clone()), (Some(60), serde_json::json!([0, 0])));
    assert_eq!(json["flags"][0]["flag"], "never-ends");
    let text = rulebook(&["sim", "crazy-eights", "--games", "60", "--max-moves", "3"]).fine();
    assert!(text.contains("never ends: 60 games reached the limit of 3 moves; game 0, 1, 2, ..."), "{text}");
}

#[test]
fn a_seed_from_the_system_is_printed_and_can_be_used_again() {
    let first = sim(&["--games", "20"]);
    let seed = first["seed"].as_str().unwrap();
    assert_eq!(result(sim(&["--games", "20", "--seed", seed])), result(first.clone()));
    assert_ne!(sim(&["--games", "20"])["seed"], first["seed"]);
}

#[test]
fn a_log_changes_nothing() {
    let folder = Folder::new("cli");
    let logs = folder.path("deep/logs");
    let logged = sim(&["--games", "30", "--seed", "7", "--seats", "3", "--log", &logs]);
    assert_eq!(result(logged), result(sim(&["--games", "30", "--seed", "7", "--seats", "3"])));
    assert_eq!(std::fs::read_dir(&logs).unwrap().count(), 30);
    assert!(std::path::Path::new(&logs).join("000029.jsonl").is_file());
    let not_a_folder = std::path::Path::new(&logs).join("000000.jsonl/x");
    let args = ["sim", "crazy-eights", "--games", "1", "--log", not_a_folder.to_str().unwrap()];
    rulebook(&args).failed(1, "cannot create");
}

#[test]
fn the_text_is_for_people() {
    let text = rulebook(&["sim", "crazy-eights", "--games", "100", "--seed", "7"]).fine();
    for words in
        ["Crazy Eights, 2 seats, seed 7", "games/s", "moves/s", "draws", "median", "branching", "flags      none"]
    {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn the_logs_of_two_runs_are_not_mixed() {
    let folder = Folder::new("cli");
    let logs = folder.path("logs");
    let run = || rulebook(&["sim", "crazy-eights", "--games", "2", "--seed", "1", "--log", &logs]);
    run().fine();
    run().failed(1, "a folder without logs");
}

#[test]
fn sim_of_a_solo_game_reports_points_and_no_wins() {
    let args = ["sim", "klondike", "--games", "3", "--seed", "1"];
    let text = rulebook(&args).fine();
    assert!(text.contains("Klondike, 1 seat") && text.contains("   1  random  alone: "), "{text}");
    assert!(!text.contains("wins") && !text.contains("draws"), "{text}");
    let json: Value = serde_json::from_str(&rulebook(&[&args[..], &["--json"]].concat()).fine()).unwrap();
    assert_eq!(json["wins"], serde_json::json!([0]));
    assert!(json["points"]["mean"].as_f64().is_some_and(|mean| mean <= 52.0), "{json}");
}

/// A game in which each player must give away a higher card than the player before. No other player has seen that card.
const SECRET_HEIGHT: &str = r#"
cgml_version: "1.3"
meta: { name: Blind Climb, players: { min: 2, max: 2 } }
imports: [ !include standard_52 ]
components:
  decks: { cards: { type: standard_52 } }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
    - { name: box, type: { ordering: lifo, default_face: down, visibility: { all: count_only } } }
  variables:
    - { name: height, initial_value: 0 }
setup:
  - { action: SHUFFLE, target: $.zones.deck }
  - { action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 6 }
flow:
  initial_state: Playing
  states: { Playing: { phases: [Give] }, Over: {} }
  transitions:
    - { from: Playing, to: Over, condition: "any($.players, count($player.zones.hand) <= 3)" }
  win_condition: { evaluator: "min(map($.players[*], count($.player.zones.hand)))" }
rules:
  - id: give
    trigger: on.phase.Give
    effect:
      - action: REQUEST_INPUT
        prompt: Give a higher card
        options: "filter($.players[current].zones.hand, rank_value($.card) > $.height)"
        otherwise: start anew
        store_as: card
      - { action: SET_VARIABLE, path: $.height, value: 0 }
      - { action: SET_VARIABLE, condition: exists(ref:card), path: $.height, value: rank_value(ref:card) }
      - { action: MOVE, condition: exists(ref:card), from: ref:card, to: $.zones.box }
"#;

#[test]
fn options_that_depend_on_a_secret_are_flagged_and_break_no_bot() {
    let folder = Folder::new("cli");
    let file = folder.path("climb.cgml");
    std::fs::write(&file, SECRET_HEIGHT).unwrap();
    for bots in ["random", "ismcts:20", "mo-ismcts:20", "flat:20", "greedy"] {
        let text = rulebook(&["sim", &file, "--games", "3", "--seed", "3", "--bots", bots]).fine();
        let told = text.contains("flag       give: the options depend on `height`");
        assert!(told && !text.contains("panicked"), "{bots}: {text}");
    }
}

/// A sampled state may contain a wrong guess of a hidden value. A sample may then offer no move, and a bot must handle
/// this.
#[test]
fn options_that_depend_on_a_kept_answer_break_no_bot() {
    let folder = Folder::new("cli");
    let file = folder.path("kept.cgml");
    let rules = r#"rules:
  - id: give
    trigger: on.phase.Give
    effect:
      - { action: REQUEST_INPUT, prompt: In secret, options: { type: number, min: 1, max: LAST }, store_as: s, keep: game, audience: owner }
      - { action: REQUEST_INPUT, player: "$.players[opponent]", prompt: Guess, options: { type: number, min: 1, max: ref:s + 1 }, store_as: g }
      - { action: MOVE, from: "$.players[current].zones.hand", to: $.zones.box }
      - { action: MOVE, condition: ref:g == ref:s, from: "$.players[opponent].zones.hand", to: $.zones.box }
"#;
    let (head, _) = SECRET_HEIGHT.split_once("rules:").unwrap();
    for last in ["3", "\"count($.players[current].zones.hand)\""] {
        std::fs::write(&file, format!("{head}{}", rules.replace("LAST", last))).unwrap();
        for bots in ["ismcts:20", "mo-ismcts:20", "flat:20", "greedy"] {
            let text = rulebook(&["sim", &file, "--games", "2", "--seed", "3", "--bots", bots]).fine();
            let told = text.contains("flag       give: the options depend on `s`");
            assert!(told && !text.contains("panicked"), "{bots}, to {last}: {text}");
        }
    }
}

#[test]
fn games_that_nobody_plays_are_flagged() {
    let folder = Folder::new("cli");
    let file = folder.path("over.cgml");
    let text = SECRET_HEIGHT.replace("any($.players, count($player.zones.hand) <= 3)", "count($.zones.deck) > 0");
    let text =
        text.replace("trigger: on.phase.Give", "trigger: on.phase.Give\n    condition: count($.zones.deck) == 0");
    std::fs::write(&file, text).unwrap();
    let told = rulebook(&["sim", &file, "--games", "3", "--seed", "3"]).fine();
    assert!(told.contains("flag       ends before the first decision: 3 games; game 0, 1, 2"), "{told}");
}

// clause: CGML 4-4 18-1 18-2
#[test]
fn the_seed_of_a_file_is_used() {
    let folder = Folder::new("cli");
    let run = |rng: &str, more: &[&str]| {
        let file = folder.path("seeded.cgml");
        std::fs::write(&file, SECRET_HEIGHT.replacen("meta: { ", &format!("meta: {{ {rng}"), 1)).unwrap();
        let args = [&["sim", &file, "--games", "20", "--bots", "random", "--json"], more].concat();
        let json: Value = serde_json::from_str(&rulebook(&args).fine()).unwrap();
        (json["seed"].clone(), json["digest"].clone())
    };
    let seeded = "rng: { deterministic: true, seed: 12345 }, ";
    let first = run(seeded, &[]);
    assert_eq!(first.0, "12345");
    assert_eq!(run(seeded, &[]), first, "every shuffle and choice comes from the seed of the file");
    assert_eq!(run("", &["--seed", "12345"]).0, "12345");
    assert_ne!(run(seeded, &["--seed", "7"]).1, first.1, "the option comes first");
    let other = run("rng: { deterministic: true, seed: 12346 }, ", &[]);
    assert!(other.0 == "12346" && other.1 != first.1);
    assert_ne!(run("rng: { deterministic: false, seed: 12345 }, ", &[]).0, "12345");
}
