//! `rulebook cards`: commands for card files.

mod coverage;
pub mod file;

use crate::failure::Failure;
use clap::{Args, Subcommand};
use std::io::Write;

/// Inspects a card file
#[derive(Args)]
pub struct Cards {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Coverage(coverage::Coverage),
}

impl Cards {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            Command::Coverage(coverage) => coverage.run(out),
        }
    }
}
