//! Writes boards and scoreboards as text.

use crate::{BoardScene, PieceScene, Scoreboard, Square};
use rulebook_kernel::Seat;
use std::collections::{BTreeMap, BTreeSet};

/// The board as text: the last row on top, letters for columns, numbers for rows, brackets round highlighted squares,
/// lines between boards. If the symbols of the pieces do not show the owner, each piece gets a mark, and a legend below
/// explains the marks.
pub(super) fn board(board: &BoardScene, called: &dyn Fn(Seat) -> String) -> String {
    let named = needs_marks(board);
    let sign = |piece: &PieceScene| {
        let glyph = if piece.glyph.is_empty() { "?" } else { &piece.glyph };
        let mark = piece.owner.filter(|_| named).map(|owner| mark(board, owner)).unwrap_or_default();
        format!("{glyph}{mark}")
    };
    let pieces: BTreeMap<Square, String> = board.pieces.iter().map(|piece| (piece.at, sign(piece))).collect();
    let (width, height) = (board.width.min(256), board.height.min(256));
    let names: Vec<String> = (0..width).map(column).collect();
    let cell = pieces.values().map(|sign| columns(sign)).chain(names.iter().map(String::len)).max();
    let cell = cell.unwrap_or(1);
    let margin = height.to_string().len();
    let marked = |x: usize, y: usize| board.marks.iter().any(|(at, _)| (at.x as usize, at.y as usize) == (x, y));
    let mut text = String::new();
    for y in (0..height).rev() {
        let mut row = format!("{:>margin$}", y + 1);
        for x in 0..width {
            let at = Square { x: x as u8, y: y as u8 };
            row.push(match (marked(x, y), x > 0 && marked(x - 1, y)) {
                // Neighbouring marked squares share a line: `[a|b]`.
                (true, true) => '|',
                (true, false) => '[',
                (false, true) => ']',
                (false, false) if board.cuts.contains(&x) => '│',
                (false, false) => ' ',
            });
            let empty = if board.holes.contains(&at) { " " } else { "." };
            let sign = pieces.get(&at).map_or(empty, String::as_str);
            row += &" ".repeat(cell - columns(sign).min(cell));
            row += sign;
        }
        if width > 0 && marked(width - 1, y) {
            row.push(']');
        }
        text += row.trim_end();
        text.push('\n');
    }
    let columns: String = names.iter().map(|name| format!(" {name:>cell$}")).collect();
    let legend = if named { legend(board, called) } else { String::new() };
    format!("{text}{:margin$}{columns}\n{legend}", "")
}

/// The width of a text in terminal columns. An East Asian character takes two columns.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}

/// Whether pieces need marks for their owners: two sides share a symbol, or the symbols are East Asian characters.
fn needs_marks(board: &BoardScene) -> bool {
    let mut whose: BTreeMap<&str, Seat> = BTreeMap::new();
    board.pieces.iter().filter_map(|piece| Some((piece.glyph.as_str(), piece.owner?))).any(|(sign, owner)| {
        let other = *whose.entry(sign).or_insert(owner);
        other != owner || sign.chars().any(is_wide)
    })
}

/// The mark beside the pieces of a side.
fn mark(board: &BoardScene, owner: Seat) -> String {
    match (owner.index(), board.sides.len()) {
        (0, 0..=2) => "▲".to_owned(),
        (_, 0..=2) => "▽".to_owned(),
        (n, _) => (n + 1).to_string(),
    }
}

/// The legend: the owner of each mark, and the kind of piece for each East Asian symbol.
fn legend(board: &BoardScene, called: &dyn Fn(Seat) -> String) -> String {
    let owners: BTreeSet<usize> = board.pieces.iter().filter_map(|piece| Some(piece.owner?.index())).collect();
    let side = |n: usize| {
        let owner = Seat::new(n);
        let side = board.sides.get(n).map(|side| format!(" ({side})")).unwrap_or_default();
        format!("{} {}{side}", mark(board, owner), called(owner))
    };
    let sides: Vec<String> = owners.into_iter().map(side).collect();
    let mut signs: Vec<String> = Vec::new();
    for piece in board.pieces.iter().filter(|piece| piece.glyph.chars().any(is_wide)) {
        let letter = piece.letter.as_ref().map(|letter| format!("{letter} ")).unwrap_or_default();
        let said = format!("{} {letter}{}", piece.glyph, piece.kind);
        if !signs.contains(&said) {
            signs.push(said);
        }
    }
    let signs = if signs.is_empty() { String::new() } else { format!("{}\n", signs.join(", ")) };
    format!("{}\n{signs}", sides.join(", "))
}

/// The name of a column: `a` to `z`, then `aa`, `ab` and so on.
fn column(x: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8).to_string();
    if x < 26 { letter(x) } else { letter(x / 26 - 1) + &letter(x) }
}

/// A scoreboard as text with aligned columns: numbers at the right, words at the left.
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
