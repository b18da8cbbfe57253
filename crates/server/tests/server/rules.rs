//! Tests of changed rules: after an update, a match continues with its old rules or is closed with a reason.

use crate::client::{Client, http, json_of, raw_http};
use crate::common::Common;
use crate::host::{Folder, Host, games};
use rulebook_server::{tokens, transfer};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

/// A folder with copies of these files of one shipped game. The test may change them.
fn shelf_of(folder: &Folder, game: &str, files: &[&str]) -> PathBuf {
    let shelf = folder.0.join("games");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
    std::fs::create_dir_all(shelf.join(game)).unwrap();
    for file in files {
        std::fs::copy(from.join(file), shelf.join(game).join(file)).unwrap();
    }
    shelf
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_keeps_the_rules_it_was_begun_with() {
    let folder = Folder::new("rules");
    let shelf = shelf_of(&folder, "tic-tac-toe", &["game.json", "meta.json", "rules.md", "layout.json"]);
    let catalog = rulebook_catalog::Catalog::open(&shelf);
    let host = Host::with(folder.store(), &catalog, 1000).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    let before = host.hall.status(&id).await.unwrap();
    host.stop().await;
    // Change the game file. An added space already gives it another digest. Another name makes it another game.
    let path = shelf.join("tic-tac-toe/game.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, tail) = text.split_once('{').unwrap();
    std::fs::write(&path, format!("{head}{{ {tail}\n")).unwrap();
    let changed = catalog.find("tic-tac-toe").unwrap().rules.info().source;
    let host = Host::with(folder.store(), &catalog, 1000).await;
    let after = host.hall.status(&id).await.unwrap();
    assert_eq!(after.source, before.source);
    let (new, _, _) = host.table("tic-tac-toe", 2).await;
    assert_eq!(host.hall.status(&new).await.unwrap().source, changed);
    // Another server replays the match with the rules in the export, not with its own game of the same name.
    let header = host.hall.store.find(&id).await.unwrap().unwrap();
    let exported = transfer::export(&*host.hall.store, &header).await.unwrap();
    let rules_of = |text: &str| {
        let found = transfer::matches(text).unwrap().remove(0);
        found.rules(Some(catalog.find("tic-tac-toe").unwrap().rules)).map(|rules| (found, rules))
    };
    let (found, rules) = rules_of(&exported).unwrap();
    assert_eq!(rules.info().source, before.source);
    assert!(found.room(rules).is_ok());
    let mut lines: Vec<&str> = exported.lines().collect();
    lines.swap(1, 2);
    assert!(transfer::matches(&lines.join("\n")).is_err(), "it does not begin with how it was opened");
    let forged = exported.replacen("/game.json", "/game.txt", 1);
    assert_ne!(forged, exported);
    assert!(rules_of(&forged).is_err(), "these are not the rules of the match");
    let other = exported.replacen("\"game\":\"tic-tac-toe\"", "\"game\":\"chess\"", 1);
    assert_ne!(other, exported);
    assert!(transfer::matches(&other).err().unwrap().contains("name different rules"), "the records name the game");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_change_while_the_server_runs_are_kept_as_they_were_read() {
    let folder = Folder::new("edited");
    let shelf = shelf_of(&folder, "tic-tac-toe", &["game.json", "meta.json", "rules.md", "layout.json"]);
    let path = shelf.join("tic-tac-toe/game.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replacen('{', "{ ", 1);
    let catalog = rulebook_catalog::Catalog::open(&shelf);
    let source = catalog.find("tic-tac-toe").unwrap().rules.info().source;
    // The store contains invalid rules of an earlier release.
    let store = folder.store().open().await.unwrap();
    store
        .keep_rules(&source.to_string(), serde_json::json!({"tic-tac-toe/game.json": changed}).to_string())
        .await
        .unwrap();
    drop(store);
    let host = Host::with(folder.store(), &catalog, 1000).await;
    std::fs::write(&path, &changed).unwrap();
    let (id, _, players) = host.table("tic-tac-toe", 2).await;
    assert_eq!(host.hall.status(&id).await.unwrap().source, source);
    host.stop().await;
    let host = Host::with(folder.store(), &catalog, 1000).await;
    assert_eq!(host.hall.frozen(&id), None);
    assert_eq!(host.hall.status(&id).await.unwrap().source, source, "it goes on");
    let (new, _, _) = host.table("tic-tac-toe", 2).await;
    assert_ne!(host.hall.status(&new).await.unwrap().source, source);
    // The page of the match shows its own rules, and any client can download them to verify the log.
    let (status, answer) = http(host.addr, "GET", &format!("/active-games/{id}/game"), None, None).await;
    let page = json_of(&answer);
    assert_eq!((status, page["source"].as_str()), (200, Some(&*source.to_string())));
    assert!(page["layouts"]["plain"].is_object(), "and its own layouts: {}", page["layouts"]);
    let (_, answer) = http(host.addr, "GET", "/games/tic-tac-toe", None, None).await;
    assert_ne!(json_of(&answer)["source"].as_str(), Some(&*source.to_string()));
    for kept in [source, catalog.find("tic-tac-toe").unwrap().rules.info().source] {
        let (status, answer) = http(host.addr, "GET", &format!("/rules/{kept}"), None, None).await;
        assert_eq!(status, 200, "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let game = rulebook_server::shelf::Package::read(body).unwrap();
        assert_eq!((&*game.id, game.rules.info().source), ("tic-tac-toe", kept));
        let forged = body.replacen("tic-tac-toe/game.json", "tic-tac-toe/other.json", 1);
        assert!(rulebook_server::shelf::Package::read(&forged).is_err(), "they are those of their digest");
    }
    for nothing in [tokens::fresh(), "x".to_owned(), "0".repeat(64)] {
        assert_eq!(http(host.addr, "GET", &format!("/rules/{nothing}"), None, None).await.0, 404);
    }
    // A client can replay the log here with the rules of the match.
    let mut player = Client::connect(host.addr).await.unwrap();
    assert_eq!(player.join(&id, Some(&players[0].1)).await["accepted"], true);
    assert_eq!(player.command(&id, serde_json::json!({"kind": "resign"})).await["accepted"], true);
    let (_, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), None, None).await;
    let (_, log) = answer.split_once("\r\n\r\n").unwrap();
    let asked = format!(
        "POST /replays HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{log}",
        host.addr,
        log.len()
    );
    let (status, answer) = raw_http(host.addr, &asked).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(json_of(&answer)["game"], "tic-tac-toe");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_keeps_the_packages_of_the_engine_it_was_begun_with() {
    let folder = Folder::new("packages");
    let files = ["game.cgml", "meta.json", "rules.md", "layout.json", "layout-wide.json", "layout-portrait.json"];
    let shelf = shelf_of(&folder, "high-card", &files);
    let kept = shelf.join("high-card").join(rulebook_catalog::KEPT_PACKAGES);
    std::fs::create_dir_all(&kept).unwrap();
    // Simulate an engine with another card package, in which kings rank above aces.
    let text = rulebook_catalog::packages().find(|(name, _)| *name == "standard_52").unwrap().1;
    let other = text.replacen(
        "rank_hierarchy: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A]",
        "rank_hierarchy: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, A, K]",
        1,
    );
    assert_ne!(other, text);
    std::fs::write(kept.join("standard_52.yaml"), other).unwrap();
    let catalog = rulebook_catalog::Catalog::open(&shelf);
    let host = Host::with(folder.store(), &catalog, 1000).await;
    let (id, _, _) = host.table("high-card", 2).await;
    let before = host.hall.status(&id).await.unwrap().source;
    host.stop().await;
    std::fs::remove_dir_all(&kept).unwrap();
    assert_ne!(catalog.find("high-card").unwrap().rules.info().source, before, "now it has this one");
    // Three cases for the stored files: they are unchanged, they use the package folder of earlier releases, or their
    // presentation is one that this release refuses.
    let changes = [("", ""), ("high-card/packages.kept/", "lib/"), ("minPlayers", "fewestPlayers")];
    for (old, new) in changes {
        let file = folder.file();
        assert_eq!(file.execute("UPDATE rules SET files = replace(files, ?, ?)", [old, new]).unwrap(), 1);
        drop(file);
        let host = Host::with(folder.store(), &catalog, 1000).await;
        assert_eq!(host.hall.status(&id).await.unwrap().source, before);
        host.stop().await;
    }
}

/// An SQL statement that gives all stored matches of a game another `semantics` version.
fn semantics(game: &str, other: u32) -> String {
    let now = games().find(game).unwrap().rules.info().semantics;
    let (now, other) = (format!("\"semantics\":{now},"), format!("\"semantics\":{other},"));
    format!("UPDATE entries SET line = replace(line, '{now}', '{other}') WHERE n = 0 AND line LIKE '%{now}%'")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_later_release_is_left_alone() {
    let folder = Folder::new("later");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("crazy-eights", 2).await;
    let (lost, _, _) = host.table("crazy-eights", 2).await;
    host.stop().await;
    let file = folder.file();
    assert_eq!(file.execute(&semantics("crazy-eights", 9999), []).unwrap(), 2);
    file.execute("UPDATE matches SET source = ? WHERE id = ?", [&tokens::fresh(), &lost]).unwrap();
    file.execute("DELETE FROM snapshots", []).unwrap();
    drop(file);
    let host = Host::start(&folder).await;
    for id in [&id, &lost] {
        let before = host.hall.store.find(id).await.unwrap().unwrap();
        let refusal = host.hall.status(id).await.unwrap_err();
        assert_eq!(
            refusal.code,
            rulebook_room::RefusalCode::Unavailable,
            "another node may have the match: {}",
            refusal.reason
        );
        assert_eq!(host.hall.frozen(id), None);
        let after = host.hall.store.find(id).await.unwrap().unwrap();
        assert!(after.live && after == before, "the match is neither continued nor closed");
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_rules_with_other_semantics_close_the_match() {
    let folder = Folder::new("lost-rules");
    let host = Host::start(&folder).await;
    let (old, _, _) = host.table("tic-tac-toe", 2).await;
    let (same, _, _) = host.table("tic-tac-toe", 2).await;
    host.stop().await;
    let file = folder.file();
    file.execute("UPDATE matches SET source = ?", [tokens::fresh()]).unwrap();
    let lower = format!("{} AND match_id = ?", semantics("tic-tac-toe", 0));
    assert_eq!(file.execute(&lower, [&old]).unwrap(), 1);
    drop(file);
    let host = Host::start(&folder).await;
    assert!(host.hall.status(&same).await.is_err());
    let told = host.hall.status(&old).await.unwrap();
    let why = told.closed.unwrap();
    assert!(why.contains("rules changed") && told.key.is_some(), "and its players learn the reason");
    assert!(!why.contains("kept"), "in words for players: {why}");
    for (id, why) in [(&old, "rules changed"), (&same, "are not stored")] {
        assert!(host.hall.frozen(id).unwrap().contains(why), "{:?}", host.hall.frozen(id));
    }
    let header = host.hall.store.find(&old).await.unwrap().unwrap();
    let last = host.hall.store.read(&old, header.version - 1).await.unwrap().remove(0);
    assert!(!header.live && last.contains("\"closed\"") && last.contains("rules changed"), "{last}");
    assert!(host.hall.store.find(&same).await.unwrap().unwrap().live, "an unexplained mismatch stays open");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_with_new_semantics_continue_or_close_a_match_with_a_reason() {
    let folder = Folder::new("semantics");
    let host = Host::start(&folder).await;
    let (id, _, players) = host.table("crazy-eights", 2).await;
    let opened = host.open(serde_json::json!({"game": "crazy-eights", "seats": 2})).await;
    let lobby = opened["match"].as_str().unwrap();
    host.stop().await;
    let file = folder.file();
    assert_eq!(file.execute(&semantics("crazy-eights", 0), []).unwrap(), 2);
    // The server was killed before it could store a snapshot.
    file.execute("DELETE FROM snapshots", []).unwrap();
    drop(file);
    let host = Host::start(&folder).await;
    // The log header has another `semantics` version, so a replay cannot give the same bytes.
    closed_but_told(&host, &id, &players[0].1).await;
    assert!(host.hall.frozen(&id).unwrap().contains("rules changed"));
    assert!(host.hall.metrics_text().contains("rulebook_tables_frozen 0\n"), "the table is not frozen");
    let header = host.hall.store.find(&id).await.unwrap().unwrap();
    assert!(!header.live, "the match is closed");
    let last = host.hall.store.read(&id, header.version - 1).await.unwrap().remove(0);
    assert!(last.contains("\"closed\"") && last.contains("rules changed"), "{last}");
    // A table without a deal stays open, also after another restart.
    assert!(host.hall.status(lobby).await.is_ok());
    let last = host.hall.store.read(lobby, 1).await.unwrap().remove(0);
    assert!(last.contains("\"rebased\""), "{last}");
    host.stop().await;
    let host = Host::start(&folder).await;
    host.sit(lobby, 0, "Ann").await;
    closed_but_told(&host, &id, &players[0].1).await;
    host.stop().await;
}

/// Each player who is asked plays the first legal move.
async fn play_on(host: &Host, id: &str, tokens: &[&str], key: &str) {
    for token in tokens {
        let mut client = Client::connect(host.addr).await.unwrap();
        assert_eq!(client.join(id, Some(token)).await["accepted"], true);
        let view = client.event("game:view").await.unwrap();
        if let Some(text) = view["view"]["ask"]["offers"][0]["text"].as_str() {
            let ack = client.intent(id, &view["view"]["ask"]["number"], text, key).await.unwrap();
            return assert_eq!(ack["accepted"], true, "{ack}");
        }
    }
    panic!("nobody is asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_a_snapshot_continues_under_new_semantics() {
    let folder = Folder::new("goes-on");
    let host = Host::start(&folder).await;
    let (id, _, players) = host.table("crazy-eights", 2).await;
    let tokens = [&*players[0].1, &*players[1].1];
    play_on(&host, &id, &tokens, "before").await;
    host.stop().await;
    // The previous release used another `semantics` version in the records and in its snapshot.
    let file = folder.file();
    assert_eq!(file.execute(&semantics("crazy-eights", 0), []).unwrap(), 1);
    let now = format!("\"semantics\":{},", games().find("crazy-eights").unwrap().rules.info().semantics);
    let older = "UPDATE snapshots SET text = replace(text, ?, '\"semantics\":0,')";
    assert_eq!(file.execute(older, [&now]).unwrap(), 1);
    drop(file);
    let host = Host::start(&folder).await;
    assert_eq!(host.hall.status(&id).await.unwrap().phase, rulebook_room::Phase::Playing);
    let last = host.hall.store.read(&id, 0).await.unwrap().pop().unwrap();
    assert!(last.contains("\"rebased\""), "{last}");
    play_on(&host, &id, &tokens, "after").await;
    let mut player = Client::connect(host.addr).await.unwrap();
    player.join(&id, Some(tokens[0])).await;
    assert_eq!(player.command(&id, serde_json::json!({"kind": "resign"})).await["accepted"], true);
    let log = host.hall.log(&id, rulebook_kernel::Viewer::Spectator).await.unwrap().unwrap();
    assert_eq!(log.matches("{\"rebase\":").count(), 1, "and it says so");
    let rules = games().find("crazy-eights").unwrap().rules;
    assert!(rulebook_matchlog::verify(&log, &*rules).unwrap().closed);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_loses_a_rebase_race_tries_again() {
    let folder = Folder::new("rebase-race");
    let host = Host::start(&folder).await;
    let opened = host.open(serde_json::json!({"game": "crazy-eights", "seats": 2})).await;
    let id = opened["match"].as_str().unwrap();
    host.stop().await;
    let file = folder.file();
    assert_eq!(file.execute(&semantics("crazy-eights", 0), []).unwrap(), 1);
    drop(file);
    let common = Common::new(&folder).await;
    let host = Host::on(common.node()).await;
    // A node of the previous release has just written a record. The conflict must not freeze the match.
    common.conflicts.store(1, Relaxed);
    let refusal = host.hall.status(id).await.unwrap_err();
    assert_eq!(
        (refusal.code, host.hall.frozen(id)),
        (rulebook_room::RefusalCode::Unavailable, None),
        "{}",
        refusal.reason
    );
    assert_eq!(common.lines(id).await.len(), 1);
    assert_eq!(host.hall.status(id).await.unwrap().phase, rulebook_room::Phase::Lobby);
    assert!(common.lines(id).await[1].contains("\"rebased\""));
    host.stop().await;
}

/// Checks a match of the previous release that this release closed. Its status, its log and its deal are still
/// available.
async fn closed_but_told(host: &Host, id: &str, token: &str) {
    let status = host.hall.status(id).await.unwrap();
    assert_eq!(status.phase, rulebook_room::Phase::Over);
    let reason = status.closed.as_deref().unwrap();
    assert!(reason.contains("rules changed") && !reason.contains("record"), "words for players: {reason}");
    assert!(status.key.is_some() && status.secret.is_some() && status.outcome.is_none());
    assert_eq!(status.seats[0].owner.as_deref(), Some("P0"));
    let mut player = Client::connect(host.addr).await.unwrap();
    assert_eq!(player.join(id, Some(token)).await["accepted"], true);
    assert_eq!(player.event("game:ended").await.unwrap()["key"].as_str(), status.key.as_deref());
    assert_eq!(player.command(id, serde_json::json!({"kind": "start"})).await["accepted"], false);
    let (code, answer) = http(host.addr, "GET", &format!("/active-games/{id}/log"), Some(token), None).await;
    assert_eq!(code, 200, "{answer}");
    let last = answer.lines().rfind(|line| !line.starts_with("{\"names\"")).unwrap();
    assert!(last.starts_with("{\"closed\":") && last.contains(&status.key.unwrap()), "{last}");
    let (code, answer) = http(host.addr, "GET", &format!("/active-games/{id}/replay"), Some(token), None).await;
    assert_eq!(code, 200, "the cards are dealt as they were: {answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_can_be_replayed_after_a_release_if_its_facts_are_the_same() {
    let folder = Folder::new("over-before");
    let host = Host::start(&folder).await;
    let (id, _, mut players) = host.table("tic-tac-toe", 2).await;
    assert_eq!(players[1].0.command(&id, serde_json::json!({"kind": "resign"})).await["accepted"], true);
    let before = host.hall.status(&id).await.unwrap();
    let log = host.hall.log(&id, rulebook_kernel::Viewer::Spectator).await.unwrap();
    host.stop().await;
    // Give the records another `semantics` version, as after an update. The log must stay the same.
    let file = folder.file();
    assert_eq!(file.execute(&semantics("tic-tac-toe", 0), []).unwrap(), 1);
    drop(file);
    let host = Host::start(&folder).await;
    assert_eq!(host.hall.status(&id).await.unwrap(), before);
    assert_eq!(host.hall.log(&id, rulebook_kernel::Viewer::Spectator).await.unwrap(), log);
    let (code, answer) = http(host.addr, "GET", &format!("/active-games/{id}/replay"), None, None).await;
    assert_eq!((code, &json_of(&answer)["entries"]), (200, &serde_json::json!(1)), "{answer}");
    assert!(host.hall.metrics_text().contains("rulebook_tables_frozen 0\n"));
    host.stop().await;
    // The status of a finished match needs no rules. If its records contradict each other, no status is shown.
    let file = folder.file();
    file.execute("UPDATE matches SET source = ?", [tokens::fresh()]).unwrap();
    drop(file);
    let host = Host::start(&folder).await;
    assert_eq!(host.hall.status(&id).await.unwrap(), before);
    host.stop().await;
    let file = folder.file();
    file.execute("UPDATE matches SET source = ?", [before.source.to_string()]).unwrap();
    let now = games().find("tic-tac-toe").unwrap().rules.info().semantics;
    let back =
        format!("UPDATE entries SET line = replace(line, '\"semantics\":0,', '\"semantics\":{now},') WHERE n = 0");
    assert_eq!(file.execute(&back, []).unwrap(), 1);
    let forged = "UPDATE entries SET line = replace(line, '\"resigned\":[1]', '\"resigned\":[0]')";
    assert!(file.execute(forged, []).unwrap() > 0);
    drop(file);
    let host = Host::start(&folder).await;
    let refusal = host.hall.status(&id).await.unwrap_err();
    assert!(refusal.reason.contains("damaged"), "{}", refusal.reason);
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_of_a_game_is_no_path() {
    let folder = Folder::new("no-path");
    let host = Host::start(&folder).await;
    let (id, _, _) = host.table("tic-tac-toe", 2).await;
    let header = host.hall.store.find(&id).await.unwrap().unwrap();
    let exported = transfer::export(&*host.hall.store, &header).await.unwrap();
    host.stop().await;
    let (victim, mine) = (folder.0.join("victim"), folder.0.join("victim/packages.kept/mine.txt"));
    std::fs::create_dir_all(mine.parent().unwrap()).unwrap();
    std::fs::write(&mine, "mine").unwrap();
    let outside = victim.to_str().unwrap();
    for name in [outside, "../victim", "..", "", "Tic"] {
        let text = exported.replace("\"game\":\"tic-tac-toe\"", &format!("\"game\":\"{name}\""));
        assert_ne!(text, exported);
        let why = transfer::matches(&text).err().expect("the table is refused");
        assert!(why.contains("is not a valid id of a game"), "{why}");
    }
    // An earlier release may have imported a match whose game id leads out of the folder. Even then no file outside of
    // the folder is read.
    let file = folder.file();
    assert_eq!(file.execute("UPDATE matches SET game = ?", [outside]).unwrap(), 1);
    drop(file);
    let host = Host::start(&folder).await;
    assert!(host.hall.status(&id).await.is_err());
    assert!(host.hall.frozen(&id).unwrap().contains("is not a valid id of a game"), "{:?}", host.hall.frozen(&id));
    host.stop().await;
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine", "it is still there");
}
