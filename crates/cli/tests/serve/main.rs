//! Tests that kill the real program at random moments. No acknowledged move may be lost or played twice.

#[path = "../../../server/tests/server/client.rs"]
#[allow(dead_code, reason = "shared with the tests of the server")]
mod client;
mod killing;
mod logs;
mod nodes;
mod postgres;
mod real_client;
