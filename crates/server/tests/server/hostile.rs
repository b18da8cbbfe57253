//! Tests of attacks: if a client sends a message that it may not send, the server refuses it with an acknowledgement,
//! and nothing changes.

use crate::client::{Client, http, json_of, raw_http, until};
use crate::host::{Folder, Host, games, limited};
use rulebook_kernel::Rng;
use rulebook_server::{Config, Rate, Server, tokens};
use serde_json::{Value, json};

fn code(ack: &Value) -> &str {
    ack["code"].as_str().unwrap_or("accepted")
}

// clause: Cards 2-3
#[tokio::test(flavor = "multi_thread")]
async fn intents_without_the_right_are_refused() {
    let folder = Folder::new("hostile");
    let host = Host::start(&folder).await;
    let (id, host_token, mut players) = host.table("tic-tac-toe", 2).await;
    let (other, _, others) = host.table("tic-tac-toe", 2).await;
    let before = host.hall.store.read(&id, 0).await.unwrap();
    let view = players[0].0.event("game:view").await.unwrap();
    let text = view["view"]["ask"]["offers"][0]["text"].as_str().unwrap().to_owned();
    let zero = json!(0);
    let mut thief = Client::connect(host.addr).await.unwrap();
    // The thief tries to act without joining, as a spectator, with tokens of another match, and with the host's view.
    assert_eq!(code(&thief.intent(&id, &zero, &text, "a").await.unwrap()), "not-yours");
    assert_eq!(code(&thief.join(&id, None).await), "accepted", "a public table can be watched");
    assert_eq!(code(&thief.intent(&id, &zero, &text, "b").await.unwrap()), "not-yours");
    assert_eq!(code(&thief.command(&id, json!({"kind": "resign"})).await), "not-yours");
    assert_eq!(code(&thief.join(&id, Some(&others[0].1)).await), "not-yours");
    assert_eq!(code(&thief.join(&id, Some(&tokens::fresh())).await), "not-yours");
    assert_eq!(code(&thief.join(&id, Some("")).await), "not-yours");
    let god = json!({"match": id, "token": host_token, "as": "god"});
    assert_eq!(code(&thief.ask("game:join", god).await.unwrap()), "not-allowed", "not announced at this table");
    // The second player tries to answer out of turn, for a closed ask, and in another match.
    let second = &mut players[1].0;
    assert_eq!(code(&second.intent(&id, &zero, &text, "c").await.unwrap()), "illegal");
    assert_eq!(code(&second.intent(&id, &json!(5), &text, "d").await.unwrap()), "stale-ask");
    assert_eq!(code(&second.intent(&other, &zero, &text, "e").await.unwrap()), "not-yours");
    // Data that is not a valid message.
    for data in [json!(null), json!({}), json!([1]), json!({"match": id, "ask": -1, "moves": ["x"], "key": "k"})] {
        assert_eq!(code(&second.ask("game:intent", data.clone()).await.unwrap()), "malformed", "{data}");
    }
    let extra = json!({"match": id, "ask": 0, "moves": [text], "key": "k", "seat": 0});
    assert_eq!(code(&second.ask("game:intent", extra).await.unwrap()), "malformed");
    assert_eq!(code(&second.ask("game:nonsense", json!({})).await.unwrap()), "malformed");
    let long = json!({"match": id, "ask": 0, "moves": ["x".repeat(5000)], "key": "k"});
    assert_ne!(code(&second.ask("game:intent", long).await.unwrap()), "accepted");
    assert_eq!(code(&second.join("'; DROP TABLE matches; --", None).await), "malformed");
    assert_eq!(host.hall.store.read(&id, 0).await.unwrap(), before, "nothing was written");
    // The match still continues.
    let ack = players[0].0.intent(&id, &zero, &text, "f").await.unwrap();
    assert_eq!(code(&ack), "accepted");
    let again = players[0].0.intent(&id, &zero, &text, "f").await.unwrap();
    assert_eq!(code(&again), "accepted", "the same key is the same intent");
    assert_eq!(host.hall.store.read(&id, 0).await.unwrap().len(), before.len() + 1);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_too_large_frame_closes_only_its_connection() {
    let folder = Folder::new("large");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let mut rude = Client::connect(host.addr).await.unwrap();
    let huge = format!("420[\"game:intent\",\"{}\"]", "x".repeat(200_000));
    let _ = rude.raw(&huge).await;
    assert!(rude.frame().await.is_none(), "cut off");
    for noise in ["", "9", "42", "42[", "42[]", "42[1]", "451-[\"x\"]", "4", "\u{0}", "43999[1]", "42[\"game:join\"]"] {
        let mut rude = Client::connect(host.addr).await.unwrap();
        let _ = rude.raw(noise).await;
    }
    let ack = players[0].0.command(&id, json!({"kind": "pause", "on": true})).await;
    assert_eq!(code(&ack), "accepted", "others are not affected");
    host.stop().await;
}

/// The rate limit refills so slowly that the duration of the test does not matter.
const FEW: Rate = Rate { burst: 20, per_second: 1 };

#[tokio::test(flavor = "multi_thread")]
async fn a_client_over_the_rate_limit_is_refused() {
    let folder = Folder::new("fast");
    let host = Host::run(limited(folder.store(), FEW), &games()).await;
    let mut rude = Client::connect(host.addr).await.unwrap();
    let mut refused = 0;
    for at in 0..100 {
        let ack = rude.ask("game:leave", json!({"match": at.to_string()})).await.unwrap();
        refused += usize::from(ack["reason"].as_str().is_some_and(|reason| reason.contains("Too many requests")));
    }
    assert!(refused >= 40, "{refused}");
    let mut refused = 0;
    for _ in 0..60 {
        refused += usize::from(http(host.addr, "GET", "/games/chess", None, None).await.0 == 429);
    }
    assert!(refused > 0);
    let healthy = async || http(host.addr, "GET", "/healthz", None, None).await.0 == 200;
    until("health checks are not limited", healthy).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_places_and_large_bodies_are_refused() {
    let folder = Folder::new("origins");
    let host = Host::start(&folder).await;
    let addr = host.addr;
    let ask =
        |path: &str, more: &str| format!("GET {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{more}\r\n");
    for path in ["/games", "/socket.io/?EIO=4&transport=polling"] {
        assert_eq!(raw_http(addr, &ask(path, "origin: https://evil.example\r\n")).await.0, 403, "{path}");
        assert_eq!(raw_http(addr, &ask(path, "origin: null\r\n")).await.0, 403, "{path}");
        assert_eq!(raw_http(addr, &ask(path, &format!("origin: http://{addr}\r\n"))).await.0, 200, "{path}");
    }
    // DNS rebinding: a foreign host name points to this server.
    let called =
        |host: &str, more: &str| format!("GET /games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\r\n");
    let port = addr.port();
    let evil = format!("evil.example:{port}");
    assert_eq!(raw_http(addr, &called(&evil, &format!("origin: http://{evil}\r\n"))).await.0, 403);
    assert_eq!(raw_http(addr, &called(&evil, "")).await.0, 403);
    assert_eq!(raw_http(addr, &called("127.0.0.1.evil.example", "")).await.0, 403);
    for own in ["localhost", "127.0.0.1", "[::1]"] {
        assert_eq!(raw_http(addr, &called(own, "")).await.0, 200, "{own}");
        assert_eq!(raw_http(addr, &called(&format!("{own}:{port}"), "")).await.0, 200, "{own}");
    }
    let large = json!({"game": "x".repeat(100_000)});
    assert_eq!(http(addr, "POST", "/active-games", None, Some(large)).await.0, 413);
    for body in [json!(1), json!({}), json!({"game": "chess", "seats": 300}), json!({"game": "chess", "hack": 1})] {
        let (status, _) = http(addr, "POST", "/active-games", None, Some(body.clone())).await;
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    let odd = json!({"game": "chess", "seats": 9});
    let (status, answer) = http(addr, "POST", "/active-games", None, Some(odd)).await;
    assert_eq!((status, &json_of(&answer)["code"]), (409, &Value::from("illegal")));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_has_the_form_of_one() {
    let folder = Folder::new("forms");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    let replay = format!("/active-games/{id}/replay?from=-1");
    let asked = [
        ("GET", &*replay, "", 400),
        ("POST", "/replays?from=abc", "", 400),
        ("GET", "/games/%ff", "", 400),
        ("DELETE", "/games", "", 405),
        ("GET", "/games", "origin: https://evil.example\r\n", 403),
    ];
    for (method, path, more, expected) in asked {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 0\r\n{more}\r\n",
            host.addr
        );
        let (status, answer) = raw_http(host.addr, &head).await;
        assert_eq!(status, expected, "{method} {path}: {answer}");
        assert!(json_of(&answer)["code"].is_string() && json_of(&answer)["reason"].is_string(), "{answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
        assert!(!answer.contains("access-control-allow-origin"), "{answer}");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn head_requests_get_the_headers_of_get() {
    let folder = Folder::new("head");
    let host = Host::start(&folder).await;
    for path in ["/", "/games", "/healthz", "/no-such-file"] {
        let (whole, _) = http(host.addr, "GET", path, None, None).await;
        let (head, answer) = http(host.addr, "HEAD", path, None, None).await;
        assert_eq!(head, whole, "{path}");
        assert!(answer.ends_with("\r\n\r\n"), "{path}: there is nothing after it");
    }
    assert_eq!(http(host.addr, "HEAD", "/", None, None).await.0, 200);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_grow_with_every_answer_are_not_for_players() {
    let folder = Folder::new("numbers");
    let host = Host::start(&folder).await;
    let through = |addr: std::net::SocketAddr, more: &str| {
        format!("GET /metrics HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{more}\r\n")
    };
    assert_eq!(raw_http(host.addr, &through(host.addr, "")).await.0, 200, "from this machine");
    let proxies = [
        "x-forwarded-for: 192.0.2.1",
        "forwarded: for=192.0.2.1",
        "via: 1.1 proxy",
        "X-Real-IP: 192.0.2.1",
        "X-Forwarded-Proto: https",
    ];
    for proxy in proxies {
        let asked = through(host.addr, &format!("{proxy}\r\n"));
        assert_eq!(raw_http(host.addr, &asked).await.0, 404, "{proxy}");
    }
    host.stop().await;
    // Another process may have taken the free port. If so, try another port.
    let mut tries = 0;
    let (own, server) = loop {
        let own = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let config = Config { metrics: Some(own), ..crate::host::config(folder.store(), 1000) };
        tries += 1;
        match Server::bind(config, &games()).await {
            Ok(server) => break (own, server),
            Err(why) => assert!(tries < 10 && why.contains("cannot listen"), "{why}"),
        }
    };
    let host = Host::serve(server);
    assert_eq!(http(host.addr, "GET", "/metrics", None, None).await.0, 404);
    assert_eq!(http(own, "GET", "/metrics", None, None).await.0, 200);
    assert_eq!(http(own, "GET", "/games", None, None).await.0, 404);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_is_visible_only_with_a_link() {
    let folder = Folder::new("private");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "chess", "terms": {"private": true}})).await;
    let id = opened["match"].as_str().unwrap();
    let path = format!("/active-games/{id}");
    assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 404);
    assert_eq!(http(host.addr, "GET", &path, opened["watchToken"].as_str(), None).await.0, 200);
    assert!(!http(host.addr, "GET", "/active-games", None, None).await.1.contains(id));
    let seats = format!("{path}/seats");
    let sit = |token: Value| json!({"seat": 0, "name": "Ann", "token": token});
    assert_eq!(http(host.addr, "POST", &seats, None, Some(sit(json!(null)))).await.0, 404);
    assert_eq!(http(host.addr, "POST", &seats, None, Some(sit(opened["watchToken"].clone()))).await.0, 403);
    assert_eq!(http(host.addr, "POST", &seats, None, Some(sit(opened["inviteToken"].clone()))).await.0, 201);
    let mut stranger = Client::connect(host.addr).await.unwrap();
    assert_eq!(code(&stranger.join(id, None).await), "not-allowed");
    assert_eq!(code(&stranger.join(id, opened["watchToken"].as_str()).await), "accepted");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_was_left_has_no_token_any_more() {
    let folder = Folder::new("revoked");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let token = players[1].1.clone();
    assert_eq!(code(&players[1].0.command(&id, json!({"kind": "stand", "seat": 1})).await), "accepted");
    let ack = players[1].0.intent(&id, &json!(0), "x", "late").await.unwrap();
    assert_eq!(code(&ack), "not-yours", "not on the old connection either");
    let mut back = Client::connect(host.addr).await.unwrap();
    assert_eq!(code(&back.join(&id, Some(&token)).await), "not-yours");
    host.stop().await;
}

/// A valid frame with random damage.
fn spoilt(rng: &mut Rng, id: &str) -> String {
    let whole = [
        format!(
            "42{}[\"game:intent\",{{\"match\":\"{id}\",\"ask\":0,\"moves\":[\"1,1\"],\"key\":\"k\"}}]",
            rng.below(99)
        ),
        format!(
            "421[\"game:join\",{{\"match\":\"{id}\",\"as\":\"god\",\"since\":{{\"epoch\":1,\"seen\":4294967295}}}}]"
        ),
        format!("422[\"game:command\",{{\"match\":\"{id}\",\"command\":{{\"kind\":\"start\"}}}}]"),
        "423[\"game:leave\",{\"match\":\"\"}]".to_owned(),
        "40{\"token\":[[[[]]]]}".to_owned(),
        "451-[\"game:join\",{\"_placeholder\":true,\"num\":0}]".to_owned(),
    ];
    let mut bytes = whole[rng.below(whole.len() as u32) as usize].clone().into_bytes();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(5) {
            0 => bytes[at] = 32 + rng.below(95) as u8,
            1 => bytes.truncate(at.max(1)),
            2 => bytes.insert(at, b"[]{}\",:0-\\"[rng.below(10) as usize]),
            3 => bytes.extend_from_within(at..),
            _ => drop(bytes.remove(at)),
        }
        if bytes.is_empty() {
            bytes.push(b'4');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

// clause: Cards 2-2
#[tokio::test(flavor = "multi_thread")]
async fn spoilt_frames_hurt_nobody() {
    let folder = Folder::new("fuzzed");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let before = host.hall.store.read(&id, 0).await.unwrap();
    let mut rng = Rng::seeded("frames");
    let (mut sent, mut cut, mut answered) = (0, 0, 0);
    for _ in 0..40 {
        let mut rude = Client::connect(host.addr).await.unwrap();
        for _ in 0..50 {
            sent += 1;
            if rude.raw(&spoilt(&mut rng, &id)).await.is_none() {
                break;
            }
        }
        // If the server has not disconnected the client, it still answers a valid message.
        let leave = rude.ask("game:leave", json!({"match": id}));
        match tokio::time::timeout(std::time::Duration::from_secs(2), leave).await {
            Ok(Some(_)) => answered += 1,
            _ => cut += 1,
        }
    }
    assert!(sent > 200 && cut > 0, "{sent} sent, cut off {cut} times, answered {answered} times");
    assert_eq!(host.hall.store.read(&id, 0).await.unwrap(), before, "nothing was written");
    let ack = players[0].0.command(&id, json!({"kind": "pause", "on": true})).await;
    assert_eq!(code(&ack), "accepted", "and the match goes on");
    let gone = async || host.hall.metrics_text().contains("rulebook_sockets 2\n");
    until("connections that were cut off are counted off", gone).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_welcome_may_ask_first_and_others_may_not() {
    let folder = Folder::new("preflight");
    let friend = "https://friend.example".to_owned();
    let config = Config { origins: vec![friend.clone()], ..crate::host::config(folder.store(), 1000) };
    let host = Host::run(config, &games()).await;
    let asked = async |origin: &str| {
        let head = format!(
            "OPTIONS /active-games HTTP/1.1\r\nhost: {}\r\norigin: {origin}\r\nconnection: close\r\n\
             access-control-request-method: POST\r\naccess-control-request-headers: content-type\r\n\r\n",
            host.addr
        );
        crate::client::raw_http(host.addr, &head).await
    };
    let (status, answer) = asked(&friend).await;
    assert_eq!(status, 204, "{answer}");
    for header in [
        "access-control-allow-origin: https://friend.example",
        "access-control-allow-methods: GET, POST",
        "access-control-allow-headers: authorization, content-type",
    ] {
        assert!(answer.contains(header), "{header}: {answer}");
    }
    assert_eq!(asked("https://foe.example").await.0, 403);
    let listed =
        format!("GET /active-games HTTP/1.1\r\nhost: {}\r\norigin: {friend}\r\nconnection: close\r\n\r\n", host.addr);
    let (status, answer) = raw_http(host.addr, &listed).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("access-control-expose-headers: link, retry-after"), "{answer}");
    let named = "GET /games HTTP/1.1\r\nhost: friend.example\r\nconnection: close\r\n\r\n";
    assert_eq!(raw_http(host.addr, named).await.0, 200, "a name that is listed is its own");
    host.stop().await;
}
