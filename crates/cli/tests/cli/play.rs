//! Tests of `rulebook play` with input from a pipe.

use super::run::{Folder, Ran, games, rulebook, rulebook_in};

fn play(args: &[&str], input: &str) -> Ran {
    rulebook_in(&games(), &[&["play", "crazy-eights", "--seed", "3"], args].concat(), input)
}

const FIRST: &str = "1\n";

#[test]
fn a_game_to_its_end_by_first_choices() {
    let folder = Folder::new("cli");
    let log = folder.path("match.jsonl");
    let text = play(&["--players", "human,random", "--log", &log], &FIRST.repeat(2000)).fine();
    assert!(text.contains("seat 1> 1\n"), "input from a pipe is shown: {text}");
    assert!(text.contains("win") && text.ends_with("Play this deal again with --seed 3.\n"), "{text}");
    assert!(rulebook(&["verify", &log]).fine().contains("verified: "));
    play(&["--log", &log], "").failed(1, "already exists");
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    let run = || play(&["--players", "human,ismcts:20"], &FIRST.repeat(2000)).fine();
    assert_eq!(run(), run());
}

/// On a board, the seed decides only the moves of bots. A bot with a time budget cannot be reproduced, so then no seed
/// is printed.
#[test]
fn only_what_can_be_promised_is_promised() {
    let end = |bot: &str| {
        let seats = format!("random,{bot}");
        rulebook(&["play", "tic-tac-toe", "--seed", "3", "--plain", "--players", &seats]).fine()
    };
    assert!(end("mcts:10").ends_with("For the same bot moves, use --seed 3.\n"));
    assert!(!end("mcts:1ms").contains("--seed"));
}

