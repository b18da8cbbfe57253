//! Tests that kill the real program at random moments. No acknowledged move may be lost or played twice.
//!
//! The tests stop the program with SIGTERM, so they run only on Unix.

#![cfg(unix)]

#[path = "../../../server/tests/server/client.rs"]
#[allow(dead_code, reason = "shared with the tests of the server")]
mod client;
mod crash_recovery;
mod logs;
mod nodes;
mod operator;
mod postgres;
mod real_client;
