//! Runs the long tests: ten thousand matches of each game, deep perft counts, and tests that kill servers. Run them
//! before you close an issue.

use std::path::Path;

use crate::Failure;
use crate::cargo::{self, Tier};
use crate::steps::command;

/// The parsed arguments.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    /// Game ids, separated by commas. If given, only these games are tested.
    games: Option<String>,
    /// The number of matches of each game.
    matches: Option<String>,
    /// A file of variants. If given, only the comparison with another engine runs, for the sections of this file.
    variants: Option<String>,
    /// The part of the comparison to run, such as `2/5`.
    part: Option<String>,
    /// Other arguments, for the test runner.
    rest: Vec<String>,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let asked = Asked::read(args)?;
    let mut tests = cargo::tests(root, Tier::Long, &asked.for_the_runner(cargo::has(root, "nextest")));
    tests.envs(asked.games.map(|games| ("RULEBOOK_GAMES", games)));
    tests.envs(asked.matches.map(|matches| ("RULEBOOK_MATCHES", matches)));
    let absolute = |file: String| std::path::absolute(&file).map_or(file.into(), std::path::PathBuf::into_os_string);
    tests.envs(asked.variants.map(|file| ("RULEBOOK_VARIANTS", absolute(file))));
    tests.envs(asked.part.map(|part| ("RULEBOOK_PART", part)));
    command("soak", tests)
}

impl Asked {
    fn read(args: &[String]) -> Result<Asked, Failure> {
        let mut asked = Asked::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let place = match arg.as_str() {
                "--games" => &mut asked.games,
                "--matches" => &mut asked.matches,
                "--variants" => &mut asked.variants,
                "--part" => &mut asked.part,
                _ => {
                    asked.rest.push(arg.clone());
                    continue;
                }
            };
            *place = Some(args.next().cloned().ok_or_else(|| Failure::Usage(format!("{arg} needs a value")))?);
        }
        match &asked.matches {
            Some(matches) if matches.parse::<u32>().is_err() => {
                Err(Failure::Usage(format!("--matches is a number, not {matches:?}")))
            }
            _ => Ok(asked),
        }
    }

    /// The arguments for the test runner. For single games or variants, only one test runs, and it prints its progress.
    fn for_the_runner(&self, nextest: bool) -> Vec<String> {
        let mut args: Vec<&str> = Vec::new();
        let single = if self.variants.is_some() || self.part.is_some() {
            Some(["--package", "rulebook-variants", "moves_of_another_engine"])
        } else {
            self.games.as_ref().map(|_| ["--package", "rulebook-catalog", "ten_thousand_games_of_each"])
        };
        if let Some(single) = single {
            args.extend(single);
            args.extend(if nextest { &["--no-capture"][..] } else { &["--", "--nocapture"] });
        }
        let mut args: Vec<String> = args.into_iter().map(String::from).collect();
        // Arguments after `--` go to the test itself, so these are inserted before it.
        let at = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
        args.splice(at..at, self.rest.iter().cloned());
        args
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Asked, Failure> {
        Asked::read(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn games_and_matches_are_taken_out() {
        let Ok(asked) = read("--games one,other --matches 500 --locked") else { panic!("refused") };
        let rest = vec!["--locked".to_owned()];
        assert_eq!(
            asked,
            Asked { games: Some("one,other".into()), matches: Some("500".into()), rest, ..Asked::default() }
        );
        let line = asked.for_the_runner(true).join(" ");
        assert_eq!(line, "--package rulebook-catalog ten_thousand_games_of_each --no-capture --locked");
        let line = asked.for_the_runner(false).join(" ");
        assert_eq!(line, "--package rulebook-catalog ten_thousand_games_of_each --locked -- --nocapture");
        let Ok(asked) = read("--variants some.ini --part 2/5") else { panic!("refused") };
        assert_eq!(
            asked.for_the_runner(true).join(" "),
            "--package rulebook-variants moves_of_another_engine --no-capture"
        );
        assert!(read("one").is_ok_and(|asked| asked.for_the_runner(true) == ["one"]));
    }

    #[test]
    fn a_missing_or_wrong_value_is_reported() {
        assert!(matches!(read("--games"), Err(Failure::Usage(_))));
        assert!(matches!(read("--matches many"), Err(Failure::Usage(_))));
    }
}
