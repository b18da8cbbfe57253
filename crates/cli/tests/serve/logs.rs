//! What a server writes down for who runs it: enough to find a fault, and nothing that a player would pay for; and matches that are
//! taken elsewhere.

use crate::client::{Client, http};
use crate::nodes::{Folder, Node, games};
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn logs_are_objects_that_hold_no_token_no_move_and_no_card() {
    let folder = Folder::new("logs");
    let path = folder.0.join("log.jsonl");
    let run = async {
        let store = format!("sqlite:{}", folder.0.join("matches.db").display());
        let mut node = Node::with_logs(&store, Some(path.clone())).await;
        let (id, tokens) = node.table("crazy-eights").await;
        let mut clients = Vec::new();
        for token in &tokens {
            let mut client = Client::connect(node.addr).await.unwrap();
            assert_eq!(client.join(&id, Some(token)).await["accepted"], true);
            clients.push(client);
        }
        clients[0].command(&id, json!({"kind": "start"})).await;
        let mut secrets: Vec<String> = tokens.clone();
        for client in &mut clients {
            let view = client.event("game:view").await.unwrap();
            for zone in view["view"]["scene"]["zones"].as_array().unwrap() {
                let cards = zone["cards"].as_array().unwrap();
                secrets
                    .extend(cards.iter().filter_map(|card| card["face"]["id"].as_str()).map(|id| format!("\"{id}\"")));
            }
            if let Some(text) = view["view"]["ask"]["offers"][0]["text"].as_str() {
                secrets.push(format!("\"{text}\""));
                client.intent(&id, &view["view"]["ask"]["number"], text, "key").await;
            }
            client.intent(&id, &json!(9), "a-secret-move", "other").await;
        }
        // Who tries a door is worth a line, not a quotation.
        let mut stranger = Client::connect(node.addr).await.unwrap();
        assert_eq!(stranger.join(&id, Some("no-such-token")).await["accepted"], false);
        secrets.extend(["a-secret-move", "no-such-token"].map(str::to_owned));
        http(node.addr, "GET", &format!("/active-games/{id}/log"), Some(&tokens[0]), None).await;
        http(node.addr, "GET", "/games", None, None).await;
        assert!(node.terminate());
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).expect("every line is an object");
            assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
            assert!(line["fields"]["message"].is_string(), "{line}");
        }
        assert!(["matches are there again", "refused", "stopping"].iter().all(|said| text.contains(said)), "{text}");
        for secret in secrets {
            assert!(!text.contains(&secret), "{secret} is in the log");
        }
    };
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
}

/// Exit code and what was said.
fn rulebook(args: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_rulebook")).args(args).output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap();
    (done.status.code(), said)
}

#[test]
fn an_export_is_replayed_with_the_rules_that_it_carries() {
    let folder = Folder::new("carried");
    let store = format!("sqlite:{}", folder.0.join("matches.db").display());
    let run = async {
        let mut node = Node::start(&store).await;
        let (id, tokens) = node.table("tic-tac-toe").await;
        let mut client = Client::connect(node.addr).await.unwrap();
        assert_eq!(client.join(&id, Some(&tokens[0])).await["accepted"], true);
        assert_eq!(client.command(&id, json!({"kind": "start"})).await["accepted"], true);
        let view = client.event("game:view").await.unwrap();
        let text = view["view"]["ask"]["offers"][0]["text"].as_str().unwrap();
        let ack = client.intent(&id, &view["view"]["ask"]["number"], text, "k").await.unwrap();
        assert_eq!(ack["accepted"], true, "{ack}");
        assert!(node.terminate());
    };
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
    let (code, exported) = rulebook(&["export", "--store", &store]);
    assert_eq!(code, Some(0), "{exported}");
    // Elsewhere the game of that name has other rules, if only by a space.
    let shelf = folder.0.join("games");
    std::fs::create_dir_all(shelf.join("tic-tac-toe")).unwrap();
    for file in ["game.json", "meta.json", "rules.md", "layout.json"] {
        let text = std::fs::read_to_string(games().join("tic-tac-toe").join(file)).unwrap();
        let text = if file == "game.json" { text.replacen('{', "{ ", 1) } else { text };
        std::fs::write(shelf.join("tic-tac-toe").join(file), text).unwrap();
    }
    let import = |name: &str, text: &str| {
        let (file, there) = (folder.0.join(name), format!("sqlite:{}", folder.0.join("there.db").display()));
        std::fs::write(&file, text).unwrap();
        let shelf = shelf.to_str().unwrap();
        let verified = rulebook(&["--games", shelf, "verify", file.to_str().unwrap()]);
        (verified, rulebook(&["--games", shelf, "import", file.to_str().unwrap(), "--store", &there]))
    };
    let mut lines: Vec<&str> = exported.lines().collect();
    let last = lines.len() - 1;
    lines.swap(last, last - 1);
    let ((verified, why), (imported, said)) = import("swapped.jsonl", &(lines.join("\n") + "\n"));
    assert_eq!((verified, imported), (Some(1), Some(1)), "{why}{said}");
    let ((verified, why), (imported, said)) = import("whole.jsonl", &exported);
    assert_eq!((verified, imported, &*said), (Some(0), Some(0), "1 match is new\n"), "{why}");
}
