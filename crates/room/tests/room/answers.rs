//! Tests of answers: repeated idempotency keys, batches of picks, and whole matches.

use crate::host::{Host, cruel, reply, seat, shows};
use rulebook_kernel::{Rng, Seat};
use rulebook_matchlog::verify;
use rulebook_room::{Answer, Effect, Input, Phase, RefusalCode, Sender};

/// The first legal picks of a seat, up to and including `done`.
fn picks(host: &Host, index: usize) -> Vec<String> {
    let mut game = host.game().fork();
    let mut picks = Vec::new();
    while let Some(text) = game.legal_texts(seat(index)).first().cloned() {
        let done = text == "done";
        game.play(seat(index), &text).unwrap();
        picks.push(text);
        if done {
            break;
        }
    }
    picks
}

// clause: Cards 2-4
#[test]
fn a_batch_is_played_all_or_none() {
    let mut host = Host::cruel(2, "batch");
    let before = host.game().digest();
    let picks = picks(&host, 0);
    assert!(reply(&host.send(0, &[&picks[0], "give nonsense"])).is_err());
    assert_eq!(host.game().digest(), before, "the first pick was not played either");
    let whole: Vec<&str> = picks.iter().map(String::as_str).collect();
    assert_eq!(reply(&host.send(0, &whole)), Ok(()));
    assert!(!host.game().turn().seats().has(seat(0)));
}

#[test]
fn a_key_that_comes_twice_is_answered_twice_and_played_once() {
    let mut host = Host::cruel(2, "twice");
    let text = host.first(0);
    let input = host.answer(0, &[&text]);
    host.ok(Sender::Seat(seat(0)), input.clone());
    let (digest, written) = (host.game().digest(), host.lines.len());
    host.ok(Sender::Seat(seat(0)), input.clone());
    assert_eq!((host.game().digest(), host.lines.len()), (digest, written));
    // A room rebuilt from its records gives the same reply.
    host.room = host.restored();
    host.ok(Sender::Seat(seat(0)), input);
    assert_eq!((host.game().digest(), host.lines.len()), (digest, written));
    // A repeated answer with a new key is a new answer to an ask that is already closed.
    let late = Answer { ask: 0, moves: vec![text], key: "new".into() };
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Answer(late)), RefusalCode::StaleAsk);
}

#[test]
fn bad_answers_are_answered_and_change_nothing() {
    let mut host = Host::cruel(2, "bad");
    let digest = host.game().digest();
    let answer = |ask, moves: &[&str], key: &str| {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        Input::Answer(Answer { ask, moves, key: key.to_owned() })
    };
    let me = Sender::Seat(seat(0));
    let many = vec!["done"; 257];
    let bad = [
        (me, answer(0, &[], "a"), RefusalCode::Malformed),
        (me, answer(0, &["draw"], "b"), RefusalCode::Illegal),
        (me, answer(7, &["done"], "c"), RefusalCode::StaleAsk),
        (me, answer(0, &["done"], ""), RefusalCode::Malformed),
        (me, answer(0, &["done"], &"x".repeat(65)), RefusalCode::Malformed),
        (me, answer(0, &["done"], "a\u{0}b"), RefusalCode::Malformed),
        (Sender::Seat(seat(9)), answer(0, &["done"], "d"), RefusalCode::NotYours),
        (Sender::Guest, answer(0, &["done"], "d"), RefusalCode::NotYours),
        (Sender::Host, answer(0, &["done"], "d"), RefusalCode::NotYours),
        (Sender::Machine(seat(0)), answer(0, &["done"], "e"), RefusalCode::NotYours),
        (me, answer(0, &["\u{0}"], "f"), RefusalCode::Illegal),
        (me, answer(0, &many, "g"), RefusalCode::Malformed),
    ];
    for (who, input, code) in bad {
        if matches!(who, Sender::Machine(_)) {
            // A refused answer of a bot also records a failure of the bot.
            assert_eq!(reply(&host.handle(who, input)).unwrap_err().code, code);
        } else {
            assert_eq!(host.refused(who, input.clone()), code, "{input:?}");
        }
    }
    assert_eq!(host.game().digest(), digest);
}

// clause: Cards 0-5
#[test]
fn whole_matches_run_and_their_logs_verify() {
    for seats in [2, 3] {
        for seed in 0..10 {
            let mut host = Host::cruel(seats, &format!("whole {seed}"));
            let mut rng = Rng::seeded(&seed.to_string());
            while let Some(due) = {
                let due: Vec<Seat> = host.game().turn().seats().iter().collect();
                if due.is_empty() { None } else { Some(due[rng.below(due.len() as u32) as usize]) }
            } {
                let texts = host.game().legal_texts(due);
                let text = texts[rng.below(texts.len() as u32) as usize].clone();
                let effects = host.send(due.index(), &[&text]);
                assert_eq!(reply(&effects), Ok(()));
                for show in shows(&effects) {
                    assert_eq!(show.scene, host.game().scene(show.viewer));
                    assert_eq!(show.ask, show.viewer.seat().and_then(|seat| host.game().ask(seat)));
                }
            }
            let verified = verify(host.room.log().unwrap(), &*cruel()).unwrap();
            assert!(verified.closed && verified.replayed);
            assert_eq!(host.room.phase(), Phase::Over);
            assert!(host.room.status().key.is_some());
            let late = host.answer(0, &["draw"]);
            assert_eq!(host.refused(Sender::Seat(seat(0)), late), RefusalCode::WrongPhase);
        }
    }
}

// clause: Cards 2-5
#[test]
fn the_reply_comes_after_the_records_and_before_the_views() {
    let mut host = Host::open("order");
    let effects = host.play_first();
    assert!(matches!(effects[..], [Effect::Write(_), Effect::Reply(Ok(())), Effect::Show(_), ..]), "{effects:?}");
}
