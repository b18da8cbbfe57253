//! Source files, and places in them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Diagnostic, codes};

/// The number of a file in a [`Sources`]. Using it with another `Sources` is a bug and may panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in a file. Spans are ordered by file, then by place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `range` of `file`. An offset that does not fit into 32 bits is replaced by the largest one that does.
    pub fn new(file: FileId, range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file, start: offset(range.start), end: offset(range.end) }
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The texts that diagnostics refer to. Files are only added, never removed.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<File>,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    text: String,
    /// The byte offset at which each line starts. A byte order mark is not part of the first line, so that columns are
    /// the same as in editors.
    lines: Vec<usize>,
    /// The cells of a sheet: first byte, one past the last byte, and name. Empty for every other file.
    cells: BTreeMap<u32, (u32, String)>,
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

impl Sources {
    /// An empty collection.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file. The name is only displayed, and no file is opened. A diagnostic needs a file even if there is no
    /// text, for example because a folder lacks a file. In that case, add an empty text.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let text = text.into();
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let lines = std::iter::once(first).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.files.push(File { name: name.into(), text, lines, cells: BTreeMap::new() });
        FileId(u32::try_from(self.files.len() - 1).expect("fewer than 2^32 files"))
    }

    /// Adds a file from its bytes. Bytes that are not UTF-8 are replaced, and the first of them is reported.
    pub fn add_bytes(&mut self, name: impl Into<String>, bytes: Vec<u8>) -> (FileId, Option<Diagnostic>) {
        match String::from_utf8(bytes) {
            Ok(text) => (self.add(name, text), None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let file = self.add(name, String::from_utf8_lossy(error.as_bytes()));
                let span = Span::new(file, at..at + char::REPLACEMENT_CHARACTER.len_utf8());
                let found = Diagnostic::error(codes::NOT_UTF8, span, "this file is not UTF-8")
                    .label("the first invalid byte")
                    .help("save the file with the encoding UTF-8");
                (file, Some(found))
            }
        }
    }

    /// The name of a file.
    pub fn name(&self, file: FileId) -> &str {
        &self.file(file).name
    }

    /// Renames the files, except the first `first` of them. A name for which `name` returns `None` stays.
    pub fn rename_after(&mut self, first: usize, name: impl Fn(&str) -> Option<String>) {
        for file in self.files.iter_mut().skip(first) {
            if let Some(name) = name(&file.name) {
                file.name = name;
            }
        }
    }

    /// The names of all files, in the order in which they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Names the cells of a sheet: first byte, one past the last byte, and name.
    pub(crate) fn name_cells(&mut self, file: FileId, cells: BTreeMap<u32, (u32, String)>) {
        self.files[file.0 as usize].cells = cells;
    }

    /// The cell of a sheet in which a span starts, as spreadsheets name it: `C7`. `None` in other files.
    pub fn cell(&self, span: Span) -> Option<&str> {
        let (_, (end, name)) = self.file(span.file).cells.range(..=span.start).next_back()?;
        (span.start <= *end).then_some(name.as_str())
    }

    /// The whole text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.file(file).text
    }

    /// The text of a span. A span that reaches beyond the file is cut.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.file)[self.range(span)]
    }

    /// The line and column of a byte offset in a file.
    pub fn position(&self, file: FileId, offset: u32) -> Position {
        let offset = self.range(Span { file, start: offset, end: offset }).start;
        let line = self.line(file, offset);
        let start = self.file(file).lines[line].min(offset);
        Position { line: line + 1, column: self.text(file)[start..offset].chars().count() + 1 }
    }

    /// The byte range of a span, cut to the length of the text and moved to character boundaries.
    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        let text = self.text(span.file);
        let start = text.floor_char_boundary(span.start as usize);
        start..text.ceil_char_boundary(span.end as usize).max(start)
    }

    /// The number of the line that contains a byte offset. The first line is 0.
    pub(crate) fn line(&self, file: FileId, offset: usize) -> usize {
        self.file(file).lines.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The byte range of a line without its line break. The first line is 0.
    pub(crate) fn line_range(&self, file: FileId, line: usize) -> Range<usize> {
        let File { text, lines, .. } = self.file(file);
        let start = lines[line];
        let end = lines.get(line + 1).copied().unwrap_or(text.len());
        start..start + text[start..end].trim_end_matches(['\r', '\n']).len()
    }

    fn file(&self, file: FileId) -> &File {
        &self.files[file.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut sources = Sources::new();
        let file = sources.add("a", "\u{feff}ab\r\n♥x\n");
        let cases = [(0, 1, 1), (3, 1, 1), (4, 1, 2), (7, 2, 1), (10, 2, 2), (8, 2, 1), (12, 3, 1), (999, 3, 1)];
        for (offset, line, column) in cases {
            assert_eq!(sources.position(file, offset), Position { line, column }, "offset {offset}");
        }
        assert_eq!(sources.slice(Span::new(file, 8..8)), "♥", "a span inside a character widens to it");
        assert_eq!(sources.slice(Span::new(file, 11..900)), "\n");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_reported_where_they_are() {
        let mut sources = Sources::new();
        let (file, found) = sources.add_bytes("a", b"ok: \xff\xfe".to_vec());
        let found = found.expect("a diagnostic");
        assert_eq!((found.code, found.primary.span), (codes::NOT_UTF8, Span::new(file, 4..7)));
        assert!(sources.add_bytes("b", b"fine".to_vec()).1.is_none());
    }
}
