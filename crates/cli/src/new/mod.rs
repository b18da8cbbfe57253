//! `rulebook new`: the files of a game that can be played at once, to be changed from there.

mod register;
mod templates;

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use templates::Names;

/// Begins a game: writes files that can be played at once
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook new my-game --family cgml\n  rulebook new five-runners --family board\n  \
                        rulebook new sedma --family native --to ~/rulebook"
)]
pub struct New {
    /// The id of the game: words of small letters and digits, with hyphens between them
    name: String,
    /// What the rules are written in
    #[arg(long)]
    family: Family,
    /// The folder that holds `games`; for rules in Rust a checkout of the engine
    #[arg(long, value_name = "DIR", default_value = ".")]
    to: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Family {
    /// A card game in Rust, as a rule module
    Native,
    /// A board game in JSON
    Board,
    /// A card game in YAML
    Cgml,
}

impl New {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let names = Names::new(&self.name).map_err(Failure::Usage)?;
        let files = templates::of(self.family);
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| self.to.join(names.put_into(path))).collect();
        if matches!(self.family, Family::Native) && !register::is_checkout(&self.to) {
            let told = format!("{} is no checkout of the engine: rules in Rust are built into it", self.to.display());
            return Err(Failure::Input(format!("{told}; say where it is with --to DIR")));
        }
        // All or nothing: a game that is there already is not touched.
        let folder = self.to.join("games").join(names.id());
        if folder.exists() {
            let told = format!("there is a game {:?} already, in {}", names.id(), folder.display());
            return Err(Failure::Input(told));
        }
        if let Some(there) = paths.iter().chain([&folder]).find(|path| path.exists()) {
            return Err(Failure::Input(format!("{} is there already", there.display())));
        }
        for ((_, text), path) in files.iter().zip(&paths) {
            write(path, &names.put_into(text))?;
            writeln!(out, "{}", path.display())?;
        }
        match self.family {
            Family::Native => register::register(&self.to, &names, out),
            Family::Board | Family::Cgml => {
                let path = folder.display();
                writeln!(out, "\nPlay it:  rulebook play {path}")?;
                writeln!(out, "Check it: rulebook check {path}")?;
                writeln!(out, "See how it plays:  rulebook report {path} -o report.html")?;
                Ok(())
            }
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    fs::write(path, text).map_err(wrong)
}
