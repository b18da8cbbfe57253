//! Tests of table codes: the guarantees of a store, the tables that a code finds, and the limit on wrong codes.

use crate::client::{Client, http, json_of};
use crate::common::Common;
use crate::host::{Folder, Host, config, games};
use crate::stores::{append, header, stores};
use rulebook_server::store::{Append, StoreError};
use rulebook_server::{Config, codes, tokens};
use serde_json::{Value, json};
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread")]
async fn a_table_code_belongs_to_one_open_table() {
    let folder = Folder::new("codes");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let ids: Vec<String> = (0..3).map(|_| tokens::match_id()).collect();
        for id in &ids {
            store.create(header(id), "first".into()).await.unwrap();
        }
        let [one, other, third] = [&ids[0], &ids[1], &ids[2]];
        let (code, another) = (codes::draw(), codes::draw());
        assert_eq!(store.by_code(&code).await, Ok(None));
        assert_eq!(store.give_code(one, &code).await, Ok(code.clone()));
        assert_eq!(store.give_code(one, &another).await, Ok(code.clone()), "it keeps the one that it has");
        assert_eq!(store.give_code(other, &code).await, Err(StoreError::Conflict));
        let mut drawn = [&code, &code, &another].into_iter();
        let given = codes::give(&*store, other, || drawn.next().unwrap().clone()).await;
        assert_eq!(given, Ok(another.clone()), "it is drawn until one is free");
        let none = codes::give(&*store, third, || code.clone()).await;
        assert!(matches!(none, Err(StoreError::Broken(_))), "not for ever: {none:?}");
        store.append(append(one, 1, &["a"], None)).await.unwrap();
        assert_eq!(store.by_code(&code).await.unwrap().map(|found| (found.id, found.version)), Some((one.clone(), 2)));
        store.append(Append { live: false, ..append(one, 2, &["over"], None) }).await.unwrap();
        assert_eq!(store.by_code(&code).await, Ok(None));
        assert_eq!(store.give_code(one, &code).await, Err(StoreError::Missing), "it is closed");
        assert_eq!(store.give_code(&tokens::match_id(), &code).await, Err(StoreError::Missing));
        assert_eq!(store.give_code(third, &code).await, Ok(code.clone()), "the code is free again");
        assert_eq!(store.by_code(&code).await.unwrap().unwrap().id, *third);
        for id in [other, third] {
            store.append(Append { live: false, ..append(id, 1, &["over"], None) }).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_for_table_codes_all_get_valid_codes() {
    let folder = Folder::new("codes-race");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let ids: Vec<String> = (0..8).map(|_| tokens::match_id()).collect();
        for id in &ids {
            store.create(header(id), "first".into()).await.unwrap();
        }
        // All tables request the same code. Only one table gets the code.
        let code = codes::draw();
        let give = |id: &String, code: String| {
            let (store, id) = (Arc::clone(&store), id.clone());
            tokio::spawn(async move { store.give_code(&id, &code).await })
        };
        let tries: Vec<_> = ids.iter().map(|id| give(id, code.clone())).collect();
        let mut told = Vec::new();
        for one in tries {
            told.push(one.await.unwrap());
        }
        assert_eq!(told.iter().filter(|given| **given == Ok(code.clone())).count(), 1, "{told:?}");
        assert_eq!(told.iter().filter(|given| **given == Err(StoreError::Conflict)).count(), 7, "{told:?}");
        // Eight requests offer different codes for one table. All of them return the same code.
        let id = &ids[told.iter().position(Result::is_err).unwrap()];
        let tries: Vec<_> = (0..8).map(|_| give(id, codes::draw())).collect();
        let mut told = Vec::new();
        for one in tries {
            told.push(one.await.unwrap().unwrap());
        }
        assert!(told.iter().all(|code| *code == told[0]), "{told:?}");
        for id in &ids {
            store.append(Append { live: false, ..append(id, 1, &["over"], None) }).await.unwrap();
        }
    }
}

/// The response to a request for the code of a table.
async fn code_of(host: &Host, id: &str, token: Option<&str>) -> (u16, Value) {
    let (status, answer) = http(host.addr, "POST", &format!("/active-games/{id}/code"), token, None).await;
    (status, json_of(&answer))
}

/// The response to a request for the table with a code.
async fn find(host: &Host, code: &str) -> (u16, Value) {
    let (status, answer) = http(host.addr, "GET", &format!("/codes/{code}"), None, None).await;
    (status, json_of(&answer))
}

/// A code that no table here has.
fn unknown(known: &str) -> String {
    let own = codes::read(known);
    std::iter::repeat_with(codes::draw).find(|code| Some(code) != own.as_ref()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_found_by_its_code_until_it_is_closed() {
    let folder = Folder::new("by-code");
    let common = Common::new(&folder).await;
    let (one, two) = (Host::on(common.node()).await, Host::on(common.node()).await);
    let opened = one.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let (status, told) = code_of(&one, id, None).await;
    let code = told["code"].as_str().unwrap().to_owned();
    assert_eq!((status, code.len(), code.find('-')), (200, 7, Some(3)), "{told}");
    assert_eq!(code_of(&two, id, None).await, (200, told), "the same on every node");
    let (lower, joined) = (code.to_lowercase(), code.replace('-', ""));
    for written in [&*code, &*lower, &*joined, &*lower.replace('-', "%20"), &*format!("%20{joined}-")] {
        let (status, row) = find(&two, written).await;
        assert_eq!((status, &row["match"], &row["game"]), (200, &json!(id), &json!("tic-tac-toe")), "{written}");
        assert_eq!(row.as_object().unwrap().len(), 5, "no more than the list of tables tells: {row}");
    }
    two.sit(id, 0, "Ann").await;
    let (status, refused) = find(&one, &unknown(&code)).await;
    assert_eq!((status, &refused["reason"]), (404, &json!("No open table has that code.")));
    for odd in ["KQ7-3F0", "KQ7-3FMX", "x", "%F0%9F%83%8F", id] {
        let (status, refused) = find(&one, odd).await;
        assert_eq!((status, &refused["code"]), (400, &json!("malformed")), "{odd}");
        assert!(refused["reason"].as_str().unwrap().contains("six letters"), "{refused}");
    }
    let mut host = Client::connect(one.addr).await.unwrap();
    assert_eq!(host.join(id, opened["hostToken"].as_str()).await["accepted"], true);
    let closed = host.command(id, json!({"kind": "close", "reason": "it is late"})).await;
    assert_eq!(closed["accepted"], true, "{closed}");
    for node in [&one, &two] {
        assert_eq!(find(node, &code).await.0, 404);
    }
    assert_eq!(code_of(&one, id, None).await, (200, json!({"code": null})));
    assert_eq!(
        http(one.addr, "GET", &format!("/active-games/{id}"), None, None).await.0,
        200,
        "its id is good as ever"
    );
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_table_has_no_code() {
    let folder = Folder::new("no-code");
    let host = Host::start(&folder).await;
    let opened = host.open(json!({"game": "tic-tac-toe", "terms": {"private": true}})).await;
    let id = opened["match"].as_str().unwrap();
    assert_eq!(code_of(&host, id, None).await.0, 404, "a private table needs an invitation");
    for token in ["hostToken", "inviteToken", "watchToken"] {
        assert_eq!(code_of(&host, id, opened[token].as_str()).await, (200, json!({"code": null})));
    }
    // A private table is not found even if the store has a code for it.
    let code = host.hall.store.give_code(id, &codes::draw()).await.unwrap();
    assert_eq!(find(&host, &code).await.0, 404);
    assert_eq!(code_of(&host, &tokens::match_id(), None).await.0, 404);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_wrong_codes_must_wait() {
    let folder = Folder::new("guesses");
    let host = Host::run(Config { codes_an_hour: 3, ..config(folder.store(), 1000) }, &games()).await;
    let opened = host.open(json!({"game": "tic-tac-toe"})).await;
    let id = opened["match"].as_str().unwrap();
    let code = code_of(&host, id, None).await.1["code"].as_str().unwrap().to_owned();
    for _ in 0..5 {
        assert_eq!(find(&host, &code).await.0, 200, "a valid code does not count");
        assert_eq!(find(&host, "0000").await.0, 400, "a malformed code does not count");
    }
    for _ in 0..3 {
        assert_eq!(find(&host, &unknown(&code)).await.0, 404);
    }
    // After too many wrong codes, a valid code is refused too. Otherwise the address could go on guessing.
    for tried in [unknown(&code), code] {
        let (status, answer) = http(host.addr, "GET", &format!("/codes/{tried}"), None, None).await;
        let refused = json_of(&answer);
        assert_eq!((status, &refused["code"]), (429, &json!("not-allowed")), "{answer}");
        assert!(answer.contains("retry-after: 3"), "{answer}");
        assert!(refused["reason"].as_str().unwrap().contains("in 60 minutes"), "{refused}");
    }
    host.sit(id, 0, "Ann").await;
    host.stop().await;
}
