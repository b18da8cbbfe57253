//! `rulebook uci`: the bot as an engine for chess programs.

use crate::failure::Failure;
use crate::games::Games;
use clap::Args;
use std::io::{self, BufReader, Write};

/// Runs the bot as a UCI engine for chess programs; also speaks USI to programs that send `usi`
///
/// For board games with two players. Enter `rulebook uci chess` as the engine command.
#[derive(Args)]
#[command(
    after_help = "Example:\n  printf 'uci\\nposition startpos moves e2e4\\ngo movetime 500\\n' | rulebook uci chess"
)]
pub struct Uci {
    /// Game id or path
    game: String,
    #[command(flatten)]
    games: Games,
}

impl Uci {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = crate::games::find(&self.games.catalog(before)?, &self.game)?;
        match game.board() {
            Some(board) if game.rules.info().max_seats == 2 => {
                Ok(rulebook_host_boards::uci::talk(board, &mut BufReader::new(io::stdin()), out)?)
            }
            _ => Err(Failure::Input(format!("{}: UCI works only for board games with two players", game.id))),
        }
    }
}
