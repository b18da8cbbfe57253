//! Tests of faults: lost answers, databases of an earlier release, damaged files, full disks.

use crate::client::{Client, http, json_of, until};
use crate::common::Common;
use crate::host::{Folder, Host};
use crate::postgres::Database;
use crate::stores::{append, header, stores};
use rulebook_kernel::Viewer;
use rulebook_server::StoreAddress;
use rulebook_server::store::{Append, PostgresStore, Right, SeatToken, Store, StoreError};
use rulebook_server::{tokens, transfer};
use serde_json::{Value, json};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering::Relaxed;

const KEY: &str = "0123456789abcdef0123456789abcdef";

async fn sit(host: &Host, id: &str, body: Value) -> (u16, Value) {
    let (status, answer) = http(host.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await;
    (status, json_of(&answer))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_request_gets_the_same_answer() {
    let folder = Folder::new("repeated");
    let host = Host::start(&folder).await;
    let open = json!({"game": "tic-tac-toe", "seats": 2, "key": KEY});
    let first = host.open(open.clone()).await;
    assert_eq!(host.open(open.clone()).await, first, "the same table, with the same tokens");
    let id = first["match"].as_str().unwrap();
    let seat = json!({"seat": 0, "name": "Ann", "key": KEY});
    let (status, sat) = sit(&host, id, seat.clone()).await;
    assert_eq!(status, 201, "{sat}");
    assert_eq!(sit(&host, id, seat.clone()).await, (201, sat.clone()), "the same token");
    let status = json_of(&http(host.addr, "GET", &format!("/active-games/{id}"), None, None).await.1);
    assert_eq!(status["seats"][0]["sat"], 1, "Ann has sat down only once");
    let mut ann = Client::connect(host.addr).await.unwrap();
    assert_eq!(ann.join(id, sat["token"].as_str()).await["accepted"], true);
    // Another player cannot take the seat, with another key or without a key.
    let other = json!({"seat": 0, "name": "Bob", "key": KEY.replace('0', "f")});
    assert_eq!(sit(&host, id, other).await.0, 409);
    assert_eq!(sit(&host, id, json!({"seat": 0, "name": "Ann"})).await.0, 409);
    for short in ["", "short", &"x".repeat(65)] {
        let (status, refused) = sit(&host, id, json!({"seat": 1, "name": "Bob", "key": short})).await;
        assert_eq!((status, &refused["code"]), (400, &json!("malformed")), "{short:?}: a key that can be guessed");
    }
    let chess = json!({"game": "chess", "key": KEY});
    assert_eq!(http(host.addr, "POST", "/active-games", None, Some(chess)).await.0, 400, "the key of another request");
    // The answer is still the same after a restart.
    host.stop().await;
    let host = Host::start(&folder).await;
    assert_eq!(host.open(open).await, first);
    assert_eq!(sit(&host, id, seat).await, (201, sat));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_answer_was_lost_still_gets_the_seat() {
    let folder = Folder::new("ghost");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    let opened = host.open(json!({"game": "tic-tac-toe", "seats": 2})).await;
    let id = opened["match"].as_str().unwrap();
    let seat = json!({"seat": 0, "name": "Ann", "key": KEY});
    // The record is written, but the server gets an error.
    common.deaf.store(1, Relaxed);
    let (status, answer) = sit(&host, id, seat.clone()).await;
    assert!(matches!(status, 201 | 503), "{status} {answer}: done, or unknown");
    let seated = async || sit(&host, id, seat.clone()).await.0 == 201;
    until("the repeated request succeeds", seated).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_and_its_token_are_stored_together() {
    let folder = Folder::new("together");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let id = &tokens::match_id();
        store.create(header(id), "first".into()).await.unwrap();
        let token = |hash: &str, sitting| SeatToken { hash: hash.to_owned(), seat: 1, sitting };
        store.append_seat(append(id, 1, &["a"], None), token("one", 1)).await.unwrap();
        assert_eq!(store.tokens(id).await.unwrap(), [("one".to_owned(), Right::Seat(1, 1))]);
        let conflict = store.append_seat(append(id, 1, &["b"], None), token("two", 2)).await;
        assert_eq!(conflict, Err(StoreError::Conflict));
        assert_eq!(store.tokens(id).await.unwrap().len(), 1, "no record, no token");
        store.append_seat(append(id, 2, &["b"], None), token("two", 2)).await.unwrap();
        assert_eq!(
            store.tokens(id).await.unwrap(),
            [("two".to_owned(), Right::Seat(1, 2))],
            "the earlier token is gone"
        );
        let secret = store.secret().await.unwrap().unwrap();
        assert_eq!(store.secret().await.unwrap(), Some(secret));
        assert_ne!(secret, [0; 32]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_migration_does_not_disturb_running_servers_and_servers_only_check() {
    let Some(database) = Database::start("migrate") else { return };
    let address = &database.address;
    let old = PostgresStore::open(address).await.unwrap();
    let id = tokens::match_id();
    old.create(header(&id), "first".into()).await.unwrap();
    // The database of an earlier release has no schema version.
    let sql = "DROP TABLE rulebook_schema; ALTER TABLE matches DROP COLUMN written; DROP TABLE secrets";
    execute(address, sql).await;
    let refused = PostgresStore::open(address).await.err().unwrap().to_string();
    assert!(refused.contains("rulebook migrate"), "{refused}");
    assert_eq!(PostgresStore::migrate(address).await.unwrap(), (0, 4));
    assert_eq!(PostgresStore::migrate(address).await.unwrap(), (4, 4), "a second time changes nothing");
    let store = std::sync::Arc::new(PostgresStore::open(address).await.unwrap());
    // Servers append all the time, while others start and migrate.
    let appends = tokio::spawn({
        let (store, id) = (std::sync::Arc::clone(&store), id.clone());
        async move {
            for version in 1..300 {
                store.append(append(&id, version, &["a"], None)).await.unwrap();
            }
        }
    });
    for _ in 0..4 {
        execute(address, "UPDATE rulebook_schema SET version = 0").await;
        assert_eq!(PostgresStore::migrate(address).await.unwrap(), (0, 4));
        PostgresStore::open(address).await.unwrap();
    }
    appends.await.unwrap();
    assert!(store.age(&id).await.unwrap().is_some_and(|age| age < 60_000), "measured by the database");
    execute(address, "UPDATE rulebook_schema SET version = 9, oldest = 1").await;
    assert!(PostgresStore::open(address).await.is_ok(), "an old server runs on a newer schema that allows it");
    execute(address, "UPDATE rulebook_schema SET oldest = 9").await;
    let refused = PostgresStore::open(address).await.err().unwrap().to_string();
    assert!(refused.contains("newer release"), "{refused}");
}

async fn execute(address: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_damaged_page_does_not_stop_an_export() {
    let folder = Folder::new("damaged");
    let store = folder.store().open().await.unwrap();
    let ids: Vec<String> = (0..400u128).map(|at| format!("{:024x}", at * 0x00a3_d70a_3d70_a3d7_0a3d_70a3)).collect();
    for id in &ids {
        let lines = (0..20).map(|at| (format!("{{\"at\":{at},\"text\":\"{}\"}}", "x".repeat(100)), None)).collect();
        store.import(header(id), lines, Vec::new()).await.unwrap();
    }
    store.close();
    drop(store);
    // Damage one page in the middle of the file.
    let StoreAddress::Sqlite(path) = folder.store() else { unreachable!() };
    let length = std::fs::metadata(&path).unwrap().len();
    for (at, part) in [(3, 8), (5, 8)] {
        let mut file = std::fs::File::options().write(true).open(&path).unwrap();
        let page = length * at / part / 4096 * 4096;
        file.seek(SeekFrom::Start(page)).unwrap();
        file.write_all(&[0xff; 4096]).unwrap();
    }
    let store = folder.store().open().await.unwrap();
    let salvaged = store.salvage().await.unwrap();
    let (mut read, mut named) = (0, salvaged.lost.len());
    for header in &salvaged.found {
        match transfer::export(&*store, header).await {
            Ok(text) => {
                assert_eq!(text.lines().count(), 21);
                read += 1;
            }
            Err(_) => named += 1,
        }
    }
    assert!(read > 300 && named > 0, "{read} matches were read, {named} are named as damaged");
}

/// Overwrites a page of an SQLite file.
fn damage(path: &Path, page: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[page * 4096..(page + 1) * 4096].fill(0xff);
    std::fs::write(path, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_tells_of_matches_on_damaged_pages() {
    let folder = Folder::new("damaged-health");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    for at in 0..150 {
        let ack = players[0].0.command(&id, json!({"kind": "pause", "on": at % 2 == 0})).await;
        assert_eq!(ack["accepted"], true, "{ack}");
    }
    let (other, _, _) = host.table("chess", 2).await;
    let record = host.hall.store.read(&id, 60).await.unwrap().remove(0);
    drop(players);
    host.stop().await;
    let StoreAddress::Sqlite(path) = folder.store() else { unreachable!() };
    let whole = folder.file();
    whole.execute_batch("DELETE FROM snapshots; PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    drop(whole);
    let bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(record.len()).rposition(|part| part == record.as_bytes()).unwrap();
    damage(&path, at / 4096);
    let host = Host::start(&folder).await;
    let health = async || http(host.addr, "GET", "/healthz", None, None).await;
    until("the match is counted", async || health().await.1.ends_with("ok, but 1 match cannot be read\n")).await;
    assert_eq!(http(host.addr, "GET", &format!("/active-games/{id}"), None, None).await.0, 409);
    assert_eq!(http(host.addr, "GET", &format!("/active-games/{other}"), None, None).await.0, 200);
    host.stop().await;
    // The first page of the matches: now no match can be read.
    let whole = folder.file();
    whole.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
    let query = "SELECT rootpage FROM sqlite_schema WHERE name = 'matches'";
    let first: usize = whole.query_row(query, [], |row| row.get(0)).unwrap();
    drop(whole);
    damage(&path, first - 1);
    let host = Host::start(&folder).await;
    let (status, answer) = http(host.addr, "GET", "/healthz", None, None).await;
    assert!(status == 503 && answer.ends_with("the store fails\n"), "{answer}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_damaged_page_stops_an_export() {
    let folder = Folder::new("each-page");
    let store = folder.store().open().await.unwrap();
    let ids: Vec<String> = (0..12u128).map(|at| format!("{:024x}", at << 90)).collect();
    for id in &ids {
        let lines = (0..20).map(|at| (format!("{{\"at\":{at},\"text\":\"{}\"}}", "x".repeat(100)), None)).collect();
        store.import(header(id), lines, vec![(tokens::hash(id), Right::Host)]).await.unwrap();
    }
    store.keep_rules("00", "{}".repeat(3000)).await.unwrap();
    store.close();
    drop(store);
    let StoreAddress::Sqlite(path) = folder.store() else { unreachable!() };
    let whole = std::fs::read(&path).unwrap();
    let damaged = folder.0.join("damaged.db");
    let mut useless = 0;
    // Leave the first page intact: it has the list of the SQL tables, without which SQLite cannot read anything.
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xff);
        for end in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.0.join(format!("damaged.db{end}")));
        }
        std::fs::write(&damaged, bytes).unwrap();
        let store = StoreAddress::Sqlite(damaged.clone()).open_readable().await.unwrap();
        let salvaged = store.salvage().await.unwrap();
        let (mut read, mut named) = (0, salvaged.lost.len());
        for header in &salvaged.found {
            match transfer::export_readable(&*store, header).await {
                Ok(_) => read += 1,
                Err(_) => named += 1,
            }
        }
        assert!(read + named >= ids.len(), "page {page}: {read} matches were read, and {named} are named");
        useless += u32::from(read == 0);
    }
    assert_eq!(useless, 2, "only the first page of the matches and the first page of their records are needed by all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_tells_of_matches_that_cannot_be_read() {
    let folder = Folder::new("truth");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    assert!(http(host.addr, "GET", "/healthz", None, None).await.1.ends_with("\r\n\r\nok\n"));
    host.stop().await;
    folder.file().execute("UPDATE entries SET line = 'nonsense' WHERE match_id = ? AND n = 1", [&id]).unwrap();
    folder.file().execute("DELETE FROM snapshots", []).unwrap();
    let host = Host::start(&folder).await;
    let told = async || {
        let (status, answer) = http(host.addr, "GET", "/healthz", None, None).await;
        status == 200 && answer.contains("1 match cannot be read")
    };
    until("the damage is told, and the server stays in service", told).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_tells_that_appends_fail() {
    let folder = Folder::new("failing");
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    common.deaf.store(1000, Relaxed);
    let mut on = true;
    let sick = async || {
        players[0].0.command(&id, json!({"kind": "pause", "on": on})).await;
        on = !on;
        http(host.addr, "GET", "/healthz", None, None).await.0 == 503
    };
    until("a server whose appends fail is not healthy", sick).await;
    common.deaf.store(0, Relaxed);
    until("and recovers", async || http(host.addr, "GET", "/healthz", None, None).await.0 == 200).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_certificate_of_a_database_is_checked() {
    let Some(database) = Database::start("tls") else { return };
    let folder = Folder::new("tls");
    let (key, certificate) = (folder.0.join("server.key"), folder.0.join("server.crt"));
    let settings = folder.0.join("openssl.conf");
    let extensions = "subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n";
    let text = format!(
        "[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=localhost\n[ext]\n{extensions}"
    );
    std::fs::write(&settings, text).unwrap();
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-config"]).arg(&settings);
    let made = openssl.arg("-keyout").arg(&key).arg("-out").arg(&certificate).output();
    if !made.is_ok_and(|made| made.status.success()) {
        return eprintln!("skipped: there is no openssl");
    }
    let (client, connection) = tokio_postgres::connect(&database.address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let data: String = client.query_one("SHOW data_directory", &[]).await.unwrap().get(0);
    for file in [&key, &certificate] {
        let copy = std::path::Path::new(&data).join(file.file_name().unwrap());
        std::fs::copy(file, &copy).unwrap();
        let _ = Command::new("chown").arg("postgres").arg(&copy).status();
        let _ = Command::new("chmod").arg("600").arg(&copy).status();
    }
    client.batch_execute("ALTER SYSTEM SET ssl = on").await.unwrap();
    client.batch_execute("SELECT pg_reload_conf()").await.unwrap();
    let named = database.address.replace("127.0.0.1", "localhost");
    let trusted = format!("sslmode=verify-full&sslrootcert={}", certificate.display());
    until("the database speaks TLS", async || PostgresStore::open(&format!("{named}?{trusted}")).await.is_ok()).await;
    let unknown = PostgresStore::open(&format!("{named}?sslmode=verify-full")).await.err().unwrap().to_string();
    assert!(unknown.contains("certificate"), "nobody vouches for it: {unknown}");
    let other = PostgresStore::open(&format!("{}?{trusted}", database.address)).await.err().unwrap().to_string();
    assert!(other.contains("certificate"), "it is for another name: {other}");
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_are_removed_and_others_stay() {
    let folder = Folder::new("removed");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let ids: Vec<String> = (0..3).map(|_| tokens::match_id()).collect();
        for (id, at) in ids.iter().zip(5..) {
            store.create(header(id), "first".into()).await.unwrap();
            store.add_token(id, tokens::hash(id), Right::Host).await.unwrap();
            store.keep_snapshot(id, 1, "snapshot".into()).await.unwrap();
            let live = *id == ids[2];
            store.append(Append { live, at, ..append(id, 1, &["a"], None) }).await.unwrap();
        }
        // `create` records a visit at the time of the opening, which is 1000 in this test.
        let found = async |before, skip| -> Vec<String> {
            let found = store.over_before(before, skip, 1_000_000).await.unwrap();
            found.into_iter().map(|header| header.id).filter(|id| ids.contains(id)).collect()
        };
        assert_eq!(found(1000, 0).await, [""; 0], "they were not unvisited for long enough");
        assert_eq!(found(1001, 0).await.len(), 2, "the running match is not among them");
        for id in &ids {
            store.remove(id).await.unwrap();
        }
        assert_eq!(found(1001, 0).await, [""; 0]);
        assert!(store.find(&ids[0]).await.unwrap().is_none() && store.read(&ids[0], 0).await.unwrap().is_empty());
        assert!(store.tokens(&ids[0]).await.unwrap().is_empty() && store.snapshot(&ids[0]).await.unwrap().is_none());
        assert_eq!(store.read(&ids[2], 0).await.unwrap(), ["first", "a"], "a running match stays");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_matches_are_read_as_before() {
    let folder = Folder::new("compressed");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let ids: Vec<String> = (0..2).map(|_| tokens::match_id()).collect();
        let line = |n: u64| format!("{{\"at\":{n},\"record\":{{\"text\":\"{}\"}}}}", "move ".repeat(50));
        for id in &ids {
            store.create(header(id), line(0)).await.unwrap();
            store.keep_snapshot(id, 1, "snapshot".into()).await.unwrap();
            for n in 1..40 {
                let key = format!("0:{n}");
                let live = *id == ids[1] || n < 39;
                store.append(Append { live, ..append(id, n, &[&line(n)], Some(&key)) }).await.unwrap();
            }
        }
        let lines: Vec<String> = (0..40).map(line).collect();
        let found = async || -> Vec<String> {
            let found = store.compressible(1001, 1_000_000).await.unwrap();
            found.into_iter().filter(|id| ids.contains(id)).collect()
        };
        assert_eq!(found().await, [ids[0].clone()], "the running match is not among them");
        assert_eq!(store.compress(&ids[1]).await, Err(StoreError::Conflict));
        let (before, after) = store.compress(&ids[0]).await.unwrap();
        assert!(
            before == lines.iter().map(|line| line.len() as u64).sum::<u64>() && after * 10 < before,
            "{before} {after}"
        );
        assert!(found().await.is_empty());
        assert_eq!(store.compress(&ids[0]).await, Err(StoreError::Conflict), "once");
        assert_eq!(store.read(&ids[0], 0).await.unwrap(), lines);
        assert_eq!(store.read(&ids[0], 38).await.unwrap(), lines[38..]);
        assert_eq!(store.read(&ids[0], 40).await.unwrap(), [""; 0]);
        assert_eq!(store.find(&ids[0]).await.unwrap().unwrap().version, 40);
        assert!(store.snapshot(&ids[0]).await.unwrap().is_none(), "the records rebuild the match");
        // A finished match still gets records: a rematch, or another name.
        store.append(Append { live: false, ..append(&ids[0], 40, &["next"], None) }).await.unwrap();
        assert_eq!(store.read(&ids[0], 39).await.unwrap(), [lines[39].clone(), "next".to_owned()]);
        let redacted = vec![(3, "erased".to_owned()), (40, "also".to_owned())];
        store.redact(&ids[0], redacted).await.unwrap();
        let read = store.read(&ids[0], 0).await.unwrap();
        assert_eq!((read.len(), &*read[2], &*read[3], &*read[40]), (41, &*lines[2], "erased", "also"));
        store.remove(&ids[0]).await.unwrap();
        assert!(store.find(&ids[0]).await.unwrap().is_none() && store.read(&ids[0], 0).await.unwrap().is_empty());
        assert_eq!(store.read(&ids[1], 0).await.unwrap(), lines);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_compressed_match_can_be_watched() {
    let folder = Folder::new("compressed-table");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    assert_eq!(players[1].0.command(&id, json!({"kind": "resign"})).await["accepted"], true);
    let log = async |host: &Host| host.hall.log(&id, Viewer::Spectator).await.unwrap().unwrap();
    let before = log(&host).await;
    host.stop().await;
    let store = folder.store().open().await.unwrap();
    store.compress(&id).await.unwrap();
    store.close();
    drop(store);
    let host = Host::start(&folder).await;
    assert_eq!(log(&host).await, before);
    let mut client = Client::connect(host.addr).await.unwrap();
    assert_eq!(client.join(&id, Some(&players[0].1)).await["accepted"], true);
    assert!(client.event("game:view").await.unwrap()["view"]["scene"].is_object());
    host.stop().await;
}
