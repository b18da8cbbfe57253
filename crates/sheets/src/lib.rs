//! Turns the sheets of a workbook (XLSX, ODS) into text with tabs between the cells, as spreadsheet programs export it.
//!
//! The loader of card games reads only text. A program that reads the files of a game calls [`text_of`] for a workbook,
//! so row 7 of the text is row 7 of the sheet. A file that is already text is returned unchanged: the copies of a game's
//! files that a server keeps are text.
//!
//! | cell | text |
//! |---|---|
//! | number | without a fraction if it is whole: `3` |
//! | formula | its last result |
//! | date, or a result that is an error | as the workbook stores it |
//! | text with a tab, a line break or a quote | in quotes, with doubled quotes inside |

#![warn(missing_docs)]

use calamine::{Data, Ods, Range, Reader, Xlsx};
use std::fmt::Write as _;
use std::io::Cursor;

/// The first bytes of a workbook, which is a zip archive.
const ARCHIVE: &[u8] = b"PK\x03\x04";

/// The endings of workbooks.
const WORKBOOKS: [&str; 2] = ["xlsx", "ods"];

/// Whether a file name is the name of a workbook.
#[must_use]
pub fn is_workbook(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| WORKBOOKS.iter().any(|known| end.eq_ignore_ascii_case(known)))
}

/// The text of one sheet of a workbook: the sheet with this name, or the first one. Bytes that are no workbook are
/// returned unchanged.
///
/// # Errors
/// The reason why the workbook cannot be read, or a list of its sheets if none has this name.
pub fn text_of(bytes: Vec<u8>, name: &str, sheet: Option<&str>) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(ARCHIVE) {
        return Ok(bytes);
    }
    let mut book = Book::open(bytes, name)?;
    let names = book.names();
    let wanted = match sheet {
        None => names.first().cloned().ok_or("the workbook has no sheet")?,
        Some(sheet) => {
            let known = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            names
                .iter()
                .find(|name| *name == sheet)
                .cloned()
                .ok_or_else(|| format!("the workbook has no sheet `{sheet}`; its sheets are {}", known()))?
        }
    };
    Ok(rows(&book.range(&wanted)?).into_bytes())
}

/// All sheets of a workbook: names and texts. Empty if the bytes are no workbook.
///
/// # Errors
/// The reason why the workbook cannot be read.
pub fn sheets(bytes: Vec<u8>, name: &str) -> Result<Vec<(String, String)>, String> {
    if !bytes.starts_with(ARCHIVE) {
        return Ok(Vec::new());
    }
    let mut book = Book::open(bytes, name)?;
    book.names().into_iter().map(|name| Ok((name.clone(), rows(&book.range(&name)?)))).collect()
}

enum Book {
    Xlsx(Box<Xlsx<Cursor<Vec<u8>>>>),
    Ods(Box<Ods<Cursor<Vec<u8>>>>),
}

impl Book {
    fn open(bytes: Vec<u8>, name: &str) -> Result<Book, String> {
        let bytes = Cursor::new(bytes);
        let why = |error: &dyn std::fmt::Display| format!("it is not a workbook that can be read: {error}");
        if name.to_ascii_lowercase().ends_with(".ods") {
            return Ods::new(bytes).map(|book| Book::Ods(Box::new(book))).map_err(|error| why(&error));
        }
        Xlsx::new(bytes).map(|book| Book::Xlsx(Box::new(book))).map_err(|error| why(&error))
    }

    fn names(&self) -> Vec<String> {
        match self {
            Book::Xlsx(book) => book.sheet_names(),
            Book::Ods(book) => book.sheet_names(),
        }
    }

    fn range(&mut self, sheet: &str) -> Result<Range<Data>, String> {
        let why = |error: &dyn std::fmt::Display| format!("the sheet `{sheet}` cannot be read: {error}");
        match self {
            Book::Xlsx(book) => book.worksheet_range(sheet).map_err(|error| why(&error)),
            Book::Ods(book) => book.worksheet_range(sheet).map_err(|error| why(&error)),
        }
    }
}

/// The rows of a sheet as text. Row and column numbers stay the same, so empty rows at the top stay, too.
fn rows(range: &Range<Data>) -> String {
    let (top, left) = range.start().unwrap_or_default();
    let mut text = "\n".repeat(top as usize);
    for row in range.rows() {
        text += &"\t".repeat(left as usize);
        for (at, value) in row.iter().enumerate() {
            if at > 0 {
                text.push('\t');
            }
            cell(value, &mut text);
        }
        text.push('\n');
    }
    text
}

fn cell(value: &Data, text: &mut String) {
    let written = match value {
        Data::Empty => return,
        Data::String(words) => words.clone(),
        other => other.to_string(),
    };
    if written.contains(['\t', '\n', '\r', '"']) {
        let _ = write!(text, "\"{}\"", written.replace('"', "\"\""));
    } else {
        *text += &written;
    }
}
