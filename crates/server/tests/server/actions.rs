//! Tests of the action surface: legal actions with their options over HTTP and the socket.

use crate::client::{Client, http, json_of};
use crate::host::{Folder, Host};
use serde_json::{Value, json};

/// The action to send for a listed action: the first target of each group, and the first mode, number and cost.
fn completed(listed: &Value) -> Value {
    let (mut action, options) = (listed.clone(), &listed["options"]);
    if options["kicker"] == true {
        // The legal targets may depend on the kicker. Leave both out, so that the game asks for them.
        return action;
    }
    let first = |groups: &Value| -> Value {
        groups.as_array().into_iter().flatten().map(|group| json!([group[0].clone()])).collect()
    };
    let mode = &options["modes"][0];
    if !mode.is_null() {
        action["payload"]["modes"] = json!([mode["mode"]]);
    }
    let targets = if mode.is_null() { &options["targets"] } else { &mode["targets"] };
    if targets.is_array() {
        action["targets"] = first(targets);
    }
    if options["x"].is_object() {
        action["payload"]["x"] = options["x"]["least"].clone();
    }
    action
}

// clause: Magic 2-6
#[tokio::test(flavor = "multi_thread")]
async fn legal_actions_are_listed_with_their_targets() {
    let folder = Folder::new("actions");
    let host = Host::start(&folder).await;
    let options = json!({"deck-1": "emberhold", "deck-2": "emberhold"});
    let opened = host.open(json!({"game": "duel", "seats": 2, "options": options})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let path = format!("/active-games/{id}/actions");
    let tokens = [host.sit(&id, 0, "Ann").await, host.sit(&id, 1, "Bob").await];
    assert_eq!(http(host.addr, "GET", &path, Some(&tokens[0]), None).await.0, 409, "the match has not started");
    let mut players = Vec::new();
    for token in &tokens {
        let mut player = Client::connect(host.addr).await.unwrap();
        assert_eq!(player.join(&id, Some(token)).await["accepted"], true);
        players.push(player);
    }
    let start = json!({"action": "start-game", "key": "start"});
    assert_eq!(http(host.addr, "POST", &path, None, Some(start.clone())).await.0, 403, "spectators cannot move");
    let keep = json!({"action": {"type": "KEEP_HAND"}});
    assert_eq!(http(host.addr, "POST", &path, Some(&tokens[0]), Some(keep)).await.0, 409, "the match has not started");
    assert_eq!(http(host.addr, "POST", &path, Some(&tokens[0]), Some(start)).await.0, 200);
    assert_eq!(http(host.addr, "GET", &path, None, None).await.0, 403, "spectators have no actions");
    let (status, schema) = http(host.addr, "GET", "/games/duel/schema", None, None).await;
    assert_eq!((status, &json_of(&schema)["title"]), (200, &json!("Action of a duel")));
    assert_eq!(http(host.addr, "GET", "/games/chess/schema", None, None).await.0, 404);
    let mut stranger = Client::connect(host.addr).await.unwrap();
    assert_eq!(stranger.ask("game:actions", json!({"match": id})).await.unwrap()["code"], "not-yours");

    let (mut aimed, mut at) = (0, 0);
    for round in 0..600 {
        let (status, answer) = http(host.addr, "GET", &path, Some(&tokens[at]), None).await;
        assert_eq!(status, 200, "{answer}");
        let listed = json_of(&answer);
        let actions = listed["actions"].as_array().unwrap();
        if actions.is_empty() {
            at = 1 - at;
            continue;
        }
        // The socket gives the same list.
        assert_eq!(players[at].ask("game:actions", json!({"match": id})).await.unwrap()["accepted"], true);
        let heard = players[at].event("game:actions").await.unwrap();
        assert_eq!(
            (&heard["actions"], &heard["ask"], &heard["match"]),
            (&listed["actions"], &listed["ask"], &json!(id))
        );
        assert_eq!(actions.last().unwrap()["type"], "SCOOP", "{listed}");
        if aimed >= 2 {
            break;
        }
        let of = |kind: &str| actions.iter().find(|action| action["type"] == kind);
        let aims =
            actions.iter().find(|action| action["type"] == "CAST_SPELL" && action["options"]["targets"].is_array());
        let kinds = [
            "KEEP_HAND",
            "BOTTOM_CARD",
            "PLAY_LAND",
            "CAST_SPELL",
            "RESOLVE_DECISION",
            "DECLARE_ATTACKERS",
            "DECLARE_BLOCKERS",
        ];
        let chosen = aims.or_else(|| kinds.iter().find_map(|kind| of(kind))).or_else(|| of("PASS_PRIORITY"));
        let chosen = chosen.unwrap_or_else(|| panic!("{listed}"));
        let action = completed(chosen);
        let (sent, key) = (action.to_string(), format!("k{round}"));
        // An action is accepted as text, as an object among the moves, as an object of its own, and over HTTP.
        let ack = match round % 4 {
            0 => players[at].intent(&id, &listed["ask"], &sent, &key).await.unwrap(),
            1 => {
                let message = json!({"match": id, "ask": listed["ask"], "moves": [action], "key": key});
                players[at].ask("game:intent", message).await.unwrap()
            }
            2 => {
                let message = json!({"match": id, "action": action, "key": key});
                let ack = players[at].ask("game:intent", message.clone()).await.unwrap();
                // The same key is played once.
                assert_eq!(players[at].ask("game:intent", message).await.unwrap(), ack);
                ack
            }
            _ => {
                let body = json!({"action": action, "ask": listed["ask"], "key": key});
                let (status, answer) = http(host.addr, "POST", &path, Some(&tokens[at]), Some(body)).await;
                assert_eq!(status, 200, "{sent}: {answer}");
                json_of(&answer)
            }
        };
        assert_eq!(ack["accepted"], true, "{sent}: {ack}");
        aimed += usize::from(aims.is_some());
    }
    assert!(aimed >= 2, "spells with listed targets: {aimed}");
    // A player can concede at every question, whatever the stops.
    let (_, answer) = http(host.addr, "GET", &path, Some(&tokens[at]), None).await;
    let ack = players[at].intent(&id, &json_of(&answer)["ask"], r#"{"type": "SCOOP"}"#, "last").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    let ended = players[at].event("game:ended").await.unwrap();
    assert_eq!(ended["outcome"]["reason"], "the other gave up", "{ended}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_refusal_of_a_malformed_request_names_the_field_and_no_type() {
    let folder = Folder::new("malformed-requests");
    let host = Host::start(&folder).await;
    let (id, _, players) = host.table("tic-tac-toe", 2).await;
    let token = Some(players[0].1.as_str());
    let paths = ["actions", "seats", "why"].map(|part| format!("/active-games/{id}/{part}"));
    let [actions, seats, why] = paths.each_ref().map(String::as_str);
    for (path, body, words) in [
        (actions, json!({"action": []}), "action: expected the text of a move, or an action as an object."),
        (actions, json!({"action": "x", "ask": -1}), "expected a whole number from 0 to 4294967295."),
        (actions, json!([]), "expected an object."),
        (seats, json!({"seat": 300, "name": "Ann"}), "seat: invalid value: integer `300`, expected a whole number"),
        (why, json!("x"), "expected an object."),
        (why, json!({"kind": "seat", "seat": "x"}), "expected a whole number of at least 0."),
        ("/active-games", json!({"game": "chess", "terms": {"clock": 7}}), "terms.clock: invalid type: integer `7`"),
        ("/replays", json!([]), "this is not a log: invalid length 0, expected an object"),
    ] {
        let (status, answer) = http(host.addr, "POST", path, token, Some(body.clone())).await;
        let refusal = json_of(&answer);
        let reason = refusal["reason"].as_str().unwrap_or_default();
        assert_eq!((status, &refusal["code"]), (400, &json!("malformed")), "{path} {body}: {answer}");
        assert!(reason.contains(words), "{path} {body}: {reason:?} does not contain {words:?}");
    }
    host.stop().await;
}
