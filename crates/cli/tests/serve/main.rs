//! The real program, killed at random moments: nothing that was acknowledged is lost, and nothing is played twice.

#[path = "../../../server/tests/server/client.rs"]
#[allow(dead_code, reason = "shared with the tests of the server")]
mod client;
mod killing;
mod logs;
mod nodes;
mod postgres;
mod real_client;
