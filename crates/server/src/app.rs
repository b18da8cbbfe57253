//! Puts it together and runs until it is told to stop.

use crate::bot_runner::BotRunner;
use crate::hall::Hall;
use crate::limits::{Addresses, Hourly, Rate};
use crate::shelf::Shelf;
use crate::store::{PostgresStore, SqliteStore, Store, StoreError};
use crate::{clock_heartbeat, close_abandoned, expire_lobbies, http, sockets};
use axum::serve::ListenerExt;
use rulebook_catalog::Catalog;
use rulebook_llm::Settings;
use socketioxide::SocketIo;
use socketioxide::extract::SocketRef;
use socketioxide::handler::ConnectHandler;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The largest message or request body, in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 10;
/// Messages to one socket that may wait to be read.
const MAX_WAITING: usize = 256;

/// Where matches are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreAddress {
    /// A file.
    Sqlite(PathBuf),
    /// A database that several nodes share.
    Postgres(String),
}

impl FromStr for StoreAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreAddress, String> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            return Ok(StoreAddress::Sqlite(PathBuf::from(path)));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(StoreAddress::Postgres(text.to_owned()));
        }
        Err("a store is sqlite:FILE or postgres://USER@HOST/DATABASE".to_owned())
    }
}

impl StoreAddress {
    /// Opens it.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            StoreAddress::Sqlite(path) => Arc::new(SqliteStore::open(path)?),
            StoreAddress::Postgres(address) => Arc::new(PostgresStore::open(address).await?),
        })
    }

    /// Opens it for a server. A file is for one server.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn serve(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            StoreAddress::Sqlite(path) => Ok(Arc::new(SqliteStore::open_alone(path)?)),
            StoreAddress::Postgres(_) => self.open().await,
        }
    }
}

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where matches are kept.
    pub store: StoreAddress,
    /// Pages of other places that may talk to it, as `https://example.org`. Its own always may.
    pub origins: Vec<String>,
    /// Messages of one socket.
    pub socket_rate: Rate,
    /// Messages for one seat, over however many sockets.
    pub seat_rate: Rate,
    /// Messages and requests of one address.
    pub address_rate: Rate,
    /// Tables that one address may open in an hour.
    pub tables_an_hour: u32,
    /// Codes that no table has, and that one address may try in an hour.
    pub codes_an_hour: u32,
    /// A table where nobody has started a match is closed after this long.
    pub lobby: Duration,
    /// A match is closed that nobody has played or looked at for so long.
    pub abandoned: Duration,
    /// Where `/metrics` is served instead. Without one this machine alone is told: numbers that grow with every answer would tell
    /// a player when another one has answered under seal.
    pub metrics: Option<SocketAddr>,
    /// Language models that may play.
    pub llm: Settings,
}

/// What handlers need.
pub struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) config: Config,
    pub(crate) messages: Addresses,
    pub(crate) requests: Addresses,
    pub(crate) openings: Hourly,
    pub(crate) codes: Hourly,
    /// Turns for logs that are played again.
    pub(crate) replays: Arc<Semaphore>,
    pub(crate) stopping: AtomicBool,
    /// What the store said when it was last asked whether it can write, and when.
    pub(crate) health: tokio::sync::Mutex<Option<(Instant, Health)>>,
}

/// Can it write?
pub(crate) type Health = Result<(), &'static str>;

async fn listen(addr: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(addr).await.map_err(|error| format!("cannot listen on {addr}: {error}"))
}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    /// Where numbers are told.
    watched: Option<TcpListener>,
}

