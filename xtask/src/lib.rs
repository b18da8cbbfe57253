//! The commands of `cargo xtask`. They are a library, so that `cargo nextest run` can run the checks of tidy as tests.
//!
//! xtask does not use the other crates of this workspace. It reads their sources, `cargo metadata` and git.

pub mod api;
pub mod bench;
pub mod bless;
pub mod book;
pub mod cargo;
pub mod ci;
pub mod kill;
pub mod packages;
pub mod perft;
pub mod python;
pub mod soak;
pub mod steps;
pub mod tidy;
pub mod web;

use std::path::{Path, PathBuf};

/// The reason why a command failed. A wrong command line exits with 2, and a failed command with 1.
#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Failed(String),
}

/// The root of the workspace: the nearest directory at or above `start` that contains it. It is searched at run time,
/// so that a compiled xtask still works after the checkout was moved.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|dir| dir.join("Cargo.lock").is_file() && dir.join("xtask").is_dir()).map(Path::to_path_buf)
}
