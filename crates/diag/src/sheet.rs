//! Reads a sheet of cards: comma- or tab-separated values, one card in each row.
//!
//! The first row that is not empty holds the names of the columns. Each later row becomes a map with the keys
//! `properties` and `count`, so a sheet reads like a list of cards written by hand:
//!
//! ```
//! use rulebook_diag::{Limits, Sources, parse_sheet};
//!
//! let mut sources = Sources::new();
//! let file = sources.add("cards.csv", "Name,Cost,Count\nOak,3,2\n\"Old oak, bent\",5,\n");
//! let (node, found) = parse_sheet(&mut sources, file, &Limits::default());
//!
//! assert!(found.is_empty());
//! let rows = node.expect("a list of cards");
//! let oak = &rows.as_seq().expect("a list")[0];
//! assert_eq!(oak.get("count").and_then(|count| count.as_int()), Some(2));
//! assert_eq!(oak.get("properties").and_then(|own| own.get("cost")).and_then(|cost| cost.as_int()), Some(3));
//! ```
//!
//! | part of a sheet | meaning |
//! |---|---|
//! | name of a column | trimmed, in lower case, with `_` for spaces and hyphens |
//! | column that starts with `#` | notes of the author, ignored |
//! | column `count` | the number of copies |
//! | empty cell | the card does not have this property |
//! | cell that is a whole number, `true` or `false` | that value |
//! | any other cell | text; quotes, and doubled quotes inside them, work as in every spreadsheet |
//!
//! Every node has the span of its cell, and [`Sources::cell`] gives the cell the name that spreadsheets show: `C7`.

use crate::{Diagnostic, FileId, Key, Kind, Limits, Node, Sources, Span, codes, scalar};
use std::collections::BTreeMap;

/// The column with the number of copies.
const COUNT: &str = "count";

/// A cell: its place in the text, and its value without quotes.
struct Cell {
    span: Span,
    text: String,
}

/// A row of cells, and its number in the sheet, from 1.
struct SheetRow {
    number: usize,
    cells: Vec<Cell>,
}

/// The use of a column.
enum Column {
    /// The number of copies.
    Count,
    /// A property of the cards.
    Property(Key),
    /// A column for notes, or one whose name is a mistake.
    Ignored,
}

/// Reads the sheet in a file as a list of cards. Also tells `sources` the names of the cells. The separator is a tab, a
/// semicolon or a comma, whichever the first row has most of. If the quotes are wrong or a limit is exceeded, returns no
/// tree.
pub fn parse_sheet(sources: &mut Sources, file: FileId, limits: &Limits) -> (Option<Node>, Vec<Diagnostic>) {
    let text = sources.text(file).to_owned();
    let mut found = Vec::new();
    let whole = Span::new(file, 0..text.len());
    if text.len() > limits.bytes {
        let message = format!("this sheet is larger than the limit of {} bytes", limits.bytes);
        return (None, vec![Diagnostic::error(codes::TOO_LARGE, Span::new(file, 0..0), message)]);
    }
    let Some(rows) = rows(&text, file, &mut found) else { return (None, found) };
    let total: usize = rows.iter().map(|row| row.cells.len()).sum();
    if total > limits.nodes {
        let message = format!("this sheet has more than {} cells", limits.nodes);
        return (None, vec![Diagnostic::error(codes::TOO_MANY_NODES, Span::new(file, 0..0), message)]);
    }
    name_cells(&rows, sources, file);
    let mut rows = rows.into_iter().filter(|row| row.cells.iter().any(|cell| !cell.text.trim().is_empty()));
    let Some(header) = rows.next() else {
        let empty = Diagnostic::error(codes::EMPTY_SHEET, Span::new(file, 0..0), "this sheet is empty");
        found
            .push(empty.help("write the names of the columns into the first row, and one card into each row below it"));
        return (None, found);
    };
    let columns = columns(&header, &mut found);
    let mut cards = Vec::new();
    for row in rows {
        cards.extend(card(row, &columns, &mut found));
        if found.len() >= limits.mistakes {
            let message = "there are too many mistakes, so the rest of this sheet is not read";
            found.push(Diagnostic::error(codes::TOO_MANY_MISTAKES, whole, message));
            break;
        }
    }
    (Some(Node::new(Kind::Seq(cards), whole)), found)
}

/// The separator: the candidate that the first line with text has most often. If that line has no candidate, the
/// separator is a comma.
fn separator(text: &str) -> char {
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut quoted = false;
    let mut counts = [('\t', 0), (';', 0), (',', 0)];
    for sign in first.chars() {
        quoted ^= sign == '"';
        if let Some((_, count)) = counts.iter_mut().find(|(known, _)| *known == sign && !quoted) {
            *count += 1;
        }
    }
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .filter(|(_, count)| *count > 0)
        .map_or(',', |(sign, _)| sign)
}

