//! The commands of `cargo xtask`. A library, so that `cargo nextest run` can run tidy as tests.
//!
//! It uses no rulebook crate. It reads sources, `cargo metadata` and git.

pub mod api;
pub mod bench;
pub mod bless;
pub mod book;
pub mod cargo;
pub mod ci;
pub mod dist;
pub mod perft;
pub mod python;
pub mod soak;
pub mod steps;
pub mod tidy;
pub mod web;

use std::path::{Path, PathBuf};

/// The reason why a command failed. The two kinds have the exit codes 2 and 1.
#[derive(Debug)]
pub enum Failure {
    Usage(String),
    Failed(String),
}

/// The nearest directory at or above `start` that contains the workspace. It is searched at run time, so that an old
/// build works after the checkout has moved.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|dir| dir.join("Cargo.lock").is_file() && dir.join("xtask").is_dir()).map(Path::to_path_buf)
}
