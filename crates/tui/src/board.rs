//! Draws a board with coordinates, from the side of its viewer.

use crate::flow::LineBlock;
use crate::screen::Hit;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_scene::{BoardScene, PieceScene, Square};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The squares that are highlighted on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Squares {
    /// Squares from which a listed move starts.
    pub sources: BTreeSet<Square>,
    /// Squares to which a listed move leads.
    pub targets: BTreeSet<Square>,
    /// The squares of the move that is chosen in the list.
    pub lit: BTreeSet<Square>,
    /// The square of the selected piece.
    pub held: Option<Square>,
}

/// Sizes of a square in columns and rows, largest first.
const SIZES: [(u16, u16); 3] = [(6, 3), (4, 2), (3, 1)];
const PALE: Color = Color::Indexed(137);
const DEEP: Color = Color::Indexed(94);
const LAST: Color = Color::Indexed(178);
const CHECK: Color = Color::Indexed(160);
const HELD: Color = Color::Indexed(71);
const LIT: Color = Color::Indexed(220);

/// The number of columns and rows of the board, after it was turned to the viewer.
fn drawn(board: &BoardScene, turns: u8) -> (usize, usize) {
    if turns.is_multiple_of(2) { (board.width, board.height) } else { (board.height, board.width) }
}

/// The square at this column and row of the drawing, counted from the top left.
fn square_at(board: &BoardScene, turns: u8, col: usize, row: usize) -> Square {
    let (w, h) = (board.width.saturating_sub(1), board.height.saturating_sub(1));
    let (x, y) = match turns % 4 {
        1 => (w - row, h - col),
        2 => (w - col, row),
        3 => (row, col),
        _ => (col, h - row),
    };
    Square { x: x as u8, y: y as u8 }
}

pub(crate) fn square_name(at: Square) -> String {
    format!("{}{}", char::from(b'a' + at.x % 26), u16::from(at.y) + 1)
}

/// Draws the whole board in the largest size that fits, or else in the smallest size. `mono` means without colours.
pub(crate) fn board(board: &BoardScene, turns: u8, squares: &Squares, room: (u16, u16), mono: bool) -> LineBlock {
    let (_, rows) = drawn(board, turns);
    some_rows(board, turns, squares, room, mono, 0..rows)
}

/// Draws as many rows of the board as fit, with the column letters below. Used if the whole board does not fit even in
/// the smallest size.
pub(crate) fn part(board: &BoardScene, turns: u8, squares: &Squares, room: (u16, u16), mono: bool) -> LineBlock {
    let seen = in_sight(board, turns, squares, usize::from(room.1.saturating_sub(1)));
    some_rows(board, turns, squares, room, mono, seen)
}

/// The rows to draw, at most `most` of them. These are the lowest rows, which are the viewer's side. If the chosen move
/// reaches higher rows, the range starts there.
fn in_sight(board: &BoardScene, turns: u8, squares: &Squares, most: usize) -> Range<usize> {
    let (cols, rows) = drawn(board, turns);
    let most = most.clamp(1, rows.max(1)).min(rows);
    let touched = |row: &usize| {
        let at = |col| square_at(board, turns, col, *row);
        (0..cols).map(at).any(|at| squares.lit.contains(&at) || squares.held == Some(at))
    };
    let lowest = rows - most;
    let first = (0..rows).find(touched).map_or(lowest, |row| row.min(lowest));
    first..first + most
}

