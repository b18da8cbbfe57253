//! A server in this process, with a store in its own folder.

use crate::client::{Client, http, json_of};
use rulebook_catalog::Catalog;
use rulebook_server::close_abandoned::ABANDONED;
use rulebook_server::expire_lobbies::LOBBY;
use rulebook_server::hall::Hall;
use rulebook_server::store::Store;
use rulebook_server::{Config, Proxies, Rate, Server, Settings, StoreAddress, VisitorGames};
use rulebook_testkit::scratch;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

pub struct Host {
    pub addr: SocketAddr,
    pub hall: Arc<Hall>,
    stop: oneshot::Sender<()>,
    done: tokio::task::JoinHandle<std::io::Result<()>>,
}

/// A temporary folder with a store. It is deleted when the value is dropped.
pub struct Folder {
    folder: scratch::Folder,
}

impl Folder {
    pub fn new(name: &str) -> Folder {
        Folder { folder: scratch::Folder::new(name) }
    }

    pub fn store(&self) -> StoreAddress {
        StoreAddress::Sqlite(self.0.join("matches.db"))
    }

    /// Opens the file of the store, to change the data of a stopped server. Waits for a server that is still
    /// checkpointing its log.
    pub fn file(&self) -> rusqlite::Connection {
        let file = rusqlite::Connection::open(self.0.join("matches.db")).unwrap();
        file.busy_timeout(Duration::from_secs(60)).unwrap();
        file
    }
}

impl Deref for Folder {
    type Target = scratch::Folder;

    fn deref(&self) -> &scratch::Folder {
        &self.folder
    }
}

pub fn games() -> Catalog {
    Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"))
}

/// The configuration of a server on a free port that accepts `rate` messages per second.
pub fn config(store: StoreAddress, rate: u32) -> Config {
    limited(store, Rate { burst: rate, per_second: rate })
}

/// The configuration of a server with this rate limit for sockets, seats and addresses.
pub fn limited(store: StoreAddress, rate: Rate) -> Config {
    let addr = SocketAddr::from(([127, 0, 0, 1], 0));
    let (origins, metrics, llm) = (vec![], None, off());
    let (tables_an_hour, lobby, abandoned) = (1_000_000, LOBBY, ABANDONED);
    Config {
        addr,
        store,
        origins,
        socket_rate: rate,
        seat_rate: rate,
        address_rate: rate,
        connections: Some(10_000),
        connections_each: 10_000,
        proxies: Proxies::default(),
        drain: Duration::ZERO,
        tables_an_hour,
        codes_an_hour: 1_000_000,
        lobby,
        abandoned,
        metrics,
        llm,
        llm_log: None,
        visitors: VisitorGames::default(),
        admin_token: None,
    }
}

/// The settings without language models.
pub fn off() -> Settings {
    Settings::Off("not in tests".to_owned())
}

impl Host {
    pub async fn start(folder: &Folder) -> Host {
        Host::with(folder.store(), &games(), 1_000_000).await
    }

    pub async fn with(store: StoreAddress, games: &Catalog, rate: u32) -> Host {
        Host::run(config(store, rate), games).await
    }

    /// Starts a server on a store that is already open. Several servers can share one store.
    pub async fn on(store: Arc<dyn Store>) -> Host {
        Host::on_with(store, config(StoreAddress::Sqlite(PathBuf::new()), 1_000_000)).await
    }

    pub async fn on_with(store: Arc<dyn Store>, config: Config) -> Host {
        Host::serve(Server::on(store, config, &games()).await.unwrap())
    }

    pub async fn run(config: Config, games: &Catalog) -> Host {
        Host::serve(Server::bind(config, games).await.unwrap())
    }

    pub fn serve(server: Server) -> Host {
        let (addr, hall) = (server.addr().unwrap(), Arc::clone(server.hall()));
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(server.run(async move { drop(stopped.await) }));
        Host { addr, hall, stop, done }
    }

    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.done.await.unwrap().unwrap();
    }

    pub async fn open(&self, body: Value) -> Value {
        let (status, answer) = http(self.addr, "POST", "/active-games", None, Some(body)).await;
        assert_eq!(status, 201, "{answer}");
        json_of(&answer)
    }

    pub async fn sit(&self, id: &str, seat: usize, name: &str) -> String {
        let path = format!("/active-games/{id}/seats");
        let (status, answer) = http(self.addr, "POST", &path, None, Some(json!({"seat": seat, "name": name}))).await;
        assert_eq!(status, 201, "{answer}");
        json_of(&answer)["token"].as_str().unwrap().to_owned()
    }

    /// A started table with a player in every seat. Returns its id, the host token, and a client with its token for
    /// each seat.
    pub async fn table(&self, game: &str, seats: usize) -> (String, String, Vec<(Client, String)>) {
        let opened = self.open(json!({"game": game, "seats": seats})).await;
        let id = opened["match"].as_str().unwrap().to_owned();
        let mut players = Vec::new();
        for seat in 0..seats {
            let token = self.sit(&id, seat, &format!("P{seat}")).await;
            let mut client = Client::connect(self.addr).await.unwrap();
            assert_eq!(client.join(&id, Some(&token)).await["accepted"], true);
            players.push((client, token));
        }
        let started = players[0].0.command(&id, json!({"kind": "start"})).await;
        assert_eq!(started["accepted"], true, "{started}");
        (id, opened["hostToken"].as_str().unwrap().to_owned(), players)
    }
}
