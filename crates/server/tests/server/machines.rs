//! Tests of seats that bots and language models play, on the server or in a browser.

use crate::client::{Client, http, json_of, until};
use crate::common::Common;
use crate::host::{Folder, Host, config, games};
use rulebook_kernel::Seat;
use rulebook_room::{Driver, Input, Sender};
use rulebook_server::{Config, Endpoint, Mode, ModelConfig, ModelStyle, Rate, Settings};
use rulebook_testkit::endpoint::{self, Reply, Request};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

async fn with_models(folder: &Folder, mode: Mode) -> Host {
    Host::run(modelled(folder, mode, true), &games()).await
}

fn modelled(folder: &Folder, mode: Mode, show_exceptions: bool) -> Config {
    let llm = Settings::On(ModelConfig {
        mode,
        timeout: None,
        min_think: None,
        show_exceptions,
        style: ModelStyle::Candidates,
    });
    Config { llm, ..config(folder.store(), 1_000_000) }
}

/// A fake model endpoint. It answers with the first candidate or fails, and records all requests.
struct Fake {
    url: String,
    broken: Arc<AtomicBool>,
    /// While this flag is set, the endpoint holds back its answers.
    holds: Arc<AtomicBool>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    fn start() -> Fake {
        let fake = Fake { url: String::new(), broken: Arc::default(), holds: Arc::default(), heard: Arc::default() };
        let (broken, holds, heard) = (Arc::clone(&fake.broken), Arc::clone(&fake.holds), Arc::clone(&fake.heard));
        let addr = endpoint::listen(move |Request { body, .. }| {
            heard.lock().unwrap().push(body.clone());
            while holds.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(10));
            }
            // Repeats the whole request in the answer, as a bad endpoint might.
            let said = format!("{body} <answer>{{\"id\": \"c0\"}}</answer>");
            match broken.load(Relaxed) {
                true => Reply::Answer(500, body),
                false => Reply::Answer(200, json!({"choices": [{"message": {"content": said}}]}).to_string()),
            }
        });
        Fake { url: format!("http://{}/v1", addr.unwrap()), ..fake }
    }

    fn times(&self) -> usize {
        self.heard.lock().unwrap().len()
    }

    fn mode(&self) -> Mode {
        let (base_url, api_key, model) = (self.url.clone(), "a-secret-key".to_owned(), "parrot".to_owned());
        Mode::Llm(Endpoint { base_url, api_key, model, temperature: 0.0 })
    }
}

