//! Configures and runs a server until it is asked to stop.

use crate::bans::{self, Bans};
use crate::bodies::Bodies;
use crate::bot_runner::BotRunner;
use crate::connections::{self, CONNECTIONS, FRAMES_PER_MESSAGE, Gate};
use crate::hall::Hall;
use crate::limits::{Accounts, Addresses, Hourly, Rate, Slots, sent_bytes};
use crate::messages::ReconnectMessage;
use crate::proxies::Proxies;
use crate::shelf::Shelf;
use crate::store::{NewFiles, PostgresStore, SqliteStore, Store, StoreError};
use crate::visitors::{self, VisitorGames};
use crate::{clock_heartbeat, close_abandoned, expire_lobbies, http, sockets};
use rulebook_catalog::Catalog;
use rulebook_llm::{Settings, Trace};
use socketioxide::extract::SocketRef;
use socketioxide::handler::ConnectHandler;
use socketioxide::{ParserConfig, SocketIo};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::Semaphore;

/// Maximum size of a message or request body, in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 10;
/// Maximum number of messages that wait to be sent to one socket. Beyond it the server closes the socket.
const MAX_WAITING: usize = 128;
/// A connection that does not become a socket within this time is closed.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// Maximum number of connections that wait to be accepted. Beyond it, the system drops the first packet of a connection,
/// and the client repeats it only after a second. The system may allow fewer (`net.core.somaxconn`).
const BACKLOG: u32 = 4096;
/// Maximum number of sockets of one address that begin with the transport `polling`.
const POLLING_EACH: usize = 32;
/// Maximum number of reports that one address may send in an hour.
const REPORTS_AN_HOUR: u32 = 20;
/// Maximum number of uploaded games that are checked at the same time.
const CHECKS: usize = 2;

/// The forms of the address of a store, for error messages.
const STORE_FORMS: &str = "a store is sqlite:FILE or postgres://USER@HOST/DATABASE";

/// The address of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreAddress {
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database that several nodes share.
    Postgres(String),
}

impl FromStr for StoreAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreAddress, String> {
        let database = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"));
        match (text.strip_prefix("sqlite:"), database) {
            (Some(""), _) => Err("write the path of the file too, like sqlite:matches.db".to_owned()),
            (Some(path), _) => Ok(StoreAddress::Sqlite(PathBuf::from(path))),
            (None, Some("")) => Err("write the database too, like postgres://rulebook@db/rulebook".to_owned()),
            (None, Some(_)) => Ok(StoreAddress::Postgres(text.to_owned())),
            // A text without a colon is probably the path of a file.
            (None, None) if !text.is_empty() && !text.contains(':') => {
                Err(format!("{STORE_FORMS}; did you mean sqlite:{text}?"))
            }
            (None, None) => Err(STORE_FORMS.to_owned()),
        }
    }
}

impl StoreAddress {
    /// Opens the store. Creates an SQLite file and its folder. If that fails, leaves no new files.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            StoreAddress::Sqlite(path) => Arc::new(or_nothing(path, SqliteStore::open)?),
            StoreAddress::Postgres(address) => Arc::new(PostgresStore::open(address).await?),
        })
    }

    /// Opens the store to read it, even if a part of an SQLite file is damaged.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn open_readable(&self) -> Result<Arc<dyn Store>, StoreError> {
        let opened = self.open().await;
        match (self, opened) {
            (StoreAddress::Sqlite(path), Err(error)) => {
                // If this second attempt fails too, report the error of the first attempt, which says more.
                match SqliteStore::open_damaged(path) {
                    Ok(store) => Ok(Arc::new(store) as Arc<dyn Store>),
                    Err(_) => Err(error),
                }
            }
            (_, opened) => opened,
        }
    }

    /// Brings the tables of the store to the schema version of this release. Returns the version before and after.
    ///
    /// # Errors
    /// If the store cannot be opened, or if a newer release has migrated it.
    pub async fn migrate(&self) -> Result<(i32, i32), StoreError> {
        match self {
            StoreAddress::Sqlite(path) => or_nothing(path, SqliteStore::migrate),
            StoreAddress::Postgres(address) => PostgresStore::migrate(address).await,
        }
    }

    /// Opens the store for a server. An SQLite file is locked, because only one server may use it.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn serve(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            StoreAddress::Sqlite(path) => Ok(Arc::new(or_nothing(path, SqliteStore::open_alone)?)),
            StoreAddress::Postgres(_) => self.open().await,
        }
    }

    /// The files that opening the store would create. `None` if they are not on this machine.
    fn new_files(&self) -> Option<NewFiles> {
        match self {
            StoreAddress::Sqlite(path) => Some(NewFiles::of(path)),
            StoreAddress::Postgres(_) => None,
        }
    }
}

