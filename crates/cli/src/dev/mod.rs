//! `rulebook dev`: a table that reloads when the files of its game change.

mod answer;
mod background_games;
mod bot_thread;
mod fault_diagnostic;
mod files;
mod http;
mod inspect;
mod session;
mod terminal;
#[cfg(test)]
mod types;
mod watch;
mod web;

use crate::address::address;
use crate::failure::Failure;
use crate::games::{Games, admitted, note};
use crate::seed;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rulebook_kernel::{Key, Setup};
use session::Session;
use std::io::Write;
use std::net::SocketAddr;

/// Plays a game while you write it; the table reloads when you save
///
/// After each save, the same cards are dealt and your moves are replayed, as long as they are legal. If a file has a
/// mistake, the mistake is shown and the table stays unchanged.
///
/// The command prints the address of the table for a browser. With --terminal the table is in this terminal.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook dev my-game.cgml\n  rulebook dev my-game.cgml --terminal --seats 3\n  rulebook dev my-game --everybody"
)]
pub struct Dev {
    /// Game id, folder, or a file in the folder
    game: String,
    /// Play in the terminal instead of the browser
    #[arg(long)]
    terminal: bool,
    /// Address, port, or both to listen on; if the port is taken, the next free one is used
    #[arg(long, default_value = "127.0.0.1:8090", value_name = "ADDRESS", value_parser = |text: &str| address(text, 8090))]
    addr: SocketAddr,
    /// Number of seats [default: the fewest that the game allows]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// The bot at the other seats
    #[arg(long, value_name = "BOT", default_value = "random")]
    bot: String,
    /// Play all seats yourself
    #[arg(long)]
    everybody: bool,
    /// Seed of the deal
    #[arg(long, default_value = "1", value_parser = seed::parse)]
    seed: String,
    #[command(flatten)]
    games: Games,
}

impl Dev {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let in_rust = catalog.rules_file(&self.game).is_none();
        let mut session = Session::new(catalog, self.game, self.seats, self.bot, self.everybody, self.seed);
        session.reload();
        if let Some(report) = session.nothing() {
            return Err(Failure::Mistakes(Box::new(report.clone())));
        }
        if let Some(game) = &session.game {
            if session.files().is_empty() {
                let id = &game.id;
                let way_out = match in_rust {
                    true => "Its rules are written in Rust".to_owned(),
                    false => format!("To change it, copy it first: rulebook new my-{id} --from {id}"),
                };
                note(&format!("{id} is a built-in game, so there is no file to watch. {way_out}"));
            }
            if let Some(seats) = self.seats {
                admitted(game.rules.info(), &Setup::seats(seats))?;
            }
            game.bot(session.bot(), Key::from_seed(&session.seed)).map_err(Failure::Usage)?;
        }
        if self.terminal { terminal::run(session, out) } else { web::run(session, self.addr, out) }
    }
}
