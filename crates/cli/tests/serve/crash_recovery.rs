//! Tests that no move is lost when servers are killed. Players repeat every move until a server acknowledges it.

use crate::client::{Client, http, until};
use crate::nodes::{Folder, Node, games};
use crate::postgres::Database;
use serde_json::json;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tokio::task::JoinHandle;

/// Data shared by the players and the task that kills servers.
#[derive(Default)]
struct Common {
    stop: AtomicBool,
    /// Total number of acknowledged moves.
    acknowledged: AtomicUsize,
}

/// Plays one match from both seats until the test stops it. Returns the id of the match and the keys of the
/// acknowledged moves.
async fn play(addrs: Vec<SocketAddr>, id: String, tokens: Vec<String>, common: Arc<Common>) -> (String, Vec<String>) {
    let mut acknowledged = Vec::new();
    let (mut sent, mut at) = (0u32, 0);
    // The last move, if no server has answered it. This move is sent again.
    let mut open: Option<(usize, serde_json::Value, String, String)> = None;
    let mut over = false;
    while !over && (!common.stop.load(Relaxed) || open.is_some()) {
        at = (at + 1) % addrs.len();
        let Some(mut clients) = connect(addrs[at], &id, &tokens).await else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        'connected: loop {
            if open.is_none() {
                if common.stop.load(Relaxed) {
                    break;
                }
                // If no server answers for a long time, the client connects again, as a user would reload the page.
                let asked = tokio::time::timeout(Duration::from_secs(10), next_ask(&mut clients)).await;
                match asked.unwrap_or(None) {
                    Some(Some((seat, ask, text))) => {
                        sent += 1;
                        open = Some((seat, ask, text, format!("key-{sent}")));
                    }
                    Some(None) => {
                        over = true;
                        break;
                    }
                    None => break,
                }
            }
            while let Some((seat, ask, text, key)) = &open {
                let Some(ack) = clients[*seat].intent(&id, ask, text, key).await else { break 'connected };
                if ack["accepted"] == true {
                    acknowledged.push(format!("{seat}:{key}"));
                    common.acknowledged.fetch_add(1, Relaxed);
                    open = None;
                } else if ack["code"] == "unavailable" {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                } else if ack["code"] == "stale-ask" && addrs.len() > 1 {
                    // The decision was already made on another server. This server did not know that when it sent its
                    // view, so connect again for a newer view.
                    open = None;
                    break 'connected;
                } else {
                    panic!("{key}: {ack}");
                }
            }
        }
    }
    (id, acknowledged)
}

async fn connect(addr: SocketAddr, id: &str, tokens: &[String]) -> Option<Vec<Client>> {
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::connect(addr).await?;
        let joined = client.join(id, Some(token)).await;
        if joined["accepted"] != true {
            return None;
        }
        clients.push(client);
    }
    Some(clients)
}

/// The seat that has to move, and its first legal move. `Some(None)` if the match is over. `None` if the connection is
/// closed.
async fn next_ask(clients: &mut [Client]) -> Option<Option<(usize, serde_json::Value, String)>> {
    loop {
        for (seat, client) in clients.iter_mut().enumerate() {
            // Older views are skipped.
            let mut newest = None;
            while let Some((name, data)) = client.heard.pop_front() {
                if name == "game:view" {
                    newest = Some(data);
                }
            }
            let Some(view) = newest else { continue };
            if view["view"]["scene"]["outcome"].is_object() {
                return Some(None);
            }
            if let Some(offers) = view["view"]["ask"]["offers"].as_array() {
                let text = offers[offers.len() / 2]["text"].as_str()?.to_owned();
                return Some(Some((seat, view["view"]["ask"]["number"].clone(), text)));
            }
        }
        // Read both connections, because only the seat that has to move is sure to receive a message.
        let (first, rest) = clients.split_at_mut(1);
        tokio::select! {
            heard = first[0].hear() => heard?,
            heard = rest[0].hear() => heard?,
        }
    }
}

