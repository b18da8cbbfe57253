//! Tests of a store that fails, or that writes a record but returns an error. Acknowledged messages are stored, other
//! messages can be sent again, and viewers never see state that is not stored.

use crate::client::{Client, PATIENCE, http, json_of, until};
use crate::common::Common;
use crate::host::{Folder, Host};
use rulebook_server::store::Append;
use serde_json::{Value, json};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The number of the next ask, and the first move that it offers.
async fn ask(client: &mut Client) -> (Value, String) {
    loop {
        let view = client.event("game:view").await.unwrap();
        if let Some(offers) = view["view"]["ask"]["offers"].as_array() {
            return (view["view"]["ask"]["number"].clone(), offers[0]["text"].as_str().unwrap().to_owned());
        }
    }
}

async fn until_accepted(client: &mut Client, id: &str, ask: &Value, text: &str, key: &str) -> Value {
    let begun = Instant::now();
    loop {
        let ack = client.intent(id, ask, text, key).await.unwrap();
        if ack["code"] != "unavailable" {
            return ack;
        }
        assert!(begun.elapsed() < PATIENCE, "the store is still unavailable");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_acknowledged_after_an_outage_is_stored() {
    let folder = Folder::new("outage");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    // Both seats are asked at the same time, so one answer alone changes nothing visible.
    let (id, _, mut players) = host.table("goofspiel", 2).await;
    let (first, text) = ask(&mut players[0].0).await;
    common.away.store(true, Relaxed);
    let ack = players[0].0.intent(&id, &first, &text, "a1").await.expect("the client gets an answer during the outage");
    assert_eq!(ack["code"], "unavailable");
    // During the outage the server answers nothing from memory, and it does not reject a valid token.
    let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}"), Some(&players[0].1), None).await;
    assert_eq!((status, &json_of(&answer)["code"]), (503, &json!("unavailable")), "{answer}");
    let mut other = Client::connect(host.addr).await.unwrap();
    assert_eq!(other.join(&id, Some(&players[1].1)).await["code"], "unavailable");
    assert_eq!(other.join(&id, None).await["code"], "unavailable");
    let again = players[0].0.intent(&id, &first, &text, "a1").await.unwrap();
    assert_eq!(again["code"], "unavailable", "the same key is not answered from memory");
    common.away.store(false, Relaxed);
    assert_eq!(until_accepted(&mut players[0].0, &id, &first, &text, "a1").await["accepted"], true);
    let stored = common.lines(&id).await;
    assert_eq!(stored.iter().filter(|line| line.contains("\"key\":\"a1\"")).count(), 1, "{stored:?}");
    let (other, text) = ask(&mut players[1].0).await;
    let ack = players[1].0.intent(&id, &other, &text, "b1").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    // The match continues for both seats with the next card. Views of the previous ask may still arrive.
    let mut next = ask(&mut players[0].0).await.0;
    while next == first {
        next = ask(&mut players[0].0).await.0;
    }
    host.stop().await;
    // Another server reads the same match.
    let host = Host::start(&folder).await;
    assert!(host.hall.status(&id).await.is_ok() && host.hall.frozen(&id).is_none());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_the_store_that_was_lost_is_found_again() {
    let folder = Folder::new("deaf");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let (first, text) = ask(&mut players[0].0).await;
    common.deaf.store(1, Relaxed);
    assert_eq!(players[0].0.intent(&id, &first, &text, "k").await.unwrap()["code"], "unavailable");
    assert_eq!(until_accepted(&mut players[0].0, &id, &first, &text, "k").await["accepted"], true);
    assert_eq!(common.lines(&id).await.iter().filter(|line| line.contains("\"key\":\"k\"")).count(), 1, "once");
    let (ask, text) = ask(&mut players[1].0).await;
    assert_eq!(players[1].0.intent(&id, &ask, &text, "l").await.unwrap()["accepted"], true);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_runs_out_of_time_while_the_store_is_away() {
    let folder = Folder::new("no-time");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    // The time limit is longer than this test needs on a busy machine, and shorter than the outage.
    let opened = host.open(json!({"game": "tic-tac-toe", "terms": {"clock": {"moveMs": 8000}}})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut clients = Vec::new();
    for seat in 0..2 {
        let token = host.sit(&id, seat, &format!("P{seat}")).await;
        let mut client = Client::connect(host.addr).await.unwrap();
        client.join(&id, Some(&token)).await;
        clients.push(client);
    }
    assert_eq!(clients[0].command(&id, json!({"kind": "start"})).await["accepted"], true);
    let (first, text) = ask(&mut clients[0]).await;
    common.away.store(true, Relaxed);
    assert_eq!(clients[0].intent(&id, &first, &text, "k").await.unwrap()["code"], "unavailable");
    tokio::time::sleep(Duration::from_secs(9)).await;
    common.away.store(false, Relaxed);
    let ack = until_accepted(&mut clients[0], &id, &first, &text, "k").await;
    assert_eq!(ack["accepted"], true, "{ack}");
    assert!(common.lines(&id).await.iter().any(|line| line.contains("\"away\"")), "and everybody can see why");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_runs_out_of_time_while_no_server_runs() {
    let folder = Folder::new("down");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe", "terms": {"clock": {"moveMs": 10_000}}})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let token = host.sit(&id, 0, "Ann").await;
    host.sit(&id, 1, "Bob").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    ann.join(&id, Some(&token)).await;
    assert_eq!(ann.command(&id, json!({"kind": "start"})).await["accepted"], true);
    host.stop().await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    let host = Host::start(&folder).await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
    let (first, text) = ask(&mut ann).await;
    let ack = ann.intent(&id, &first, &text, "k").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    // The server runs now, so the clock of seat 2 runs out and ends the match.
    let ended = ann.event("game:ended").await.expect("it strikes");
    assert!(ended["outcome"]["reason"].as_str().unwrap().contains("seat 2 ran out of time"));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_tell_both_where_they_play_on_and_open_one_table() {
    let folder = Folder::new("two-nodes");
    let common = Common::new(&folder).await;
    let (one, two) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let (id, _, mut players) = one.table("tic-tac-toe", 2).await;
    let mut bob = Client::connect(two.addr).await.unwrap();
    assert_eq!(bob.join(&id, Some(&players[1].1)).await["accepted"], true);
    let mut watcher = Client::connect(two.addr).await.unwrap();
    watcher.join(&id, None).await;
    let ann = &mut players[0].0;
    assert_eq!(ann.command(&id, json!({"kind": "resign"})).await["accepted"], true);
    let agree = json!({"kind": "agree", "deal": "rematch"});
    assert_eq!(ann.command(&id, agree.clone()).await["accepted"], true, "a resigned player can agree");
    assert_eq!(bob.command(&id, agree.clone()).await["accepted"], true);
    let next = ann.event("game:again").await.unwrap()["next"].as_str().unwrap().to_owned();
    for client in [&mut bob, &mut watcher] {
        assert_eq!(client.event("game:again").await.unwrap()["next"], json!(next));
    }
    // A viewer who joins later finds the rematch table in the status.
    let late = one.hall.status(&id).await.unwrap();
    assert_eq!(late.next.as_deref(), Some(&*next));
    assert_eq!(common.node().list(true).await.unwrap().len(), 1, "one table, on however many nodes it was wanted");
    let mut again = Client::connect(two.addr).await.unwrap();
    assert_eq!(again.join(&next, Some(&players[0].1)).await["accepted"], true);
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_lags_behind_does_not_refuse_the_next_answer() {
    let folder = Folder::new("behind");
    let common = Common::new(&folder).await;
    let (one, two) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let (id, _, mut players) = one.table("tic-tac-toe", 2).await;
    let mut elsewhere = Client::connect(two.addr).await.unwrap();
    assert_eq!(elsewhere.join(&id, Some(&players[0].1)).await["accepted"], true);
    common.quiet.store(true, Relaxed);
    for (client, _) in &mut players {
        let (number, text) = ask(client).await;
        let ack = client.intent(&id, &number, &text, "first").await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    // The same player answers on a node that has read neither of the two answers.
    let (mut number, mut text) = ask(&mut players[0].0).await;
    while number != json!(1) {
        (number, text) = ask(&mut players[0].0).await;
    }
    for _ in 0..2 {
        let ack = elsewhere.intent(&id, &number, &text, "second").await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    let late = elsewhere.intent(&id, &number, &text, "third").await.unwrap();
    assert_eq!(late["code"], "stale-ask", "an ask is closed after its answer");
    // The first node has not yet read the answer that the second node stored.
    let bob = &mut players[1].0;
    assert_eq!(bob.command(&id, json!({"kind": "resign"})).await["accepted"], true);
    let declined = elsewhere.command(&id, json!({"kind": "decline", "deal": "rematch"})).await;
    assert_eq!(declined["reason"], "Nobody has proposed that.");
    assert_eq!(bob.command(&id, json!({"kind": "agree", "deal": "rematch"})).await["accepted"], true);
    let declined = elsewhere.command(&id, json!({"kind": "decline", "deal": "rematch"})).await;
    assert_eq!(declined["accepted"], true, "{declined}");
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_idempotency_key_gets_its_earlier_reply() {
    let folder = Folder::new("old-key");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let (number, text) = ask(&mut players[0].0).await;
    // The room's reply cache no longer contains the key of this answer. Only the store knows the key.
    let expected = host.hall.store.find(&id).await.unwrap().unwrap().version;
    let line = r#"{"at":1,"record":{"paused":{"on":false}}}"#.to_owned();
    let lines = vec![(line, Some("0:old".to_owned()))];
    let append = Append { id: id.clone(), expected, lines, live: true, begun: true, due: false, at: 1 };
    host.hall.store.append(append).await.unwrap();
    let ack = players[0].0.intent(&id, &number, &text, "old").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    assert_eq!(host.hall.store.find(&id).await.unwrap().unwrap().version, expected + 1, "and not played again");
    let ack = players[0].0.intent(&id, &number, &text, "new").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_table_that_waits_for_its_store() {
    let folder = Folder::new("hangs");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let (number, text) = ask(&mut players[0].0).await;
    common.hangs.store(true, Relaxed);
    let sent = players[0].0.intent(&id, &number, &text, "k");
    let path = format!("/active-games/{id}");
    let asked = async {
        until("the intent is with the store", async || common.hanging.load(Relaxed) > 0).await;
        let (status, answer) = http(host.addr, "GET", &path, None, None).await;
        assert_eq!(
            (status, &json_of(&answer)["code"]),
            (503, &json!("unavailable")),
            "the server answers in time: {answer}"
        );
        common.hangs.store(false, Relaxed);
    };
    let (ack, ()) = tokio::join!(sent, asked);
    assert_eq!(ack.unwrap()["accepted"], true, "the answer was not lost");
    assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 200);
    host.stop().await;
}
