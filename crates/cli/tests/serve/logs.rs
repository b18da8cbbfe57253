//! Tests that the logs of a server help to find a fault and contain no secrets of players. Other tests in this file
//! cover export and import.

use crate::client::{Client, http};
use crate::nodes::{Folder, Node, games};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

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
        // A wrong token is logged, but the log line does not contain the token.
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
        assert!(["active matches loaded", "refused", "stopping"].iter().all(|said| text.contains(said)), "{text}");
        for secret in secrets {
            assert!(!text.contains(&secret), "{secret} is in the log");
        }
    };
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
}

/// The logs of a server that may have 256 open files and starts with these further arguments.
fn logs_with_few_files(args: &[&str]) -> String {
    let folder = Folder::new("few-files");
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -n 256 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_rulebook")])
        .args(["serve", "--addr", "127.0.0.1:0", "--store", &format!("sqlite:{}", folder.path("matches.db"))])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    let logs = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert!(line.starts_with("Rulebook serves"), "{line}{logs}");
    logs
}

#[test]
fn only_a_number_of_connections_that_was_asked_for_gives_a_warning() {
    let silent = logs_with_few_files(&[]);
    assert!(!silent.contains("WARN"), "{silent}");
    let warned = logs_with_few_files(&["--connections", "1000"]);
    assert!(warned.contains("WARN") && warned.contains("ulimit -n"), "{warned}");
}

/// Exit code and output.
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
    // On the other machine, the rules of the game differ by one space.
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
        let verified = rulebook(&["--shelf", shelf, "verify", "--unfinished", file.to_str().unwrap()]);
        (verified, rulebook(&["--shelf", shelf, "import", file.to_str().unwrap(), "--store", &there]))
    };
    let mut lines: Vec<&str> = exported.lines().collect();
    let last = lines.len() - 1;
    lines.swap(last, last - 1);
    let ((verified, why), (imported, said)) = import("swapped.jsonl", &(lines.join("\n") + "\n"));
    assert_eq!((verified, imported), (Some(1), Some(1)), "{why}{said}");
    let ((verified, why), (imported, said)) = import("whole.jsonl", &exported);
    let said = said.split_inclusive("from ").next().unwrap_or_default();
    assert_eq!((verified, imported, said), (Some(0), Some(0), "imported 1 match\nnote: tic-tac-toe from "), "{why}");
    // As with a log file, an unfinished match does not count as verified.
    let file = folder.0.join("whole.jsonl");
    let (code, said) = rulebook(&["--shelf", games().to_str().unwrap(), "verify", file.to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("unfinished: ") && said.contains("records match"), "{said}");
}

#[test]
fn an_export_of_nothing_says_so() {
    let folder = Folder::new("nothing");
    let path = folder.0.join("matches.db");
    let store = format!("sqlite:{}", path.display());
    let run = async { assert!(Node::start(&store).await.terminate()) };
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
    let (code, said) = rulebook(&["export", "--store", &store]);
    assert_eq!((code, &*said), (Some(0), "the store has no matches\n"));
    // A database file that was copied without its WAL file is empty. Such a file is not a store, and the command must
    // not turn it into a store.
    std::fs::write(&path, "").unwrap();
    let (code, said) = rulebook(&["export", "--store", &store]);
    assert!(code != Some(0) && said.contains("is not a store"), "{said}");
    assert_eq!(std::fs::read(&path).unwrap(), b"", "it was only looked at");
}

