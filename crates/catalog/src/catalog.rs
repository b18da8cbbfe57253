//! Finds games by id and by path.

use crate::load::{describe, load, load_rules, load_rules_file};
use crate::report::shown;
use crate::source::{self, EMBEDDED, MEMORY, Packed};
use crate::{Game, Meta, Report, codes, family, files, meta, scenarios};
use rulebook_diag::{Diagnostic, Span, nearest};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Maximum number of folders in a shelf. A folder with more entries is probably not a collection of games.
const MOST_GAMES: usize = 10_000;
/// Maximum number of games that an error message names.
const MOST_NAMED: usize = 12;

/// Games from one or several shelves. A shelf is a folder of games on the disk, or the games in the program. Nothing is
/// cached: each call reads the files again.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// The shelves. If two shelves have a game with the same id, the game on the first shelf is used.
    shelves: Vec<PathBuf>,
}

impl Catalog {
    /// A catalog of the games in this folder, or of the one game whose folder this is.
    pub fn open(folder: impl Into<PathBuf>) -> Catalog {
        Catalog { shelves: Vec::new() }.with_shelf(folder)
    }

    /// A catalog of the games in this program. Pass `rulebook_embedded::GAMES`.
    #[must_use]
    pub fn embedded(games: Packed) -> Catalog {
        source::embed(games);
        Catalog::open(EMBEDDED)
    }

    /// A catalog of the games in memory, with this game among them. The keys of `files` are paths in the folder of the
    /// game. Rules in memory cannot read files on the disk.
    #[must_use]
    pub fn in_memory(id: &str, files: BTreeMap<String, String>) -> Catalog {
        source::hold(id, files.into_iter());
        Catalog::open(MEMORY)
    }

    /// Adds a folder of games, or the folder of one game. If it has a game with the same id as another shelf, the game
    /// in this folder is used.
    #[must_use]
    pub fn with_shelf(mut self, folder: impl Into<PathBuf>) -> Catalog {
        let folder = folder.into();
        // The id of a game is the name of its folder, and a path such as `.` does not end in that name.
        let nameless = folder.file_name().is_none() && is_game_folder(&folder);
        let named = if nameless { folder.canonicalize().unwrap_or(folder) } else { folder };
        self.shelves.insert(0, named);
        self
    }

    /// The ids of games on the disk that replace a game in the program and differ from it.
    #[must_use]
    pub fn replaced(&self) -> Vec<String> {
        if !self.shelves.iter().any(|shelf| source::is_embedded(shelf)) {
            return Vec::new();
        }
        let folders = self.folders(&mut Report::new());
        folders.iter().filter(|folder| replaces(folder)).filter_map(|folder| id(folder)).collect()
    }

    /// The folder of the game with this id, if it is on the disk.
    #[must_use]
    pub fn folder(&self, id: &str) -> Option<PathBuf> {
        self.on_shelf(id).filter(|folder| !source::is_embedded(folder))
    }

    fn on_shelf(&self, id: &str) -> Option<PathBuf> {
        if !meta::is_id(id) {
            return None;
        }
        let folder = |shelf: &PathBuf| match is_game_folder(shelf) {
            true => shelf.ends_with(id).then(|| shelf.clone()),
            false => Some(shelf.join(id)).filter(|folder| source::is_folder(folder)),
        };
        self.shelves.iter().find_map(folder)
    }

    /// All games without errors, sorted by id, and a report with the mistakes in all games.
    #[must_use]
    pub fn list(&self) -> (Vec<Game>, Report) {
        let mut report = Report::new();
        let folders = self.folders(&mut report);
        let games = folders.iter().filter_map(|folder| load(folder, &mut report)).collect();
        (games, report)
    }

    /// The descriptions of all games, sorted by id, and a report with the mistakes. If `meta.json` is complete, no
    /// other file is read, so mistakes in other files do not matter.
    #[must_use]
    pub fn metas(&self) -> (Vec<Listed>, Report) {
        let mut report = Report::new();
        let folders = self.folders(&mut report);
        let listed = |folder: &PathBuf| {
            let meta = describe(folder, &mut report)?;
            Some(Listed { meta, family: family::name_of(folder) })
        };
        let metas = folders.iter().filter_map(listed).collect();
        (metas, report)
    }

    /// The text files of a game by id or path, and the name of its family. Keys are paths in its folder with `/`.
    /// Files that only the tests of the engine read are left out.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or if it is a file without a folder.
    pub fn texts(&self, id_or_path: &str) -> Result<(BTreeMap<String, String>, &'static str), Box<Report>> {
        let mut report = Report::new();
        match self.place_of(id_or_path, &mut report) {
            Some(GameLocation::Folder(folder)) => {
                return Ok((files::texts(&folder, &files::ENGINE_TESTS), family::name_of(&folder)));
            }
            Some(GameLocation::RulesFile(path)) => {
                report.error_about(&shown(&path), codes::NO_GAME, "this file is not in the folder of a game");
            }
            None => {}
        }
        Err(Box::new(report))
    }

