//! Checks all published perft counts of every board game. `cargo xtask ci` checks only those up to a few million nodes.

use std::path::Path;

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::command;

pub fn run(root: &Path) -> Result<(), Failure> {
    let mut perft = cargo(root);
    perft.args(["test", "--locked", "--release", "--package", "rulebook-boards", "--test", "boards", "perft"]);
    perft.env("RULEBOOK_PERFT", "full");
    command("perft", perft)
}
