//! `rulebook serve`: runs the server. The program also runs it if the command line names no command.

use crate::address::{address, reachable};
use crate::admin;
use crate::browser;
use crate::failure::Failure;
use crate::folders;
use crate::games::Games;
use clap::Args;
use rulebook_server::close_abandoned::ABANDONED;
use rulebook_server::expire_lobbies::LOBBY;
use rulebook_server::{
    Cidr, Config, LevelFilter, Proxies, ProxyHeader, Rate, Server, Settings, StoreAddress, VisitorGames, WorkerProgram,
};
use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
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
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS", value_parser = |text: &str| address(text, PORT))]
    addr: SocketAddr,
    /// Store for matches: sqlite:FILE or postgres://USER@HOST/DATABASE [default: rulebook.db in the data folder of the
    /// user]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
    /// Origin of another web page that may use this server, for example `https://example.org`; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<String>,
    /// Messages per second that one connection may send; one IP address may send ten times as many
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate: u32,
    /// Open connections in all; the limit of open files may allow fewer [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections: Option<u32>,
    /// Open connections of one IP address
    #[arg(long, default_value_t = 256, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections_each: u32,
    /// Address or range of a proxy that passes on the addresses of its clients, for example `10.0.0.0/8`; may be
    /// repeated
    #[arg(long = "trust-proxy", value_name = "CIDR")]
    trusted: Vec<Cidr>,
    /// How trusted proxies pass on the address of a client: x-forwarded-for, forwarded or proxy-protocol
    #[arg(long, default_value = "x-forwarded-for", value_name = "HEADER", requires = "trusted")]
    proxy_header: ProxyHeader,
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
    #[arg(long, value_name = "ADDRESS", value_parser = |text: &str| address(text, METRICS_PORT))]
    metrics: Option<SocketAddr>,
    /// Seconds for which a stopping server still serves while its health check fails, so that a proxy can use other nodes
    #[arg(long, default_value_t = 0, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=3600))]
    drain: u64,
    /// Games of visitors that are played at the same time, each in a process of its own; 0 means that visitors cannot
    /// bring games
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    visitor_games: u32,
    /// Games that one IP address may upload per hour
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    uploads: u32,
    /// Remove the game of a visitor after this many hours without a visit to its tables
    #[arg(long, default_value_t = 48, value_name = "HOURS", value_parser = clap::value_parser!(u64).range(1..=8760))]
    unused: u64,
    /// File with the token of the operator, for `rulebook admin` [default: RULEBOOK_ADMIN_TOKEN]
    #[arg(long, value_name = "FILE")]
    admin_token_file: Option<PathBuf>,
    /// Address of an OpenTelemetry collector that gets a span for each request, message and append, for example
    /// `http://127.0.0.1:4318`
    #[arg(long, value_name = "URL")]
    otlp: Option<String>,
    /// Append every question to a language model and its answer to this file, one JSON object per line
    ///
    /// The file contains hidden cards of running matches.
    #[arg(long, value_name = "FILE")]
    llm_log: Option<PathBuf>,
    /// Write logs as JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Do not open the browser; only `rulebook` without a command opens it
    #[arg(long)]
    no_open: bool,
    /// Whether to open the browser. Set if the command line names no command.
    #[arg(skip)]
    open: bool,
    #[command(flatten)]
    games: Games,
}

/// The default port.
pub const PORT: u16 = 8080;

/// The port of `--metrics` if its value names only a host.
const METRICS_PORT: u16 = 9090;

/// Adds advice to the error of a server that cannot listen on one of its addresses, or cannot use its file. `metrics`
/// is the value of `--metrics`.
fn with_way_out(why: String, metrics: Option<SocketAddr>, in_a_file: bool) -> String {
    if metrics.is_some_and(|metrics| why.starts_with(&format!("cannot listen on {metrics}:"))) {
        format!("{why}. Choose another address with `--metrics`")
    } else if why.starts_with("cannot listen") {
        format!("{why}. Choose another address with `--addr`, such as `--addr 8081`")
    } else if in_a_file && why.starts_with("the store failed") {
        format!("{why}. Choose another file with `--store`, such as `--store sqlite:matches.db`")
    } else {
        why
    }
}

