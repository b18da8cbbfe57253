//! `rulebook train`: trains a network for the bots of a board game.

use crate::failure::Failure;
use crate::games::Games;
use crate::seed;
use clap::Args;
use rulebook_host_boards::train::{Trained, Training, train};
use rulebook_host_boards::tune::Tuning;
use rulebook_kernel::Key;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Trains a small neural network for the bots of a board game by self-play, and writes it into `network.bin`
///
/// Bots read this file from the folder of the game and evaluate positions with it. At the end, the network plays a
/// match against the bot without it. The file is written only if the network wins at least 55 %.
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook train chess --minutes 60 --out network.bin")]
pub struct Train {
    /// Game id or path
    game: String,
    /// Total time
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=10080))]
    minutes: u32,
    /// Positions that the bot searches for each move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Units of the hidden layer for one player, a multiple of 8
    #[arg(long, value_name = "N", default_value = "32", value_parser = clap::value_parser!(u32).range(8..=256))]
    hidden: u32,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Seed of the games, a number or a text
    #[arg(long, value_parser = seed::parse, default_value = "1")]
    seed: String,
    /// File to write [default: network.bin in the folder of the game]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    games: Games,
}

/// The smallest share of the match that counts as better, in percent.
const BETTER: f64 = 55.0;

impl Train {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = crate::games::find(&self.games.catalog(before)?, &self.game)?;
        let Some(board) = game.board() else {
            return Err(Failure::Input(format!("{} is not a board game, and only board games have networks", game.id)));
        };
        let path = self.out.clone().unwrap_or_else(|| game.folder.join("network.bin"));
        if self.out.is_none() && !game.folder.is_dir() {
            return Err(Failure::Usage(format!("{} is inside the program; write --out FILE", game.id)));
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let tuning = Tuning {
            time: Duration::from_secs(60 * u64::from(self.minutes)),
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            nodes: self.nodes.into(),
            key: Key::from_seed(&self.seed),
        };
        let training = Training { tuning, hidden: self.hidden.next_multiple_of(8) as usize };
        let trained = train(board, &training, &mut |line| eprintln!("{line}"));
        let Trained { file, games, positions, points, matches } = trained.map_err(Failure::Input)?;
        let share = 100.0 * points / (matches as f64).max(1.0);
        writeln!(out, "{games} games, {positions} positions, {} bytes", file.len())?;
        writeln!(out, "with the network: {points} points of {matches}, {share:.0} %")?;
        if share < BETTER {
            let why = format!("the network does not win {BETTER} %, so no file was written; try more --minutes");
            return Err(Failure::Input(why));
        }
        let wrong = |why| Failure::Input(format!("cannot write {}: {why}", path.display()));
        std::fs::write(&path, file).map_err(wrong)?;
        writeln!(out, "wrote {}", path.display())?;
        Ok(())
    }
}
