//! Tests of whole matches through sockets.

use crate::client::{Client, http, json_of};
use crate::common::Common;
use crate::host::{Folder, Host, games};
use rulebook_matchlog::{compare, verify};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_and_the_log_verifies() {
    let folder = Folder::new("people");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let mut moves = 0;
    'match_: loop {
        for (client, _) in &mut players {
            let view = loop {
                let view = client.event("game:view").await.unwrap();
                if !view["view"]["ask"].is_null() || !view["view"]["scene"]["outcome"].is_null() {
                    break view;
                }
            };
            let ask = &view["view"]["ask"];
            if ask.is_null() {
                break 'match_;
            }
            let text = ask["offers"][0]["text"].as_str().unwrap();
            let ack = client.intent(&id, &ask["number"], text, &format!("k{moves}")).await.unwrap();
            assert_eq!(ack["accepted"], true, "{ack}");
            moves += 1;
        }
    }
    assert!(moves >= 5);
    let ended = players[0].0.event("game:ended").await.unwrap();
    assert!(ended["key"].is_string() && ended["secret"].is_string(), "the key is published");
    let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), None, None).await;
    assert_eq!(status, 200);
    let log = answer.split_once("\r\n\r\n").unwrap().1;
    let game = games().find("tic-tac-toe").unwrap();
    assert!(verify(log, &*game.rules).unwrap().closed);
    let (_, listed) = http(host.addr, "GET", "/active-games", None, None).await;
    assert!(!listed.contains(&id), "it is not played any more");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_and_a_restart_goes_on() {
    let folder = Folder::new("bots");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 3})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let token = host.sit(&id, 0, "Ann").await;
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(run.join(&id, opened["hostToken"].as_str()).await["accepted"], true);
    for seat in [1, 2] {
        let bot = json!({"kind": "drive", "seat": seat, "driver": {"kind": "bot", "spec": "random"}});
        assert_eq!(run.command(&id, bot).await["accepted"], true);
    }
    let no_bot = json!({"kind": "drive", "seat": 1, "driver": {"kind": "bot", "spec": "genius"}});
    assert_eq!(run.command(&id, no_bot).await["code"], "malformed");
    assert_eq!(run.command(&id, json!({"kind": "start"})).await["accepted"], true);
    let mut played = 0;
    let mut host = host;
    // The match continues after a restart in the middle.
    for _ in 0..3 {
        let mut ann = Client::connect(host.addr).await.unwrap();
        assert_eq!(ann.join(&id, Some(&token)).await["accepted"], true);
        for _ in 0..4 {
            let ask = loop {
                let view = ann.event("game:view").await.unwrap();
                if view["view"]["ask"].is_object() {
                    break view["view"]["ask"].clone();
                }
                if view["view"]["scene"]["outcome"].is_object() {
                    return host.stop().await;
                }
            };
            let text = ask["offers"][0]["text"].as_str().unwrap();
            let ack = ann.intent(&id, &ask["number"], text, &format!("k{played}")).await.unwrap();
            assert_eq!(ack["accepted"], true, "{ack}");
            played += 1;
        }
        host.stop().await;
        host = Host::start(&folder).await;
    }
    host.stop().await;
}

/// Waits for a view that contains the ask with this number, and returns the ask.
async fn asked(client: &mut Client, number: usize) -> Value {
    loop {
        let view = client.event("game:view").await.unwrap();
        let ask = &view["view"]["ask"];
        if ask["number"] == json!(number) {
            return ask.clone();
        }
    }
}

