//! Reading log files, and finding the rules they were made with.

use crate::failure::Failure;
use crate::games::at_position;
use rulebook_catalog::{Catalog, Game};
use rulebook_stage::log::{Header, MAX_LOG};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The text of a log. Whatever it is, it is bounded and UTF-8.
pub fn read(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("is a folder: give the logs in it, such as DIR/*.jsonl".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_LOG as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() > MAX_LOG {
        return Err(format!("is longer than {} MiB, so it is not read", MAX_LOG >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("is not a log: byte {at} is not UTF-8")
    })
}

/// The header of a log. Only the form is looked at.
pub fn header(text: &str) -> Result<Header, String> {
    if text.is_empty() {
        return Err("is empty".to_owned());
    }
    let first = text.split('\n').next().unwrap_or_default();
    serde_json::from_str(first).map_err(|error| format!("is not a log: its first line is not a header: {error}"))
}

/// The games of logs, each loaded once.
pub struct Library<'a> {
    catalog: &'a Catalog,
    games: BTreeMap<String, Result<Game, String>>,
}

impl<'a> Library<'a> {
    pub fn new(catalog: &'a Catalog) -> Library<'a> {
        Library { catalog, games: BTreeMap::new() }
    }

    /// The rules of an id that no folder of games has: those of a file that the user names.
    pub fn with(mut self, named: Option<&str>) -> Result<Library<'a>, Failure> {
        if let Some(named) = named {
            let game = self.catalog.find(named)?;
            self.games.insert(game.rules.info().id.clone(), Ok(game));
        }
        Ok(self)
    }

    /// The game of a log, begun where the log begins.
    pub fn game_of(&mut self, header: &Header) -> Result<Game, String> {
        let game = self.game(&header.game)?;
        match header.setup.options.get(rulebook_boards::POSITION).filter(|_| game.board().is_some()) {
            Some(text) => at_position(game, text),
            None => Ok(game.clone()),
        }
    }

    /// The game with this id. An id only: a log does not choose which files of this machine are read.
    pub fn game(&mut self, id: &str) -> Result<&Game, String> {
        let catalog = self.catalog;
        let found = self.games.entry(id.to_owned()).or_insert_with(|| {
            let known = catalog.ids();
            if !known.iter().any(|known| known == id) {
                let few = if known.len() <= 12 { known.join(", ") } else { format!("{} others", known.len()) };
                let here = if known.is_empty() { String::new() } else { format!(" ({few})") };
                return Err(format!(
                    "was made with {id:?}, and there is no such game here{here}; \
                     where its rules are is said with --game PATH"
                ));
            }
            catalog.find(id).map_err(|report| format!("was made with {id:?}, which has mistakes:\n{report}"))
        });
        found.as_ref().map_err(Clone::clone)
    }
}

/// A sentence about a file.
pub fn about(path: &Path, sentence: &str) -> Failure {
    Failure::Input(format!("{}: {sentence}", path.display()))
}
