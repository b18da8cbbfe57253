//! `rulebook train`: learns from self-play, and writes what was learned into the folder of the game.

mod cards;

use crate::failure::Failure;
use crate::games::Games;
use crate::seed;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Learns from self-play, and writes the result into the folder of the game
///
/// A game with hidden information learns a policy, `policy.json`. The same seed and the same number of playouts give the
/// same file.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook train hearts --minutes 3
  rulebook train durak --playouts 500000 --seed 1 --out policy.json")]
pub struct Train {
    /// Game id or path
    game: String,
    /// Total time
    #[arg(long, value_name = "N", default_value = "3", conflicts_with = "playouts",
          value_parser = clap::value_parser!(u32).range(1..=1440))]
    minutes: u32,
    /// Number of playouts instead of a time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Seed of the games, a number or a text
    #[arg(long, value_parser = seed::parse, default_value = "1")]
    seed: String,
    /// File to write [default: in the folder of the game]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    games: Games,
}

impl Train {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = crate::games::find(&self.games.catalog(before)?, &self.game)?;
        if self.out.is_none() && !game.folder.is_dir() {
            return Err(Failure::Usage(format!("{} is inside the program; write --out FILE", game.id)));
        }
        cards::train(&self, &game, out)
    }
}
