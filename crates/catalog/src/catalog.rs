//! Finds games by id and by path.

use crate::load::{load, load_rules, load_rules_file};
use crate::report::shown;
use crate::roots::Root;
use crate::{Game, Report, codes, family, meta, scenarios};
use rulebook_diag::{Diagnostic, Span, nearest};
use std::path::{Path, PathBuf};

/// Maximum number of folders in a root; a larger folder is not a collection of games.
const MOST_GAMES: usize = 10_000;

/// A folder of games. Reads lazily, and reads everything anew each time.
#[derive(Clone, Debug)]
pub struct Catalog {
    root: Root,
}

impl Catalog {
    /// The games in this folder.
    pub fn open(root: impl Into<PathBuf>) -> Catalog {
        Catalog { root: Root::At(root.into()) }
    }

    /// The games of the nearest folder: see [`Root::discover`].
    #[must_use]
    pub fn discover() -> Catalog {
        Catalog { root: Root::discover() }
    }

    /// The folder of games.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// All games by id, and the mistakes in the others.
    #[must_use]
    pub fn list(&self) -> (Vec<Game>, Report) {
        let mut report = Report::new();
        let folders = self.folders(&mut report);
        let games = folders.iter().filter_map(|folder| load(folder, &mut report)).collect();
        (games, report)
    }

    /// The ids of all folders with a `meta.json`, with or without mistakes.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut folders = self.folders(&mut Report::new());
        folders.retain(|folder| folder.join("meta.json").is_file());
        folders.iter().filter_map(|folder| Some(folder.file_name()?.to_str()?.to_owned())).collect()
    }

    /// A game by its id, by the path of its folder, or by a file in that folder.
    ///
    /// # Errors
    /// All its mistakes; or that there is no such game, with the nearest name.
    pub fn find(&self, id_or_path: &str) -> Result<Game, Box<Report>> {
        let mut report = Report::new();
        let game = self.place_of(id_or_path, &mut report).and_then(|place| place.load(&mut report));
        game.ok_or_else(|| Box::new(report))
    }

    /// A game by its id, as a running match needs it: rules, bots and the text about them. Ignores mistakes in all
    /// other files of the folder.
    ///
    /// # Errors
    /// All mistakes in its rules, or that there is no such game.
    pub fn find_rules(&self, id: &str) -> Result<Game, Box<Report>> {
        let mut report = Report::new();
        let game = self.place_of(id, &mut report).and_then(|place| match place {
            Place::Folder(folder) => load_rules(&folder, &mut report),
            Place::RulesFile(path) => load_rules_file(&path, &mut report),
        });
        game.ok_or_else(|| Box::new(report))
    }

    /// Checks these games, given by id or path: the good ones, and all mistakes in the others.
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

    /// The rules file of a game, by its id or path. `None` for native rules, or if there is no game.
    #[must_use]
    pub fn rules_file(&self, id_or_path: &str) -> Option<PathBuf> {
        match self.place_of(id_or_path, &mut Report::new())? {
            Place::Folder(folder) => family::rules_file(&folder),
            Place::RulesFile(path) => Some(path),
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
        let places = folders.into_iter().map(Place::Folder);
        let games = places.filter_map(|place| place.check(&mut report)).collect();
        (games, report)
    }

    /// The files of a game whose old forms can be updated. Writes nothing.
    ///
    /// # Errors
    /// If there is no such game, or if it is not written in CGML.
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

    fn place_of(&self, name: &str, report: &mut Report) -> Option<Place> {
        if let (true, Root::At(root)) = (meta::is_id(name), &self.root)
            && root.join(name).is_dir()
        {
            return Some(Place::Folder(root.join(name)));
        }
        let path = Path::new(name);
        if path.is_dir() {
            return Some(Place::Folder(path.to_owned()));
        }
        if path.is_file() {
            return Place::of_file(path, report);
        }
        self.no_game(name, report);
        None
    }

    fn no_game(&self, name: &str, report: &mut Report) {
        let ids = self.ids();
        // An id contains no dot and no slash.
        let is_path = name.contains(['/', '\\', '.']);
        let message = match &self.root {
            _ if is_path => format!("there is no folder or file `{name}`"),
            Root::At(root) => format!("there is no game `{name}` in {}", shown(root)),
            Root::Nowhere(_) => format!("there is no game `{name}`"),
        };
        let meant = nearest(name, ids.iter().map(String::as_str)).map(|id| format!("did you mean `{id}`? "));
        let help = match &self.root {
            _ if is_path => match beside(Path::new(name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`rulebook list` shows all games".to_owned(),
            },
            Root::Nowhere(looked) => nowhere(looked),
            Root::At(_) if ids.is_empty() => "that folder holds no games".to_owned(),
            Root::At(_) => format!("{}the games are {}", meant.unwrap_or_default(), ids.join(", ")),
        };
        let file = report.sources.add("the command line", name);
        let found = Diagnostic::error(codes::NO_GAME, Span::new(file, 0..name.len()), message).help(help);
        report.diagnostics.push(found);
    }

    /// The folders that look like games, sorted by name.
    fn folders(&self, report: &mut Report) -> Vec<PathBuf> {
        let root = match &self.root {
            Root::At(root) => root,
            Root::Nowhere(looked) => {
                let help = nowhere(looked);
                report.error_with_help("games", codes::NO_ROOT, "there is no folder of games", Some(help));
                return Vec::new();
            }
        };
        let entries = match root.read_dir() {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("cannot read this folder of games: {error}");
                report.error_about(&shown(root), codes::NO_ROOT, message);
                return Vec::new();
            }
        };
        let mut folders: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| is_game(path)).collect();
        folders.sort();
        folders.truncate(MOST_GAMES);
        folders
    }
}