/// Between two hands, any player at the table may start the next hand.
// clause: Cards 6.1-16 12-4
// departs: Cards 6.1-17: the first hand is dealt when the host starts the match; only later hands wait for `start-game`
// departs: Cards 12-2: the cards return when the next hand is dealt, so that players can look at the last trick until then
#[tokio::test(flavor = "multi_thread")]
async fn anybody_at_the_table_begins_the_next_hand() {
    let folder = Folder::new("hands");
    let common = Common::new(&folder).await;
    let (host, other) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let (id, _, mut players) = host.table("katko", 2).await;
    let mut watcher = Client::connect(host.addr).await.unwrap();
    assert_eq!(watcher.join(&id, None).await["accepted"], true);
    let (mut answered, mut hands) = ([0, 0], 0);
    while hands < 2 {
        let (due, scene) = loop {
            let view = watcher.event("game:view").await.unwrap();
            // The watcher gets one view for each answer. Between two hands, the view names the seat that may deal.
            let scene = &view["view"]["scene"];
            if let Some(due) = scene["due"][0].as_u64() {
                break (due as usize, scene.clone());
            }
        };
        let ask = asked(&mut players[due].0, answered[due]).await;
        let text = ask["offers"][0]["text"].as_str().unwrap();
        answered[due] += 1;
        if text != "start-game" {
            // Keys that players choose never collide with keys that the server uses.
            let key = format!("start:{}", answered[due]);
            let ack = players[due].0.intent(&id, &ask["number"], text, &key).await.unwrap();
            assert_eq!(ack["accepted"], true, "{ack}");
            continue;
        }
        hands += 1;
        assert_eq!(scene["betweenHands"], true);
        let played = scene["zones"].as_array().unwrap().iter().find(|zone| zone["id"] == "gone").unwrap();
        assert_eq!(played["count"], 10, "the cards of the hand stay on the table until the next deal");
        assert_eq!(watcher.command(&id, json!({"kind": "start"})).await["accepted"], false, "a spectator cannot deal");
        let pause = |on: bool| json!({"kind": "pause", "on": on});
        assert_eq!(players[due].0.command(&id, pause(true)).await["accepted"], true);
        let dealt = players[1 - due].0.command(&id, json!({"kind": "start"})).await;
        assert_eq!(dealt["code"], "paused", "no hand is dealt while the game is paused");
        assert_eq!(players[due].0.command(&id, pause(false)).await["accepted"], true);
        // The next hand is started by the command or by the intent. A repeated intent gets the same answer.
        let begun = if hands == 1 {
            players[1 - due].0.command(&id, json!({"kind": "start"})).await
        } else {
            let mut far = Client::connect(other.addr).await.unwrap();
            assert_eq!(far.join(&id, Some(&players[1 - due].1)).await["accepted"], true);
            players[1 - due].0.intent(&id, &json!(0), "start-game", "deal").await.unwrap();
            let again = players[1 - due].0.intent(&id, &json!(0), "start-game", "deal").await.unwrap();
            assert_eq!(far.intent(&id, &json!(0), "start-game", "deal").await.unwrap(), again, "on every node");
            again
        };
        assert_eq!(begun["accepted"], true, "{begun}");
    }
    host.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn joining_with_since_sends_the_missed_steps() {
    let folder = Folder::new("since");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let first = players[0].0.event("game:view").await.unwrap();
    let since = first["view"]["since"].clone();
    let text = first["view"]["ask"]["offers"][0]["text"].as_str().unwrap().to_owned();
    players[0].0.intent(&id, &first["view"]["ask"]["number"], &text, "a").await.unwrap();
    let mut watcher = Client::connect(host.addr).await.unwrap();
    let joined = watcher.ask("game:join", json!({"match": id, "since": since})).await.unwrap();
    assert_eq!(joined["accepted"], true);
    let view = watcher.event("game:view").await.unwrap();
    assert_eq!(view["view"]["follows"], true);
    assert_eq!(view["view"]["since"]["seen"].as_u64().unwrap(), since["seen"].as_u64().unwrap() + 1);
    assert!(view["view"]["ask"].is_null());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_people_and_another_key() {
    let folder = Folder::new("rematch");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    players[0].0.command(&id, json!({"kind": "resign"})).await;
    players[0].0.command(&id, json!({"kind": "agree", "deal": "rematch"})).await;
    let agreed = players[1].0.command(&id, json!({"kind": "agree", "deal": "rematch"})).await;
    assert_eq!(agreed["accepted"], true);
    let next = players[1].0.event("game:again").await.unwrap()["next"].as_str().unwrap().to_owned();
    assert_ne!(next, id);
    let (_, token) = &players[1];
    let mut again = Client::connect(host.addr).await.unwrap();
    assert_eq!(again.join(&next, Some(token)).await["accepted"], true, "the token is good there too");
    let commitment = |answer: &str| json_of(answer)["commitment"].clone();
    let (_, old) = http(host.addr, "GET", &format!("/active-games/{id}"), None, None).await;
    let (_, new) = http(host.addr, "GET", &format!("/active-games/{next}"), None, None).await;
    assert_ne!(commitment(&old), commitment(&new));
    assert_eq!(json_of(&old)["next"], json!(next), "the old table names the new one");
    assert_eq!(json_of(&old)["nextSeats"], json!([1, 0]));
    assert_eq!(json_of(&new)["seats"][0]["owner"], "P1", "the players swap sides");
    assert_eq!(json_of(&new)["phase"], "playing", "the new match starts without a lobby");
    // The token of the second seat is now valid for the first seat, which moves first.
    let view = again.event("game:view").await.unwrap();
    assert_eq!(view["view"]["viewer"], json!({"Seat": 0}));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_words_for_the_key_draws_and_practice_are_agreed_on_over_the_wire() {
    let folder = Folder::new("commands");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "crazy-eights", "seats": 3})).await;
    let id = opened["match"].as_str().unwrap();
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(run.join(id, opened["hostToken"].as_str()).await["accepted"], true);
    assert_eq!(run.command(id, json!({"kind": "setup", "seats": 2})).await["accepted"], true);
    let sealed = host.hall.status(id).await.unwrap().commitment;
    let entropy = |text: &str| json!({"kind": "entropy", "text": text});
    assert_eq!(run.command(id, entropy("mine")).await["code"], "not-yours", "only who sits adds to the key");
    let mut players = Vec::new();
    for (seat, words) in ["by the light", "of the moon"].into_iter().enumerate() {
        let token = host.sit(id, seat, &format!("P{seat}")).await;
        let mut client = Client::connect(host.addr).await.unwrap();
        assert_eq!(client.join(id, Some(&token)).await["accepted"], true);
        assert_eq!(client.command(id, entropy(words)).await["accepted"], true);
        players.push(client);
    }
    assert_eq!(players[0].command(id, json!({"kind": "start"})).await["accepted"], true);
    assert_eq!(players[1].command(id, entropy("too late")).await["code"], "wrong-phase");
    let both = [(0, "agree"), (1, "decline"), (0, "agree"), (1, "agree")];
    for (seat, kind) in both {
        assert_eq!(host.hall.status(id).await.unwrap().outcome, None, "one no is enough");
        assert_eq!(players[seat].command(id, json!({"kind": kind, "deal": "draw"})).await["accepted"], true, "{kind}");
    }
    let status = host.hall.status(id).await.unwrap();
    assert!(status.outcome.unwrap().reason().contains("agreement"));
    assert_eq!(status.entropy, ["by the light", "of the moon"]);
    assert_eq!(status.commitment, sealed, "the server committed to its secret before anybody sat down");
    let log = host.hall.log(id, rulebook_kernel::Viewer::Spectator).await.unwrap().unwrap();
    let verified = verify(&log, &*games().find("crazy-eights").unwrap().rules).unwrap();
    assert!(verified.replayed && verified.early, "the secret and the words give the key");
    for client in &mut players {
        assert_eq!(client.command(id, json!({"kind": "agree", "deal": "practice"})).await["accepted"], true);
    }
    let next = players[1].event("game:again").await.unwrap()["next"].as_str().unwrap().to_owned();
    let again = host.hall.status(&next).await.unwrap();
    assert_eq!((again.commitment, again.entropy), (sealed, status.entropy), "the same deal");
    assert!(again.warnings.iter().any(|words| words.contains("practice")), "and everybody is told");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_may_read_the_whole_log_of_a_closed_table() {
    let folder = Folder::new("closed");
    let host = Host::start(&folder).await;
    let (id, token, players) = host.table("crazy-eights", 2).await;
    let mut run = Client::connect(host.addr).await.unwrap();
    assert_eq!(run.join(&id, Some(&token)).await["accepted"], true);
    assert_eq!(run.command(&id, json!({"kind": "close", "reason": "enough"})).await["accepted"], true);
    let path = format!("/active-games/{id}/log");
    let (status, whole) = http(host.addr, "GET", &path, None, None).await;
    assert_eq!(status, 200, "{whole}");
    let body = |answer: &str| answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap();
    let rules = games().find("crazy-eights").unwrap().rules;
    let verified = verify(&body(&whole), &*rules).unwrap();
    assert!(verified.replayed && verified.outcome.is_none(), "no witness, and no result");
    assert!(verified.reason.is_some(), "it tells why, and its key");
    let (_, theirs) = http(host.addr, "GET", &path, Some(&players[0].1), None).await;
    assert_eq!(body(&theirs), body(&whole), "the same for everybody");
    host.stop().await;
}

// clause: Cards 6.4-2 6.6-3
#[tokio::test(flavor = "multi_thread")]
async fn the_plain_questions_are_answered() {
    let folder = Folder::new("plain");
    let host = Host::start(&folder).await;
    for (path, holds) in [
        ("/", "Rulebook"),
        ("/games", "crazy-eights"),
        ("/games/crazy-eights", "layouts"),
        ("/games/crazy-eights", "\"dealt\":true"),
        ("/games/tic-tac-toe", "\"dealt\":false"),
        ("/healthz", "ok"),
        ("/config", "maxBytes"),
        ("/metrics", "rulebook_append_seconds_count"),
        ("/active-games", "[]"),
    ] {
        let (status, answer) = http(host.addr, "GET", path, None, None).await;
        assert!(status == 200 && answer.contains(holds), "{path}: {answer}");
        for header in ["x-content-type-options: nosniff", "content-security-policy", "x-frame-options: DENY"] {
            assert!(answer.contains(header), "{path} lacks {header}");
        }
    }
    let (status, _) = http(host.addr, "GET", "/nothing", None, None).await;
    assert_eq!(status, 404);
    let (status, answer) = http(host.addr, "POST", "/active-games", None, Some(json!({"game": "no-such-game"}))).await;
    assert_eq!((status, &json_of(&answer)["code"]), (404, &Value::from("malformed")));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_witness_log_is_part_of_the_whole_log() {
    let folder = Folder::new("witness");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("goofspiel", 2).await;
    for (seat, key) in [(0, "a"), (1, "b")] {
        let view = players[seat].0.event("game:view").await.unwrap();
        let text = view["view"]["ask"]["offers"][seat]["text"].as_str().unwrap().to_owned();
        let ack = players[seat].0.intent(&id, &view["view"]["ask"]["number"], &text, key).await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    let download = async |token: Option<&str>| {
        let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), token, None).await;
        assert_eq!(status, 200, "{answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let mut witnesses = vec![download(None).await];
    for (_, token) in &players {
        witnesses.push(download(Some(token)).await);
    }
    players[0].0.command(&id, json!({"kind": "resign"})).await;
    let whole = download(None).await;
    let rules = games().find("goofspiel").unwrap().rules;
    let told = verify(&whole, &*rules).unwrap().to_string();
    assert!(told.ends_with("the players ended it: seat 1 resigned"), "{told}");
    for witness in &witnesses {
        assert!(compare(witness, &whole, &*rules).unwrap() >= 3);
        assert!(verify(witness, &*rules).unwrap_err().to_string().contains("this is a witness"));
    }
    host.stop().await;
}
