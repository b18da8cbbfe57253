//! Tests of sockets: the first message of a client, reactions, validations, and the views that each viewer gets.

use crate::client::{Client, http};
use crate::host::{Folder, Host};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_connection_is_answered_from_its_first_message_on() {
    let folder = Folder::new("answered");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut all = Vec::new();
    for _ in 0..8 {
        let (addr, id) = (host.addr, id.clone());
        all.push(tokio::spawn(async move {
            for at in 0..60 {
                let mut client = Client::connect(addr).await.unwrap();
                assert_eq!(client.join(&id, None).await["accepted"], true, "connection {at}");
                assert!(client.event("game:status").await.is_some(), "and gets the status");
            }
        }));
    }
    for one in all {
        one.await.unwrap();
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reactions_of_a_seated_player_reach_everybody() {
    let folder = Folder::new("signs");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let token = host.sit(id, 0, "Ann").await;
    let (mut ann, mut eve) = (Client::connect(host.addr).await.unwrap(), Client::connect(host.addr).await.unwrap());
    assert_eq!(ann.join(id, Some(&token)).await["accepted"], true);
    assert_eq!(eve.join(id, None).await["accepted"], true);
    let sign = |reaction: &str| json!({"match": id, "reaction": reaction});
    assert_eq!(ann.ask("game:react", sign("clap")).await.unwrap()["accepted"], true);
    let heard = eve.event("game:reaction").await.unwrap();
    assert_eq!((&heard["seat"], &heard["reaction"]), (&json!(0), &json!("clap")));
    assert_eq!(eve.ask("game:react", sign("clap")).await.unwrap()["code"], "not-yours");
    assert_eq!(ann.ask("game:react", sign("you are a fool")).await.unwrap()["code"], "malformed");
    host.stop().await;
}

// clause: Cards 2-1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reply_to_an_intent_is_also_an_event_for_its_sender_only() {
    let folder = Folder::new("validation");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let ann = &mut players[0].0;
    let seats = ann.event("game:seats").await.unwrap();
    assert_eq!((&seats["match"], &seats["seats"][0]["owner"]), (&json!(id), &json!("P0")));
    let view = ann.event("game:view").await.unwrap();
    let (number, text) = (&view["view"]["ask"]["number"], view["view"]["ask"]["offers"][0]["text"].as_str().unwrap());
    assert_eq!(ann.intent(&id, number, "no such move", "bad").await.unwrap()["accepted"], false);
    for event in ["game:validation", "game:invalid"] {
        let told = ann.event(event).await.unwrap();
        assert_eq!((&told["key"], &told["ack"]["code"]), (&json!("bad"), &json!("illegal")), "{event}");
    }
    assert_eq!(ann.intent(&id, number, text, "good").await.unwrap()["accepted"], true);
    let told = ann.event("game:validation").await.unwrap();
    assert_eq!((&told["key"], &told["ack"]["accepted"]), (&json!("good"), &json!(true)));
    let bob = &mut players[1].0;
    assert_eq!(bob.intent(&id, &json!(9), "x", "other").await.unwrap()["accepted"], false);
    assert!(bob.frames.iter().all(|frame| !frame.contains("\"bad\"") && !frame.contains("\"good\"")));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_without_spectators_is_watched_by_nobody_until_it_is_over() {
    let folder = Folder::new("unwatched");
    let host = Host::start(&folder).await;
    let opened =
        host.open(json!({"game": "crazy-eights", "seats": 2, "terms": {"spectators": false, "godView": true}})).await;
    let id = opened["match"].as_str().unwrap();
    let mut players = Vec::new();
    for seat in 0..2 {
        let token = host.sit(id, seat, &format!("P{seat}")).await;
        let mut client = Client::connect(host.addr).await.unwrap();
        assert_eq!(client.join(id, Some(&token)).await["accepted"], true);
        players.push(client);
    }
    let mut eve = Client::connect(host.addr).await.unwrap();
    assert_eq!(eve.join(id, None).await["accepted"], true, "a guest sees who sits there");
    assert_eq!(players[0].command(id, json!({"kind": "start"})).await["accepted"], true);
    let mut late = Client::connect(host.addr).await.unwrap();
    assert_eq!(late.join(id, None).await["code"], "not-allowed");
    let log = format!("/active-games/{id}/log");
    assert_eq!(http(host.addr, "GET", &log, None, None).await.0, 409);
    // A spectator who joined in the lobby gets the status, but no view of the cards.
    assert_eq!(players[1].command(id, json!({"kind": "resign"})).await["accepted"], true);
    while eve.event("game:status").await.unwrap()["status"]["phase"] != "over" {}
    assert!(eve.frames.iter().all(|frame| !frame.contains("game:view")));
    // A player does not get the god view, although the host may have it.
    let god = json!({"match": id, "token": opened["hostToken"], "as": "god"});
    assert_eq!(players[0].ask("game:join", god.clone()).await.unwrap()["code"], "not-yours");
    assert_eq!(late.ask("game:join", god).await.unwrap()["accepted"], true);
    assert_eq!(http(host.addr, "GET", &log, None, None).await.0, 200, "after the match everything is public");
    let mut later = Client::connect(host.addr).await.unwrap();
    assert_eq!(later.join(id, None).await["accepted"], true);
    assert_eq!(later.event("game:status").await.unwrap()["status"]["phase"], "over");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_refusal_of_a_malformed_message_names_the_field() {
    let folder = Folder::new("malformed");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let ann = &mut players[0].0;
    let play = json!({"type": "move", "gameId": id, "fromPileId": "a", "toPileId": "b"});
    let with = |message: &Value, field: &str, value: Value| {
        let mut message = message.clone();
        message[field] = value;
        message
    };
    let text = json!({"match": id, "ask": 0, "moves": ["x"], "key": "k"});
    let long = "x".repeat(20_000);
    for (event, message, words) in [
        ("game:intent", json!(null), ["invalid type: null", "expected an object"]),
        ("game:intent", json!({"match": id}), ["missing field", "`ask`"]),
        ("game:intent", with(&text, "ask", json!(-1)), ["ask: ", "expected a whole number from 0"]),
        ("game:intent", with(&text, "moves", json!(["x", 7])), ["moves[1]: ", "expected the text of a move"]),
        ("game:intent", with(&text, "seat", json!(0)), ["unknown field `seat`", "expected one of `match`"]),
        ("game:intent", with(&play, "match", json!(id)), ["duplicate field", "`gameId`"]),
        ("game:intent", with(&play, "type", json!("fly")), ["type: ", "`fly`"]),
        ("game:intent", with(&play, "cardId", json!([])), ["cardId: ", "the key or the face of a card"]),
        ("game:intent", json!({"match": id, "action": []}), ["action: ", "expected the text of a move"]),
        ("game:command", json!({"match": id}), ["missing field", "`command`"]),
        ("game:command", json!({"match": id, "command": {"kind": "fly"}}), ["command: kind: ", "`stand`"]),
        ("game:command", json!({"match": id, "command": {"kind": "stand", "seat": "a"}}), ["seat: ", "from 0 to 255"]),
        ("game:join", json!({"match": id, "as": "owner"}), ["as: ", "`spectator`"]),
        ("game:react", json!({"match": id, "reaction": 1}), ["reaction: ", "expected"]),
        ("game:leave", json!({"match": [id]}), ["match: ", "expected a string"]),
        ("game:actions", json!({"match": id, "seat": 1}), ["unknown field `seat`", "`match`"]),
        ("game:command", json!({"match": id, "command": {"kind": long}}), ["xxx…", "`close`."]),
    ] {
        let ack = ann.ask(event, message.clone()).await.unwrap();
        let reason = ack["reason"].as_str().unwrap_or_default();
        assert_eq!(ack["code"], "malformed", "{event} {ack}");
        assert!(reason.starts_with(&format!("This is not a valid {event} message: ")), "{reason}");
        assert!(words.iter().all(|word| reason.contains(word)), "{reason:?} does not contain {words:?}");
        assert!(reason.chars().count() < 400 && !reason.contains(" at line "), "{reason:?}");
    }
    host.stop().await;
}
