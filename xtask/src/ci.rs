//! Runs the steps that every change must pass. Cheap steps come first. The first failure ends the run;
//! steps beside it are finished first.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::Failure;
use crate::book;
use crate::cargo::{self, Tier, cargo};
use crate::python;
use crate::steps::{command, step};
use crate::tidy::{self, repo::Repo};
use crate::web;

pub fn run(root: &Path) -> Result<(), Failure> {
    let begun = Instant::now();
    components(root)?;
    // Downloads wait for the network, so they run beside the first steps. If a download fails, the step that needs it
    // reports this.
    let downloads = {
        let root = root.to_path_buf();
        std::thread::spawn(move || python::prepare(&root))
    };
    // `cargo fmt` has no `--locked`, because it resolves no dependencies.
    command("fmt", with(root, &["fmt", "--all", "--check"]))?;
    command("clippy", with(root, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // The benchmarks compile every game again, which is slow. So their tests run in `cargo xtask test` and not here,
    // where only clippy checks them.
    let mut args = ["--exclude", "rulebook-bench"].map(String::from).to_vec();
    if cargo::has(root, "nextest") {
        // Many tests wait for a clock or a socket, so two tests for each core finish sooner than one.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        args.extend(["--test-threads".to_owned(), (2 * cores).to_string()]);
    }
    command("tests", cargo::tests(root, Tier::Quick, &args))?;
    // The browser tests mostly wait for pages, so the documentation and the Python package are checked beside them.
    std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            papers(root)?;
            let _ = downloads.join();
            python::run(root, &[])
        });
        let web = web::run_after_tests(root);
        others
            .join()
            .unwrap_or_else(|_| Err(Failure::Failed("a check beside the browser tests panicked".to_owned())))?;
        web
    })?;
    step("tidy", "the rules of this repository", || tidy::all(&Repo::open(root.to_path_buf())))?;
    println!("ci ok, {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Runs the doc tests, builds the documentation, and checks the licences.
fn papers(root: &Path) -> Result<(), Failure> {
    command("doc tests", with(root, &["test", "--locked", "--workspace", "--doc"]))?;
    let mut doc = with(root, &["doc", "--locked", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    command("doc", doc)?;
    licences(root)?;
    book::run(root)
}

/// The checks of `deny.toml` that need no list of security advisories, which the ci on GitHub downloads. The platforms of
/// a release need crates that a build for this platform does not download, so cargo-deny may download them.
fn licences(root: &Path) -> Result<(), Failure> {
    if !cargo::has(root, "deny") {
        println!("==> deny: LEFT OUT, there is no cargo-deny (`cargo install cargo-deny` brings it)");
        return Ok(());
    }
    command("deny", with(root, &["deny", "--locked", "check", "bans", "licenses", "sources"]))
}

fn with(root: &Path, args: &[&str]) -> Command {
    let mut command = cargo(root);
    command.args(args);
    command
}

/// Installs rustfmt and clippy with rustup if they are missing, as in a minimal Rust installation.
fn components(root: &Path) -> Result<(), Failure> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if cargo::has(root, subcommand) {
            continue;
        }
        if !cargo::has_rustup() {
            let why = format!("`cargo {subcommand}` is missing, and without rustup xtask cannot install {component}");
            return Err(Failure::Failed(why));
        }
        let mut add = Command::new("rustup");
        add.current_dir(root).args(["component", "add", component]);
        command(component, add)?;
    }
    Ok(())
}
