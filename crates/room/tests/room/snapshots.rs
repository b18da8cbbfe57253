//! Tests that a match loaded from a snapshot equals the replayed match.

use crate::host::{Host, cruel, open_game, seat, shows};
use rulebook_kernel::{Rng, Viewer};
use rulebook_room::{Effect, Input, ProposalKind, RefusalCode, Room, Sender, Show, Since};
use std::sync::Arc;

fn taken(host: &Host, snapshot: &str, version: usize) -> Room {
    let rest = host.entries().split_off(version);
    Room::resume_from(Arc::clone(host.room.rules()), host.secret.clone(), snapshot, rest).unwrap()
}

#[test]
fn a_room_comes_back_from_any_snapshot_and_the_records_after_it() {
    let mut host = Host::cruel(3, "snapshots");
    let mut rng = Rng::seeded("snapshots");
    let mut kept = Vec::new();
    while !host.game().turn().is_over() {
        if rng.below(5) == 0 {
            kept.push((host.room.snapshot().unwrap(), host.lines.len()));
        }
        host.play_any(&mut rng);
        if rng.below(8) == 0 && !host.game().turn().is_over() {
            host.ok(Sender::Host, Input::Pause(true));
            host.ok(Sender::Host, Input::Pause(false));
        }
    }
    assert!(host.room.snapshot().is_none(), "a finished match has no snapshot");
    assert!(kept.len() > 5, "{}", kept.len());
    for (snapshot, version) in &kept {
        let mut again = taken(&host, snapshot, *version);
        assert_eq!(again.status(), host.room.status());
        assert_eq!(again.head(), host.room.head());
        assert_eq!((again.version(), again.log()), (host.room.version(), None));
        assert_eq!(again.game().unwrap().digest(), host.game().digest());
        again.complete(host.restored());
        assert!(again.is_whole());
        assert_eq!(again.log(), host.room.log(), "with the old entries the log is the same");
    }
}

/// The scenes in these effects, without the state of the Undo button.
fn scenes(effects: &[Effect]) -> Vec<Show> {
    shows(effects).into_iter().map(|show| Show { undo: false, ..show.clone() }).collect()
}

#[test]
fn returning_viewers_see_the_same_scenes_after_a_snapshot() {
    let mut host = Host::cruel(2, "same scenes");
    let mut rng = Rng::seeded("same scenes");
    for _ in 0..12 {
        host.play_any(&mut rng);
    }
    let (snapshot, version) = (host.room.snapshot().unwrap(), host.lines.len());
    let mut again = taken(&host, &snapshot, version);
    for viewer in Viewer::limited(2) {
        let here = host.room.join(viewer, None).unwrap();
        let there = again.join(viewer, None).unwrap();
        assert_eq!(scenes(&here), scenes(&there), "{viewer:?}: card keys, asks and counts are the same");
        assert!(shows(&there).iter().all(|show| !show.undo), "Undo is disabled until the log is loaded");
        // A viewer that had seen every entry before the snapshot continues with the next step. A viewer that had missed
        // entries gets only the current scene.
        let now = shows(&there)[0].since;
        let goes_on = again.join(viewer, Some(now)).unwrap();
        assert!(shows(&goes_on)[0].follows && shows(&goes_on)[0].steps.is_empty());
        let before = again.join(viewer, Some(Since { seen: 1, ..now })).unwrap();
        assert!(!shows(&before)[0].follows && shows(&before)[0].steps.is_empty());
    }
    for _ in 0..6 {
        let before = host.lines.len();
        let effects = host.play_any(&mut rng);
        let mut there = Vec::new();
        for entry in host.entries().split_off(before) {
            there.extend(again.follow(&entry).unwrap());
        }
        assert_eq!(scenes(&effects), scenes(&there));
    }
}

#[test]
fn a_snapshot_keeps_the_accepted_keys() {
    let mut host = Host::open("keys");
    let text = host.first(0);
    let input = host.answer(0, &[&text]);
    host.ok(Sender::Seat(seat(0)), input.clone());
    let snapshot = host.room.snapshot().unwrap();
    let lines = host.lines.len();
    host.room = taken(&host, &snapshot, lines);
    host.ok(Sender::Seat(seat(0)), input);
    assert_eq!(host.lines.len(), lines, "answered as before, played once");
}

#[test]
fn undo_waits_until_the_missing_entries_are_loaded() {
    let mut host = Host::open("back");
    host.play_first();
    host.play_first();
    let snapshot = host.room.snapshot().unwrap();
    let whole = host.restored();
    host.room = taken(&host, &snapshot, host.lines.len());
    assert!(!host.room.is_whole());
    assert_eq!(host.refused(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo)), RefusalCode::Unavailable);
    host.room.complete(whole);
    host.ok(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo));
    host.ok(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
    assert_eq!(host.game().answered(seat(1)), 0);
    assert_eq!(host.restored().game().unwrap().digest(), host.game().digest());
}

#[test]
fn a_snapshot_of_something_else_is_refused() {
    let mut host = Host::cruel(2, "mine");
    host.play_first();
    let snapshot = host.room.snapshot().unwrap();
    let other = Host::cruel(2, "theirs");
    let resume = |rules, secret: &rulebook_kernel::Key, text: &str| {
        Room::resume_from(rules, secret.clone(), text, Vec::new()).is_ok()
    };
    assert!(resume(cruel(), &host.secret, &snapshot));
    assert!(!resume(cruel(), &other.secret, &snapshot), "another secret");
    assert!(!resume(open_game(), &host.secret, &snapshot), "another game");
    for at in (0..snapshot.len()).step_by(7) {
        let mut bytes = snapshot.clone().into_bytes();
        bytes[at] ^= 1;
        if let Ok(text) = String::from_utf8(bytes) {
            // Loading a damaged snapshot must not panic. It may even succeed, because the digest covers only the match.
            resume(cruel(), &host.secret, &text);
        }
    }
    for text in ["", "{}", "[]", &snapshot[..snapshot.len() / 2]] {
        assert!(!resume(cruel(), &host.secret, text), "{text:.20}");
    }
}
