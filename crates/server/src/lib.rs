#![warn(missing_docs)]
//! The table on the net: the only sockets, database and clock.
//!
//! A [`hall::Hall`] has a [`table::TableActor`] for every match that somebody looks at; each is a `room` with a mailbox. An input is
//! checked by the room, its records are appended to the [`store::Store`], and only when they are on the disk does anybody hear of
//! it. Any node can serve any match: the store orders, a node that finds that the match has gone on reads what is new and tries
//! again, and nodes tell each other that there is something to read, never what. Views are made where they are sent.
//!
//! No rules here.

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

/// What everything here runs on.
pub type Runtime = tokio::runtime::Runtime;

/// Makes it.
///
/// # Errors
/// If the system has no threads left.
pub fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

/// Logs go to stderr: for people, or as JSON for machines.
pub fn log_to_stderr(json: bool) {
    let logs = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).with_target(false);
    // Whoever has set one up before keeps it.
    let _ = if json { logs.json().try_init() } else { logs.try_init() };
}

/// Waits for Ctrl-C or SIGTERM.
pub fn asked_to_stop() -> impl Future<Output = ()> + Send + 'static {
    // Now, not when somebody first waits: who is told that it serves may ask at once.
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
