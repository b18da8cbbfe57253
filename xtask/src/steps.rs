//! Runs commands as named steps. Shows their output at once, and the time that each takes.

use std::process::Command;
use std::time::Instant;

use crate::Failure;

/// Runs one command as a step.
pub fn command(name: &str, mut command: Command) -> Result<(), Failure> {
    let line = shown(&command);
    step(name, &line, || match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status}: {line}")),
        Err(e) => Err(format!("cannot start: {e}: {line}")),
    })
}

/// Runs work as a step. Prints a line before it, the time after it, and one line with the reason if it fails.
pub fn step(name: &str, detail: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), Failure> {
    println!("==> {name}: {detail}");
    let begun = Instant::now();
    let result = work();
    let seconds = begun.elapsed().as_secs_f64();
    match result {
        Ok(()) => {
            println!("    {name} ok, {seconds:.1} s");
            Ok(())
        }
        Err(why) => Err(Failure::Failed(format!("step `{name}` after {seconds:.1} s: {why}"))),
    }
}

/// The command as a person would type it: with its environment variables, and with the names of programs instead of
/// paths.
fn shown(command: &Command) -> String {
    let mut words = Vec::new();
    for (key, value) in command.get_envs() {
        if let Some(value) = value.filter(|_| key != "PATH") {
            words.push(format!("{}={:?}", key.to_string_lossy(), value.to_string_lossy()));
        }
    }
    let program = std::path::Path::new(command.get_program());
    words.push(program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned());
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_typed() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(shown(&command), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }

    #[test]
    fn a_failing_step_names_itself_and_the_reason() {
        let Err(Failure::Failed(why)) = step("lint", "a linter", || Err("two lines are wrong".into())) else {
            panic!("passed")
        };
        assert!(why.contains("`lint`") && why.contains("two lines are wrong"), "{why}");
    }

    #[test]
    fn a_program_that_is_missing_fails_the_step() {
        assert!(command("ghost", Command::new("no-such-program-as-this")).is_err());
    }
}