/// Opens an SQLite file. If that fails, leaves no new files and folders, and the error names the file.
fn or_nothing<T>(path: &Path, open: impl FnOnce(&Path) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let new = NewFiles::of(path);
    let opened = make_folder(path).and_then(|()| open(path));
    if opened.is_err() {
        new.remove();
    }
    opened.map_err(|error| match error {
        StoreError::Broken(why) if !why.contains(&*path.to_string_lossy()) => {
            StoreError::Broken(format!("{}: {why}", path.display()))
        }
        StoreError::Damaged(why) => StoreError::Damaged(format!("{}: {why}", path.display())),
        error => error,
    })
}

fn make_folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| StoreError::Broken(format!("{}: {error}", folder.display())))
}

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address of the listener.
    pub addr: SocketAddr,
    /// The address of the store.
    pub store: StoreAddress,
    /// Other origins that may use the server, such as `https://example.org`. The server's own origin is always allowed.
    pub origins: Vec<String>,
    /// Rate limit for one socket.
    pub socket_rate: Rate,
    /// Rate limit for one seat over all its sockets.
    pub seat_rate: Rate,
    /// Rate limit for one network address.
    pub address_rate: Rate,
    /// Maximum number of open connections. `None` means 20,000, or as many as the limit of open files allows.
    pub connections: Option<usize>,
    /// Maximum number of open connections of one network address.
    pub connections_each: usize,
    /// The trusted proxies, which pass on the addresses of their clients.
    pub proxies: Proxies,
    /// Maximum number of tables that one address may open in an hour.
    pub tables_an_hour: u32,
    /// Maximum number of wrong codes that one address may try in an hour.
    pub codes_an_hour: u32,
    /// A table is closed if its match does not start within this time.
    pub lobby: Duration,
    /// A match is closed if no player or viewer has visited it for this time.
    pub abandoned: Duration,
    /// How long a stopping server still serves, so that proxies learn from `/healthz` to use other nodes. In the second
    /// half of this time, the server refuses new sockets and asks its clients to connect again.
    pub drain: Duration,
    /// A separate address for `/metrics`. Without it, only clients on this machine may read the metrics. The counters
    /// grow with every answer, so a player who could read them would learn when another player gives a sealed answer.
    pub metrics: Option<SocketAddr>,
    /// The language model that may play.
    pub llm: Settings,
    /// A file to which every exchange with a language model is appended, one JSON object per line.
    pub llm_log: Option<PathBuf>,
    /// The games of visitors.
    pub visitors: VisitorGames,
    /// The token of the operator. Without it, the server has no operator's interface.
    pub admin_token: Option<String>,
}

/// Shared state of all handlers.
pub struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) config: Config,
    /// The limits of open connections.
    pub(crate) gate: Gate,
    /// The slots for request bodies.
    pub(crate) bodies: Bodies,
    /// The slots for sockets.
    pub(crate) sockets: Arc<Slots>,
    /// The slots for sockets that begin with the transport `polling`.
    pub(crate) polling: Arc<Slots>,
    pub(crate) messages: Addresses,
    /// The budgets above which an address floods the server.
    pub(crate) floods: Addresses,
    /// The budgets of WebSocket frames. Above them, the sockets of an address are closed.
    pub(crate) frames: Arc<Addresses>,
    pub(crate) requests: Addresses,
    /// The budgets of requests and of new connections above which an address floods the server.
    pub(crate) request_floods: Addresses,
    pub(crate) connects: Addresses,
    /// The accounts of the bytes that the server sends.
    pub(crate) sent: Arc<Accounts>,
    pub(crate) openings: Hourly,
    pub(crate) codes: Hourly,
    pub(crate) uploads: Hourly,
    pub(crate) reports: Hourly,
    /// The slots for checks of uploaded games.
    pub(crate) checks: Arc<Slots>,
    pub(crate) bans: Bans,
    /// Limits how many replays run at the same time.
    pub(crate) replays: Arc<Semaphore>,
    /// Set when the server is asked to stop. The health check fails from then on.
    pub(crate) stopping: AtomicBool,
    /// Set in the second half of the drain. The server accepts no new sockets from then on.
    pub(crate) closing: AtomicBool,
    /// The last health check of the store, and its time.
    pub(crate) health: tokio::sync::Mutex<Option<(Instant, Health)>>,
}

/// Whether the store can be written. `/healthz` sends the error.
pub(crate) type Health = Result<(), &'static str>;

