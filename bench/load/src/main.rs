//! Load test of a server: `rulebook-load ADDRESS idle 10000 PID` or
//! `rulebook-load ADDRESS tables 500 SECONDS THINK_MS`.
//!
//! Start the server by hand, in release, with `--rate 1000000 --tables 1000000 --connections-each 1000000`, so that its limits have no
//! effect. The clients run on the same machine as the server. A server alone on a machine would reach higher figures.

#[path = "../../../crates/server/tests/server/client.rs"]
#[allow(dead_code, reason = "shared with the tests of the server")]
mod client;

use client::{Client, http, json_of};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let done = runtime.block_on(async {
        let addr: SocketAddr = args.first()?.parse().ok()?;
        let number = |at: usize| args.get(at).and_then(|text| text.parse::<u64>().ok());
        match args.get(1).map(String::as_str)? {
            "idle" => idle(addr, number(2)?, number(3)?).await,
            "tables" => tables(addr, number(2)?, number(3)?, number(4)?).await,
            _ => None,
        }
    });
    if done.is_none() {
        eprintln!(
            "usage: rulebook-load ADDRESS idle SOCKETS PID | rulebook-load ADDRESS tables TABLES SECONDS THINK_MS"
        );
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

/// The memory that a process uses, in KB.
fn memory(pid: u64) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find(|line| line.starts_with("VmRSS"))?.split_whitespace().nth(1)?.parse().ok()
}

/// Opens connections that join a table and then send nothing.
async fn idle(addr: SocketAddr, sockets: u64, pid: u64) -> Option<()> {
    let opened = http(addr, "POST", "/active-games", None, Some(json!({"game": "crazy-eights", "seats": 2}))).await.1;
    let id = json_of(&opened)["match"].as_str()?.to_owned();
    let before = memory(pid)?;
    let begun = Instant::now();
    let mut clients = Vec::new();
    for _ in 0..sockets {
        let mut client = Client::connect(addr).await?;
        client.join(&id, None).await;
        client.heard.clear();
        client.frames = Vec::new();
        clients.push(client);
    }
    let took = begun.elapsed();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = memory(pid)?;
    let each = (after.saturating_sub(before)) as f64 / sockets as f64;
    println!("{sockets} idle sockets: {each:.1} KB each, connected and joined in {:.1} s", took.as_secs_f64());
    Some(())
}

/// Plays at many tables, each with one client and one bot. Each client waits for its thinking time before each move.
async fn tables(addr: SocketAddr, tables: u64, seconds: u64, think: u64) -> Option<()> {
    let (stop, all_open) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let mut players = Vec::new();
    for at in 0..tables {
        let table = seat(addr).await?;
        players.push(tokio::spawn(play(addr, table, think, at, [Arc::clone(&stop), Arc::clone(&all_open)])));
    }
    all_open.store(true, Relaxed);
    let before = accepted(addr).await?;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let (count, took) = (accepted(addr).await? - before, begun.elapsed().as_secs_f64());
    stop.store(true, Relaxed);
    let mut waits = Vec::new();
    for player in players {
        waits.extend(player.await.ok()?);
    }
    waits.sort_unstable();
    let of = |share: f64| waits.get((waits.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{tables} tables, think {think} ms: {:.0} durable records/s in all, {} acknowledgements of clients, p50 {:.1} ms, \
         p99 {:.1} ms, worst {:.1} ms",
        count / took,
        waits.len(),
        of(0.50).as_secs_f64() * 1e3,
        of(0.99).as_secs_f64() * 1e3,
        waits.last().copied().unwrap_or_default().as_secs_f64() * 1e3,
    );
    Some(())
}

/// The number of moves that the server has accepted so far, from its metrics.
async fn accepted(addr: SocketAddr) -> Option<f64> {
    let (_, text) = http(addr, "GET", "/metrics", None, None).await;
    let line = text.lines().find(|line| line.starts_with("rulebook_append_seconds_count"))?;
    line.split(' ').nth(1)?.parse().ok()
}

struct LoadTable {
    id: String,
    client: Client,
}

async fn seat(addr: SocketAddr) -> Option<LoadTable> {
    let body = json!({"game": "crazy-eights", "seats": 2});
    let opened = json_of(&http(addr, "POST", "/active-games", None, Some(body)).await.1);
    let id = opened["match"].as_str()?.to_owned();
    let body = json!({"seat": 0, "name": "Ann"});
    let sat = json_of(&http(addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await.1);
    let mut host = Client::connect(addr).await?;
    host.join(&id, opened["hostToken"].as_str()).await;
    let bot = json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "random"}});
    host.command(&id, bot).await;
    host.command(&id, json!({"kind": "start"})).await;
    let mut client = Client::connect(addr).await?;
    client.join(&id, sat["token"].as_str()).await;
    Some(LoadTable { id, client })
}

async fn play(
    addr: SocketAddr,
    mut table: LoadTable,
    think: u64,
    at: u64,
    signs: [Arc<AtomicBool>; 2],
) -> Vec<Duration> {
    let [stop, all_open] = signs;
    let mut waits = Vec::new();
    let mut sent = 0u32;
    // Wait until all tables are open. Otherwise the tables that already play would delay the opening of the others by
    // minutes.
    while !all_open.load(Relaxed) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Spread the first moves over time, so that not all clients move at once.
    tokio::time::sleep(Duration::from_millis((at * 7919) % (think + 1))).await;
    while !stop.load(Relaxed) {
        let Some(view) = newest(&mut table.client).await else { break };
        if view["view"]["scene"]["outcome"].is_object() {
            match seat(addr).await {
                Some(next) => table = next,
                None => break,
            }
            continue;
        }
        let Some(offers) = view["view"]["ask"]["offers"].as_array() else { continue };
        let Some(text) = offers.get(sent as usize % offers.len()).and_then(|offer| offer["text"].as_str()) else {
            break;
        };
        tokio::time::sleep(Duration::from_millis(think)).await;
        sent += 1;
        let begun = Instant::now();
        let ack = table.client.intent(&table.id, &view["view"]["ask"]["number"], text, &sent.to_string()).await;
        if ack.is_none_or(|ack| ack["accepted"] != true) {
            break;
        }
        waits.push(begun.elapsed());
        table.client.frames.clear();
    }
    waits
}

/// The newest view that the client has received. Older views are skipped.
async fn newest(client: &mut Client) -> Option<Value> {
    loop {
        let mut found = None;
        while let Some((name, data)) = client.heard.pop_front() {
            if name == "game:view" {
                found = Some(data);
            }
        }
        if found.is_some() {
            return found;
        }
        client.hear().await?;
    }
}
