//! Tests of the guarantees of every store, on SQLite and, if available, on PostgreSQL. They use the database of
//! `RULEBOOK_TEST_POSTGRES=postgres://…`, or start their own if Debian's packages are installed.

use crate::client::until;
use crate::host::{Folder, Host, games};
use crate::postgres::Database;
use rulebook_server::StoreAddress;
use rulebook_server::store::{Append, Header, Item, MOST_AI_ENTRIES, Right, Store, StoreError, Usage};
use rulebook_server::tokens;
use rulebook_server::transfer;
use std::sync::Arc;

/// A PostgreSQL store, and the database that must outlive it.
async fn postgres(folder: &Folder) -> Option<(Arc<dyn Store>, Option<Database>)> {
    let (address, database) = match std::env::var("RULEBOOK_TEST_POSTGRES") {
        Ok(address) => (address, None),
        Err(_) => {
            let name = folder.0.file_name().unwrap().to_str().unwrap();
            let database = Database::start(name)?;
            (database.address.clone(), Some(database))
        }
    };
    Some((address.parse::<StoreAddress>().unwrap().open().await.unwrap(), database))
}

/// A store of every kind that this machine has.
pub async fn stores(folder: &Folder) -> (Vec<Arc<dyn Store>>, Option<Database>) {
    let mut all = vec![folder.store().open().await.unwrap()];
    match postgres(folder).await {
        Some((store, database)) => {
            all.push(store);
            (all, database)
        }
        None => (all, None),
    }
}

pub fn header(id: &str) -> Header {
    Header {
        id: id.to_owned(),
        game: "war".to_owned(),
        source: "00".to_owned(),
        secret: [7; 32],
        private: false,
        live: true,
        begun: false,
        opened: 1000,
        version: 1,
    }
}

pub fn append(id: &str, expected: u64, lines: &[&str], key: Option<&str>) -> Append {
    let lines = lines.iter().map(|line| ((*line).to_owned(), key.map(str::to_owned))).collect();
    Append { id: id.to_owned(), expected, lines, live: true, begun: false, due: false, at: 1000 }
}

