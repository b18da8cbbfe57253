//! Lays out a board in the style of the web table, and a token for each of its pieces.

use crate::drawing::{Color, Drawing};
use crate::figures::{Ink, add, figures, known_word};
use crate::fonts::{Fonts, Style};
use crate::outline::{Affine, Outline};
use rulebook_scene::layout::{BoardStyle, Drawing as BoardDrawing};
use rulebook_scene::{BoardScene, PieceScene, Square};

/// The margin of the pages in millimetres.
const MARGIN: f32 = 10.0;
/// Maximum size of a square in millimetres.
const LARGEST: f32 = 30.0;
const LIGHT: Color = Color(240, 222, 190);
const DARK: Color = Color(190, 150, 105);
const LINE: Color = Color(90, 65, 40);

/// The pages of a board: the board itself, then its tokens.
pub fn pages(
    board: &BoardScene,
    drawing: Option<&BoardDrawing>,
    (width, height): (f32, f32),
    fonts: &Fonts,
) -> Vec<Drawing> {
    if board.width == 0 || board.height == 0 {
        return Vec::new();
    }
    let room = ((width - 2.0 * MARGIN) / board.width as f32).min((height - 2.0 * MARGIN) / board.height as f32);
    let size = room.min(LARGEST);
    let mut page = Drawing::new(width, height, Color::WHITE);
    let (left, top) = ((width - size * board.width as f32) / 2.0, (height - size * board.height as f32) / 2.0);
    let corner = |x: usize, y: usize| (left + x as f32 * size, top + (board.height - 1 - y) as f32 * size);
    let style = style(board, drawing);
    let holes_are_drawn = style == BoardStyle::Chequered && has_chequered_holes(board);
    for y in 0..board.height {
        for x in 0..board.width {
            let hole = board.holes.contains(&Square { x: x as u8, y: y as u8 });
            if hole && !holes_are_drawn {
                continue;
            }
            let (x_at, y_at) = corner(x, y);
            let square = Outline::rect(x_at, y_at, size, size);
            let dark = if holes_are_drawn { !hole } else { (x + y) % 2 == 0 };
            match style {
                BoardStyle::Chequered => page.fill(square.clone(), if dark { DARK } else { LIGHT }),
                BoardStyle::Squares | BoardStyle::Points => page.fill(square.clone(), LIGHT),
                BoardStyle::Wells => {
                    page.fill(square.clone(), DARK);
                    page.fill(Outline::circle(x_at + size / 2.0, y_at + size / 2.0, size * 0.4), LIGHT);
                }
            }
            if style != BoardStyle::Points {
                page.line(square, LINE, 0.2);
            }
        }
    }
    if style == BoardStyle::Points {
        let centre = |at: Square| {
            let (x, y) = corner(usize::from(at.x), usize::from(at.y));
            (x + size / 2.0, y + size / 2.0)
        };
        for (from, to) in lines(board, drawing) {
            page.line(Outline::line(&[centre(from), centre(to)]), LINE, 0.4);
        }
    }
    let mut pages = vec![page];
    pages.extend(tokens(board, (width, height), size * 0.8, fonts));
    pages
}

/// The style of the squares. Without a layout, it follows from the pieces, as on the web table.
fn style(board: &BoardScene, drawing: Option<&BoardDrawing>) -> BoardStyle {
    if let Some(style) = drawing.and_then(|drawing| drawing.style) {
        return style;
    }
    let glyphs = || board.pieces.iter().map(|piece| piece.glyph.as_str());
    if glyphs().any(is_written) {
        // If both sides have the same symbols, which point at the opponent, pieces stand in squares.
        let shared = board.pieces.iter().any(|piece| {
            let same = |other: &PieceScene| other.glyph == piece.glyph && other.owner != piece.owner;
            is_written(&piece.glyph) && board.pieces.iter().any(same)
        });
        return if shared { BoardStyle::Squares } else { BoardStyle::Points };
    }
    let is_figure = |glyph: &str| {
        let mut signs = glyph.chars();
        let (first, second, end) = (signs.next(), signs.next(), signs.next());
        glyph.contains(|sign: char| ('\u{2654}'..='\u{265f}').contains(&sign))
            || first.is_some_and(|sign| sign.is_ascii_uppercase())
                && second.is_some_and(|sign| sign.is_ascii_lowercase())
                && end.is_none()
    };
    match has_chequered_holes(board) || glyphs().any(is_figure) {
        true => BoardStyle::Chequered,
        false => BoardStyle::Squares,
    }
}

