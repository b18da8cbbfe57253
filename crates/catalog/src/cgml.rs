//! Loads card games written in CGML.

use crate::catalog::Fixed;
use crate::report::shown;
use crate::{Report, pictures, source};
use rulebook_cgml::code::Program;
use rulebook_cgml::compile::{self, compile, correct_reorders, tell_deleted};
use rulebook_cgml::load::{
    FileSource, Limits, Merged, Missing, PACKAGES, codes, fix as fixed, load_or_rest, split_sheet, version_of_text,
};
use rulebook_cgml::run::Cgml;
use rulebook_cgml::syntax::{self, Document, ExprKind, Literal};
use rulebook_diag::{Diagnostic, Diagnostics, FileId, Severity, Sources, Span, Suggestion};
use rulebook_kernel::Digest;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A subfolder of a game with its own copies of engine packages. With them, later versions of the packages do not
/// change the game.
pub const KEPT_PACKAGES: &str = "packages.kept";

/// The packages of this engine: names and texts.
pub fn packages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKAGES.iter().map(|package| (package.name, package.text))
}

/// The document of a rules file, merged with all files that it includes.
fn document(path: &Path, report: &mut Report) -> Option<(Document, Merged)> {
    let first = report.sources.names().count();
    let document = repaired(path, &BTreeMap::new(), report);
    // The loader reports file names relative to the game. Make them full paths, because a report may cover several
    // games.
    let folder = path.parent().unwrap_or(Path::new(""));
    let whole = |name: &str| {
        let exists = source::is_file(&folder.join(split_sheet(name).0));
        exists.then(|| shown(&folder.join(name)))
    };
    report.sources.rename_after(first, whole);
    document
}

/// The merged document of a rules file. `changed` contains texts that replace the files with these names.
fn repaired(path: &Path, changed: &BTreeMap<String, String>, report: &mut Report) -> Option<(Document, Merged)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut files = Files { root: folder.to_owned(), changed };
    let loaded = load_or_rest(&name, &mut files, &mut report.sources, &mut report.diagnostics);
    let merged = loaded
        .map_err(|rest| {
            rest.iter().for_each(|rest| syntax::read_rest(rest, &report.sources, &mut report.diagnostics));
        })
        .ok()?;
    Some((syntax::read(&merged.node, &report.sources, &mut report.diagnostics)?, merged))
}

/// The diagnostics of old forms that can be updated automatically: old versions, old names, paths without their root,
/// zones that were reordered without `allows_reorder`.
const OLD: [&str; 7] = [
    codes::VERSION_MISSING,
    codes::VERSION_OLD,
    codes::OLD_ACTION,
    codes::OLD_ROOT,
    syntax::codes::DEPRECATED,
    syntax::codes::NOT_ROOTED,
    compile::codes::NOT_REORDERED,
];

/// Maximum number of update rounds. Several may be needed, because the next old form may be found only after an update.
const ROUNDS: usize = 8;

/// Whether this diagnostic can be fixed automatically. A path in which a step such as `zones.` is missing has only one
/// meaning, and so has a position such as `.0`. A misspelt name may have several, so it is not fixed.
fn is_old(found: &Diagnostic) -> bool {
    let step = |suggestion: &Suggestion| match found.code {
        compile::codes::OLD_PATH => true,
        compile::codes::UNKNOWN_FIELD => {
            ["zones.", "properties."].iter().any(|step| suggestion.replacement.starts_with(step))
        }
        syntax::codes::EXPRESSION => {
            ["[", "\"$", "by_id=", "team=", "ref: "].iter().any(|step| suggestion.replacement.starts_with(step))
        }
        _ => false,
    };
    OLD.contains(&found.code) || found.suggestion.as_ref().is_some_and(step)
}