    /// The ids of all folders that contain a `meta.json`, even if the game has mistakes.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut folders = self.folders(&mut Report::new());
        folders.retain(|folder| source::is_file(&folder.join("meta.json")));
        folders.iter().filter_map(|folder| id(folder)).collect()
    }

    /// Loads a game by its id, by the path of its folder, or by the path of a file in that folder.
    ///
    /// # Errors
    /// Returns all mistakes in the game. If there is no such game, returns an error that suggests the nearest name.
    pub fn find(&self, id_or_path: &str) -> Result<Game, Box<Report>> {
        let mut report = Report::new();
        let game = self.place_of(id_or_path, &mut report).and_then(|place| place.load(&mut report));
        game.ok_or_else(|| Box::new(report))
    }

    /// Loads only the parts of a game that a running match needs: rules, bots and the rules text. Ignores mistakes in
    /// all other files.
    ///
    /// # Errors
    /// Returns all mistakes in the rules. Returns an error if there is no such game.
    pub fn find_rules(&self, id: &str) -> Result<Game, Box<Report>> {
        let mut report = Report::new();
        let game = self.place_of(id, &mut report).and_then(|place| match place {
            GameLocation::Folder(folder) => load_rules(&folder, &mut report),
            GameLocation::RulesFile(path) => load_rules_file(&path, &mut report),
        });
        game.ok_or_else(|| Box::new(report))
    }

    /// Checks these games, given by id or path. Returns the games without errors, and a report with all mistakes.
    #[must_use]
    pub fn check(&self, ids_or_paths: &[String]) -> (Vec<Game>, Report) {
        let mut report = Report::new();
        let mut games = Vec::new();
        for name in ids_or_paths {
            let place = self.place_of(name, &mut report);
            games.extend(place.and_then(|place| place.check(&mut report)));
        }
        (games, report)
    }

    /// The rules file of the game with this id or path. `None` for native rules, or if there is no such game.
    #[must_use]
    pub fn rules_file(&self, id_or_path: &str) -> Option<PathBuf> {
        match self.place_of(id_or_path, &mut Report::new())? {
            GameLocation::Folder(folder) => family::rules_file(&folder),
            GameLocation::RulesFile(path) => Some(path),
        }
    }

    /// The report about a rules file that existed before and is missing now.
    #[must_use]
    pub fn gone(rules: &Path) -> Report {
        let mut report = Report::new();
        let message = "the rules file is missing";
        let help = "it will be loaded as soon as it exists again".to_owned();
        report.error_with_help(&shown(rules), codes::MISSING_FILE, message, Some(help));
        report
    }

    /// Checks all games.
    #[must_use]
    pub fn check_all(&self) -> (Vec<Game>, Report) {
        let mut report = Report::new();
        let folders = self.folders(&mut report);
        let places = folders.into_iter().map(GameLocation::Folder);
        let games = places.filter_map(|place| place.check(&mut report)).collect();
        (games, report)
    }

    /// Updates old forms in the files of a game. Returns the changed files, but does not write them.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or if it is not written in CGML.
    pub fn fix(&self, id_or_path: &str) -> Result<Vec<Fixed>, Box<Report>> {
        let mut report = Report::new();
        let Some(place) = self.place_of(id_or_path, &mut report) else { return Err(Box::new(report)) };
        match place.cgml_file() {
            Some(path) => crate::cgml::fix(&path, &mut report).ok_or_else(|| Box::new(report)),
            None => {
                let message = "there is nothing to fix here, because only CGML rules have old forms";
                report.error_about(id_or_path, codes::NO_GAME, message);
                Err(Box::new(report))
            }
        }
    }

    fn place_of(&self, name: &str, report: &mut Report) -> Option<GameLocation> {
        if let Some(folder) = self.on_shelf(name) {
            return Some(GameLocation::Folder(folder));
        }
        let path = Path::new(name);
        if source::is_folder(path) {
            return Some(GameLocation::Folder(path.to_owned()));
        }
        if source::is_file(path) {
            return GameLocation::of_file(path, report);
        }
        self.no_game(name, report);
        None
    }

    fn no_game(&self, name: &str, report: &mut Report) {
        let ids = self.ids();
        // An id contains no dot and no slash.
        let is_path = name.contains(['/', '\\', '.']);
        let message = match &self.shelves[..] {
            _ if is_path => format!("there is no folder or file `{name}`"),
            [folder] if !source::is_embedded(folder) => format!("there is no game `{name}` in {}", shown(folder)),
            _ => format!("there is no game `{name}`"),
        };
        let meant = nearest(name, ids.iter().map(String::as_str)).map(|id| format!("did you mean `{id}`? "));
        let help = if is_path {
            match beside(Path::new(name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`rulebook list` shows all games".to_owned(),
            }
        } else if ids.is_empty() {
            "that folder holds no games".to_owned()
        } else {
            let all = match ids.len() {
                0..=MOST_NAMED => format!("the games are {}", ids.join(", ")),
                _ => "`rulebook list` shows all games".to_owned(),
            };
            format!("{}{all}", meant.unwrap_or_default())
        };
        let file = report.sources.add("the command line", name);
        let found = Diagnostic::error(codes::NO_GAME, Span::new(file, 0..name.len()), message).help(help);
        report.diagnostics.push(found);
    }

    /// The folders of all games, sorted by name. Contains one folder for each id.
    fn folders(&self, report: &mut Report) -> Vec<PathBuf> {
        let mut by_name: BTreeMap<OsString, PathBuf> = BTreeMap::new();
        for shelf in &self.shelves {
            let list = if is_game_folder(shelf) { Ok(vec![shelf.clone()]) } else { source::list(shelf) };
            match list {
                Ok(paths) => {
                    for path in paths.into_iter().filter(|path| is_game(path)).take(MOST_GAMES) {
                        by_name.entry(path.file_name().unwrap_or_default().to_owned()).or_insert(path);
                    }
                }
                Err(error) => {
                    let message = format!("cannot read this folder of games: {error}");
                    report.error_about(&shown(shelf), codes::NO_ROOT, message);
                }
            }
        }
        by_name.into_values().collect()
    }
}

