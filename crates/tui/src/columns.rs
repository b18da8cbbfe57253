//! Fits rows of text into the width of a terminal.

/// Minimum width of the last column, in characters. If less is left, the column is dropped.
const NARROWEST: usize = 20;

/// Joins cells into aligned rows. If the rows are wider than `width`, the last column is cut or dropped, then the
/// column before it. `None` means that the width has no limit. Every row has the same number of cells.
#[must_use]
pub fn columns(mut rows: Vec<Vec<String>>, width: Option<usize>) -> Vec<String> {
    let widest = |rows: &[Vec<String>], column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    while let (Some(width), Some(columns @ 2..)) = (width, rows.first().map(Vec::len)) {
        let before: usize = (0..columns - 1).map(|column| widest(&rows, column).unwrap_or(0) + 2).sum();
        let last = widest(&rows, columns - 1).unwrap_or(0);
        if before + last <= width {
            break;
        }
        if width >= before + NARROWEST {
            rows.iter_mut().for_each(|row| row[columns - 1] = cut(&row[columns - 1], width - before));
            break;
        }
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(|column| widest(&rows, column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        cut(cells.join("  ").trim_end(), width.unwrap_or(usize::MAX))
    };
    rows.iter().map(line).collect()
}

/// The text, cut to at most this number of characters.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}
