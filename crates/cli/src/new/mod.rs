//! `rulebook new`: writes a playable starter game.

mod register;
mod templates;

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use rulebook_catalog::Catalog;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use templates::Names;

/// Creates a game: writes files that you can play at once and then change
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook new my-game --family cgml\n  rulebook new five-runners --family board\n  \
                        rulebook new sedma --family native --to ~/rulebook"
)]
pub struct New {
    /// Id of the game: lower-case words and digits, separated by hyphens
    name: String,
    /// The language of the rules
    #[arg(long)]
    family: Family,
    /// Folder that contains `games`; for rules in Rust, a checkout of the engine
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
            let told = format!(
                "{} is not a checkout of the engine, and rules in Rust are compiled into the engine",
                self.to.display()
            );
            return Err(Failure::Input(format!("{told}. Give the checkout with --to DIR")));
        }
        // Either all files are written or none, and an existing game is never changed.
        let folder = self.to.join("games").join(names.id());
        if folder.exists() {
            let told = format!("the game {:?} already exists in {}", names.id(), folder.display());
            return Err(Failure::Input(told));
        }
        if Catalog::embedded(rulebook_embedded::GAMES).ids().contains(&names.id()) {
            let told = format!("{:?} is the id of a built-in game, which your game would hide", names.id());
            return Err(Failure::Input(format!("{told}. Choose another id")));
        }
        if let Some(there) = paths.iter().chain([&folder]).find(|path| path.exists()) {
            return Err(Failure::Input(format!("{} already exists", there.display())));
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
                writeln!(out, "Study it: rulebook report {path} -o report.html")?;
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
