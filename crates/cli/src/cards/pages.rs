//! Plays scenario pages of Magic that are not in a game's folder (`conformance/mtg/README.md` describes the format).

use crate::failure::Failure;
use rulebook_catalog::Report;
use rulebook_catalog::codes::{BAD_SCENARIO, UNTRUE_SCENARIO};
use rulebook_diag::{Diagnostic, FileId, Span};
use rulebook_mtg::database::{RawCard, add_basics, read_cards};
use rulebook_mtg::rules::scenario::{Page, Wrong};
use std::path::Path;

/// Whether the path is a scenario page of its own: a text file with no game in its folder.
pub fn is_page(path: &str) -> bool {
    let path = Path::new(path);
    let alone = path.parent().is_some_and(|folder| !folder.join("meta.json").is_file());
    path.extension().is_some_and(|ending| ending == "txt") && path.is_file() && alone
}

/// The cards that pages may use: those of the file, if there is one, and the basic lands.
pub fn cards(file: Option<&Path>) -> Result<Vec<RawCard>, Failure> {
    let mut cards = match file {
        Some(file) => read_cards(&super::file::text(file)?).0,
        None => Vec::new(),
    };
    add_basics(&mut cards);
    Ok(cards)
}

/// Plays a page and adds its mistakes to the report. Returns the number of scenarios that hold.
pub fn play(path: &str, cards: &[RawCard], report: &mut Report) -> Result<usize, Failure> {
    let text = super::file::text(Path::new(path))?;
    let file = report.sources.add(path, text.clone());
    let page = match Page::read(&text) {
        Ok(page) => page,
        Err(wrong) => {
            report.diagnostics.push(at(file, &text, &wrong, BAD_SCENARIO));
            return Ok(0);
        }
    };
    let mut good = 0;
    for scenario in &page.scenarios {
        match page.play(scenario, cards) {
            Ok(()) => good += 1,
            Err(wrong) => report.diagnostics.push(at(file, &text, &wrong, UNTRUE_SCENARIO)),
        }
    }
    Ok(good)
}

/// A diagnostic for a line of a page.
fn at(file: FileId, text: &str, wrong: &Wrong, code: &'static str) -> Diagnostic {
    let before: usize = text.split_inclusive('\n').take(wrong.line.saturating_sub(1)).map(str::len).sum();
    let length = text[before..].lines().next().map_or(0, str::len);
    Diagnostic::error(code, Span::new(file, before..before + length), wrong.why.clone())
}
