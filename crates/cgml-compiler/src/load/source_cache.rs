//! Reads and parses each file once, within the limits.

use std::collections::BTreeMap;
use std::rc::Rc;

use rulebook_diag::{Diagnostic, Diagnostics, FileId, Node, Sources, Span, nearest, parse, parse_sheet};
use rulebook_kernel::Digest;

use super::budget::Stop;
use super::packages::{PACKAGES, Package};
use super::path::{RULES, Target, is_sheet};
use super::{FileSource, Limits, Missing, codes, version};

/// A file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The text of the file in the [`Sources`] passed to the loader.
    pub file: FileId,
    /// The path from the root of the game, the name of the package, or `games/ID/PATH` for a file of another game.
    pub path: String,
    /// Whether it is a package of the engine, or a file of another game.
    pub is_package: bool,
}

/// The version of a game or package: the first digits of the digest of its text.
pub fn version_of_text(text: &[u8]) -> String {
    Digest::of_bytes(text).to_string().chars().take(8).collect()
}

/// Reads and caches the files of a game.
pub(super) struct Texts<'a> {
    pub source: &'a mut dyn FileSource,
    pub sources: &'a mut Sources,
    pub limits: &'a Limits,
    /// Trees by target. `None` for a file that could not be read, which has been reported.
    trees: BTreeMap<Target, Option<Rc<Node>>>,
    pub loaded: Vec<Loaded>,
    bytes: usize,
}

impl<'a> Texts<'a> {
    pub fn new(source: &'a mut dyn FileSource, sources: &'a mut Sources, limits: &'a Limits) -> Texts<'a> {
        Texts { source, sources, limits, trees: BTreeMap::new(), loaded: Vec::new(), bytes: 0 }
    }

    /// The tree of a file, with deprecated names replaced. `None` if the file cannot be read. `asked` is the span of
    /// the reference to the file, or `None` for the file of the game.
    pub fn tree(
        &mut self,
        target: &Target,
        asked: Option<Span>,
        diags: &mut Diagnostics,
    ) -> Result<Option<Rc<Node>>, Stop> {
        if let Some(tree) = self.trees.get(target) {
            return Ok(tree.clone());
        }
        let tree = self.read(target, asked, diags)?.map(Rc::new);
        self.trees.insert(target.clone(), tree.clone());
        Ok(tree)
    }

    fn read(&mut self, target: &Target, asked: Option<Span>, diags: &mut Diagnostics) -> Result<Option<Node>, Stop> {
        // Missing files count too, because searching for a missing file costs as much as reading a file.
        if self.trees.len() >= self.limits.files {
            let message = format!("this game has more than {} files", self.limits.files);
            return self.stop(codes::TOO_MANY_FILES, message, asked, diags);
        }
        let bytes = match target {
            Target::Package(package) => Ok(self.package(package)),
            Target::File(path) => self.source.read(path).map_err(|missing| self.missing(path, missing, asked)),
            Target::Game(id, path) => self.source.game(id, path).map_err(|missing| {
                let span = asked.unwrap_or_else(|| self.nowhere(path));
                let why = match missing {
                    Missing::NotFound => format!("the game `{id}` has no file `{path}`"),
                    Missing::Unreadable(why) => format!("the file `{path}` of `{id}` cannot be read: {why}"),
                };
                Diagnostic::error(codes::FILE_MISSING, span, why)
            }),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(found) => {
                diags.push(found);
                return Ok(None);
            }
        };
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > self.limits.bytes {
            let message = format!("the files of this game have more than {} bytes in total", self.limits.bytes);
            return self.stop(codes::TOO_LARGE, message, asked, diags);
        }
        let (file, not_utf8) = self.sources.add_bytes(target.name(), bytes);
        let is_package = !matches!(target, Target::File(_));
        let path = match target {
            Target::File(path) => path.clone(),
            Target::Package(package) => package.name.to_owned(),
            Target::Game(..) => target.name(),
        };
        self.loaded.push(Loaded { file, path, is_package });
        if is_sheet(&target.name()) {
            // By default, some spreadsheet programs save another encoding than UTF-8. Do not read such a sheet, because
            // its cards would lack letters.
            let (tree, found) = match not_utf8 {
                Some(found) => (None, vec![found]),
                None => parse_sheet(self.sources, file, &self.limits.file),
            };
            diags.extend(found);
            return Ok(tree);
        }
        diags.extend(not_utf8);
        let (tree, found) = parse(self.sources, file, &self.limits.file);
        diags.extend(found);
        Ok(tree.map(|mut tree| {
            version::modernise(&mut tree, self.sources, diags);
            tree
        }))
    }

    fn package(&mut self, package: &Package) -> Vec<u8> {
        self.source.package(package.name).unwrap_or_else(|| package.text.as_bytes().to_vec())
    }

    /// Whether the source knows a game with this id.
    pub fn has_game(&mut self, id: &str) -> bool {
        self.source.game(id, RULES).is_ok()
    }

    /// The version of a game or package. `None` for other files.
    pub fn version_of(&mut self, target: &Target) -> Option<String> {
        let text = match target {
            Target::Package(package) => self.package(package),
            Target::Game(id, path) => self.source.game(id, path).ok()?,
            Target::File(_) => return None,
        };
        Some(version_of_text(&text))
    }

    fn stop<T>(
        &mut self,
        code: &'static str,
        message: String,
        asked: Option<Span>,
        diags: &mut Diagnostics,
    ) -> Result<T, Stop> {
        let span = asked.unwrap_or_else(|| self.nowhere("the game"));
        diags.push(Diagnostic::error(code, span, message));
        Err(Stop)
    }

    /// An empty span for diagnostics without a source text.
    pub fn nowhere(&mut self, name: &str) -> Span {
        Span::new(self.sources.add(name, ""), 0..0)
    }

    fn missing(&mut self, path: &str, missing: Missing, asked: Option<Span>) -> Diagnostic {
        let span = asked.unwrap_or_else(|| self.nowhere(path));
        let why = match missing {
            Missing::NotFound => return self.not_found(path, span, asked.is_some()),
            Missing::Unreadable(why) => why,
        };
        Diagnostic::error(codes::FILE_MISSING, span, format!("the file `{path}` cannot be read: {why}"))
    }

    fn not_found(&self, path: &str, span: Span, is_asked: bool) -> Diagnostic {
        let found = Diagnostic::error(codes::FILE_MISSING, span, format!("the file `{path}` does not exist"));
        if !is_asked {
            return found;
        }
        let found = found.label(format!("not found in the folder of the game: `{path}`"));
        if let Some(meant) = path.strip_prefix("include ") {
            let wanted = format!("!include {}", meant.trim());
            return found.help(format!("write `{wanted}`")).suggest(span, wanted);
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        if let Some(package) = PACKAGES.iter().find(|package| package.name == stem) {
            let help = format!("the engine has a package of this name: write `{}` without an extension", package.name);
            return found.help(help).suggest(span, format!("'{}'", package.name));
        }
        let paths = self.source.paths();
        match nearest(path, paths.iter().map(String::as_str)) {
            // No replacement is suggested, because the path to write depends on the folder of the including file.
            Some(meant) => found.help(format!("did you mean the file `{meant}`?")),
            None => found,
        }
    }
}