#[tokio::test(flavor = "multi_thread")]
async fn appends_follow_each_other() {
    let folder = Folder::new("appends");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let id = &tokens::match_id();
        store.create(header(id), "first".into()).await.unwrap();
        assert!(store.create(header(id), "again".into()).await.is_err(), "an id is used once");
        store.append(append(id, 1, &["a", "b"], None)).await.unwrap();
        assert_eq!(store.append(append(id, 1, &["c"], None)).await, Err(StoreError::Conflict));
        assert_eq!(store.append(append(id, 9, &["c"], None)).await, Err(StoreError::Conflict));
        store.append(append(id, 3, &["c"], Some("0:key"))).await.unwrap();
        assert_eq!(store.append(append(id, 4, &["d"], Some("0:key"))).await, Err(StoreError::Conflict), "a key once");
        assert_eq!(store.read(id, 0).await.unwrap(), ["first", "a", "b", "c"]);
        assert_eq!(store.read(id, 3).await.unwrap(), ["c"]);
        let found = store.find(id).await.unwrap().unwrap();
        assert_eq!((found.version, found.secret), (4, [7; 32]));
        assert!(store.list(true).await.unwrap().iter().any(|header| header.id == *id));
        store.append(Append { live: false, ..append(id, 4, &["e"], None) }).await.unwrap();
        assert!(!store.list(true).await.unwrap().iter().any(|header| header.id == *id));
        assert_eq!(store.append(append("0123456789abcdef01234567", 0, &["x"], None)).await, Err(StoreError::Conflict));
        store.healthy().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_found_by_when_they_were_opened_and_whether_they_have_begun() {
    let folder = Folder::new("found");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        // Other tests may use the same store, so this test uses times that are later than all of theirs.
        let base = 1 << 50;
        let ids: Vec<String> = (0..4).map(|_| tokens::match_id()).collect();
        for (id, age) in ids.iter().zip(0..) {
            let header = Header { opened: base - age, private: age == 1, ..header(id) };
            store.create(header, "first".into()).await.unwrap();
        }
        let found = async |after: Option<&str>, most: usize| -> Vec<String> {
            let rows = store.newest(after, most).await.unwrap();
            rows.into_iter().map(|row| row.id).filter(|id| ids.contains(id)).collect()
        };
        let these = |at: &[usize]| -> Vec<String> { at.iter().map(|at| ids[*at].clone()).collect() };
        assert_eq!(found(None, 3).await, these(&[0, 2, 3]), "the newest first, no private one");
        assert_eq!(found(None, 2).await, these(&[0, 2]));
        assert_eq!(found(Some(ids[0].as_str()), 1).await, these(&[2]));
        assert_eq!(found(Some(ids[1].as_str()), 9).await, these(&[2, 3]), "also after one that is not listed");
        store.append(Append { begun: true, ..append(&ids[3], 1, &["a"], None) }).await.unwrap();
        store.append(Append { live: false, ..append(&ids[2], 1, &["a"], None) }).await.unwrap();
        let kept = store.find(&ids[3]).await.unwrap().unwrap();
        assert_eq!((kept.begun, kept.opened, kept.version), (true, base - 3, 2));
        let waiting = store.waiting(base, 1_000_000).await.unwrap();
        let ours: Vec<&String> = waiting.iter().filter(|id| ids.contains(id)).collect();
        assert_eq!(ours, [&ids[1]], "the table was opened early enough, still exists and has not begun");
        for id in [&ids[0], &ids[1], &ids[3]] {
            let version = store.find(id).await.unwrap().unwrap().version;
            store.append(Append { live: false, ..append(id, version, &["over"], None) }).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_the_bots_keeps_its_order_and_its_newest_entries() {
    let folder = Folder::new("ai-log-store");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let (id, other) = (&tokens::match_id(), &tokens::match_id());
        for id in [id, other] {
            store.create(header(id), "first".into()).await.unwrap();
        }
        assert_eq!(store.ai_log(id, 9).await.unwrap(), [""; 0]);
        let most = MOST_AI_ENTRIES as usize;
        for n in 0..most + 5 {
            store.add_ai_entry(id, format!("entry {n}")).await.unwrap();
        }
        store.add_ai_entry(other, "another match".into()).await.unwrap();
        let newest = store.ai_log(id, 2).await.unwrap();
        assert_eq!(newest, [format!("entry {}", most + 3), format!("entry {}", most + 4)], "oldest first");
        let all = store.ai_log(id, usize::MAX >> 1).await.unwrap();
        assert_eq!((all.len(), all[0].as_str()), (most, "entry 5"));
        assert_eq!(store.ai_log(other, 9).await.unwrap(), ["another match"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_snapshot_and_heartbeat_are_kept() {
    let folder = Folder::new("newest");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let id = &tokens::match_id();
        store.create(header(id), "first".into()).await.unwrap();
        assert_eq!(store.snapshot(id).await.unwrap(), None);
        for (version, text) in [(5, "five"), (3, "three, of a node that is behind"), (9, "nine")] {
            store.keep_snapshot(id, version, text.into()).await.unwrap();
            let newest = if version < 9 { (5, "five".to_owned()) } else { (9, "nine".to_owned()) };
            assert_eq!(store.snapshot(id).await.unwrap(), Some(newest));
        }
        for at in [1 << 40, 17] {
            store.heartbeat(at).await.unwrap();
            assert!(store.last_heartbeat().await.unwrap() >= Some(1 << 40));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_an_old_store_fills_columns_from_the_records() {
    let folder = Folder::new("grows");
    let host = Host::start(&folder).await;
    let (played, _, _) = host.table("tic-tac-toe", 2).await;
    let opened = host.open(serde_json::json!({"game": "tic-tac-toe"})).await;
    let lobby = opened["match"].as_str().unwrap();
    let mut before = Vec::new();
    for id in [&*played, lobby] {
        before.push(host.hall.store.find(id).await.unwrap().unwrap());
    }
    assert!(before[0].begun && !before[1].begun);
    host.stop().await;
    let file = folder.file();
    let shrink = "DROP INDEX matches_newest; DROP INDEX matches_waiting; DROP INDEX matches_code; \
                  ALTER TABLE matches DROP COLUMN opened; ALTER TABLE matches DROP COLUMN begun; \
                  ALTER TABLE matches DROP COLUMN touched; ALTER TABLE matches DROP COLUMN due; \
                  ALTER TABLE matches DROP COLUMN code;";
    file.execute_batch(shrink).unwrap();
    drop(file);
    let store = folder.store().open().await.unwrap();
    for header in before {
        assert_eq!(store.find(&header.id).await.unwrap(), Some(header));
    }
    let awake = store.active(u64::MAX >> 1).await.unwrap();
    assert_eq!(awake.iter().map(|header| &header.id).collect::<Vec<_>>(), [&played], "it may have clocks");
    assert_eq!(store.give_code(&played, "KQ73FM").await.unwrap(), "KQ73FM", "and has a code when somebody wants one");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_found_by_their_last_visit() {
    let folder = Folder::new("touched");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        // Other tests may use the store at the same time, with the current time.
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let base = (1 << 50) + u64::try_from(since_1970.as_millis()).unwrap();
        let ids: Vec<String> = (0..4).map(|_| tokens::match_id()).collect();
        for (id, at) in ids.iter().zip(base..) {
            store.create(Header { opened: 1000, ..header(id) }, "first".into()).await.unwrap();
            // The last match is a lobby, and the third has a clock.
            let (begun, due) = (*id != ids[3], *id == ids[2]);
            store.append(Append { begun, due, at, ..append(id, 1, &["a"], None) }).await.unwrap();
        }
        let ours = |id: &String| ids.iter().position(|own| own == id);
        let awake = async |since: u64| -> Vec<usize> {
            store.active(since).await.unwrap().iter().filter_map(|header| ours(&header.id)).collect()
        };
        let abandoned = async |before: u64| -> Vec<(usize, u64)> {
            let found = store.abandoned(before, 1_000_000).await.unwrap();
            found.into_iter().filter_map(|(id, version)| Some((ours(&id)?, version))).collect()
        };
        assert_eq!(awake(base + 1).await, [2, 1], "the newest first");
        assert_eq!(awake(base + 9).await, [2], "a clock is due there");
        assert_eq!(abandoned(base + 2).await, [(0, 2), (1, 2)]);
        store.visited(&ids[0], base + 5).await.unwrap();
        store.visited(&ids[1], 17).await.unwrap();
        assert_eq!(abandoned(base + 2).await, [(1, 2)]);
        store.append(Append { begun: true, at: 0, ..append(&ids[1], 2, &["b"], None) }).await.unwrap();
        assert_eq!(abandoned(base + 2).await, [(1, 3)], "nobody did that");
        for (id, version) in ids.iter().zip([2, 3, 2, 2]) {
            store.append(Append { live: false, ..append(id, version, &["over"], None) }).await.unwrap();
        }
        assert_eq!((awake(0).await, abandoned(base + 9).await), (vec![], vec![]));
        let mut told = Vec::new();
        for at in [base, base + 10, base + 20, base + 31] {
            told.push(store.serving(at, 10).await.unwrap() - base);
        }
        assert_eq!(told, [0, 0, 0, 31], "after a pause the count begins again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_several_concurrent_appends_succeeds() {
    let folder = Folder::new("race");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let id = tokens::match_id();
        store.create(header(&id), "first".into()).await.unwrap();
        for version in 1..20 {
            let tries: Vec<_> = (0..8)
                .map(|who| {
                    let (store, id) = (Arc::clone(&store), id.clone());
                    tokio::spawn(async move { store.append(append(&id, version, &[&who.to_string()], None)).await })
                })
                .collect();
            let mut done = 0;
            for one in tries {
                match one.await.unwrap() {
                    Ok(()) => done += 1,
                    Err(error) => assert_eq!(error, StoreError::Conflict),
                }
            }
            assert_eq!(done, 1);
        }
        assert_eq!(store.read(&id, 0).await.unwrap().len(), 20);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_are_good_at_one_match_until_they_are_revoked() {
    let folder = Folder::new("tokens");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let (one, other) = (tokens::match_id(), tokens::match_id());
        store.create(header(&one), "first".into()).await.unwrap();
        let hash = tokens::hash(&tokens::fresh());
        store.add_token(&one, hash.clone(), Right::Seat(2, 7)).await.unwrap();
        assert_eq!(store.token(&one, &hash).await.unwrap(), Some(Right::Seat(2, 7)));
        assert_eq!(store.token(&other, &hash).await.unwrap(), None);
        let copied = store.tokens(&one).await.unwrap();
        store.import(header(&other), vec![("first".into(), None)], copied.clone()).await.unwrap();
        assert_eq!(store.tokens(&other).await.unwrap(), [(hash.clone(), Right::Seat(2, 7))]);
        assert!(store.import(header(&other), vec![("first".into(), None)], copied).await.is_err(), "only once");
        store.revoke(&one, 1, 7).await.unwrap();
        assert!(store.token(&one, &hash).await.unwrap().is_some(), "another seat");
        store.revoke(&one, 2, 6).await.unwrap();
        assert!(store.token(&one, &hash).await.unwrap().is_some(), "a later player");
        store.revoke(&one, 2, 7).await.unwrap();
        assert_eq!(store.token(&one, &hash).await.unwrap(), None);
        assert_eq!(store.token(&other, &hash).await.unwrap(), Some(Right::Seat(2, 7)));
        let source = tokens::fresh();
        store.keep_rules(&source, "files".into()).await.unwrap();
        store.keep_rules(&source, "other".into()).await.unwrap();
        assert_eq!(store.rules(&source).await.unwrap().as_deref(), Some("other"), "the last write wins");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_contains_only_hashes_of_tokens() {
    let folder = Folder::new("hashes");
    let host = Host::start(&folder).await;
    let (_, token, players) = host.table("tic-tac-toe", 2).await;
    host.stop().await;
    let everything = || -> std::io::Result<String> {
        let mut kept = String::new();
        for file in folder.0.read_dir()? {
            kept += &String::from_utf8_lossy(&std::fs::read(file?.path())?);
        }
        Ok(kept)
    };
    let all: Vec<&String> = players.iter().map(|(_, token)| token).chain([&token]).collect();
    // When the last connection closes, SQLite moves its log into the database and deletes the log. Between the two
    // steps a reader may find the data in neither file, so the test reads again.
    until("every hash is in the files", async || {
        let kept = everything().unwrap_or_default();
        assert!(all.iter().all(|token| !kept.contains(token.as_str())));
        all.iter().all(|token| kept.contains(&tokens::hash(token)))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_from_elsewhere_is_there_with_everything_or_not_at_all() {
    let folder = Folder::new("whole");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let (id, hash) = (&tokens::match_id(), tokens::hash(&tokens::fresh()));
        let line = |text: &str, key: Option<&str>| (text.to_owned(), key.map(str::to_owned));
        let bring = |last, tokens| {
            let lines = vec![line("first", None), line("a", Some("0:key")), line("b", Some(last))];
            store.import(Header { begun: true, ..header(id) }, lines, tokens)
        };
        let one = (hash, Right::Seat(1, 2));
        assert!(bring("0:key", vec![one.clone()]).await.is_err(), "a key once");
        assert!(bring("1:key", vec![one.clone(), one.clone()]).await.is_err(), "a token once");
        assert_eq!(store.find(id).await.unwrap(), None, "nothing of it");
        assert_eq!(store.read(id, 0).await.unwrap(), [""; 0]);
        bring("1:key", vec![one.clone()]).await.unwrap();
        assert!(bring("1:key", vec![one.clone()]).await.is_err(), "it is there");
        let found = store.find(id).await.unwrap().unwrap();
        assert_eq!(found, Header { begun: true, version: 3, ..header(id) });
        assert_eq!(store.read(id, 0).await.unwrap(), ["first", "a", "b"]);
        assert_eq!(store.tokens(id).await.unwrap(), [one]);
        assert_eq!(store.append(append(id, 3, &["c"], Some("0:key"))).await, Err(StoreError::Conflict), "keys, too");
        store.append(Append { live: false, ..append(id, 3, &["over"], None) }).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_move_between_stores() {
    let folder = Folder::new("moving");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    let view = players[0].0.event("game:view").await.unwrap();
    let text = view["view"]["ask"]["offers"][4]["text"].as_str().unwrap().to_owned();
    players[0].0.intent(&id, &view["view"]["ask"]["number"], &text, "k").await.unwrap();
    let header = host.hall.store.find(&id).await.unwrap().unwrap();
    let exported = transfer::export(&*host.hall.store, &header).await.unwrap();
    assert!(transfer::is_export(&exported));
    let elsewhere = Folder::new("elsewhere");
    let store = elsewhere.store().open().await.unwrap();
    let rules = games().find("tic-tac-toe").unwrap().rules;
    let fits = |found: &transfer::Exported| found.room(Arc::clone(&rules)).map(|_| true).map_err(|e| e.to_string());
    let import = async |store: &dyn Store, text: &str| {
        transfer::import(store, transfer::check(text, fits).unwrap()).await.unwrap()
    };
    let swapped = {
        let mut lines: Vec<&str> = exported.lines().collect();
        let last = lines.len() - 1;
        lines.swap(last, last - 1);
        lines.join("\n") + "\n"
    };
    assert!(transfer::check(&swapped, fits).is_err(), "records that do not fit");
    let played = exported.lines().find(|line| line.contains("\"played\"")).unwrap();
    let records = |count: usize| format!("\"records\":{count}");
    let count = exported.lines().count() - 1;
    let twice = exported.replacen(&records(count), &records(count + 1), 1) + played + "\n";
    let why = transfer::check(&twice, |_| Ok(true)).err().unwrap();
    assert!(why.contains("another answer has the same idempotency key"), "{why}");
    assert_eq!(import(&*store, &exported).await, 1);
    assert_eq!(import(&*store, &exported).await, 0, "once");
    assert_eq!(transfer::export(&*store, &header).await.unwrap(), exported);
    // If an exported header contradicts its records, the header has no effect.
    let turned = exported.replacen("\"private\":false,\"live\":true", "\"private\":true,\"live\":false", 1);
    assert_ne!(turned, exported);
    let third = Folder::new("third");
    let other = third.store().open().await.unwrap();
    assert_eq!(import(&*other, &turned).await, 1);
    assert_eq!(other.find(&id).await.unwrap().unwrap(), store.find(&id).await.unwrap().unwrap());
    // Rules that do not match their digest are not stored. If the store already has such rules, valid rules replace
    // them.
    let fourth = Folder::new("fourth");
    let other = fourth.store().open().await.unwrap();
    let forged = exported.replacen("/game.json", "/game.txt", 1);
    assert_ne!(forged, exported);
    assert_eq!(import(&*other, &forged).await, 1);
    assert_eq!(other.rules(&header.source).await.unwrap(), None);
    let (fifth, good) = (Folder::new("fifth"), store.rules(&header.source).await.unwrap());
    assert!(good.is_some());
    let other = fifth.store().open().await.unwrap();
    other.keep_rules(&header.source, "{}".to_owned()).await.unwrap();
    assert_eq!(import(&*other, &exported).await, 1);
    assert_eq!(other.rules(&header.source).await.unwrap(), good);
    let cut = &exported[..exported.trim_end().rfind('\n').unwrap() + 1];
    assert!(transfer::check(cut, fits).err().unwrap().contains("cut off"));
    let room = transfer::matches(&exported).unwrap().remove(0).room(Arc::clone(&rules)).unwrap();
    assert_eq!(room.game().unwrap().answered(rulebook_kernel::Seat::new(0)), 1);
    host.stop().await;
    // Players continue on the other server with their tokens.
    drop(store);
    let host = Host::start(&elsewhere).await;
    let mut player = crate::client::Client::connect(host.addr).await.unwrap();
    assert_eq!(player.join(&id, Some(&players[1].1)).await["accepted"], true);
    let view = player.event("game:view").await.unwrap();
    let text = view["view"]["ask"]["offers"][0]["text"].as_str().unwrap().to_owned();
    let ack = player.intent(&id, &view["view"]["ask"]["number"], &text, "there").await.unwrap();
    assert_eq!(ack["accepted"], true, "{ack}");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_gone_is_noticed_before_anything_is_acknowledged() {
    let folder = Folder::new("gone");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    assert!(host.hall.store.healthy().await.is_ok());
    for file in ["matches.db", "matches.db-wal", "matches.db-shm"] {
        let _ = std::fs::remove_file(folder.0.join(file));
    }
    assert!(host.hall.store.healthy().await.is_err(), "the file is gone");
    assert!(host.hall.store.find(&id).await.is_err(), "reads fail, too");
    let view = players[0].0.event("game:view").await.unwrap();
    let text = view["view"]["ask"]["offers"][0]["text"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        let ack = players[0].0.intent(&id, &view["view"]["ask"]["number"], &text, "k").await.unwrap();
        assert_eq!(ack["code"], "unavailable", "{ack}");
    }
    let (status, _) = crate::client::http(host.addr, "GET", "/healthz", None, None).await;
    assert_eq!(status, 503);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_for_one_server() {
    let folder = Folder::new("one-server");
    let host = Host::start(&folder).await;
    let second = rulebook_server::Server::bind(crate::host::config(folder.store(), 1000), &games()).await;
    let why = second.err().expect("the server does not start");
    assert!(why.contains("another server uses"), "{why}");
    assert!(folder.store().open().await.is_ok(), "export and verify read it all the same");
    host.stop().await;
    Host::start(&folder).await.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_stopped_leaves_everything_in_one_file() {
    let (folder, copied) = (Folder::new("stopped"), Folder::new("copied"));
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    let header = host.hall.store.find(&id).await.unwrap().unwrap();
    host.stop().await;
    std::fs::copy(folder.0.join("matches.db"), copied.0.join("matches.db")).unwrap();
    let store = copied.store().open().await.unwrap();
    assert_eq!(store.find(&id).await.unwrap(), Some(header));
    assert!(store.snapshot(&id).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_node_at_a_time_runs_a_bot() {
    use rulebook_server::store::Claim;
    let folder = Folder::new("claims");
    let Some((store, _database)) = postgres(&folder).await else { return };
    let id = tokens::match_id();
    let claim = |node: &str, millis| Claim { id: id.clone(), seat: 1, node: node.to_owned(), millis };
    const LONG: u32 = 600_000;
    assert!(store.claim(claim("a", LONG)).await.unwrap());
    assert!(!store.claim(claim("b", LONG)).await.unwrap());
    assert!(store.claim(claim("a", 100)).await.unwrap(), "again, and not for long");
    until("b has it when a is gone", async || store.claim(claim("b", LONG)).await.unwrap()).await;
    assert!(!store.claim(claim("a", LONG)).await.unwrap());
    store.release(&id, 1).await.unwrap();
    assert!(store.claim(claim("a", LONG)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_freezes_one_match_and_the_others_go_on() {
    let folder = Folder::new("damage");
    let host = Host::start(&folder).await;
    let (sick, _, mut players) = host.table("tic-tac-toe", 2).await;
    let view = players[0].0.event("game:view").await.unwrap();
    let text = view["view"]["ask"]["offers"][0]["text"].as_str().unwrap().to_owned();
    players[0].0.intent(&sick, &view["view"]["ask"]["number"], &text, "k").await.unwrap();
    let (well, _, _) = host.table("tic-tac-toe", 2).await;
    host.stop().await;
    let file = folder.file();
    let changed = file.execute(
        "UPDATE entries SET line = replace(line, '\"ask\":0', '\"ask\":1') WHERE match_id = ? AND answer IS NOT NULL",
        [&sick],
    );
    assert_eq!(changed.unwrap(), 1);
    drop(file);
    // For a moment the match may be served from the snapshot, while the table checks the records in the background.
    let host = Host::start(&folder).await;
    until("it is noticed", async || host.hall.frozen(&sick).is_some()).await;
    assert!(host.hall.status(&sick).await.is_err());
    assert!(host.hall.frozen(&sick).unwrap().contains("digest chain"), "{:?}", host.hall.frozen(&sick));
    assert!(host.hall.status(&well).await.is_ok());
    let (_, listed) = crate::client::http(host.addr, "GET", "/active-games", None, None).await;
    assert!(listed.contains(&well) && !listed.contains(&sick), "{listed}");
    assert!(host.hall.store.find(&sick).await.unwrap().unwrap().live, "nothing of it is lost");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_that_the_records_do_not_give_is_thrown_away() {
    let folder = Folder::new("snapshot");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    host.stop().await;
    let file = folder.file();
    let change = "UPDATE snapshots SET text = replace(text, '\"paused\":false', '\"paused\":true') \
                  WHERE text LIKE '%\"paused\":false%'";
    assert_eq!(file.execute(change, []).unwrap(), 1);
    drop(file);
    let host = Host::start(&folder).await;
    until("nobody has stopped it, say the records", async || !host.hall.status(&id).await.unwrap().paused).await;
    assert_eq!(host.hall.frozen(&id), None);
    host.stop().await;
    let store = folder.store().open().await.unwrap();
    let (_, text) = store.snapshot(&id).await.unwrap().unwrap();
    assert!(text.contains("\"paused\":false"), "nor is it found again");
}

#[tokio::test(flavor = "multi_thread")]
async fn items_are_kept_by_kind_and_key() {
    let folder = Folder::new("items");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let kind = &tokens::match_id();
        let item = |key: &str, at: u64| Item { key: key.to_owned(), at, value: format!("{key} at {at}") };
        for (key, at) in [("a", 1), ("b", 3), ("c", 2), ("a", 5)] {
            store.put_item(kind, item(key, at)).await.unwrap();
        }
        store.put_item("another kind", item("a", 9)).await.unwrap();
        assert_eq!(store.items(kind, 10).await.unwrap(), [item("a", 5), item("b", 3), item("c", 2)], "newest first");
        assert_eq!(store.items(kind, 1).await.unwrap(), [item("a", 5)]);
        assert_eq!(store.item(kind, "a").await.unwrap().as_deref(), Some("a at 5"));
        assert_eq!(store.item(kind, "d").await.unwrap(), None);
        assert!(store.remove_item(kind, "a").await.unwrap());
        assert!(!store.remove_item(kind, "a").await.unwrap(), "once");
        assert_eq!(store.items(kind, 10).await.unwrap().len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_redacted_and_games_of_visitors_found() {
    let folder = Folder::new("redacted");
    let (stores, _database) = stores(&folder).await;
    for store in stores {
        let (id, game) = (&tokens::match_id(), format!("own-{}", &tokens::match_id()[..16]));
        store.create(Header { game: game.clone(), ..header(id) }, "first".into()).await.unwrap();
        store.append(append(id, 1, &["Ann", "move"], None)).await.unwrap();
        store.keep_snapshot(id, 3, "Ann".to_owned()).await.unwrap();
        store.add_ai_entry(id, "Ann".to_owned()).await.unwrap();
        store.redact(id, vec![(1, "Player 1".to_owned())]).await.unwrap();
        assert_eq!(store.read(id, 0).await.unwrap(), ["first", "Player 1", "move"]);
        assert_eq!(store.snapshot(id).await.unwrap(), None);
        assert!(store.ai_log(id, 10).await.unwrap().is_empty());
        assert_eq!(store.find(id).await.unwrap().unwrap().version, 3, "the version stays");

        let usage = Usage { id: id.clone(), live: true, touched: 1000 };
        assert_eq!(store.matches_of(&game).await.unwrap(), [usage]);
        assert!(store.matches_of("war").await.unwrap().is_empty(), "only games of visitors");
        store.keep_rules(&game, "rules".to_owned()).await.unwrap();
        store.remove_rules(&game).await.unwrap();
        assert_eq!(store.rules(&game).await.unwrap(), None);
    }
}
