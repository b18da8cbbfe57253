//! Tests the server with the real socket.io client from npm in Node: a whole match, a reconnect and refused commands.

use crate::nodes::{Folder, Node};
use std::path::Path;
use std::process::Command;

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|done| done.status.success())
}

// clause: Cards 0-4
#[test]
fn the_real_client_plays() {
    if !has("node") || !has("npm") {
        eprintln!("skipped: there is no Node here");
        return;
    }
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serve/js");
    let folder = Folder::new("js");
    for file in ["package.json", "package-lock.json", "play.mjs"] {
        std::fs::copy(from.join(file), folder.0.join(file)).unwrap();
    }
    // If no package registry answers, npm must give up before the test times out.
    let install = ["ci", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1", "--fetch-timeout=60000"];
    let installed = Command::new("npm").args(install).current_dir(&folder.0).output();
    let installed = installed.unwrap();
    if !installed.status.success() {
        eprintln!("skipped: npm cannot install: {}", String::from_utf8_lossy(&installed.stderr));
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let node = Node::start(&format!("sqlite:{}", folder.0.join("matches.db").display())).await;
        let address = format!("http://{}", node.addr);
        let (folder, done) = (folder.0.clone(), tokio::task::spawn_blocking);
        let played = done(move || Command::new("node").args(["play.mjs", &address]).current_dir(folder).output());
        let played = played.await.unwrap().unwrap();
        let told = String::from_utf8_lossy(&played.stdout).into_owned() + &String::from_utf8_lossy(&played.stderr);
        assert!(played.status.success(), "{told}");
        assert!(told.contains("all is well"), "{told}");
    });
}
