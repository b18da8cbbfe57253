//! Runs the bench command as a user does and checks its output.

use std::process::{Command, Output};

fn bench(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebook-bench")).args(args).output().expect("it runs")
}

#[test]
fn an_unknown_game_fails_with_the_list_of_games() {
    let output = bench(&["nope"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("no game matches `nope`") && output.stdout.is_empty(), "{told}");
    for name in ["connect-four", "cruel", "crazy-eights"] {
        assert!(told.contains(name), "{told}");
    }
}

#[test]
fn help_is_usage() {
    let output = bench(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("usage: cargo xtask bench"));
}

#[test]
fn unknown_parts_and_games_are_refused() {
    for (args, why) in [(["skill", "kx"], "there is no part `kx`"), (["levels", "nope"], "there is no game `nope`")] {
        let output = bench(&args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(why) && output.stdout.is_empty(), "{told}");
    }
}
