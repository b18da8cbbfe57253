//! Tests that every changed byte of a log is detected, and that the message says which part was changed.

use rulebook_kernel::*;
use rulebook_matches::{AnyMatch, AnyRules, chain};
use rulebook_matchlog::*;
use rulebook_testkit::five::{edition, five};

fn key() -> Key {
    Key::from_bytes([7; 32])
}

fn names() -> [String; 2] {
    ["Ann".to_owned(), "Bob \"B\" \u{e9}".to_owned()]
}

/// Plays `moves` moves, or fewer if the match ends, and writes them to the log.
fn play(game: &mut dyn AnyMatch, log: &mut LogWriter, moves: usize) {
    for n in 0..moves {
        let Some(who) = game.turn().seats().lowest() else { break };
        let texts = game.legal_texts(who);
        let played = game.play(who, &texts[(n * 5 + 1) % texts.len()]).unwrap();
        log.record(&played).unwrap();
    }
    log.close(game);
}

fn log_of(moves: usize) -> String {
    let mut game = five().start(&Setup::seats(2).with("mood", "wild"), key()).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), None).unwrap();
    play(&mut *game, &mut log, moves);
    log.take()
}

fn finished() -> String {
    log_of(100)
}

fn refusal(log: &str) -> String {
    verify(log, &five()).expect_err("it was changed").to_string()
}

/// The log with one line rewritten.
fn with_line(log: &str, at: usize, change: impl Fn(&str) -> String) -> String {
    let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
    lines[at] = change(&lines[at]);
    lines.join("\n") + "\n"
}

fn replace(log: &str, at: usize, from: &str, to: &str) -> String {
    with_line(log, at, |line| {
        assert!(line.contains(from), "{line} has no {from}");
        line.replacen(from, to, 1)
    })
}

#[test]
fn a_finished_match_is_verified() {
    let log = finished();
    let verified = verify(&log, &five()).unwrap();
    assert!(verified.closed && verified.replayed);
    assert_eq!(verified.entries, log.lines().count() - 3);
    assert!(verified.to_string().ends_with("every byte; it ended: all cards are out"), "{verified}");
}

#[test]
fn any_changed_byte_is_refused() {
    let log = finished();
    for at in 0..log.len() {
        for change in [1u8, 2, 16] {
            let mut bytes = log.clone().into_bytes();
            bytes[at] ^= change;
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(verify(&text, &five()).is_err(), "byte {at} ^ {change}");
            }
        }
        let mut text = log.clone();
        if text.is_char_boundary(at) {
            text.insert(at, ' ');
            assert!(verify(&text, &five()).is_err(), "a space at {at}");
        }
    }
}

#[test]
fn any_changed_byte_of_an_unfinished_match_is_refused_without_the_key() {
    let log = log_of(4);
    for at in 0..log.len() {
        let mut bytes = log.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(text) = String::from_utf8(bytes) {
            assert!(verify(&text, &five()).is_err(), "byte {at}");
        }
    }
}

#[test]
fn a_log_that_stops_early_is_unfinished_not_false() {
    let log = finished();
    let ends: Vec<usize> = log.match_indices('\n').map(|(at, _)| at + 1).collect();
    for (lines, &end) in ends.iter().enumerate().take(ends.len() - 1).skip(1) {
        let verified = verify(&log[..end], &five()).unwrap();
        assert!(!verified.closed && !verified.replayed);
        assert_eq!((verified.entries, verified.outcome), (lines - 1, None));
    }
    assert_eq!(refusal(&log[..ends[0]]), "the log ends before the deal");
    assert_eq!(refusal(&log[..ends[3] - 9]), "line 4 is cut off: a log ends with the end of a line");
    assert!(verify(&log[..ends[4]], &five()).unwrap().to_string().contains("no closing line"));
}

