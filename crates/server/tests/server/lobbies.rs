//! Tests of lobbies: how many tables an address may open, when unstarted tables are closed, and how clients find
//! tables.

use crate::client::{Client, http, json_of, until};
use crate::host::{Folder, Host, config, games};
use rulebook_room::Phase;
use rulebook_server::Config;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_open_a_limited_number_of_tables() {
    let folder = Folder::new("openings");
    let host = Host::run(Config { tables_an_hour: 3, ..config(folder.store(), 1000) }, &games()).await;
    // Refused requests do not count.
    for odd in [json!({"game": "tic-tac-toe", "seats": 9}), json!({"game": "tic-tac-toe", "terms": {"practice": true}})]
    {
        let (status, answer) = http(host.addr, "POST", "/active-games", None, Some(odd)).await;
        assert_eq!(status, 409, "{answer}");
    }
    let mut told = Vec::new();
    for _ in 0..5 {
        told.push(http(host.addr, "POST", "/active-games", None, Some(json!({"game": "tic-tac-toe"}))).await);
    }
    assert_eq!(told.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [201, 201, 201, 429, 429]);
    let refused = json_of(&told[3].1);
    assert_eq!(refused["code"], "not-allowed");
    assert!(told[3].1.contains("retry-after: 3"), "{}", told[3].1);
    assert!(refused["reason"].as_str().unwrap().contains("in 60 minutes"), "{refused}");
    // A request for an unknown game gives 404 even above the limit, and tables that were opened can still be played.
    let (status, _) = http(host.addr, "POST", "/active-games", None, Some(json!({"game": "no-such-game"}))).await;
    assert_eq!(status, 404);
    let id = json_of(&told[0].1)["match"].as_str().unwrap().to_owned();
    host.sit(&id, 0, "Ann").await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_counts_for_the_address_that_asked_for_it() {
    let folder = Folder::new("rematches");
    let host = Host::run(Config { tables_an_hour: 3, ..config(folder.store(), 1000) }, &games()).await;
    let (mut id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let agree = |deal: &str| json!({"kind": "agree", "deal": deal});
    let (ann, bob) = players.split_at_mut(1);
    let (ann, bob) = (&mut ann[0], &mut bob[0]);
    // Refused proposals do not count.
    for _ in 0..5 {
        assert_eq!(ann.0.command(&id, agree("rematch")).await["code"], "wrong-phase");
    }
    for table in 2..5 {
        assert_eq!(ann.0.command(&id, json!({"kind": "resign"})).await["accepted"], true);
        let asked = ann.0.command(&id, agree("rematch")).await;
        if table == 4 {
            assert_eq!(asked["code"], "not-allowed", "{asked}");
            assert!(asked["reason"].as_str().unwrap().contains("Too many tables"), "{asked}");
            break;
        }
        assert_eq!(asked["accepted"], true, "{asked}");
        // Neither a repeated proposal nor the acceptance counts as another table.
        assert_eq!(ann.0.command(&id, agree("rematch")).await["accepted"], true);
        assert_eq!(bob.0.command(&id, agree("rematch")).await["accepted"], true);
        let next = ann.0.event("game:again").await.unwrap()["next"].as_str().unwrap().to_owned();
        for (client, token) in [&mut *ann, &mut *bob] {
            assert_eq!(client.join(&next, Some(token.as_str())).await["accepted"], true);
        }
        // The rematch has started by itself.
        id = next;
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_where_nobody_starts_a_match_ends_and_others_do_not() {
    let folder = Folder::new("lobby-ends");
    // The time is long enough to start a match on a busy machine.
    let host = Host::run(Config { lobby: Duration::from_secs(8), ..config(folder.store(), 1000) }, &games()).await;
    let (played, _, _players) = host.table("tic-tac-toe", 2).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let token = host.sit(id, 0, "Ann").await;
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(id, Some(&token)).await["accepted"], true);
    let over = loop {
        let status = ann.event("game:status").await.expect("a waiting player receives the status");
        if status["status"]["phase"] == "over" {
            break status;
        }
    };
    assert!(over["status"]["closed"].as_str().unwrap().contains("Nobody started"), "{over}");
    assert!(over["status"]["secret"].is_null(), "nothing was dealt");
    assert_eq!(host.hall.status(&played).await.unwrap().phase, Phase::Playing, "a running match continues");
    // The server updates the metric only after the table has sent its last status, so wait for it.
    until("counted", async || host.hall.metrics_text().contains("rulebook_tables_expired_total 1\n")).await;
    let kept = host.hall.store.find(id).await.unwrap().unwrap();
    assert!(!kept.live && !kept.begun);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_match_is_closed_and_its_key_published() {
    let folder = Folder::new("abandoned");
    // The time is long enough to record a visit on a busy machine.
    let abandoned = Duration::from_secs(8);
    let host = Host::run(Config { abandoned, ..config(folder.store(), 1000) }, &games()).await;
    let (left, _, players) = host.table("crazy-eights", 2).await;
    let (watched, _, _players) = host.table("tic-tac-toe", 2).await;
    assert!(host.hall.status(&left).await.unwrap().key.is_none());
    drop(players);
    let begun = std::time::Instant::now();
    until("nobody comes", async || host.hall.status(&left).await.unwrap().phase == Phase::Over).await;
    assert!(begun.elapsed() > Duration::from_secs(2), "not at once");
    let status = host.hall.status(&left).await.unwrap();
    assert!(status.closed.unwrap().contains("Nobody has played"));
    assert!(status.key.is_some() && status.secret.is_some() && status.outcome.is_none());
    assert_eq!(host.hall.status(&watched).await.unwrap().phase, Phase::Playing, "somebody looks on there");
    // The server updates the metric only after the table has sent its last status, so wait for it.
    until("counted", async || host.hall.metrics_text().contains("rulebook_tables_abandoned_total 1\n")).await;
    assert!(!host.hall.store.find(&left).await.unwrap().unwrap().live);
    host.stop().await;
}

/// A page of the table list, and the address of the next page.
async fn page(host: &Host, path: &str) -> (Vec<Value>, Option<String>) {
    let (status, answer) = http(host.addr, "GET", path, None, None).await;
    assert_eq!(status, 200, "{answer}");
    let link = answer.lines().find_map(|line| line.strip_prefix("link: <")?.strip_suffix(">; rel=\"next\""));
    (json_of(&answer).as_array().unwrap().clone(), link.map(str::to_owned))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_tables_are_found_first_and_the_others_on_later_pages() {
    let folder = Folder::new("pages");
    let host = Host::start(&folder).await;
    let mut opened = Vec::new();
    for _ in 0..120 {
        let table = host.open(json!({"game": "tic-tac-toe"})).await;
        opened.push(table["match"].as_str().unwrap().to_owned());
    }
    host.open(json!({"game": "tic-tac-toe", "terms": {"private": true}})).await;
    let (first, next) = page(&host, "/active-games").await;
    assert_eq!(first.len(), 100);
    let (rest, none) = page(&host, &next.expect("there are more")).await;
    assert_eq!((rest.len(), none), (20, None), "private tables are on no page");
    let all: Vec<&Value> = first.iter().chain(&rest).collect();
    assert!(all.windows(2).all(|pair| pair[0]["opened"].as_u64() >= pair[1]["opened"].as_u64()), "the newest first");
    let mut ids: Vec<&str> = all.iter().map(|row| row["match"].as_str().unwrap()).collect();
    ids.sort_unstable();
    opened.sort_unstable();
    assert_eq!(ids, opened, "each once");
    assert_eq!((&all[0]["begun"], &all[0]["live"]), (&json!(false), &json!(true)));
    for bad in ["x", "0123"] {
        let (status, answer) = http(host.addr, "GET", &format!("/active-games?after={bad}"), None, None).await;
        assert_eq!((status, &json_of(&answer)["code"]), (400, &json!("malformed")));
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_games_has_only_translations_of_names_and_descriptions() {
    let folder = Folder::new("translations");
    let host = Host::run(config(folder.store(), 1000), &games()).await;
    let (_, list) = http(host.addr, "GET", "/games", None, None).await;
    let list = json_of(&list);
    let duel = list.as_array().unwrap().iter().find(|game| game["rulesId"] == "duel").unwrap();
    let listed = duel["translations"]["de"].as_object().unwrap();
    assert_eq!(listed["Duel"], "Duell");
    assert_eq!(listed.len(), 2, "the name and the description: {listed:?}");
    assert!(duel.get("rulesTexts").is_none(), "no rules in the list");
    let (_, page) = http(host.addr, "GET", "/games/duel", None, None).await;
    let meta = &json_of(&page)["meta"];
    assert_eq!(meta["translations"]["de"]["Menace"], "Bedrohlich");
    assert!(meta["rulesTexts"]["de"].as_str().unwrap().starts_with("# Duell\n"));
    host.stop().await;
}
