//! Tests with real servers on loopback addresses and clients that connect to them.

mod abuse;
mod actions;
mod card_engine;
#[allow(dead_code, reason = "shared with the tests of the program")]
mod client;
mod codes;
mod common;
mod dashboard;
mod faults;
mod group_moves;
mod host;
mod hostile;
mod leaks;
mod lobbies;
mod long_matches;
mod machines;
mod operators;
mod outages;
mod play;
#[path = "../../../cli/tests/serve/postgres.rs"]
mod postgres;
mod rules;
mod seats;
mod snapshot_restart;
mod sockets;
mod stores;
mod streams;
mod traces;
mod types;
mod visitors;
