//! Tests of logs: the logs of a simulation are verified, and any change to them is detected.

use super::run::{Folder, rulebook};
use std::fs;

/// A folder with the logs of three games, and the path of the first log.
fn logs() -> (Folder, String) {
    let folder = Folder::new("cli");
    let path = folder.0.to_str().unwrap();
    rulebook(&["sim", "crazy-eights", "--games", "3", "--seed", "5", "--log", path]).fine();
    let first = folder.path("000000.jsonl");
    (folder, first)
}

#[test]
fn logs_are_verified_one_line_each() {
    let (folder, first) = logs();
    let text = rulebook(&["verify", &first, &folder.path("000001.jsonl"), &folder.path("000002.jsonl")]).fine();
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().all(|line| line.contains(".jsonl: verified: ")), "{text}");
}

#[test]
fn logs_of_a_file_are_verified_with_it() {
    let (folder, games) = (Folder::new("cli"), concat!(env!("CARGO_MANIFEST_DIR"), "/../../games"));
    let (rules, logs) = (folder.path("mine.cgml"), folder.path("logs"));
    fs::copy(format!("{games}/war/game.cgml"), &rules).unwrap();
    rulebook(&["sim", &rules, "--games", "1", "--seed", "5", "--log", &logs]).fine();
    let log = format!("{logs}/000000.jsonl");
    rulebook(&["verify", &log]).failed(1, "--game PATH");
    assert!(rulebook(&["verify", "--game", &rules, &log]).fine().contains("verified: "));
    assert!(rulebook(&["replay", "--game", &rules, &log]).fine().starts_with("War: "));
}

#[test]
fn changed_bytes_are_refused_with_a_sentence() {
    let (folder, first) = logs();
    let log = fs::read(&first).unwrap();
    let changed = folder.path("changed.jsonl");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&changed, bytes).unwrap();
        let ran = rulebook(&["verify", &first, &changed]);
        assert_eq!(ran.out.lines().count(), 1, "the valid log is still reported: {}", ran.out);
        let said = ran.failed(1, "changed.jsonl: refused: ");
        assert_eq!(said.lines().count(), 1, "{what}: {said}");
    };
    // The changed bytes are spread over the header, the deal, the entries and the closing line.
    for part in 0..24 {
        let at = part * (log.len() - 1) / 23;
        let mut bytes = log.clone();
        bytes[at] ^= 1;
        refused(&bytes, &format!("byte {at}"));
    }
    let lines: Vec<&str> = std::str::from_utf8(&log).unwrap().lines().collect();
    let without = |gone: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| format!("{line}\n"));
        kept.collect::<String>()
    };
    refused(without(5).as_bytes(), "an entry is gone");
    refused(b"", "empty");
    refused(b"{}\n", "not a log");
    refused(b"\xff\xfe", "not text");
    refused(&log[..log.len() - 1], "cut off");

    fs::write(&changed, without(lines.len() - 1)).unwrap();
    rulebook(&["verify", &changed]).failed(1, "unfinished: ");
    let text = rulebook(&["verify", "--unfinished", &changed]).fine();
    assert!(text.contains("unfinished: "), "{text}");
    rulebook(&["verify", &folder.path("missing.jsonl")]).failed(1, "cannot read");
    let other = std::str::from_utf8(&log).unwrap().replacen("crazy-eights", "crazy-nines", 1);
    fs::write(&changed, other).unwrap();
    rulebook(&["verify", &changed]).failed(1, "made with \"crazy-nines\", and there is no such game here");
}

#[test]
fn a_replay_shows_what_a_viewer_saw() {
    let (_folder, first) = logs();
    let god = rulebook(&["replay", &first, "--as", "god"]).fine();
    let seat = rulebook(&["replay", &first, "--as", "1"]).fine();
    let spectator = rulebook(&["replay", &first]).fine();
    // In the deal, a seat sees its own hand, a spectator sees none, and the god viewer sees both.
    let gets = |text: &str, who: &str| text.lines().any(|line| line.trim_start().starts_with(who));
    for text in [&spectator, &seat, &god] {
        assert!(text.contains("Each player gets 7 cards"), "{text}");
    }
    assert!(!gets(&spectator, "Seat 1 gets") && !gets(&spectator, "Seat 2 gets"), "{spectator}");
    assert!(gets(&seat, "You get") && !gets(&seat, "Seat 2 gets"), "{seat}");
    assert!(gets(&god, "Seat 1 gets") && gets(&god, "Seat 2 gets"), "{god}");
    // The text of a move is shown only to the seat that made it.
    assert!(!spectator.contains("seat 1: ") && seat.contains("seat 1: ") && !seat.contains("seat 2: "));
    assert!(god.contains("seat 2: "));
    for text in [god, seat, spectator] {
        assert!(text.contains("the deal") && text.contains("win"), "{text}");
    }
    rulebook(&["replay", &first, "--as", "3"]).failed(2, "this match has 2 seats");
}

