//! Tests for leaks: a seat receives no information that it may not have.

use crate::client::Client;
use crate::host::{Folder, Host};
use rulebook_kernel::{Seat, Viewer};
use serde_json::{Value, json};

/// Every text in a value.
fn texts(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, into)),
        _ => {}
    }
}

/// The faces that a scene shows to its viewer.
fn faces(scene: &Value) -> Vec<String> {
    let zones = scene["zones"].as_array().into_iter().flatten();
    let cards = zones.flat_map(|zone| zone["cards"].as_array().into_iter().flatten());
    cards.filter_map(|card| card["face"]["id"].as_str().map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_names_a_card_before_the_seat_may_see_it() {
    let folder = Folder::new("leaks");
    let host = Host::start(&folder).await;
    for game in ["crazy-eights", "durak", "katko", "scopa"] {
        let (id, _, mut players) = host.table(game, 2).await;
        for turn in 0..8 {
            let status = host.hall.status(&id).await.unwrap();
            if status.outcome.is_some() {
                break;
            }
            for seat in 0..2 {
                // A new connection gets everything that the seat may see. Earlier messages must not have contained
                // anything else.
                let token = players[seat].1.clone();
                let mut fresh = Client::connect(host.addr).await.unwrap();
                assert_eq!(fresh.join(&id, Some(&token)).await["accepted"], true);
                let view = fresh.event("game:view").await.unwrap();
                let shown = faces(&view["view"]["scene"]);
                let mut other = Client::connect(host.addr).await.unwrap();
                other.join(&id, Some(&players[1 - seat].1)).await;
                let theirs = other.event("game:view").await.unwrap();
                let hidden: Vec<String> =
                    faces(&theirs["view"]["scene"]).into_iter().filter(|face| !shown.contains(face)).collect();
                let mut said = Vec::new();
                texts(&view, &mut said);
                for face in &hidden {
                    assert!(!said.contains(face), "{game}: {face} was told to seat {seat} in a view");
                }
                // No offer names a card that the viewer does not see.
                if let Some(ask) = view["view"]["ask"].as_object() {
                    let text = ask["offers"][turn % ask["offers"].as_array().unwrap().len()]["text"].as_str().unwrap();
                    let key = format!("k{turn}");
                    let (client, _) = &mut players[seat];
                    let ack = client.intent(&id, &ask["number"], text, &key).await.unwrap();
                    assert_eq!(ack["accepted"], true, "{game}: {ack}");
                }
            }
        }
    }
    host.stop().await;
}

// clause: Cards P4-9
#[tokio::test(flavor = "multi_thread")]
async fn two_deals_that_a_seat_cannot_tell_apart_send_it_the_same_bytes() {
    use rulebook_kernel::{Key, Setup};
    use rulebook_room::{Effect, Input, Room, Sender, Terms};
    use std::sync::Arc;
    // The rooms have different secrets. The messages to the spectator must be equal until the rooms differ in something
    // that the spectator can see.
    let rules = crate::host::games().find("crazy-eights").unwrap().rules;
    let begin = |secret: u64| {
        let key = Key::from_seed("streams").child(secret);
        let (mut room, _) =
            Room::open(Arc::clone(&rules), key, Setup::seats(2), Terms::default(), Vec::new(), 0).unwrap();
        for seat in Seat::all(2) {
            room.handle(Sender::Guest, Input::Sit { seat, name: format!("P{}", seat.index()) }, 0);
        }
        let watched = Viewer::Spectator;
        let mut stream: Vec<String> = Vec::new();
        let mut keep = |effects: Vec<Effect>| {
            for effect in effects {
                match effect {
                    Effect::Show(show) if show.viewer == watched => {
                        let mut value = json!(*show);
                        // Card keys differ between matches, so the cards are compared by their places.
                        strip_keys(&mut value);
                        stream.push(value.to_string());
                    }
                    Effect::Status(status) => {
                        let mut value = json!(*status);
                        value["commitment"] = Value::Null;
                        stream.push(value.to_string());
                    }
                    _ => {}
                }
            }
        };
        keep(room.join(watched, None).unwrap());
        keep(room.handle(Sender::Host, Input::Start, 0));
        (room, stream)
    };
    // The spectator sees only the card that was turned up.
    let mut groups: std::collections::BTreeMap<String, Vec<Vec<String>>> = std::collections::BTreeMap::new();
    for secret in 0..300 {
        let (room, stream) = begin(secret);
        let scene = json!(room.game().unwrap().scene(Viewer::Spectator));
        groups.entry(faces(&scene).join(" ")).or_default().push(stream);
    }
    let mut compared = 0;
    for (seen, streams) in groups {
        for stream in &streams[1..] {
            assert_eq!(stream, &streams[0], "with {seen} turned up");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

fn strip_keys(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("key");
            fields.values_mut().for_each(strip_keys);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_keys),
        _ => {}
    }
}