/// Whether a symbol belongs to a written script of East Asia.
fn is_written(glyph: &str) -> bool {
    glyph.contains(|sign: char| matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'))
}

/// Whether every second square is missing, as in draughts.
fn has_chequered_holes(board: &BoardScene) -> bool {
    let parity = |at: &Square| (at.x + at.y) % 2;
    let first = board.holes.first().map(parity);
    board.holes.len() * 2 == board.width * board.height && board.holes.iter().all(|hole| Some(parity(hole)) == first)
}

/// The lines of a board on which pieces stand on the crossings.
fn lines(board: &BoardScene, drawing: Option<&BoardDrawing>) -> Vec<(Square, Square)> {
    let (right, last) = ((board.width - 1) as u8, (board.height - 1) as u8);
    let square = |x: u8, y: u8| Square { x, y };
    let mut found: Vec<(Square, Square)> = (0..=last).map(|y| (square(0, y), square(right, y))).collect();
    for x in 0..=right {
        match drawing.and_then(|drawing| drawing.river).filter(|_| x > 0 && x < right) {
            Some(river) => {
                found.push((square(x, 0), square(x, river.saturating_sub(1))));
                found.push((square(x, river), square(x, last)));
            }
            None => found.push((square(x, 0), square(x, last))),
        }
    }
    let named = |name: &str| {
        let column = name.bytes().next()?.checked_sub(b'a')?;
        let row: u8 = name.get(1..)?.parse().ok()?;
        Some(square(column, row.checked_sub(1)?))
    };
    let diagonals = drawing.iter().flat_map(|drawing| &drawing.diagonals);
    found.extend(diagonals.filter_map(|[from, to]| Some((named(from)?, named(to)?))));
    found
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
    if let Some(figure) = figure(piece) {
        let part = size * 0.56 / 100.0;
        let place = Affine::place((part, part), (x - 50.0 * part, y - 55.0 * part));
        add(page, figure, Ink { fill: ink, cut: fill, light: fill }, place);
        return name(page, &piece.kind, (x, y), size, ink, fonts);
    }
    let glyph = piece.glyph.chars().count() <= 2 && fonts.missing(&piece.glyph).is_empty() && !piece.glyph.is_empty();
    let letter = match (&piece.letter, glyph) {
        (Some(letter), _) => letter.to_uppercase(),
        (None, true) => piece.glyph.clone(),
        (None, false) => piece.kind.chars().take(1).flat_map(char::to_uppercase).collect(),
    };
    let high = size * 0.46;
    let wide = fonts.width(Style::Display, &letter, high);
    page.fill(fonts.outline(Style::Display, &letter, (x - wide / 2.0, y + high * 0.2), high, 1.0), ink);
    name(page, &piece.kind, (x, y), size, ink, fonts);
}

/// Writes the kind of a piece into the lower part of its token.
fn name(page: &mut Drawing, kind: &str, (x, y): (f32, f32), size: f32, ink: Color, fonts: &Fonts) {
    let small = size * 0.11;
    let squeeze = (size * 0.7 / fonts.width(Style::Text, kind, small)).min(1.0);
    let wide = fonts.width(Style::Text, kind, small) * squeeze;
    page.fill(fonts.outline(Style::Text, kind, (x - wide / 2.0, y + size * 0.36), small, squeeze), ink);
}

/// The drawing of a piece that has a figure on the web table. For written symbols it is the international figure.
/// `None` if the piece has only a letter.
fn figure(piece: &PieceScene) -> Option<&'static str> {
    const BY_SIGN: [(&str, &str); 7] = [
        ("♙♟", "pawn"),
        ("♘♞", "knight"),
        ("♗♝", "bishop"),
        ("♖♜", "rook"),
        ("♕♛", "queen"),
        ("♔♚", "king"),
        ("■", "block"),
    ];
    const BY_KIND: [&str; 7] = ["pawn", "knight", "bishop", "rook", "queen", "king", "duck"];
    const INTERNATIONAL: [(&str, &str); 8] = [
        ("lance", "spear"),
        ("silver", "times"),
        ("gold", "plus"),
        ("soldier", "pawn"),
        ("cannon", "cannon"),
        ("horse", "knight"),
        ("chariot", "rook"),
        ("elephant", "elephant"),
    ];
    let kind = piece.kind.strip_prefix("promoted ").unwrap_or(&piece.kind);
    let by_kind = || BY_KIND.into_iter().find(|known| kind == *known || kind.ends_with(&format!(" {known}")));
    let shape = if is_written(&piece.glyph) {
        let special = INTERNATIONAL.into_iter().find(|(name, _)| *name == kind).map(|(_, shape)| shape);
        special.or(match kind {
            "advisor" => Some("hat"),
            "general" => Some("king"),
            _ => by_kind(),
        })
    } else {
        let first = piece.glyph.chars().next();
        let sign = BY_SIGN.into_iter().find(|(signs, _)| first.is_some_and(|first| signs.contains(first)));
        sign.map(|(_, shape)| shape).or_else(by_kind)
    };
    shape.and_then(|shape| figures().pieces.get(shape)).map(String::as_str)
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
        let made = pages(&board, None, (210.0, 297.0), &Fonts::default());
        assert_eq!(made.len(), 2);
        assert_eq!(made[0].shapes.len(), 2 * 5, "five squares, each with a line around it");
        let lettered = BoardScene {
            pieces: vec![PieceScene { glyph: "W".into(), kind: "wizard".into(), ..piece(0, "") }],
            ..board.clone()
        };
        let letters = pages(&lettered, None, (210.0, 297.0), &Fonts::default());
        assert_eq!(letters[1].shapes.len(), 4, "a disc with its rim, a letter and a name");
        assert!(made[1].shapes.len() > 2 * 4, "a figure has several parts");
        assert!(pages(&BoardScene::default(), None, (210.0, 297.0), &Fonts::default()).is_empty());
    }

    #[test]
    fn boards_look_as_on_the_web_table() {
        let piece = |glyph: &str, owner: u8| -> PieceScene {
            let at = Square { x: 0, y: 0 };
            serde_json::from_value(serde_json::json!({ "at": at, "glyph": glyph, "owner": owner })).expect("a piece")
        };
        let of = |pieces: Vec<PieceScene>| {
            style(&BoardScene { width: 9, height: 10, pieces, ..BoardScene::default() }, None)
        };
        assert_eq!(of(vec![piece("♞", 0)]), BoardStyle::Chequered);
        assert_eq!(of(vec![piece("●", 0)]), BoardStyle::Squares);
        assert_eq!(of(vec![piece("兵", 0), piece("卒", 1)]), BoardStyle::Points);
        assert_eq!(of(vec![piece("歩", 0), piece("歩", 1)]), BoardStyle::Squares);
        let board = BoardScene { width: 9, height: 10, ..BoardScene::default() };
        let river =
            BoardDrawing { river: Some(5), diagonals: vec![["d1".into(), "f3".into()]], ..BoardDrawing::default() };
        assert_eq!(lines(&board, None).len(), 10 + 9);
        let found = lines(&board, Some(&river));
        assert_eq!(found.len(), 10 + 2 + 2 * 7 + 1);
        assert_eq!(found.last(), Some(&(Square { x: 3, y: 0 }, Square { x: 5, y: 2 })));
    }
}
