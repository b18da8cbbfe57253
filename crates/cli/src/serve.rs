//! `rulebook serve`, and `rulebook` by itself

use crate::failure::Failure;
use crate::games::Games;
use clap::Args;
use rulebook_server::close_abandoned::ABANDONED;
use rulebook_server::expire_lobbies::LOBBY;
use rulebook_server::{Config, Rate, Server, Settings, StoreAddress};
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

/// Serves tables over the net: socket.io and HTTP
///
/// Matches are kept in a file, or in a PostgreSQL database that several servers share. Whatever was acknowledged is on the
/// disk; a server that was killed goes on where it was. Stops on Ctrl-C or SIGTERM, after what was begun is finished.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook serve\n  rulebook serve --addr 0.0.0.0:8080 --store postgres://rulebook@db/rulebook"
)]
pub struct Serve {
    /// Where to listen
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    addr: SocketAddr,
    /// Where matches are kept: sqlite:FILE or postgres://USER@HOST/DATABASE
    #[arg(long, default_value = "sqlite:rulebook.db", value_name = "STORE")]
    store: StoreAddress,
    /// A page of another place that may talk to this server, as `https://example.org`; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Messages a second that one connection may send; ten times as many may come from one address
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// Tables that may be opened from one address in an hour
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tables: u32,
    /// Codes that no table has, and that may be tried from one address in an hour
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    codes: u32,
    /// Hours after which a table is closed where nobody has started a match
    #[arg(long, default_value_t = LOBBY.as_secs() / 3600, value_name = "HOURS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=87_600))]
    lobby: u64,
    /// Days after which a match is closed that nobody has played or looked at
    #[arg(long, default_value_t = ABANDONED.as_secs() / 86_400, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3650))]
    abandoned: u64,
    /// Where `/metrics` is served instead, for who watches the server; without it only this machine is told
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Logs as JSON, one object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    games: Games,
}

impl Serve {
    /// As if nothing had been said.
    pub fn plain() -> Serve {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            serve: Serve,
        }
        <Alone as clap::Parser>::parse_from(["rulebook"]).serve
    }

    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        rulebook_server::log_to_stderr(self.json);
        let catalog = self.games.catalog(before);
        let config = Config {
            addr: self.addr,
            store: self.store,
            origins: self.origins,
            seat_rate: Rate { burst: self.rate.saturating_mul(2), per_second: self.rate },
            socket_rate: Rate { burst: self.rate.saturating_mul(2), per_second: self.rate },
            address_rate: Rate { burst: self.rate.saturating_mul(20), per_second: self.rate.saturating_mul(10) },
            tables_an_hour: self.tables,
            codes_an_hour: self.codes,
            lobby: Duration::from_secs(self.lobby * 3600),
            abandoned: Duration::from_secs(self.abandoned * 86_400),
            metrics: self.metrics,
            llm: Settings::read(|name| std::env::var(name).ok()).map_err(Failure::Usage)?,
        };
        runtime()?.block_on(async {
            let server = Server::bind(config, &catalog).await.map_err(Failure::Input)?;
            let (addr, stop) = (server.addr()?, rulebook_server::asked_to_stop());
            writeln!(out, "Rulebook serves http://{addr}/")?;
            out.flush()?;
            server.run(stop).await.map_err(|e| Failure::Input(format!("cannot serve: {e}")))
        })
    }
}

/// What the server and its stores run on.
pub fn runtime() -> Result<rulebook_server::Runtime, Failure> {
    rulebook_server::runtime().map_err(|error| Failure::Input(format!("cannot start: {error}")))
}
