//! Tests of games that visitors bring: they are checked, played in a worker, limited and removed.

use crate::client::{Client, PATIENCE, http, json_of, raw_http, until};
use crate::host::{Folder, Host, config, games};
use rulebook_server::shelf::Package;
use rulebook_server::store::Item;
use rulebook_server::{Config, VisitorGames, WorkerProgram};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe/game.json");
const STARTER: &str = include_str!("../../../cli/templates/cgml/games/starter/game.cgml");

fn with_visitors(folder: &Folder) -> Config {
    let worker = WorkerProgram { program: PathBuf::from(env!("CARGO_BIN_EXE_rulebook-game-worker")), args: vec![] };
    let visitors =
        VisitorGames { worker: Some(worker), workers: 2, uploads_an_hour: 1000, unused: Duration::from_secs(3600) };
    Config { visitors, ..config(folder.store(), 1_000_000) }
}

async fn upload(host: &Host, files: Value) -> (u16, Value) {
    let (status, answer) = http(host.addr, "POST", "/games", None, Some(json!({"files": files}))).await;
    (status, json_of(&answer))
}

/// A started table with two players. Returns its id and the players.
async fn table(host: &Host, game: &str) -> (String, Vec<Client>) {
    let opened = host.open(json!({"game": game, "seats": 2})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut players = Vec::new();
    for seat in 0..2 {
        let body = json!({"seat": seat, "name": format!("P{seat}"), "token": opened["inviteToken"]});
        let (status, answer) = http(host.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await;
        assert_eq!(status, 201, "{answer}");
        let mut client = Client::connect(host.addr).await.unwrap();
        let token = json_of(&answer)["token"].as_str().unwrap().to_owned();
        assert_eq!(client.join(&id, Some(&token)).await["accepted"], true);
        players.push(client);
    }
    let started = players[0].command(&id, json!({"kind": "start"})).await;
    assert_eq!(started["accepted"], true, "{started}");
    (id, players)
}

/// Plays the first legal move of the seat that is asked. Returns the acknowledgement, or `None` if the match is over.
async fn step(id: &str, players: &mut [Client], key: &str) -> Option<Value> {
    loop {
        for player in players.iter_mut() {
            let newest = player.heard.drain(..).rfind(|(name, _)| name == "game:view");
            let Some((_, view)) = newest else { continue };
            if view["view"]["scene"]["outcome"].is_object() {
                return None;
            }
            if let Some(text) = view["view"]["ask"]["offers"][0]["text"].as_str() {
                return player.intent(id, &view["view"]["ask"]["number"], text, key).await;
            }
        }
        let (first, rest) = players.split_at_mut(1);
        tokio::select! {
            heard = first[0].hear() => heard?,
            heard = rest[0].hear() => heard?,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_plays_a_game_of_their_own() {
    let folder = Folder::new("own-game");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let (status, answer) = upload(&host, json!({"my-game.json": TIC_TAC_TOE})).await;
    assert_eq!(status, 201, "{answer}");
    let game = &answer["game"];
    assert_eq!((&game["name"], &game["minSeats"], &game["maxSeats"]), (&json!("Tic-tac-toe"), &json!(2), &json!(2)));
    let own = game["id"].as_str().unwrap().to_owned();
    assert!(own.starts_with("own-"));
    let listed = json_of(&http(host.addr, "GET", "/games", None, None).await.1);
    assert!(!listed.as_array().unwrap().iter().any(|listed| listed["rulesId"] == own.as_str()), "it is not listed");
    let page = json_of(&http(host.addr, "GET", &format!("/games/{own}"), None, None).await.1);
    assert_eq!((&page["meta"]["gameName"], &page["source"]), (&json!("Tic-tac-toe"), &game["source"]));

    let (id, mut players) = table(&host, &own).await;
    let (hidden, _) = http(host.addr, "GET", &format!("/active-games/{id}"), None, None).await;
    assert_eq!(hidden, 404, "its tables are private");
    let mut moves = 0;
    while let Some(ack) = step(&id, &mut players, &format!("key-{moves}")).await {
        assert_eq!(ack["accepted"], true, "{ack}");
        moves += 1;
    }
    assert!((5..=9).contains(&moves), "{moves}");
    let log = host.hall.log(&id, rulebook_kernel::Viewer::Spectator).await.unwrap().unwrap();
    let (status, package) = http(host.addr, "GET", &format!("/rules/{own}"), None, None).await;
    assert_eq!(status, 200);
    let rules = Package::read(package.split_once("\r\n\r\n").unwrap().1).unwrap().rules;
    assert!(rulebook_matchlog::verify(&log, &*rules).unwrap().replayed, "the log is a proof like any other");

    // A bot thinks in the worker.
    let (id, mut players) = table(&host, &own).await;
    let drive = json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "ismcts:50"}});
    assert_eq!(players[1].command(&id, drive).await["accepted"], true);
    let ack = step(&id, &mut players[..], "mine").await.unwrap();
    assert_eq!(ack["accepted"], true);
    let asked_again = async { while players[0].event("game:view").await.unwrap()["view"]["ask"]["number"] != 1 {} };
    tokio::time::timeout(PATIENCE, asked_again).await.expect("the bot answers");
    host.stop().await;
}

/// A visitor pastes a deck list: the page uploads the game of decks with one more list. A list that breaks a rule is
/// refused with diagnostics.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_plays_with_a_deck_of_their_own() {
    let folder = Folder::new("own-deck");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let page = json_of(&http(host.addr, "GET", "/games/duel", None, None).await.1);
    let source = page["source"].as_str().unwrap();
    let package = json_of(&http(host.addr, "GET", &format!("/rules/{source}"), None, None).await.1);
    let mut files = package["files"].clone();
    files["duel/decks/own-1.txt"] = json!("4 No Such Card\n56 Plains\n");
    let (status, wrong) = upload(&host, files.clone()).await;
    assert!(wrong["game"].is_null(), "{status} {wrong}");
    assert!(wrong["diagnostics"].to_string().contains("No Such Card"), "{wrong}");
    files["duel/decks/own-1.txt"] = files["duel/decks/emberhold.txt"].clone();
    let (status, answer) = upload(&host, files).await;
    assert_eq!(status, 201, "{answer}");
    let own = answer["game"]["id"].as_str().unwrap();
    let opened = host.open(json!({"game": own, "seats": 2, "options": {"deck-1": "own-1"}})).await;
    assert!(opened["match"].is_string(), "{opened}");
    let (id, mut players) = table(&host, own).await;
    let ack = step(&id, &mut players, "first").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_a_visitor_survives_a_restart() {
    let folder = Folder::new("own-restart");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let (_, answer) = upload(&host, json!({"starter/game.cgml": STARTER})).await;
    let own = answer["game"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let (id, mut players) = table(&host, &own).await;
    for at in 0..3 {
        assert_eq!(step(&id, &mut players, &format!("key-{at}")).await.unwrap()["accepted"], true);
    }
    let before = host.hall.status(&id).await.unwrap();
    drop(players);
    host.stop().await;
    let host = Host::run(with_visitors(&folder), &games()).await;
    let after = host.hall.status(&id).await.unwrap();
    assert_eq!((after.phase, &after.seats, after.source), (before.phase, &before.seats, before.source));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mistakes_are_diagnostics_and_wrong_uploads_are_refused() {
    let folder = Folder::new("own-mistakes");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let broken = STARTER.replace("$.zones.deck", "$.zones.dekc");
    let (status, answer) = upload(&host, json!({"game.cgml": broken})).await;
    assert_eq!((status, &answer["game"]), (200, &Value::Null), "{answer}");
    let first = &answer["diagnostics"][0];
    assert_eq!(first["severity"], "error", "{answer}");
    assert!(!answer.to_string().contains("memory:"), "file names are those of the author: {answer}");
    for (files, why) in [
        (json!({}), "There is no rules file"),
        (json!({"../game.cgml": STARTER}), "is not a file name"),
        (json!({"game.cgml": "x".repeat(900_000)}), ""),
    ] {
        let (status, answer) = upload(&host, files).await;
        assert!(answer["game"].is_null() && matches!(status, 200 | 400), "{status} {answer}");
        assert!(answer["reason"].as_str().unwrap_or_default().contains(why), "{answer}");
    }
    // Rules cannot name files of the server.
    for include in ["/etc/passwd", "../../../../etc/passwd", "embedded:/hearts/game.cgml"] {
        let reads = STARTER.replace("!include standard_52", &format!("!include {include}"));
        let (status, answer) = upload(&host, json!({"game.cgml": reads})).await;
        assert_eq!((status, &answer["game"]), (200, &Value::Null), "{include}: {answer}");
        assert!(!answer.to_string().contains("root:"), "{answer}");
    }
    let large = format!("POST /games HTTP/1.1\r\nhost: {}\r\ncontent-length: 2000000\r\n\r\n", host.addr);
    assert_eq!(raw_http(host.addr, &large).await.0, 413);
    host.stop().await;

    let host = Host::start(&Folder::new("own-none")).await;
    let (status, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("not-allowed")), "this server takes no games");
    host.stop().await;
}

/// A zip archive with one file.
fn zipped(name: &str, size: usize, text: &[u8]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    writer.start_file(name, options).unwrap();
    let mut left = size;
    while left > 0 {
        let part = left.min(text.len());
        writer.write_all(&text[..part]).unwrap();
        left -= part;
    }
    writer.finish().unwrap().into_inner()
}

async fn upload_zip(host: &Host, bytes: &[u8]) -> (u16, Value) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(host.addr).await.unwrap();
    let head = format!(
        "POST /games HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/zip\r\ncontent-length: {}\r\n\r\n",
        host.addr,
        bytes.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), json_of(&answer))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zip_archive_is_unpacked_and_a_bomb_is_not() {
    let folder = Folder::new("own-zip");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let (status, answer) =
        upload_zip(&host, &zipped("mine/game.json", TIC_TAC_TOE.len(), TIC_TAC_TOE.as_bytes())).await;
    assert_eq!(status, 201, "{answer}");
    let bomb = zipped("game.cgml", 400 << 20, &[b' '; 1 << 16]);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    let begun = Instant::now();
    let (status, answer) = upload_zip(&host, &bomb).await;
    assert_eq!(status, 400, "{answer}");
    assert!(answer["reason"].as_str().unwrap().contains("at most 4 MB"), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    let (status, answer) = upload_zip(&host, b"PK\x03\x04 and then nothing").await;
    assert_eq!(status, 400, "{answer}");
    host.stop().await;
}

/// A board game whose moves are expensive: many sliders on a large board.
fn expensive() -> String {
    // Each computed value looks at all cards for each card, four levels deep.
    let nested = "max(map($.zones.deck, max(map($.zones.deck, max(map($.zones.deck, max(map($.zones.deck, \
                  max(map($.zones.deck, 1))))))))))";
    STARTER.replace("max(map($.players, rank_value(top($player.zones.table))))", nested)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_rules_cost_other_players_nothing() {
    let folder = Folder::new("own-hostile");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let (other, _, mut players) = host.table("tic-tac-toe", 2).await;
    let hostile = async {
        let (_, answer) = upload(&host, json!({"game.cgml": expensive()})).await;
        if let Some(own) = answer["game"]["id"].as_str() {
            let (id, mut players) = table(&host, own).await;
            for at in 0..6 {
                let Some(ack) = step(&id, &mut players, &format!("key-{at}")).await else { break };
                if ack["accepted"] != true {
                    break;
                }
            }
            // The limits of the engine and of the worker apply. So the table may be playable or closed, but it always
            // answers.
            assert!(host.hall.status(&id).await.is_ok(), "{answer}");
        }
    };
    let others = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..60 {
            let begun = Instant::now();
            let ack = players[0].0.command(&other, json!({"kind": "pause", "on": true})).await;
            let back = players[0].0.command(&other, json!({"kind": "pause", "on": false})).await;
            assert_eq!((&ack["accepted"], &back["accepted"]), (&json!(true), &json!(true)));
            slowest = slowest.max(begun.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        slowest
    };
    let ((), slowest) = tokio::join!(hostile, others);
    assert!(slowest < Duration::from_secs(5), "other players waited {slowest:?}");
    assert_eq!(http(host.addr, "GET", "/healthz", None, None).await.0, 200);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_removes_a_game_and_its_tables_close() {
    let folder = Folder::new("own-removed");
    let host = Host::run(with_visitors(&folder), &games()).await;
    let (_, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    let own = answer["game"]["id"].as_str().unwrap().to_owned();
    let token = answer["game"]["ownerToken"].as_str().unwrap().to_owned();
    let (_, mut players) = table(&host, &own).await;
    let path = format!("/games/{own}");
    assert_eq!(http(host.addr, "DELETE", &path, None, None).await.0, 403);
    assert_eq!(http(host.addr, "DELETE", &path, Some(&"0".repeat(64)), None).await.0, 403);
    assert_eq!(http(host.addr, "DELETE", &path, Some(&token), None).await.0, 204);
    let ended = players[0].event("game:ended").await.unwrap();
    assert!(ended["secret"].is_string(), "the players get the key of the deal: {ended}");
    assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 404);
    let (status, _) = http(host.addr, "POST", "/active-games", None, Some(json!({"game": own}))).await;
    assert_eq!(status, 404);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_nobody_uses_is_removed() {
    let folder = Folder::new("own-unused");
    let mut config = with_visitors(&folder);
    config.visitors.unused = Duration::from_millis(800);
    let host = Host::run(config, &games()).await;
    let (_, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    let own = answer["game"]["id"].as_str().unwrap().to_owned();
    let gone = async || http(host.addr, "GET", &format!("/games/{own}"), None, None).await.0 == 404;
    until("the game is removed", gone).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_visitor_does_not_use_up_the_workers_of_all() {
    let folder = Folder::new("own-many");
    let mut config = with_visitors(&folder);
    config.visitors.uploads_an_hour = 4;
    let host = Host::run(config, &games()).await;
    let mut games = Vec::new();
    for _ in 0..4 {
        let (status, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
        assert_eq!(status, 201, "{answer}");
        games.push(answer["game"]["id"].as_str().unwrap().to_owned());
    }
    let (status, _) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    assert_eq!(status, 429, "an address uploads a limited number of games per hour");
    let mut open = Vec::new();
    for own in &games[..2] {
        open.push(table(&host, own).await);
    }
    let (status, answer) = http(host.addr, "GET", &format!("/games/{}", games[2]), None, None).await;
    assert_eq!(status, 503, "a visitor gets at most two workers: {answer}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_visitor_does_not_fill_the_store() {
    let folder = Folder::new("own-full");
    let mut config = with_visitors(&folder);
    config.visitors.unused = Duration::from_secs(3600);
    let host = Host::run(config, &games()).await;
    let kept = async |from: &str, count: usize, bytes: usize| {
        for at in 0..count {
            let value = json!({"name": "x", "source": "00", "owner": "00", "from": from, "bytes": bytes}).to_string();
            let item = Item { key: format!("own-{from}-{bytes}-{at}"), at: 1 << 50, value };
            host.hall.store.put_item("game", item).await.unwrap();
        }
    };
    kept("127.0.0.1", 2, 10 << 20).await;
    kept("192.0.2.1", 90, 100).await;
    let (status, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    assert_eq!(status, 201, "the limit counts only the visitor's own games: {answer}");
    kept("127.0.0.1", 1, 20 << 20).await;
    let (status, answer) = upload(&host, json!({"game.json": TIC_TAC_TOE})).await;
    assert!(status == 409 && answer["reason"].as_str().unwrap().contains("too many games"), "{status} {answer}");
    host.stop().await;
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_cannot_open_files_and_has_limits() {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_rulebook-game-worker"))
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = worker.stdin.take().unwrap();
    // The answer to the first call shows that the limits are set.
    writeln!(input, "{}", json!({"number": 1, "call": {"CheckBot": {"spec": "random"}}})).unwrap();
    let mut answer = String::new();
    let mut output = std::io::BufReader::new(worker.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut output, &mut answer).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&answer).unwrap()["number"], 1);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", worker.id())).unwrap();
    let hard = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(hard("Max open files"), "3", "no further file, pipe or socket");
    assert_eq!(hard("Max file size"), "0");
    assert_eq!(hard("Max address space"), (512_u64 << 20).to_string());
    assert_ne!(
        limits.lines().find(|line| line.starts_with("Max cpu time")).unwrap().split_whitespace().nth(3),
        Some("unlimited")
    );
    drop(input);
    assert!(worker.wait().unwrap().success(), "it ends with its server");
}
