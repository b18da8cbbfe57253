//! Starts the benchmarks. They are a separate package, because they are slow to build.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

/// The engine that `peers` compares with, as a requirement for pip.
const PEER: &str = "open_spiel>=1.6";

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    if extra.first().is_some_and(|first| first == "peers") {
        return peers(root, &extra[1..]);
    }
    let mut bench = cargo(root);
    bench.args(["run", "--locked", "--release", "--package", "rulebook-bench", "--"]).args(extra);
    command("bench", bench)
}

/// Installs OpenSpiel into a virtual environment in `target`, and compares its games with ours in alternating rounds.
fn peers(root: &Path, extra: &[String]) -> Result<(), Failure> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--release", "--package", "rulebook-bench"]);
    command("bench build", build)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let place = target.join("peers");
    let python = place.join("bin/python");
    if !python.is_file() {
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(&place);
        command("peers venv", venv)?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", PEER]);
    command("peers install", install)?;
    let mut compare = Command::new(&python);
    compare.arg(root.join("bench/peers.py")).arg(target.join("release/rulebook-bench")).args(extra);
    command("peers", compare)
}
