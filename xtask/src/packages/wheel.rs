//! Makes the wheel and the source distribution of the Python package with maturin, in a virtual environment.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Plan;
use crate::Failure;
use crate::steps::command;

/// The build tool. `python/build_backend.py` accepts the same versions.
const MATURIN: &str = "maturin>=1.8,<2";

pub fn make(plan: &Plan) -> Result<(), Failure> {
    for name in plan.files()?.iter().filter(|name| is_ours(name)) {
        let _ = std::fs::remove_file(plan.packages().join(name));
    }
    let tools = plan.target.join("packages-tools");
    if !program(&tools, "maturin").is_file() {
        environment(&tools)?;
        command("maturin", pip(&tools, &["install", "-q", MATURIN]))?;
    }
    let mut stock = Command::new(program(&tools, "python"));
    stock.current_dir(&plan.root).arg("python/build_backend.py");
    command("games of the wheel", stock)?;
    command("wheel", maturin(plan, &tools, &["build", "--locked", "--profile", &plan.profile]))?;
    command("source distribution", maturin(plan, &tools, &["sdist"]))
}

/// Whether the file is a wheel or a source distribution.
pub fn is_ours(name: &str) -> bool {
    name.ends_with(".whl") || (name.starts_with("rulebook_games-") && name.ends_with(".tar.gz"))
}

/// Makes an empty virtual environment.
pub fn environment(place: &Path) -> Result<(), Failure> {
    let mut make = Command::new(if cfg!(windows) { "python" } else { "python3" });
    make.args(["-m", "venv", "--clear"]).arg(place);
    command("python environment", make)
}

/// The path of a program in a virtual environment.
pub fn program(place: &Path, name: &str) -> PathBuf {
    let folder = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

pub fn pip(place: &Path, args: &[&str]) -> Command {
    let mut pip = Command::new(program(place, "python"));
    pip.args(["-m", "pip", "--disable-pip-version-check"]).args(args);
    pip
}

fn maturin(plan: &Plan, tools: &Path, args: &[&str]) -> Command {
    let mut maturin = Command::new(program(tools, "maturin"));
    maturin.current_dir(&plan.root).args(args).args(["--manifest-path", "python/Cargo.toml", "--out"]);
    maturin.arg(plan.packages());
    maturin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_and_sources_are_distinguished_from_archives() {
        assert!(is_ours("rulebook_games-0.1.0-cp311-abi3-linux_x86_64.whl") && is_ours("rulebook_games-0.1.0.tar.gz"));
        assert!(!is_ours("rulebook-0.1.0-x86_64-unknown-linux-gnu.tar.gz") && !is_ours("SHA256SUMS"));
    }
}
