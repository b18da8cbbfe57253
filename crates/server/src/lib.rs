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

pub mod app;
mod bot_runner;
mod cancel;
mod clock_heartbeat;
pub mod close_abandoned;
pub mod codes;
pub mod expire_lobbies;
mod games;
pub mod hall;
mod http;
mod limits;
mod load_match;
pub mod messages;
mod metrics;
mod openapi;
mod refusals;
mod replays;
pub mod shelf;
mod sockets;
pub mod store;
pub mod table;
pub mod tokens;
pub mod transfer;
pub mod typescript;
mod web_files;

pub use app::{Config, Server, StoreAddress};
pub use limits::Rate;
pub use rulebook_llm::{Config as ModelConfig, Endpoint, Mode, Settings};
pub use web_files::embedded;

/// The async runtime.
pub type Runtime = tokio::runtime::Runtime;

/// Creates the runtime.
///
/// # Errors
/// If the system has no threads left.
pub fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Writes logs to stderr, as text or as JSON.
pub fn log_to_stderr(json: bool) {
    let logs = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_target(false);
    // Ignore the error if a subscriber is already installed.
    let _ = if json { logs.json().try_init() } else { logs.try_init() };
}

/// Waits for Ctrl-C or SIGTERM.
pub fn asked_to_stop() -> impl Future<Output = ()> + Send + 'static {
    // Install the handler now: a signal may arrive before the future is polled.
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
