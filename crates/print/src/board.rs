//! Lays out a board of squares, and a token for each of its pieces.

use crate::drawing::{Color, Drawing};
use crate::figures::known_word;
use crate::fonts::{Fonts, Style};
use crate::outline::Outline;
use rulebook_scene::{BoardScene, PieceScene, Square};

/// The margin of the pages in millimetres.
const MARGIN: f32 = 10.0;
/// Maximum size of a square in millimetres.
const LARGEST: f32 = 30.0;
const LIGHT: Color = Color(240, 222, 190);
const DARK: Color = Color(190, 150, 105);
const LINE: Color = Color(90, 65, 40);

/// The pages of a board: the board itself, then its tokens.
pub fn pages(board: &BoardScene, (width, height): (f32, f32), fonts: &Fonts) -> Vec<Drawing> {
    if board.width == 0 || board.height == 0 {
        return Vec::new();
    }
    let room = ((width - 2.0 * MARGIN) / board.width as f32).min((height - 2.0 * MARGIN) / board.height as f32);
    let size = room.min(LARGEST);
    let mut page = Drawing::new(width, height, Color::WHITE);
    let (left, top) = ((width - size * board.width as f32) / 2.0, (height - size * board.height as f32) / 2.0);
    for y in 0..board.height {
        for x in 0..board.width {
            if board.holes.contains(&Square { x: x as u8, y: y as u8 }) {
                continue;
            }
            let row = (board.height - 1 - y) as f32;
            let square = Outline::rect(left + x as f32 * size, top + row * size, size, size);
            page.fill(square.clone(), if (x + y) % 2 == 0 { DARK } else { LIGHT });
            page.line(square, LINE, 0.2);
        }
    }
    let mut pages = vec![page];
    pages.extend(tokens(board, (width, height), size * 0.8, fonts));
    pages
}

/// The tokens, in rows.
fn tokens(board: &BoardScene, (width, height): (f32, f32), size: f32, fonts: &Fonts) -> Vec<Drawing> {
    let step = size + 2.0;
    let columns = (((width - 2.0 * MARGIN) / step).floor() as usize).max(1);
    let rows = (((height - 2.0 * MARGIN) / step).floor() as usize).max(1);
    let mut pieces: Vec<&PieceScene> = board.pieces.iter().collect();
    pieces.sort_by_key(|piece| (piece.owner.map(|owner| owner.index()), piece.kind.clone()));
    let page = |pieces: &[&PieceScene]| {
        let mut page = Drawing::new(width, height, Color::WHITE);
        for (at, piece) in pieces.iter().enumerate() {
            let x = MARGIN + (at % columns) as f32 * step + size / 2.0;
            let y = MARGIN + (at / columns) as f32 * step + size / 2.0;
            token(&mut page, board, piece, (x, y), size, fonts);
        }
        page
    };
    pieces.chunks(columns * rows).map(page).collect()
}

fn token(page: &mut Drawing, board: &BoardScene, piece: &PieceScene, (x, y): (f32, f32), size: f32, fonts: &Fonts) {
    let seat = piece.owner.map_or(0, |owner| owner.index());
    let side = board.sides.get(seat).map_or("", String::as_str);
    let (fill, ink) = match (side, seat) {
        ("black", _) => (Color(55, 51, 47), Color::WHITE),
        ("white", _) => (Color(251, 246, 234), Color(44, 37, 27)),
        (side, seat) => {
            let hues = [40.0, 212.0, 6.0, 135.0];
            let hue = known_word(side).map_or(hues[seat % hues.len()], |word| word.hue);
            (Color::hsl(hue, 0.6, 0.42), Color::WHITE)
        }
    };
    let disc = Outline::circle(x, y, size / 2.0);
    page.fill(disc.clone(), fill);
    page.line(disc, LINE, 0.3);
    let glyph = piece.glyph.chars().count() <= 2 && fonts.missing(&piece.glyph).is_empty() && !piece.glyph.is_empty();
    let letter = match (&piece.letter, glyph) {
        (Some(letter), _) => letter.to_uppercase(),
        (None, true) => piece.glyph.clone(),
        (None, false) => piece.kind.chars().take(1).flat_map(char::to_uppercase).collect(),
    };
    let high = size * 0.46;
    let wide = fonts.width(Style::Display, &letter, high);
    page.fill(fonts.outline(Style::Display, &letter, (x - wide / 2.0, y + high * 0.2), high, 1.0), ink);
    let small = size * 0.11;
    let squeeze = (size * 0.7 / fonts.width(Style::Text, &piece.kind, small)).min(1.0);
    let wide = fonts.width(Style::Text, &piece.kind, small) * squeeze;
    page.fill(fonts.outline(Style::Text, &piece.kind, (x - wide / 2.0, y + size * 0.32), small, squeeze), ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_squares_and_its_tokens() {
        let piece = |x, kind: &str| PieceScene {
            at: Square { x, y: 0 },
            kind: kind.into(),
            glyph: "♞".into(),
            ..PieceScene::default()
        };
        let board = BoardScene {
            width: 3,
            height: 2,
            holes: vec![Square { x: 1, y: 1 }],
            pieces: vec![piece(0, "knight"), piece(2, "rook")],
            ..BoardScene::default()
        };
        let made = pages(&board, (210.0, 297.0), &Fonts::default());
        assert_eq!(made.len(), 2);
        assert_eq!(made[0].shapes.len(), 2 * 5, "five squares, each with a line around it");
        assert_eq!(made[1].shapes.len(), 2 * 4);
        assert!(pages(&BoardScene::default(), (210.0, 297.0), &Fonts::default()).is_empty());
    }
}
