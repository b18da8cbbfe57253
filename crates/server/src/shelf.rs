//! Loads the games of this server, and the stored rules of running matches.
//!
//! A match keeps its rules. If the file of a game changes, new matches use the new rules. Running matches use the files
//! that were stored under the digest of their rules.

use crate::limits::{NoSlot, Slots};
use crate::load_match::LoadError;
use crate::store::{Store, StoreError};
use crate::visitors::{self, RemoteGame, Uploaded, VisitorGames, Worker, WorkerFault};
use rulebook_catalog::{AnyBot, Catalog, Game, KEPT_PACKAGES, Meta, is_id, packages};
use rulebook_kernel::Key;
use rulebook_matches::AnyRules;
use rulebook_scene::layout::Layouts;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// File texts by name.
type Files = BTreeMap<String, String>;

/// The source files of a game. With them, the owner of a log can verify the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// The id of the game.
    pub game: String,
    /// The digest of its rules, in hexadecimal.
    pub source: String,
    /// The file texts by name.
    pub files: BTreeMap<String, String>,
}

impl Package {
    /// Reads a package from `/rules/DIGEST`. The package is untrusted, so the digest of its rules is computed again and
    /// compared.
    ///
    /// # Errors
    /// If the package cannot be read or has another digest.
    pub fn read(text: &str) -> Result<Game, String> {
        let package: Package =
            serde_json::from_str(text).map_err(|error| format!("this is not a package of rules: {error}"))?;
        unpack(&package.game, &package.source, &package.files)
    }
}

/// A game that tables can play.
#[derive(Clone)]
pub struct ShelfGame {
    /// The id of the game.
    pub id: String,
    /// The description for the lobby.
    pub meta: Meta,
    /// The compiled rules.
    pub rules: Arc<dyn AnyRules>,
    /// The rules as Markdown text for players.
    pub rules_text: Arc<str>,
    /// The layouts of its table.
    pub layouts: Arc<Layouts>,
    bots: BotMaker,
}

/// Makes the bots of a game.
#[derive(Clone)]
enum BotMaker {
    Here(Box<Game>),
    /// The game runs in a worker.
    Remote(Arc<RemoteGame>),
}

impl From<Game> for ShelfGame {
    fn from(game: Game) -> ShelfGame {
        ShelfGame {
            id: game.id.clone(),
            meta: game.meta.clone(),
            rules: Arc::clone(&game.rules),
            rules_text: Arc::clone(&game.rules_text),
            layouts: Arc::clone(&game.layouts),
            bots: BotMaker::Here(Box::new(game)),
        }
    }
}

impl From<Arc<RemoteGame>> for ShelfGame {
    fn from(game: Arc<RemoteGame>) -> ShelfGame {
        ShelfGame {
            id: game.meta.rules_id.clone(),
            meta: game.meta.clone(),
            rules: Arc::clone(&game.rules) as Arc<dyn AnyRules>,
            rules_text: Arc::clone(&game.rules_text),
            layouts: Arc::clone(&game.layouts),
            bots: BotMaker::Remote(game),
        }
    }
}

impl ShelfGame {
    /// A bot for matches of this game.
    ///
    /// # Errors
    /// A sentence about the mistake in the spec.
    pub fn bot(&self, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
        match &self.bots {
            BotMaker::Here(game) => game.bot(spec, key),
            BotMaker::Remote(game) => game.bot(spec, key),
        }
    }

    /// A picture of a card: media type and bytes. `None` if there is none. A game that a visitor has uploaded has no
    /// pictures.
    #[must_use]
    pub fn picture(&self, path: &str) -> Option<(&'static str, Vec<u8>)> {
        match &self.bots {
            BotMaker::Here(game) => game.picture(path),
            BotMaker::Remote(_) => None,
        }
    }
}

/// A worker stays for this time after its rules were loaded, even if no table uses them.
const LINGER: Duration = Duration::from_secs(60);
/// After a worker has exceeded a limit, its game is not loaded again for this time.
const FAULTY: Duration = Duration::from_secs(60);

/// The error of a task that loads rules. A panic is a problem of these rules. A cancelled task must not cause a match to be
/// frozen or closed.
fn failed(error: &tokio::task::JoinError) -> LoadError {
    let why = format!("the rules panicked while they were loaded: {error}");
    if error.is_panic() { LoadError::Broken(why) } else { LoadError::Store(why) }
}

/// The games of visitors that have exceeded a limit lately, and why.
#[derive(Default)]
struct Faulty(Mutex<BTreeMap<String, (Instant, String)>>);