#[test]
fn a_seed_in_the_header_lets_everybody_replay() {
    let mut game = five().start(&Setup::seats(2), Key::from_seed("17")).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), Some("17")).unwrap();
    play(&mut *game, &mut log, 3);
    let verified = verify(log.text(), &five()).unwrap();
    assert!(verified.replayed && !verified.closed);
    play(&mut *game, &mut log, 100);
    let text = log.text();
    assert!(verify(text, &five()).unwrap().closed);
    let last = text[..text.len() - 1].rfind('\n').unwrap() + 1;
    let cut = verify(&text[..last], &five()).unwrap().to_string();
    assert!(cut.starts_with("unfinished: the closing line after"), "{cut}");
    assert_eq!(refusal(&replace(text, 0, "\"17\"", "\"18\"")), "the seed does not match the commitment of the header");
}

#[test]
fn the_sentence_says_what_was_changed() {
    let log = finished();
    let chain = "the digest chain does not fit";
    let is = |log: &str, sentence: &str| assert_eq!(refusal(log), sentence);
    is(&replace(&log, 0, "Ann", "Eve"), &format!("the header was changed: {chain}"));
    is(&replace(&log, 0, "\"game\":\"five\"", "\"game\":\"six\""), "a match of \"six\", not of \"five\"");
    is(&replace(&log, 0, "wild", "calm"), &format!("the header was changed: {chain}"));
    is(&replace(&log, 0, "wild", "sad"), "the setup of the header: option \"mood\" is one of calm, wild, not \"sad\"");
    is(&replace(&log, 0, "\"rulebook\":1", "\"rulebook\":2"), "this log has format 2, but this engine reads format 1");
    is(&replace(&log, 1, "\"left\":4", "\"left\":9"), &format!("entry 0: the facts of the deal were changed: {chain}"));

    let texts: Vec<&str> = log.lines().collect();
    let (seat, ask, text) = parts(texts[2]);
    let other = if text == "pass 1" { "pass 2" } else { "pass 1" };
    let changed = replace(&log, 2, &format!("\"{text}\""), &format!("\"{other}\""));
    is(&changed, &format!("entry 1: the move text was changed: {chain}"));
    let changed = replace(&log, 2, &format!("\"ask\":{ask}"), "\"ask\":8");
    is(&changed, &format!("entry 1: the number of the ask was changed: {chain}"));
    assert_eq!(seat, 0);
    let changed = replace(&log, 3, "\"Passed\":{\"from\":0", "\"Passed\":{\"from\":1");
    is(&changed, &format!("entry 2: the facts were changed: {chain}"));
    let digest = texts[4].split("\"digest\":\"").nth(1).unwrap();
    let first = if digest.starts_with('0') { "1" } else { "0" };
    let changed = replace(&log, 4, digest, &format!("{first}{}", &digest[1..]));
    is(&changed, &format!("entry 3: the digest was changed: {chain}"));

    let last = texts.len() - 1;
    let changed = replace(&log, last, "\"reason\":\"all", "\"reason\":\"ill");
    is(&changed, "the outcome was changed: the match ended differently (all cards are out)");
    is(&replace(&log, last, "\"key\":\"07", "\"key\":\"08"), "the key does not match the commitment of the header");
    is(&(log.clone() + texts[last] + "\n"), &format!("line {} comes after the closing line", last + 2));
    let more = with_line(&log, last - 1, |line| format!("{line}\n{line}"));
    is(&more, &format!("entry {}: it comes after the end of the game", last - 1));
    let fewer = with_line(&log, last, |line| line.to_owned()).replacen(&format!("{}\n", texts[last - 1]), "", 1);
    is(&fewer, &format!("the log is closed after entry {}, before the game is over", last - 3));
    let without = log.replacen(&format!("{}\n", texts[4]), "", 1);
    assert!(refusal(&without).starts_with("entry 3: "), "{}", refusal(&without));
}

fn parts(line: &str) -> (u64, u64, String) {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    let text = value["move"].as_str().unwrap().to_owned();
    (value["seat"].as_u64().unwrap(), value["ask"].as_u64().unwrap(), text)
}

