//! Finds the games that a command can use. This file also defines the arguments that several commands share.

use crate::failure::Failure;
use clap::Args;
use clap::error::{ContextKind, ContextValue};
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::Setup;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The option `--shelf DIR`. It is allowed before and after the command.
#[derive(Args, Clone, Debug, Default)]
pub struct Shelves {
    /// Folder of games, or folder of one game, to add to the built-in games; wins over built-in games of the same id;
    /// may be repeated
    #[arg(long = "shelf", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

/// The option `--shelf DIR`, and its old name `--games DIR`, which is accepted for one more version. Commands with a
/// number of games (`--games N`) use only [`Shelves`].
#[derive(Args, Clone, Debug, Default)]
pub struct Games {
    #[command(flatten)]
    shelves: Shelves,
    /// Old form of `--shelf`
    #[arg(long = "games", value_name = "DIR", id = "games-root", hide = true)]
    old: Option<PathBuf>,
}

/// The folder in the current folder to which `rulebook new` writes. Its games are found without `--shelf`.
pub const HERE: &str = "games";

impl Games {
    /// The games of a command: the built-in games and the games in folders. If several folders have a game of the same
    /// id, the first folder counts. The folders are searched in this order: options after the command, options before
    /// the command, `RULEBOOK_SHELF`, `games/` in the current folder.
    ///
    /// # Errors
    /// Returns an error if a folder does not exist.
    pub fn catalog(&self, before: &Games) -> Result<Catalog, Failure> {
        for old in [&before.old, &self.old].into_iter().flatten() {
            note(&format!("`--games DIR` is now `--shelf DIR`; write --shelf {}", old.display()));
        }
        self.shelves.with(&[&before.shelves.folders[..], before.old.as_slice(), self.old.as_slice()].concat())
    }

    /// Like [`Games::catalog`], for commands whose own `--games` is a number. `self` holds the options before the
    /// command, and `shelves` the options after it.
    ///
    /// # Errors
    /// Returns an error if a folder does not exist.
    pub fn of(self, shelves: &Shelves) -> Result<Catalog, Failure> {
        Games { shelves: shelves.clone(), old: None }.catalog(&self)
    }
}

impl Shelves {
    /// The built-in games and the games in folders. Games in `self` win over games of the same id in `more`.
    fn with(&self, more: &[PathBuf]) -> Result<Catalog, Failure> {
        let named = std::env::var_os("RULEBOOK_SHELF").unwrap_or_default();
        let named: Vec<PathBuf> =
            std::env::split_paths(&named).filter(|folder| !folder.as_os_str().is_empty()).collect();
        // A folder called `games` may have nothing to do with Rulebook. It is used only if it contains games.
        let here = Some(PathBuf::from(HERE)).filter(|folder| !Catalog::open(folder).ids().is_empty());
        let folders: Vec<&PathBuf> = here.iter().chain(named.iter().rev()).chain(more).chain(&self.folders).collect();
        let mut catalog = Catalog::embedded(rulebook_embedded::GAMES);
        for folder in &folders {
            if !folder.is_dir() {
                let place = if named.contains(folder) { "RULEBOOK_SHELF" } else { "--shelf" };
                return Err(Failure::Input(format!("{place}: there is no folder {}", folder.display())));
            }
            if Catalog::open(folder.as_path()).ids().is_empty() {
                note(&format!(
                    "{} contains no games; a shelf contains one folder with a meta.json for each game",
                    folder.display()
                ));
            }
            catalog = catalog.with_shelf(folder.as_path());
        }
        if !folders.is_empty() {
            let replaced = catalog.replaced();
            tell_replaced(&catalog, &replaced);
        }
        Ok(catalog)
    }
}

/// Maximum number of games that the note about replaced built-in games lists.
const MOST_NAMED: usize = 4;

/// Prints one note for each folder with games that replace built-in games.
fn tell_replaced(catalog: &Catalog, ids: &[String]) {
    let mut by_folder: BTreeMap<PathBuf, Vec<&str>> = BTreeMap::new();
    for id in ids {
        let Some(folder) = catalog.folder(id) else { continue };
        let shelf = folder.parent().map_or_else(|| folder.clone(), Path::to_owned);
        by_folder.entry(shelf).or_default().push(id);
    }
    for (folder, ids) in by_folder {
        let mut names = ids.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
        if ids.len() > MOST_NAMED {
            names += &format!(" and {} more", ids.len() - MOST_NAMED);
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let replace = if ids.len() == 1 { "replaces the built-in game" } else { "replace the built-in games" };
        note(&format!("{names} from {} {replace} of the same id", folder.display()));
    }
}

/// Prints a note on stderr. If stderr is closed, the note is lost without an error.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", crate::show::plain(text));
}

/// Adds advice to the error for an unknown command, if it is the id of a built-in game.
pub fn suggest(mut told: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(name)) = told.get(ContextKind::InvalidSubcommand)
        && Catalog::embedded(rulebook_embedded::GAMES).ids().contains(name)
    {
        let advice = format!("to play this game, type `rulebook play {name}`");
        told.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    told
}

/// The option `--option NAME=VALUE`.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// An option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub options: Vec<(String, String)>,
}

impl Options {
    /// A setup with these options.
    pub fn setup(&self, seats: usize) -> Setup {
        self.options.iter().fold(Setup::seats(seats), |setup, (name, value)| setup.with(name, value))
    }
}

/// The option `--position TEXT`.
#[derive(Args, Clone, Debug, Default)]
pub struct Begin {
    /// Start position of a board game as text (FEN for chess)
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

impl Begin {
    /// The game with the given start position. Unchanged if there is no `--position`.
    pub fn begun(&self, game: Game) -> Result<Game, Failure> {
        match &self.position {
            Some(text) => at_position(&game, text).map_err(Failure::Input),
            None => Ok(game),
        }
    }

    /// Adds the start position to the setup, so that a log contains it.
    pub fn told(&self, setup: Setup) -> Setup {
        self.position.iter().fold(setup, |setup, text| setup.with(rulebook_boards::POSITION, text))
    }
}

/// The game with another start position.
pub fn at_position(game: &Game, text: &str) -> Result<Game, String> {
    game.from_position(text).map_err(|why| format!("--position: {why}"))
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Loads a game by its id, by a path, or as a section of a variant file: `FILE.ini:NAME`.
pub fn find(catalog: &Catalog, name: &str) -> Result<Game, Failure> {
    match crate::import_variants::section(name) {
        Some((file, section)) => crate::import_variants::load(file, section),
        None => Ok(catalog.find(name)?),
    }
}

/// Returns an error if the rules do not allow the setup.
pub fn admitted(info: &rulebook_kernel::Info, setup: &Setup) -> Result<(), Failure> {
    info.admits(setup).map_err(|why| Failure::Usage(why.to_string()))
}