/// Opens a port. Up to [`BACKLOG`] connections may wait until they are accepted.
fn listen(addr: SocketAddr) -> Result<TcpListener, String> {
    let open = || {
        let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that restarts may use the port while old connections are still closing. On Windows, the option would
        // let another program take over the port.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(addr)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|error: std::io::Error| format!("cannot listen on {addr}: {error}"))
}

/// The open ports of a server.
struct Listeners {
    listener: TcpListener,
    /// The separate listener for metrics, if `Config::metrics` is set.
    watched: Option<TcpListener>,
}

impl Listeners {
    fn open(config: &Config) -> Result<Listeners, String> {
        let (listener, watched) = (listen(config.addr)?, config.metrics.map(listen).transpose()?);
        Ok(Listeners { listener, watched })
    }
}

/// A server with an open port.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    /// The separate listener for metrics, if `Config::metrics` is set.
    watched: Option<TcpListener>,
}

impl Server {
    /// Opens the ports and the store, and loads the games.
    ///
    /// # Errors
    /// A sentence that says why the server cannot start.
    pub async fn bind(config: Config, catalog: &Catalog) -> Result<Server, String> {
        // Open the ports before the store, because a server that cannot listen should not create a store.
        let listeners = Listeners::open(&config)?;
        if catalog.ids().is_empty() {
            return Err("there is no game to serve".to_owned());
        }
        let new = config.store.new_files();
        let store = config.store.serve().await.map_err(|error| error.to_string())?;
        let server = Server::with(listeners, store, config, catalog).await;
        if let (Err(_), Some(new)) = (&server, new) {
            new.remove();
        }
        server
    }

    /// Like [`Server::bind`], with a store that is already open.
    ///
    /// # Errors
    /// A sentence that says why the server cannot start.
    pub async fn on(store: Arc<dyn Store>, config: Config, catalog: &Catalog) -> Result<Server, String> {
        let listeners = Listeners::open(&config)?;
        Server::with(listeners, store, config, catalog).await
    }

    async fn with(
        listeners: Listeners,
        store: Arc<dyn Store>,
        config: Config,
        catalog: &Catalog,
    ) -> Result<Server, String> {
        let away = clock_heartbeat::away(&*store).await.map_err(|error| error.to_string())?;
        let shelf = Shelf::open(catalog, Arc::clone(&store), config.visitors.clone());
        if shelf.games().next().is_none() {
            return Err("there is no game to serve".to_owned());
        }
        let trace = config.llm_log.as_deref().map(|path| {
            let opened = Trace::open(path);
            opened.map_err(|error| format!("cannot write the log {}: {error}", path.display()))
        });
        let trace = trace.transpose()?;
        let machines = BotRunner::new(config.llm.clone(), trace, config.address_rate);
        let visits = close_abandoned::visits(config.abandoned);
        let spectators_each = (config.connections_each / 4).max(1);
        let hall = Hall::new(store, shelf, machines, config.seat_rate, spectators_each, visits, away);
        let address_rate = config.address_rate;
        let (messages, requests) = (Addresses::new(address_rate), Addresses::new(address_rate));
        let flood = address_rate.flood();
        let (floods, frames) = (Addresses::new(flood), Arc::new(Addresses::new(flood.times(FRAMES_PER_MESSAGE))));
        let (gate, bodies) = (Gate::new(config.connections, config.connections_each), Bodies::default());
        let most = config.connections.unwrap_or(CONNECTIONS);
        let (sockets, polling) = (Slots::new(most, config.connections_each), Slots::new(most, POLLING_EACH));
        let (openings, codes) = (Hourly::new(config.tables_an_hour), Hourly::new(config.codes_an_hour));
        let (uploads, reports) = (Hourly::new(config.visitors.uploads_an_hour), Hourly::new(REPORTS_AN_HOUR));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let replays = Arc::new(Semaphore::new((cores / 4).max(1)));
        let (stopping, closing, health) = (AtomicBool::new(false), AtomicBool::new(false), Default::default());
        let app = App {
            hall,
            config,
            gate,
            bodies,
            sockets,
            polling,
            messages,
            floods,
            frames,
            requests,
            request_floods: Addresses::new(flood),
            connects: Addresses::new(flood),
            sent: Arc::new(sent_bytes(address_rate)),
            openings,
            codes,
            uploads,
            reports,
            checks: Slots::new(CHECKS, 1),
            bans: Bans::default(),
            replays,
            stopping,
            closing,
            health,
        };
        let Listeners { listener, watched } = listeners;
        Ok(Server { app: Arc::new(app), listener, watched })
    }