impl Faulty {
    fn note(&self, id: &str, why: &str) {
        let mut faulty = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faulty.retain(|_, (at, _)| at.elapsed() < FAULTY);
        faulty.insert(id.to_owned(), (Instant::now(), why.to_owned()));
    }

    fn of(&self, id: &str) -> Option<String> {
        let faulty = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faulty.get(id).filter(|(at, _)| at.elapsed() < FAULTY).map(|(_, why)| why.clone())
    }
}

/// The games of this server.
pub struct Shelf {
    games: BTreeMap<String, ShelfGame>,
    /// The files of each game when its rules were read. The files on disk may change later.
    files: BTreeMap<String, Files>,
    /// The digests of rules that this server has stored.
    written: Mutex<BTreeSet<String>>,
    /// Loaded rules that are no longer in the catalog, by digest.
    kept: Mutex<BTreeMap<String, ShelfGame>>,
    /// The games of visitors whose workers run.
    remote: Mutex<BTreeMap<String, Weak<RemoteGame>>>,
    /// The games of visitors that have exceeded a limit, and why.
    faulty: Arc<Faulty>,
    /// Locked while the rules of a visitor's game are loaded, so that each game has only one worker.
    loading: tokio::sync::Mutex<()>,
    visitors: VisitorGames,
    /// The slots for workers.
    pub(crate) workers: Arc<Slots>,
    /// Number of workers that exceeded a limit.
    pub(crate) worker_faults: Arc<AtomicU64>,
    store: Arc<dyn Store>,
}

impl Shelf {
    /// Loads all games. Games with errors are logged and left out.
    #[must_use]
    pub fn open(catalog: &Catalog, store: Arc<dyn Store>, visitors: VisitorGames) -> Shelf {
        let (mut list, report) = catalog.list();
        if report.has_errors() {
            // A folder without games is an error too, but no game is left out.
            let loaded: BTreeSet<&str> = list.iter().map(|game| game.id.as_str()).collect();
            let left_out: Vec<String> = catalog.ids().into_iter().filter(|id| !loaded.contains(id.as_str())).collect();
            if !left_out.is_empty() {
                let games = left_out.join(", ");
                tracing::warn!(games, "games with errors are left out; run `rulebook check` with the same shelf");
            }
        }
        list.retain(|game| {
            let ours = !visitors::is_visitors(&game.id);
            if !ours {
                tracing::warn!(game = game.id, "game left out: ids of this form belong to visitors");
            }
            ours
        });
        let files = list.iter().map(|game| (game.id.clone(), files_of(game))).collect();
        let games = list.into_iter().map(|game| (game.id.clone(), game.into())).collect();
        let workers = visitors::slots(&visitors);
        Shelf {
            games,
            files,
            written: Mutex::default(),
            kept: Mutex::default(),
            remote: Mutex::default(),
            faulty: Arc::default(),
            loading: tokio::sync::Mutex::default(),
            visitors,
            workers,
            worker_faults: Arc::default(),
            store,
        }
    }

    /// The games, by id.
    pub fn games(&self) -> impl Iterator<Item = &ShelfGame> {
        self.games.values()
    }

