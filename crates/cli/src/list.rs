//! `rulebook list`: lists the games with their descriptions.

use crate::failure::Failure;
use crate::games::Games;
use clap::Args;
use rulebook_catalog::{Listed, Meta};
use rulebook_tui::columns;
use std::io::{self, IsTerminal, Write};

/// Lists the games: id, name, seats, family, category, description
///
/// Reads only descriptions. `rulebook check` finds mistakes in rules. On a terminal, rows are cut to its width.
///
/// The family is the language of the rules: cgml (card games in YAML), board (board games in JSON), magic (card texts and
/// decks), native (rules in Rust).
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook list\n  rulebook list trick taking\n  rulebook list --json | jq -r '.[].rulesId'"
)]
pub struct List {
    /// Only games that contain all these words in their id, name, other names, family, category or description
    #[arg(value_name = "FILTER")]
    words: Vec<String>,
    /// Print one JSON array with one object for each game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    games: Games,
}

impl List {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let (mut metas, report) = self.games.catalog(before)?.metas();
        let words = self.words.join(" ");
        metas.retain(|game| matches(game, &words));
        if self.json {
            let text = serde_json::to_string_pretty(&metas).map_err(|error| Failure::Input(error.to_string()))?;
            writeln!(out, "{text}")?;
        } else {
            write!(out, "{}", table(&metas.iter().collect::<Vec<_>>(), width()))?;
        }
        if report.has_errors() {
            return Err(Failure::Mistakes(Box::new(report)));
        }
        if metas.is_empty() && !words.is_empty() {
            return Err(Failure::Input(format!("no game matches \"{words}\"")));
        }
        Ok(())
    }
}

/// Whether a game contains all words: anywhere in its names, or at the start of a word elsewhere. So `my` finds
/// `my-hearts`, and not every game with an enemy. Ignores upper and lower case.
pub fn matches(game: &Listed, words: &str) -> bool {
    let Listed { meta, family } = game;
    let category = meta.category.as_deref().unwrap_or_default();
    let names = format!("{} {} {}", meta.rules_id, meta.game_name, meta.aliases.join(" ")).to_lowercase();
    let about = format!("{family} {category} {}", meta.description).to_lowercase();
    let starts = |word: &str| about.match_indices(word).any(|(at, _)| !about[..at].ends_with(char::is_alphanumeric));
    words.to_lowercase().split_whitespace().all(|word| names.contains(word) || starts(word))
}

/// The width of the terminal. `None` if the output is not a terminal: rows are then not cut.
pub fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| width.0.into())
}

/// The heads of the columns.
pub const HEADS: [&str; 6] = ["ID", "NAME", "SEATS", "FAMILY", "CATEGORY", "DESCRIPTION"];

/// The cells of a row, one for each head.
pub fn cells(game: &Listed) -> Vec<String> {
    let Meta { rules_id, game_name, description, min_players, max_players, category, .. } = &game.meta;
    let seats =
        if min_players == max_players { min_players.to_string() } else { format!("{min_players}-{max_players}") };
    let (family, category) = (game.family.to_owned(), category.clone().unwrap_or_default());
    vec![rules_id.clone(), game_name.clone(), seats, family, category, description.clone()]
}

/// The games as a table with column headings.
fn table(metas: &[&Listed], width: Option<usize>) -> String {
    if metas.is_empty() {
        return String::new();
    }
    let heads = HEADS.iter().map(|&head| head.to_owned()).collect();
    aligned([heads].into_iter().chain(metas.iter().map(|meta| cells(meta))).collect(), width)
}

/// The games as a table that numbers them from 1.
pub fn numbered(metas: &[&Listed], width: Option<usize>) -> String {
    let row = |(number, meta): (usize, &&Listed)| [vec![format!("{number:3}")], cells(meta)].concat();
    aligned((1..).zip(metas).map(row).collect(), width)
}

/// Joins rows into lines with aligned columns that fit the terminal.
fn aligned(rows: Vec<Vec<String>>, width: Option<usize>) -> String {
    columns(rows, width).into_iter().map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;

    #[test]
    fn rows_fit_the_terminal() {
        let (metas, report) = Catalog::embedded(rulebook_embedded::GAMES).metas();
        assert!(!report.has_errors() && metas.len() > 50);
        let metas: Vec<&Listed> = metas.iter().collect();
        for width in [30, 60, 80, 120, 200] {
            let text = table(&metas, Some(width));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            assert_eq!(text.lines().count(), metas.len() + 1);
        }
        assert!(table(&metas, None).contains(&metas[0].meta.description));
    }

    #[test]
    fn words_are_found_in_any_order_and_case() {
        let (metas, _) = Catalog::embedded(rulebook_embedded::GAMES).metas();
        let found = |words: &str| metas.iter().filter(|meta| matches(meta, words)).count();
        // Two games match, because "crazy eights" is also another name of a German game.
        assert_eq!(found("EIGHTS crazy"), 2);
        assert_eq!(found(""), metas.len());
        assert_eq!(found("no-such-word"), 0);
        // This is another name of antichess, which the description of antichess does not contain.
        assert_eq!(found("suicide"), 1);
        // Parts of a name and beginnings of other words count, parts of other words do not.
        assert!(found("eigh") >= 2 && found("ights") >= 2 && found("enem") > 5, "{}", found("enem"));
        assert_eq!(found("nemy"), 0);
        assert!(found("trick-taking") > 5 && found("taking trick") >= found("trick-taking"));
        let boards = metas.iter().filter(|game| game.family == "board").count();
        assert!(boards > 10 && found("board") >= boards && found("native klondike") == 0);
    }
}
