//! Reads the files of a game, with a size limit, as UTF-8, and as JSON if the name says so.

use crate::report::shown;
use crate::{Report, codes};
use rulebook_diag::{Diagnostic, FileId, Limits, Node, Span, parse};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum size of a text file of a game's presentation, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// Adds a file to the sources. `None` if it does not exist, or if it cannot be read, which is reported.
pub(crate) fn read(path: &Path, report: &mut Report) -> Option<FileId> {
    let name = shown(path);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    match read {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        Err(error) => {
            report.error_about(&name, codes::UNREADABLE, format!("cannot read this file: {error}"));
            return None;
        }
        Ok(_) if bytes.len() > MOST_BYTES => {
            let message = format!("this file is larger than the limit of {MOST_BYTES} bytes");
            report.error_about(&name, codes::TOO_LARGE, message);
            return None;
        }
        Ok(_) => {}
    }
    let (file, wrong) = report.sources.add_bytes(name, bytes);
    let fine = wrong.is_none();
    report.diagnostics.extend(wrong);
    fine.then_some(file)
}

/// Adds a required file to the sources. Reports if it is missing.
pub(crate) fn read_required(path: &Path, report: &mut Report, why: &str) -> Option<FileId> {
    let before = report.errors();
    let file = read(path, report);
    if file.is_none() && report.errors() == before {
        report.error_about(&shown(path), codes::MISSING_FILE, format!("this file is missing: {why}"));
    }
    file
}

/// The tree of a JSON file. The tree reader accepts YAML, but other programs that read this file do not.
pub(crate) fn json(file: FileId, report: &mut Report) -> Option<Node> {
    let (node, found) = parse(&report.sources, file, &Limits::default());
    let fine = found.is_empty();
    report.diagnostics.extend(found);
    if fine {
        strictly_json(file, report);
    }
    node
}

/// Reports a file that is valid YAML but not JSON.
pub(crate) fn strictly_json(file: FileId, report: &mut Report) {
    let text = report.sources.text(file);
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(bare) {
        let at = offset(text, error.line(), error.column());
        let found = Diagnostic::error(codes::NOT_JSON, Span::new(file, at..at), "this is not JSON")
            .label(words(&error))
            .help("write names and texts in double quotes, without comments or trailing commas");
        report.diagnostics.push(found);
    }
}

/// The message of `serde_json` without the position, which the span shows.
fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(words, _)| words.to_owned())
}

/// Converts a line from one and a column in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (start + column.saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_that_is_not_json_is_told_apart() {
        let codes = |text: &str| {
            let mut report = Report::new();
            let file = report.sources.add("meta.json", text);
            json(file, &mut report);
            report.diagnostics.sorted().iter().map(|d| d.code).collect::<Vec<_>>()
        };
        assert!(codes("{\"a\": [1, 2]}\n").is_empty());
        assert_eq!(codes("a: 1\n"), [codes::NOT_JSON]);
        assert_eq!(codes("{\"a\": 1,}\n"), [codes::NOT_JSON]);
        assert_eq!(codes("# no\n{}\n"), [codes::NOT_JSON]);
        assert_eq!(codes("{\"a\": 1, \"a\": 2}"), [rulebook_diag::codes::DUPLICATE_KEY]);
    }
}