impl Serve {
    /// The command with the options from the options file, for a command line that names no command.
    ///
    /// # Errors
    /// Returns an error if an option is wrong.
    pub fn plain(options: &[OsString]) -> Result<Serve, clap::Error> {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            serve: Serve,
        }
        let parsed = <Alone as clap::Parser>::try_parse_from([OsString::from("rulebook")].iter().chain(options));
        parsed.map(|alone| alone.serve)
    }

    /// Sets the address to listen on. `None` changes nothing.
    pub fn listen(self, addr: Option<SocketAddr>) -> Serve {
        Serve { addr: addr.unwrap_or(self.addr), ..self }
    }

    /// Sets whether to open the browser when the server listens. Even then, `run` opens the browser only if the program
    /// has a terminal and a display, and does not run in CI.
    pub fn open(self, open: bool) -> Serve {
        Serve { open, ..self }
    }

    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        rulebook_server::log_to_stderr(self.json, log_level()?);
        if let Some(collector) = &self.otlp {
            rulebook_server::send_spans(collector).map_err(|why| Failure::Usage(format!("--otlp: {why}")))?;
        }
        let open = self.open && !self.no_open;
        let catalog = self.games.catalog(before)?;
        let config = Config {
            addr: self.addr,
            store: self.store.map_or_else(folders::store, Ok)?,
            origins: self.origins,
            seat_rate: Rate { burst: self.rate.saturating_mul(2), per_second: self.rate },
            socket_rate: Rate { burst: self.rate.saturating_mul(2), per_second: self.rate },
            address_rate: Rate { burst: self.rate.saturating_mul(20), per_second: self.rate.saturating_mul(10) },
            connections: self.connections.map(|most| most as usize),
            connections_each: self.connections_each as usize,
            proxies: Proxies { trusted: self.trusted, header: self.proxy_header },
            tables_an_hour: self.tables,
            codes_an_hour: self.codes,
            lobby: Duration::from_secs(self.lobby * 3600),
            abandoned: Duration::from_secs(self.abandoned * 86_400),
            drain: Duration::from_secs(self.drain),
            metrics: self.metrics,
            llm: Settings::read(|name| std::env::var(name).ok()).map_err(Failure::Usage)?,
            llm_log: self.llm_log,
            visitors: VisitorGames {
                worker: worker(),
                workers: self.visitor_games as usize,
                uploads_an_hour: self.uploads,
                unused: Duration::from_secs(self.unused * 3600),
            },
            admin_token: admin::token(self.admin_token_file.as_deref())?,
        };
        let (metrics, in_a_file) = (self.metrics, matches!(config.store, StoreAddress::Sqlite(_)));
        runtime()?.block_on(async {
            let way_out = |why| Failure::Input(with_way_out(why, metrics, in_a_file));
            let server = Server::bind(config, &catalog).await.map_err(way_out)?;
            let (addr, stop) = (server.addr()?, rulebook_server::asked_to_stop());
            rulebook_server::toggle_debug_logs_on_signal();
            // The server is useful even if its address cannot be printed, for example because the disk is full.
            let _ = writeln!(out, "Rulebook serves http://{addr}/").and_then(|()| out.flush());
            if open && browser::can_open() {
                browser::open(&format!("http://{}/", reachable(addr)));
            }
            server.run(stop).await.map_err(|e| Failure::Input(format!("cannot serve: {e}")))
        })
    }
}

/// The argument with which this program becomes a worker.
pub const WORKER: &str = "game-worker";

/// The program of the workers, which is this program. `None` on systems that cannot limit a process.
fn worker() -> Option<WorkerProgram> {
    let program = std::env::current_exe().ok().filter(|_| cfg!(unix))?;
    Some(WorkerProgram { program, args: vec![OsString::from(WORKER)] })
}

/// The log level of the environment variable `RULEBOOK_LOG`, or `info`.
fn log_level() -> Result<LevelFilter, Failure> {
    let Some(level) = folders::variable("RULEBOOK_LOG")? else { return Ok(LevelFilter::INFO) };
    level.parse().map_err(|_| Failure::Usage("RULEBOOK_LOG must be error, warn, info, debug or trace".to_owned()))
}

/// An origin as browsers send it: a scheme and a host, without a path. Anything else would never match a request.
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ', '*']) => Ok(text.to_lowercase()),
        _ => Err("write a scheme and a host without a path, like https://example.org".to_owned()),
    }
}

/// The async runtime of the server and its stores.
pub fn runtime() -> Result<rulebook_server::Runtime, Failure> {
    rulebook_server::runtime().map_err(|error| Failure::Input(format!("cannot start: {error}")))
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        assert_eq!(origin("https://Example.org:8443").as_deref(), Ok("https://example.org:8443"));
        assert_eq!(origin("http://127.0.0.1:3000").as_deref(), Ok("http://127.0.0.1:3000"));
        for wrong in
            ["", "example.org", "https://", "https://example.org/", "https://a/b", "*", "ftp://a", "https://*.a"]
        {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