/// `replay` and `play` show the same lines, with suit symbols and the same names of players.
#[test]
fn a_replay_speaks_like_the_table() {
    let folder = Folder::new("cli");
    let log = folder.path("match.jsonl");
    let seats = "random,random,random,random";
    let played = rulebook(&["play", "whist", "--plain", "--players", seats, "--seed", "3", "--log", &log]).fine();
    let told = rulebook(&["replay", &log]).fine();
    let heard = played.lines().filter_map(|line| line.strip_prefix("  * "));
    let heard: Vec<&str> = heard.filter(|line| !line.contains("nothing is seen")).collect();
    let again: Vec<&str> =
        told.lines().filter_map(|line| line.strip_prefix("   ")).filter(|line| line.trim() == *line).collect();
    let missing: Vec<&&str> = heard.iter().filter(|line| !again.contains(line)).collect();
    assert!(missing.is_empty(), "{missing:?} in {told}");
    assert!(heard.iter().any(|line| line.contains('♠')), "{played}");
    let seat = rulebook(&["replay", &log, "--as", "1"]).fine();
    let mut own = seat.lines().filter(|line| line.contains(". seat 1: "));
    assert!(own.any(|line| line.contains(['♠', '♥', '♦', '♣'])), "{seat}");
}

#[test]
fn a_replay_goes_step_by_step() {
    let (_folder, first) = logs();
    let run = |input| super::run::rulebook_in(&super::run::games(), &["replay", &first, "--step"], input).fine();
    let three = run("\n\n\nq\n");
    assert_eq!(three.matches("(Enter: next, q: quit)").count(), 4);
    assert!(three.contains("\n3. seat") && !three.contains("\n4. seat"), "{three}");
    assert_eq!(run("").matches("(Enter").count(), 1, "the end of the input is the end");
}

#[test]
fn a_changed_log_is_not_replayed() {
    let (folder, first) = logs();
    let text = fs::read_to_string(&first).unwrap();
    let changed = folder.path("changed.jsonl");
    fs::write(&changed, text.replacen("\"move\":\"draw\"", "\"move\":\"pass\"", 1)).unwrap();
    rulebook(&["replay", &changed]).failed(1, "changed.jsonl: ");
}

// clause: Magic 18-2
#[test]
fn logs_of_ones_own_decks_are_proven_with_those_decks() {
    let folder = Folder::new("cli");
    let (mine, logs) = (folder.path("mine.txt"), folder.path("logs"));
    let list = "30 Forest\n26 Mountain\n4 Plains\n";
    fs::write(&mine, list).unwrap();
    let (decks, turned) = (["--deck", &mine, "--deck", "tidewick"], ["--deck", "tidewick", "--deck", &mine]);
    let play = ["sim", "duel", "--games", "1", "--seed", "7", "--log", &logs];
    rulebook(&[&play[..], &decks[..]].concat()).fine();
    let log = format!("{logs}/000000.jsonl");
    let verify = ["verify", &log];
    rulebook(&verify).failed(1, "give their lists with --deck");
    rulebook(&[&verify[..], &decks[..]].concat()).fine();
    // The log says which seat had which deck.
    rulebook(&[&verify[..], &turned[..]].concat()).fine();
    let shown = rulebook(&[&["replay", &log, "--as", "1"][..], &decks[..]].concat()).fine();
    assert!(shown.contains("viewed by seat 1"), "{shown}");
    fs::write(&mine, list.replace("30 Forest", "31 Forest")).unwrap();
    rulebook(&[&verify[..], &decks[..]].concat()).failed(1, "refused");
}
