//! Tests of rooms that forget old entries: they behave like rooms that remember everything.

use crate::host::{Host, cruel, open_game, reply, seat, shows};
use rulebook_kernel::{Rng, Viewer};
use rulebook_matches::AnyRules;
use rulebook_room::{Driver, Effect, Input, ProposalKind, Record, RefusalCode, Room, Sender, Show, Since, Terms};
use serde_json::Value;
use std::sync::Arc;

/// Number of entries that the rooms of these tests keep at least.
const KEEP: usize = 6;

/// Two rooms of the same match. Only the first forgets.
struct Both {
    host: Host,
    whole: Room,
    rng: Rng,
    /// Whether an answer was undone. After an undo the two rooms use different card keys, because they replay different
    /// entries. This is no fault, because every node has its own card keys.
    undone: bool,
}

impl Both {
    fn begun(rules: Arc<dyn AnyRules>, seats: usize, seed: &str) -> Both {
        let host = Host::begun(rules, seats, seed, Terms::default());
        let mut both = Both { whole: host.restored(), host, rng: Rng::seeded(seed), undone: false };
        for viewer in Viewer::limited(seats) {
            both.whole.join(viewer, None).unwrap();
            both.host.room.join(viewer, None).unwrap();
        }
        both
    }

    fn is_over(&self) -> bool {
        self.host.game().turn().is_over()
    }

    /// Plays a random move. Both rooms must show the same.
    fn play(&mut self) {
        let before = self.host.lines.len();
        let effects = self.host.play_any(&mut self.rng);
        self.follow(before, &effects);
    }

    /// Applies the records since `before` to the room that keeps everything, and lets the other room forget.
    fn follow(&mut self, before: usize, effects: &[Effect]) {
        let mut there = Vec::new();
        for entry in self.host.entries().split_off(before) {
            self.undone |= matches!(entry.record, Record::TakenBack { .. });
            there.extend(self.whole.follow(&entry).unwrap());
        }
        self.host.room.forget(KEEP);
        if self.undone {
            for viewer in Viewer::limited(self.host.game().seats()) {
                let (here, there) = (self.host.room.join(viewer, None), self.whole.join(viewer, None));
                let [here, there] = [here.unwrap(), there.unwrap()].map(|effects| without_keys(views(&effects)));
                assert!(here == there, "after {before} records");
            }
            return;
        }
        assert!(views(effects) == views(&there), "after {before} records");
        let may_undo = |effects: &[Effect]| shows(effects).iter().map(|show| show.undo).collect::<Vec<bool>>();
        let more = may_undo(effects).iter().zip(may_undo(&there)).any(|(here, there)| *here && !there);
        assert!(!more, "after {before} records: only the whole room may enable Undo more often");
    }

    /// Both rooms get this input. Returns whether it was accepted.
    fn ask(&mut self, index: usize, input: Input) -> bool {
        let before = self.host.lines.len();
        let effects = self.host.handle(Sender::Seat(seat(index)), input.clone());
        let there = self.whole_after(before).handle(Sender::Seat(seat(index)), input, self.host.now);
        assert_eq!(reply(&effects), reply(&there));
        self.follow(before, &effects);
        reply(&effects).is_ok()
    }

    /// The whole room as it was after the first `count` records.
    fn whole_after(&self, count: usize) -> Room {
        let (rules, secret) = (Arc::clone(self.host.room.rules()), self.host.secret.clone());
        Room::restore(rules, secret, self.host.entries().into_iter().take(count)).unwrap()
    }
}

/// The views in these effects, without the state of the Undo button.
fn views(effects: &[Effect]) -> Value {
    let view = |show: &&Show| serde_json::to_value(Show { undo: false, ..(*show).clone() }).unwrap();
    shows(effects).iter().map(view).collect()
}

fn without_keys(view: Value) -> Value {
    match view {
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, without_keys(value))).collect(),
        Value::Array(values) => values.into_iter().map(without_keys).collect(),
        // Only card keys are so large.
        Value::Number(number) if number.as_u64() > Some(u64::from(u32::MAX)) => Value::Null,
        value => value,
    }
}

#[test]
fn a_room_that_forgets_shows_the_same_and_needs_less() {
    for seats in 2..=3 {
        let mut both = Both::begun(cruel(), seats, &format!("forgets {seats}"));
        let mut most = 0;
        while !both.is_over() {
            both.play();
            most = most.max(both.host.room.recap(Viewer::God, usize::MAX).len());
        }
        let Both { mut host, whole, .. } = both;
        assert!(host.room.has_forgotten() && !host.room.is_whole() && host.room.log().is_none());
        let all = whole.recap(Viewer::God, usize::MAX).len();
        assert!(most * 2 < all, "{most} of {all} lines were kept");
        assert_eq!((host.room.status(), host.room.head()), (whole.status(), whole.head()));
        // After the end, the log needs all entries.
        let restored = host.restored();
        host.room.complete(restored);
        assert!(host.room.is_whole() && !host.room.has_forgotten());
        assert_eq!(host.room.log(), whole.log());
    }
}