    /// The address of the listener.
    ///
    /// # Errors
    /// If the operating system does not know the address.
    pub fn addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The tables of this server.
    #[must_use]
    pub fn hall(&self) -> &Arc<Hall> {
        &self.app.hall
    }

    /// Serves until `stop` resolves, then finishes open requests.
    ///
    /// # Errors
    /// If the listener fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { app, listener, watched } = self;
        let (layer, io) = SocketIo::builder()
            .max_payload(MAX_BYTES as u64)
            .max_buffer_size(MAX_WAITING)
            .ws_max_message_size(MAX_BYTES)
            .ws_max_frame_size(MAX_BYTES)
            .ws_read_buffer_size(4096)
            .ping_interval(Duration::from_secs(25))
            .connect_timeout(CONNECT_TIME)
            // Messages of this server have no binary attachments. Without this limit, a client could fill 10 MB for
            // each socket with attachments.
            .with_parser(ParserConfig::common().max_incoming_binaries(1).max_incoming_binary_buf_size(MAX_BYTES))
            .build_layer();
        let for_sockets = Arc::clone(&app);
        // Register the handlers before the client is connected, so that its first message is handled.
        let prepare = async move |socket: SocketRef| sockets::prepare(&socket, Arc::clone(&for_sockets));
        io.ns("/", (async |socket: SocketRef| sockets::ready(&socket)).with(prepare));
        let router = http::router(Arc::clone(&app), layer);
        tokio::spawn({
            let hall = Arc::clone(&app.hall);
            async move { hall.wake().await }
        });
        tokio::spawn(Arc::clone(&app.hall).listen());
        let clocks = tokio::spawn(clock_heartbeat::keep(Arc::clone(&app.hall)));
        let waiting = tokio::spawn(expire_lobbies::keep(Arc::clone(&app.hall), app.config.lobby));
        let left = tokio::spawn(close_abandoned::keep(Arc::clone(&app.hall), app.config.abandoned));
        let _ = app.bans.io.set(io.clone());
        let banned = tokio::spawn(bans::keep(Arc::clone(&app)));
        let unused = app
            .config
            .visitors
            .worker
            .is_some()
            .then(|| tokio::spawn(visitors::keep(Arc::clone(&app.hall), app.config.visitors.unused)));
        let numbers = watched.map(|watched| {
            let router = http::watched(Arc::clone(&app));
            tokio::spawn(async move { axum::serve(watched, router).await })
        });
        let going = Arc::clone(&app);
        let stop = async move {
            stop.await;
            going.stopping.store(true, Ordering::Relaxed);
            tracing::info!(drain = ?going.config.drain, "stopping: health checks fail, requests are still served");
            // In the first half of the drain, proxies notice the failing health check. In the second half, the clients
            // connect again, and a proxy leads them to other nodes.
            let half = going.config.drain / 2;
            tokio::time::sleep(half).await;
            going.closing.store(true, Ordering::Relaxed);
            let within = u64::try_from(half.as_millis()).unwrap_or(u64::MAX) * 3 / 4;
            if let Err(error) = io.emit("game:reconnect", &ReconnectMessage { within }).await {
                tracing::debug!(%error, "not every client was asked to connect again");
            }
            tokio::time::sleep(half).await;
            tracing::info!("stopping: open requests are finished, new ones refused");
            going.hall.stop().await;
            io.close().await;
        };
        let served = connections::serve(listener, Arc::clone(&app), router, stop);
        let app = Arc::clone(&app);
        let enough = async move {
            while !app.stopping.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            // Do not wait for connections that never close.
            tokio::time::sleep(app.config.drain + Duration::from_secs(5)).await;
        };
        tokio::select! {
            () = served => {}
            () = enough => {}
        }
        clocks.abort();
        waiting.abort();
        left.abort();
        banned.abort();
        if let Some(unused) = unused {
            unused.abort();
        }
        if let Some(numbers) = numbers {
            numbers.abort();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[tokio::test]
    async fn hundreds_of_connections_may_wait_to_be_accepted() {
        let listener = listen(([127, 0, 0, 1], 0).into()).unwrap();
        let addr = listener.local_addr().unwrap();
        // Nobody accepts these connections. If too many wait, the system ignores the next client.
        let wait = move || (0..300).map(|_| TcpStream::connect_timeout(&addr, Duration::from_secs(10))).collect();
        let waiting: std::io::Result<Vec<TcpStream>> = tokio::task::spawn_blocking(wait).await.unwrap();
        assert_eq!(waiting.map(|waiting| waiting.len()).map_err(|error| error.to_string()), Ok(300));
    }
}
