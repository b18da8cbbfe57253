//! `rulebook new`: writes a playable starter game.

mod register;
mod templates;

use crate::failure::Failure;
use crate::games::Games;
use clap::{Args, ValueEnum};
use rulebook_catalog::Catalog;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use templates::Names;

/// Creates a game, or copies one: writes files that you can play at once and then change
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook new my-game --family cgml\n  rulebook new five-runners --family board\n  \
                        rulebook new my-hearts --from hearts\n  rulebook new sedma --family native --to ~/rulebook"
)]
pub struct New {
    /// Id of the game: lower-case words and digits, separated by hyphens
    name: String,
    /// The language of the rules
    #[arg(long, required_unless_present = "from")]
    family: Option<Family>,
    /// Copy this game instead: a game id, or the path of a game's folder
    #[arg(long, value_name = "GAME", conflicts_with = "family")]
    from: Option<String>,
    /// Folder that contains `games`; for rules in Rust, a checkout of the engine
    #[arg(long, value_name = "DIR", default_value = ".")]
    to: PathBuf,
    #[command(flatten)]
    games: Games,
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
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let names = Names::new(&self.name).map_err(Failure::Usage)?;
        let is_native = matches!(self.family, Some(Family::Native));
        if is_native && !register::is_checkout(&self.to) {
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
        let files: Vec<(PathBuf, String)> = match (&self.from, self.family) {
            (Some(game), _) => copied(game, &self.games.catalog(before)?, &names, &folder)?,
            (None, Some(family)) => {
                let named = |(path, text): &(&str, &str)| (self.to.join(names.put_into(path)), names.put_into(text));
                templates::of(family).iter().map(named).collect()
            }
            (None, None) => return Err(Failure::Usage("give --family or --from".to_owned())),
        };
        if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
            return Err(Failure::Input(format!("{} already exists", there.display())));
        }
        // All files are written before the first line of output, because a reader that closes the pipe ends the program.
        files.iter().try_for_each(|(path, text)| write(path, text))?;
        files.iter().try_for_each(|(path, _)| writeln!(out, "{}", path.display()))?;
        if is_native {
            return register::register(&self.to, &names, out);
        }
        let path = folder.display();
        writeln!(out, "\nPlay it:  rulebook play {path}")?;
        writeln!(out, "Edit it:  rulebook dev {path}")?;
        writeln!(out, "Check it: rulebook check {path}")?;
        writeln!(out, "Study it: rulebook report {path} -o report.html")?;
        Ok(())
    }
}

/// The files of a copy of this game: their paths, and their texts with the id and the name of the new game.
fn copied(game: &str, catalog: &Catalog, names: &Names, folder: &Path) -> Result<Vec<(PathBuf, String)>, Failure> {
    let (texts, family) = catalog.texts(game)?;
    if family == "native" {
        let told = format!("the rules of {game} are written in Rust, so they cannot be copied as files");
        return Err(Failure::Input(format!("{told}. Start with `rulebook new NAME --family native` in a checkout")));
    }
    let Some(meta) = texts.get("meta.json").and_then(|text| serde_json::from_str::<Value>(text).ok()) else {
        return Err(Failure::Input(format!("{game} has no readable meta.json; `rulebook check {game}` says more")));
    };
    // Only the values change, so that the files keep their form.
    let renamed = |text: &str, key: &str, new: &str| match meta[key].as_str() {
        Some(old) => text.replace(&format!("\"{key}\": {}", json!(old)), &format!("\"{key}\": {}", json!(new))),
        None => text.to_owned(),
    };
    let file = |(name, text): (String, String)| {
        let text = if name.ends_with(".json") { renamed(&text, "rulesId", &names.id()) } else { text };
        let text = if name == "meta.json" { renamed(&text, "gameName", &names.title()) } else { text };
        (name.split('/').fold(folder.to_owned(), |path, part| path.join(part)), text)
    };
    Ok(texts.into_iter().map(file).collect())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    fs::write(path, text).map_err(wrong)
}