fn some_rows(
    board: &BoardScene,
    turns: u8,
    squares: &Squares,
    room: (u16, u16),
    mono: bool,
    seen: Range<usize>,
) -> LineBlock {
    let (cols, rows) = drawn(board, turns);
    let is_cut = |col: usize| match turns % 4 {
        0 => board.cuts.contains(&col),
        2 => board.cuts.contains(&(cols - col)),
        _ => false,
    };
    let cuts = |col: usize| (0..=col).filter(|col| is_cut(*col)).count() as u16;
    let fits = |(w, h): &(u16, u16)| cols as u16 * w + cuts(cols) + 3 < room.0 && (rows as u16 * h) < room.1;
    let (wide, high) = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
    let pieces: BTreeMap<Square, &PieceScene> = board.pieces.iter().map(|piece| (piece.at, piece)).collect();
    let holes: BTreeSet<Square> = board.holes.iter().copied().collect();
    let looks = Looks { board, squares, alike: mono && has_twins(board), mono };
    let mut drawn = LineBlock::default();
    let (first, end) = (seen.start, seen.end);
    for row in seen {
        for line in 0..high {
            let name = square_name(square_at(board, turns, 0, row));
            let label = if turns.is_multiple_of(2) { &name[1..] } else { &name[..1] };
            // An arrow at the edge shows that the board has more rows there.
            let more = if row == first && first > 0 {
                '↑'
            } else if row + 1 == end && end < rows {
                '↓'
            } else {
                ' '
            };
            let label = if line == high / 2 { format!("{label:>2}{more}") } else { "   ".to_owned() };
            let mut spans = vec![Span::styled(label, Style::new().fg(Color::Gray))];
            for col in 0..cols {
                let at = square_at(board, turns, col, row);
                if is_cut(col) {
                    spans.push(Span::styled("│", Style::new().fg(Color::Gray)));
                }
                if holes.contains(&at) {
                    spans.push(Span::raw(" ".repeat(wide as usize)));
                    continue;
                }
                spans.push(looks.cell(at, pieces.get(&at).copied(), wide, line == high / 2));
                if line == 0 {
                    let place = Rect::new(3 + col as u16 * wide + cuts(col), (row - first) as u16 * high, wide, high);
                    drawn.hits.push((place, Hit::Square(at)));
                }
            }
            drawn.lines.push(Line::from(spans));
        }
    }
    let names = (0..cols).map(|col| {
        let name = square_name(square_at(board, turns, col, rows.saturating_sub(1)));
        let label = if turns.is_multiple_of(2) { name[..1].to_owned() } else { name[1..].to_owned() };
        format!("{:1$}{label:^wide$}", "", usize::from(is_cut(col)), wide = wide as usize)
    });
    let names: String = names.collect();
    drawn.lines.push(Line::styled(format!("   {names}"), Style::new().fg(Color::Gray)));
    drawn
}

/// The board and the marks that decide how each square is drawn.
struct Looks<'a> {
    board: &'a BoardScene,
    squares: &'a Squares,
    mono: bool,
    /// Whether some pieces of different sides have the same symbol, and there are no colours to tell them apart.
    alike: bool,
}

