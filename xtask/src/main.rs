//! `cargo xtask <command>`: development tasks of this repository.

use std::path::PathBuf;
use std::process::ExitCode;

use xtask::tidy::{self, repo::Repo};
use xtask::{Failure, api, bench, bless, book, ci, kill, packages, perft, python, soak, web};

const USAGE: &str = "\
usage: cargo xtask <command> [arguments]

  ci               run all checks of a change: fmt, clippy, tests, doc tests, doc, web, book, tidy
  tidy [CHECK…]    check the rules of this repository
                   (arrows externals purity size papers semantics prose file_names subjects conformance);
                   all by default
  soak [ARGS…]     run the long tests in release; other arguments go to the test runner
                   --variants FILE.ini: only compare the sections of this file with another engine; --part 2/5: a part of them
                   --games a,b: play ten thousand matches of only these games; --matches N: play N matches of each
  bless [ARGS…]    rewrite docs/conformance.md, and expected results by running the tests; arguments go to the test runner
  book             build docs/ as a book into target/book (needs mdbook)
  perft            check the published perft counts of every board game in full
  api [ARGS…]      test the HTTP interface with schemathesis (needs python3 and PyPI); arguments go to schemathesis
  web              test the web table: types, logic, a real browser
  shots            write a picture of every screen of the web table into web/shots
  python [ARGS…]   build and test the Python package; --all: every game, types, Ray; other arguments go to pytest
  dist [ARGS…]     the files of a release for this platform, into target/packages: archive, wheel, image
                   --only archive|python|image: this part alone; --profile NAME: another cargo profile
                   --test: tests the files in an empty environment (Linux)
  kill N [ARGS…]   kill servers N times during play, on SQLite and on three PostgreSQL nodes, and look for lost moves
                   --binary FILE: this program instead of a release build; other arguments go to bench/attack/kill.py
  bench [ARGS…]    run the benchmarks; arguments go to rulebook-bench. `peers` compares with OpenSpiel
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = args.split_first() else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    if matches!(command.as_str(), "help" | "--help" | "-h") {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(command, rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(why)) => {
            eprint!("xtask: {why}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(Failure::Failed(why)) => {
            eprintln!("xtask {command}: FAILED: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &str, rest: &[String]) -> Result<(), Failure> {
    let root = root()?;
    match command {
        "ci" if rest.is_empty() => ci::run(&root),
        "ci" => Err(Failure::Usage("ci takes no arguments".into())),
        "tidy" => tidy::run(&Repo::open(root), rest),
        "soak" => soak::run(&root, rest),
        "bless" => bless::run(&root, rest),
        "book" if rest.is_empty() => book::run(&root),
        "book" => Err(Failure::Usage("book takes no arguments".into())),
        "perft" if rest.is_empty() => perft::run(&root),
        "perft" => Err(Failure::Usage("perft takes no arguments; use `rulebook perft` for one position".into())),
        "api" => api::run(&root, rest),
        "web" if rest.is_empty() => web::run(&root),
        "shots" if rest.is_empty() => web::shots(&root),
        "web" | "shots" => Err(Failure::Usage(format!("{command} takes no arguments"))),
        "python" => python::run(&root, rest),
        "dist" => packages::run(&root, rest),
        "kill" => kill::run(&root, rest),
        "bench" => bench::run(&root, rest),
        unknown => Err(Failure::Usage(format!("unknown command `{unknown}`"))),
    }
}

fn root() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir().map_err(|e| Failure::Failed(format!("no current directory: {e}")))?;
    xtask::find_root(&here).ok_or_else(|| Failure::Failed(format!("{} is not inside the repository", here.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_of_tidy_is_in_the_usage() {
        let names = tidy::CHECKS.map(|(name, _)| name).join(" ");
        assert!(USAGE.contains(&format!("({names})")), "{names}");
    }
}
