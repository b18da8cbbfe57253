//! Imports chess variants from the ini files of variant engines.
//!
//! [`Library::read`] parses a file. [`Library::import`] resolves one section with its parents and writes a board game:
//! the game file, its meta data and a rules page. Each option that the board language cannot express becomes a [`Note`]
//! with its line.
//!
//! The built-in parents are in `parents.ini` in this crate, in the same format.

#![warn(missing_docs)]

mod game;
mod ini;
mod moves;
mod page;
mod variant;

use variant::Variant;

/// A file of variants, with the built-in parents.
#[derive(Debug)]
pub struct Library {
    parents: Vec<ini::Section>,
    own: Vec<ini::Section>,
}

/// A remark about one line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, starting at one. Zero if the remark concerns the whole section.
    pub line: usize,
    /// A sentence that says what is wrong or missing.
    pub text: String,
    /// Whether the imported game has other rules than the file because of this line.
    pub matters: bool,
}

/// An imported game.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the section.
    pub name: String,
    /// The id of the game, which is also the name of its folder.
    pub id: String,
    /// The text of `game.json`.
    pub game: String,
    /// The text of `meta.json`.
    pub meta: String,
    /// The text of `rules.md`.
    pub rules: String,
    /// The differences between the imported game and the file.
    pub notes: Vec<Note>,
}

/// The maximum number of sections from which a section inherits.
const MOST_ANCESTORS: usize = 64;

const PARENTS: &str = include_str!("parents.ini");

impl Library {
    /// Reads a file.
    ///
    /// # Errors
    /// A sentence with the number of the first line that cannot be read.
    pub fn read(text: &str) -> Result<Library, String> {
        let parents = ini::read(PARENTS)?;
        Ok(Library { parents, own: ini::read(text)? })
    }

    /// The names of the sections of the file.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.own.iter().map(|section| section.name.as_str()).collect()
    }

    /// The names of the built-in variants.
    #[must_use]
    pub fn built_in(&self) -> Vec<&str> {
        self.parents.iter().map(|section| section.name.as_str()).collect()
    }

    /// Imports a section of the file, or a built-in variant.
    ///
    /// # Errors
    /// A sentence that says why the section cannot be imported at all.
    pub fn import(&self, name: &str) -> Result<Imported, String> {
        let mut notes = Vec::new();
        let variant = self.resolve(name, self.own.len(), &mut notes)?;
        game::write(name, &variant, notes)
    }

    /// Resolves a section of the file that comes before section `before`, or a built-in variant.
    fn resolve(&self, name: &str, before: usize, notes: &mut Vec<Note>) -> Result<Variant, String> {
        let mut chain: Vec<&ini::Section> = Vec::new();
        let (mut name, mut before) = (Some(name), before);
        let mut variant = loop {
            let Some(next) = name else { break Variant::empty() };
            let Some(at) = self.own[..before].iter().rposition(|section| section.name == next) else {
                let child = chain.last().filter(|_| !self.parents.iter().any(|section| section.name == next));
                if let Some(child) = child {
                    return Err(format!(
                        "the section `{}` inherits from `{next}`, which is neither an earlier section nor built in",
                        child.name
                    ));
                }
                break self.resolve_built_in(next, self.parents.len())?;
            };
            if chain.len() == MOST_ANCESTORS {
                return Err(format!("the section has more than {MOST_ANCESTORS} ancestors"));
            }
            chain.push(&self.own[at]);
            (name, before) = (self.own[at].parent.as_deref(), at);
        };
        chain.into_iter().rev().for_each(|section| variant.apply(section, notes));
        Ok(variant)
    }

    /// Resolves a built-in variant that comes before another built-in variant.
    fn resolve_built_in(&self, name: &str, before: usize) -> Result<Variant, String> {
        let Some(at) = self.parents[..before].iter().rposition(|section| section.name == name) else {
            return Err(format!("no variant is called {name:?}"));
        };
        let section = &self.parents[at];
        let mut variant = match &section.parent {
            Some(parent) => self.resolve_built_in(parent, at)?,
            None => Variant::chess(),
        };
        let mut notes = Vec::new();
        variant.apply(section, &mut notes);
        match notes.first() {
            Some(note) => Err(format!("the built-in variant {name}: line {}: {}", note.line, note.text)),
            None => Ok(variant),
        }
    }
}
