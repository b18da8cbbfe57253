//! Tests of the operator's interface: acts, bans, reports, erasure, and the audit log.

use crate::client::{Client, http, json_of, until};
use crate::host::{Folder, Host, config, games};
use rulebook_kernel::Viewer;
use rulebook_server::Config;
use serde_json::{Value, json};

const TOKEN: &str = "the token of the operator";

async fn start(folder: &Folder) -> Host {
    let config = Config { admin_token: Some(TOKEN.to_owned()), ..config(folder.store(), 1_000_000) };
    Host::run(config, &games()).await
}

async fn act(host: &Host, act: Value) -> (u16, Value) {
    let (status, answer) = http(host.addr, "POST", "/admin", Some(TOKEN), Some(act)).await;
    (status, json_of(&answer))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_operator_has_this_interface() {
    let folder = Folder::new("no-operator");
    let host = Host::start(&folder).await;
    assert_eq!(act(&host, json!({"act": "list"})).await.0, 404, "without a token in the configuration");
    host.stop().await;
    let host = start(&folder).await;
    for token in [None, Some("another token"), Some("")] {
        assert_eq!(http(host.addr, "POST", "/admin", token, Some(json!({"act": "list"}))).await.0, 404);
    }
    assert_eq!(act(&host, json!({"act": "list"})).await, (200, json!([])));
    assert_eq!(act(&host, json!({"act": "abolish"})).await.0, 400);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_lists_inspects_renames_kicks_and_closes() {
    let folder = Folder::new("operator");
    let host = start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let (_, listed) = act(&host, json!({"act": "list"})).await;
    assert_eq!((&listed[0]["table"], &listed[0]["begun"]), (&json!(id), &json!(true)));
    let (_, shown) = act(&host, json!({"act": "inspect", "table": id})).await;
    assert_eq!(shown["status"]["seats"][0]["owner"], "P0");
    assert_eq!(shown["viewers"][0]["address"], "127.0.0.1", "{shown}");

    let (status, _) = act(&host, json!({"act": "rename", "table": id, "seat": 0, "name": "Nice"})).await;
    assert_eq!(status, 200);
    assert_eq!(host.hall.status(&id).await.unwrap().seats[0].owner.as_deref(), Some("Nice"));

    let (status, answer) = act(&host, json!({"by": "Op", "act": "kick", "table": id, "seat": 1})).await;
    assert_eq!(status, 200, "{answer}");
    assert!(players[1].0.event("game:unseated").await.is_some());
    let seats = host.hall.status(&id).await.unwrap().seats;
    assert_eq!((&seats[1].owner, &seats[1].left), (&None, &None), "the seat is not kept");
    let back = json!({"seat": 1, "name": "P1", "token": players[1].1});
    let (status, _) = http(host.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(back)).await;
    assert_eq!(status, 403, "the token is gone");

    let (status, _) = act(&host, json!({"act": "close", "table": id, "reason": "abuse"})).await;
    assert_eq!(status, 200);
    let closed = host.hall.status(&id).await.unwrap().closed.unwrap();
    assert_eq!(closed, "The operator of this server closed the table: abuse");
    let (status, answer) = act(&host, json!({"act": "close", "table": id, "reason": "again"})).await;
    assert_eq!(status, 409, "{answer}");

    let (_, audit) = act(&host, json!({"act": "audit"})).await;
    let acts: Vec<&str> = audit.as_array().unwrap().iter().map(|row| row["act"]["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["close", "close", "kick", "rename", "inspect", "list"], "newest first");
    assert_eq!((&audit[2]["by"], &audit[2]["outcome"]), (&json!("Op"), &json!("done")));
    assert_eq!(audit[0]["outcome"], "The game is over.", "refused acts are logged, too");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn banned_addresses_and_names_are_turned_away() {
    let folder = Folder::new("bans");
    let host = start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let (status, _) = act(&host, json!({"act": "ban", "name": "Rude", "reason": "insults"})).await;
    assert_eq!(status, 200);
    for name in ["Rude", "rude", "Rud\u{435}"] {
        let body = json!({"seat": 0, "name": name});
        let (status, answer) = http(host.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await;
        assert_eq!(status, 409, "{name}: {answer}");
        assert!(json_of(&answer)["reason"].as_str().unwrap().contains("insults"));
    }
    host.sit(id, 0, "Kind").await;

    let mut client = Client::connect(host.addr).await.unwrap();
    let (status, answer) =
        act(&host, json!({"act": "ban", "address": "127.0.0.0/8", "hours": 1, "reason": "flood"})).await;
    assert_eq!((status, &answer["banned"]), (200, &json!("address 127.0.0.0/8")));
    let told = client.event("game:disconnected").await.unwrap();
    assert_eq!(told["reason"], "You may not use this server: flood");
    assert_eq!(http(host.addr, "GET", "/games", None, None).await.0, 403);
    assert_eq!(http(host.addr, "GET", "/healthz", None, None).await.0, 200, "health checks answer everybody");
    assert!(Client::connect(host.addr).await.is_none());
    host.stop().await;

    // The ban is stored. Its end is in the past now.
    let file = folder.file();
    let before: String = file
        .query_row("SELECT value FROM items WHERE kind = 'ban' AND key LIKE 'address%'", [], |row| row.get(0))
        .unwrap();
    let mut ban: Value = serde_json::from_str(&before).unwrap();
    ban["until"] = json!(1);
    file.execute("UPDATE items SET value = ? WHERE kind = 'ban' AND key LIKE 'address%'", [ban.to_string()]).unwrap();
    drop(file);
    let host = start(&folder).await;
    let open = async || http(host.addr, "GET", "/games", None, None).await.0 == 200;
    until("the ban is over", open).await;
    let (_, bans) = act(&host, json!({"act": "bans"})).await;
    assert_eq!(bans.as_array().unwrap().len(), 2);
    assert_eq!(act(&host, json!({"act": "unban", "name": "Rude"})).await.0, 200);
    assert_eq!(act(&host, json!({"act": "unban", "name": "Rude"})).await.0, 400);
    host.sit(id, 1, "Rude").await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_hears_a_broadcast() {
    let folder = Folder::new("broadcast");
    let host = start(&folder).await;
    let mut clients = [Client::connect(host.addr).await.unwrap(), Client::connect(host.addr).await.unwrap()];
    let (status, _) = act(&host, json!({"act": "broadcast", "text": "An update starts at noon."})).await;
    assert_eq!(status, 200);
    for client in &mut clients {
        assert_eq!(client.event("game:notice").await.unwrap(), json!({"text": "An update starts at noon."}));
    }
    assert_eq!(act(&host, json!({"act": "broadcast", "text": ""})).await.0, 400);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_reach_the_operator() {
    let folder = Folder::new("reports");
    let host = start(&folder).await;
    let (id, _, players) = host.table("tic-tac-toe", 2).await;
    let path = format!("/active-games/{id}/reports");
    let report = json!({"seat": 1, "text": "They insult me with their name."});
    assert_eq!(http(host.addr, "POST", &path, Some(&players[0].1), Some(report)).await.0, 204);
    for wrong in [json!({"text": " "}), json!({"text": "x".repeat(1001)}), json!({"seat": 7, "text": "?"})] {
        assert_eq!(http(host.addr, "POST", &path, None, Some(wrong.clone())).await.0, 400, "{wrong}");
    }
    let (_, reports) = act(&host, json!({"act": "reports"})).await;
    let row = &reports[0];
    assert_eq!(
        (&row["table"], &row["seat"], &row["name"], &row["by"]),
        (&json!(id), &json!(1), &json!("P1"), &json!(0))
    );
    assert_eq!((reports.as_array().unwrap().len(), &row["from"]), (1, &json!("127.0.0.1")));
    let resolve = json!({"act": "resolve", "report": row["key"]});
    assert_eq!(act(&host, resolve.clone()).await.0, 200);
    assert_eq!(act(&host, resolve).await.0, 400);
    assert_eq!(act(&host, json!({"act": "reports"})).await.1, json!([]));
    assert!(host.hall.metrics_text().contains("rulebook_reports_total 1\n"));
    for _ in 0..30 {
        http(host.addr, "POST", &path, None, Some(json!({"text": "again"}))).await;
    }
    let (status, _) = http(host.addr, "POST", &path, None, Some(json!({"text": "again"}))).await;
    assert_eq!(status, 429, "one address cannot fill the store");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_erased_and_the_log_still_verifies() {
    let folder = Folder::new("erasure");
    let host = start(&folder).await;
    let (running, _, players) = host.table("tic-tac-toe", 2).await;
    let (over, _, mut others) = host.table("tic-tac-toe", 2).await;
    assert_eq!(others[1].0.command(&over, json!({"kind": "resign"})).await["accepted"], true);
    let log = async |id: &str| host.hall.log(id, Viewer::Spectator).await.unwrap().unwrap();
    let before = log(&over).await;
    assert!(before.contains("{\"names\":[\"P0\",\"P1\"]}"), "{before}");
    assert_eq!(before.matches("\"P0\"").count(), 1, "only the last line, which is not in the chain");

    let report = json!({"seat": 0, "text": "An odd name."});
    let path = format!("/active-games/{running}/reports");
    assert_eq!(http(host.addr, "POST", &path, Some(&players[1].1), Some(report)).await.0, 204);
    let (status, erased) = act(&host, json!({"act": "erase", "name": "P0"})).await;
    assert_eq!((status, &erased["tables"], &erased["inOldLogs"]), (200, &json!(2), &json!([])), "{erased}");
    let pseudonym = erased["pseudonym"].as_str().unwrap();
    let after = log(&over).await;
    assert_eq!(after, before.replace("\"P0\"", &format!("\"{pseudonym}\"")), "nothing else has changed");
    let rules = games().find("tic-tac-toe").unwrap().rules;
    assert!(rulebook_matchlog::verify(&after, &*rules).unwrap().replayed);
    for id in [&running, &over] {
        let status = host.hall.status(id).await.unwrap();
        assert_eq!(status.seats[0].owner.as_deref(), Some(pseudonym));
        assert_eq!(status.seats[1].owner.as_deref(), Some("P1"), "the other player keeps the name");
    }
    let (status, _) = http(host.addr, "GET", &format!("/active-games/{running}"), Some(&players[0].1), None).await;
    assert_eq!(status, 403, "the token is gone");
    let (status, _) = http(host.addr, "GET", &format!("/active-games/{running}"), Some(&players[1].1), None).await;
    assert_eq!(status, 200);
    host.stop().await;
    let file = folder.file();
    for (table, column) in [("entries", "line"), ("snapshots", "text"), ("items", "value")] {
        let query = format!("SELECT count(*) FROM {table} WHERE {column} LIKE '%\"P0\"%'");
        assert_eq!(file.query_row(&query, [], |row| row.get::<_, i64>(0)).unwrap(), 0, "{table}");
    }
    drop(file);
    // The records rebuild the same matches.
    let host = start(&folder).await;
    assert_eq!(host.hall.status(&running).await.unwrap().seats[0].owner.as_deref(), Some(pseudonym));
    assert_eq!(host.hall.log(&over, Viewer::Spectator).await.unwrap().unwrap(), after);
    host.stop().await;
}
