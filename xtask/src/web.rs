//! The web table: types, tests of its logic, tests in a real browser, screenshots. Each says clearly when it was left out.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

/// Everything that is tested of it; without Node nothing is, and that is said.
pub fn run(root: &Path) -> Result<(), Failure> {
    if !prepare(root)? {
        return Ok(());
    }
    command("web types", npm(root, &["run", "types"]))?;
    command("web logic", npm(root, &["test"]))?;
    browser(root, "web in a browser", "e2e")
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
    command(name, npm(root, &["run", script]))
}

/// Is Node there? Then its packages are too, from here on.
fn prepare(root: &Path) -> Result<bool, Failure> {
    let mut probe = npm(root, &["--version"]);
    if !probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        println!("==> web: LEFT OUT, there is no npm (Node 20 or newer has it)");
        return Ok(false);
    }
    if !root.join("web/node_modules").is_dir() {
        command("web packages", npm(root, &["ci"]))?;
    }
    Ok(true)
}

fn npm(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("web")).args(args);
    command
}
