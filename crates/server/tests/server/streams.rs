//! Tests for leaks in every game with hidden information. Two matches that differ only in hidden information send a
//! viewer the same bytes until a move shows the difference. No frame names a face that its receiver has not seen.

use crate::host::games;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_matchlog::witness_log;
use rulebook_policy::{Context, ModelTurn};
use rulebook_room::{Answer, Effect, Input, Phase, Refusal, Room, Sender, Terms};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A room with a player in every seat, its secret, and the number of answers sent.
struct Host {
    room: Room,
    secret: Key,
    sent: u32,
}

impl Host {
    fn begin(game: &Game, seed: &str) -> Host {
        let (secret, seats) = (Key::from_seed(seed), game.rules.info().min_seats);
        let rules = Arc::clone(&game.rules);
        let opened = Room::open(rules, secret.clone(), Setup::seats(seats), Terms::default(), Vec::new(), 0);
        let mut host = Host { room: opened.unwrap().0, secret, sent: 0 };
        for seat in Seat::all(seats) {
            host.room.handle(Sender::Guest, Input::Sit { seat, name: format!("P{}", seat.index()) }, 0);
        }
        host.room.handle(Sender::Host, Input::Start, 0);
        host
    }

    fn game(&self) -> &dyn AnyMatch {
        self.room.game().unwrap()
    }

    fn send(&mut self, seat: Seat, text: &str) -> Vec<Effect> {
        self.sent += 1;
        let answer =
            Answer { ask: self.game().answered(seat), moves: vec![text.to_owned()], key: self.sent.to_string() };
        self.room.handle(Sender::Seat(seat), Input::Answer(answer), 0)
    }

    /// A random legal move of a seat that is due.
    fn any_move(&self, rng: &mut Rng) -> (Seat, String) {
        let due: Vec<Seat> = self.game().turn().seats().iter().collect();
        let seat = due[rng.below(due.len() as u32) as usize];
        let at = rng.below(self.game().legal_count(seat) as u32) as usize;
        (seat, self.game().nth_text(seat, at).unwrap())
    }

    /// Two copies of this room. The first copy has the same match. The second copy has a different match, which looks
    /// the same to the viewer.
    fn twins(&mut self, viewer: Viewer, key: Key) -> (Host, Host) {
        let text = self.room.snapshot().unwrap();
        let alike = self.game().alike(viewer, key).save();
        let mut other: Value = serde_json::from_str(&text).unwrap();
        other["live"]["game"] = alike.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
        let room = |text: &str| {
            let room = Room::resume_from(Arc::clone(self.room.rules()), self.secret.clone(), text, Vec::new());
            Host { room: room.unwrap(), secret: self.secret.clone(), sent: self.sent }
        };
        (room(&text), room(&other.to_string()))
    }
}

/// Every game with hidden information.
fn hidden() -> Vec<Game> {
    let mut all = games().list().0;
    all.retain(|game| Host::begin(game, "hidden").game().has_secrets());
    assert!(all.len() > 10, "{}", all.len());
    all
}

/// The frames that these effects send to a viewer.
fn frames(effects: &[Effect], viewer: Viewer) -> Vec<String> {
    let frame = |effect: &Effect| match effect {
        Effect::Show(show) if show.viewer == viewer => Some(json!(**show).to_string()),
        Effect::Status(status) => Some(json!(**status).to_string()),
        _ => None,
    };
    effects.iter().filter_map(frame).collect()
}

fn reply(effects: &[Effect]) -> Option<Result<(), Refusal>> {
    effects.iter().find_map(|effect| if let Effect::Reply(reply) = effect { Some(reply.clone()) } else { None })
}

/// The prompt for a model in this seat.
fn prompt(host: &Host, game: &Game, seat: Seat) -> Vec<rulebook_policy::Message> {
    let seen = host.room.recap(Viewer::Seat(seat), rulebook_policy::MAX_SEEN);
    let brief = host.game().brief(seat);
    let recap = rulebook_policy::history(&brief.recap, &seen);
    let context = Context { game: &game.meta.game_name, rules: &game.rules_text, recap: &recap, facts: &brief.facts };
    let scene = host.game().scene(Viewer::Seat(seat));
    ModelTurn::new(&scene, context, rulebook_policy::candidates(host.game(), seat, rulebook_policy::CandidateList::All))
        .messages()
        .to_vec()
}

