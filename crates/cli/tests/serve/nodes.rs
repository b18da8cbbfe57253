//! Servers as processes.

use crate::client::{http, json_of};
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Node {
    pub addr: SocketAddr,
    store: String,
    child: Option<Child>,
    /// Where its logs go, as JSON.
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
        // Free a moment ago; a restart takes the same one.
        let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut node = Node { addr, store: store.to_owned(), child: None, logs };
        node.launch();
        node.ready().await;
        node
    }

    pub fn launch(&mut self) {
        let logs = self.logs.as_ref().map(|path| std::fs::File::create(path).unwrap());
        let child = Command::new(env!("CARGO_BIN_EXE_rulebook"))
            .args(["serve", "--rate", "100000", "--tables", "100000"])
            .args(["--addr", &self.addr.to_string(), "--store", &self.store, "--games"])
            .arg(games())
            .args(self.logs.iter().map(|_| "--json"))
            .stdout(Stdio::null())
            .stderr(logs.map_or(Stdio::null(), Stdio::from))
            .spawn();
        self.child = Some(child.unwrap());
    }

    pub async fn ready(&self) {
        for _ in 0..600 {
            if http(self.addr, "GET", "/healthz", None, None).await.0 == 200 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the server at {} does not come up", self.addr);
    }

    /// SIGKILL: no goodbye.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// SIGTERM: finishes what was begun.
    pub fn terminate(&mut self) -> bool {
        let Some(mut child) = self.child.take() else { return false };
        let told = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        told.is_ok_and(|status| status.success()) && child.wait().is_ok_and(|status| status.success())
    }

    /// A table of two people: its id and the tokens of the seats.
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

/// A folder that goes away.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rulebook-serve-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
