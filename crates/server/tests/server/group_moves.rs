//! Tests a move of several cards as one answer: the room plays all its cards or none, and writes one record.

use crate::host::games;
use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_room::{
    Answer, CardIntent, CardName, Effect, Entry, Input, IntentAction, ProposalKind, Record, RefusalCode, Room, Sender,
    Terms,
};
use std::sync::Arc;

fn answer(room: &mut Room, seat: Seat, text: &str, key: &str) -> Vec<Effect> {
    let ask = room.game().unwrap().answered(seat);
    let answer = Answer { ask, moves: vec![text.to_owned()], key: key.to_owned() };
    room.handle(Sender::Seat(seat), Input::Answer(answer), 0)
}

/// Two or more cards that can be laid onto one meld, as one text.
fn meld(game: &dyn AnyMatch, seat: Seat) -> Option<(Vec<String>, String)> {
    let texts = game.legal_texts(seat);
    let lays: Vec<(&str, &str)> = texts.iter().filter_map(|text| text.split_once(" hand->meld-")).collect();
    let of = |rank: &str| lays.iter().filter(|(_, other)| *other == rank).map(|(card, _)| (*card).to_owned()).collect();
    lays.iter().find_map(|(_, rank)| {
        let cards: Vec<String> = of(rank);
        let text = format!("{} hand->meld-{rank}", cards.join(" "));
        (cards.len() > 1 && game.row(seat, &text).is_ok_and(|row| row.len() == cards.len())).then_some((cards, text))
    })
}

/// The same move is sent as a text, and as the cards and piles of the card engine.
// clause: Cards 1.1-8
#[test]
fn a_room_plays_all_cards_of_a_move_or_none() {
    [false, true].into_iter().for_each(plays_all_cards_or_none);
}

fn plays_all_cards_or_none(by_piles: bool) {
    let game = games().find("canasta").map_err(|report| report.to_string()).unwrap();
    let opened =
        Room::open(Arc::clone(&game.rules), Key::from_seed("groups"), Setup::seats(4), Terms::default(), Vec::new(), 0);
    let mut room = opened.unwrap().0;
    for seat in Seat::all(4) {
        room.handle(Sender::Guest, Input::Sit { seat, name: format!("P{}", seat.index()) }, 0);
    }
    room.handle(Sender::Host, Input::Start, 0);
    let mut draws = Rng::seeded("groups").draws();
    for step in 0..2000 {
        let now = room.game().unwrap();
        let seat = now.turn().seats().lowest().unwrap();
        let Some((cards, text)) = meld(now, seat) else {
            let nth = draws.below(now.legal_count(seat) as u32) as usize;
            let text = now.nth_text(seat, nth).unwrap();
            answer(&mut room, seat, &text, &step.to_string());
            continue;
        };
        let (before, asked) = (now.digest(), now.answered(seat));
        // A red three fits no other meld, so the whole move is refused.
        let wrong = format!("{} 3H hand->meld-{}", cards.join(" "), text.rsplit('-').next().unwrap());
        let refused = answer(&mut room, seat, &wrong, "wrong");
        assert!(
            matches!(&refused[..], [Effect::Reply(Err(why)), ..] if why.code == RefusalCode::Illegal),
            "{refused:?}"
        );
        assert_eq!(room.game().unwrap().digest(), before);
        let rank = text.rsplit('-').next().unwrap().to_owned();
        let send = |room: &mut Room| match by_piles {
            false => answer(room, seat, &text, "right"),
            true => {
                let (from, to) = (format!("hand.{}", seat.index()), format!("meld-{rank}.{}", seat.index() % 2));
                let cards = cards.iter().cloned().map(CardName::Face).collect();
                let action = IntentAction::Move { from, to, cards };
                let intent = CardIntent { ask: None, player: None, action, key: "right".to_owned() };
                room.handle(Sender::Seat(seat), Input::Intent(intent), 0)
            }
        };
        let played = send(&mut room);
        assert_eq!(played.iter().filter(|effect| matches!(effect, Effect::Write(_))).count(), 1);
        assert!(played.iter().any(|effect| matches!(effect, Effect::Reply(Ok(())))), "{played:?}");
        assert_eq!(room.game().unwrap().answered(seat), asked + cards.len() as u32);
        // The answer is repeated, as by a client that lost the connection. The room does not play the moves again.
        send(&mut room);
        assert_eq!(room.game().unwrap().answered(seat), asked + cards.len() as u32);
        return;
    }
    panic!("nobody could lay a meld");
}

/// All records that a room has written.
fn entries(effects: Vec<Effect>, into: &mut Vec<Entry>) {
    into.extend(effects.into_iter().filter_map(|effect| match effect {
        Effect::Write(entry) => Some(entry),
        _ => None,
    }));
}

/// Two cards of the table that one text moves.
fn pair(game: &dyn AnyMatch, seat: Seat) -> Option<String> {
    let texts = game.legal_texts(seat);
    let picks: Vec<(&str, &str)> = texts.iter().filter_map(|text| text.split_once(" table->")).collect();
    let pairs = picks.iter().flat_map(|one| picks.iter().map(move |other| (one, other)));
    let text = |(one, other): (&(&str, &str), &(&str, &str))| format!("{} {} table->{}", one.0, other.0, one.1);
    pairs.map(text).find(|text| game.row(seat, text).is_ok_and(|row| row.len() == 2))
}

