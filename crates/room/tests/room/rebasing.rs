//! Tests of running matches whose rules change their `semantics` in a new release.

use crate::host::{Host, cruel, seat, shows};
use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Key, Rng, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Facts, Hosted};
use rulebook_matchlog::{replay, verify};
use rulebook_room::{Entry, Input, Room, Sender, Terms};
use rulebook_testkit::cruel::Cruel;
use std::any::Any;
use std::sync::Arc;

/// The rules of the next release: the same rules with another `semantics` version.
fn next() -> Arc<dyn AnyRules> {
    Arc::new(Hosted::new(Cruel::new().with_semantics(2)))
}

/// The rules of a release that deals other cards from the same key.
struct DealsOtherwise(Arc<dyn AnyRules>);

impl AnyRules for DealsOtherwise {
    fn info(&self) -> &Info {
        self.0.info()
    }
    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal> {
        self.0.start(setup, key.child(1))
    }
    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt> {
        self.0.load(saved)
    }
    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt> {
        self.0.adopt(saved, head)
    }
    fn facts(&self, json: &str) -> Result<Facts, Corrupt> {
        self.0.facts(json)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn begun(seed: &str) -> (Host, Rng) {
    let mut host = Host::begun(cruel(), 2, seed, Terms { undo: true, ..Terms::default() });
    let mut rng = Rng::seeded(seed);
    for _ in 0..10 {
        host.play_any(&mut rng);
    }
    (host, rng)
}

/// Opens the match with the rules of the next release, with or without a snapshot of its last record.
fn opened_by(rules: &Arc<dyn AnyRules>, host: &Host, snapshot: Option<&str>) -> Result<(Room, Entry), String> {
    let refused = Room::restore(Arc::clone(rules), host.secret.clone(), host.entries()).err().unwrap();
    assert!(refused.rebase && refused.why.contains("semantics 1"), "{refused}");
    Room::rebase(Arc::clone(rules), host.secret.clone(), host.entries(), snapshot, host.now)
        .map_err(|broken| broken.to_string())
}

/// Plays the match to its end under the new rules and checks the records, the log and the scenes. `same` says whether a
/// replay under the new rules gives the same log lines as before.
fn plays_on(mut host: Host, rules: &Arc<dyn AnyRules>, room: Room, rebased: &Entry, mut rng: Rng, same: bool) {
    let before = host.lines.len();
    let scenes: Vec<_> = Viewer::limited(2).map(|viewer| host.game().scene(viewer).zones.len()).collect();
    host.lines.push(rebased.line());
    host.room = room;
    assert_eq!(host.room.version(), host.lines.len() as u64);
    for (viewer, zones) in Viewer::limited(2).zip(scenes) {
        let there = host.room.join(viewer, None).unwrap();
        assert_eq!(shows(&there)[0].scene.zones.len(), zones);
    }
    while !host.game().turn().is_over() {
        host.play_any(&mut rng);
    }
    assert!(host.lines.len() > before + 3);
    // Restoring the records gives the same room.
    let again = Room::restore(Arc::clone(rules), host.secret.clone(), host.entries()).unwrap();
    assert_eq!(again.status(), host.room.status());
    assert_eq!(again.log(), host.room.log());
    // The log contains the change of rules, and its hash chain is valid. `verify` accepts the log only if replaying it
    // with the new rules gives the same lines.
    let log = host.room.log().unwrap();
    assert_eq!(log.matches("{\"rebase\":2,").count(), 1);
    let verified = verify(log, &**rules).unwrap();
    assert!(verified.closed && verified.replayed == same && verified.outcome.is_some());
    if same {
        assert_eq!(replay(log, &**rules).unwrap().filter(Result::is_ok).count(), verified.entries);
    } else {
        assert!(verified.to_string().contains("the rules changed"), "{verified}");
        assert!(replay(log, &**rules).err().unwrap().to_string().contains("no engine can replay both"));
    }
    assert!(verify(&log.replace("{\"rebase\":2,", "{\"rebase\":3,"), &**rules).is_err());
    let at = log.find("{\"rebase\"").unwrap();
    assert!(verify(&(log[..at].to_owned() + log[at..].split_once('\n').unwrap().1), &**rules).is_err());
}

#[test]
fn a_match_with_the_same_facts_continues_without_a_snapshot() {
    let (host, rng) = begun("the same");
    let rules = next();
    let (room, entry) = opened_by(&rules, &host, None).unwrap();
    assert_eq!(room.game().unwrap().digest(), host.game().digest());
    plays_on(host, &rules, room, &entry, rng, true);
}

#[test]
fn a_match_with_other_facts_continues_from_a_snapshot_of_its_last_record() {
    let (mut host, rng) = begun("otherwise");
    let rules: Arc<dyn AnyRules> = Arc::new(DealsOtherwise(next()));
    let old = host.room.snapshot().unwrap();
    let why = opened_by(&rules, &host, None).err().unwrap();
    assert!(why.contains("digest chain"), "{why}");
    host.ok(Sender::Host, Input::Pause(true));
    host.ok(Sender::Host, Input::Pause(false));
    assert!(opened_by(&rules, &host, Some(&old)).is_err(), "a snapshot of an earlier record is not enough");
    let snapshot = host.room.snapshot().unwrap();
    let (room, entry) = opened_by(&rules, &host, Some(&snapshot)).unwrap();
    assert_eq!(room.game().unwrap().digest(), host.game().digest());
    plays_on(host, &rules, room, &entry, rng, false);
}

#[test]
fn a_lobby_goes_on_too_and_a_match_can_go_through_two_releases() {
    let mut host = Host::lobby(cruel(), 2, "lobby", Terms::default());
    host.ok(Sender::Guest, Input::Sit { seat: seat(0), name: "Ann".into() });
    let (room, entry) = opened_by(&next(), &host, None).unwrap();
    host.lines.push(entry.line());
    host.room = room;
    host.ok(Sender::Guest, Input::Sit { seat: seat(1), name: "Bob".into() });
    host.ok(Sender::Seat(seat(0)), Input::Start);
    let mut rng = Rng::seeded("lobby");
    for _ in 0..5 {
        host.play_any(&mut rng);
    }
    let third: Arc<dyn AnyRules> = Arc::new(Hosted::new(Cruel::new().with_semantics(3)));
    let rebased = Room::rebase(Arc::clone(&third), host.secret.clone(), host.entries(), None, host.now);
    let (room, entry) = rebased.unwrap();
    host.lines.push(entry.line());
    host.room = room;
    for _ in 0..5 {
        host.play_any(&mut rng);
    }
    let again = Room::restore(third, host.secret.clone(), host.entries()).unwrap();
    assert_eq!(again.log(), host.room.log());
}
