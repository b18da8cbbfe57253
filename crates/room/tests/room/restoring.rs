//! Tests that a room can be rebuilt from its records alone.

use crate::host::{Host, cruel, seat, shows};
use rulebook_kernel::{Key, Rng, Viewer};
use rulebook_room::{Entry, FinishedMatch, Input, ProposalKind, RefusalCode, Room, Sender, Terms};

// clause: Cards 0-6
#[test]
fn a_room_comes_back_from_its_records_at_every_moment() {
    let mut host = Host::cruel(2, "restore");
    let mut rng = Rng::seeded("restore");
    let mut last = 0;
    while !host.game().turn().is_over() {
        let due = host.game().turn().seats();
        let due: Vec<_> = due.iter().collect();
        let who = due[rng.below(due.len() as u32) as usize];
        let texts = host.game().legal_texts(who);
        let text = texts[rng.below(texts.len() as u32) as usize].clone();
        host.send(who.index(), &[&text]);
        if rng.below(4) == 0 {
            host.ok(Sender::Host, Input::Pause(true));
            host.ok(Sender::Host, Input::Pause(false));
        }
        if rng.below(6) == 0 && !host.game().turn().is_over() {
            host.handle(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Draw));
        }
        last += 1;
        if last % 5 == 0 || host.game().turn().is_over() {
            let again = host.restored();
            assert_eq!(again.status(), host.room.status());
            assert_eq!(again.log(), host.room.log());
            assert_eq!(again.game().unwrap().digest(), host.game().digest());
            assert_eq!(again.version(), host.room.version());
        }
    }
}

#[test]
fn a_node_that_follows_shows_the_same() {
    let mut host = Host::open("follow");
    let mut other = host.restored();
    for viewer in Viewer::limited(2) {
        other.join(viewer, None).unwrap();
    }
    for _ in 0..6 {
        let before = host.lines.len();
        let effects = host.play_first();
        let mut there = Vec::new();
        for line in &host.lines[before..] {
            there.extend(other.follow(&Entry::parse(line).unwrap()).unwrap());
        }
        let here: Vec<_> = shows(&effects).into_iter().cloned().collect();
        assert_eq!(here, shows(&there).into_iter().cloned().collect::<Vec<_>>());
    }
}

#[test]
fn damage_freezes_the_match_and_says_where() {
    let mut host = Host::open("damage");
    for _ in 0..4 {
        host.play_first();
    }
    let restore = |lines: &[String], seed: &str| {
        let entries: Vec<Entry> = lines.iter().filter_map(|line| Entry::parse(line).ok()).collect();
        Room::restore(host.room.rules().clone(), Key::from_seed(seed), entries)
    };
    assert!(restore(&host.lines, "damage").is_ok());
    assert!(restore(&host.lines, "other").err().unwrap().why.contains("secret"));
    let last = host.lines.len() - 1;
    let mut changed = host.lines.clone();
    changed[last] = changed[last].replace("\"ask\":1", "\"ask\":0");
    let broken = restore(&changed, "damage").err().unwrap();
    assert_eq!(broken.at, last as u64);
    assert!(broken.why.contains("digest chain"), "{broken}");
    let mut swapped = host.lines.clone();
    swapped.swap(last, last - 1);
    assert!(restore(&swapped, "damage").is_err());
    assert!(restore(&[], "damage").is_err());
    assert!(Room::restore(cruel(), Key::from_seed("damage"), [Entry::parse(&host.lines[0]).unwrap()]).is_err());
    assert!(Entry::parse("{\"at\":1,\"record\":{\"played\":{}}}").is_err());
}

#[test]
fn records_of_a_finished_table_restore_everything_but_scenes() {
    // Matches that end by the rules, or after an undo, a resignation or a closed table.
    let mut tried = 0;
    for (seed, moves) in [("to its end", 1000), ("resigned", 7), ("taken back", 5), ("closed", 3)] {
        let mut host = Host::begun(cruel(), 2, seed, Terms { undo: true, ..Terms::default() });
        let mut rng = Rng::seeded(seed);
        assert!(FinishedMatch::told(&host.secret, &host.entries()).is_none(), "it is not over");
        for _ in 0..moves {
            if host.game().turn().is_over() {
                break;
            }
            host.play_any(&mut rng);
        }
        if seed == "taken back" {
            // Seat 0 can undo its own pick if no other seat has seen it, even if other seats have picked since.
            host.handle(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
        }
        match seed {
            "resigned" => drop(host.ok(Sender::Seat(seat(1)), Input::Resign)),
            "to its end" => {}
            _ => drop(host.ok(Sender::Host, Input::Close("it is late".to_owned()))),
        }
        let told = FinishedMatch::told(&host.secret, &host.entries()).unwrap();
        assert_eq!(told.status, host.room.status(), "{seed}");
        if let Some(log) = told.log {
            assert_eq!(Some(&*log), host.room.log(), "{seed}");
            tried += 1;
        }
    }
    assert!(tried >= 3);
}

#[test]
fn a_closed_table_says_why() {
    let mut host = Host::begun(cruel(), 2, "closed", Terms::default());
    for bad in ["a\nb", "a\u{202e} evil", "a\u{2028}b"] {
        assert_eq!(host.refused(Sender::Host, Input::Close(bad.into())), RefusalCode::Malformed, "{bad:?}");
    }
    host.ok(Sender::Clock, Input::Close("made with semantics 1, this engine has 2".into()));
    assert!(host.room.status().closed.unwrap().contains("semantics"));
    assert!(host.restored().status().closed.is_some());
}