#[test]
fn a_forged_chain_is_refused_by_the_replay() {
    // Even if all digests are recomputed, an illegal move and false facts are detected.
    let log = log_of(1);
    let forged = |from: &str, to: &str| {
        let line = log.lines().nth(2).unwrap().replacen(from, to, 1);
        let deal: serde_json::Value = serde_json::from_str(log.lines().nth(1).unwrap()).unwrap();
        let head: Digest = serde_json::from_value(deal["digest"].clone()).unwrap();
        let entry: serde_json::Value = serde_json::from_str(&line).unwrap();
        let facts = five().facts(&entry["facts"].to_string()).unwrap().canonical();
        let (seat, ask, text) = parts(&line);
        let digest = chain(&head, Some(Seat::new(seat as usize)), ask as u32, &text, &facts);
        let (unsigned, _) = line.rsplit_once("\"digest\":").unwrap();
        let text = with_line(&log, 2, |_| format!("{unsigned}\"digest\":\"{digest}\"}}"));
        recover(&text, &five(), &key()).err().unwrap().to_string()
    };
    assert!(forged("pass ", "pass 9").starts_with("entry 1: the move \"pass 9"));
    assert!(forged("pass ", "pass 9").ends_with("is not legal there: you cannot do that"));
    assert!(forged("pass ", "PASS ").contains("must be written \"pass "));
    assert_eq!(forged("\"ask\":0", "\"ask\":1"), "entry 1: it answers ask 1, but the open ask of seat 1 is number 0");
    assert!(forged("\"facts\":[]", "\"facts\":[\"Mixed\"]").contains("these facts do not follow from"));
}

#[test]
fn another_engine_says_so() {
    let log = finished();
    let refused = |rules: &dyn AnyRules| verify(&log, rules).unwrap_err().to_string();
    // A log also verifies with rules of another `semantics` version, if they give the same bytes.
    let later = edition(|info| info.semantics = 4);
    let verified = verify(&log, &later).unwrap();
    assert!(verified.replayed && verified.to_string().contains("(made with semantics 1; "), "{verified}");
    assert_eq!(replay(&log, &later).unwrap().filter(Result::is_ok).count(), verified.entries);
    let says = "made with semantics 1, this engine has 4";
    let changed = replace(&log, 3, "\"Passed\":{\"from\":0", "\"Passed\":{\"from\":1");
    assert_eq!(verify(&changed, &later).unwrap_err().to_string(), says, "it may be that");
    assert_eq!(verify(&log_of(4), &later).unwrap_err().to_string(), says, "without a key nothing is replayed");
    assert_eq!(recover(&log_of(4), &later, &key()).err().unwrap().to_string(), says, "nobody goes on unknowingly");
    let other = refused(&edition(|info| info.source = Digest::of_bytes(b"other")));
    assert!(other.starts_with("made with another version of the rules of \"five\": "), "{other}");
}

#[test]
fn hostile_text_is_refused_in_a_sentence() {
    let log = finished();
    let deep = "[".repeat(100_000);
    let long = format!("{}\n", "x".repeat(MAX_LINE + 1));
    let texts = ["", "\n", "\n\n", "{}\n", "null\n{}\n", "{\"rulebook\":1}\n", &deep, &(deep.clone() + "\n"), &long];
    for text in texts {
        assert!(verify(text, &five()).is_err() && replay(text, &five()).is_err());
        assert!(witness_log(text, &five(), Viewer::Spectator).is_err());
    }
    let mut rng = Rng::seeded("hostile log");
    let lines: Vec<&str> = log.lines().collect();
    for _ in 0..300 {
        let n = rng.below(8) as usize;
        let mut text: String = lines[0].to_owned() + "\n";
        for _ in 0..n {
            text += lines[rng.below(lines.len() as u32) as usize];
            text.push('\n');
        }
        if let Ok(verified) = verify(&text, &five()) {
            assert!(!verified.closed && log.starts_with(&text));
        }
    }
}

#[test]
fn a_replay_can_be_stepped_through() {
    let log = finished();
    let rules = five();
    let mut replay = replay(&log, &rules).unwrap();
    assert_eq!((replay.deal().facts.len(), replay.header().seats[0].as_str()), (4, "Ann"));
    let mut count = 0;
    while let Some(played) = replay.next() {
        let played = played.unwrap();
        assert_eq!(replay.game().answered(played.seat.unwrap()), played.ask + 1);
        count += 1;
    }
    assert_eq!((count, replay.played()), (replay.entries(), replay.entries()));
    assert!(replay.game().outcome().is_some());
    let early = rulebook_matchlog::replay(&log_of(2), &five()).err().unwrap().to_string();
    assert!(early.contains("its key is not published"), "{early}");
}