    /// A game for a new match. Does not find games of visitors: `Shelf::find` does.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<&ShelfGame> {
        self.games.get(id)
    }

    /// A game for a new match: one of the server, or one that a visitor has brought.
    ///
    /// # Errors
    /// If the rules of a visitor cannot be loaded.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<ShelfGame>, LoadError> {
        match visitors::is_visitors(id) {
            true => self.visitors_game(id).await,
            false => Ok(self.game(id).cloned()),
        }
    }

    /// A game that a visitor has brought. Starts its worker if necessary. `None` if there is no such game.
    async fn visitors_game(&self, id: &str) -> Result<Option<ShelfGame>, LoadError> {
        // The owner or the operator may have removed the game, although its worker still runs.
        let Some(uploaded) = Uploaded::find(&*self.store, id).await? else { return Ok(None) };
        if let Some(game) = self.running(id) {
            return Ok(Some(game.into()));
        }
        let _alone = self.loading.lock().await;
        if let Some(game) = self.running(id) {
            return Ok(Some(game.into()));
        }
        let Some(program) = self.visitors.worker.clone() else { return Ok(None) };
        if let Some(why) = self.faulty.of(id) {
            return Err(LoadError::OtherSemantics(why));
        }
        let Some(files) = self.store.rules(id).await? else { return Ok(None) };
        let files: Files = serde_json::from_str(&files).map_err(|e| e.to_string())?;
        let own = |(name, text): (String, String)| Some((name.strip_prefix(id)?.strip_prefix('/')?.to_owned(), text));
        let files: Files = files.into_iter().filter_map(own).collect();
        // The worker counts toward the limit of the address that uploaded the game, so nobody can use up the workers of
        // others.
        let slot = self.workers.take(uploaded.from.parse().ok()).map_err(|no| {
            let why = match no {
                NoSlot::Full => "too many games of visitors are played now",
                NoSlot::Address => "too many games of this visitor are played now",
            };
            LoadError::Store(why.to_owned())
        })?;
        let (name, faulty, metrics) = (id.to_owned(), Arc::clone(&self.faulty), Arc::clone(&self.worker_faults));
        let loaded = tokio::task::spawn_blocking(move || {
            let noted = name.clone();
            let on_fault = move |WorkerFault(why): &WorkerFault| {
                tracing::warn!(id = noted, why, "game of a visitor exceeded a limit");
                metrics.fetch_add(1, Relaxed);
                faulty.note(&noted, why);
            };
            let worker = Worker::start(&program, slot, on_fault).map_err(LoadError::Store)?;
            RemoteGame::load(worker, &name, files).map_err(|WorkerFault(why)| LoadError::OtherSemantics(why))
        });
        let game = Arc::new(loaded.await.unwrap_or_else(|error| Err(failed(&error)))?);
        self.remote.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), Arc::downgrade(&game));
        // A page asks for the game, then for its table. Both requests use this worker.
        let lingering = Arc::clone(&game);
        tokio::spawn(async move {
            tokio::time::sleep(LINGER).await;
            drop(lingering);
        });
        Ok(Some(game.into()))
    }

    /// The game of a visitor whose worker runs.
    fn running(&self, id: &str) -> Option<Arc<RemoteGame>> {
        let mut remote = self.remote.lock().unwrap_or_else(PoisonError::into_inner);
        remote.retain(|_, game| game.strong_count() > 0);
        remote.get(id).and_then(Weak::upgrade).filter(|game| !game.is_gone())
    }

    /// Stores the files of a game, if they are not stored yet. Called when a match is opened.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn keep(&self, game: &ShelfGame) -> Result<(), StoreError> {
        let source = game.rules.info().source.to_string();
        let written = || self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let here = self.games.get(&game.id).filter(|here| here.rules.info().source.to_string() == source);
        // If the rules are not in the catalog, they came from the store, so there is nothing to store.
        let Some(files) = here.and_then(|here| self.files.get(&here.id)).cloned() else { return Ok(()) };
        if written().contains(&source) {
            return Ok(());
        }
        let text = serde_json::to_string(&files).map_err(|e| StoreError::Broken(e.to_string()))?;
        // Load the rules from this copy before it is stored. A file may have changed while the copy was made.
        let (id, digest) = (game.id.clone(), source.clone());
        let read = tokio::task::spawn_blocking(move || unpack(&id, &digest, &files).map(drop)).await;
        match read.map_err(|error| error.to_string()).and_then(|read| read) {
            Ok(()) => self.store.keep_rules(&source, text).await?,
            Err(why) => {
                tracing::warn!(game = game.id, why, "rules not stored; running matches end when the rules change");
            }
        }
        written().insert(source);
        Ok(())
    }

    /// The rules with this digest and their files, from the catalog or the store.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn package(&self, source: &str) -> Result<Option<Package>, StoreError> {
        if visitors::is_visitors(source) {
            let (files, uploaded) = (self.store.rules(source).await?, Uploaded::find(&*self.store, source).await?);
            let files = files.and_then(|text| serde_json::from_str(&text).ok());
            let package = |(files, uploaded): (Files, Uploaded)| Package {
                game: source.to_owned(),
                source: uploaded.source,
                files,
            };
            return Ok(files.zip(uploaded).map(package));
        }
        let here = self.games.values().find(|game| game.rules.info().source.to_string() == source);
        let read = here.and_then(|game| Some((game.id.clone(), self.files.get(&game.id)?.clone())));
        let found = match read {
            Some(found) => Some(found),
            None => self.store.rules(source).await?.and_then(|text| {
                let files: Files = serde_json::from_str(&text).ok()?;
                // The folder name is the id of the game. Earlier releases stored packages in a folder `lib` beside the
                // folder of the game.
                let game = files.keys().filter_map(|name| name.split('/').next()).find(|name| *name != "lib")?;
                Some((game.to_owned(), files))
            }),
        };
        Ok(found.map(|(game, files)| Package { game, source: source.to_owned(), files }))
    }

    /// The game with the rules that a match was started with.
    ///
    /// # Errors
    /// If the rules cannot be loaded.
    pub(crate) async fn of_match(&self, id: &str, source: &str) -> Result<ShelfGame, LoadError> {
        if visitors::is_visitors(id) {
            let game = self.visitors_game(id).await?.ok_or_else(removed)?;
            return match game.rules.info().source.to_string() == source {
                true => Ok(game),
                false => {
                    Err(LoadError::Broken(format!("the rules of {id:?} have another digest than the match needs")))
                }
            };
        }
        if let Some(game) = self.games.get(id).filter(|game| game.rules.info().source.to_string() == source) {
            return Ok(game.clone());
        }
        let kept = |shelf: &Shelf| shelf.kept.lock().unwrap_or_else(PoisonError::into_inner).get(source).cloned();
        if let Some(game) = kept(self) {
            return Ok(game);
        }
        let files = self.store.rules(source).await?;
        let files = files.ok_or_else(|| format!("the rules of {id:?} with which the match started are not stored"))?;
        let files: Files = serde_json::from_str(&files).map_err(|e| e.to_string())?;
        // Loading may be slow or panic, so it runs on a blocking thread.
        let (name, digest) = (id.to_owned(), source.to_owned());
        let read = tokio::task::spawn_blocking(move || unpack(&name, &digest, &files)).await;
        let game = ShelfGame::from(read.map_err(|error| failed(&error))??);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(source.to_owned(), game.clone());
        Ok(game)
    }
}

