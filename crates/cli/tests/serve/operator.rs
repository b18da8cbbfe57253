//! Tests of `rulebook admin` and of visitors' games with the real program.

use crate::client::{http, json_of};
use crate::nodes::{Folder, games};
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Output, Stdio};

const TOKEN: &str = "a token of the operator";

struct Server {
    child: Child,
    addr: SocketAddr,
}

impl Server {
    fn start(folder: &Folder) -> Server {
        let file = folder.0.join("token");
        std::fs::write(&file, format!("{TOKEN}\n")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["serve", "--addr", "127.0.0.1:0", "--admin-token-file"])
            .arg(&file)
            .arg("--store")
            .arg(format!("sqlite:{}", folder.0.join("matches.db").display()))
            .arg("--shelf")
            .arg(games())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split_once("http://").unwrap().1.trim_end().trim_end_matches('/').parse().unwrap();
        Server { child, addr }
    }

    fn admin(&self, token: &str, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
        command.arg("admin").args(args).args(["--url", &format!("http://{}", self.addr)]);
        command.env("RULEBOOK_ADMIN_TOKEN", token).env("USER", "tester").output().unwrap()
    }

    fn told(&self, args: &[&str]) -> String {
        let done = self.admin(TOKEN, args);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_acts_from_the_command_line() {
    let folder = Folder::new("operator");
    let server = Server::start(&folder);
    assert_eq!(server.told(&["list"]), "none\n");
    let body = json!({"game": "tic-tac-toe"});
    let opened = json_of(&http(server.addr, "POST", "/active-games", None, Some(body)).await.1);
    let id = opened["match"].as_str().unwrap();
    assert!(server.told(&["list"]).contains(&format!("table={id}")));
    assert!(server.told(&["inspect", id]).contains("\"phase\":\"lobby\""));
    assert_eq!(server.told(&["ban", "--name", "Rude", "--reason", "insults"]), "banned: name Rude\n");
    assert!(server.told(&["bans"]).contains("reason=insults"));
    assert_eq!(server.told(&["close", id, "--reason", "a test"]), format!("closed: {id}\n"));
    let audit = server.told(&["audit", "--json"]);
    assert!(audit.contains("\"by\":\"tester\"") && audit.contains("a test"), "{audit}");

    let wrong = server.admin("another token of somebody", &["list"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("not the operator's token"));
    let short = server.admin("short", &["list"]);
    assert_eq!(short.status.code(), Some(2), "{}", String::from_utf8_lossy(&short.stderr));
    let refused = server.admin(TOKEN, &["close", id, "--reason", "again"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("The game is over."));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_is_its_own_worker() {
    let folder = Folder::new("worker");
    let server = Server::start(&folder);
    let rules = std::fs::read_to_string(games().join("tic-tac-toe/game.json")).unwrap();
    let body = json!({"files": {"game.json": rules}});
    let (status, answer) = http(server.addr, "POST", "/games", None, Some(body)).await;
    assert_eq!(status, 201, "{answer}");
    let own = json_of(&answer)["game"]["id"].as_str().unwrap().to_owned();
    let (status, answer) = http(server.addr, "GET", &format!("/games/{own}/scene"), None, None).await;
    assert_eq!(status, 200, "{answer}");
    assert!(server.told(&["games"]).contains(&format!("key={own}")));
    server.told(&["remove-game", &own, "--reason", "a test"]);
    assert_eq!(http(server.addr, "GET", &format!("/games/{own}"), None, None).await.0, 404);
}

/// A later release may change a game that a visitor's game inherits. So the visitor's game has a copy of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_a_visitor_keeps_a_copy_of_the_game_that_it_inherits() {
    let folder = Folder::new("own-inherits");
    let server = Server::start(&folder);
    let files = json!({"game.cgml": "cgml_version: '1.3'\ninherit: crazy-eights\nmeta: { name: Mine }\n"});
    let (status, answer) = http(server.addr, "POST", "/games", None, Some(json!({"files": files}))).await;
    assert_eq!(status, 201, "{answer}");
    let own = json_of(&answer)["game"]["id"].as_str().unwrap().to_owned();
    let package = json_of(&http(server.addr, "GET", &format!("/rules/{own}"), None, None).await.1);
    let copy = &package["files"][format!("{own}/packages.kept/games/crazy-eights/game.cgml")];
    assert!(copy.as_str().is_some_and(|copy| copy.contains("name: Crazy Eights")), "{copy}");
    let open = json!({"game": own, "seats": 2});
    assert_eq!(http(server.addr, "POST", "/active-games", None, Some(open)).await.0, 201, "it can be played");
}
