//! Resolves the text after `!include` to a file of the game or a package of the engine.
//!
//! A path can never leave the folder of the game, on any system. Anything that Windows, Unix or a browser would treat
//! as more than a name is rejected, even if it is harmless on this system.

use rulebook_diag::{Diagnostic, Span};

use super::codes;
use super::packages::{self, Package};

/// Maximum length of a path in bytes.
const LONGEST: usize = 512;

/// The endings of sheets: one card in each row. The caller turns a workbook into text.
const SHEETS: [&str; 4] = ["csv", "tsv", "xlsx", "ods"];

/// Whether a path names a sheet of cards: `cards.csv`, or `cards.xlsx#Trees` for a sheet of a workbook with several.
pub fn is_sheet(path: &str) -> bool {
    let (file, _) = split_sheet(path);
    let end = file.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| SHEETS.contains(&end.as_str()))
}

/// Splits `cards.xlsx#Trees` into the path of the workbook and the name of its sheet.
pub fn split_sheet(path: &str) -> (&str, Option<&str>) {
    match path.split_once('#') {
        Some((file, sheet)) if !sheet.is_empty() => (file, Some(sheet)),
        _ => (path, None),
    }
}

/// A source of text. Equal targets have the same text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A file by its path from the root of the game, with `/` as separator.
    File(String),
    /// A package shipped with the engine.
    Package(&'static Package),
    /// A file of another game: its id, and the path in its folder.
    Game(String, String),
}

impl Target {
    /// Resolves `text`, written at `span` in the file `from`.
    pub fn of(text: &str, from: &Target, span: Span) -> Result<Target, Box<Diagnostic>> {
        if text.contains("://") || is_short_name(text) {
            return packages::find(text, span).map(Target::Package);
        }
        match from {
            Target::File(path) => {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                normalise(folder, text, span).map(Target::File)
            }
            Target::Game(id, path) => {
                let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
                normalise(folder, text, span).map(|path| Target::Game(id.clone(), path))
            }
            // A package can only refer to other packages, because it has no folder for the author's files.
            Target::Package(_) => packages::find(text, span).map(Target::Package),
        }
    }

    /// The target for the file of the game. Errors are shown at `span`.
    pub fn root(path: &str, span: Span) -> Result<Target, Box<Diagnostic>> {
        normalise("", path, span).map(Target::File)
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Target::File(path) => path.clone(),
            Target::Package(package) => format!("games/lib/{}.yaml", package.name),
            Target::Game(id, path) => format!("games/{id}/{path}"),
        }
    }
}

/// The file with the rules of a game.
pub(super) const RULES: &str = "game.cgml";

/// Splits `hearts@3f2a91bc` into the name of a game or package and its version.
pub(super) fn split_version(text: &str) -> (&str, Option<&str>) {
    match text.split_once('@') {
        Some((name, version)) if is_short_name(name) => (name, Some(version)),
        _ => (text, None),
    }
}

/// Whether `text` has neither a file extension nor a folder. Files of games always have an extension.
pub(super) fn is_short_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// Resolves `text` relative to `folder` and removes `.`, `..` and empty parts.
fn normalise(folder: &str, text: &str, span: Span) -> Result<String, Box<Diagnostic>> {
    let shown: String = text.chars().take(80).collect();
    let refuse = |code, message: String, help: &str| -> Result<String, Box<Diagnostic>> {
        Err(Diagnostic::error(code, span, message).help(help).into())
    };
    if text.starts_with('/') {
        let message = format!("the path `{shown}` is absolute");
        return refuse(codes::PATH_ABSOLUTE, message, "write the path relative to the folder of this file");
    }
    if let Some(bad) = text.chars().find(|&c| matches!(c, '\\' | ':') || c.is_control()) {
        let message = format!("a path must not contain {bad:?}");
        return refuse(codes::PATH_CHARACTER, message, "use `/` between folders, and no drive letter");
    }
    if text.len() > LONGEST {
        let message = format!("a path must have at most {LONGEST} bytes");
        return refuse(codes::PATH_CHARACTER, message, "use shorter names");
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    let message = format!("the path `{shown}` leaves the folder of the game");
                    return refuse(codes::PATH_LEAVES_ROOT, message, "copy the file into the folder of the game");
                }
            }
            // Windows ignores a dot or a space at the end of a name, so `.. ` would mean `..`.
            part if part.ends_with(['.', ' ']) => {
                let message = format!("the name `{part}` in this path ends in a dot or a space");
                return refuse(codes::PATH_CHARACTER, message, "rename the file: not every system allows such a name");
            }
            part => parts.push(part),
        }
    }
    if parts.is_empty() || text.ends_with('/') {
        return refuse(
            codes::FILE_MISSING,
            format!("the path `{shown}` does not name a file"),
            "add the name of a file",
        );
    }
    Ok(parts.join("/"))
}