impl Server {
    /// Opens the store and the port. Matches are served from here on.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    pub async fn bind(config: Config, catalog: &Catalog) -> Result<Server, String> {
        let store = config.store.serve().await.map_err(|error| error.to_string())?;
        Server::on(store, config, catalog).await
    }

    /// The same on a store that is open already.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    pub async fn on(store: Arc<dyn Store>, config: Config, catalog: &Catalog) -> Result<Server, String> {
        let away = clock_heartbeat::away(&*store).await.map_err(|error| error.to_string())?;
        let shelf = Shelf::open(catalog, Arc::clone(&store));
        if shelf.games().next().is_none() {
            return Err("there is no game to serve".to_owned());
        }
        let (machines, visits) = (BotRunner::new(config.llm.clone()), close_abandoned::visits(config.abandoned));
        let hall = Hall::new(store, shelf, machines, config.seat_rate, visits, away);
        let listener = listen(config.addr).await?;
        let watched = match config.metrics {
            Some(addr) => Some(listen(addr).await?),
            None => None,
        };
        let (messages, requests) = (Addresses::new(config.address_rate), Addresses::new(config.address_rate));
        let (openings, codes) = (Hourly::new(config.tables_an_hour), Hourly::new(config.codes_an_hour));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let replays = Arc::new(Semaphore::new((cores / 4).max(1)));
        let (stopping, health) = (AtomicBool::new(false), Default::default());
        let app = App { hall, config, messages, requests, openings, codes, replays, stopping, health };
        Ok(Server { app: Arc::new(app), listener, watched })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Its tables.
    #[must_use]
    pub fn hall(&self) -> &Arc<Hall> {
        &self.app.hall
    }

    /// Serves until `stop` is there; then finishes what was begun.
    ///
    /// # Errors
    /// If the system takes the port away.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { app, listener, watched } = self;
        let (layer, io) = SocketIo::builder()
            .max_payload(MAX_BYTES as u64)
            .max_buffer_size(MAX_WAITING)
            .ws_max_message_size(MAX_BYTES)
            .ws_max_frame_size(MAX_BYTES)
            .ws_read_buffer_size(4096)
            .ping_interval(Duration::from_secs(25))
            .build_layer();
        let for_sockets = Arc::clone(&app);
        // Before the client is told that it is connected, not after: what it sends at once must find somebody.
        let prepare = async move |socket: SocketRef| -> Result<(), Infallible> {
            sockets::prepare(&socket, Arc::clone(&for_sockets));
            Ok(())
        };
        io.ns("/", (async |_: SocketRef| ()).with(prepare));
        let router = http::router(Arc::clone(&app), layer);
        tokio::spawn({
            let hall = Arc::clone(&app.hall);
            async move { hall.wake().await }
        });
        tokio::spawn(Arc::clone(&app.hall).listen());
        let clocks = tokio::spawn(clock_heartbeat::keep(Arc::clone(&app.hall)));
        let waiting = tokio::spawn(expire_lobbies::keep(Arc::clone(&app.hall), app.config.lobby));
        let left = tokio::spawn(close_abandoned::keep(Arc::clone(&app.hall), app.config.abandoned));
        let numbers = watched.map(|watched| {
            let router = http::watched(Arc::clone(&app));
            tokio::spawn(async move { axum::serve(watched, router).await })
        });
        // Small messages must not wait for each other.
        let listener = listener.tap_io(|stream| {
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "TCP_NODELAY");
            }
        });
        let going = Arc::clone(&app);
        let stop = async move {
            stop.await;
            tracing::info!("stopping: no new work, what was begun is finished");
            going.stopping.store(true, Ordering::Relaxed);
            going.hall.stop().await;
            io.close().await;
        };
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let served = axum::serve(listener, service).with_graceful_shutdown(stop).into_future();
        let app = Arc::clone(&app);
        let enough = async move {
            while !app.stopping.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            // A connection that does not close must not keep the server.
            tokio::time::sleep(Duration::from_secs(5)).await;
        };
        let done = tokio::select! {
            served = served => served,
            () = enough => Ok(()),
        };
        clocks.abort();
        waiting.abort();
        left.abort();
        if let Some(numbers) = numbers {
            numbers.abort();
        }
        done
    }
}
