//! `rulebook dev`

mod answer;
mod fault;
mod files;
mod games;
mod http;
mod inspect;
mod session;
mod terminal;
mod thought;
#[cfg(test)]
mod types;
mod watch;
mod web;

use crate::failure::Failure;
use crate::games::{Games, admitted};
use crate::seed;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rulebook_kernel::{Key, Setup};
use session::Session;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Plays a game while it is being written: the table follows the file
///
/// When a file of the game is saved, the same cards are dealt again and the moves so far are made again, as long as they
/// are still allowed. If there is a mistake in the file, it is shown, and the table stays as it was.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook dev my-game.cgml\n  rulebook dev my-game.cgml --terminal --seats 3\n  rulebook dev my-game --everybody"
)]
pub struct Dev {
    /// An id, a folder, or a file in it
    game: String,
    /// At the terminal, not in the browser
    #[arg(long)]
    terminal: bool,
    /// Where to listen: an address, a port, or both; the next free port if it is taken
    #[arg(long, default_value = "127.0.0.1:8090", value_name = "ADDRESS", value_parser = address)]
    addr: SocketAddr,
    /// How many seats [default: the fewest the game has]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// Who plays the other seats
    #[arg(long, value_name = "BOT", default_value = "random")]
    bot: String,
    /// You play all seats
    #[arg(long)]
    everybody: bool,
    /// Which cards are dealt
    #[arg(long, default_value = "1", value_parser = seed::parse)]
    seed: String,
    #[command(flatten)]
    games: Games,
}

/// The port where nobody says another.
const PORT: u16 = 8090;

/// `127.0.0.1:8090`, `localhost:8090`, `8090`, `localhost`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let (name, port) = text.rsplit_once(':').unwrap_or_else(|| match text.parse::<u16>() {
        Ok(_) => ("", text),
        Err(_) => (text, ""),
    });
    if matches!(name, "" | "localhost") {
        let number = if port.is_empty() { Ok(PORT) } else { port.parse::<u16>() };
        return number.map(here).map_err(|_| format!("`{port}` is no port: write a number up to 65535"));
    }
    let whole = text.parse::<SocketAddr>().or_else(|_| text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT)));
    whole.map_err(|_| "write an address as in 127.0.0.1:8090, or a port as in 8090".to_owned())
}

impl Dev {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before);
        let mut session = Session::new(catalog, self.game, self.seats, self.bot, self.everybody, self.seed);
        session.reload();
        if let Some(why) = session.nothing() {
            return Err(Failure::Input(why));
        }
        if let Some(game) = &session.game {
            if let Some(seats) = self.seats {
                admitted(game.rules.info(), &Setup::seats(seats))?;
            }
            game.bot(session.bot(), Key::from_seed(&session.seed)).map_err(Failure::Usage)?;
        }
        if self.terminal { terminal::run(session, out) } else { web::run(session, self.addr, out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_people_write_them() {
        for (text, meant) in [
            ("127.0.0.1:9000", "127.0.0.1:9000"),
            ("localhost:9000", "127.0.0.1:9000"),
            ("9000", "127.0.0.1:9000"),
            (":9000", "127.0.0.1:9000"),
            ("localhost", "127.0.0.1:8090"),
            ("127.0.0.1", "127.0.0.1:8090"),
            ("[::1]:9000", "[::1]:9000"),
            ("::1", "[::1]:8090"),
        ] {
            assert_eq!(address(text).map(|found| found.to_string()).as_deref(), Ok(meant), "{text}");
        }
        for text in ["localhost:99999", "99999", "nowhere:80", "example.com"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
