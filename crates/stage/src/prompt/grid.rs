//! Boards and tables of text.

use crate::{BoardScene, Scoreboard, Square};
use std::collections::BTreeMap;

/// The board, the last row on top, files lettered and ranks numbered. A marked square has brackets.
pub(super) fn board(board: &BoardScene) -> String {
    let pieces: BTreeMap<Square, &str> =
        board.pieces.iter().map(|piece| (piece.at, if piece.glyph.is_empty() { "?" } else { &piece.glyph })).collect();
    let (width, height) = (board.width.min(256), board.height.min(256));
    let names: Vec<String> = (0..width).map(column).collect();
    let cell = pieces.values().map(|glyph| glyph.chars().count()).chain(names.iter().map(String::len)).max();
    let cell = cell.unwrap_or(1);
    let margin = height.to_string().len();
    let marked = |x: usize, y: usize| board.marks.iter().any(|(at, _)| (at.x as usize, at.y as usize) == (x, y));
    let mut text = String::new();
    for y in (0..height).rev() {
        let mut row = format!("{:>margin$}", y + 1);
        for x in 0..width {
            let at = Square { x: x as u8, y: y as u8 };
            row.push(match (marked(x, y), x > 0 && marked(x - 1, y)) {
                // Neighbours share a line: `[a|b]`.
                (true, true) => '|',
                (true, false) => '[',
                (false, true) => ']',
                (false, false) => ' ',
            });
            let empty = if board.holes.contains(&at) { " " } else { "." };
            row += &format!("{:>cell$}", pieces.get(&at).unwrap_or(&empty));
        }
        if width > 0 && marked(width - 1, y) {
            row.push(']');
        }
        text += row.trim_end();
        text.push('\n');
    }
    let columns: String = names.iter().map(|name| format!(" {name:>cell$}")).collect();
    format!("{text}{:margin$}{columns}\n", "")
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn column(x: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8).to_string();
    if x < 26 { letter(x) } else { letter(x / 26 - 1) + &letter(x) }
}

/// A scoreboard, columns aligned: numbers to the right, words to the left.
pub(super) fn scoreboard(board: &Scoreboard) -> String {
    let columns = board.rows.iter().map(Vec::len).chain([board.columns.len()]).max().unwrap_or(0);
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    let lines: Vec<&[String]> =
        [board.columns.as_slice()].into_iter().chain(board.rows.iter().map(Vec::as_slice)).collect();
    let aligned = |line: &[String]| {
        let cells = (0..columns).map(|at| {
            let width = lines.iter().map(|line| cell(line, at).chars().count()).max().unwrap_or(0);
            let text = cell(line, at);
            if board.rows.iter().all(|row| numeric(&cell(row, at))) {
                format!("{text:>width$}")
            } else {
                format!("{text:width$}")
            }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned() + "\n"
    };
    let title = if board.title.is_empty() { "Scores" } else { &board.title };
    let shown = lines.iter().filter(|line| line.iter().any(|cell| !cell.is_empty()));
    format!("{title}\n{}", shown.map(|line| aligned(line)).collect::<String>())
}

fn numeric(cell: &str) -> bool {
    matches!(cell, "" | "-" | "—") || cell.parse::<i64>().is_ok()
}
