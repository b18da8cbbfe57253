//! The games of a command, and arguments that several commands share.

use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::Setup;
use std::io::Write;
use std::path::PathBuf;

/// `--shelf DIR`. It may stand before or after the command.
#[derive(Args, Clone, Debug, Default)]
pub struct Shelves {
    /// Folder of games to add to the built-in ones; its games win over built-in games of the same id; may be repeated
    #[arg(long = "shelf", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

/// `--shelf DIR`, and its old form `--games DIR` for one version. Commands with a number of games have only [`Shelves`].
#[derive(Args, Clone, Debug, Default)]
pub struct Games {
    #[command(flatten)]
    shelves: Shelves,
    /// Old form of `--shelf`
    #[arg(long = "games", value_name = "DIR", id = "games-root", hide = true)]
    old: Option<PathBuf>,
}

/// The folder that `rulebook new` writes to, below the current folder. Its games need no option.
pub const HERE: &str = "games";

impl Games {
    /// The games of a command. The built-in games are always there. Folders win in this order: options after the command,
    /// options before it, `RULEBOOK_SHELF`, `games/` in the current folder.
    pub fn catalog(&self, before: &Games) -> Catalog {
        for old in [&before.old, &self.old].into_iter().flatten() {
            note(&format!("`--games DIR` is now `--shelf DIR`; write --shelf {}", old.display()));
        }
        self.shelves.with(&[&before.shelves.folders[..], before.old.as_slice(), self.old.as_slice()].concat())
    }

    /// Only the options before the command, for commands whose `--games` is a number.
    pub fn of(self, shelves: &Shelves) -> Catalog {
        Games { shelves: shelves.clone(), old: None }.catalog(&self)
    }
}

impl Shelves {
    /// The games, with more folders that these win over.
    fn with(&self, more: &[PathBuf]) -> Catalog {
        let named = std::env::var_os("RULEBOOK_SHELF").unwrap_or_default();
        let named: Vec<PathBuf> =
            std::env::split_paths(&named).filter(|folder| !folder.as_os_str().is_empty()).collect();
        // Other folders may be called `games`, too.
        let here = Some(PathBuf::from(HERE)).filter(|folder| !Catalog::open(folder).ids().is_empty());
        let folders: Vec<&PathBuf> = here.iter().chain(named.iter().rev()).chain(more).chain(&self.folders).collect();
        let mut catalog = Catalog::embedded(rulebook_embedded::GAMES);
        for folder in &folders {
            if !folder.is_dir() {
                note(&format!("there is no folder of games {}", folder.display()));
            }
            catalog = catalog.with_shelf(folder.as_path());
        }
        if !folders.is_empty() {
            let replaced = catalog.replaced();
            tell_replaced(&catalog, &replaced);
        }
        catalog
    }
}

/// Maximum number of games that the note about replaced games names.
const MOST_NAMED: usize = 4;

fn tell_replaced(catalog: &Catalog, ids: &[String]) {
    let Some(first) = ids.first().and_then(|id| catalog.folder(id)) else { return };
    let mut names = ids.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if ids.len() > MOST_NAMED {
        names += &format!(" and {} more", ids.len() - MOST_NAMED);
    }
    let folder = first.parent().unwrap_or(&first);
    note(&format!("{names} from {} replace the built-in games of the same id", folder.display()));
}

/// Prints a note on stderr. If stderr is closed, the note is lost.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", crate::show::plain(text));
}

/// Options of the game.
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

/// The start position of a board game.
#[derive(Args, Clone, Debug, Default)]
pub struct Begin {
    /// Start position of a board game as text (FEN for chess)
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

impl Begin {
    /// The game, starting from this position.
    pub fn begun(&self, game: Game) -> Result<Game, Failure> {
        match &self.position {
            Some(text) => at_position(&game, text).map_err(Failure::Input),
            None => Ok(game),
        }
    }

    /// The setup with the position, so that a log records it.
    pub fn told(&self, setup: Setup) -> Setup {
        self.position.iter().fold(setup, |setup, text| setup.with(rulebook_boards::POSITION, text))
    }
}

/// The game, starting from another position.
pub fn at_position(game: &Game, text: &str) -> Result<Game, String> {
    game.from_position(text).map_err(|why| format!("--position: {why}"))
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Refuses a setup that the rules do not allow.
pub fn admitted(info: &rulebook_kernel::Info, setup: &Setup) -> Result<(), Failure> {
    info.admits(setup).map_err(|why| Failure::Usage(why.to_string()))
}
