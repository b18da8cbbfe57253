//! The cruel game in a room: sealed answers, batches, keys that come twice, a scene for each viewer.

use rulebook_kernel::{Key, Rng, Seat, SeatSet, Setup, Viewer};
use rulebook_room::{Answer, Effect, Room};
use rulebook_stage::log::verify;
use rulebook_stage::{AnyRules, Hosted};
use rulebook_testkit::cruel::Cruel;

struct Host {
    room: Room,
    log: String,
    sent: u32,
}

impl Host {
    fn new(seats: usize, seed: &str) -> Host {
        let rules = Hosted::new(Cruel::new());
        let game = rules.start(&Setup::seats(seats), Key::from_seed(seed)).unwrap();
        let names: Vec<String> = Seat::all(seats).map(|seat| seat.to_string()).collect();
        let (mut room, effects) = Room::open(game, &names).unwrap();
        let mut log = String::new();
        for effect in effects {
            if let Effect::Log(lines) = effect {
                log += &lines;
            }
        }
        for viewer in Viewer::limited(seats) {
            assert_eq!(room.join(viewer).len(), 1, "who comes is shown everything");
        }
        Host { room, log, sent: 0 }
    }

    fn send(&mut self, seat: usize, moves: &[&str]) -> Vec<Effect> {
        let seat = Seat::new(seat);
        self.sent += 1;
        let ask = self.room.game().answered(seat);
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        let effects = self.room.answer(seat, Answer { ask, moves, key: self.sent.to_string() });
        for effect in &effects {
            if let Effect::Log(lines) = effect {
                self.log += lines;
            }
        }
        effects
    }

    /// The picks of a whole pass: the first legal ones.
    fn picks(&self, seat: usize) -> Vec<String> {
        let mut game = self.room.game().fork();
        let mut picks = Vec::new();
        while let Some(text) = game.legal_texts(Seat::new(seat)).first().cloned() {
            let done = text == "done";
            game.play(Seat::new(seat), &text).unwrap();
            picks.push(text);
            if done {
                break;
            }
        }
        picks
    }
}

fn shown(effects: &[Effect]) -> Vec<Viewer> {
    let viewer = |effect: &Effect| if let Effect::Show { viewer, .. } = effect { Some(*viewer) } else { None };
    effects.iter().filter_map(viewer).collect()
}

fn refused(effects: &[Effect]) -> Option<String> {
    match effects {
        [Effect::Reply { result: Err(why), .. }] => Some(why.to_string()),
        _ => None,
    }
}

#[test]
fn a_sealed_answer_reaches_nobody_else_before_the_last() {
    let mut host = Host::new(3, "sealed");
    for seat in [2, 0] {
        let picks = host.picks(seat);
        let picks: Vec<&str> = picks.iter().map(String::as_str).collect();
        for text in &picks {
            let effects = host.send(seat, &[text]);
            assert_eq!(shown(&effects), [Viewer::Seat(Seat::new(seat))], "{text}");
        }
    }
    let last = host.picks(1);
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    let effects = host.send(1, &last);
    assert_eq!(shown(&effects).len(), 4, "three seats and the spectators");
    assert_eq!(host.room.game().turn().seats(), SeatSet::one(Seat::new(0)));
}

#[test]
fn a_batch_is_played_all_or_none() {
    let mut host = Host::new(2, "batch");
    let before = host.room.game().digest();
    let picks = host.picks(0);
    assert!(refused(&host.send(0, &[&picks[0], "give nonsense"])).is_some());
    assert_eq!(host.room.game().digest(), before, "the first pick was not played either");
    let whole: Vec<&str> = picks.iter().map(String::as_str).collect();
    assert!(refused(&host.send(0, &whole)).is_none());
    assert!(!host.room.game().turn().seats().has(Seat::new(0)));
}

#[test]
fn a_key_that_comes_twice_is_answered_twice_and_played_once() {
    let mut host = Host::new(2, "twice");
    let picks = host.picks(0);
    let first = host.send(0, &[&picks[0]]);
    assert!(matches!(first[..], [Effect::Log(_), Effect::Reply { result: Ok(()), .. }, ..]));
    let digest = host.room.game().digest();
    let again = Answer { ask: 0, moves: vec![picks[0].clone()], key: host.sent.to_string() };
    let effects = host.room.answer(Seat::new(0), again);
    assert!(matches!(effects[..], [Effect::Reply { result: Ok(()), .. }]));
    assert_eq!(host.room.game().digest(), digest);
    // With another key it is an answer to an ask that is closed.
    let late = Answer { ask: 0, moves: vec![picks[0].clone()], key: "new".into() };
    assert!(refused(&host.room.answer(Seat::new(0), late)).unwrap().contains("not open"));
}

#[test]
fn bad_answers_are_answered_and_change_nothing() {
    let mut host = Host::new(2, "bad");
    let digest = host.room.game().digest();
    let answer = |ask, moves: &[&str], key: &str| Answer {
        ask,
        moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        key: key.to_owned(),
    };
    let bad = [
        (0, answer(0, &[], "a")),
        (0, answer(0, &["draw"], "b")),
        (0, answer(7, &["done"], "c")),
        (0, answer(0, &["done"], "")),
        (0, answer(0, &["done"], &"x".repeat(65))),
        (9, answer(0, &["done"], "d")),
        (0, answer(0, &["\u{0}"], "e")),
    ];
    for (seat, answer) in bad {
        let effects = host.room.answer(Seat::new(seat), answer.clone());
        assert!(refused(&effects).is_some(), "{answer:?}");
    }
    assert_eq!(host.room.game().digest(), digest);
}

#[test]
fn whole_matches_run_and_their_logs_verify() {
    for seats in [2, 3] {
        for seed in 0..10 {
            let mut host = Host::new(seats, &format!("whole {seed}"));
            let mut rng = Rng::seeded(&seed.to_string());
            while let Some(seat) = {
                let due: Vec<Seat> = host.room.game().turn().seats().iter().collect();
                if due.is_empty() { None } else { Some(due[rng.below(due.len() as u32) as usize]) }
            } {
                let texts = host.room.game().legal_texts(seat);
                let text = texts[rng.below(texts.len() as u32) as usize].clone();
                let effects = host.send(seat.index(), &[&text]);
                assert!(refused(&effects).is_none());
                for effect in effects {
                    let Effect::Show { viewer, scene, ask, .. } = effect else { continue };
                    assert_eq!(*scene, host.room.game().scene(viewer));
                    assert_eq!(ask, viewer.seat().and_then(|seat| host.room.game().ask(seat)));
                }
            }
            let verified = verify(&host.log, &Hosted::new(Cruel::new())).unwrap();
            assert!(verified.closed);
            assert!(refused(&host.send(0, &["draw"])).unwrap().contains("over"));
        }
    }
}