#[test]
fn a_host_recovers_and_goes_on() {
    let (half, whole) = (log_of(3), finished());
    let (mut game, mut log) = recover(&half, &five(), &key()).unwrap();
    assert_eq!(log.text(), "");
    for n in 3.. {
        let Some(who) = game.turn().seats().lowest() else { break };
        let texts = game.legal_texts(who);
        log.record(&game.play(who, &texts[(n * 5 + 1) % texts.len()]).unwrap()).unwrap();
    }
    assert!(log.close(&*game));
    assert_eq!(half + log.text(), whole);
    assert_eq!(
        recover(&whole, &five(), &Key::from_seed("x")).err().unwrap().to_string(),
        "this is not the key of this match"
    );
}

#[test]
fn a_writer_takes_only_what_follows() {
    let mut game = five().start(&Setup::seats(2), key()).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), None).unwrap();
    let text = game.legal_texts(Seat::new(0))[0].clone();
    let played = game.play(Seat::new(0), &text).unwrap();
    log.record(&played).unwrap();
    assert!(log.record(&played).is_err(), "twice");
    assert!(LogWriter::open(&mut *game, &names(), None).is_err(), "too late");
    game.play_nth(Seat::new(1), 0).unwrap();
    let text = game.legal_texts(Seat::new(0))[0].clone();
    let after_silence = game.play(Seat::new(0), &text).unwrap();
    assert!(log.record(&after_silence).is_err(), "a move is missing");
    assert!(!log.close(&*game));
}

#[test]
fn a_witness_downloads_only_its_own() {
    let log = log_of(6);
    let seen = |viewer: Viewer| witness_log(&log, &five(), viewer).unwrap();
    let bob = seen(Viewer::Seat(Seat::new(1)));
    assert!(bob.lines().filter(|line| line.contains("\"move\"")).all(|line| line.starts_with("{\"seat\":1,")));
    assert_eq!(bob.matches("\"move\"").count(), 3);
    let all = seen(Viewer::Spectator);
    assert!(!all.contains("\"move\"") && !all.contains("digest") && !all.contains("\"seat\":0,\"ask\""));
    assert_eq!(all.lines().nth(1).unwrap().matches("\"card\":null").count(), 4);
    // The log of a witness has one line fewer, because it has no line for the first sealed answer.
    assert_eq!(all.lines().count(), log.lines().count() - 1);
}

/// The log of a match that ended early, after three moves.
fn ended(ending: &Ending) -> String {
    let mut game = five().start(&Setup::seats(2), key()).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), None).unwrap();
    play(&mut *game, &mut log, 3);
    log.close_early(&*game, ending, &key()).unwrap();
    log.take()
}

#[test]
fn an_ending_of_the_table_is_bound_like_a_move() {
    let second = vec![Seat::new(1)];
    let first = vec![Seat::new(0)];
    let after = Ending::OutOfTimeAfter { late: first.clone(), resigned: second.clone() };
    let left = Ending::AgreedAfter { resigned: first };
    for ending in [Ending::Resigned(second.clone()), Ending::OutOfTime(second), Ending::Agreed, after, left] {
        let log = ended(&ending);
        let verified = verify(&log, &five()).unwrap();
        assert!(verified.closed && verified.replayed && verified.early);
        assert_eq!(verified.outcome, ending.outcome(2));
        for at in 0..log.len() {
            let mut bytes = log.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(verify(&text, &five()).is_err(), "byte {at}");
            }
        }
    }
    let log = ended(&Ending::Resigned(vec![Seat::new(1)]));
    let last = log.lines().count() - 1;
    assert!(refusal(&replace(&log, last, "\"resigned\":[1]", "\"resigned\":[0]")).contains("the outcome was changed"));
    assert!(
        refusal(&replace(&log, last, "\"resigned\":[1]", "\"resigned\":[2]"))
            .contains("impossible with this number of seats")
    );
    // In the next log, the ending and its outcome are changed together, but the digest is still the old one.
    let other = ended(&Ending::Resigned(vec![Seat::new(0)]));
    let digest = |log: &str| log.rsplit_once("\"digest\":\"").unwrap().1.to_owned();
    let forged = other.replace(&digest(&other), &digest(&log));
    assert!(refusal(&forged).contains("the digest chain does not fit"), "{}", refusal(&forged));
    let mut game = five().start(&Setup::seats(2), key()).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), None).unwrap();
    assert!(log.close_early(&*game, &Ending::Resigned(vec![]), &key()).is_err());
}

