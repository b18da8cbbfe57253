//! Tests of the tools for tests. They are one binary, because each binary compiles the laws again.

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
