//! `rulebook check`: reports every mistake in games.

use crate::cards::pages;
use crate::failure::{Failure, paint};
use crate::games::Games;
use crate::numbers::counted;
use clap::Args;
use rulebook_catalog::Report;
use std::io::{self, Write};
use std::path::PathBuf;

/// Checks games: meta.json, rules.md, layouts, rules and scenarios; reports all mistakes in one run
///
/// A text file outside a game's folder is a page of scenarios for Magic. `--cards` adds the cards of a file to it.
///
/// Without a path, checks every game: the built-in ones, and those of `--shelf`. Exits with 1 if there is an error.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook check\n  rulebook check games/crazy-eights --json\n  rulebook check game.cgml --explain\n  \
                  rulebook check wrong-card.txt --cards oracle.jsonl.gz"
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
    /// Cards that scenario pages of Magic may use: JSON or JSON Lines, plain or gzipped
    #[arg(long, value_name = "FILE")]
    cards: Option<PathBuf>,
    #[command(flatten)]
    games: Games,
}

impl Check {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let (pages, paths): (Vec<String>, Vec<String>) = self.paths.into_iter().partition(|path| pages::is_page(path));
        let (mut good, mut report) = match (paths.is_empty(), pages.is_empty()) {
            (true, true) => catalog.check_all(),
            (true, false) => (Vec::new(), Report::new()),
            (false, _) => catalog.check(&paths),
        };
        good.retain(|game| game.play_scenarios(&mut report));
        let cards = if pages.is_empty() { Vec::new() } else { pages::cards(self.cards.as_deref())? };
        let mut scenarios = 0;
        for page in &pages {
            scenarios += pages::play(page, &cards, &mut report)?;
        }
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
            if !pages.is_empty() {
                writeln!(out, "{} without errors", counted(scenarios as u64, "scenario"))?;
            }
            if pages.is_empty() || !paths.is_empty() {
                writeln!(out, "{} without errors", counted(good.len() as u64, "game"))?;
            }
        }
        if report.has_errors() { Err(Failure::Told) } else { Ok(()) }
    }
}