#[test]
fn a_move_can_be_typed_as_text_and_a_wrong_one_says_why() {
    let text = play(&["--players", "human,random"], "fly\nQH\n99\n0\n?\nm\ndraw\nq\n").fine();
    for words in [
        "seat 1> fly\nThat is not a legal move; choose one of ",
        "seat 1> QH\nThat is not a legal move; choose one of ",
        "There is no move 99",
        "There is no move 0",
        "show this help",
        "You draw ",
        "Goodbye.",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert_eq!(text.matches("Your turn.").count(), 3, "at first, after m, after the draw: {text}");
}

/// Several cards are one move. If one of the cards does not fit, no card is laid.
#[test]
fn several_cards_are_typed_as_one_move() {
    let args = ["play", "canasta", "--seed", "6", "--players", "human,first,first,first"];
    let typed = "3H hand->threes\n? stock->hand\n9S 9C JS -> meld-9\n9S 9C 9S 9H -> meld-9\nm\nq\n";
    let text = rulebook_in(&games(), &args, typed).fine();
    let parts: Vec<&str> = text.split("seat 1> ").collect();
    let laid = |part: &str| {
        let mut lines = part.lines().filter(|line| line.trim_start().starts_with("meld"));
        lines.any(|line| line.matches('9').count() > 4 && line.contains("9♥"))
    };
    assert_eq!(parts.len(), 7, "six lines are typed: {text}");
    assert!(parts[3].contains("eld is of one rank") && !laid(parts[3]), "{text}");
    assert!(laid(parts[5]), "{text}");
}

#[test]
fn the_end_of_the_input_is_polite() {
    let text = play(&[], "").fine();
    assert!(text.contains("seat 1 (human), seat 2 (medium)"), "{text}");
    assert!(text.contains("\nGoodbye.\n"), "{text}");
    let log = Folder::new("cli");
    let path = log.path("match.jsonl");
    play(&["--log", &path, "--players", "human,first"], "1\n").fine();
    assert!(rulebook(&["verify", "--unfinished", &path]).fine().contains("unfinished: "));
    assert!(rulebook(&["replay", &path]).fine().contains("before the end of the match"));
}

#[test]
fn at_one_screen_each_sees_only_its_own_cards() {
    let text = play(&["--players", "human,human"], &FIRST.repeat(4)).fine();
    let parts: Vec<&str> = text.split("Pass the screen to seat ").collect();
    assert!(parts.len() > 2, "{text}");
    let hand = |part: &str| part.lines().filter(|line| line.trim_start().starts_with("hand")).count();
    for part in &parts {
        let faces = part.lines().filter(|line| line.trim_start().starts_with("hand") && !line.contains('▒')).count();
        assert!(hand(part) == 2 * faces, "one of two hands is open: {part}");
    }
    assert!(parts[1].starts_with("2.") && parts[1].contains("You get "), "{}", parts[1]);
}

#[test]
fn bots_can_play_alone() {
    let text = play(&["--players", "random,first,random"], "").fine();
    assert!(text.contains("win") && !text.contains("Your turn"), "{text}");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["play", "crazy-eights", "--players", "random,random", "--seed", "3"])
        .current_dir(games())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The cards lie at numbered places. Messages and typed moves use these numbers and no others.
#[test]
fn cards_in_a_grid_are_chosen_by_number() {
    let args = ["play", "memory", "--plain", "--players", "human,first", "--seed", "5"];
    let text = rulebook_in(&games(), &args, "card 1\ncard 36\nq\n").fine();
    assert!(text.contains(" [1]  [2]  [3]") && text.contains("[36]\n"), "{text}");
    assert!(text.contains(" at 1 is turned face up") && text.contains(" at 36 is turned face up"), "{text}");
    assert!(!text.contains('#') && text.contains("Phase: Turn up"), "{text}");
    let faces = text.lines().filter(|line| line.contains("turned face"));
    faces.for_each(|line| assert!(line.contains(['♠', '♥', '♦', '♣']), "{line}"));
}

#[test]
fn a_player_can_resign() {
    let args = ["play", "tic-tac-toe", "--plain", "--players", "human,first", "--seed", "1"];
    let text = rulebook_in(&games(), &args, "5\nresign\n").fine();
    assert!(text.contains("Seat 1 resigns. Seat 2 wins."), "{text}");
    let folder = Folder::new("resign");
    let log = folder.0.join("match.jsonl");
    let log = log.to_str().unwrap();
    let args = ["play", "duel", "--plain", "--players", "human,first", "--seed", "1", "--log", log];
    let text = rulebook_in(&games(), &args, "keep\nresign\n").fine();
    assert!(text.contains("Seat 1 resigns. Seat 2 wins."), "{text}");
    let verified = rulebook_in(&games(), &["verify", log], "").fine();
    assert!(verified.contains("seat 1 resigned"), "{verified}");
    let text = rulebook_in(&games(), &args[..7], "keep\n{\"type\": \"SCOOP\"}\n").fine();
    assert!(text.contains("the other gave up"), "{text}");
}

#[test]
fn a_player_can_give_a_reason_for_each_move() {
    let folder = Folder::new("reasons");
    let file = folder.0.join("reasons.jsonl");
    let path = file.to_str().unwrap();
    let args = ["play", "tic-tac-toe", "--plain", "--players", "human,first", "--seed", "1", "--reasons", path];
    let text = rulebook_in(&games(), &args, "5\nthe centre is strong\n3\n\nq\n").fine();
    assert!(text.contains("Why? (Enter: no reason)"), "{text}");
    let written = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<serde_json::Value> = written.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1, "{written}");
    assert_eq!((&lines[0]["seat"], &lines[0]["reason"]), (&1.into(), &"the centre is strong".into()), "{written}");
    assert!(lines[0]["move"].is_string() && lines[0]["ask"] == 0, "{written}");
}

#[test]
fn a_move_is_taken_back() {
    let args = ["play", "tic-tac-toe", "--plain", "--players", "human,first", "--seed", "1"];
    let text = rulebook_in(&games(), &args, "u\n5\nu\nq\n").fine();
    assert!(text.contains("Nothing to undo."), "{text}");
    let back = text.split("Move undone.").nth(1).unwrap_or_default();
    assert!(back.contains("3 . . .\n2 . . .\n1 . . .\n"), "{text}");
    let hidden = play(&["--players", "human,random"], "1\nu\nq\n").fine();
    assert!(hidden.contains("You cannot undo: hidden cards were revealed."), "{hidden}");
    // The picked cards are hidden from the other players until all of them are passed.
    let args = ["play", "hearts", "--plain", "--players", "human,random,random,random", "--seed", "5"];
    let text = rulebook_in(&games(), &args, "1\nu\nu\nq\n").fine();
    let (picked, back) = text.split_once("Move undone.").unwrap_or_else(|| panic!("{text}"));
    assert!(picked.contains("1 of 3 picked") && !back.contains("picked"), "{text}");
    assert!(back.contains("Nothing to undo."), "{text}");
}
