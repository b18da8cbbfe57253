//! Starts servers as processes.

use crate::client::{PATIENCE, http, json_of};
pub use rulebook_testkit::scratch::Folder;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Node {
    pub addr: SocketAddr,
    store: String,
    child: Option<Child>,
    /// The file to which the server writes its logs as JSON.
    logs: Option<PathBuf>,
}

pub fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

impl Node {
    pub async fn start(store: &str) -> Node {
        Node::with_logs(store, None).await
    }

    pub async fn with_logs(store: &str, logs: Option<PathBuf>) -> Node {
        let addr = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut node = Node { addr, store: store.to_owned(), child: None, logs };
        node.launch();
        node
    }

    /// Starts the server and waits until it listens. The first start uses any free port, later starts use the same
    /// port. Retries if the port is still taken.
    pub fn launch(&mut self) {
        let begun = Instant::now();
        loop {
            if let Some(addr) = self.try_launch() {
                self.addr = addr;
                return;
            }
            assert!(begun.elapsed() < 2 * PATIENCE, "the server at {} does not start", self.addr);
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The address that the server prints when it listens. `None` if the server does not start.
    fn try_launch(&mut self) -> Option<SocketAddr> {
        self.kill();
        let logs = self.logs.as_ref().map(|path| std::fs::File::create(path).unwrap());
        let child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["serve", "--rate", "100000", "--tables", "100000"])
            .args(["--addr", &self.addr.to_string(), "--store", &self.store, "--shelf"])
            .arg(games())
            .args(self.logs.iter().map(|_| "--json"))
            .stdout(Stdio::piped())
            .stderr(logs.map_or(Stdio::null(), Stdio::from))
            .spawn();
        let child = self.child.insert(child.unwrap());
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut()?).read_line(&mut line).ok()?;
        line.split_once("http://")?.1.trim_end().trim_end_matches('/').parse().ok()
    }

    /// Sends SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Sends SIGTERM, after which the server finishes the current requests. Returns whether it ended with success.
    pub fn terminate(&mut self) -> bool {
        let Some(mut child) = self.child.take() else { return false };
        let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        told.is_ok_and(|status| status.success()) && child.wait().is_ok_and(|status| status.success())
    }

    /// Creates a table for two people. Returns its id and the tokens of the seats.
    pub async fn table(&self, game: &str) -> (String, Vec<String>) {
        let opened = http(self.addr, "POST", "/active-games", None, Some(json!({"game": game, "seats": 2}))).await.1;
        let id = json_of(&opened)["match"].as_str().unwrap().to_owned();
        let mut tokens = Vec::new();
        for seat in 0..2 {
            let body = json!({"seat": seat, "name": format!("P{seat}")});
            let sat = http(self.addr, "POST", &format!("/active-games/{id}/seats"), None, Some(body)).await.1;
            tokens.push(json_of(&sat)["token"].as_str().unwrap().to_owned());
        }
        (id, tokens)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}