/// A player against a model. Returns the table, the player's client, a spectator, and a client with the god view.
async fn against_a_model(host: &Host, game: &str, model: &str) -> (String, Client, Client, Client) {
    let opened = host.open(json!({"game": game, "seats": 2, "terms": {"godView": true}})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let token = host.sit(&id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
    let mut watcher = Client::connect(host.addr).await.unwrap();
    assert_eq!(watcher.join(&id, None).await["accepted"], true);
    let mut god = Client::connect(host.addr).await.unwrap();
    let eyes = json!({"match": id, "token": opened["hostToken"], "as": "god"});
    assert_eq!(god.ask("game:join", eyes).await.unwrap()["accepted"], true);
    let drive = |model: &str| json!({"kind": "drive", "seat": 1, "driver": {"kind": "llm", "model": model}});
    assert_eq!(god.command(&id, drive("another")).await["code"], "malformed");
    assert_eq!(god.command(&id, drive(model)).await["accepted"], true);
    assert_eq!(ann.command(&id, json!({"kind": "start"})).await["accepted"], true);
    (id, ann, watcher, god)
}

/// Answers Ann's next `times` asks with the first legal move. Returns whether the match continues.
async fn play(id: &str, ann: &mut Client, times: usize) -> bool {
    for at in 0..times {
        let ask = loop {
            let view = ann.event("game:view").await.unwrap();
            if view["view"]["scene"]["outcome"].is_object() {
                return false;
            }
            if view["view"]["ask"].is_object() {
                break view["view"]["ask"].clone();
            }
        };
        let text = ask["offers"][0]["text"].as_str().unwrap();
        let ack = ann.intent(id, &ask["number"], text, &format!("{at}-{}", ask["number"])).await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    true
}

// clause: Cards 10-1 10-2
#[tokio::test(flavor = "multi_thread")]
async fn a_model_plays_a_seat_and_only_allowed_viewers_read_its_log() {
    let folder = Folder::new("models");
    let host = with_models(&folder, Mode::FirstCandidate).await;
    let (_, config) = http(host.addr, "GET", "/config", None, None).await;
    let config = json_of(&config);
    assert_eq!((&config["backendLlm"], &config["models"]), (&json!(true), &json!(["first-candidate"])));
    let (id, mut ann, mut watcher, mut god) = against_a_model(&host, "crazy-eights", "first-candidate").await;
    play(&id, &mut ann, 3).await;
    let told = god.event("game:ai-log").await.unwrap();
    assert_eq!((&told["seat"], &told["ask"]), (&json!(1), &json!(0)));
    assert!(told["text"].as_str().unwrap().starts_with("seat 2 answers"), "{told}");
    for (who, client) in [("Ann", &mut ann), ("a spectator", &mut watcher)] {
        client.command(&id, json!({"kind": "retry"})).await;
        let heard = client.frames.iter().find(|frame| frame.contains("game:ai-log"));
        assert!(heard.is_none(), "{who} heard {heard:?}");
    }
    host.stop().await;
}

// clause: Cards 8.6-3
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_model_is_reported_without_its_cards_and_can_retry() {
    let folder = Folder::new("faults");
    let fake = Fake::start();
    fake.broken.store(true, Relaxed);
    let host = with_models(&folder, fake.mode()).await;
    // In goofspiel both seats are asked at the same time, so the model is asked at once.
    let (id, mut ann, mut watcher, mut god) = against_a_model(&host, "goofspiel", "parrot").await;
    until("a fault", async || host.hall.status(&id).await.unwrap().fault.is_some()).await;
    let fault = host.hall.status(&id).await.unwrap().fault.unwrap();
    assert_eq!(fault.text, "the model did not choose a move");
    let told = god.event("game:ai-log").await.unwrap();
    assert!(told["text"].as_str().unwrap().contains("the endpoint answers 500"), "{told}");
    fake.broken.store(false, Relaxed);
    assert_eq!(ann.command(&id, json!({"kind": "retry"})).await["accepted"], true);
    play(&id, &mut ann, 3).await;
    assert!(host.hall.status(&id).await.unwrap().fault.is_none());
    let told = god.event("game:ai-log").await.unwrap();
    assert_eq!(told["exchanges"][0]["asked"][0]["role"], "system");
    // No frame contains the key of the endpoint, and the model saw only the information of its seat.
    for frames in [&ann.frames, &watcher.frames, &god.frames] {
        assert!(frames.iter().all(|frame| !frame.contains("a-secret-key")));
    }
    for frames in [&ann.frames, &watcher.frames] {
        assert!(frames.iter().all(|frame| !frame.contains("exchanges") && !frame.contains("## candidates")));
    }
    assert!(fake.times() > 0);
    let _ = watcher.command(&id, json!({"kind": "retry"})).await;
    host.stop().await;
}

// clause: Cards 7-10
#[tokio::test(flavor = "multi_thread")]
async fn a_model_in_a_browser_is_announced_to_everybody_and_plays_by_its_sponsor() {
    let folder = Folder::new("sponsored");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let mut watcher = Client::connect(host.addr).await.unwrap();
    watcher.join(&id, None).await;
    let warnings = |status: &Value| status["status"]["warnings"].as_array().unwrap().len();
    assert_eq!(warnings(&watcher.event("game:status").await.unwrap()), 0);
    let sponsored = json!({"kind": "drive", "seat": 0, "driver": {"kind": "sponsored"}});
    assert_eq!(players[0].0.command(&id, sponsored.clone()).await["accepted"], true);
    let told = loop {
        let told = watcher.event("game:status").await.unwrap();
        if warnings(&told) > 0 {
            break told;
        }
    };
    assert_eq!(told["status"]["warnings"][0], "seat 1 is played by a model in P0's browser: P0 can see its cards");
    let other = players[1].0.event("game:status").await;
    assert!(other.is_some());
    assert_eq!(players[1].0.command(&id, sponsored).await["code"], "not-yours");
    let intent =
        |key: &str, machine: bool| json!({"match": id, "ask": 0, "moves": ["1,1"], "key": key, "machine": machine});
    let legal = host.hall.status(&id).await.unwrap();
    assert!(legal.outcome.is_none());
    let by_hand = players[0].0.ask("game:intent", intent("a", false)).await.unwrap();
    assert_eq!(by_hand["code"], "not-yours", "a model plays this seat now");
    let not_theirs = players[1].0.ask("game:intent", intent("b", true)).await.unwrap();
    assert_eq!(not_theirs["code"], "not-yours");
    // If the model in the browser fails, the client reports it, and the model is asked again.
    let fault = json!({"kind": "fault", "ask": 0});
    assert_eq!(players[0].0.command(&id, fault).await["accepted"], true);
    assert_eq!(host.hall.status(&id).await.unwrap().fault.unwrap().text, "The AI in the browser did not answer");
    assert_eq!(players[1].0.command(&id, json!({"kind": "retry"})).await["accepted"], true);
    let ask = loop {
        let view = players[0].0.event("game:view").await.unwrap();
        if view["view"]["ask"].is_object() {
            break view["view"]["ask"].clone();
        }
    };
    let text = &ask["offers"][0]["text"];
    let chosen = json!({"match": id, "ask": 0, "moves": [text], "key": "c", "machine": true});
    assert_eq!(players[0].0.ask("game:intent", chosen).await.unwrap()["accepted"], true);
    host.stop().await;
}

// clause: Cards 7-10
#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_models_says_so() {
    let folder = Folder::new("no-models");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let mut run = Client::connect(host.addr).await.unwrap();
    run.join(id, opened["hostToken"].as_str()).await;
    let drive = json!({"kind": "drive", "seat": 1, "driver": {"kind": "llm", "model": "x"}});
    let ack = run.command(id, drive).await;
    assert_eq!((&ack["code"], &ack["reason"]), (&json!("not-allowed"), &json!("This server has no AI model.")));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_speaks_no_faster_over_two_connections_than_over_one() {
    let folder = Folder::new("seat-rate");
    let (slow, begun) = (Rate { burst: 10, per_second: 1 }, Instant::now());
    let config = Config { seat_rate: slow, ..config(folder.store(), 1_000_000) };
    let host = Host::run(config, &games()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let token = players[0].1.clone();
    let mut second = Client::connect(host.addr).await.unwrap();
    second.join(&id, Some(&token)).await;
    let mut limited = 0;
    for at in 0..15 {
        for client in [&mut players[0].0, &mut second] {
            let ack = client.intent(&id, &json!(7), "x", &at.to_string()).await.unwrap();
            limited += usize::from(ack["reason"].as_str().is_some_and(|reason| reason.contains("Too many requests")));
        }
    }
    // The rate limit refills during the test, so more messages are accepted.
    let theirs = 10 + begun.elapsed().as_secs() as usize + 1;
    assert!(limited + theirs >= 30 && limited > 0, "{limited} of 30 were too fast, {theirs} were not");
    let ack = players[1].0.intent(&id, &json!(7), "x", "k").await.unwrap();
    assert_eq!(ack["code"], "stale-ask", "the others are not affected");
    host.stop().await;
}

/// A started table at which this driver plays every seat. Returns the table and the host's client.
async fn of_machines(host: &Host, game: &str, driver: &Value) -> (String, Client) {
    let opened = host.open(json!({"game": game, "seats": 2})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut run = Client::connect(host.addr).await.unwrap();
    run.join(&id, opened["hostToken"].as_str()).await;
    for seat in 0..2 {
        let ack = run.command(&id, json!({"kind": "drive", "seat": seat, "driver": driver})).await;
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    assert_eq!(run.command(&id, json!({"kind": "start"})).await["accepted"], true);
    (id, run)
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_cannot_be_given_more_time_than_the_server_allows() {
    let folder = Folder::new("budgets");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 2})).await;
    let id = opened["match"].as_str().unwrap();
    let mut run = Client::connect(host.addr).await.unwrap();
    run.join(id, opened["hostToken"].as_str()).await;
    let mut drive = async |spec: &str| {
        run.command(id, json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": spec}})).await
    };
    for spec in ["ismcts:999999999", "ismcts:999999999ms", "ismcts:5001ms"] {
        let ack = drive(spec).await;
        assert_eq!(ack["code"], "not-allowed", "{spec}: {ack}");
    }
    assert_eq!(drive("nonsense").await["code"], "malformed");
    assert_eq!(drive("ismcts:5000ms").await["accepted"], true);
    host.stop().await;
}

// clause: Magic 2-11
#[tokio::test(flavor = "multi_thread")]
async fn searches_do_not_delay_other_tables_and_stop_with_their_table() {
    let folder = Folder::new("lanes");
    let host = Host::start(&folder).await;
    // The time that a hint takes on this machine under its current load.
    let hint = async || {
        let (id, _, players) = host.table("tic-tac-toe", 2).await;
        let (path, begun) = (format!("/active-games/{id}/hint"), Instant::now());
        let (status, answer) = http(host.addr, "POST", &path, Some(&players[0].1), Some(json!({}))).await;
        assert_eq!(status, 200, "{answer}");
        begun.elapsed()
    };
    let alone = hint().await;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let long = json!({"kind": "bot", "spec": "ismcts:1000000"});
    let mut hostile = Vec::new();
    for _ in 0..2 * cores {
        hostile.push(of_machines(&host, "crazy-eights", &long).await);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    let (quick, mut watch) = of_machines(&host, "tic-tac-toe", &json!({"kind": "bot", "spec": "random"})).await;
    // If random bots and searching bots shared a queue, the random bot would wait at least fifteen seconds for each
    // move.
    let ended = tokio::time::timeout(Duration::from_secs(30), watch.event("game:ended")).await;
    assert!(ended.is_ok(), "{quick}: a random bot waits for others: {:?}", begun.elapsed());
    for (id, run) in &mut hostile {
        assert_eq!(run.command(id, json!({"kind": "close", "reason": "enough"})).await["accepted"], true);
    }
    let took = hint().await;
    assert!(took < Duration::from_secs(4) + 10 * alone, "searches of closed tables went on: {took:?}, not {alone:?}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_computes_one_hint_and_stops_if_nobody_waits() {
    let folder = Folder::new("hints");
    let host = Host::start(&folder).await;
    let (id, _, players) = host.table("hearts", 4).await;
    let (addr, path, token) = (host.addr, format!("/active-games/{id}/hint"), players[0].1.clone());
    let ask = || {
        let (path, token) = (path.clone(), token.clone());
        tokio::spawn(async move { http(addr, "POST", &path, Some(&token), Some(json!({}))).await })
    };
    // On a busy machine the requests may not overlap, and then no hint is refused. So the test repeats them.
    until("most of them are refused", async || {
        let asked: Vec<_> = (0..12).map(|_| ask()).collect();
        let (mut given, mut refused) = (0, 0);
        for asked in asked {
            let (status, answer) = asked.await.unwrap();
            given += usize::from(status == 200);
            refused += usize::from(json_of(&answer)["code"] == "not-allowed");
        }
        assert!(given >= 1 && given + refused == 12, "{given} given, {refused} refused");
        refused >= 6
    })
    .await;
    // An aborted request blocks no other request, even for the same seat.
    let gone = ask();
    tokio::time::sleep(Duration::from_millis(20)).await;
    gone.abort();
    let again = async || http(addr, "POST", &path, Some(&token), Some(json!({}))).await.0 == 200;
    until("a hint is given", again).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_several_nodes_asks_the_model() {
    let folder = Folder::new("one-asks");
    let common = Common::new(&folder).await;
    let fake = Fake::start();
    fake.holds.store(true, Relaxed);
    let settings = || modelled(&folder, fake.mode(), true);
    let (one, two) = (Host::on_with(common.node(), settings()).await, Host::on_with(common.node(), settings()).await);
    let (id, mut ann, _, mut god) = against_a_model(&one, "goofspiel", "parrot").await;
    let mut far = Client::connect(two.addr).await.unwrap();
    assert_eq!(far.join(&id, None).await["accepted"], true);
    until("it is asked", async || fake.times() > 0).await;
    // Wait longer than the other node waits between two attempts to take the claim.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    fake.holds.store(false, Relaxed);
    god.event("game:ai-log").await.unwrap();
    assert_eq!(fake.times(), 1, "one decision is asked for once");
    play(&id, &mut ann, 1).await;
    // The node that runs the bot stops. The other node takes over after the claim expires.
    one.stop().await;
    until("somebody asks", async || fake.times() >= 2).await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_a_replaced_model_is_ignored() {
    let folder = Folder::new("sent-away");
    let fake = Fake::start();
    fake.broken.store(true, Relaxed);
    fake.holds.store(true, Relaxed);
    let host = Host::run(modelled(&folder, fake.mode(), false), &games()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let model = json!({"kind": "drive", "seat": 0, "driver": {"kind": "llm", "model": "parrot"}});
    assert_eq!(players[0].0.command(&id, model).await["accepted"], true);
    until("it is asked", async || fake.times() > 0).await;
    let person = json!({"kind": "drive", "seat": 0, "driver": {"kind": "person"}});
    assert_eq!(players[0].0.command(&id, person).await["accepted"], true);
    play(&id, &mut players[0].0, 1).await;
    // The model now fails, is asked once more, and fails again.
    fake.holds.store(false, Relaxed);
    until("it is asked once more", async || fake.times() >= 2).await;
    tokio::time::sleep(Duration::from_millis(1000)).await;
    assert!(host.hall.status(&id).await.unwrap().fault.is_none());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_an_endpoint_are_shown_only_if_the_settings_allow_it() {
    let folder = Folder::new("untold");
    let fake = Fake::start();
    fake.broken.store(true, Relaxed);
    let host = Host::run(modelled(&folder, fake.mode(), false), &games()).await;
    let (_id, _ann, _watcher, mut god) = against_a_model(&host, "goofspiel", "parrot").await;
    let told = god.event("game:ai-log").await.unwrap();
    assert_eq!(told["text"], "the model did not choose a move");
    assert_eq!(told["exchanges"][0]["meaning"], "gave up: the endpoint did not answer", "{told}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_with_players_do_not_wait_for_bots_of_empty_tables() {
    let folder = Folder::new("unattended");
    let host = Host::start(&folder).await;
    let drive =
        |seat: usize, spec: &str| Input::Drive { seat: Seat::new(seat), driver: Driver::Bot { spec: spec.to_owned() } };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    // If all bots shared one queue, these bots would occupy every core for most of a minute.
    for _ in 0..9 * cores {
        let opened = host.open(json!({"game": "chess"})).await;
        let id = opened["match"].as_str().unwrap();
        for seat in 0..2 {
            host.hall.input(id, Sender::Host, drive(seat, "mcts:5000ms")).await.unwrap();
        }
        host.hall.input(id, Sender::Host, Input::Start).await.unwrap();
    }
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let token = host.sit(id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(id, Some(&token)).await["accepted"], true);
    host.hall.input(id, Sender::Host, drive(1, "mcts:50ms")).await.unwrap();
    assert_eq!(ann.command(id, json!({"kind": "start"})).await["accepted"], true);
    let asked = Instant::now();
    assert!(play(id, &mut ann, 2).await, "she is asked again when the bot has answered");
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    host.stop().await;
}

/// The log of the bots is stored. When the match ends, every connected client gets this log.
// clause: Cards 8.9-11
#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_the_bots_survives_a_restart_and_is_published_at_the_end() {
    let folder = Folder::new("ai-log");
    let fake = Fake::start();
    let trace = folder.path("trace.jsonl");
    std::fs::write(&trace, "{\"earlier\":true}\n").unwrap();
    let settings = || Config { llm_log: Some((&trace).into()), ..modelled(&folder, fake.mode(), true) };
    let host = Host::run(settings(), &games()).await;
    let opened = host.open(json!({"game": "goofspiel", "seats": 2, "terms": {"godView": true}})).await;
    let (id, eyes) = (opened["match"].as_str().unwrap().to_owned(), opened["hostToken"].clone());
    let eyes = json!({"match": id, "token": eyes, "as": "god"});
    let token = host.sit(&id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
    let mut god = Client::connect(host.addr).await.unwrap();
    assert_eq!(god.ask("game:join", eyes.clone()).await.unwrap()["accepted"], true);
    let drive = json!({"kind": "drive", "seat": 1, "driver": {"kind": "llm", "model": "parrot"}});
    assert_eq!(god.command(&id, drive).await["accepted"], true);
    assert_eq!(ann.command(&id, json!({"kind": "start"})).await["accepted"], true);
    assert!(play(&id, &mut ann, 3).await);
    let first = god.event("game:ai-log").await.unwrap();
    drop((ann, god));
    host.stop().await;

    let host = Host::run(settings(), &games()).await;
    let mut god = Client::connect(host.addr).await.unwrap();
    assert_eq!(god.ask("game:join", eyes).await.unwrap()["accepted"], true);
    assert_eq!(god.event("game:ai-log").await.unwrap(), first, "the log was stored");
    let mut watcher = Client::connect(host.addr).await.unwrap();
    assert_eq!(watcher.join(&id, None).await["accepted"], true);
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
    while play(&id, &mut ann, 1).await {}
    for client in [&mut watcher, &mut ann] {
        assert_eq!(client.event("game:ai-log").await.unwrap(), first, "from the first entry on");
        let over = client.frames.iter().position(|frame| frame.contains("\"outcome\":{")).unwrap();
        let told = client.frames.iter().position(|frame| frame.contains("game:ai-log")).unwrap();
        assert!(over < told, "the AI log is sent only after the end");
    }
    host.stop().await;

    let text = std::fs::read_to_string(&trace).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({"earlier": true}), "the trace is appended to");
    assert_eq!(
        (&lines[1]["match"], &lines[1]["game"], &lines[1]["seat"]),
        (&json!(id), &json!("goofspiel"), &json!(2))
    );
    assert!(lines[1]["exchange"]["asked"][1]["content"].as_str().unwrap().contains("## candidates"));
    assert!(lines.len() > 4 && !text.contains("a-secret-key"));
}

/// Waits for the next ask of a player whose number differs from `answered`, and returns the ask.
async fn next_ask(client: &mut Client, answered: &Value) -> Value {
    loop {
        let view = client.event("game:view").await.unwrap();
        let ask = &view["view"]["ask"];
        if ask.is_object() && ask["number"] != *answered {
            return ask.clone();
        }
    }
}

/// The most candidates in one question to a model, at a table of Bridge with these terms.
async fn most_candidates(terms: Value) -> usize {
    let (folder, fake) = (Folder::new("candidates"), Fake::start());
    let host = with_models(&folder, fake.mode()).await;
    let opened = host.open(json!({"game": "bridge", "seats": 4, "terms": terms})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let token = host.sit(&id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
    let mut god = Client::connect(host.addr).await.unwrap();
    let eyes = json!({"match": id, "token": opened["hostToken"], "as": "god"});
    assert_eq!(god.ask("game:join", eyes).await.unwrap()["accepted"], true);
    for seat in 1..4 {
        let drive = json!({"kind": "drive", "seat": seat, "driver": {"kind": "llm", "model": "parrot"}});
        assert_eq!(god.command(&id, drive).await["accepted"], true);
    }
    assert_eq!(ann.command(&id, json!({"kind": "start"})).await["accepted"], true);
    // Ann bids, so that the deal is not passed out. Then every model calls before she is asked again.
    let ask = next_ask(&mut ann, &Value::Null).await;
    let bid = ask["offers"][1]["text"].as_str().unwrap();
    assert_eq!(ann.intent(&id, &ask["number"], bid, "bid").await.unwrap()["accepted"], true);
    next_ask(&mut ann, &ask["number"]).await;
    let heard = fake.heard.lock().unwrap().clone();
    let count = |body: &String| {
        let body: Value = serde_json::from_str(body).unwrap();
        let question = body["messages"][1]["content"].as_str().unwrap();
        question.lines().filter(|line| line.starts_with('c') && line.contains(": ")).count()
    };
    host.stop().await;
    heard.iter().map(count).max().unwrap_or(0)
}

/// The terms of a table say whether models choose among all legal moves or from the short list of the bots.
#[tokio::test(flavor = "multi_thread")]
async fn the_terms_say_from_which_moves_models_choose() {
    assert!(most_candidates(json!({"godView": true})).await > 30);
    assert!(most_candidates(json!({"godView": true, "candidates": "all"})).await > 30);
    assert!(most_candidates(json!({"godView": true, "candidates": "short"})).await < 20);
    let folder = Folder::new("bad-candidates");
    let host = Host::start(&folder).await;
    let body = json!({"game": "bridge", "seats": 4, "terms": {"candidates": "some"}});
    let (status, _) = http(host.addr, "POST", "/active-games", None, Some(body)).await;
    assert!((400..500).contains(&status), "{status}");
    host.stop().await;
}
