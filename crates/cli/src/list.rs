//! `rulebook list`: the games of a folder.

use crate::failure::Failure;
use crate::games::Games;
use clap::Args;
use rulebook_catalog::{Game, Meta};
use std::io::Write;

/// Lists the games: id, name, seats, category, description
///
/// Games with mistakes are left out and reported on stderr; `rulebook check` shows the details.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook list\n  rulebook list --json | jq -r '.[].rulesId'")]
pub struct List {
    /// Print one JSON array with one object for each game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    games: Games,
}

impl List {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let (games, report) = self.games.catalog(before).list();
        if self.json {
            let metas: Vec<&Meta> = games.iter().map(|game| &game.meta).collect();
            let text = serde_json::to_string_pretty(&metas).map_err(|error| Failure::Input(error.to_string()))?;
            writeln!(out, "{text}")?;
        } else {
            write!(out, "{}", table(&games))?;
        }
        if report.has_errors() { Err(Failure::Mistakes(Box::new(report))) } else { Ok(()) }
    }
}

fn table(games: &[Game]) -> String {
    if games.is_empty() {
        return String::new();
    }
    let mut rows = vec![["ID", "NAME", "SEATS", "CATEGORY", "DESCRIPTION"].map(str::to_owned)];
    rows.extend(games.iter().map(|game| {
        let Meta { rules_id, game_name, description, min_players, max_players, category, .. } = &game.meta;
        let seats =
            if min_players == max_players { min_players.to_string() } else { format!("{min_players}-{max_players}") };
        [rules_id.clone(), game_name.clone(), seats, category.clone().unwrap_or_default(), description.clone()]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    let line = |row: &[String; 5]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
