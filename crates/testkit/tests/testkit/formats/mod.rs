//! Tests of the file formats in which tests are written: playthroughs, soak hashes, scenarios, pages and perft.

mod pages;
mod perft;
mod plays;
mod scenarios;

use std::path::{Path, PathBuf};

/// The path of a folder with test data.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testkit/formats").join(name)
}
