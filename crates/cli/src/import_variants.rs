//! `rulebook import variants`: writes the sections of a variant file as game folders.

use crate::failure::Failure;
use crate::games::note;
use clap::{Args, Subcommand};
use rulebook_catalog::{Catalog, Game};
use rulebook_diag::{Sources, nearest};
use rulebook_variants::{Imported, Library};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The formats that `rulebook import` reads in addition to exported matches.
#[derive(Subcommand)]
pub enum ImportFormat {
    /// Imports chess variants from an ini file, each as a game folder
    ///
    /// The file has the format of the variant engines: sections in brackets, each with an optional parent, and options.
    /// The command reports every line that the board language cannot express. Each folder has the game, its meta data
    /// and a rules page, which you can read and edit.
    Variants(Variants),
}

/// The arguments of `rulebook import variants`.
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook import variants variants.ini --only grandhouse -o games")]
pub struct Variants {
    /// The variant file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Import only this section; can be given several times, and can name a built-in variant
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Folder in which the command creates one folder for each game
    #[arg(short = 'o', long = "out", value_name = "DIR")]
    out: PathBuf,
}

impl ImportFormat {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let ImportFormat::Variants(variants) = self;
        variants.run(out)
    }
}

impl Variants {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let library = read(&self.file)?;
        let names: Vec<String> = match &self.only[..] {
            [] => library.names().into_iter().map(str::to_owned).collect(),
            only => only.to_vec(),
        };
        if names.is_empty() {
            return Err(Failure::Input(format!("{}: the file has no sections", self.file.display())));
        }
        let (mut whole, mut partly, mut refused) = (0, 0, 0);
        let mut folders: BTreeMap<String, &String> = BTreeMap::new();
        for name in &names {
            let imported = library.import(name).and_then(|imported| loads(&imported).map(|()| imported));
            let imported = imported.and_then(|imported| match folders.get(&imported.id) {
                Some(other) if *other == name => Err("the file has an earlier section with this name".to_owned()),
                Some(other) => Err(format!("its folder `{}` already holds the section `{other}`", imported.id)),
                None => Ok(imported),
            });
            match imported {
                Ok(imported) => {
                    folders.insert(imported.id.clone(), name);
                    save(&self.out, &imported)?;
                    let differs = imported.notes.iter().any(|note| note.matters);
                    *(if differs { &mut partly } else { &mut whole }) += 1;
                    writeln!(out, "{name}: {}", if differs { "imported in part" } else { "imported" })?;
                    for note in &imported.notes {
                        match note.line {
                            0 => writeln!(out, "  {}", note.text)?,
                            line => writeln!(out, "  line {line}: {}", note.text)?,
                        }
                    }
                }
                Err(why) => {
                    refused += 1;
                    writeln!(out, "{name}: not imported: {why}")?;
                }
            }
        }
        writeln!(out, "{whole} imported, {partly} imported in part, {refused} not imported")?;
        match (whole + partly, refused) {
            (0, _) => Err(Failure::Input("no section could be imported".to_owned())),
            _ => Ok(()),
        }
    }
}

/// Reads a variant file.
pub fn read(file: &Path) -> Result<Library, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    // Comments may have another encoding.
    Library::read(&String::from_utf8_lossy(&bytes)).map_err(wrong)
}

/// Splits `FILE.ini:NAME` into the file and the section. `None` for other texts.
pub fn section(text: &str) -> Option<(&Path, &str)> {
    let (file, name) = text.rsplit_once(':')?;
    let file = Path::new(file);
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ini")).then_some((file, name))
}

/// Loads one section of a variant file as a game in memory. Prints a note for each line that the
/// board language cannot express.
pub fn load(file: &Path, name: &str) -> Result<Game, Failure> {
    let library = read(file)?;
    let wrong = |why: String| {
        let (names, built_in) = (library.names(), library.built_in());
        let similar = nearest(name, names.iter().copied().chain(built_in)).filter(|_| !names.contains(&name));
        let hint = similar.map_or(String::new(), |similar| format!(". Did you mean {similar:?}?"));
        Failure::Input(format!("{}: {why}{hint}", file.display()))
    };
    let imported = library.import(name).map_err(wrong)?;
    for found in imported.notes.iter().filter(|found| found.matters) {
        note(&format!("{}: line {}: {}", file.display(), found.line, found.text));
    }
    let files = [("game.json", imported.game), ("meta.json", imported.meta), ("rules.md", imported.rules)];
    let files = files.map(|(name, text)| (name.to_owned(), text)).into_iter().collect();
    Ok(Catalog::in_memory(&imported.id, files).find(&imported.id)?)
}

/// Whether the board language accepts an imported game.
fn loads(imported: &Imported) -> Result<(), String> {
    let mut sources = Sources::default();
    let file = sources.add("game.json", &imported.game);
    let (game, diags) = rulebook_boards::load(&sources, file, &imported.id);
    match game {
        Some(_) => Ok(()),
        None => Err(diags.sorted().first().map(|found| found.message.clone()).unwrap_or_default()),
    }
}

/// Writes the folder of an imported game, and returns it.
pub fn save(parent: &Path, imported: &Imported) -> Result<PathBuf, Failure> {
    let folder = parent.join(&imported.id);
    std::fs::create_dir_all(&folder)?;
    let files = [("game.json", &imported.game), ("meta.json", &imported.meta), ("rules.md", &imported.rules)];
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(folder)
}
