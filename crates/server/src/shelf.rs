//! The games of this server, and the rules that running matches were begun with.
//!
//! A match keeps its rules: when a file on the shelf changes, new matches get the new rules, and a running one gets the files
//! that were kept under its digest.

use crate::opening::Trouble;
use crate::store::{Store, StoreError};
use rulebook_catalog::{Catalog, Game};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The games of this server.
pub struct Shelf {
    root: PathBuf,
    games: BTreeMap<String, Game>,
    /// By digest: those that are not on the shelf any more.
    kept: Mutex<BTreeMap<String, Game>>,
    store: Arc<dyn Store>,
}

impl Shelf {
    /// Reads every game; what is wrong with one is logged, and the others are there.
    #[must_use]
    pub fn open(catalog: &Catalog, store: Arc<dyn Store>) -> Shelf {
        let (list, report) = catalog.list();
        if report.has_errors() {
            tracing::warn!("some games are left out: `rulebook check` tells why");
        }
        let games: BTreeMap<String, Game> = list.into_iter().map(|game| (game.id.clone(), game)).collect();
        let root = games.values().next().and_then(|game| game.folder.parent()).unwrap_or(Path::new("")).to_owned();
        Shelf { root, games, kept: Mutex::default(), store }
    }

    /// The games, by id.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.games.values()
    }

    /// A game for a new match.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<&Game> {
        self.games.get(id)
    }

    /// Keeps the files of a game that a match begins with. Rules that are part of this program have none.
    ///
    /// # Errors
    /// If the store cannot.
    pub async fn keep(&self, game: &Game) -> Result<(), StoreError> {
        let mut files = BTreeMap::new();
        collect(&game.folder, Path::new(&game.id), &mut files);
        collect(&self.root.join("lib"), Path::new("lib"), &mut files);
        let files = serde_json::to_string(&files).map_err(|e| StoreError::Broken(e.to_string()))?;
        self.store.keep_rules(&game.rules.info().source.to_string(), files).await
    }

    /// The game that a match was begun with.
    ///
    /// # Errors
    /// Why it is not there any more.
    pub(crate) async fn of_match(&self, id: &str, source: &str) -> Result<Game, Trouble> {
        if let Some(game) = self.games.get(id).filter(|game| game.rules.info().source.to_string() == source) {
            return Ok(game.clone());
        }
        let kept = |shelf: &Shelf| shelf.kept.lock().unwrap_or_else(PoisonError::into_inner).get(source).cloned();
        if let Some(game) = kept(self) {
            return Ok(game);
        }
        let files = self.store.rules(source).await?;
        let files = files.ok_or_else(|| format!("the rules of {id:?} that it was begun with were not kept"))?;
        let files: BTreeMap<String, String> = serde_json::from_str(&files).map_err(|e| e.to_string())?;
        let game = unpack(id, source, &files)?;
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(source.to_owned(), game.clone());
        Ok(game)
    }
}

/// The text files of a folder, without those that only test it.
fn collect(folder: &Path, name: &Path, into: &mut BTreeMap<String, String>) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        if path.is_dir() && !matches!(entry.file_name().to_str(), Some("plays" | "scenarios")) {
            collect(&path, &name, into);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            into.insert(name.to_string_lossy().replace('\\', "/"), text);
        }
    }
}

/// Reads kept files as a game: they are laid out as they were, for as long as that takes. Files of other rules are refused.
pub(crate) fn unpack(id: &str, source: &str, files: &BTreeMap<String, String>) -> Result<Game, String> {
    let short = source.get(..16).unwrap_or("rules");
    let folder = std::env::temp_dir().join(format!("rulebook-{}-{short}", std::process::id()));
    let read = || -> Result<Game, String> {
        for (name, text) in files {
            if name.split('/').any(|part| part.is_empty() || part == "..") {
                return Err("kept rules with strange names".to_owned());
            }
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(|e| e.to_string())?;
            std::fs::write(&path, text).map_err(|e| e.to_string())?;
        }
        Catalog::open(&folder).find(id).map_err(|report| report.to_string())
    };
    let game = read();
    let _ = std::fs::remove_dir_all(&folder);
    let game = game?;
    if game.rules.info().source.to_string() != source {
        return Err(format!("this engine reads the kept rules of {id:?} differently"));
    }
    Ok(game)
}