/// Plays the same moves in both rooms and compares the frames, until the viewer can distinguish the rooms.
fn compare(mut one: Host, mut other: Host, game: &Game, viewer: Viewer, rng: &mut Rng) {
    let id = &game.id;
    let came = [&mut one, &mut other].map(|host| frames(&host.room.join(viewer, None).unwrap(), viewer));
    assert_eq!(came[0], came[1], "{id}: {viewer:?} comes in");
    for _ in 0..5 {
        if let Viewer::Seat(seat) = viewer {
            let due = one.game().turn().seats().has(seat);
            assert_eq!(due, other.game().turn().seats().has(seat), "{id}: {viewer:?} is asked");
            if due {
                assert_eq!(one.game().legal_texts(seat), other.game().legal_texts(seat), "{id}: moves of {viewer:?}");
                assert_eq!(prompt(&one, game, seat), prompt(&other, game, seat), "{id}: what a model is asked");
            }
            // Both rooms must refuse an input with the same words.
            for other_seat in Seat::all(one.game().seats()).filter(|other| *other != seat) {
                for text in one.game().legal_texts(other_seat).iter().take(3).map(String::as_str).chain(["x 7"]) {
                    if one.game().check(seat, text).is_err() {
                        let told = [&mut one, &mut other].map(|host| reply(&host.send(seat, text)));
                        assert_eq!(told[0], told[1], "{id}: {viewer:?} sends {text}");
                    }
                }
            }
        }
        let (seat, text) = one.any_move(rng);
        if other.game().check(seat, &text).is_err() {
            assert_ne!(viewer, Viewer::Seat(seat), "{id}: {text}");
            return;
        }
        let effects = [&mut one, &mut other].map(|host| host.send(seat, &text));
        if !one.game().is_alike(other.game(), viewer) {
            return;
        }
        let told = effects.map(|effects| frames(&effects, viewer));
        assert_eq!(told[0], told[1], "{id}: {viewer:?} hears of {text} by {seat}");
        if one.room.phase() == Phase::Over {
            return;
        }
    }
}

// clause: Cards P4-10
#[test]
fn hidden_information_changes_no_byte_that_a_viewer_receives() {
    let (mut pairs, mut different) = (0, 0);
    for game in hidden() {
        let mut rng = Rng::seeded(&game.id);
        let mut host = Host::begin(&game, "streams");
        for point in 0..3u64 {
            for viewer in Viewer::limited(host.game().seats()) {
                let (one, other) = host.twins(viewer, Key::from_seed("twin").child(point));
                pairs += 1;
                different += usize::from(one.game().digest() != other.game().digest());
                compare(one, other, &game, viewer, &mut rng);
            }
            for _ in 0..rng.below(12) {
                if host.room.phase() == Phase::Playing {
                    let (seat, text) = host.any_move(&mut rng);
                    host.send(seat, &text);
                }
            }
            if host.room.phase() == Phase::Over {
                break;
            }
        }
    }
    assert!(different * 2 > pairs, "{different} of {pairs} pairs differ");
}

/// The ids of the faces in a scene.
fn faces(scene: &Value) -> BTreeSet<String> {
    let zones = scene["zones"].as_array().into_iter().flatten();
    let cards = zones.flat_map(|zone| zone["cards"].as_array().into_iter().flatten());
    cards.filter_map(|card| card["face"]["id"].as_str().map(str::to_owned)).collect()
}

/// Every word in every text of a value.
fn words(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            into.insert(text.clone());
            into.extend(text.split(|c: char| c.is_whitespace() || ",.;:()".contains(c)).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| words(field, into)),
        _ => {}
    }
}

