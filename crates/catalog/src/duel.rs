//! Loads duels: a card file and a folder of deck lists.

use crate::family::Family;
use crate::report::shown;
use crate::{Game, Report, codes, files, source};
use rulebook_diag::{Diagnostic, FileId, Span};
use rulebook_host::Erased;
use rulebook_mtg::deck::split_decks;
use rulebook_mtg::load::{self, Fault, List};
use rulebook_mtg::rules::Duel;
use std::path::Path;

/// Maximum number of deck lists. The rules contain every pairing of decks, so their size grows with the square.
const MOST_LISTS: usize = 24;

/// The source texts of a duel.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    /// The card file: its name in reports, and its text.
    cards: (String, String),
    /// The deck lists, with their names in reports.
    lists: Vec<(String, List)>,
}

impl Shelf {
    /// Reads a card file and the folder of deck lists beside it.
    pub fn read(cards: &Path, decks: &Path, report: &mut Report) -> Option<Shelf> {
        let file = files::read_required(cards, report, "it contains the cards")?;
        let cards = (shown(cards), report.sources.text(file).to_owned());
        let mut paths = source::list(decks).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|end| end == "txt" || end == "json"));
        let mut lists = Vec::new();
        for path in paths {
            let file = files::read(&path, report)?;
            let text = report.sources.text(file).to_owned();
            if let Some(decks) = split_decks(&text) {
                lists.extend(decks.into_iter().map(|(name, text)| (shown(&path), List { name, text })));
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            lists.push((shown(&path), List { name, text }));
        }
        if lists.len() > MOST_LISTS {
            let message = format!("this game has {} deck lists; the limit is {MOST_LISTS}", lists.len());
            report.error_about(&shown(decks), codes::BAD_DECK, message);
            return None;
        }
        Some(Shelf { cards, lists })
    }

    /// Adds the text of a deck list to the report, so that a diagnostic can point into it.
    fn file(&self, list: usize, report: &mut Report) -> FileId {
        let (name, list) = &self.lists[list];
        report.sources.add(name.clone(), list.text.clone())
    }
}

/// Compiles the rules for these decks. Reports mistakes.
pub(crate) fn rules(shelf: &Shelf, id: &str, report: &mut Report) -> Option<Duel> {
    let lists: Vec<List> = shelf.lists.iter().map(|(_, list)| list.clone()).collect();
    let faults = match load::duel(id, id, &shelf.cards.1, &lists) {
        Ok(rules) => return Some(rules),
        Err(faults) => faults,
    };
    let mut known: Vec<Option<FileId>> = vec![None; lists.len()];
    for fault in faults {
        match fault.list() {
            Some(list) => {
                let file = *known[list].get_or_insert_with(|| shelf.file(list, report));
                let span = place(&fault, &lists[list].text).map_or(Span::new(file, 0..0), |at| Span::new(file, at));
                report.diagnostics.push(Diagnostic::error(codes::BAD_DECK, span, fault.to_string()));
            }
            None => report.error_about(&shelf.cards.0, codes::BAD_DECK, fault.to_string()),
        }
    }
    None
}

/// The byte range in a deck list that a fault is about. `None` if the fault concerns the whole list.
fn place(fault: &Fault, text: &str) -> Option<std::ops::Range<usize>> {
    use rulebook_mtg::deck::DeckFault;
    let (name, count) = match fault {
        Fault::Card(_, name, _) => (name, None),
        Fault::List(_, DeckFault::Unknown(name) | DeckFault::TooMany(name, ..)) => (name, None),
        Fault::List(_, DeckFault::Count(name, count)) => (name, Some(*count)),
        Fault::List(_, DeckFault::Unreadable(_, line)) => (line, None),
        _ => return None,
    };
    if let Some(place) = in_line(text, name, count) {
        return Some(place);
    }
    let at = text.to_ascii_lowercase().find(&name.to_ascii_lowercase())?;
    Some(at..at + name.len())
}

/// The byte range of a card name in a deck list. If `count` is given, only a line with this count matches.
fn in_line(text: &str, name: &str, count: Option<usize>) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let given = line.trim().split_once(char::is_whitespace).is_some_and(|(n, rest)| {
            let same = count.is_none_or(|count| n.trim_end_matches('x').parse::<usize>() == Ok(count));
            same && rest.trim().eq_ignore_ascii_case(name)
        });
        if given {
            let at = start + line.to_ascii_lowercase().rfind(&name.to_ascii_lowercase())?;
            return Some(at..at + name.len());
        }
        start += line.len();
    }
    None
}

impl Game {
    /// The names of the decks. Empty if the game has no decks.
    #[must_use]
    pub fn decks(&self) -> Vec<&str> {
        match &self.family {
            Family::Duel(_, shelf) => shelf.lists.iter().map(|(_, list)| list.name.as_str()).collect(),
            Family::Native(..) | Family::Board(_) | Family::Cgml(..) => Vec::new(),
        }
    }

    /// The game with other decks. Without `cards`, the lists are added to the decks of the game. With `cards`, these
    /// cards and lists replace the cards and decks of the game. Each text comes with its name for reports.
    ///
    /// # Errors
    /// Returns all mistakes in the cards and deck lists. Returns an error if this game has no decks.
    pub fn with_decks(&self, cards: Option<(String, String)>, lists: Vec<(String, List)>) -> Result<Game, Box<Report>> {
        let mut report = Report::new();
        let Family::Duel(_, shelf) = &self.family else {
            report.error_about(&self.id, codes::BAD_DECK, "this game has no decks");
            return Err(Box::new(report));
        };
        let shelf = match cards {
            Some(cards) => Shelf { cards, lists },
            None => Shelf { cards: shelf.cards.clone(), lists: [shelf.lists.clone(), lists].concat() },
        };
        let Some(family) = Family::duel(shelf, &self.id, &mut report) else { return Err(Box::new(report)) };
        let Erased { rules, bots, self_play } = family.host();
        Ok(Game { rules, bots, self_play, family, ..self.clone() })
    }
}