#[test]
fn every_node_continues_from_the_snapshot_of_a_room_that_forgets() {
    let mut both = Both::begun(cruel(), 3, "nodes");
    while both.host.lines.len() < 40 && !both.is_over() {
        both.play();
    }
    assert!(both.host.room.has_forgotten() && !both.is_over());
    assert_eq!(both.host.room.snapshot(), both.whole.snapshot());
    // A room that was completed forgets again.
    let restored = both.host.restored();
    both.host.room.complete(restored);
    assert_eq!(both.host.room.log(), both.whole.log());
    for _ in 0..KEEP {
        both.play();
    }
    assert!(both.host.room.has_forgotten());
    assert_eq!(both.host.room.snapshot(), both.whole.snapshot());
}

#[test]
fn answers_that_are_not_forgotten_can_be_undone() {
    let mut undone = 0;
    for seed in ["one", "two", "three"] {
        let mut both = Both::begun(open_game(), 2, seed);
        while !both.is_over() {
            both.play();
            if both.is_over() || both.rng.below(3) > 0 || !both.host.room.knows_last_answers() {
                continue;
            }
            let by = both.rng.below(2) as usize;
            if !both.ask(by, Input::Agree(ProposalKind::Undo)) {
                continue;
            }
            let before = both.host.lines.len();
            let effects = both.host.ok(Sender::Seat(seat(1 - by)), Input::Agree(ProposalKind::Undo));
            both.follow(before, &effects);
            undone += usize::from(both.host.room.has_forgotten());
            assert_eq!((both.host.room.head(), both.host.room.status()), (both.whole.head(), both.whole.status()));
        }
    }
    assert!(undone > 5, "{undone}");
}

#[test]
fn a_room_that_forgets_refuses_the_same_undo() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..6 {
        let mut both = Both::begun(cruel(), 2, &format!("peeks {seed}"));
        while !both.is_over() {
            both.play();
            if both.is_over() || both.rng.below(3) > 0 || !both.host.room.knows_last_answers() {
                continue;
            }
            match both.ask(0, Input::Agree(ProposalKind::Undo)) {
                true => {
                    accepted += 1;
                    both.ask(0, Input::Decline(ProposalKind::Undo));
                }
                false => refused += 1,
            }
        }
    }
    assert!(accepted > 3 && refused > 3, "{accepted} {refused}");
}

#[test]
fn an_undo_of_a_forgotten_answer_waits_for_it() {
    let mut both = Both::begun(open_game(), 2, "waits");
    // Each undo removes an answer from the kept entries, until an undo would need a forgotten answer.
    while !both.host.room.has_forgotten() {
        both.play();
    }
    while both.host.room.knows_last_answers() {
        both.host.ok(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
        both.host.ok(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo));
    }
    let Both { mut host, .. } = both;
    assert_eq!(host.refused(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo)), RefusalCode::Unavailable);
    let restored = host.restored();
    host.room.complete(restored);
    host.ok(Sender::Seat(seat(0)), Input::Agree(ProposalKind::Undo));
    host.ok(Sender::Seat(seat(1)), Input::Agree(ProposalKind::Undo));
    assert_eq!(host.restored().game().unwrap().digest(), host.game().digest());
}

#[test]
fn a_viewer_who_missed_forgotten_entries_gets_the_scene() {
    let mut both = Both::begun(cruel(), 2, "missed");
    let position = |room: &mut Room, since| {
        let effects = room.join(Viewer::Spectator, since).unwrap();
        shows(&effects)[0].clone()
    };
    let early = position(&mut both.whole, None).since;
    while !both.host.room.has_forgotten() {
        both.play();
    }
    let now = position(&mut both.whole, None).since;
    let (here, there) = (position(&mut both.host.room, Some(early)), position(&mut both.whole, Some(early)));
    assert!(!here.follows && here.steps.is_empty() && there.follows && !there.steps.is_empty());
    assert_eq!((here.scene, here.since), (there.scene, now));
    // A viewer who missed only a few entries gets their steps.
    let recent = Some(Since { seen: now.seen - 2, ..now });
    let (here, there) = (position(&mut both.host.room, recent), position(&mut both.whole, recent));
    assert!(here.follows && !here.steps.is_empty());
    assert_eq!(here, there);
}

#[test]
fn a_match_with_a_language_model_forgets_nothing() {
    let mut host = Host::lobby(cruel(), 2, "model", Terms::default());
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".to_owned() });
    let driver = Driver::Llm { model: "any".to_owned() };
    host.ok(Sender::Host, Input::Drive { seat: seat(1), driver });
    host.ok(Sender::Seat(seat(0)), Input::Start);
    while !host.game().turn().is_over() {
        let due = host.game().turn().seats().lowest().unwrap();
        let input = host.answer(due.index(), &[&host.first(due.index())]);
        let who = if due == seat(0) { Sender::Seat(due) } else { Sender::Machine(due) };
        host.ok(who, input);
        host.room.forget(KEEP);
    }
    assert!(host.room.is_whole(), "its prompt has the whole history");
}
