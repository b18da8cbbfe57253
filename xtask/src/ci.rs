//! What every change runs. Cheap and telling steps first; the first failure ends it.

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
    // `cargo fmt` resolves nothing, so it alone has no `--locked`.
    command("fmt", with(root, &["fmt", "--all", "--check"]))?;
    command("clippy", with(root, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // The benchmarks compile every game once more, which takes long; clippy has read them, `cargo xtask test` runs theirs.
    let but_benches = ["--exclude", "rulebook-bench"].map(String::from);
    command("tests", cargo::tests(root, Tier::Quick, &but_benches))?;
    command("doc tests", with(root, &["test", "--locked", "--workspace", "--doc"]))?;
    let mut doc = with(root, &["doc", "--locked", "--workspace", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    command("doc", doc)?;
    web::run(root)?;
    book::run(root)?;
    python::run(root, &[])?;
    step("tidy", "the rules of this repository", || tidy::all(&Repo::open(root.to_path_buf())))?;
    println!("ci ok, {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn with(root: &Path, args: &[&str]) -> Command {
    let mut command = cargo(root);
    command.args(args);
    command
}

/// A minimal Rust install has neither rustfmt nor clippy; rustup can add them.
fn components(root: &Path) -> Result<(), Failure> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if cargo::has(root, subcommand) {
            continue;
        }
        if !cargo::has_rustup() {
            let why = format!("`cargo {subcommand}` is missing and there is no rustup to install {component}");
            return Err(Failure::Failed(why));
        }
        let mut add = Command::new("rustup");
        add.current_dir(root).args(["component", "add", component]);
        command(component, add)?;
    }
    Ok(())
}
