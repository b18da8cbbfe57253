//! Connections: each is answered from its first message on.

use crate::client::Client;
use crate::host::{Folder, Host};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_connection_is_answered_from_its_first_message_on() {
    let folder = Folder::new("answered");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap().to_owned();
    let mut all = Vec::new();
    for _ in 0..8 {
        let (addr, id) = (host.addr, id.clone());
        all.push(tokio::spawn(async move {
            for at in 0..60 {
                let mut client = Client::connect(addr).await.unwrap();
                assert_eq!(client.join(&id, None).await["accepted"], true, "connection {at}");
                assert!(client.event("game:status").await.is_some(), "and hears what there is");
            }
        }));
    }
    for one in all {
        one.await.unwrap();
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sits_makes_signs_and_everybody_sees_them() {
    let folder = Folder::new("signs");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let token = host.sit(id, 0, "Ann").await;
    let (mut ann, mut eve) = (Client::connect(host.addr).await.unwrap(), Client::connect(host.addr).await.unwrap());
    assert_eq!(ann.join(id, Some(&token)).await["accepted"], true);
    assert_eq!(eve.join(id, None).await["accepted"], true);
    let sign = |reaction: &str| json!({"match": id, "reaction": reaction});
    assert_eq!(ann.ask("game:react", sign("clap")).await.unwrap()["accepted"], true);
    let heard = eve.event("game:reaction").await.unwrap();
    assert_eq!((&heard["seat"], &heard["reaction"]), (&json!(0), &json!("clap")));
    assert_eq!(eve.ask("game:react", sign("clap")).await.unwrap()["code"], "not-yours");
    assert_eq!(ann.ask("game:react", sign("you are a fool")).await.unwrap()["code"], "malformed");
    host.stop().await;
}
