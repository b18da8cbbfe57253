//! Tests of floods and of slow clients: the server limits them, says why, and serves others.

use crate::client::{Client, PATIENCE, http, json_of, raw_http, until};
use crate::host::{Folder, Host, config, games, limited};
use rulebook_server::{Config, Proxies, ProxyHeader, Rate};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A budget that refills so slowly that the duration of a test does not matter.
const FEW: Rate = Rate { burst: 20, per_second: 1 };

fn metric(host: &Host, name: &str) -> u64 {
    let text = host.hall.metrics_text();
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or(0)
}

/// Reads until the server closes the connection. Returns the bytes that the server sent. `None` if the connection stays
/// open.
async fn until_closed(stream: &mut TcpStream, patience: Duration) -> Option<String> {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(patience, stream.read_to_end(&mut answer)).await.ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

/// A connection from another address of this machine.
async fn from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    socket.connect(to).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flooding_socket_gets_the_reason_and_is_disconnected() {
    let folder = Folder::new("flooder");
    let roomy = Rate { burst: 1_000_000, per_second: 1_000_000 };
    let host = Host::run(Config { socket_rate: FEW, ..limited(folder.store(), roomy) }, &games()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let mut rude = Client::connect(host.addr).await.unwrap();
    let react = json!(["game:react", {"match": id, "reaction": "clap"}]).to_string();
    // The client reads while it sends, as every client does. If the connection were reset, the frames that the client
    // has not read would be lost.
    let mut heard = Vec::new();
    'flood: for at in 0..5000 {
        if rude.raw(&format!("42{at}{react}")).await.is_none() {
            break;
        }
        while at % 10 == 9
            && let Ok(frame) = tokio::time::timeout(Duration::from_millis(1), rude.frame()).await
        {
            let Some(frame) = frame else { break 'flood };
            heard.push(frame);
        }
    }
    let begun = Instant::now();
    while let Some(frame) = rude.frame().await {
        heard.push(frame);
    }
    let refused = heard.iter().filter(|frame| frame.contains("Too many requests")).count();
    let told =
        heard.iter().filter_map(|frame| frame.strip_prefix("42")).find(|told| told.contains("game:disconnected"));
    let reason =
        told.and_then(|told| serde_json::from_str::<Value>(told).unwrap()[1]["reason"].as_str().map(str::to_owned));
    assert!(begun.elapsed() < PATIENCE, "the connection is closed");
    assert!(reason.is_some_and(|reason| reason.contains("too many messages")), "the client gets the reason");
    assert!(refused <= 80, "messages above the limit are not answered: {refused}");
    assert_eq!(metric(&host, "rulebook_floods_total"), 1);
    let ack = players[0].0.command(&id, json!({"kind": "pause", "on": true})).await;
    assert_eq!(ack["accepted"], true, "other players can continue");
    let gone = async || host.hall.metrics_text().contains("rulebook_sockets 2\n");
    until("the flooder is counted off", gone).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_sockets_of_one_address_share_a_budget() {
    let folder = Folder::new("swarm");
    let roomy = Rate { burst: 1_000_000, per_second: 1_000_000 };
    let address_rate = Rate { burst: 50, per_second: 1 };
    let host = Host::run(Config { address_rate, ..limited(folder.store(), roomy) }, &games()).await;
    let mut answered = 0;
    for _ in 0..40 {
        let Some(mut rude) = Client::connect(host.addr).await else { break };
        for at in 0..20 {
            let leave = rude.ask("game:leave", json!({"match": at.to_string()}));
            let Ok(Some(ack)) = tokio::time::timeout(PATIENCE, leave).await else { break };
            answered += u32::from(ack["accepted"] == true);
        }
    }
    assert!((1..=100).contains(&answered), "{answered} messages were accepted");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_sends_too_many_bytes_is_closed() {
    let folder = Folder::new("bytes");
    let host = Host::run(limited(folder.store(), Rate { burst: 40, per_second: 20 }), &games()).await;
    let mut rude = Client::connect(host.addr).await.unwrap();
    // Packets that no handler sees.
    let noise = format!("43999[\"{}\"]", "x".repeat(60_000));
    let mut sent = 0;
    while sent < 200 && rude.raw(&noise).await.is_some() {
        sent += 1;
    }
    assert!(rude.frame().await.is_none() && sent < 200, "closed after {sent} messages");
    until("the flood is counted", async || metric(&host, "rulebook_floods_total") == 1).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_of_the_polling_transport_counts_every_message() {
    let folder = Folder::new("polling");
    let host = Host::run(limited(folder.store(), Rate { burst: 100, per_second: 1 }), &games()).await;
    let poll = "/socket.io/?EIO=4&transport=polling";
    let (status, answer) = http(host.addr, "GET", poll, None, None).await;
    assert_eq!(status, 200, "{answer}");
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let opened: Value = serde_json::from_str(&body[1..]).unwrap();
    let path = format!("{poll}&sid={}", opened["sid"].as_str().unwrap());
    let post = async |body: &str| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}",
            host.addr,
            body.len()
        );
        raw_http(host.addr, &head).await.0
    };
    assert_eq!(post("40").await, 200);
    let many = vec!["42[\"game:leave\",{\"match\":\"x\"}]"; 1000].join("\u{1e}");
    assert_eq!(post(&many).await, 429, "a thousand messages in one body");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_wait_for_a_slot_and_slow_ones_do_not_keep_it() {
    let folder = Folder::new("uploads");
    let host = Host::start(&folder).await;
    let head = format!("POST /replays HTTP/1.1\r\nhost: {}\r\ncontent-length: 8000000\r\n\r\n", host.addr);
    let mut slow = Vec::new();
    for last in 2..9 {
        for _ in 0..3 {
            let mut stream = from(last, host.addr).await;
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(&[b'x'; 1000]).await.unwrap();
            slow.push(stream);
        }
    }
    // Some of the uploads have a slot. The other uploads are refused at once.
    let mut refused = 0;
    for stream in &mut slow {
        if let Some(answer) = until_closed(stream, Duration::from_secs(2)).await {
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: "), "{answer}");
            assert_eq!(json_of(&answer)["code"], "unavailable");
            refused += 1;
        }
    }
    assert!((10..21).contains(&refused), "{refused} of 21");
    // Small requests have slots of their own.
    assert_eq!(http(host.addr, "POST", "/active-games", None, Some(json!({"game": "chess"}))).await.0, 201);
    drop(slow);
    let free = async || http(host.addr, "POST", "/replays", None, Some(json!({}))).await.0 == 400;
    until("the slots are free again", free).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_never_ends_is_cut_off() {
    let folder = Folder::new("endless");
    let host = Host::start(&folder).await;
    let mut stream = TcpStream::connect(host.addr).await.unwrap();
    let head = format!("POST /active-games HTTP/1.1\r\nhost: {}\r\ncontent-length: 60\r\n\r\n{{", host.addr);
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = until_closed(&mut stream, PATIENCE).await.expect("the connection is closed");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    let chunked = format!(
        "POST /active-games HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
        host.addr,
        format!("1000\r\n{}\r\n", "x".repeat(0x1000)).repeat(20)
    );
    assert_eq!(raw_http(host.addr, &chunked).await.0, 413, "chunks are counted too");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_server_still_tells_its_health() {
    let folder = Folder::new("full");
    let few = Config { connections: Some(20), connections_each: 8, ..config(folder.store(), 1_000_000) };
    let host = Host::run(few, &games()).await;
    let mut half_open = Vec::new();
    for last in 2..7 {
        for _ in 0..8 {
            let mut stream = from(last, host.addr).await;
            let _ = stream.write_all(b"GET /games HTTP/1.1\r\nhost: x").await;
            half_open.push(stream);
        }
    }
    // One address may have eight connections, and all together twenty.
    until("some are turned away", async || metric(&host, "rulebook_turned_away_total") > 0).await;
    let begun = Instant::now();
    let (status, answer) = http(host.addr, "GET", "/healthz", None, None).await;
    assert_eq!(status, 200, "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    let (status, answer) = http(host.addr, "GET", "/games", None, None).await;
    assert_eq!(status, 503, "{answer}");
    assert!(answer.contains("retry-after: "), "{answer}");
    drop(half_open);
    until("others are served again", async || http(host.addr, "GET", "/games", None, None).await.0 == 200).await;
    // An address above its own limit gets a whole answer too.
    let mut half_open = Vec::new();
    for _ in 0..8 {
        half_open.push(from(7, host.addr).await);
    }
    for path in ["/healthz", "/games"] {
        let mut stream = from(7, host.addr).await;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").as_bytes()).await.unwrap();
        let answer = until_closed(&mut stream, PATIENCE).await.expect("the connection is closed");
        let expected = if path == "/healthz" { "HTTP/1.1 200" } else { "HTTP/1.1 503" };
        assert!(answer.starts_with(expected), "{path}: {answer}");
    }
    drop(half_open);
    until("others are served again", async || http(host.addr, "GET", "/games", None, None).await.0 == 200).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unfinished_header_is_cut_off() {
    let folder = Folder::new("header");
    let host = Host::start(&folder).await;
    let mut stream = TcpStream::connect(host.addr).await.unwrap();
    stream.write_all(b"GET /games HTTP/1.1\r\nhost: ").await.unwrap();
    assert!(until_closed(&mut stream, PATIENCE).await.is_some(), "the connection is closed");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_trusted_proxy_limits_count_people() {
    let folder = Folder::new("proxied");
    let address_rate = Rate { burst: 10, per_second: 1 };
    let roomy = limited(folder.store(), Rate { burst: 1_000_000, per_second: 1_000_000 });
    let proxies = Proxies { trusted: vec!["127.0.0.1/32".parse().unwrap()], ..Proxies::default() };
    let host = Host::run(Config { address_rate, proxies, ..roomy }, &games()).await;
    let asked = async |client: &str| {
        let head = format!(
            "GET /games/chess HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nx-forwarded-for: 203.0.113.1, {client}\r\n\r\n",
            host.addr
        );
        raw_http(host.addr, &head).await.0
    };
    let mut refused = 0;
    for _ in 0..30 {
        refused += u32::from(asked("192.0.2.1").await == 429);
    }
    assert!(refused > 0, "one client has a limit");
    assert_eq!(asked("192.0.2.2").await, 200, "and another one has its own");
    host.stop().await;
    // The PROXY protocol sends the address of the client before the first request.
    let proxies = Proxies { trusted: vec!["127.0.0.1/32".parse().unwrap()], header: ProxyHeader::Protocol };
    let roomy = limited(folder.store(), Rate { burst: 1_000_000, per_second: 1_000_000 });
    let host = Host::run(Config { address_rate, proxies, ..roomy }, &games()).await;
    let asked = async |client: &str| {
        let head = format!(
            "PROXY TCP4 {client} 127.0.0.1 4711 80\r\nGET /games/chess HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            host.addr
        );
        raw_http(host.addr, &head).await.0
    };
    let mut refused = 0;
    for _ in 0..30 {
        refused += u32::from(asked("192.0.2.1").await == 429);
    }
    assert!(refused > 0 && asked("192.0.2.2").await == 200);
    assert_eq!(http(host.addr, "GET", "/games", None, None).await.0, 0, "a proxy that does not speak it is refused");
    let unknown =
        |path: &str| format!("PROXY UNKNOWN\r\nGET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
    assert_eq!(raw_http(host.addr, &unknown("/healthz")).await.0, 200);
    assert_eq!(raw_http(host.addr, &unknown("/metrics")).await.0, 404, "the proxy may have passed it on");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_behind_the_proxy_protocol_has_only_its_own_connections() {
    let folder = Folder::new("proxied-slots");
    let proxies = Proxies { trusted: vec!["127.0.0.1/32".parse().unwrap()], header: ProxyHeader::Protocol };
    let few = Config { connections_each: 5, proxies, ..config(folder.store(), 1_000_000) };
    let host = Host::run(few, &games()).await;
    let mut half_open = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(host.addr).await.unwrap();
        let _ = stream.write_all(b"PROXY TCP4 192.0.2.1 127.0.0.1 4711 80\r\nGET /games HTTP/1.1\r\n").await;
        half_open.push(stream);
    }
    until("fifteen are turned away", async || metric(&host, "rulebook_turned_away_total") == 15).await;
    let head = "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";
    let asked =
        async |client: &str| raw_http(host.addr, &format!("PROXY TCP4 {client} 127.0.0.1 4711 80\r\n{head}")).await.0;
    assert_eq!((asked("192.0.2.1").await, asked("192.0.2.2").await), (503, 200));
    drop(half_open);
    until("the connections are free again", async || asked("192.0.2.1").await == 200).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_disconnected_and_may_return() {
    let folder = Folder::new("unread");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("crazy-eights", 2).await;
    // A socket with a small buffer that reads nothing more after it has joined.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut lazy = Client::over(socket.connect(host.addr).await.unwrap(), host.addr).await.unwrap();
    assert_eq!(lazy.join(&id, None).await["accepted"], true);
    let mut reader = Client::connect(host.addr).await.unwrap();
    assert_eq!(reader.join(&id, None).await["accepted"], true);
    let mut sent = 0;
    while metric(&host, "rulebook_slow_clients_total") == 0 && sent < 200_000 {
        // Send far fewer messages than may wait for one client. So even a busy machine does not close the connection of
        // a client that reads.
        for _ in 0..25 {
            players[0].0.raw(&format!("42{}", json!(["game:react", {"match": id, "reaction": "clap"}]))).await.unwrap();
            sent += 1;
        }
        let ack = players[0].0.ask("game:leave", json!({"match": "x"})).await;
        assert!(ack.is_some(), "a player who reads stays");
        for client in [&mut reader, &mut players[1].0] {
            assert!(client.ask("game:leave", json!({"match": "x"})).await.is_some(), "a reader stays");
            client.heard.clear();
            client.frames.clear();
        }
        players[0].0.heard.clear();
        players[0].0.frames.clear();
    }
    assert!(metric(&host, "rulebook_slow_clients_total") >= 1, "{sent} reactions were sent");
    while let Some(frame) = lazy.frame().await {
        assert!(!frame.starts_with("41"), "a client that is told to disconnect does not connect again");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_fill_a_table_with_spectators() {
    let folder = Folder::new("spectators");
    let host = Host::run(Config { connections_each: 24, ..config(folder.store(), 1_000_000) }, &games()).await;
    let (id, _, players) = host.table("tic-tac-toe", 2).await;
    let mut all = Vec::new();
    let mut accepted = 0;
    for _ in 0..8 {
        let mut spectator = Client::connect(host.addr).await.unwrap();
        let ack = spectator.join(&id, None).await;
        accepted += u32::from(ack["accepted"] == true);
        assert!(ack["accepted"] == true || ack["code"] == "not-allowed", "{ack}");
        all.push(spectator);
    }
    assert_eq!(accepted, 4, "a quarter of the connections of an address, and two of them play");
    let mut again = Client::connect(host.addr).await.unwrap();
    assert_eq!(again.join(&id, Some(&players[0].1)).await["accepted"], true, "a player always gets in");
    assert_eq!(all[0].join(&id, None).await["accepted"], true, "and the same connection may join again");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_sends_its_clients_to_other_servers() {
    let folder = Folder::new("drain");
    let drain = Duration::from_secs(4);
    let host = Host::run(Config { drain, ..config(folder.store(), 1_000_000) }, &games()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let addr = host.addr;
    let stopped = tokio::spawn(host.stop());
    until("the health check fails", async || http(addr, "GET", "/healthz", None, None).await.0 == 503).await;
    let (client, _) = &mut players[0];
    assert_eq!(client.command(&id, json!({"kind": "pause", "on": true})).await["accepted"], true, "still served");
    let told = client.event("game:reconnect").await.unwrap();
    assert_eq!(told["within"], 1500, "{told}");
    assert!(Client::connect(addr).await.is_none(), "new sockets go to other servers");
    assert_eq!(client.command(&id, json!({"kind": "pause", "on": false})).await["accepted"], true, "still served");
    let mut frames = Vec::new();
    while let Some(frame) = client.frame().await {
        frames.push(frame);
    }
    assert!(!frames.iter().any(|frame| frame.starts_with("41")), "the client connects again: {frames:?}");
    stopped.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_who_may_see_all_cards_does_not_play() {
    let folder = Folder::new("godly");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 2, "terms": {"godView": true}})).await;
    let (id, token) = (opened["match"].as_str().unwrap(), opened["hostToken"].as_str().unwrap());
    let path = format!("/active-games/{id}/seats");
    let sit = json!({"seat": 0, "name": "Ann", "token": token});
    assert_eq!(http(host.addr, "POST", &path, None, Some(sit)).await.0, 403);
    let seat = host.sit(id, 0, "Ann").await;
    for (first, second) in [(token, seat.as_str()), (seat.as_str(), token)] {
        let mut both = Client::connect(host.addr).await.unwrap();
        assert_eq!(both.join(id, Some(first)).await["accepted"], true);
        assert_eq!(both.join(id, Some(second)).await["code"], "not-yours");
    }
    // The host may sit down without the host's token, under another name. So the god view ends with the second player.
    let mut god = Client::connect(host.addr).await.unwrap();
    let eyes = json!({"match": id, "token": token, "as": "god"});
    assert_eq!(god.ask("game:join", eyes.clone()).await.unwrap()["accepted"], true);
    let other = host.sit(id, 1, "Bob").await;
    while god.frame().await.is_some() {}
    let mut player = Client::connect(host.addr).await.unwrap();
    assert_eq!(player.join(id, Some(&other)).await["accepted"], true);
    assert_eq!(player.command(id, json!({"kind": "start"})).await["accepted"], true);
    let mut god = Client::connect(host.addr).await.unwrap();
    assert_eq!(god.ask("game:join", eyes.clone()).await.unwrap()["code"], "not-allowed");
    assert!(god.frames.iter().all(|frame| !frame.contains("game:view")));
    assert_eq!(player.command(id, json!({"kind": "resign"})).await["accepted"], true);
    assert_eq!(god.ask("game:join", eyes).await.unwrap()["accepted"], true, "the match is over");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bots_of_an_address_cannot_fill_the_store() {
    let folder = Folder::new("records");
    let roomy = Rate { burst: 1_000_000, per_second: 1_000_000 };
    let address_rate = Rate { burst: 40, per_second: 1 };
    let config = || Config { address_rate, ..limited(folder.store(), roomy) };
    let host = Host::run(config(), &games()).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 2})).await;
    let (id, token) = (opened["match"].as_str().unwrap().to_owned(), opened["hostToken"].as_str().unwrap());
    let mut client = Client::connect(host.addr).await.unwrap();
    assert_eq!(client.join(&id, Some(token)).await["accepted"], true);
    for (seat, spec) in ["ismcts:1", "random"].into_iter().enumerate() {
        let drive = json!({"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": spec}});
        assert_eq!(client.command(&id, drive).await["accepted"], true);
    }
    assert_eq!(client.command(&id, json!({"kind": "start"})).await["accepted"], true);
    let stored = async |host: &Host| host.hall.store.find(&id).await.unwrap().unwrap().version;
    // Returns the number of records when it has not grown for two seconds.
    let settled = async |host: &Host| {
        let mut before = 0;
        loop {
            let now = stored(host).await;
            if now == before {
                return now;
            }
            before = now;
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    };
    // An address may store five records for each of the 40 messages of a burst. Bots may use half of them, or half of
    // the computing time.
    let then = settled(&host).await;
    assert!((10..120).contains(&then), "{then} records");
    assert_eq!(client.command(&id, json!({"kind": "pause", "on": true})).await["accepted"], true, "people may act");
    assert_eq!(client.command(&id, json!({"kind": "pause", "on": false})).await["accepted"], true);
    drop(client);
    host.stop().await;
    // After a restart nobody knows who has set up the bots. They still play no faster than those of one address.
    let host = Host::run(config(), &games()).await;
    until("the bots continue", async || stored(&host).await > then).await;
    let now = settled(&host).await;
    assert!(now < then + 120, "{} records more", now - then);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_that_are_no_messages_are_limited_too() {
    let folder = Folder::new("frames");
    let rate = Rate { burst: 40, per_second: 20 };
    let host = Host::run(limited(folder.store(), rate), &games()).await;
    // For each of these packets, the library would start a task before any handler runs.
    for packet in ["40", "2"] {
        let floods = metric(&host, "rulebook_floods_total");
        let mut rude = Client::connect(host.addr).await.unwrap();
        let mut sent = 0;
        while sent < 20_000 && rude.raw(packet).await.is_some() {
            sent += 1;
        }
        assert!(sent < 20_000, "{packet}: the connection is closed");
        until(packet, async || metric(&host, "rulebook_floods_total") > floods).await;
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_whose_frames_cannot_be_counted_is_closed() {
    let folder = Folder::new("early");
    let host = Host::start(&folder).await;
    let head = format!(
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: {}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        host.addr
    );
    let mut stream = TcpStream::connect(host.addr).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let open = until_closed(&mut stream, Duration::from_millis(500)).await;
    assert!(open.is_none(), "a client that waits for the answer is served: {open:?}");
    // The first bytes of a frame come with the header, so the server does not know where the next frame begins.
    let mut stream = TcpStream::connect(host.addr).await.unwrap();
    stream.write_all(&[head.as_bytes(), &[0x81, 0xff, 0, 0]].concat()).await.unwrap();
    assert!(until_closed(&mut stream, PATIENCE).await.is_some(), "the connection is closed");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_receives_only_so_many_bytes() {
    let folder = Folder::new("sent");
    // The server sends at most 9.6 MB at once, and 1.2 MB per second.
    let address_rate = Rate { burst: 60, per_second: 60 };
    let roomy = limited(folder.store(), Rate { burst: 1_000_000, per_second: 1_000_000 });
    let host = Host::run(Config { address_rate, ..roomy }, &games()).await;
    let (mut answered, mut bytes) = (0, 0);
    while metric(&host, "rulebook_throttled_total") == 0 && bytes < 100_000_000 {
        let (status, answer) = http(host.addr, "GET", "/openapi.json", None, None).await;
        match status {
            200 => (answered, bytes) = (answered + 1, bytes + answer.len()),
            429 => tokio::time::sleep(Duration::from_millis(20)).await,
            _ => panic!("{answer}"),
        }
    }
    assert!((9_600_000..30_000_000).contains(&bytes), "{bytes} bytes in {answered} responses");
    // A client that has to wait gets the whole response, and other addresses do not wait.
    assert_eq!(http(host.addr, "GET", "/healthz", None, None).await.0, 200);
    let waits = metric(&host, "rulebook_throttled_total");
    let mut other = from(9, host.addr).await;
    let request = format!("GET /config HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", host.addr);
    other.write_all(request.as_bytes()).await.unwrap();
    let answer = until_closed(&mut other, PATIENCE).await.expect("the whole response");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(metric(&host, "rulebook_throttled_total"), waits);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_texts_are_compressed_for_clients_that_can_unpack_them() {
    let folder = Folder::new("packed");
    let host = Host::start(&folder).await;
    let asked = async |method: &str, path: &str, more: &str| {
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{more}\r\n", host.addr);
        raw_http(host.addr, &head).await.1
    };
    let length = |answer: &str| {
        let line = answer.lines().find_map(|line| line.strip_prefix("content-length: "));
        line.and_then(|length| length.parse::<usize>().ok()).unwrap()
    };
    for path in ["/games", "/games/chess", "/openapi.json"] {
        let plain = asked("GET", path, "").await;
        let packed = asked("GET", path, "accept-encoding: br, gzip\r\n").await;
        assert!(packed.contains("content-encoding: gzip") && packed.contains("vary: accept-encoding"), "{path}");
        assert!(length(&packed) * 3 < length(&plain) * 2 && !plain.contains("content-encoding"), "{path}");
        assert!(json_of(&plain).is_array() || json_of(&plain).is_object(), "{path}");
    }
    let small = asked("GET", "/config", "accept-encoding: gzip\r\n").await;
    assert!(!small.contains("content-encoding"), "{small}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_requests_or_connections_is_cut_off() {
    let folder = Folder::new("requests");
    let roomy = limited(folder.store(), Rate { burst: 1_000_000, per_second: 1_000_000 });
    // An address that sends more than fifty requests at once floods the server.
    let host = Host::run(Config { address_rate: Rate { burst: 10, per_second: 1 }, ..roomy }, &games()).await;
    let request = format!("GET /config HTTP/1.1\r\nhost: {}\r\n\r\n", host.addr);
    let mut rude = from(66, host.addr).await;
    let _ = rude.write_all(request.repeat(500).as_bytes()).await;
    let answer = until_closed(&mut rude, PATIENCE).await.expect("the connection is closed");
    assert!(answer.matches("HTTP/1.1 ").count() <= 60, "{answer}");
    until("the flood is counted", async || metric(&host, "rulebook_floods_total") == 1).await;
    let mut last = String::new();
    for _ in 0..80 {
        let mut stream = from(66, host.addr).await;
        let _ = stream.write_all(request.as_bytes()).await;
        last = until_closed(&mut stream, PATIENCE).await.expect("the connection is closed");
    }
    assert_eq!(last, "", "an address that connects this often gets no answer");
    assert_eq!(http(host.addr, "GET", "/config", None, None).await.0, 200, "others are not concerned");
    host.stop().await;
}
