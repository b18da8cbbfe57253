//! Tests of seats that get another player: the earlier player can neither play nor see the cards of the seat.

use crate::client::{Client, http, json_of};
use crate::common::Common;
use crate::host::{Folder, Host, games, limited};
use rulebook_server::Rate;
use serde_json::{Value, json};
use std::sync::atomic::Ordering::Relaxed;

fn code(ack: &Value) -> &str {
    if ack["accepted"] == true { "accepted" } else { ack["code"].as_str().unwrap_or("nothing") }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_over_a_seat_of_a_match_that_runs_and_sees_its_cards() {
    let folder = Folder::new("takeover");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 2})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let token = host.sit(&id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    ann.join(&id, opened["hostToken"].as_str()).await;
    ann.join(&id, Some(&token)).await;
    let bot = json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "random"}});
    assert_eq!(code(&ann.command(&id, bot).await), "accepted");
    assert_eq!(code(&ann.command(&id, json!({"kind": "start"})).await), "accepted");
    let seats = format!("/active-games/{id}/seats");
    for token in [Value::Null, opened["hostToken"].clone(), opened["inviteToken"].clone()] {
        let body = json!({"seat": 1, "name": "x", "token": token});
        let (status, answer) = http(host.addr, "POST", &seats, None, Some(body)).await;
        assert_eq!((status, &json_of(&answer)["code"]), (409, &json!("not-allowed")), "{answer}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_a_seat_revokes_its_rights_on_every_connection_and_node() {
    let folder = Folder::new("got-up");
    let common = Common::new(&folder).await;
    let (one, two) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let opened = one.open(json!({"game": "tic-tac-toe", "terms": {"newcomers": true}})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut host = Client::connect(one.addr).await.unwrap();
    host.join(&id, opened["hostToken"].as_str()).await;
    let mut tokens = Vec::new();
    for seat in 0..2 {
        tokens.push(one.sit(&id, seat, &format!("P{seat}")).await);
    }
    // Three connections use the token of seat 1. One has the view of the seat, one watches as a spectator, and one is
    // on another node.
    let mut seen = Client::connect(one.addr).await.unwrap();
    assert_eq!(code(&seen.join(&id, Some(&tokens[1])).await), "accepted");
    let mut hidden = Client::connect(one.addr).await.unwrap();
    assert_eq!(code(&hidden.join(&id, Some(&tokens[1])).await), "accepted");
    let spectator = json!({"match": id, "token": tokens[1], "as": "spectator"});
    assert_eq!(code(&hidden.ask("game:join", spectator).await.unwrap()), "accepted");
    let mut far = Client::connect(two.addr).await.unwrap();
    assert_eq!(code(&far.join(&id, Some(&tokens[1])).await), "accepted");
    assert_eq!(code(&host.command(&id, json!({"kind": "start"})).await), "accepted");
    let stand = json!({"kind": "stand", "seat": 1});
    assert_eq!(code(&host.command(&id, stand.clone()).await), "not-allowed", "nobody is put out of a match");
    assert_eq!(code(&seen.command(&id, stand).await), "accepted");
    let carol = one.sit(&id, 1, "Carol").await;
    assert_eq!(seen.event("game:unseated").await.unwrap()["looked"], true);
    assert_eq!(hidden.event("game:unseated").await.unwrap()["looked"], false);
    for (client, who) in [(&mut seen, "seen"), (&mut hidden, "hidden"), (&mut far, "far")] {
        for kind in ["resign", "start"] {
            assert_eq!(code(&client.command(&id, json!({"kind": kind})).await), "not-yours", "{who} {kind}");
        }
        assert_eq!(code(&client.intent(&id, &json!(0), "x", "k").await.unwrap()), "not-yours", "{who}");
        let sign = json!({"match": id, "reaction": "wave"});
        assert_eq!(code(&client.ask("game:react", sign).await.unwrap()), "not-yours", "{who}");
        assert_eq!(code(&client.join(&id, Some(&tokens[1])).await), "not-yours", "{who}");
    }
    let mut carols = Client::connect(two.addr).await.unwrap();
    assert_eq!(code(&carols.join(&id, Some(&carol)).await), "accepted");
    assert_eq!(code(&carols.command(&id, json!({"kind": "resign"})).await), "accepted");
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_returns_with_the_token_of_the_seat() {
    let folder = Folder::new("comes-back");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let (path, token) = (format!("/active-games/{id}/seats"), players[1].1.clone());
    let sit = async |seat: u8, name: &str, token: &str| {
        let body = json!({"seat": seat, "name": name, "token": token});
        http(host.addr, "POST", &path, None, Some(body)).await
    };
    assert_eq!(sit(1, "P1", &token).await.0, 409, "somebody sits there");
    assert_eq!(code(&players[1].0.command(&id, json!({"kind": "stand", "seat": 1})).await), "accepted");
    let mut back = Client::connect(host.addr).await.unwrap();
    assert_eq!(code(&back.join(&id, Some(&token)).await), "not-yours", "it is good for nothing else");
    assert_eq!(sit(1, "P1", &players[0].1).await.0, 409, "the token of another seat");
    assert_eq!(sit(0, "P1", &token).await.0, 403, "another seat");
    let (status, answer) = sit(1, "Somebody Else", &token).await;
    assert_eq!((status, &json_of(&answer)["token"]), (201, &json!(token)), "{answer}");
    let seats = host.hall.status(&id).await.unwrap().seats;
    assert_eq!(seats[1].owner.as_deref(), Some("P1"), "in the name that they had");
    assert_eq!(code(&back.join(&id, Some(&token)).await), "accepted");
    assert_eq!(code(&back.command(&id, json!({"kind": "resign"})).await), "accepted", "it is theirs again");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_may_read_the_finished_private_match() {
    let folder = Folder::new("looks-back");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe", "terms": {"private": true}})).await;
    let id = opened["match"].as_str().unwrap();
    let mut players = Vec::new();
    for seat in 0..2 {
        let body = json!({"seat": seat, "name": format!("P{seat}"), "token": opened["inviteToken"]});
        let (status, answer) = http(host.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await;
        assert_eq!(status, 201, "{answer}");
        let token = json_of(&answer)["token"].as_str().unwrap().to_owned();
        let mut client = Client::connect(host.addr).await.unwrap();
        assert_eq!(code(&client.join(id, Some(&token)).await), "accepted");
        players.push((client, token));
    }
    assert_eq!(code(&players[0].0.command(id, json!({"kind": "start"})).await), "accepted");
    assert_eq!(code(&players[1].0.command(id, json!({"kind": "stand", "seat": 1})).await), "accepted");
    let looks = async |path: &str| http(host.addr, "GET", path, Some(&players[1].1), None).await.0;
    let (table, log) = (format!("/active-games/{id}"), format!("/active-games/{id}/log"));
    assert_eq!((looks(&table).await, looks(&log).await), (403, 403), "not while it is played");
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(code(&run.join(id, opened["hostToken"].as_str()).await), "accepted");
    assert_eq!(code(&run.command(id, json!({"kind": "close", "reason": "late"})).await), "accepted");
    assert_eq!((looks(&table).await, looks(&log).await), (200, 200), "they played it");
    assert_eq!(http(host.addr, "GET", &table, None, None).await.0, 404, "others did not");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_bot_is_no_fault() {
    let folder = Folder::new("no-machine");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let fault = json!({"kind": "fault", "ask": 0});
    assert_eq!(code(&players[0].0.command(&id, fault.clone()).await), "not-yours");
    let words = json!({"kind": "fault", "ask": 0, "text": "buy at example.org"});
    assert_eq!(code(&players[0].0.command(&id, words).await), "malformed", "there are no words in it");
    let bot = json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "random"}});
    assert_eq!(code(&players[1].0.command(&id, bot).await), "accepted");
    assert_eq!(code(&players[1].0.command(&id, fault).await), "not-yours", "the host's bots fail by themselves");
    assert!(host.hall.status(&id).await.unwrap().fault.is_none());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_join_changes_nothing() {
    let folder = Folder::new("refused-join");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let (id, token) = (opened["match"].as_str().unwrap(), opened["hostToken"].as_str().unwrap());
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(code(&run.join(id, Some(token)).await), "accepted");
    let god = json!({"match": id, "token": token, "as": "god"});
    assert_eq!(code(&run.ask("game:join", god).await.unwrap()), "not-allowed");
    run.heard.clear();
    assert_eq!(code(&run.command(id, json!({"kind": "setup", "seats": 2})).await), "accepted");
    host.sit(id, 0, "Ann").await;
    assert!(run.event("game:status").await.is_some(), "it still gets updates");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_without_a_name_are_limited_like_others() {
    let folder = Folder::new("unknown");
    // The rate limit refills so slowly that the duration of this test does not matter.
    let host = Host::run(limited(folder.store(), Rate { burst: 20, per_second: 1 }), &games()).await;
    let mut rude = Client::connect(host.addr).await.unwrap();
    let mut refused = 0;
    for _ in 0..60 {
        let ack = rude.ask("game:hack", json!({})).await.unwrap();
        refused += usize::from(ack["reason"].as_str().is_some_and(|reason| reason.contains("Too many requests")));
    }
    assert!(refused > 0, "{refused}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_is_valid_on_every_node_at_once() {
    let folder = Folder::new("new-token");
    let common = Common::new(&folder).await;
    let (host, other) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let opened = host.open(json!({"game": "tic-tac-toe", "seats": 2})).await;
    let id = opened["match"].as_str().unwrap();
    // The other node loads the table, and is not notified that somebody takes a seat.
    let mut ann = Client::connect(other.addr).await.unwrap();
    assert_eq!(code(&ann.join(id, None).await), "accepted");
    common.quiet.store(true, Relaxed);
    let token = host.sit(id, 0, "Ann").await;
    assert_eq!(code(&ann.join(id, Some(&token)).await), "accepted");
    host.stop().await;
    other.stop().await;
}