/// Updates old forms and returns the changed files. `None` if the game cannot be read. The report then contains the
/// errors.
pub(crate) fn fix(path: &Path, report: &mut Report) -> Option<Vec<Fixed>> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut changed: BTreeMap<String, String> = BTreeMap::new();
    let mut repairs: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let mut found = Report::new();
        let document = repaired(path, &changed, &mut found);
        let is_read = document.is_some();
        if let Some((document, _)) = document {
            compile(&document, &mut found.diagnostics);
            correct_reorders(&found.sources, &mut found.diagnostics);
        }
        let mut by_file: BTreeMap<FileId, Vec<Suggestion>> = BTreeMap::new();
        let old = found.diagnostics.sorted().into_iter().filter(|found| is_old(found));
        for suggestion in old.filter_map(|found| found.suggestion.clone()) {
            by_file.entry(suggestion.span.file).or_default().push(suggestion);
        }
        // Do not change packages of the engine.
        by_file.retain(|file, _| source::is_file(&folder.join(found.sources.name(*file))));
        if by_file.is_empty() {
            if round == 0 && !is_read {
                *report = found;
                return None;
            }
            break;
        }
        for (file, suggestions) in by_file {
            let name = found.sources.name(file).to_owned();
            let text = fixed(found.sources.text(file), &suggestions);
            *repairs.entry(name.clone()).or_default() += suggestions.len();
            changed.insert(name, text);
        }
    }
    let files = changed.into_iter().zip(repairs.into_values());
    Some(files.map(|((name, text), repaired)| Fixed { path: folder.join(name), repaired, text }).collect())
}

/// Compiles the rules of a file together with all files that it includes, and reports mistakes. Also returns the
/// document and the lines of [`changes`].
pub(crate) fn rules(path: &Path, id: &str, report: &mut Report) -> Option<(Cgml, Document, Vec<String>)> {
    let (document, merged) = document(path, report)?;
    let before = report.errors();
    let programs = compile(&document, &mut report.diagnostics);
    tell_deleted(&merged, &report.sources, &mut report.diagnostics);
    correct_reorders(&report.sources, &mut report.diagnostics);
    pictures::check(&document, path.parent().unwrap_or(Path::new("")), report);
    let programs = programs?;
    if report.errors() > before {
        return None;
    }
    Some((made(id, &document, programs), document, changes(&merged, &report.sources)))
}

/// One line for each definition that one file of the game changes or disables in another file (CGML 5.1), and one for
/// each package and each other game that it uses, with its version.
fn changes(merged: &Merged, sources: &Sources) -> Vec<String> {
    let place = |span: Span| format!("{}:{}", sources.name(span.file), sources.position(span.file, span.start).line);
    let told = merged.overrides.iter().map(|change| {
        let how = if change.deleted { "disabled" } else { "changed" };
        format!("{} of {} is {how} in {}", change.what, place(change.was), place(change.now))
    });
    let others = merged.files.iter().filter(|loaded| loaded.is_package).filter_map(|loaded| {
        let name = match loaded.path.strip_prefix("games/") {
            Some(path) => path.strip_suffix("/game.cgml")?,
            None => &loaded.path,
        };
        Some(format!("uses `{name}@{}`", version_of_text(sources.text(loaded.file).as_bytes())))
    });
    told.chain(others).collect()
}

fn made(id: &str, document: &Document, programs: Vec<Program>) -> Cgml {
    // The digest covers the merged document. So it does not depend on how the game is split into files.
    let source = Digest::of_bytes(document.to_nested().to_string().as_bytes());
    Cgml::new(id, document.meta.name.as_str(), source, programs)
}

/// The variables of a document whose start value is a number, with that number.
pub(crate) fn numbers(document: &Document) -> impl Iterator<Item = (&str, i64)> {
    let variables = document.components.variables.iter().filter(|variable| !variable.computed);
    variables.filter_map(|variable| match variable.initial_value.as_ref()?.0.kind {
        ExprKind::Literal(Literal::Int(number)) => Some((variable.name.text.as_str(), number)),
        _ => None,
    })
}

