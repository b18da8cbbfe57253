//! Draws cards in a grid with numbered places, or in a column.

use crate::cards::{BACK, Look, face_text};
use crate::flow::LineBlock;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use rulebook_scene::{CardScene, ZoneScene};

/// Number of cards on a line of plain text.
const IN_A_LINE: usize = 9;

/// The text that is shown at a place. A visible card shows its face, and a face-down card shows the number of the
/// place. An empty place shows a dot.
fn place_text(zone: &ZoneScene, place: usize, card: Option<usize>) -> String {
    match card.and_then(|at| zone.cards.get(at)) {
        Some(CardScene { face: Some(face), .. }) => face_text(face).0,
        Some(_) => format!("[{}]", place + 1),
        None => "·".to_owned(),
    }
}

/// The number of columns for a grid of this many places. Prefers grids without an incomplete row, and about twice as
/// wide as high.
fn shape(count: usize, most_cols: usize, most_rows: usize) -> usize {
    let most_cols = most_cols.clamp(1, count.max(1));
    let fits = (1..=most_cols).filter(|cols| count.div_ceil(*cols) <= most_rows.max(1));
    let best = fits.min_by_key(|cols| {
        let rows = count.div_ceil(*cols);
        (cols * rows - count, cols.abs_diff(2 * rows))
    });
    best.unwrap_or(most_cols)
}

/// Draws the cards of a zone at their places.
pub(crate) fn draw(zone: &ZoneScene, places: &[Option<usize>], look: &Look<'_>, block: &mut LineBlock) {
    let texts: Vec<String> = places.iter().enumerate().map(|(n, card)| place_text(zone, n, *card)).collect();
    // Every place is as wide as the widest text, so that nothing shifts when a card is turned.
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let wide = (widest + 1).max(places.len().to_string().len() + 3);
    let cols = shape(places.len(), (look.width as usize + 1) / (wide + 1), look.tall as usize);
    let rows = places.len().div_ceil(cols.max(1));
    let airy = 2 * rows <= look.tall as usize;
    for (row, line) in places.chunks(cols.max(1)).enumerate() {
        if airy && row > 0 {
            block.lines.push(Line::raw(""));
        }
        let y = block.height();
        let mut spans = Vec::new();
        for (col, card) in line.iter().enumerate() {
            let text = &texts[row * cols + col];
            let style = match card.and_then(|at| Some((at, zone.cards.get(at)?))) {
                Some((at, card)) => {
                    block.hits.push((Rect::new((col * (wide + 1)) as u16, y, wide as u16, 1), look.hit(at)));
                    look.style(card, at, card.face.as_ref().is_some_and(|face| face_text(face).1))
                }
                None => Style::new().fg(Color::DarkGray),
            };
            spans.push(Span::styled(format!("{text:^wide$}"), style));
            spans.push(Span::raw(" "));
        }
        block.lines.push(Line::from(spans));
    }
}

/// The places as lines of text.
pub(crate) fn lines(zone: &ZoneScene, places: &[Option<usize>]) -> String {
    let texts: Vec<String> = places.iter().enumerate().map(|(n, card)| place_text(zone, n, *card)).collect();
    let wide = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|text| format!("{text:>wide$}")).collect();
        cells.join(" ")
    };
    texts.chunks(IN_A_LINE).map(line).collect::<Vec<_>>().join("\n")
}

/// Draws cards below each other, with the top card last. If there are too many, the hidden cards are replaced by their
/// number first. After that, the lowest cards are left out.
pub(crate) fn column(zone: &ZoneScene, look: &Look<'_>, block: &mut LineBlock) {
    let tall = look.tall.max(2) as usize;
    let covered = zone.cards.iter().take_while(|card| card.face.is_none()).count();
    let count = zone.cards.len();
    let (mut from, mut signs) = (0, Vec::new());
    if count > tall && covered > 1 {
        signs.push(format!("▒{covered}"));
        from = covered;
    }
    if signs.len() + count - from > tall {
        let more = (count + 1 + signs.len()).saturating_sub(from + tall).min(count - from - 1);
        signs.push(format!("…{more}"));
        from += more;
    }
    block.lines.extend(signs.into_iter().map(|sign| Line::styled(sign, Style::new().fg(BACK))));
    for (at, card) in zone.cards.iter().enumerate().skip(from) {
        let (text, red) = card.face.as_ref().map_or_else(|| ("▒▒".to_owned(), false), face_text);
        let text = format!("▏{text:<3}");
        let width = text.chars().count() as u16;
        block.hits.push((Rect::new(0, block.height(), width, 1), look.hit(at)));
        block.lines.push(Line::styled(text, look.style(card, at, red)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_rows_as_there_is_room_for() {
        assert_eq!(shape(36, 12, 12), 9);
        assert_eq!(shape(36, 12, 3), 12);
        assert_eq!(shape(36, 6, 12), 6);
        assert_eq!(shape(37, 5, 2), 5, "the rows that do not fit are cut");
        assert_eq!(shape(0, 5, 2), 1);
    }
}
