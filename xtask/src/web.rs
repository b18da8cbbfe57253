//! What is written in JavaScript: the web table (types, tests of its logic, tests in a real browser, screenshots) and the plugin
//! for editors, whose client is tried on our language server. Each says clearly when it was left out.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

/// Everything that is tested of it; without Node nothing is, and that is said.
pub fn run(root: &Path) -> Result<(), Failure> {
    if !prepare(root)? {
        return Ok(());
    }
    command("web types", npm(root, "web", &["run", "types"]))?;
    command("web logic", npm(root, "web", &["test"]))?;
    browser(root, "web in a browser", "e2e")?;
    editor(root)
}

/// The client of the plugin for editors, on the program that the browser has just played on.
fn editor(root: &Path) -> Result<(), Failure> {
    let folder = "editors/vscode";
    if !root.join(folder).join("node_modules").is_dir() {
        command("editor packages", npm(root, folder, &["ci"]))?;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut tests = npm(root, folder, &["test"]);
    tests.env("RULEBOOK", target.join("debug").join(format!("rulebook{}", std::env::consts::EXE_SUFFIX)));
    command("editor client", tests)
}

/// `cargo xtask shots`: a picture of every screen, into `web/shots`.
pub fn shots(root: &Path) -> Result<(), Failure> {
    if prepare(root)? { browser(root, "screenshots", "shots") } else { Ok(()) }
}

fn browser(root: &Path, name: &str, script: &str) -> Result<(), Failure> {
    let mut build = cargo(root);
    // Of the whole workspace, so that it is the one that the tests have built already.
    build.args(["build", "--locked", "--workspace", "--bin", "rulebook"]);
    command("the server they play on", build)?;
    command(name, npm(root, "web", &["run", script]))
}

/// Is Node there? Then its packages are too, from here on.
fn prepare(root: &Path) -> Result<bool, Failure> {
    let mut probe = npm(root, "web", &["--version"]);
    if !probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        println!("==> web: LEFT OUT, there is no npm (Node 20 or newer has it)");
        return Ok(false);
    }
    if !root.join("web/node_modules").is_dir() {
        command("web packages", npm(root, "web", &["ci"]))?;
    }
    Ok(true)
}

fn npm(root: &Path, folder: &str, args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join(folder)).args(args);
    command
}
