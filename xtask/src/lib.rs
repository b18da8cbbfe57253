//! The chores behind `cargo xtask`. A library so that `cargo nextest run` can run tidy as tests.
//!
//! No rulebook crate is used here: everything is read from sources, `cargo metadata` and git.

pub mod api;
pub mod bench;
pub mod bless;
pub mod book;
pub mod cargo;
pub mod ci;
pub mod perft;
pub mod python;
pub mod soak;
pub mod steps;
pub mod tidy;
pub mod web;

use std::path::{Path, PathBuf};

/// Why a command did not succeed. The two kinds have their own exit codes, 2 and 1.
#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Failed(String),
}

/// The nearest directory at or above `start` that holds the workspace. Found at run time, so that a moved
/// checkout keeps working with an old build.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|dir| dir.join("Cargo.lock").is_file() && dir.join("xtask").is_dir()).map(Path::to_path_buf)
}