#[test]
fn a_match_that_was_closed_tells_its_key_and_is_proven() {
    let mut game = five().start(&Setup::seats(2), key()).unwrap();
    let mut log = LogWriter::open(&mut *game, &names(), None).unwrap();
    play(&mut *game, &mut log, 3);
    let open = log.text().to_owned();
    log.close_without_result("it is \"late\"", &key());
    log.close_without_result("again", &key());
    let text = log.take();
    assert_eq!(closed_log(&open, "it is \"late\"", &key(), None).as_ref(), Some(&text));
    assert_eq!(closed_log(&text, "again", &key(), None), None, "once");
    assert_eq!(closed_log(&finished(), "late", &key(), None), None, "it is over");
    let verified = verify(&text, &five()).unwrap();
    assert!(verified.closed && verified.replayed && !verified.early && verified.outcome.is_none());
    assert!(verified.to_string().ends_with("every byte; the table was closed: it is \"late\""), "{verified}");
    assert_eq!(replay(&text, &five()).unwrap().filter(Result::is_ok).count(), 3);
    assert!(!verify_chain(&text, &five()).unwrap().replayed);
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(verify(&changed, &five()).is_err(), "byte {at}");
        }
    }
    let last = text.lines().next_back().unwrap();
    assert!(refusal(&format!("{text}{last}\n")).contains("comes after the closing line"));
    let over = finished();
    let (whole, _) = over.trim_end().rsplit_once('\n').unwrap();
    let forged = closed_log(&format!("{whole}\n"), "it never ended", &key(), None).unwrap();
    assert!(refusal(&forged).contains("the game was already over"), "{}", refusal(&forged));
}

#[test]
fn a_witness_is_compared_with_the_log_of_the_whole_match() {
    let (early, whole) = (log_of(4), finished());
    for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
        let witness = witness_log(&early, &five(), viewer).unwrap();
        assert!(refusal(&witness).contains("this is a witness"), "{}", refusal(&witness));
        assert_eq!(compare(&witness, &whole, &five()).unwrap(), witness.lines().count());
        let other = witness_log(&ended(&Ending::Agreed), &five(), viewer).unwrap();
        assert!(compare(&other, &whole, &five()).unwrap_err().to_string().contains("another match"));
        let last = witness.lines().count() - 1;
        let changed = with_line(&witness, last, |line| line.replacen('1', "3", 1));
        assert!(changed == witness || compare(&changed, &whole, &five()).is_err());
    }
    assert!(compare(&whole, &whole, &five()).unwrap_err().to_string().contains("not a witness"));
}

#[test]
fn names_outside_of_the_chain_can_be_changed_and_removed() {
    let log = finished();
    let real = ["Carol".to_owned(), "Dave".to_owned()];
    let named = with_names(&log, &real);
    assert_eq!(names_of(&named), real);
    assert_eq!(names_of(&log), names(), "without names, the header tells the seats");
    let digest = |log: &str| verify(log, &five()).unwrap();
    assert_eq!(digest(&named), digest(&log));
    assert_eq!(digest(&named.replace("Carol", "Player 1")), digest(&log), "a name was erased");
    assert_eq!(replay(&named, &five()).unwrap().entries(), replay(&log, &five()).unwrap().entries());
    assert!(refusal(&with_names(&log, &real[..1])).contains("1 names for 2 seats"));
    assert!(refusal(&with_names(&named, &real)).contains("comes after the closing line"), "only one such line");
    assert_eq!(names_of("no log"), Vec::<String>::new());
}
