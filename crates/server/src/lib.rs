#![warn(missing_docs)]
//! The server: tables over HTTP and socket.io, stored in SQLite or PostgreSQL.
//!
//! A [`hall::Hall`] holds a [`table::TableActor`] for every match in use. Each actor owns a `room` and a mailbox. The
//! room checks an input, the actor appends its records to the [`store::Store`], and viewers get updates only after the
//! records are on disk. Every node can serve every match, because the store puts all writes in order. If an append
//! conflicts, the node reads the new records and tries again. Nodes notify each other that new records exist, but do
//! not send them. Each node renders views for its own sockets.
//!
//! This crate contains no rules.

pub mod admin;
pub mod app;
mod bans;
mod bodies;
mod bot_queue;
mod bot_runner;
mod busy;
mod cancel;
mod clock;
mod clock_heartbeat;
pub mod close_abandoned;
pub mod codes;
mod connections;
mod erasure;
pub mod expire_lobbies;
mod games;
pub mod hall;
mod http;
mod limits;
mod load_match;
mod log_limit;
mod malformed;
pub mod messages;
mod metrics;
mod openapi;
mod otlp;
pub mod proxies;
mod refusals;
mod replays;
mod reports;
mod responses;
pub mod shelf;
mod sockets;
pub mod store;
pub mod table;
pub mod tokens;
pub mod transfer;
pub mod typescript;
pub mod visitors;
mod web_files;

pub use app::{Config, Server, StoreAddress};
pub use bans::BanTarget;
pub use limits::Rate;
pub use otlp::start as send_spans;
pub use proxies::{Cidr, Proxies, ProxyHeader};
pub use rulebook_llm::{Config as ModelConfig, Endpoint, Mode, Settings};
pub use rulebook_policy::Style as ModelStyle;
pub use tracing_subscriber::filter::LevelFilter;
pub use visitors::{VisitorGames, WorkerProgram};
pub use web_files::embedded;

use std::sync::OnceLock;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Registry, reload};

/// The async runtime.
pub type Runtime = tokio::runtime::Runtime;

/// Creates the runtime.
///
/// # Errors
/// If the system has no threads left.
pub fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// The level of the logs, which can be changed while the server runs.
static LEVEL: OnceLock<(LevelFilter, reload::Handle<LevelFilter, Registry>)> = OnceLock::new();

/// Writes logs of this level and above to stderr, as text or as JSON.
pub fn log_to_stderr(json: bool, level: LevelFilter) {
    let (filter, handle) = reload::Layer::new(level);
    let logs = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).with_target(false);
    let limit = log_limit::LogLimit::default();
    let registry = tracing_subscriber::registry().with(filter).with(otlp::Otlp);
    // Ignore the error if a subscriber is already installed.
    let installed = match json {
        true => registry.with(logs.json().with_filter(limit)).try_init(),
        false => registry.with(logs.with_filter(limit)).try_init(),
    };
    if installed.is_ok() {
        let _ = LEVEL.set((level, handle));
    }
}

/// Sets the level of the logs. Returns `false` if this process writes no logs.
pub fn set_log_level(level: LevelFilter) -> bool {
    let set = LEVEL.get().is_some_and(|(_, handle)| handle.reload(level).is_ok());
    if set {
        tracing::warn!(%level, "log level changed");
    }
    set
}

/// Switches debug logs on, or off if they are on.
pub fn toggle_debug_logs() {
    let Some((level, handle)) = LEVEL.get() else { return };
    let next = handle.with_current(|now| if now == level { LevelFilter::DEBUG } else { *level });
    if let Ok(next) = next
        && handle.reload(next).is_ok()
    {
        tracing::warn!(level = %next, "log level changed");
    }
}

/// Switches debug logs on and off whenever the process gets the signal SIGUSR1. Must be called inside the runtime.
pub fn toggle_debug_logs_on_signal() {
    #[cfg(unix)]
    if let Ok(mut asked) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined1()) {
        tokio::spawn(async move {
            while asked.recv().await.is_some() {
                toggle_debug_logs();
            }
        });
    }
}

/// Waits for Ctrl-C or SIGTERM.
pub fn asked_to_stop() -> impl Future<Output = ()> + Send + 'static {
    // Install the handler now, because a signal may arrive before the future is polled.
    #[cfg(unix)]
    let terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    async move {
        let by_hand = async {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        #[cfg(unix)]
        let by_system = async {
            match terminate {
                Ok(mut told) => drop(told.recv().await),
                Err(_) => std::future::pending::<()>().await,
            }
        };
        #[cfg(not(unix))]
        let by_system = std::future::pending::<()>();
        tokio::select! {
            () = by_hand => {}
            () = by_system => {}
        }
    }
}
