//! `rulebook completions` and `rulebook man` write files for shells, manuals and packages.

use crate::failure::Failure;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

/// Prints the completions for a shell
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook completions bash > /etc/bash_completion.d/rulebook")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "rulebook", &mut text);
        Ok(out.write_all(&text)?)
    }
}

/// Writes the manual pages to a folder, one for each command
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook man /usr/local/share/man/man1")]
pub struct Man {
    /// The folder; it is created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    pub fn run(self) -> Result<(), Failure> {
        let wrong = |error: std::io::Error| Failure::Input(format!("{}: {error}", self.folder.display()));
        std::fs::create_dir_all(&self.folder).map_err(wrong)?;
        clap_mangen::generate_to(crate::Cli::command(), &self.folder).map_err(wrong)
    }
}
