//! Tests of matches that are loaded from a snapshot. To clients, such a match looks the same as a match that was
//! rebuilt by replaying its moves.

use crate::client::{Client, http, json_of, raw_http};
use crate::host::{Folder, Host, games};
use rulebook_matchlog::verify;
use serde_json::{Value, json};

/// The next ask of a client.
async fn ask(client: &mut Client) -> Option<Value> {
    loop {
        let view = client.event("game:view").await.unwrap();
        if view["view"]["scene"]["outcome"].is_object() {
            return None;
        }
        if view["view"]["ask"].is_object() {
            return Some(view["view"]["ask"].clone());
        }
    }
}

async fn join(host: &Host, id: &str, tokens: &[String]) -> Vec<Client> {
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::connect(host.addr).await.unwrap();
        assert_eq!(client.join(id, Some(token)).await["accepted"], true);
        clients.push(client);
    }
    clients
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_from_the_snapshot_that_a_stopping_server_leaves() {
    let folder = Folder::new("snapshots");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    for turn in 0..3 {
        let client = &mut players[turn % 2].0;
        let ask = ask(client).await.unwrap();
        let text = ask["offers"][0]["text"].as_str().unwrap();
        assert_eq!(client.intent(&id, &ask["number"], text, &turn.to_string()).await.unwrap()["accepted"], true);
    }
    let tokens: Vec<String> = players.into_iter().map(|(_, token)| token).collect();
    let store = std::sync::Arc::clone(&host.hall.store);
    assert!(store.snapshot(&id).await.unwrap().is_none(), "three moves are played again faster than they are read");
    host.stop().await;
    let (version, text) = store.snapshot(&id).await.unwrap().unwrap();
    assert_eq!(version, store.find(&id).await.unwrap().unwrap().version, "the version of the last record");
    let host = Host::start(&folder).await;
    let mut players = join(&host, &id, &tokens).await;
    // An undo needs the entries that the snapshot does not contain.
    for (player, deal) in [(0, "agree"), (1, "agree")] {
        let ack = players[player].command(&id, json!({"kind": deal, "deal": "undo"})).await;
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    // Reconnect, because earlier events are stale.
    let mut players = join(&host, &id, &tokens).await;
    let mut turn = 0;
    for at in 0..9 {
        let Some(ask) = ask(&mut players[turn]).await else { break };
        let offers = ask["offers"].as_array().unwrap();
        let text = offers[0]["text"].as_str().unwrap();
        let ack = players[turn].intent(&id, &ask["number"], text, &format!("later {at}")).await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
        turn = 1 - turn;
        if host.hall.status(&id).await.unwrap().outcome.is_some() {
            break;
        }
    }
    let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), None, None).await;
    assert_eq!(status, 200);
    let log = answer.split_once("\r\n\r\n").unwrap().1;
    assert!(verify(log, &*games().find("tic-tac-toe").unwrap().rules).unwrap().replayed, "every byte from the deal");
    host.stop().await;
    // A damaged snapshot is dropped, because the records are authoritative.
    store.keep_snapshot(&id, version, text.replace('0', "1")).await.unwrap();
    let host = Host::start(&folder).await;
    assert!(host.hall.status(&id).await.unwrap().outcome.is_some());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_only_waits_leaves_a_snapshot_too() {
    let folder = Folder::new("waits");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    host.stop().await;
    let file = folder.file();
    assert_eq!(file.execute("DELETE FROM snapshots", []).unwrap(), 1);
    drop(file);
    // The server loads the match and stops again, without any action of a client. It must keep a snapshot, because the
    // next release may have changed the rules.
    let host = Host::start(&folder).await;
    let version = host.hall.store.find(&id).await.unwrap().unwrap().version;
    assert!(host.hall.status(&id).await.is_ok());
    let store = std::sync::Arc::clone(&host.hall.store);
    host.stop().await;
    assert_eq!(store.snapshot(&id).await.unwrap().map(|(version, _)| version), Some(version));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_waits_for_people_is_read_when_one_of_them_comes() {
    let folder = Folder::new("asleep");
    let host = Host::start(&folder).await;
    let (waits, _, players) = host.table("tic-tac-toe", 2).await;
    let opened = host.open(json!({"game": "tic-tac-toe", "terms": {"clock": {"moveMs": 3_600_000}}})).await;
    let timed = opened["match"].as_str().unwrap();
    let token = host.sit(timed, 0, "Ann").await;
    host.sit(timed, 1, "Bob").await;
    let mut ann = join(&host, timed, &[token]).await.remove(0);
    assert_eq!(ann.command(timed, json!({"kind": "start"})).await["accepted"], true);
    host.stop().await;
    let file = folder.file();
    let due = |id: &str| file.query_row("SELECT due FROM matches WHERE id = ?", [id], |row| row.get::<_, bool>(0));
    assert_eq!((due(&waits), due(timed)), (Ok(false), Ok(true)), "a clock runs there");
    // Pretend that the matches had no visitor for a week.
    assert_eq!(file.execute("UPDATE matches SET touched = 0", []).unwrap(), 2);
    drop(file);
    let host = Host::start(&folder).await;
    host.hall.wake().await;
    assert!(host.hall.metrics_text().contains("rulebook_tables 1\n"), "{}", host.hall.metrics_text());
    join(&host, &waits, &[players[1].1.clone()]).await;
    assert!(host.hall.metrics_text().contains("rulebook_tables 2\n"), "{}", host.hall.metrics_text());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_returning_after_a_snapshot_restart_gets_the_missed_steps() {
    let folder = Folder::new("missed");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let since = players[1].0.event("game:view").await.unwrap()["view"]["since"].clone();
    let first = ask(&mut players[0].0).await.unwrap();
    let text = first["offers"][0]["text"].as_str().unwrap();
    assert_eq!(players[0].0.intent(&id, &first["number"], text, "k").await.unwrap()["accepted"], true);
    host.stop().await;
    let host = Host::start(&folder).await;
    assert!(host.hall.store.snapshot(&id).await.unwrap().is_some());
    let mut back = Client::connect(host.addr).await.unwrap();
    let join = json!({"match": id, "token": players[1].1, "since": since});
    assert_eq!(back.ask("game:join", join).await.unwrap()["accepted"], true);
    let view = back.event("game:view").await.unwrap();
    assert_eq!(view["view"]["follows"], true, "{view}");
    assert!(!view["view"]["steps"].as_array().unwrap().is_empty());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_was_closed_can_be_watched_again() {
    let folder = Folder::new("closed-replay");
    let host = Host::start(&folder).await;
    let (id, token, mut players) = host.table("crazy-eights", 2).await;
    let path = format!("/active-games/{id}/replay?as=god");
    assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 409, "not while it is played");
    let mut asked = None;
    for (client, _) in &mut players {
        let view = client.event("game:view").await.unwrap();
        if view["view"]["ask"].is_object() {
            asked = Some((client, view["view"]["ask"].clone()));
        }
    }
    let (client, ask) = asked.unwrap();
    let text = ask["offers"][0]["text"].as_str().unwrap();
    assert_eq!(client.intent(&id, &ask["number"], text, "k").await.unwrap()["accepted"], true);
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(run.join(&id, Some(&token)).await["accepted"], true);
    assert_eq!(run.command(&id, json!({"kind": "close", "reason": "it is late"})).await["accepted"], true);
    // A table without a deal has no replay.
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let lobby = opened["match"].as_str().unwrap().to_owned();
    run.join(&lobby, opened["hostToken"].as_str()).await;
    assert_eq!(run.command(&lobby, json!({"kind": "close", "reason": "x"})).await["accepted"], true);
    let mut host = host;
    for again in [false, true] {
        if again {
            host.stop().await;
            host = Host::start(&folder).await;
        }
        let (status, answer) = http(host.addr, "GET", &path, None, None).await;
        assert_eq!(status, 200, "{answer}");
        let page = json_of(&answer);
        assert_eq!((&page["entries"], page["frames"].as_array().unwrap().len()), (&json!(2), 2), "the deal and a move");
        assert_eq!(page["frames"][1]["text"], *text, "the move has its text");
        for odd in ["9", "x"] {
            let path = format!("/active-games/{id}/replay?as={odd}");
            assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 400, "nobody sits there");
        }
        // The log contains its key, so any server can verify and replay it.
        let (_, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), None, None).await;
        let log = answer.split_once("\r\n\r\n").unwrap().1;
        let verified = verify(log, &*games().find("crazy-eights").unwrap().rules).unwrap();
        assert_eq!(
            (verified.replayed, verified.reason.as_deref()),
            (true, Some("The host closed the table: it is late"))
        );
        let asked = format!(
            "POST /replays HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{log}",
            host.addr,
            log.len()
        );
        assert_eq!(raw_http(host.addr, &asked).await.0, 200);
        let (status, _) = http(host.addr, "GET", &format!("/active-games/{lobby}/replay"), None, None).await;
        assert_eq!(status, 409);
    }
    host.stop().await;
}