/// The folder of files that several games include. It is not a game.
const LIBRARY: &str = "lib";

/// Whether the folder is neither hidden nor the library. All other mistakes in it are reported.
fn is_game(path: &Path) -> bool {
    let other = path.file_name().is_some_and(|name| name == LIBRARY || name.to_string_lossy().starts_with('.'));
    path.is_dir() && !other
}

/// A file with updated forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The file.
    pub path: PathBuf,
    /// Its new text.
    pub text: String,
    /// Number of updated places.
    pub repaired: usize,
}

/// The location of a game.
enum Place {
    /// A folder with all files.
    Folder(PathBuf),
    /// A rules file alone: a designer's first file.
    RulesFile(PathBuf),
}

impl Place {
    /// The location for a path; a file of a game stands for its folder.
    fn of_file(path: &Path, report: &mut Report) -> Option<Place> {
        // A bare file name has the parent "", which cannot be read as a folder.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if folder.join("meta.json").is_file() {
            return Some(Place::Folder(folder.to_owned()));
        }
        if family::is_rules_file(path) {
            return Some(Place::RulesFile(path.to_owned()));
        }
        let message = "this file is not in a game's folder, because there is no meta.json beside it";
        report.error_about(&shown(path), codes::NO_GAME, message);
        None
    }

    /// The rules file, if it is written in CGML.
    fn cgml_file(&self) -> Option<PathBuf> {
        let path = match self {
            Place::Folder(folder) => folder.join(family::CGML_FILE),
            Place::RulesFile(path) => path.clone(),
        };
        (family::is_cgml(&path) && path.is_file()).then_some(path)
    }

    /// Checks everything in it, including files that no match needs.
    fn check(&self, report: &mut Report) -> Option<Game> {
        let before = report.errors();
        let game = self.load(report);
        if let Place::Folder(folder) = self
            && folder.join("meta.json").is_file()
        {
            scenarios::check(folder, report);
        }
        game.filter(|_| report.errors() == before)
    }

    fn load(&self, report: &mut Report) -> Option<Game> {
        match self {
            Place::Folder(folder) => load(folder, report),
            Place::RulesFile(path) => load_rules_file(path, report),
        }
    }
}

/// An existing file or folder with nearly that name.
fn beside(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = folder.read_dir().ok()?.flatten();
    let there: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = nearest(path.file_name()?.to_str()?, there.iter().map(String::as_str))?;
    Some(shown(&path.with_file_name(near)))
}

fn nowhere(looked: &[PathBuf]) -> String {
    let places: Vec<String> = looked.iter().map(|place| format!("\n  {}", shown(place))).collect();
    format!("give the folder of games with --games DIR. Looked in:{}", places.concat())
}
