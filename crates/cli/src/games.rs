//! The folder of games, and arguments that several commands share.

use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::Setup;
use std::path::PathBuf;

/// `--games DIR`. It may stand before or after the command. For `sim` only before, because `sim --games` is a number.
#[derive(Args, Clone, Debug, Default)]
pub struct Games {
    /// Folder of games [default: the nearest `games/` in this folder or above, then beside the program]
    #[arg(long = "games", value_name = "DIR", id = "games-root")]
    pub folder: Option<PathBuf>,
}

impl Games {
    /// The catalog. An option after the command wins over one before it.
    pub fn catalog(&self, before: &Games) -> Catalog {
        match self.folder.as_ref().or(before.folder.as_ref()) {
            Some(folder) => Catalog::open(folder),
            None => Catalog::discover(),
        }
    }
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
