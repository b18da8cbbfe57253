//! Tests of a match that is so long that its table has forgotten the first moves.

use crate::client::{Client, http};
use crate::host::{Folder, Host, games};
use rulebook_matchlog::verify;
use serde_json::{Value, json};

/// More moves than a table keeps in memory.
const MOVES: usize = 140;

async fn view_of(host: &Host, join: Value) -> Value {
    let mut client = Client::connect(host.addr).await.unwrap();
    assert_eq!(client.ask("game:join", join).await.unwrap()["accepted"], true);
    client.event("game:view").await.unwrap()["view"].clone()
}

async fn log(host: &Host, id: &str, token: &str) -> String {
    let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), Some(token), None).await;
    assert_eq!(status, 200, "{answer}");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_match_can_be_joined_undone_and_verified() {
    let folder = Folder::new("long");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("chess", 2).await;
    let token = players[0].1.clone();
    let mut early = Value::Null;
    for turn in 0..MOVES {
        let client = &mut players[turn % 2].0;
        let ask = loop {
            let view = client.event("game:view").await.unwrap()["view"].clone();
            assert!(!view["scene"]["outcome"].is_object(), "over after {turn} moves: choose other moves for this test");
            if turn == 4 {
                early = view["since"].clone();
            }
            if view["ask"].is_object() {
                break view["ask"].clone();
            }
        };
        let offers = ask["offers"].as_array().unwrap();
        let text = offers[turn * 7 % offers.len()]["text"].as_str().unwrap();
        assert_eq!(client.intent(&id, &ask["number"], text, &turn.to_string()).await.unwrap()["accepted"], true);
    }
    // The first steps are forgotten, but the move list is complete.
    let view = view_of(&host, json!({"match": id, "token": token, "since": early})).await;
    assert_eq!((&view["follows"], view["moves"].as_array().unwrap().len()), (&json!(false), MOVES));
    assert!(log(&host, &id, &token).await.lines().count() > MOVES, "the witness has all entries");
    for (client, _) in &mut players {
        let ack = client.command(&id, json!({"kind": "agree", "deal": "undo"})).await;
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    let view = view_of(&host, json!({"match": id, "token": token})).await;
    assert!(view["moves"].as_array().unwrap().len() < MOVES);
    assert_eq!(players[0].0.command(&id, json!({"kind": "resign"})).await["accepted"], true);
    let whole = log(&host, &id, &token).await;
    assert!(verify(&whole, &*games().find("chess").unwrap().rules).unwrap().replayed, "every byte from the deal");
    host.stop().await;
}
