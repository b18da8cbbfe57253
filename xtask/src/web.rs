//! Tests the JavaScript code: the web table (types, logic, real browser, screenshots), and the editor plugin with our
//! language server. If Node is missing, prints a message.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

/// Runs all tests of the web table and the editor plugin. Without Node, prints a message.
pub fn run(root: &Path) -> Result<(), Failure> {
    if !prepare(root)? {
        return Ok(());
    }
    build_program(root)?;
    with_program(root)
}

/// Like [`run`], but uses the program that the Rust tests have built. Building it again would take long. The tests
/// enable more features of some packages, so cargo would compile all packages that depend on them a second time.
pub fn run_after_tests(root: &Path) -> Result<(), Failure> {
    if prepare(root)? { with_program(root) } else { Ok(()) }
}

fn with_program(root: &Path) -> Result<(), Failure> {
    command("web types", npm(root, "web", &["run", "types"]))?;
    command("web logic", npm(root, "web", &["test"]))?;
    command("web in a browser", npm(root, "web", &["run", "e2e"]))?;
    editor(root)
}

/// Tests the editor plugin with the program that was built for the browser tests.
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

/// `cargo xtask shots`: writes a picture of every screen into `web/shots`.
pub fn shots(root: &Path) -> Result<(), Failure> {
    if !prepare(root)? {
        return Ok(());
    }
    build_program(root)?;
    command("screenshots", npm(root, "web", &["run", "shots"]))
}

/// Builds the program with the features of the whole workspace, so that it shares packages with other builds.
fn build_program(root: &Path) -> Result<(), Failure> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--workspace", "--bin", "rulebook"]);
    command("build the server", build)
}

/// Installs the npm packages. Returns false, with a message, if Node is not installed.
fn prepare(root: &Path) -> Result<bool, Failure> {
    let mut probe = npm(root, "web", &["--version"]);
    if !probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success()) {
        println!("==> web: SKIPPED, npm is missing (install Node 20 or newer)");
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
