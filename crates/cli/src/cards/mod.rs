//! `rulebook cards`: commands for card files.

mod audit;
mod coverage;
pub mod file;
pub mod pages;

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
    Audit(audit::Audit),
    Coverage(coverage::Coverage),
}

impl Cards {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            Command::Audit(audit) => audit.run(out),
            Command::Coverage(coverage) => coverage.run(out),
        }
    }
}
