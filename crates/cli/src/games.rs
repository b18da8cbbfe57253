//! Where the games are, and the arguments about a match that several commands share.

use crate::failure::Failure;
use clap::Args;
use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::Setup;
use std::path::PathBuf;

/// The option that says where the games are. It may stand before the command (the only place for `sim`, whose own
/// `--games` is a number) or after it.
#[derive(Args, Clone, Debug, Default)]
pub struct Games {
    /// The folder of games [default: the nearest `games/`, from here upwards, then beside the program]
    #[arg(long = "games", value_name = "DIR", id = "games-root")]
    pub folder: Option<PathBuf>,
}

impl Games {
    /// The catalog; what was said after the command wins.
    pub fn catalog(&self, before: &Games) -> Catalog {
        match self.folder.as_ref().or(before.folder.as_ref()) {
            Some(folder) => Catalog::open(folder),
            None => Catalog::discover(),
        }
    }
}

/// Options of the game itself.
#[derive(Args, Clone, Debug, Default)]
pub struct Options {
    /// An option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub options: Vec<(String, String)>,
}

impl Options {
    /// A setup with these options.
    pub fn setup(&self, seats: usize) -> Setup {
        self.options.iter().fold(Setup::seats(seats), |setup, (name, value)| setup.with(name, value))
    }
}

/// Where a match of a board game begins.
#[derive(Args, Clone, Debug, Default)]
pub struct Begin {
    /// The position in which a board game begins, as text (FEN for chess)
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
}

impl Begin {
    /// The game, begun there.
    pub fn begun(&self, game: Game) -> Result<Game, Failure> {
        match &self.position {
            Some(text) => at_position(&game, text).map_err(Failure::Input),
            None => Ok(game),
        }
    }

    /// A setup that tells it, so that a log does.
    pub fn told(&self, setup: Setup) -> Setup {
        self.position.iter().fold(setup, |setup, text| setup.with(rulebook_boards::POSITION, text))
    }
}

/// The game, begun in another position.
pub fn at_position(game: &Game, text: &str) -> Result<Game, String> {
    game.from_position(text).map_err(|why| format!("this position: {why}"))
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// A setup that the rules do not admit was asked for on the command line.
pub fn admitted(info: &rulebook_kernel::Info, setup: &Setup) -> Result<(), Failure> {
    info.admits(setup).map_err(|why| Failure::Usage(why.to_string()))
}