// clause: Cards 2-6 6.1-10 P4-1
#[test]
fn no_frame_names_a_face_that_its_receiver_has_not_seen() {
    let mut watched = 0;
    for game in hidden() {
        let mut rng = Rng::seeded(&game.id);
        let mut host = Host::begin(&game, "canaries");
        let viewers: Vec<Viewer> = Viewer::limited(host.game().seats()).collect();
        let mut seen: BTreeMap<Viewer, BTreeSet<String>> = BTreeMap::new();
        // If a card has the same name as a bid, its name in a frame proves no leak. The same holds for a name that is
        // only a number or a letter, because scores and suits look the same.
        let mut bids = BTreeSet::new();
        let mut effects = Vec::new();
        for viewer in &viewers {
            effects.extend(host.room.join(*viewer, None).unwrap());
        }
        for _ in 0..14 {
            let god = json!(host.game().scene(Viewer::God));
            for viewer in &viewers {
                words(&json!(host.game().scene(*viewer))["buttons"], &mut bids);
            }
            let all: BTreeSet<String> = faces(&god)
                .difference(&bids)
                .filter(|face| face.len() > 1 && face.parse::<u64>().is_err())
                .cloned()
                .collect();
            // A card that all viewers see for a moment is not secret. For example, it is turned up, or it moves face up
            // to a pile that is face down.
            let told = |viewer: &Viewer| -> BTreeSet<String> {
                let mut said = BTreeSet::new();
                for effect in &effects {
                    if let Effect::Show(show) = effect
                        && show.viewer == *viewer
                    {
                        words(&json!(show.steps), &mut said);
                    }
                }
                said
            };
            let public = viewers.iter().map(told).reduce(|one, other| one.intersection(&other).cloned().collect());
            for viewer in &viewers {
                seen.entry(*viewer).or_default().extend(public.clone().unwrap_or_default());
                let seen = seen.entry(*viewer).or_default();
                seen.extend(faces(&json!(host.game().scene(*viewer))));
                for effect in &effects {
                    let Effect::Show(show) = effect else { continue };
                    if show.viewer != *viewer {
                        continue;
                    }
                    // An ask may name any card of the deck, so leave asks out here. `compare` checks them byte for
                    // byte.
                    let mut told = json!(**show);
                    told["ask"] = Value::Null;
                    let mut said = BTreeSet::new();
                    words(&told, &mut said);
                    let canaries: Vec<&String> = all.difference(seen).filter(|face| said.contains(*face)).collect();
                    assert!(canaries.is_empty(), "{}: {viewer:?} is told of {canaries:?} in {told}", game.id);
                    watched += all.difference(seen).count();
                }
                let log = witness_log(host.room.log().unwrap(), &*game.rules, *viewer).unwrap();
                let mut said = BTreeSet::new();
                for line in log.lines() {
                    words(&serde_json::from_str(line).unwrap(), &mut said);
                }
                let canaries: Vec<&String> = all.difference(seen).filter(|face| said.contains(*face)).collect();
                assert!(canaries.is_empty(), "{}: the log tells {viewer:?} of {canaries:?}", game.id);
            }
            if host.room.phase() == Phase::Over {
                break;
            }
            let (seat, text) = host.any_move(&mut rng);
            effects = host.send(seat, &text);
        }
    }
    assert!(watched > 1000, "{watched}");
}

/// Card engine 8.7: in the prompt of a model, an earlier hand is one line with its result.
#[test]
fn an_earlier_hand_is_one_line_in_a_prompt() {
    for (id, result) in [("hearts", "score of p"), ("katko", "last trick")] {
        let game = games().find(id).unwrap();
        let mut host = Host::begin(&game, "hands");
        let mut rng = Rng::seeded("hands");
        let viewer = Viewer::Seat(Seat::new(0));
        let told = loop {
            assert!(host.sent < 2000 && host.room.phase() != Phase::Over, "{id} has several hands");
            let (seat, text) = host.any_move(&mut rng);
            assert_eq!(reply(&host.send(seat, &text)), Some(Ok(())));
            let seen = host.room.recap(viewer, rulebook_policy::MAX_SEEN);
            let told = rulebook_policy::history(&host.game().brief(Seat::new(0)).recap, &seen);
            if told.iter().any(|line| line.starts_with("hand 2: ")) {
                break told;
            }
        };
        assert!(told[0].starts_with("hand 1: ") && told[0].contains(result), "{id}: {told:#?}");
        assert!(told[1].starts_with("hand 2: ") && told[1].contains(result), "{id}: {told:#?}");
        assert!(told.len() < 12, "nothing else is left of the earlier hands: {told:#?}");
    }
}
