//! Card games written in CGML: read, checked and compiled.

use crate::Report;
use crate::catalog::Fixed;
use rulebook_cgml::check::compile;
use rulebook_cgml::code::Program;
use rulebook_cgml::load::{FileSource, Limits, Missing, codes, fix as fixed, load};
use rulebook_cgml::run::Cgml;
use rulebook_cgml::syntax::{self, Document, ExprKind, Literal};
use rulebook_diag::{Diagnostics, FileId, Severity, Suggestion};
use rulebook_kernel::Digest;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The merged document of a file.
fn document(path: &Path, report: &mut Report) -> Option<Document> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut files = Files { root: folder.to_owned() };
    let merged = load(&name, &mut files, &mut report.sources, &mut report.diagnostics)?;
    syntax::read(&merged.node, &report.sources, &mut report.diagnostics)
}

/// The forms that a machine can put right without asking: old versions, old names.
const OLD: [&str; 5] =
    [codes::VERSION_MISSING, codes::VERSION_OLD, codes::OLD_ACTION, codes::OLD_ROOT, syntax::codes::DEPRECATED];

/// The files of a game as they should be, those that change.
pub(crate) fn fix(path: &Path, report: &mut Report) -> Vec<Fixed> {
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    document(path, report);
    let old = report.diagnostics.sorted().into_iter().filter(|found| OLD.contains(&found.code));
    let mut by_file: BTreeMap<FileId, Vec<Suggestion>> = BTreeMap::new();
    for suggestion in old.filter_map(|found| found.suggestion.clone()) {
        by_file.entry(suggestion.span.file).or_default().push(suggestion);
    }
    let own = by_file.into_iter().map(|(file, suggestions)| {
        let (path, text) = (folder.join(report.sources.name(file)), report.sources.text(file));
        Fixed { path, repaired: suggestions.len(), text: fixed(text, &suggestions) }
    });
    // What comes from a package of the engine is no file of the game.
    own.filter(|fixed| fixed.path.is_file()).collect()
}

/// The rules of a file, with everything that it includes. Mistakes are reported.
pub(crate) fn rules(path: &Path, id: &str, report: &mut Report) -> Option<(Cgml, Document)> {
    let document = document(path, report)?;
    let before = report.errors();
    let programs = compile(&document, &mut report.diagnostics)?;
    if report.errors() > before {
        return None;
    }
    Some((made(id, &document, programs), document))
}

fn made(id: &str, document: &Document, programs: Vec<Program>) -> Cgml {
    // What decides how it plays is the merged document, whatever files it was written in.
    let source = Digest::of_bytes(document.to_nested().to_string().as_bytes());
    Cgml::new(id, document.meta.name.as_str(), source, programs)
}

/// The variables of a document that begin with a number, and that number.
pub(crate) fn numbers(document: &Document) -> impl Iterator<Item = (&str, i64)> {
    let variables = document.components.variables.iter().filter(|variable| !variable.computed);
    variables.filter_map(|variable| match variable.initial_value.as_ref()?.0.kind {
        ExprKind::Literal(Literal::Int(number)) => Some((variable.name.text.as_str(), number)),
        _ => None,
    })
}

/// A document with another number for a variable to begin with.
pub(crate) fn varied(id: &str, document: &Document, name: &str, number: i64) -> Result<(Cgml, Document), String> {
    let mut document = document.clone();
    if !numbers(&document).any(|(known, _)| known == name) {
        let known: Vec<&str> = numbers(&document).map(|(known, _)| known).collect();
        let there = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(format!("no variable `{name}` begins with a number; there is {there}"));
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
            Err(wrong.map_or_else(|| "the rules cannot be played so".to_owned(), |found| found.message.clone()))
        }
    }
}

/// The files below the folder of a game, and no others: not through a link either.
struct Files {
    root: PathBuf,
}

impl FileSource for Files {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing> {
        let unreadable = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => Missing::NotFound,
            _ => Missing::Unreadable(error.to_string()),
        };
        let whole = self.root.join(path).canonicalize().map_err(unreadable)?;
        let root = self.root.canonicalize().map_err(unreadable)?;
        if !whole.starts_with(root) {
            return Err(Missing::Unreadable("it is a link out of the folder of the game".to_owned()));
        }
        let mut bytes = Vec::new();
        let read = File::open(whole).and_then(|file| file.take(Limits::BYTES as u64 + 1).read_to_end(&mut bytes));
        read.map(|_| bytes).map_err(unreadable)
    }

    fn paths(&self) -> Vec<String> {
        let entries = self.root.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}
