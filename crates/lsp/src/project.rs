//! Loads a game, and collects its diagnostics and names. Uses the texts in the editor instead of the files on the disk.

use crate::mention::{self, Mention};
use rulebook_cgml::compile::{compile, correct_reorders, tell_deleted};
use rulebook_cgml::load::{FileSource, Missing, PACKAGES, is_sheet, load_or_rest, split_sheet};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostic, Diagnostics, FileId, Limits, Sources, parse};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The texts that are open in the editor, by path. They replace the files on the disk.
pub type Open = BTreeMap<PathBuf, String>;

/// The language of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Cgml,
    Board,
}

/// The language of a file, by its name.
pub fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "cgml" | "yaml" | "yml" => Some(Language::Cgml),
        "json" => Some(Language::Board),
        _ => None,
    }
}

/// A loaded game with its diagnostics and names.
#[derive(Default)]
pub struct Project {
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
    /// The files of the game with their paths. The path is `None` for a package of the engine without a file on disk.
    pub files: Vec<(FileId, Option<PathBuf>)>,
    /// All mentions of names in the files.
    pub mentions: Vec<Mention>,
}

impl Project {
    /// Loads the game that contains a file.
    pub fn of(path: &Path, open: &Open) -> Project {
        match language(path) {
            Some(Language::Cgml) => Project::cgml(&root(path, open), open),
            Some(Language::Board) => Project::board(path, open),
            None => Project::default(),
        }
    }

    fn cgml(root: &Path, open: &Open) -> Project {
        let mut project = Project::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files = Overlaid { root: &folder, open };
        let mut found = Diagnostics::new();
        let merged = load_or_rest(&name, &mut files, &mut project.sources, &mut found)
            .map_err(|rest| rest.iter().for_each(|rest| syntax::read_rest(rest, &project.sources, &mut found)))
            .ok();
        let mut trees: Vec<(FileId, Option<PathBuf>)> = Vec::new();
        if let Some(merged) = &merged {
            // Collect the same diagnostics as `rulebook check`.
            if let Some(document) = syntax::read(&merged.node, &project.sources, &mut found) {
                compile(&document, &mut found);
                tell_deleted(merged, &project.sources, &mut found);
                correct_reorders(&project.sources, &mut found);
            }
            for loaded in &merged.files {
                let path =
                    if loaded.is_package { package(&folder, &loaded.path) } else { Some(folder.join(&loaded.path)) };
                trees.push((loaded.file, path));
            }
        } else if let Some(text) = text_of(root, open) {
            // The game could not be loaded. Its root file may still be parsed to find names.
            let file = project.sources.add(name, text);
            trees.push((file, Some(root.to_owned())));
        }
        for (file, _) in trees.iter().filter(|(file, _)| !is_sheet(project.sources.name(*file))) {
            if let Some(node) = parse(&project.sources, *file, &Limits::default()).0 {
                project.mentions.extend(mention::mentions(&node, &project.sources));
            }
        }
        mention::resolve(&mut project.mentions);
        if merged.is_none() {
            // After a failed load, the included files are unknown. Add the files that the diagnostics mention.
            for diagnostic in found.sorted() {
                let file = diagnostic.primary.span.file;
                if !trees.iter().any(|(known, _)| *known == file) {
                    trees.push((file, Some(folder.join(project.sources.name(file)))));
                }
            }
        }
        project.diagnostics = found.sorted().into_iter().cloned().collect();
        project.files = trees;
        project
    }

    fn board(path: &Path, open: &Open) -> Project {
        let mut project = Project::default();
        let Some(text) = text_of(path, open) else { return project };
        let file = project.sources.add(path.display().to_string(), text);
        project.files.push((file, Some(path.to_owned())));
        // Check only JSON files with a `board` or `pieces`. Other JSON files are not board games.
        let node = parse(&project.sources, file, &Limits::default()).0;
        if node.is_some_and(|node| node.get("board").is_none() && node.get("pieces").is_none()) {
            return project;
        }
        let (_, found) = rulebook_boards::load(&project.sources, file, "game");
        project.diagnostics = found.sorted().into_iter().cloned().collect();
        project
    }

    /// The id of the file with this path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.files.iter().find(|(_, known)| known.as_deref() == Some(path)).map(|(file, _)| *file)
    }

    /// The path of the file with this id.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.files.iter().find(|(known, _)| *known == file).and_then(|(_, path)| path.as_deref())
    }

    /// The mention of a name at a byte offset of a file.
    pub fn at(&self, file: FileId, offset: usize) -> Option<&Mention> {
        let here = |mention: &&Mention| {
            let span = mention.span;
            let written = mention.before.is_empty();
            written && span.file == file && (span.start as usize..=span.end as usize).contains(&offset)
        };
        self.mentions.iter().find(here)
    }

    /// All mentions of the same name with the same kind.
    pub fn same<'a>(&'a self, as_this: &'a Mention) -> impl Iterator<Item = &'a Mention> {
        self.mentions.iter().filter(move |mention| mention.kind == as_this.kind && mention.name == as_this.name)
    }
}

/// The text of a file: from the editor if the file is open there, else from the disk.
pub fn text_of(path: &Path, open: &Open) -> Option<String> {
    open.get(path).cloned().or_else(|| std::fs::read_to_string(path).ok())
}

/// The root file of the game: the file itself if it is a whole game, else the `game.cgml` beside it.
fn root(path: &Path, open: &Open) -> PathBuf {
    let whole = text_of(path, open).is_some_and(|text| text.lines().any(|line| line.starts_with("cgml_version")));
    let beside = path.with_file_name("game.cgml");
    if whole || !beside.is_file() { path.to_owned() } else { beside }
}

