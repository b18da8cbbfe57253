//! Tests of the commands `arena` and `hint`.

use crate::run::{Folder, games, rulebook, rulebook_in};

#[test]
fn an_arena_has_ratings_and_a_table_and_repeats_itself() {
    let args = ["arena", "tic-tac-toe", "--bots", "mcts:200,random", "--games", "20", "--seed", "1"];
    let text = rulebook(&args).fine();
    for words in ["Tic-tac-toe: 20 games with 2 seats", "--seed 1", "Elo", "mcts:200", "points of the row"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    let json = |threads: &str| rulebook(&[&args[..], &["--json", "--threads", threads]].concat()).fine();
    let first = json("1");
    assert_eq!(first, json("2"));
    let found: serde_json::Value = serde_json::from_str(&first).unwrap();
    let best = &found["bots"][0];
    assert_eq!((best["bot"].as_str(), best["games"].as_u64()), (Some("mcts:200"), Some(20)));
    let lost = 20 - best["won"].as_u64().unwrap() - best["shared"].as_u64().unwrap();
    assert_eq!(lost, 0, "{first}");
}

#[test]
fn three_bots_meet_in_pairs_and_one_may_sit_several_times() {
    let args = ["arena", "tic-tac-toe", "--bots", "random,first,greedy", "--games", "12", "--seed", "1", "--json"];
    let found: serde_json::Value = serde_json::from_str(&rulebook(&args).fine()).unwrap();
    for bot in found["bots"].as_array().unwrap() {
        assert_eq!(bot["games"], 8, "{bot}");
    }
    let four =
        ["arena", "crazy-eights", "--bots", "first,random,random,random", "--games", "8", "--seed", "1", "--json"];
    let found: serde_json::Value = serde_json::from_str(&rulebook(&four).fine()).unwrap();
    assert_eq!(found["bots"].as_array().unwrap().len(), 2);
    assert!(found["bots"].as_array().unwrap().iter().all(|bot| bot["games"] == 8));
}

#[test]
fn bots_of_solo_games_are_compared_on_the_same_deals() {
    let args = ["arena", "klondike", "--bots", "first,random", "--games", "3", "--seed", "1"];
    let text = rulebook(&args).fine();
    assert!(text.contains("Klondike: 4 games with 1 seat in "), "{text}");
    assert!(text.contains("each of 2 bots plays the same 2 deals"), "{text}");
    assert!(text.lines().any(|line| line.contains("  first ") && line.contains("  2    -  ")), "{text}");
    let found: serde_json::Value = serde_json::from_str(&rulebook(&[&args[..], &["--json"]].concat()).fine()).unwrap();
    assert_eq!(found["sameDeals"], true, "{found}");
    assert_eq!(found["games"], 4, "{found}");
    for bot in found["bots"].as_array().unwrap() {
        assert_eq!((bot["games"].as_u64(), bot["won"].as_u64()), (Some(2), Some(0)), "{bot}");
        assert!(bot["points"].as_f64().is_some_and(|points| (0.0..=52.0).contains(&points)), "{bot}");
    }
    let together = ["arena", "beacons", "--bots", "first,random", "--games", "2", "--seed", "1", "--json"];
    let found: serde_json::Value = serde_json::from_str(&rulebook(&together).fine()).unwrap();
    assert_eq!(found["sameDeals"], true, "{found}");
    assert_eq!(found["bots"][0]["against"][1][1], 1.0, "{found}");
}

#[test]
fn games_of_a_bot_against_itself_are_not_rated() {
    let args = ["arena", "tic-tac-toe", "--bots", "random,random", "--games", "40", "--seed", "1", "--json"];
    let found: serde_json::Value = serde_json::from_str(&rulebook(&args).fine()).unwrap();
    let bots = found["bots"].as_array().unwrap();
    let mut names: Vec<&str> = bots.iter().map(|bot| bot["bot"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["random#1", "random#2"]);
    assert!(bots.iter().all(|bot| bot["won"].as_u64().unwrap() < 40), "{found}");
    let args = ["arena", "tic-tac-toe", "--bots", "random,random,first", "--games", "6", "--seed", "1"];
    let text = rulebook(&args).fine();
    assert!(text.contains("2 games not counted: a bot played against itself"), "{text}");
    assert!(text.contains("Equal bots would have 50.0 % of the first places each."), "{text}");
}

#[test]
fn games_with_one_bot_on_every_side_are_not_counted() {
    let args = ["arena", "whist", "--bots", "random,first,ismcts:1", "--games", "3", "--seed", "1"];
    let text = rulebook(&args).fine();
    let told = text.replace('\n', " ");
    assert!(told.contains("In 3 games a bot sat on every side and was not counted. List two bots"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let one = rulebook(&["arena", "tic-tac-toe", "--bots", "random,first", "--games", "1", "--seed", "1"]).fine();
    assert!(one.contains("Tic-tac-toe: 1 game with 2 seats"), "{one}");
}

#[test]
fn invalid_arenas_are_refused_with_the_reason() {
    for (args, words) in [
        (&["arena", "chess", "--bots", "random"][..], "needs 2 to 16 bots"),
        (&["arena", "chess", "--bots", "random,stockfish"], "there is no bot \"stockfish\""),
        (&["arena", "crazy-eights", "--bots", "mcts,random"], "use ismcts"),
    ] {
        let run = rulebook(args);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(words), "{words} in {}", run.err);
    }
}

#[test]
fn a_hint_gives_reasons() {
    let text = rulebook(&["hint", "tic-tac-toe", "--bot", "mcts:500", "--moves", "M@a1,M@b1,M@a2,M@b2"]);
    let text = text.fine();
    assert!(text.contains("mcts:500 plays M@a3 for seat 1") && text.contains("wins"), "{text}");
    let mate = ["hint", "chess", "--bot", "alphabeta:2000", "--position", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"];
    let text = rulebook(&mate).fine();
    assert!(text.contains("plays a1a8 for seat 1") && text.contains("wins in 1"), "{text}");
    let text = rulebook(&["hint", "gin-rummy", "--bot", "greedy", "--seed", "1"]).fine();
    assert!(text.contains("  8 playouts in ") && text.contains("  pass "), "{text}");
    assert!(!text.contains(": Pass"), "{text}");
    assert!(text.contains(" %") && !text.contains('+'), "{text}");
    let text = rulebook(&["hint", "durak", "--bot", "ismcts:50", "--seed", "3"]).fine();
    assert!(text.contains("50 playouts") && text.contains(" %"), "{text}");
    let row = text.lines().find(|line| line.contains(" hand->battle-1 ") && line.contains(" %")).unwrap();
    assert!(row.starts_with("  attack with the "), "in words, as the list has it: {row}");
    let text = rulebook(&["hint", "klondike", "--bot", "medium", "--seed", "1", "--moves", "3S@pile1"]).fine();
    assert!(text.ends_with("medium plays pile3 for seat 1: pile 3\n  It is the only move.\n"), "{text}");
    let text = rulebook(&["hint", "tic-tac-toe", "--bot", "first"]).fine();
    assert!(text.ends_with("\n  (this bot gives no reasons)\n"), "{text}");
    let text = rulebook(&["hint", "duel", "--bot", "ismcts:4", "--deck", "emberhold", "--deck", "tidewick"]).fine();
    assert!(text.contains("ismcts:4 plays "), "{text}");
}

/// The rows of a hint: the move that the bot plays, then the text and the value of each listed move.
fn hinted(args: &[&str]) -> (String, Vec<(String, f64)>) {
    let text = rulebook(args).fine();
    let played = text.split(" plays ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let rows = text.lines().skip_while(|line| !line.contains("   visits     value")).skip(1);
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let value = words.iter().position(|word| word.starts_with(['+', '-']) && word.contains('.'))?;
        Some((words[value - 2].to_owned(), words[value].parse().unwrap()))
    };
    (played, rows.map_while(row).collect())
}

#[test]
fn the_move_of_a_hint_is_the_best_of_its_list() {
    let lines = [("chess", ""), ("chess", "e2e4,e7e5,g1f3"), ("breakthrough", "")];
    for (game, moves) in lines {
        for seed in ["1", "2", "3"] {
            for bot in ["alphabeta:500", "alphabeta:20000"] {
                let args = ["hint", game, "--bot", bot, "--seed", seed, "--moves", moves];
                let (played, rows) = hinted(&args[..if moves.is_empty() { 6 } else { 8 }]);
                assert_eq!(rows.len(), 5, "{args:?}: {rows:?}");
                assert_eq!(played, rows[0].0, "{args:?}: {rows:?}");
                assert!(rows.is_sorted_by(|one, next| one.1 >= next.1), "{args:?}: {rows:?}");
            }
        }
    }
    let text = rulebook(&["hint", "crazy-eights", "--bot", "ismcts:300"]).fine();
    assert!(text.contains("Best first, by visits"), "{text}");
}

#[test]
fn a_hint_has_the_words_and_signs_of_the_table() {
    let text = rulebook(&["hint", "crazy-eights", "--bot", "first", "--seed", "1"]).fine();
    let played =
        rulebook_in(&games(), &["play", "crazy-eights", "--players", "human,first", "--seed", "1"], "q\n").fine();
    let prompt = text.lines().find(|line| line.starts_with("Your turn.")).unwrap();
    assert!(prompt.contains(['♠', '♥', '♦', '♣']) && played.contains(prompt), "{prompt} in {played}");
    // A hint lists the same buttons as the table: only those that can be pressed.
    let text = rulebook(&["hint", "gin-rummy", "--bot", "first", "--seed", "1"]).fine();
    let played = rulebook_in(&games(), &["play", "gin-rummy", "--players", "human,first", "--seed", "1"], "q\n").fine();
    let buttons = text.lines().find(|line| line.starts_with("Buttons: ")).unwrap();
    assert!(played.lines().any(|line| line == buttons), "{buttons} in {played}");
    let text = rulebook(&["hint", "tic-tac-toe", "--bot", "first"]).fine();
    assert!(text.contains("  Cross   mark × 5") && !text.contains("CROSS"), "{text}");
}

#[test]
fn a_hint_for_the_end_of_a_log() {
    let folder = Folder::new("cli");
    let log = folder.path("match.jsonl");
    let play: [&str; 8] = ["play", "tic-tac-toe", "--players", "human,first", "--seed", "7", "--log", &log];
    rulebook_in(&games(), &play, "1\n").fine();
    let text = rulebook(&["hint", "--log", &log, "--bot", "mcts:100"]).fine();
    assert!(text.contains("\n  100 playouts") && text.contains("1 X[O]."), "{text}");
    assert!(text.contains(" for seat 1: place a mark on "), "{text}");
    rulebook(&["hint", "--log", &folder.path("none")]).failed(1, "cannot read");
}

#[test]
fn people_may_ask_for_a_hint() {
    let text = rulebook_in(&games(), &["play", "tic-tac-toe", "--players", "human,first"], "h\n").fine();
    assert!(text.contains("hard plays M@") && text.contains(" for seat 1: place a mark on "), "{text}");
    assert!(text.contains("Goodbye."), "{text}");
}

#[test]
fn an_engine_answers_a_chess_program() {
    let text = rulebook_in(&games(), &["uci", "chess"], "uci\nisready\nposition startpos\ngo nodes 500\nquit\n").fine();
    assert!(text.contains("uciok\nreadyok") && text.contains("\nbestmove "), "{text}");
    rulebook(&["uci", "durak"]).failed(1, "UCI works only for board games with two players");
}

/// A user who stops a long arena still gets the results so far.
#[test]
#[cfg(target_os = "linux")]
fn a_stopped_arena_prints_its_results_so_far() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let args = ["arena", "tic-tac-toe", "--bots", "mcts:300,random", "--games", "500000", "--seed", "1"];
    let child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(args)
        .current_dir(games())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Wait until the program has installed its handler. Without the handler, Ctrl-C would kill the program.
    let status = format!("/proc/{}/status", child.id());
    let catches = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
        mask.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask & 0b10 != 0)
    };
    let begin = Instant::now();
    while !catches() {
        assert!(begin.elapsed() < Duration::from_secs(60), "Ctrl-C is not caught");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("\nStopped early: 500,000 games were planned.\n"), "{out}");
    assert!(out.contains("points of the row") && err.contains("Press Ctrl-C again to stop now"), "{out}{err}");
}

#[test]
fn only_board_games_are_tuned() {
    rulebook(&["tune", "hearts"]).failed(1, "is not a board game");
    rulebook(&["tune", "chess", "--minutes", "0"]).failed(2, "0 is not in 1..=1440");
}
