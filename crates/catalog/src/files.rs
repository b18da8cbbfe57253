//! Reads the files of a game. Checks their size, that they are UTF-8, and that `.json` files are JSON.

use crate::report::shown;
use crate::{Report, codes, source};
use rulebook_diag::{FileId, Limits, NOT_JSON, Node, parse_json};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// Maximum size of a text file of a game's presentation, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// Adds a file to the sources. Returns `None` if the file does not exist. If the file cannot be read, reports an error
/// and returns `None`.
pub(crate) fn read(path: &Path, report: &mut Report) -> Option<FileId> {
    let name = shown(path);
    let bytes = match source::read(path, MOST_BYTES + 1) {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => {
            report.error_about(&name, codes::UNREADABLE, format!("cannot read this file: {error}"));
            return None;
        }
        Ok(bytes) if bytes.len() > MOST_BYTES => {
            let message = format!("this file is larger than the limit of {MOST_BYTES} bytes");
            report.error_about(&name, codes::TOO_LARGE, message);
            return None;
        }
        Ok(bytes) => bytes,
    };
    let (file, wrong) = report.sources.add_bytes(name, bytes);
    let fine = wrong.is_none();
    report.diagnostics.extend(wrong);
    fine.then_some(file)
}

/// Files and folders of a game that only the tests of the engine read. They are not embedded.
pub(crate) const ENGINE_TESTS: [&str; 2] = ["plays", "perft.txt"];

/// The text files of a folder and its subfolders. Keys are relative paths with `/`. Skips hidden files and the names in
/// `left_out`.
pub(crate) fn texts(folder: &Path, left_out: &[&str]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    collect(folder, "", left_out, &mut files);
    files
}

fn collect(folder: &Path, prefix: &str, left_out: &[&str], into: &mut BTreeMap<String, String>) {
    for path in source::list(folder).unwrap_or_default() {
        let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else { continue };
        if name.starts_with('.') || left_out.contains(&&*name) {
            continue;
        }
        if source::is_folder(&path) {
            collect(&path, &format!("{prefix}{name}/"), left_out, into);
        } else if rulebook_sheets::is_workbook(&name) {
            into.extend(sheets(&path, &name).into_iter().map(|(name, text)| (format!("{prefix}{name}"), text)));
        } else if let Some(text) = text(&path) {
            into.insert(format!("{prefix}{name}"), text);
        }
    }
}

/// The sheets of a workbook as text files: `cards.xlsx` for the first one, and `cards.xlsx#Trees` for each by its name.
/// Empty if the workbook cannot be read.
fn sheets(path: &Path, name: &str) -> Vec<(String, String)> {
    let sheets = source::read(path, usize::MAX).map_err(|error| error.to_string());
    let sheets = sheets.and_then(|bytes| rulebook_sheets::sheets(bytes, name)).unwrap_or_default();
    let first = sheets.first().map(|(_, text)| (name.to_owned(), text.clone()));
    first.into_iter().chain(sheets.iter().map(|(sheet, text)| (format!("{name}#{sheet}"), text.clone()))).collect()
}

/// The text of a file. `None` if the file cannot be read or is not UTF-8.
pub(crate) fn text(path: &Path) -> Option<String> {
    String::from_utf8(source::read(path, usize::MAX).ok()?).ok()
}

/// The bytes of a file. `None` if the file cannot be read.
pub(crate) fn bytes(path: &Path) -> Option<Vec<u8>> {
    source::read(path, usize::MAX).ok()
}

/// Adds a required file to the sources. Reports an error if the file is missing.
pub(crate) fn read_required(path: &Path, report: &mut Report, why: &str) -> Option<FileId> {
    let before = report.errors();
    let file = read(path, report);
    if file.is_none() && report.errors() == before {
        report.error_about(&shown(path), codes::MISSING_FILE, format!("this file is missing: {why}"));
    }
    file
}

/// Parses a JSON file. Comments, trailing commas and YAML are errors.
pub(crate) fn json(file: FileId, report: &mut Report) -> Option<Node> {
    let (node, found) = parse_json(&report.sources, file, &Limits::default());
    report.diagnostics.extend(found);
    strictly_json(file, report);
    node
}

/// Turns the warnings that a file is not JSON into errors. The file was already read.
pub(crate) fn strictly_json(file: FileId, report: &mut Report) {
    report.diagnostics.forbid(file, &NOT_JSON);
}