impl Looks<'_> {
    fn marked(&self, at: Square, word: &str) -> bool {
        self.board.marks.iter().any(|(square, mark)| *square == at && mark == word)
    }

    fn cell(&self, at: Square, piece: Option<&PieceScene>, wide: u16, middle: bool) -> Span<'static> {
        let squares = self.squares;
        let ground = if squares.held == Some(at) {
            HELD
        } else if squares.lit.contains(&at) {
            LIT
        } else if self.marked(at, "check") {
            CHECK
        } else if self.marked(at, "last") {
            LAST
        } else if (at.x + at.y).is_multiple_of(2) {
            DEEP
        } else {
            PALE
        };
        let wide = wide as usize;
        let target = squares.targets.contains(&at);
        let (text, ink) = match piece {
            Some(piece) => (self.sign(piece), ink(self.board, piece)),
            // `+` marks an empty square to which a move leads. No piece has this symbol.
            None if target => ("+".to_owned(), Color::Indexed(16)),
            None if self.mono => ("·".to_owned(), Color::Reset),
            None => (String::new(), Color::Reset),
        };
        let style = Style::new().fg(ink).bg(ground);
        if !middle || text.is_empty() {
            // Without colours, only the middle line of a square is marked.
            return Span::styled(" ".repeat(wide), if self.mono { Style::new() } else { style });
        }
        let mut style = style.add_modifier(Modifier::BOLD);
        if target && piece.is_some() || squares.sources.contains(&at) && squares.held.is_none() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let size = Span::raw(text.clone()).width();
        let left = wide.saturating_sub(size) / 2;
        let right = wide.saturating_sub(left + size);
        let (open, close) = if self.mono { self.brackets(at, piece.is_some() && target) } else { (' ', ' ') };
        let pad = |room: usize, sign: char, first: bool| match (room, first) {
            (0, _) => String::new(),
            (room, true) => " ".repeat(room - 1) + &sign.to_string(),
            (room, false) => sign.to_string() + &" ".repeat(room - 1),
        };
        Span::styled(format!("{}{text}{}", pad(left, open, true), pad(right, close, false)), style)
    }

    /// The characters to the left and right of a piece that mark its square if there are no colours.
    fn brackets(&self, at: Square, taken: bool) -> (char, char) {
        if self.squares.held == Some(at) {
            ('(', ')')
        } else if taken {
            ('x', ' ')
        } else if self.marked(at, "check") {
            ('!', '!')
        } else if self.marked(at, "last") {
            ('[', ']')
        } else {
            (' ', ' ')
        }
    }

    /// The symbol of a piece. With colours, all symbols are filled and the colour shows the owner. Without colours, the
    /// sides have different symbols, or the owner is written beside the symbol.
    fn sign(&self, piece: &PieceScene) -> String {
        let filled = |c: char| match c {
            '♔'..='♙' => char::from_u32(c as u32 + 6).unwrap_or(c),
            '○' => '●',
            other => other,
        };
        let owner = piece.owner.map(|owner| owner.index());
        match (piece.glyph.as_str(), self.mono) {
            ("", _) => "?".to_owned(),
            (glyph, false) => glyph.chars().map(filled).collect(),
            (glyph, true) if self.alike => {
                let side = owner.and_then(|owner| self.board.sides.get(owner)).and_then(|side| side.chars().next());
                let mark = match (owner, self.board.facing.len().max(self.board.sides.len())) {
                    (Some(0), 0..=2) => '▲',
                    (Some(_), 0..=2) => '▽',
                    _ => side.unwrap_or(' '),
                };
                format!("{glyph}{mark}")
            }
            (glyph, true) => glyph.to_owned(),
        }
    }
}

/// Whether pieces of two sides have the same symbol, or symbols that are hard to tell apart, such as words.
fn has_twins(board: &BoardScene) -> bool {
    let mut whose: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
    for piece in &board.pieces {
        whose.entry(piece.glyph.as_str()).or_default().insert(piece.owner.map(|owner| owner.index()));
    }
    let word = |sign: &str| Span::raw(sign.to_owned()).width() > sign.chars().count();
    whose.iter().any(|(sign, owners)| owners.len() > 1 || word(sign))
}

fn ink(board: &BoardScene, piece: &PieceScene) -> Color {
    const BY_SEAT: [Color; 6] =
        [WHITE, BLACK, Color::Indexed(88), Color::Indexed(18), Color::Indexed(22), Color::Indexed(226)];
    const WHITE: Color = Color::Indexed(231);
    const BLACK: Color = Color::Indexed(16);
    let Some(owner) = piece.owner else { return WHITE };
    let named = board.sides.get(owner.index()).map(|side| side.to_lowercase()).unwrap_or_default();
    let colours = [
        ("white", WHITE),
        ("black", BLACK),
        ("red", BY_SEAT[2]),
        ("blue", BY_SEAT[3]),
        ("green", BY_SEAT[4]),
        ("yellow", BY_SEAT[5]),
    ];
    let found = colours.into_iter().find(|(word, _)| named.contains(word));
    found.map_or(BY_SEAT[owner.index() % BY_SEAT.len()], |(_, colour)| colour)
}
