//! `rulebook fix`: updates old forms in CGML files.

use crate::failure::Failure;
use crate::games::Games;
use crate::numbers::counted;
use clap::Args;
use std::fs;
use std::io::Write;

/// Updates old CGML syntax: the version, renamed actions and keys, incomplete paths, a missing `allows_reorder`
///
/// Files are changed in place. Mistakes that need a decision (a misspelt name, a missing key) are left to `rulebook check`.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook fix war.cgml\n  rulebook fix games/war --dry-run")]
pub struct Fix {
    /// Game ids, folders, or files in them
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Print what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    games: Games,
}

impl Fix {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        for name in &self.paths {
            let files = catalog.fix(name)?;
            if files.is_empty() {
                writeln!(out, "{name}: nothing to fix")?;
            }
            for file in files {
                let path = file.path.display();
                if !self.dry_run {
                    let written = fs::write(&file.path, &file.text);
                    written.map_err(|error| Failure::Input(format!("{path}: cannot write: {error}")))?;
                }
                let done = if self.dry_run { "would be fixed" } else { "fixed" };
                writeln!(out, "{path}: {} {done}", counted(file.repaired as u64, "place"))?;
            }
        }
        Ok(())
    }
}
