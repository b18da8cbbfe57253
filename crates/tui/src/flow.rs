//! Arranges blocks of the table side by side, in as many rows as needed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::screen::Hit;

/// Columns between two blocks.
const GAP: u16 = 3;

/// A block of lines, and the clickable areas in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineBlock {
    pub lines: Vec<Line<'static>>,
    /// Each clickable area, relative to the block, and what a click on it means.
    pub hits: Vec<(Rect, Hit)>,
}

impl LineBlock {
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

/// Combines blocks at these columns into one block.
pub(crate) fn beside(blocks: Vec<(u16, LineBlock)>) -> LineBlock {
    let high = blocks.iter().map(|(_, block)| block.height()).max().unwrap_or(0);
    let mut joined = LineBlock::default();
    for y in 0..high {
        let mut line = Line::default();
        for (x, block) in &blocks {
            let Some(part) = block.lines.get(usize::from(y)) else { continue };
            let gap = usize::from(*x).saturating_sub(line.width());
            line.push_span(Span::raw(" ".repeat(gap)));
            part.spans.iter().for_each(|span| line.push_span(span.clone().style(part.style.patch(span.style))));
        }
        joined.lines.push(line);
    }
    for (x, block) in blocks {
        joined.hits.extend(block.hits.into_iter().map(|(place, hit)| (Rect { x: place.x + x, ..place }, hit)));
    }
    joined
}

/// Combines blocks side by side into one block, with `gap` columns between them.
pub(crate) fn joined(blocks: Vec<LineBlock>, gap: u16) -> LineBlock {
    let mut x = 0;
    let placed = blocks.into_iter().map(|block| {
        let at = x;
        x += block.width() + gap;
        (at, block)
    });
    beside(placed.collect())
}

/// Arranges blocks in rows of at most this width. Each row is as high as its highest block.
pub(crate) fn rows(blocks: Vec<LineBlock>, width: u16) -> Vec<Vec<LineBlock>> {
    let mut rows: Vec<Vec<LineBlock>> = Vec::new();
    let mut used = 0;
    for block in blocks {
        let wide = block.width();
        match rows.last_mut() {
            Some(row) if used + GAP + wide <= width => {
                used += GAP + wide;
                row.push(block);
            }
            _ => {
                used = wide;
                rows.push(vec![block]);
            }
        }
    }
    rows
}

pub(crate) fn height(rows: &[Vec<LineBlock>]) -> u16 {
    rows.iter().map(|row| row.iter().map(LineBlock::height).max().unwrap_or(0)).sum()
}

/// The spacing of rows in an area that is larger than the rows.
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
    pub fn over(rows: &[Vec<LineBlock>], height: u16) -> Spread {
        let spare = height.saturating_sub(self::height(rows));
        Spread { gap: (spare / (rows.len() as u16 + 1)).min(Spread::MOST), centred: true }
    }
}

/// Draws rows from the top of an area. Returns the number of the line below the last row.
pub(crate) fn draw(
    rows: &[Vec<LineBlock>],
    area: Rect,
    spread: &Spread,
    buffer: &mut Buffer,
    hits: &mut Vec<(Rect, Hit)>,
) -> u16 {
    let mut y = area.y;
    for row in rows {
        let high = row.iter().map(LineBlock::height).max().unwrap_or(0);
        y = y.saturating_add(spread.gap);
        let wide = row.iter().map(|block| block.width() + GAP).sum::<u16>().saturating_sub(GAP);
        let mut x = area.x + if spread.centred { area.width.saturating_sub(wide) / 2 } else { 0 };
        for block in row {
            let room = Rect { x, y, width: area.right().saturating_sub(x), height: area.bottom().saturating_sub(y) };
            block.draw(room, buffer, hits);
            x = x.saturating_add(block.width() + GAP);
        }
        y = y.saturating_add(high);
    }
    y
}
