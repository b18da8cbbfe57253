//! Kills servers during play and checks that nothing is lost: `bench/attack/kill.py`.

use std::path::Path;
use std::process::Command;

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

pub fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let Some((kills, rest)) = args.split_first().filter(|(kills, _)| kills.parse::<u32>().is_ok()) else {
        return Err(Failure::Usage("kill needs the number of kills".into()));
    };
    let (binary, rest) = match rest {
        [flag, binary, rest @ ..] if flag == "--binary" => (binary.clone(), rest),
        _ => {
            let mut build = cargo(root);
            build.args(["build", "--locked", "--release", "--package", "rulebook-cli"]);
            command("build", build)?;
            (root.join("target/release/rulebook").to_string_lossy().into_owned(), rest)
        }
    };
    let mut script = Command::new("python3");
    script.current_dir(root).arg("bench/attack/kill.py").args([binary.as_str(), kills]).args(rest);
    command("kill", script)
}
