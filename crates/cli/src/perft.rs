//! `rulebook perft`: counts move sequences of a board game.

use crate::failure::Failure;
use crate::games::Games;
use crate::numbers::{grouped, rate};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rulebook_host_boards::perft::{self, Counted};
use std::io::{self, IsTerminal, Write};

/// Counts the move sequences of each depth from a position of a board game, to test a move generator
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook perft chess --depth 5\n  rulebook perft chess --depth 3 --divide \\\n    \
                        --position 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'"
)]
pub struct Perft {
    /// Game id or path
    game: String,
    /// Greatest depth, in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Position to start from, as text [default: the start position of the game]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Show the count after each first move at the greatest depth
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    games: Games,
}

impl Perft {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = crate::games::find(&self.games.catalog(before)?, &self.game)?;
        let Some(board) = game.board() else {
            return Err(Failure::Input(format!(
                "{} is not a board game, and perft counts only board positions",
                game.id
            )));
        };
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(10));
        if !io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let mut progress = |at: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(at as u64);
        };
        for depth in self.depth.min(1)..=self.depth {
            bar.reset();
            let counted = perft::count(board, self.position.as_deref(), depth, &mut progress);
            bar.finish_and_clear();
            let Counted { parts, nodes, seconds } =
                counted.map_err(|why| Failure::Input(format!("--position: {why}")))?;
            if self.divide && depth == self.depth {
                for (mv, nodes) in &parts {
                    writeln!(out, "{mv}: {nodes}")?;
                }
            }
            let (all, speed) = (grouped(nodes), rate(nodes, seconds));
            writeln!(out, "depth {depth}: {nodes} ({all} in {seconds:.2} s, {speed} per second)")?;
        }
        Ok(())
    }
}