/// Compiles the document with another start value for a variable.
pub(crate) fn varied(id: &str, document: &Document, name: &str, number: i64) -> Result<(Cgml, Document), String> {
    let mut document = document.clone();
    if !numbers(&document).any(|(known, _)| known == name) {
        let known: Vec<&str> = numbers(&document).map(|(known, _)| known).collect();
        let there = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(format!("no variable `{name}` has a number as its start value; such variables: {there}"));
    }
    let variables = document.components.variables.iter_mut().filter(|variable| variable.name.text == name);
    for value in variables.filter_map(|variable| variable.initial_value.as_mut()) {
        value.0.kind = ExprKind::Literal(Literal::Int(number));
    }
    let mut found = Diagnostics::new();
    let programs = compile(&document, &mut found);
    let wrong = found.sorted().into_iter().find(|found| found.severity == Severity::Error);
    match (programs, wrong) {
        (Some(programs), None) => Ok((made(id, &document, programs), document)),
        (_, wrong) => {
            Err(wrong.map_or_else(|| "the rules do not work with this value".to_owned(), |found| found.message.clone()))
        }
    }
}

/// Reads only files inside the folder of a game. Refuses links that lead out of it.
struct Files<'a> {
    root: PathBuf,
    /// Texts that replace files on the disk.
    changed: &'a BTreeMap<String, String>,
}

impl FileSource for Files<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing> {
        if let Some(text) = self.changed.get(path) {
            return Ok(text.clone().into_bytes());
        }
        let unreadable = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => Missing::NotFound,
            _ => Missing::Unreadable(error.to_string()),
        };
        // In the copies that a server keeps, each sheet is a separate file, called `cards.xlsx#Trees`.
        let (file, sheet) = match source::is_file(&self.root.join(path)) {
            true => (path, None),
            false => split_sheet(path),
        };
        let whole = source::whole(&self.root.join(file)).map_err(unreadable)?;
        let root = source::whole(&self.root).map_err(unreadable)?;
        if !whole.starts_with(root) {
            return Err(Missing::Unreadable("it is a link out of the game's folder".to_owned()));
        }
        let bytes = source::read(&whole, Limits::BYTES + 1).map_err(unreadable)?;
        match rulebook_sheets::is_workbook(file) {
            true => rulebook_sheets::text_of(bytes, file, sheet).map_err(Missing::Unreadable),
            false => Ok(bytes),
        }
    }

    fn paths(&self) -> Vec<String> {
        let paths = source::list(&self.root).unwrap_or_default();
        paths.iter().filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect()
    }

    fn package(&mut self, name: &str) -> Option<Vec<u8>> {
        self.read(&format!("{KEPT_PACKAGES}/{name}.yaml")).ok()
    }

    fn game(&mut self, id: &str, path: &str) -> Result<Vec<u8>, Missing> {
        match self.read(&format!("{KEPT_PACKAGES}/games/{id}/{path}")) {
            Err(Missing::NotFound) => embedded(id, path).ok_or(Missing::NotFound),
            kept => kept,
        }
    }
}

/// A file of a game that this program contains.
pub fn embedded(id: &str, path: &str) -> Option<Vec<u8>> {
    source::read(&Path::new(source::EMBEDDED).join(id).join(path), Limits::BYTES + 1).ok()
}

/// The files of other games that a game inherits, by the path under which the game can keep a copy.
pub fn inherited(path: &Path) -> BTreeMap<String, String> {
    let (changed, mut sources) = (BTreeMap::new(), Sources::new());
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut files = Files { root: folder.to_owned(), changed: &changed };
    let Ok(merged) = load_or_rest(&name, &mut files, &mut sources, &mut Diagnostics::new()) else {
        return BTreeMap::new();
    };
    let others = merged.files.iter().filter(|loaded| loaded.is_package && loaded.path.starts_with("games/"));
    others.map(|file| (format!("{KEPT_PACKAGES}/{}", file.path), sources.text(file.file).to_owned())).collect()
}