/// The source file of an engine package, if the game lies in a checkout of the engine. Otherwise `None`.
fn package(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join("../lib").join(format!("{name}.yaml"));
    path.canonicalize().ok()
}

/// Writes a copy of an engine package into the cache folder of the user, and returns its path. Editors show this copy
/// if there is no checkout.
pub fn copy_of(name: &str) -> Option<PathBuf> {
    let package = PACKAGES.iter().find(|package| package.name == name)?;
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(|| Some(set("HOME")?.join(".cache")))?;
    let folder = cache.join("rulebook").join(env!("CARGO_PKG_VERSION")).join("lib");
    let path = folder.join(format!("{name}.yaml"));
    if std::fs::read_to_string(&path).ok().as_deref() != Some(package.text) {
        std::fs::create_dir_all(&folder).ok()?;
        // Write a temporary file and rename it, because another editor may be reading the old copy.
        let fresh = folder.join(format!("{name}.{}.new", std::process::id()));
        std::fs::write(&fresh, package.text).ok()?;
        std::fs::rename(&fresh, &path).ok()?;
    }
    Some(path)
}

/// The games that other games can inherit. The program sets this value once.
pub static GAMES: OnceLock<crate::GameFiles> = OnceLock::new();

struct Overlaid<'a> {
    root: &'a Path,
    open: &'a Open,
}

impl FileSource for Overlaid<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing> {
        let whole = self.root.join(path);
        if let Some(text) = self.open.get(&whole) {
            return Ok(text.clone().into_bytes());
        }
        let (file, sheet) = split_sheet(path);
        let bytes = std::fs::read(self.root.join(file)).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Missing::NotFound,
            _ => Missing::Unreadable(error.to_string()),
        })?;
        match rulebook_sheets::is_workbook(file) {
            true => rulebook_sheets::text_of(bytes, file, sheet).map_err(Missing::Unreadable),
            false => Ok(bytes),
        }
    }

    fn game(&mut self, id: &str, path: &str) -> Result<Vec<u8>, Missing> {
        match self.read(&format!("packages.kept/games/{id}/{path}")) {
            Err(Missing::NotFound) => GAMES.get().and_then(|games| games(id, path)).ok_or(Missing::NotFound),
            kept => kept,
        }
    }

    fn paths(&self) -> Vec<String> {
        let entries = self.root.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::mention::Kind;

    /// A small game without mistakes.
    pub const GAME: &str = "cgml_version: \"1.3\"\nmeta: { name: Small, players: { min: 2, max: 2 } }\nimports: [ !include standard_52 ]\n\
        components:\n  decks: { cards: { type: standard_52 } }\n  zones:\n    - { name: deck, type: deck, of_deck: cards }\n    \
        - { name: hand, type: hand, per_player: true }\n  variables:\n    - { name: score, scope: per_player, initial_value: 0 }\n\
        setup: []\nflow:\n  initial_state: Playing\n  states: { Playing: { phases: [Play] }, Over: {} }\n  \
        transitions: [ { from: Playing, to: Over, condition: \"count($.zones.deck) == 0\" } ]\n  \
        win_condition: { evaluator: \"max($.players, $player.score)\" }\nrules:\n  - id: draw_one\n    trigger: on.phase.Play\n    effect:\n      \
        - { action: DEAL, from: $.zones.deck, to: $currentPlayer.zones.hand }\n      - { action: SCORE, player: $currentPlayer, points: 1 }\n";

    pub fn opened(text: &str) -> (PathBuf, Open) {
        let path = PathBuf::from("/nowhere/game.cgml");
        (path.clone(), Open::from([(path, text.to_owned())]))
    }

    #[test]
    fn a_game_without_mistakes_has_none_and_its_names_are_known() {
        let (path, open) = opened(GAME);
        let project = Project::of(&path, &open);
        assert_eq!(project.diagnostics.len(), 0, "{:?}", project.diagnostics);
        let file = project.file(&path).expect("the file itself");
        let used = project.at(file, GAME.find("zones.deck").unwrap() + 7).expect("a zone");
        assert_eq!((used.kind, used.name.as_str(), used.defines), (Kind::Zone, "deck", false));
        assert_eq!(project.same(used).filter(|mention| mention.defines).count(), 1);
        assert!(
            project.mentions.iter().any(|mention| mention.kind == Kind::DeckType && mention.defines),
            "from the package"
        );
    }

    #[test]
    fn unsaved_text_is_checked() {
        let (path, open) = opened(&GAME.replace("$.zones.deck, to", "$.zones.dekc, to"));
        let project = Project::of(&path, &open);
        assert_eq!(project.diagnostics.len(), 1, "{:?}", project.diagnostics);
        assert!(project.diagnostics[0].message.contains("dekc"), "{:?}", project.diagnostics);
        let (path, open) = opened(&GAME.replace("$.zones.deck, to", "$.zones.dekc, to").replace("SCORE,", "SCOER,"));
        assert_eq!(Project::of(&path, &open).diagnostics.len(), 2, "a word that is not known hides nothing");
        let (path, open) = opened("cgml_version: \"1.3\"\nrules: [");
        assert!(!Project::of(&path, &open).diagnostics.is_empty());
    }

    #[test]
    fn a_board_game_is_judged_and_other_json_is_not() {
        let path = PathBuf::from("/nowhere/game.json");
        let judged = |text: &str| Project::of(&path, &Open::from([(path.clone(), text.to_owned())])).diagnostics.len();
        assert_eq!(judged("{\"rows\": 3}"), 0);
        assert!(judged("{\"board\": 7}") > 0);
    }
}
