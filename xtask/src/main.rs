//! `cargo xtask <command>`: development tasks of this repository.

use std::path::PathBuf;
use std::process::ExitCode;

use xtask::tidy::{self, repo::Repo};
use xtask::{Failure, api, bench, bless, book, ci, perft, python, soak, web};

const USAGE: &str = "\
usage: cargo xtask <command> [arguments]

  ci               what every change runs: fmt, clippy, tests, doc tests, doc, web, book, tidy
  tidy [CHECK…]    the rules of this repository (arrows externals purity size papers semantics); all by default
  soak [ARGS…]     the long tier: ignored tests, release build; arguments go to the test runner
                   --games a,b: ten thousand matches of these games alone; --matches N: so many of each game
  bless [ARGS…]    rewrite expectations by running the tests; arguments go to the test runner
  book             docs/ as a book, into target/book (mdbook)
  perft            the published counts of every board game, in full
  api [ARGS…]      the HTTP side of a server against schemathesis (python3, PyPI); arguments go to it
  web              the tests of the web table: types, logic, a real browser
  shots            a picture of every screen of the web table, into web/shots
  python [ARGS…]   the wheel of the Python package and its tests; --all: every game, types, Ray; others go to pytest
  bench [ARGS…]    run the benchmarks; arguments go to rulebook-bench
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
        "ci" => Err(Failure::Usage("ci takes no arguments: it is the same for everybody".into())),
        "tidy" => tidy::run(&Repo::open(root), rest),
        "soak" => soak::run(&root, rest),
        "bless" => bless::run(&root, rest),
        "book" if rest.is_empty() => book::run(&root),
        "book" => Err(Failure::Usage("book takes no arguments".into())),
        "perft" if rest.is_empty() => perft::run(&root),
        "perft" => Err(Failure::Usage("perft takes no arguments; one position is `rulebook perft`".into())),
        "api" => api::run(&root, rest),
        "web" if rest.is_empty() => web::run(&root),
        "shots" if rest.is_empty() => web::shots(&root),
        "web" | "shots" => Err(Failure::Usage(format!("{command} takes no arguments"))),
        "python" => python::run(&root, rest),
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