/// Splits a text into rows of cells. `None` if a quote is not closed.
fn rows(text: &str, file: FileId, found: &mut Vec<Diagnostic>) -> Option<Vec<SheetRow>> {
    let separator = separator(text);
    let mut rows = vec![SheetRow { number: 1, cells: Vec::new() }];
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    loop {
        let start = at;
        let rest = &text[at..];
        let value = if let Some(inner) = rest.strip_prefix('"') {
            let Some((value, length)) = quoted(inner) else {
                let span = Span::new(file, start..start + rest.find('\n').unwrap_or(rest.len()));
                let open = Diagnostic::error(codes::SYNTAX, span, "this quote is never closed");
                found.push(open.help("close the cell with `\"`, and write a quote inside it twice: `\"\"`"));
                return None;
            };
            at += 1 + length;
            // Text after the closing quote belongs to the cell, as spreadsheets read it.
            let tail = end_of(&text[at..], separator);
            let value = value + &text[at..at + tail];
            at += tail;
            value
        } else {
            at += end_of(rest, separator);
            text[start..at].trim().to_owned()
        };
        let row = rows.last_mut()?;
        row.cells.push(Cell { span: Span::new(file, start..at), text: value });
        let rest = &text[at..];
        let number = row.number + 1;
        match rest.chars().next() {
            None => return Some(rows),
            Some(sign) if sign == separator => at += sign.len_utf8(),
            // The end of a line: `\n`, `\r\n` or `\r`.
            Some(_) => {
                at += if rest.starts_with("\r\n") { 2 } else { 1 };
                rows.push(SheetRow { number, cells: Vec::new() });
            }
        }
    }
}

/// The length of a cell without quotes.
fn end_of(text: &str, separator: char) -> usize {
    text.find([separator, '\n', '\r']).unwrap_or(text.len())
}

/// The value of a quoted cell after its first quote, and its length with the closing quote. `None` if the closing quote
/// is missing.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut at = 0;
    loop {
        let end = at + text[at..].find('"')?;
        value += &text[at..end];
        at = end + 1;
        if !text[at..].starts_with('"') {
            return Some((value.replace("\r\n", "\n"), at));
        }
        value.push('"');
        at += 1;
    }
}

/// Gives each cell the name that spreadsheets show.
fn name_cells(rows: &[SheetRow], sources: &mut Sources, file: FileId) {
    let mut names = BTreeMap::new();
    for row in rows {
        for (column, cell) in row.cells.iter().enumerate() {
            names.insert(cell.span.start, (cell.span.end, format!("{}{}", letters(column), row.number)));
        }
    }
    sources.name_cells(file, names);
}

/// The letters of a column: `A` to `Z`, then `AA`.
fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// Reads the names of the columns.
fn columns(header: &SheetRow, found: &mut Vec<Diagnostic>) -> Vec<Column> {
    let mut known: Vec<(String, Span)> = Vec::new();
    let column = |cell: &Cell| {
        let written = cell.text.trim();
        if written.is_empty() || written.starts_with('#') {
            return Column::Ignored;
        }
        let name: String = written
            .chars()
            .map(|sign| if sign.is_whitespace() || sign == '-' { '_' } else { sign })
            .flat_map(char::to_lowercase)
            .collect();
        let is_name = name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
            && name.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if !is_name {
            let wrong = format!("`{written}` cannot be the name of a property");
            found.push(
                Diagnostic::error(codes::COLUMN, cell.span, wrong)
                    .label("a name has letters, digits, spaces, `-` and `_`, and does not start with a digit")
                    .help("rename the column, or start its name with `#` if it only holds notes"),
            );
            return Column::Ignored;
        }
        if let Some((_, first)) = known.iter().find(|(other, _)| *other == name) {
            let message = format!("two columns are called `{name}`");
            found.push(Diagnostic::error(codes::COLUMN, cell.span, message).secondary(*first, "the first of them"));
            return Column::Ignored;
        }
        known.push((name.clone(), cell.span));
        match name.as_str() {
            COUNT => Column::Count,
            _ => Column::Property(Key { text: name, span: cell.span, quoted: true }),
        }
    };
    header.cells.iter().map(column).collect()
}

/// The card in a row. `None` if the row is empty apart from notes.
fn card(row: SheetRow, columns: &[Column], found: &mut Vec<Diagnostic>) -> Option<Node> {
    let (first, last) = (row.cells.first()?.span, row.cells.last()?.span);
    let whole = Span { end: last.end, ..first };
    let mut properties = Vec::new();
    let mut count = None;
    for (at, cell) in row.cells.into_iter().enumerate() {
        let value = value(&cell);
        match columns.get(at) {
            Some(Column::Ignored) => {}
            _ if value.is_null() => {}
            Some(Column::Count) => count = Some((Key { text: COUNT.into(), span: cell.span, quoted: true }, value)),
            Some(Column::Property(key)) => properties.push((key.clone(), value)),
            None => {
                let message = "this cell has no column name in the first row";
                let help = "write a name above it; if the cell contains a comma, put it in quotes";
                found.push(Diagnostic::error(codes::COLUMN, cell.span, message).help(help));
            }
        }
    }
    if properties.is_empty() && count.is_none() {
        return None;
    }
    let key = Key { text: "properties".into(), span: whole, quoted: true };
    let mut entries = vec![(key, Node::new(Kind::Map(properties), whole))];
    entries.extend(count);
    Some(Node::new(Kind::Map(entries), whole))
}

