//! Arranges pieces of the table side by side, in as many rows as needed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::screen::Hit;

/// Columns between two pieces.
const GAP: u16 = 3;

/// A block of lines, and the clickable areas in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub lines: Vec<Line<'static>>,
    /// Each clickable area, relative to the block, and what a click on it means.
    pub hits: Vec<(Rect, Hit)>,
}

impl Piece {
    pub fn width(&self) -> u16 {
        self.lines.iter().map(|line| line.width() as u16).max().unwrap_or(0)
    }

    pub fn height(&self) -> u16 {
        self.lines.len() as u16
    }

    /// Draws as much of the block as fits.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, hits: &mut Vec<(Rect, Hit)>) {
        for (line, y) in self.lines.iter().zip(area.y..area.bottom()) {
            buffer.set_line(area.x, y, line, area.width);
        }
        hits.extend(self.hits.iter().filter_map(|(place, hit)| {
            let moved = Rect { x: area.x.saturating_add(place.x), y: area.y.saturating_add(place.y), ..*place };
            let seen = moved.intersection(area);
            (!seen.is_empty()).then(|| (seen, hit.clone()))
        }));
    }
}

/// Combines pieces at these columns into one piece.
pub(crate) fn beside(pieces: Vec<(u16, Piece)>) -> Piece {
    let high = pieces.iter().map(|(_, piece)| piece.height()).max().unwrap_or(0);
    let mut joined = Piece::default();
    for y in 0..high {
        let mut line = Line::default();
        for (x, piece) in &pieces {
            let Some(part) = piece.lines.get(usize::from(y)) else { continue };
            let gap = usize::from(*x).saturating_sub(line.width());
            line.push_span(Span::raw(" ".repeat(gap)));
            part.spans.iter().for_each(|span| line.push_span(span.clone().style(part.style.patch(span.style))));
        }
        joined.lines.push(line);
    }
    for (x, piece) in pieces {
        joined.hits.extend(piece.hits.into_iter().map(|(place, hit)| (Rect { x: place.x + x, ..place }, hit)));
    }
    joined
}

/// Combines pieces side by side into one piece, with `gap` columns between them.
pub(crate) fn joined(pieces: Vec<Piece>, gap: u16) -> Piece {
    let mut x = 0;
    let placed = pieces.into_iter().map(|piece| {
        let at = x;
        x += piece.width() + gap;
        (at, piece)
    });
    beside(placed.collect())
}

/// Arranges pieces in rows of at most this width. Each row is as high as its highest piece.
pub(crate) fn rows(pieces: Vec<Piece>, width: u16) -> Vec<Vec<Piece>> {
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    let mut used = 0;
    for piece in pieces {
        let wide = piece.width();
        match rows.last_mut() {
            Some(row) if used + GAP + wide <= width => {
                used += GAP + wide;
                row.push(piece);
            }
            _ => {
                used = wide;
                rows.push(vec![piece]);
            }
        }
    }
    rows
}

pub(crate) fn height(rows: &[Vec<Piece>]) -> u16 {
    rows.iter().map(|row| row.iter().map(Piece::height).max().unwrap_or(0)).sum()
}

/// How rows are spread over an area that is larger than they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread {
    /// Empty lines before each row.
    pub gap: u16,
    /// Whether each row is in the middle of the area.
    pub centred: bool,
}

impl Spread {
    /// Maximum number of empty lines before a row.
    const MOST: u16 = 3;

    /// Spreads these rows over this height.
    pub fn over(rows: &[Vec<Piece>], height: u16) -> Spread {
        let spare = height.saturating_sub(self::height(rows));
        Spread { gap: (spare / (rows.len() as u16 + 1)).min(Spread::MOST), centred: true }
    }
}

/// Draws rows from the top of an area. Returns the number of the line below the last row.
pub(crate) fn draw(
    rows: &[Vec<Piece>],
    area: Rect,
    spread: &Spread,
    buffer: &mut Buffer,
    hits: &mut Vec<(Rect, Hit)>,
) -> u16 {
    let mut y = area.y;
    for row in rows {
        let high = row.iter().map(Piece::height).max().unwrap_or(0);
        y = y.saturating_add(spread.gap);
        let wide = row.iter().map(|piece| piece.width() + GAP).sum::<u16>().saturating_sub(GAP);
        let mut x = area.x + if spread.centred { area.width.saturating_sub(wide) / 2 } else { 0 };
        for piece in row {
            let room = Rect { x, y, width: area.right().saturating_sub(x), height: area.bottom().saturating_sub(y) };
            piece.draw(room, buffer, hits);
            x = x.saturating_add(piece.width() + GAP);
        }
        y = y.saturating_add(high);
    }
    y
}
