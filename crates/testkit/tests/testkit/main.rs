//! Tests of the crate `testkit`. All tests are in one binary, so that the laws are compiled only once.

mod bless;
mod broken;
mod cruel;
mod endpoint;
mod formats;
mod laws;
mod play_headers;
mod scratch;
mod soak_hashes;
mod speed;
