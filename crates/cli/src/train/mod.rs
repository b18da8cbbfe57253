//! `rulebook train`: learns from self-play, and writes what was learned into the folder of the game.

mod boards;
mod cards;

use crate::failure::Failure;
use crate::games::Games;
use crate::seed;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Learns from self-play, and writes the result into the folder of the game
///
/// A board game learns a small neural network, `network.bin`. At the end, the network plays a match against the bot
/// without it. The file is written only if the network wins at least 55 %.
///
/// A game with hidden information learns a policy, `policy.json`. The same seed and the same number of playouts give the
/// same file.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook train chess --minutes 60 --out network.bin\n  rulebook train hearts --minutes 3
  rulebook train hearts --playouts 500000 --seed 1 --out policy.json"
)]
pub struct Train {
    /// Game id or path
    game: String,
    /// Total time [default: 60 for a board game, otherwise 3]
    #[arg(long, value_name = "N", conflicts_with = "playouts", value_parser = clap::value_parser!(u32).range(1..=10080))]
    minutes: Option<u32>,
    /// Number of playouts instead of a time, for a policy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Positions that the bot searches for each move, for a network
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Units of the hidden layer for one player, a multiple of 8, for a network
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u32).range(8..=256))]
    hidden: u32,
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
        if game.board().is_none() {
            return cards::train(&self, &game, out);
        }
        if self.playouts.is_some() {
            return Err(Failure::Usage(format!("{} is a board game: use --minutes instead of --playouts", game.id)));
        }
        boards::train(&self, &game, out)
    }

    /// The number of threads to use.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}
