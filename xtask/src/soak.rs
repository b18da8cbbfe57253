//! The long tier: ten thousand games each, deep perft, kill tests. Run before an issue is called resolved.

use std::path::Path;

use crate::Failure;
use crate::cargo::{self, Tier};
use crate::steps::command;

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    command("soak", cargo::tests(root, Tier::Long, extra))
}
