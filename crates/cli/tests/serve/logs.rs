//! What a server writes down for who runs it: enough to find a fault, and nothing that a player would pay for.

use crate::client::{Client, http};
use crate::nodes::{Folder, Node};
use serde_json::{Value, json};

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