/// An undo takes back all cards of the last move, also after a restart.
#[test]
fn an_undo_takes_back_all_cards_of_a_move() {
    let game = games().find("kasino").map_err(|report| report.to_string()).unwrap();
    let mut undone = 0;
    for seed in 0..20 {
        let secret = Key::from_seed(&format!("undo {seed}"));
        let opened =
            Room::open(Arc::clone(&game.rules), secret.clone(), Setup::seats(2), Terms::default(), Vec::new(), 0);
        let (mut room, first) = opened.unwrap();
        let mut log = Vec::new();
        entries(vec![first], &mut log);
        for seat in Seat::all(2) {
            let sat = room.handle(Sender::Guest, Input::Sit { seat, name: format!("P{}", seat.index()) }, 0);
            entries(sat, &mut log);
        }
        entries(room.handle(Sender::Host, Input::Start, 0), &mut log);
        let mut draws = Rng::seeded(&format!("undo {seed}")).draws();
        for step in 0..120 {
            let now = room.game().unwrap();
            let Some(seat) = now.turn().seats().lowest() else { break };
            let Some(text) = pair(now, seat) else {
                let text = now.nth_text(seat, draws.below(now.legal_count(seat) as u32) as usize).unwrap();
                entries(answer(&mut room, seat, &text, &step.to_string()), &mut log);
                continue;
            };
            let (before, asked) = (now.digest(), now.answered(seat));
            entries(answer(&mut room, seat, &text, &step.to_string()), &mut log);
            assert_eq!(room.game().unwrap().answered(seat), asked + 2, "{text}");
            for other in [seat, Seat::new(1 - seat.index())] {
                entries(room.handle(Sender::Seat(other), Input::Agree(ProposalKind::Undo), 0), &mut log);
            }
            if room.game().unwrap().answered(seat) == asked + 2 {
                // The move also dealt new cards, so it cannot be undone.
                continue;
            }
            assert_eq!((room.game().unwrap().digest(), room.game().unwrap().answered(seat)), (before, asked), "{text}");
            let again = Room::restore(Arc::clone(&game.rules), secret.clone(), log.clone()).unwrap();
            assert_eq!(again.game().unwrap().digest(), before);
            // A record of an older server has no `whole`. The older server took back one card.
            let mut older = log.clone();
            let last = older.last_mut().unwrap();
            let Record::TakenBack { whole, .. } = &mut last.record else { panic!("{:?}", last.record) };
            assert!(std::mem::take(whole));
            let again = Room::restore(Arc::clone(&game.rules), secret.clone(), older).unwrap();
            assert_eq!(again.game().unwrap().answered(seat), asked + 1);
            undone += 1;
            break;
        }
    }
    assert!(undone > 3, "{undone}");
}

/// One intent may name cards of the hand and of the table, in any way of writing cards.
// clause: Cards 1.1-8
#[test]
fn a_capture_is_one_intent() {
    for name in ["kasino", "scopa"] {
        let game = games().find(name).map_err(|report| report.to_string()).unwrap();
        let mut taken = 0;
        for seed in 0..30 {
            let key = Key::from_seed(&format!("capture {seed}"));
            let opened = Room::open(Arc::clone(&game.rules), key, Setup::seats(2), Terms::default(), Vec::new(), 0);
            let mut room = opened.unwrap().0;
            for seat in Seat::all(2) {
                room.handle(Sender::Guest, Input::Sit { seat, name: format!("P{}", seat.index()) }, 0);
            }
            room.handle(Sender::Host, Input::Start, 0);
            let seat = room.game().unwrap().turn().seats().lowest().unwrap();
            let faces = |room: &Room, zone: &str| -> Vec<String> {
                let scene = room.game().unwrap().scene(Viewer::Seat(seat));
                let zone = scene.zones.into_iter().find(|other| other.id == zone).unwrap();
                zone.cards.into_iter().filter_map(|card| Some(card.face?.id)).collect()
            };
            let (hand, table) = (faces(&room, &format!("hand.{}", seat.index())), faces(&room, "table"));
            let mut ways = hand.iter().flat_map(|card| table.iter().map(move |other| (card, other)));
            let Some((card, other)) = ways.find(|(card, other)| {
                room.game().unwrap().row(seat, &format!("{card} hand {other} table->won")).is_ok()
            }) else {
                continue;
            };
            let sign = card.replace('C', "♣").replace('D', "♦").replace('H', "♥").replace('S', "♠");
            let cards = vec![CardName::Face(sign), CardName::Face(other.to_lowercase())];
            let pile = |pile: &str| format!("P{}-{pile}", seat.index() + 1);
            let action = IntentAction::Move { from: pile("hand"), to: pile("won"), cards };
            let intent = CardIntent { ask: None, player: None, action, key: "capture".to_owned() };
            let played = room.handle(Sender::Seat(seat), Input::Intent(intent), 0);
            assert_eq!(played.iter().filter(|effect| matches!(effect, Effect::Write(_))).count(), 1, "{played:?}");
            assert!(!faces(&room, "table").contains(other));
            taken += 1;
        }
        assert!(taken > 5, "{name}: {taken}");
    }
}