/// A game in a list: its description, and the family of its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// The description.
    #[serde(flatten)]
    pub meta: Meta,
    /// `cgml`, `board`, `magic` or `native`.
    pub family: &'static str,
}

/// The folder with files that several games include. This folder is not a game.
const LIBRARY: &str = "lib";

/// Whether the path is a folder that should contain a game. Hidden folders and the library are skipped.
fn is_game(path: &Path) -> bool {
    let other = path.file_name().is_some_and(|name| name == LIBRARY || name.to_string_lossy().starts_with('.'));
    source::is_folder(path) && !other
}

/// Whether the folder itself contains the files of a game, and is not a folder of games.
fn is_game_folder(folder: &Path) -> bool {
    source::is_file(&folder.join("meta.json")) || family::rules_file(folder).is_some()
}

/// A file in which old forms were updated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The file.
    pub path: PathBuf,
    /// The new text of the file.
    pub text: String,
    /// Number of updated places.
    pub repaired: usize,
}

/// The location of a game.
enum GameLocation {
    /// A folder with all files.
    Folder(PathBuf),
    /// A rules file without a game folder, such as the first file of a new game.
    RulesFile(PathBuf),
}

impl GameLocation {
    /// The game that a file belongs to. A file in a game folder means that folder.
    fn of_file(path: &Path, report: &mut Report) -> Option<GameLocation> {
        // The parent of a bare file name is "", which cannot be read as a folder. Use "." instead.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if source::is_file(&folder.join("meta.json")) {
            return Some(GameLocation::Folder(folder.to_owned()));
        }
        if family::is_rules_file(path) {
            return Some(GameLocation::RulesFile(path.to_owned()));
        }
        let message = "this file is not in a game's folder, because there is no meta.json beside it";
        report.error_about(&shown(path), codes::NO_GAME, message);
        None
    }

    /// The rules file, if it is written in CGML.
    fn cgml_file(&self) -> Option<PathBuf> {
        let path = match self {
            GameLocation::Folder(folder) => folder.join(family::CGML_FILE),
            GameLocation::RulesFile(path) => path.clone(),
        };
        (family::is_cgml(&path) && source::is_file(&path)).then_some(path)
    }

    /// Loads the game and checks all its files, including files that no match needs.
    fn check(&self, report: &mut Report) -> Option<Game> {
        let before = report.errors();
        let game = self.load(report);
        if let GameLocation::Folder(folder) = self
            && source::is_file(&folder.join("meta.json"))
        {
            scenarios::check(folder, report);
        }
        game.filter(|_| report.errors() == before)
    }

    fn load(&self, report: &mut Report) -> Option<Game> {
        match self {
            GameLocation::Folder(folder) => load(folder, report),
            GameLocation::RulesFile(path) => load_rules_file(path, report),
        }
    }
}

/// The path of an existing file or folder with a similar name, as a suggestion.
fn beside(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = folder.read_dir().ok()?.flatten();
    let there: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = nearest(path.file_name()?.to_str()?, there.iter().map(String::as_str))?;
    Some(shown(&path.with_file_name(near)))
}

/// The name of a folder.
fn id(folder: &Path) -> Option<String> {
    Some(folder.file_name()?.to_str()?.to_owned())
}

/// Whether a folder on the disk differs from the embedded game of the same name.
fn replaces(folder: &Path) -> bool {
    let Some(embedded) = id(folder).map(|id| Path::new(EMBEDDED).join(id)) else { return false };
    if source::is_embedded(folder) || !source::is_folder(&embedded) {
        return false;
    }
    let mut files = files::texts(&embedded, &[]);
    let mut here = files::texts(folder, &files::ENGINE_TESTS);
    files.retain(|name, text| here.remove(name).as_ref() != Some(text));
    !files.is_empty() || !here.is_empty()
}
