//! `rulebook check`: reports every mistake in games.

use crate::failure::{Failure, paint};
use crate::games::Games;
use crate::numbers::counted;
use clap::Args;
use std::io::{self, Write};

/// Checks games: meta.json, rules.md, layouts, rules and scenarios; reports all mistakes in one run
///
/// Without a path, checks every game: the built-in ones, and those of `--shelf`. Exits with 1 if there is an error.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook check\n  rulebook check games/crazy-eights --json\n  rulebook check game.cgml --explain"
)]
pub struct Check {
    /// Game ids, folders, or files in them
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Print one JSON array with one object for each mistake
    #[arg(long)]
    json: bool,
    /// Explain what was inferred from written rules and what they compile to
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    #[command(flatten)]
    games: Games,
}

impl Check {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let (mut good, mut report) =
            if self.paths.is_empty() { catalog.check_all() } else { catalog.check(&self.paths) };
        good.retain(|game| game.play_scenarios(&mut report));
        if self.json {
            writeln!(out, "{}", report.to_json().trim_end())?;
        } else {
            // The report is the result of this command, so it goes to stdout.
            write!(out, "{}", report.to_text(paint(&io::stdout())))?;
            if self.explain {
                for game in &good {
                    writeln!(out, "{}", game.id)?;
                    game.explain().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
                }
            }
            writeln!(out, "{} without errors", counted(good.len() as u64, "game"))?;
        }
        if report.has_errors() { Err(Failure::Told) } else { Ok(()) }
    }
}