/// The error of a match whose game a visitor or the operator has removed.
fn removed() -> LoadError {
    LoadError::OtherSemantics("its game was removed".to_owned())
}

/// The files of a game. Includes the engine's CGML packages, because a later release may change them.
fn files_of(game: &Game) -> Files {
    kept_files(&game.id, game.files())
}

/// The files of a game as they are stored: in a folder with the id of the game.
pub(crate) fn kept_files(id: &str, files: Files) -> Files {
    let within = |(name, text): (String, String)| (format!("{id}/{name}"), text);
    let mut files: Files = files.into_iter().map(within).collect();
    if files.contains_key(&format!("{id}/game.cgml")) {
        for (name, text) in packages() {
            files.entry(format!("{id}/{KEPT_PACKAGES}/{name}.yaml")).or_insert_with(|| text.to_owned());
        }
    }
    files
}

/// Held while stored rules are in the memory of the catalog, because it keeps only one copy of each game.
static UNPACKING: Mutex<()> = Mutex::new(());

/// Loads stored files as a game. Refuses files with another digest. The files and the id are untrusted.
pub(crate) fn unpack(id: &str, source: &str, files: &Files) -> Result<Game, String> {
    if !is_id(id) {
        return Err(format!("{id:?} is not a valid id of a game"));
    }
    let kept = format!("{KEPT_PACKAGES}/");
    let name = |name: &str| match name.strip_prefix("lib/") {
        // Earlier releases stored packages in a folder `lib` beside the game's folder.
        Some(package) => Some(format!("{kept}{package}")),
        None => Some(name.strip_prefix(id)?.strip_prefix('/')?.to_owned()),
    };
    let mut files: Files = files.iter().filter_map(|(path, text)| Some((name(path)?, text.clone()))).collect();
    let fits = |game: &Game| game.rules.info().source.to_string() == source;
    let _alone = UNPACKING.lock().unwrap_or_else(PoisonError::into_inner);
    let find = |files: &Files| {
        let here = Catalog::in_memory(id, files.clone());
        // Errors in the presentation must not end a match.
        here.find(id).or_else(|_| here.find_rules(id)).map_err(|report| report.to_string())
    };
    let mut game = find(&files);
    let count = files.len();
    files.retain(|name, _| !name.starts_with(&kept));
    if !game.as_ref().is_ok_and(fits) && files.len() < count {
        // Try again with the packages of this engine instead of the stored packages.
        game = find(&files);
    }
    let _ = Catalog::in_memory(id, Files::new());
    let game = game?;
    if !fits(&game) {
        return Err(format!("the stored rules of {id:?} do not have the expected digest"));
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_a_load_that_panics_is_a_mistake_of_the_rules() {
        let panicked = tokio::task::spawn_blocking(|| panic!("a bug")).await.unwrap_err();
        assert!(matches!(failed(&panicked), LoadError::Broken(_)));
        let task = tokio::spawn(std::future::pending::<()>());
        task.abort();
        assert!(matches!(failed(&task.await.unwrap_err()), LoadError::Store(_)), "the client asks again");
    }
}
