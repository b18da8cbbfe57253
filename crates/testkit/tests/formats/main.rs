//! Tests of the file formats in which tests are written: playthroughs, soak hashes, scenarios, pages and perft.

#[path = "../broken/duel.rs"]
#[allow(dead_code, reason = "shared with the tests of the laws")]
mod duel;
#[path = "../broken/fault.rs"]
#[allow(dead_code, reason = "shared with the tests of the laws")]
mod fault;
#[path = "../broken/fold.rs"]
mod fold;
#[path = "../broken/hidden.rs"]
mod hidden;
#[path = "../broken/notation.rs"]
mod notation;
#[path = "../broken/staged.rs"]
mod staged;
#[path = "../broken/table.rs"]
#[allow(dead_code, reason = "shared with the tests of the laws")]
mod table;

mod pages;
mod perft;
mod plays;
mod scenarios;

use std::path::{Path, PathBuf};

/// The path of a folder with test data.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name)
}
