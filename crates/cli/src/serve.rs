//! `rulebook serve`: runs the server. Also runs if the command line names no command.

use crate::browser;
use crate::failure::Failure;
use crate::folders;
use crate::games::Games;
use clap::Args;
use rulebook_server::close_abandoned::ABANDONED;
use rulebook_server::expire_lobbies::LOBBY;
use rulebook_server::{Config, Rate, Server, Settings, StoreAddress};
use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

/// Runs a server with tables in the browser (HTTP and socket.io)
///
/// Matches are stored in a file, or in a PostgreSQL database that several servers share. Every acknowledged move is on
/// disk, so a killed server continues after a restart. Ctrl-C or SIGTERM stops the server after the current requests.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook serve\n  rulebook serve --addr 0.0.0.0:8080 --store postgres://rulebook@db/rulebook"
)]
pub struct Serve {
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    addr: SocketAddr,
    /// Store for matches: sqlite:FILE or postgres://USER@HOST/DATABASE [default: rulebook.db in the data folder of the
    /// user]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
    /// Origin of another web page that may use this server, for example `https://example.org`; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Messages per second that one connection may send; one IP address may send ten times as many
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// Tables that one IP address may create per hour
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tables: u32,
    /// Wrong table codes that one IP address may try per hour
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    codes: u32,
    /// Close a table after this many hours without a match
    #[arg(long, default_value_t = LOBBY.as_secs() / 3600, value_name = "HOURS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=87_600))]
    lobby: u64,
    /// Close a match after this many days without a move or a viewer
    #[arg(long, default_value_t = ABANDONED.as_secs() / 86_400, value_name = "DAYS")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3650))]
    abandoned: u64,
    /// Serve `/metrics` on this address instead; by default it is served only to this machine
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// Write logs as JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Whether to open the browser. Set if the command line names no command.
    #[arg(skip)]
    open: bool,
    #[command(flatten)]
    games: Games,
}

impl Serve {
    /// The command with the options from the options file, for a command line that names no command.
    pub fn plain(options: &[OsString]) -> Serve {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            serve: Serve,
        }
        <Alone as clap::Parser>::parse_from([OsString::from("rulebook")].iter().chain(options)).serve
    }

    /// Sets whether to open the browser when the server listens. It is opened only if a user sits at this machine.
    pub fn open(self, open: bool) -> Serve {
        Serve { open, ..self }
    }

    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        rulebook_server::log_to_stderr(self.json);
        let open = self.open;
        let catalog = self.games.catalog(before);
        let config = Config {
            addr: self.addr,
            store: self.store.map_or_else(folders::store, Ok)?,
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
            if open && browser::can_open() {
                browser::open(&format!("http://{addr}/"));
            }
            server.run(stop).await.map_err(|e| Failure::Input(format!("cannot serve: {e}")))
        })
    }
}

/// The async runtime of the server and its stores.
pub fn runtime() -> Result<rulebook_server::Runtime, Failure> {
    rulebook_server::runtime().map_err(|error| Failure::Input(format!("cannot start: {error}")))
}