/// The value of a cell. An empty cell is null. Whole numbers and Booleans keep their type, because a sheet has no
/// quotes to mark text. Every other cell is text, also a number with a leading zero or `+`.
fn value(cell: &Cell) -> Node {
    let text = cell.text.trim();
    let kind = match scalar::resolve(text) {
        Kind::Null if text.is_empty() => Kind::Null,
        Kind::Int(number) if !text.starts_with(['+', '0']) || text == "0" => Kind::Int(number),
        Kind::Bool(value) => Kind::Bool(value),
        _ => Kind::Text(text.to_owned()),
    };
    let quoted = matches!(kind, Kind::Text(_));
    Node::scalar_written(kind, cell.span, quoted, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, Paint};

    fn read(text: &str) -> (Sources, Option<Node>, Vec<Diagnostic>) {
        let mut sources = Sources::new();
        let file = sources.add("cards.csv", text);
        let (node, found) = parse_sheet(&mut sources, file, &Limits::default());
        (sources, node, found)
    }

    /// The cards of a sheet in one line: `name=Oak cost=3 ×2`.
    fn cards(text: &str) -> Vec<String> {
        let (_, node, found) = read(text);
        assert!(found.is_empty(), "{found:?}");
        let node = node.expect("a sheet");
        let one = |card: &Node| {
            let properties = card.get("properties").and_then(Node::as_map).unwrap_or_default();
            let pairs = properties.iter().map(|(key, value)| format!("{}={}", key.text, value.scalar().unwrap_or("?")));
            let count = card.get("count").and_then(Node::scalar).map(|count| format!("×{count}"));
            pairs.chain(count).collect::<Vec<_>>().join(" ")
        };
        node.as_seq().unwrap_or_default().iter().map(one).collect()
    }

    #[test]
    fn a_row_is_a_card_and_a_column_a_property() {
        let wanted = ["name=Oak cost=3 ×2", "name=Fir, old max_age=1 ×4", "name=Ash \"grey\" cost=-1"];
        for separator in [",", ";", "\t"] {
            let rows = [
                "Name|Cost|Max age|# idea|count",
                "Oak|3||tall|2",
                "",
                "\"Fir, old\"||1||4",
                "\"Ash \"\"grey\"\"\"|-1",
            ];
            let text = rows.join("\r\n").replace('|', separator);
            assert_eq!(cards(&text), wanted, "{text}");
            assert_eq!(cards(&format!("\u{feff}{text}\r\n")), wanted, "with a byte order mark");
        }
    }

    #[test]
    fn cells_keep_the_value_that_a_designer_sees() {
        assert_eq!(cards("rank,code,half,on\n7,007,1.5,true\n"), ["rank=7 code=007 half=1.5 on=true"]);
        let (_, node, _) = read("a,b,c\n007,1.5,true\n");
        let card =
            node.as_ref().and_then(|node| node.as_seq()).expect("a list")[0].get("properties").expect("a map").clone();
        assert_eq!(card.get("a").and_then(Node::as_text), Some("007"));
        assert_eq!(card.get("b").and_then(Node::as_text), Some("1.5"));
        assert_eq!(card.get("c").and_then(Node::as_bool), Some(true));
        assert_eq!(
            cards("name,text\nOak,\"Draw a card.\nThen discard one.\"\n"),
            ["name=Oak text=Draw a card.\nThen discard one."]
        );
    }

    #[test]
    fn mistakes_name_the_cell() {
        let told = |text: &str| {
            let (sources, _, found) = read(text);
            Diagnostics::from(found).to_text(&sources, Paint::Plain)
        };
        let twice = told("Name,Cost,name\nOak,3,x\n");
        assert!(twice.contains("two columns are called `name`") && twice.contains("cell C1"), "{twice}");
        let wide = told("name,cost\nOak,3\nFir,2,9\n");
        assert!(wide.contains("cards.csv:3:7") && wide.contains("cell C3"), "{wide}");
        assert!(told("name,2nd\nOak,3\n").contains("`2nd` cannot be the name of a property"));
        assert!(told("name\n\"Oak\n").contains("never closed"));
        assert!(told(" \n,,\n").contains("this sheet is empty"));
        let (sources, _, found) = read("name,cost,name\n");
        let json = Diagnostics::from(found).to_json(&sources);
        assert!(json.contains("\"cell\": \"C1\""), "{json}");
    }

    #[test]
    fn columns_have_letters_like_in_spreadsheets() {
        let named = [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")];
        named.into_iter().for_each(|(column, name)| assert_eq!(letters(column), name));
    }
}