#[test]
fn a_log_is_checked_with_the_rules_that_its_server_keeps() {
    let folder = Folder::new("kept-rules");
    let store = format!("sqlite:{}", folder.0.join("matches.db").display());
    let (log, kept) = (folder.0.join("match.jsonl"), folder.0.join("kept.json"));
    let run = async {
        let mut node = Node::start(&store).await;
        let (id, tokens) = node.table("tic-tac-toe").await;
        let mut client = Client::connect(node.addr).await.unwrap();
        assert_eq!(client.join(&id, Some(&tokens[0])).await["accepted"], true);
        for kind in ["start", "resign"] {
            assert_eq!(client.command(&id, json!({"kind": kind})).await["accepted"], true);
        }
        let body = async |path: String| {
            let (status, answer) = http(node.addr, "GET", &path, None, None).await;
            assert_eq!(status, 200, "{answer}");
            answer.split_once("\r\n\r\n").unwrap().1.to_owned()
        };
        let text = body(format!("/active-games/{id}/log")).await;
        let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let rules = body(format!("/rules/{}", header["source"].as_str().unwrap())).await;
        std::fs::write(&log, text).unwrap();
        std::fs::write(&kept, rules).unwrap();
        assert!(node.terminate());
    };
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
    // In this folder, the game of that id has other rules.
    let shelf = folder.0.join("games");
    std::fs::create_dir_all(shelf.join("tic-tac-toe")).unwrap();
    for file in ["meta.json", "rules.md", "layout.json"] {
        std::fs::copy(games().join("tic-tac-toe").join(file), shelf.join("tic-tac-toe").join(file)).unwrap();
    }
    let rules = std::fs::read_to_string(games().join("tic-tac-toe/game.json")).unwrap();
    std::fs::write(shelf.join("tic-tac-toe/game.json"), rules.replacen('{', "{ ", 1)).unwrap();
    let (shelf, log, kept) = (shelf.to_str().unwrap(), log.to_str().unwrap(), kept.to_str().unwrap());
    let (code, said) = rulebook(&["--shelf", shelf, "verify", log]);
    assert_eq!(code, Some(1), "{said}");
    let (code, said) = rulebook(&["--shelf", shelf, "verify", "--rules", kept, log]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("verified") && said.contains("resigned"), "{said}");
    let (code, said) = rulebook(&["--shelf", shelf, "replay", "--rules", kept, log]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = rulebook(&["--shelf", shelf, "verify", "--rules", log, log]);
    assert!(code != Some(0) && said.contains("not a package of rules"), "{said}");
}

#[test]
fn finished_matches_are_archived_and_can_be_imported_again() {
    let folder = Folder::new("archive");
    let store = format!("sqlite:{}", folder.0.join("matches.db").display());
    let run = async {
        let mut node = Node::start(&store).await;
        let (id, tokens) = node.table("tic-tac-toe").await;
        let (running, _) = node.table("tic-tac-toe").await;
        let mut client = Client::connect(node.addr).await.unwrap();
        assert_eq!(client.join(&id, Some(&tokens[0])).await["accepted"], true);
        for kind in ["start", "resign"] {
            assert_eq!(client.command(&id, json!({"kind": kind})).await["accepted"], true);
        }
        assert!(node.terminate());
        (id, running)
    };
    let (id, running) = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(run);
    let (code, before) = rulebook(&["export", "--store", &store]);
    assert!(code == Some(0) && before.contains(&id) && before.contains(&running), "{before}");
    let (code, said) = rulebook(&["migrate", "--store", &store]);
    assert_eq!((code, &*said), (Some(0), "the store has schema version 3 already\n"));
    let (code, said) = rulebook(&["archive", "--store", &store, "--compress", "0"]);
    assert!(code == Some(0) && said.starts_with("compressed 1 match: "), "{said}");
    assert_eq!(rulebook(&["export", "--store", &store]).1, before, "a compressed match is read as before");
    let (_, said) = rulebook(&["migrate", "--store", &store]);
    assert_eq!(&*said, "the store has schema version 4 already\n", "older releases cannot read the file");
    let files = folder.0.join("archive");
    std::fs::create_dir(&files).unwrap();
    for name in ["archive-1000-0.jsonl.gz", "archive-notes.txt"] {
        std::fs::write(files.join(name), "x").unwrap();
    }
    let archive = ["archive", "--store", &store, "--older", "0", "--purge", "3650", files.to_str().unwrap()];
    let (code, said) = rulebook(&archive);
    assert!(code == Some(0) && said.starts_with("archived 1 match in ") && said.ends_with("purged 1 file\n"), "{said}");
    assert!(!files.join("archive-1000-0.jsonl.gz").exists());
    std::fs::remove_file(files.join("archive-notes.txt")).unwrap();
    let (_, after) = rulebook(&["export", "--store", &store]);
    assert!(!after.contains(&id) && after.contains(&running), "the running match stays");
    // The file is an export.
    let file = files.read_dir().unwrap().next().unwrap().unwrap().path();
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    assert!(before.contains(text.trim_end()), "nothing was changed");
    let unpacked = folder.0.join("unpacked.jsonl");
    std::fs::write(&unpacked, &text).unwrap();
    let (code, said) = rulebook(&["--shelf", games().to_str().unwrap(), "verify", unpacked.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{said}");
    // The address of the store may be in the environment.
    let mut import = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    let done = import.env("RULEBOOK_STORE", &store).args(["import", unpacked.to_str().unwrap()]).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(rulebook(&["export", "--store", &store]).1.contains(&id), "the match is back");
    for wrong in [&["archive"][..], &["archive", "s3://"], &["archive", "gs://bucket"], &["archive", "--purge", "9"]] {
        assert_ne!(rulebook(wrong).0, Some(0), "{wrong:?}");
    }
}
