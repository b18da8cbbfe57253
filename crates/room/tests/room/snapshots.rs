//! Tests that a match loaded from a snapshot equals the replayed match.

use crate::host::{Host, cruel, open_game, seat, shows};
use rulebook_kernel::{Rng, Viewer};
use rulebook_matches::{AnyRules, Hosted};
use rulebook_room::{Effect, Input, ProposalKind, RefusalCode, Room, Sender, Show, Since, Terms};
use rulebook_testkit::cruel::Cruel;
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
    assert!(host.room.snapshot().is_none(), "what is over is not played again");
    assert!(kept.len() > 5, "{}", kept.len());
    for (snapshot, version) in &kept {
        let mut again = taken(&host, snapshot, *version);
        assert_eq!(again.status(), host.room.status());
        assert_eq!(again.head(), host.room.head());
        assert_eq!((again.version(), again.log()), (host.room.version(), None));
        assert_eq!(again.game().unwrap().digest(), host.game().digest());
        again.complete(host.restored());
        assert!(again.is_whole());
        assert_eq!(again.log(), host.room.log(), "and with what it left out the log is the same");
    }
}

/// The scenes in these effects, without the state of the Undo button.
fn scenes(effects: &[Effect]) -> Vec<Show> {
    shows(effects).into_iter().map(|show| Show { undo: false, ..show.clone() }).collect()
}

#[test]
fn those_who_come_back_to_it_see_the_same() {
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
        assert!(shows(&there).iter().all(|show| !show.undo), "what may be taken back is not known before the rest is");
        // A viewer that had seen everything continues with the next step. A viewer that had seen less gets only the
        // current scene.
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
fn what_was_accepted_before_it_is_still_known() {
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
fn taking_back_waits_for_what_it_left_out() {
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
            // A damaged snapshot must not panic. It may still load, because the digest covers only the match.
            resume(cruel(), &host.secret, &text);
        }
    }
    for text in ["", "{}", "[]", &snapshot[..snapshot.len() / 2]] {
        assert!(!resume(cruel(), &host.secret, text), "{text:.20}");
    }
}

/// A game that is long enough to forget entries several times.
fn long() -> Arc<dyn AnyRules> {
    Arc::new(Hosted::new(Cruel::with_rounds(200)))
}

/// Plays in a room that forgets old entries, and repeats every record in a room that forgets nothing. Both rooms must
/// show the same. Returns the second room.
fn forgetful(host: &mut Host, rng: &mut Rng, moves: usize, mut each: impl FnMut(&mut Host, &mut Room)) -> Room {
    let mut other = host.restored();
    for viewer in Viewer::limited(host.game().seats()) {
        other.join(viewer, None).unwrap();
        host.room.join(viewer, None).unwrap();
    }
    for _ in 0..moves {
        let before = host.lines.len();
        let effects = host.play_any(rng);
        let mut there = Vec::new();
        for entry in host.entries().split_off(before) {
            there.extend(other.follow(&entry).unwrap());
        }
        host.room.forget();
        assert_eq!(shows(&effects), shows(&there), "after {before} records");
        each(host, &mut other);
    }
    other
}

#[test]
fn a_room_that_forgets_old_entries_shows_the_same() {
    let mut host = Host::begun(long(), 2, "forgets", Terms { undo: true, ..Terms::default() });
    let mut rng = Rng::seeded("forgets");
    let mut most = 0;
    let whole = forgetful(&mut host, &mut rng, 500, |host, _| {
        most = most.max(host.room.recap(Viewer::God, usize::MAX).len());
    });
    assert!(host.room.has_forgotten() && !host.room.is_whole() && host.room.log().is_none());
    let all = whole.recap(Viewer::God, usize::MAX).len();
    assert!(most < all / 2, "{most} lines of {all} were kept");
    assert_eq!(host.room.status(), whole.status());
    assert_eq!((host.room.head(), host.room.version()), (whole.head(), whole.version()));
    let mut remembers = whole;
    assert_eq!(host.room.snapshot(), remembers.snapshot(), "any node can continue from it");
    let restored = host.restored();
    host.room.complete(restored);
    assert!(host.room.is_whole() && !host.room.has_forgotten(), "the log needs all entries");
    assert_eq!(host.room.log(), remembers.log());
    // It forgets the same entries again.
    forgetful(&mut host, &mut rng, 70, |_, _| ());
    assert!(host.room.has_forgotten());
}

#[test]
fn answers_that_are_not_forgotten_can_be_undone() {
    let mut host = Host::begun(long(), 2, "forgets and undoes", Terms { undo: true, ..Terms::default() });
    let mut rng = Rng::seeded("forgets and undoes");
    let mut undone = 0;
    let whole = forgetful(&mut host, &mut rng, 300, |host, other| {
        if host.lines.len() % 23 != 0 {
            return;
        }
        let before = host.lines.len();
        let effects = [0, 1].map(|index| host.ok(Sender::Seat(seat(index)), Input::Agree(ProposalKind::Undo)));
        let mut there = Vec::new();
        for entry in host.entries().split_off(before) {
            there.extend(other.follow(&entry).unwrap());
        }
        assert_eq!(shows(&effects.concat()), shows(&there));
        undone += 1;
    });
    assert!(host.room.has_forgotten() && undone > 5, "{undone}");
    assert_eq!((host.room.head(), host.room.status()), (whole.head(), whole.status()));
}

#[test]
fn a_viewer_who_missed_forgotten_entries_gets_the_scene() {
    let mut host = Host::begun(long(), 2, "missed", Terms::default());
    let mut rng = Rng::seeded("missed");
    let mut early = None;
    let mut whole = forgetful(&mut host, &mut rng, 300, |host, other| {
        if host.lines.len() == 20 {
            early = Some(shows(&other.join(Viewer::Spectator, None).unwrap())[0].since);
            host.room.join(Viewer::Spectator, None).unwrap();
        }
    });
    let since = early.unwrap();
    let (here, there) = (host.room.join(Viewer::Spectator, early).unwrap(), whole.join(Viewer::Spectator, early).unwrap());
    assert!(!shows(&here)[0].follows && shows(&here)[0].steps.is_empty());
    assert!(shows(&there)[0].follows && !shows(&there)[0].steps.is_empty());
    assert_eq!((&shows(&here)[0].scene, shows(&here)[0].since), (&shows(&there)[0].scene, shows(&there)[0].since));
    // A viewer who missed only a few entries gets their steps.
    let recent = Some(Since { seen: shows(&there)[0].since.seen - 20, ..since });
    let (here, there) = (host.room.join(Viewer::Spectator, recent).unwrap(), whole.join(Viewer::Spectator, recent).unwrap());
    assert_eq!(shows(&here), shows(&there));
    assert!(shows(&here)[0].follows && !shows(&here)[0].steps.is_empty());
}
