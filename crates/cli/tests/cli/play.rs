//! A game at a table of pipes.

use super::run::{Folder, Ran, games, rulebook, rulebook_in};

fn play(args: &[&str], input: &str) -> Ran {
    rulebook_in(&games(), &[&["play", "crazy-eights", "--seed", "3"], args].concat(), input)
}

const FIRST: &str = "1\n";

#[test]
fn a_game_to_its_end_by_first_choices() {
    let folder = Folder::new();
    let log = folder.path("match.jsonl");
    let text = play(&["--seats", "human,random", "--log", &log], &FIRST.repeat(2000)).fine();
    assert!(text.contains("seat 1> 1\n"), "what a pipe brings is shown: {text}");
    assert!(text.contains("win") && text.ends_with("With --seed 3 the same cards are dealt again.\n"), "{text}");
    assert!(rulebook(&["verify", &log]).fine().contains("verified: "));
    play(&["--log", &log], "").failed(1, "exists already");
}

#[test]
fn the_same_seed_and_answers_give_the_same_game() {
    let run = || play(&["--seats", "human,ismcts:20"], &FIRST.repeat(2000)).fine();
    assert_eq!(run(), run());
}

#[test]
fn a_move_can_be_typed_as_text_and_a_wrong_one_says_why() {
    let text = play(&["--seats", "human,random"], "fly\nQH\n99\n0\n?\nm\ndraw\nq\n").fine();
    for words in [
        "seat 1> fly\nNot possible: that is no move now; choose one of ",
        "seat 1> QH\nNot possible: that is no move now; choose one of ",
        "Not possible: there is no move 99",
        "Not possible: there is no move 0",
        "shows this help",
        ": stock to your hand",
        "Goodbye.",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert_eq!(text.matches("Your turn.").count(), 3, "at first, after m, after the draw: {text}");
}

#[test]
fn the_end_of_the_input_is_polite() {
    let text = play(&[], "").fine();
    assert!(text.contains("seat 1 (human), seat 2 (medium)"), "{text}");
    assert!(text.contains("\nGoodbye.\n"), "{text}");
    let log = Folder::new();
    let path = log.path("match.jsonl");
    play(&["--log", &path, "--seats", "human,first"], "1\n").fine();
    assert!(rulebook(&["verify", "--unfinished", &path]).fine().contains("unfinished: "));
    assert!(rulebook(&["replay", &path]).fine().contains("before the match was over"));
}

#[test]
fn at_one_screen_each_sees_only_its_own_cards() {
    let text = play(&["--seats", "human,human"], &FIRST.repeat(4)).fine();
    let parts: Vec<&str> = text.split("Pass the screen to seat ").collect();
    assert!(parts.len() > 2, "{text}");
    let hand = |part: &str| part.lines().filter(|line| line.trim_start().starts_with("hand")).count();
    for part in &parts {
        let faces = part.lines().filter(|line| line.trim_start().starts_with("hand") && !line.contains('▒')).count();
        assert!(hand(part) == 2 * faces, "one of two hands is open: {part}");
    }
    assert!(parts[1].starts_with("2.") && parts[1].contains(": stock to your hand"), "{}", parts[1]);
}

#[test]
fn bots_can_play_alone() {
    let text = play(&["--seats", "random,first,random"], "").fine();
    assert!(text.contains("win") && !text.contains("Your turn"), "{text}");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["play", "crazy-eights", "--seats", "random,random", "--seed", "3"])
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
