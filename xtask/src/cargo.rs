//! Runs cargo: always with `--locked` and from the root of the repository. Tests run with nextest if it is installed.

use std::path::Path;
use std::process::{Command, Stdio};

/// `cargo` in the root of the repository. This is the same cargo that started xtask.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Whether the cargo subcommand (`fmt`, `clippy`, `nextest`) is installed.
pub fn has(root: &Path, subcommand: &str) -> bool {
    let mut probe = cargo(root);
    probe.args([subcommand, "--version"]);
    answers(probe)
}

/// Whether rustup is installed, which can add missing components. A Rust of a Linux distribution has no rustup.
pub fn has_rustup() -> bool {
    let mut probe = Command::new("rustup");
    probe.arg("--version");
    answers(probe)
}

fn answers(mut probe: Command) -> bool {
    probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A group of tests, and how they are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// All tests that are not marked `#[ignore]`.
    Quick,
    /// The same tests as `Quick`. The run continues after a failure.
    QuickToTheEnd,
    /// The tests that are marked `#[ignore]`, built in release mode.
    Long,
}

/// The command that runs these tests. Doc tests are left out, because nextest does not support them.
pub fn tests(root: &Path, tier: Tier, extra: &[String]) -> Command {
    let mut command = cargo(root);
    command.args(test_args(has(root, "nextest"), tier, extra));
    command
}

fn test_args(nextest: bool, tier: Tier, extra: &[String]) -> Vec<String> {
    let mut args: Vec<&str> = if nextest { vec!["nextest", "run", "--locked"] } else { vec!["test", "--locked"] };
    // With `--workspace`, cargo would ignore `-p` and test everything.
    if !names_a_package(extra) {
        args.push("--workspace");
    }
    // `cargo test` runs doc tests unless the kinds of targets are given. `--tests` includes the unit
    // tests, but not of libraries with `test = false`.
    if !nextest {
        args.push("--tests");
    }
    match (tier, nextest) {
        (Tier::Quick, _) => {}
        (Tier::QuickToTheEnd, _) => args.push("--no-fail-fast"),
        (Tier::Long, true) => args.extend(["--release", "--run-ignored", "only"]),
        (Tier::Long, false) => args.push("--release"),
    }
    let mut args: Vec<String> = args.into_iter().map(String::from).collect();
    args.extend_from_slice(extra);
    if tier == Tier::Long && !nextest {
        if !extra.iter().any(|arg| arg == "--") {
            args.push("--".into());
        }
        args.push("--ignored".into());
    }
    args
}

fn names_a_package(extra: &[String]) -> bool {
    extra.iter().take_while(|arg| *arg != "--").any(|arg| {
        arg == "--package" || arg.starts_with("--package=") || (arg.starts_with("-p") && !arg.starts_with("--"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(nextest: bool, tier: Tier, extra: &[&str]) -> String {
        let extra: Vec<String> = extra.iter().map(|s| s.to_string()).collect();
        test_args(nextest, tier, &extra).join(" ")
    }

    #[test]
    fn quick_tier() {
        assert_eq!(line(true, Tier::Quick, &[]), "nextest run --locked --workspace");
        assert_eq!(line(false, Tier::Quick, &[]), "test --locked --workspace --tests");
    }

    #[test]
    fn long_tier_runs_only_the_ignored() {
        assert_eq!(
            line(true, Tier::Long, &["war"]),
            "nextest run --locked --workspace --release --run-ignored only war"
        );
        let plain = "test --locked --workspace --tests --release war -- --ignored";
        assert_eq!(line(false, Tier::Long, &["war"]), plain);
        let passed_on = "test --locked --workspace --tests --release -- --nocapture --ignored";
        assert_eq!(line(false, Tier::Long, &["--", "--nocapture"]), passed_on);
    }

    #[test]
    fn a_named_package_replaces_the_workspace() {
        for extra in [&["-p", "rulebook-cgml"][..], &["-prulebook-cgml"], &["--package=rulebook-cgml"]] {
            assert!(!line(true, Tier::Quick, extra).contains("--workspace"), "{extra:?}");
        }
        assert!(line(true, Tier::Quick, &["--profile", "ci"]).contains("--workspace"));
        assert!(line(true, Tier::Quick, &["--", "-p"]).contains("--workspace"));
    }
}
