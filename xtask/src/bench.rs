//! Starts the benchmarks. They are a separate package, because they are slow to build.

use std::path::Path;

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    let mut bench = cargo(root);
    bench.args(["run", "--locked", "--release", "--package", "rulebook-bench", "--"]).args(extra);
    command("bench", bench)
}
