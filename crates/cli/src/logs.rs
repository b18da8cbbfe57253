//! Reads log files, and finds the rules that each log was made with.

use crate::decks::Decks;
use crate::failure::Failure;
use crate::games::at_position;
use rulebook_catalog::{Catalog, Game};
use rulebook_matchlog::{Header, MAX_LOG};
use rulebook_server::shelf::Package;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The text of a log file. Refuses files that are too long or not UTF-8.
pub fn read(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("is a folder; give the logs in it, for example DIR/*.jsonl".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_LOG as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read: {error}"))?;
    if bytes.len() > MAX_LOG {
        return Err(format!("is longer than {} MiB, the limit for a log", MAX_LOG >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("is not a log; byte {at} is not UTF-8")
    })
}

/// Parses the header of a log. Does not check whether its values are right.
pub fn header(text: &str) -> Result<Header, String> {
    if text.is_empty() {
        return Err("is empty".to_owned());
    }
    let first = text.split('\n').next().unwrap_or_default();
    serde_json::from_str(first).map_err(|error| format!("is not a log; its first line is not a header: {error}"))
}

/// The games that logs were made with. Each game is loaded only once.
pub struct Library<'a> {
    catalog: &'a Catalog,
    /// The user's own decks, for logs that name them.
    decks: Decks,
    games: BTreeMap<String, Result<Game, String>>,
    /// Rules in the form in which a server stores them. They are used for logs that were made with exactly these rules.
    packages: Vec<Game>,
}

impl<'a> Library<'a> {
    pub fn new(catalog: &'a Catalog) -> Library<'a> {
        Library { catalog, decks: Decks::default(), games: BTreeMap::new(), packages: Vec::new() }
    }

    /// Sets the user's own decks. Logs that name a deck of the user need them.
    pub fn bringing(self, decks: &Decks) -> Library<'a> {
        Library { decks: decks.clone(), ..self }
    }

    /// Adds a game by its path. It is used for logs with its id, even if the catalog has a game of that id.
    pub fn with(mut self, named: Option<&str>) -> Result<Library<'a>, Failure> {
        if let Some(named) = named {
            let game = self.catalog.find(named)?;
            self.games.insert(game.rules.info().id.clone(), Ok(game));
        }
        Ok(self)
    }

    /// Adds rules in the form in which a server stores them. The server returns them at `/rules/DIGEST`.
    pub fn keeping(mut self, files: &[PathBuf]) -> Result<Library<'a>, Failure> {
        for path in files {
            let game = read(path).and_then(|text| Package::read(&text)).map_err(|why| about(path, &why))?;
            self.packages.push(game);
        }
        Ok(self)
    }

    /// The game that a log was made with, with the decks and the start position that its header names.
    pub fn game_of(&mut self, header: &Header) -> Result<Game, String> {
        let made_with = |game: &&Game| {
            let info = game.rules.info();
            (&info.id, info.source) == (&header.game, header.source)
        };
        let kept = self.packages.iter().find(made_with).cloned();
        let game = match kept {
            Some(kept) => kept,
            None => self.game(&header.game)?.clone(),
        };
        let game = self.decked(game, header)?;
        match header.setup.options.get(rulebook_boards::POSITION).filter(|_| game.board().is_some()) {
            Some(text) => at_position(&game, text),
            None => Ok(game),
        }
    }

    /// Adds the user's decks to the game if the log needs them.
    fn decked(&mut self, game: Game, header: &Header) -> Result<Game, String> {
        let known: Vec<String> = game.decks().into_iter().map(str::to_owned).collect();
        let options = &header.setup.options;
        let named: Vec<&str> = (1..=header.setup.seats)
            .filter_map(|seat| options.get(&format!("deck-{seat}")).map(String::as_str))
            .collect();
        if known.is_empty() || self.decks.is_empty() && named.iter().all(|name| known.iter().any(|deck| deck == name)) {
            return Ok(game);
        }
        if self.decks.is_empty() {
            return Err(format!(
                "was played with the decks {}, which are not all here: give their lists with --deck, and the card file, \
                 if it was not the shipped one, with --cards",
                named.join(" and ")
            ));
        }
        let key = format!("{} with {}", header.game, named.join(" and "));
        let ordered = self.decks.ordered_as(&named);
        let found = self.games.entry(key).or_insert_with(|| match ordered.brought(game) {
            Ok((game, _)) => Ok(game),
            Err(failure) => Err(failure.sentence()),
        });
        found.clone()
    }

    /// The game with this id. Paths are refused, because otherwise a log could choose which files of this machine are
    /// read.
    pub fn game(&mut self, id: &str) -> Result<&Game, String> {
        let catalog = self.catalog;
        let found = self.games.entry(id.to_owned()).or_insert_with(|| {
            let known = catalog.ids();
            if !known.iter().any(|known| known == id) {
                let few = if known.len() <= 12 { known.join(", ") } else { format!("{} others", known.len()) };
                let here = if known.is_empty() { String::new() } else { format!(" ({few})") };
                return Err(format!(
                    "was made with {id:?}, and there is no such game here{here}; give the path of its rules with --game PATH"
                ));
            }
            catalog.find(id).map_err(|report| format!("was made with {id:?}, which has mistakes:\n{report}"))
        });
        found.as_ref().map_err(Clone::clone)
    }
}

/// The failure "FILE: SENTENCE".
pub fn about(path: &Path, sentence: &str) -> Failure {
    Failure::Input(format!("{}: {sentence}", path.display()))
}