/// Kills servers during play, then checks that every acknowledged move is stored.
async fn killed_and_nothing_lost(store: &str, count: usize, kills: usize) {
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(Node::start(store).await);
    }
    let addrs: Vec<SocketAddr> = nodes.iter().map(|node| node.addr).collect();
    let common = Arc::new(Common::default());
    let mut players: Vec<JoinHandle<_>> = Vec::new();
    for _ in 0..3 {
        let (id, tokens) = nodes[0].table("crazy-eights").await;
        let mut host = Client::connect(addrs[0]).await.unwrap();
        assert_eq!(host.join(&id, Some(&tokens[0])).await["accepted"], true);
        assert_eq!(host.command(&id, json!({"kind": "start"})).await["accepted"], true);
        players.push(tokio::spawn(play(addrs.clone(), id, tokens, Arc::clone(&common))));
    }
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for kill in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // On a slow machine, wait until a move was played since the last kill, or until all matches are over.
        let before = common.acknowledged.load(Relaxed);
        let played = || common.acknowledged.load(Relaxed) > before || players.iter().all(JoinHandle::is_finished);
        until("an intent is acknowledged", async || played()).await;
        tokio::time::sleep(Duration::from_millis(30 + random % 170)).await;
        let victim = &mut nodes[kill % count];
        victim.kill();
        victim.launch();
    }
    common.stop.store(true, Relaxed);
    let mut promised = BTreeSet::new();
    let mut acknowledged = 0;
    for player in players {
        let (id, keys) = player.await.unwrap();
        acknowledged += keys.len();
        promised.extend(keys.into_iter().map(|key| (id.clone(), key)));
    }
    assert_eq!(promised.len(), acknowledged, "a key is acknowledged once");
    for node in &mut nodes {
        assert!(node.terminate(), "it stops when it is asked to");
    }
    let kept = kept(store);
    let unique: BTreeSet<_> = kept.iter().cloned().collect();
    assert_eq!(unique.len(), kept.len(), "nothing was played twice");
    let lost: Vec<_> = promised.difference(&unique).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    // Three short matches may be over before all kills have happened.
    assert!(acknowledged >= kills.min(20), "{acknowledged} intents between {kills} kills");
    eprintln!("{kills} kills of {count} nodes, {acknowledged} acknowledged intents, none lost, none twice");
}

/// All answers in the store, each with the id of its match. The exported matches are verified first.
fn kept(store: &str) -> Vec<(String, String)> {
    let rulebook = |args: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let exported = rulebook(&["export", "--store", store]);
    let folder = Folder::new("export");
    let file = folder.0.join("matches.jsonl");
    std::fs::write(&file, &exported).unwrap();
    let games = games();
    let told = rulebook(&["--shelf", games.to_str().unwrap(), "verify", "--unfinished", file.to_str().unwrap()]);
    assert!(told.lines().count() >= 3, "{told}");
    let mut id = String::new();
    let mut all = Vec::new();
    for line in exported.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(next) = line["match"].as_str() {
            id = next.to_owned();
        }
        let played = &line["record"]["played"];
        if let Some(key) = played["key"].as_str() {
            all.push((id.clone(), format!("{}:{key}", played["seat"])));
        }
    }
    all
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(test);
}

#[test]
fn a_server_that_is_killed_loses_nothing() {
    let folder = Folder::new("sqlite");
    run(killed_and_nothing_lost(&format!("sqlite:{}", folder.0.join("matches.db").display()), 1, 8));
}

#[test]
#[ignore = "long tier"]
fn a_server_that_is_killed_fifty_times_loses_nothing() {
    let folder = Folder::new("sqlite-long");
    run(killed_and_nothing_lost(&format!("sqlite:{}", folder.0.join("matches.db").display()), 1, 50));
}

#[test]
fn nodes_on_postgres_that_are_killed_lose_nothing() {
    let Some(database) = Database::start("quick") else { return };
    run(killed_and_nothing_lost(&database.address, 3, 6));
}

#[test]
#[ignore = "long tier"]
fn nodes_on_postgres_that_are_killed_fifty_times_lose_nothing() {
    let Some(database) = Database::start("one") else { return };
    run(killed_and_nothing_lost(&database.address, 1, 50));
    let Some(database) = Database::start("three") else { return };
    run(killed_and_nothing_lost(&database.address, 3, 50));
}

#[test]
fn it_stops_when_it_is_asked_to_and_says_so() {
    let folder = Folder::new("stop");
    run(async {
        let mut node = Node::start(&format!("sqlite:{}", folder.0.join("matches.db").display())).await;
        until("it is well", async || http(node.addr, "GET", "/healthz", None, None).await.0 == 200).await;
        assert!(node.terminate());
        assert_eq!(http(node.addr, "GET", "/healthz", None, None).await.0, 0, "gone");
    });
}
