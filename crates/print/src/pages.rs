//! Lays out the pages: sheets of cards with their backs, the board, its tokens, and the leaflet.

use crate::drawing::{Color, Drawing};
use crate::face::{Artist, HEIGHT, WIDTH};
use crate::outline::{Affine, Outline};
use crate::pdf::{PdfFile, Placed, Stored};
use crate::pictures::Pictures;
use crate::{Components, PrintedFile, Settings, board, leaflet, notes};
use std::collections::BTreeMap;

/// The smallest margin of a page in millimetres. Printers cannot print closer to the edge.
const MARGIN: f32 = 4.0;
/// Maximum length of a cut mark in millimetres.
const MARK: f32 = 4.0;
/// The space between a cut mark and the cards.
const GAP: f32 = 1.0;
/// The width of a cut mark.
const THIN: f32 = 0.1;

/// The places of the cards on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub columns: usize,
    pub rows: usize,
    /// The left upper corner of the first cell.
    left: f32,
    top: f32,
    /// The size of a cell: a card with its bleed.
    cell: (f32, f32),
}

impl Grid {
    /// Computes how many cards fit on a page.
    ///
    /// # Errors
    /// If not even one card fits.
    pub fn of(settings: &Settings) -> Result<Grid, String> {
        let ((width, height), bleed) = (settings.paper, settings.bleed);
        let cell = (settings.card.0 + 2.0 * bleed, settings.card.1 + 2.0 * bleed);
        let fits = |room: f32, size: f32| ((room - 2.0 * MARGIN) / size).floor().max(0.0) as usize;
        let (columns, rows) = (fits(width, cell.0), fits(height, cell.1));
        if columns * rows == 0 {
            let (wide, high) = cell;
            return Err(format!(
                "a card of {wide} × {high} mm with its bleed does not fit on a page of {width} × {height} mm"
            ));
        }
        let left = (width - columns as f32 * cell.0) / 2.0;
        let top = (height - rows as f32 * cell.1) / 2.0;
        Ok(Grid { columns, rows, left, top, cell })
    }

    /// The number of cards on a page.
    pub fn places(&self) -> usize {
        self.columns * self.rows
    }

    /// The left upper corner of a cell. On a page of backs, the first column is at the right, so that it lies behind
    /// the first column of the faces.
    fn corner(&self, place: usize, mirrored: bool) -> (f32, f32) {
        let (row, column) = (place / self.columns, place % self.columns);
        let column = if mirrored { self.columns - 1 - column } else { column };
        (self.left + column as f32 * self.cell.0, self.top + row as f32 * self.cell.1)
    }

    /// The lines that show where to cut.
    fn marks(&self, settings: &Settings) -> Drawing {
        let (width, height) = settings.paper;
        let mut marks = Drawing::new(width, height, Color::WHITE);
        if !settings.marks {
            return marks;
        }
        let bleed = settings.bleed;
        let (right, below) = (self.left + self.columns as f32 * self.cell.0, self.top + self.rows as f32 * self.cell.1);
        let long = |margin: f32| MARK.min(margin - GAP - 0.5).max(0.0);
        for column in 0..self.columns {
            let start = self.left + column as f32 * self.cell.0;
            for x in [start + bleed, start + self.cell.0 - bleed] {
                let long = long(self.top);
                for (from, to) in [(self.top - GAP - long, self.top - GAP), (below + GAP, below + GAP + long)] {
                    marks.line(Outline::line(&[(x, from), (x, to)]), Color::BLACK, THIN);
                }
            }
        }
        for row in 0..self.rows {
            let start = self.top + row as f32 * self.cell.1;
            for y in [start + bleed, start + self.cell.1 - bleed] {
                let long = long(self.left);
                for (from, to) in [(self.left - GAP - long, self.left - GAP), (right + GAP, right + GAP + long)] {
                    marks.line(Outline::line(&[(from, y), (to, y)]), Color::BLACK, THIN);
                }
            }
        }
        marks
    }

    /// Places a card on a cell of the page.
    fn placed(&self, place: usize, mirrored: bool, stored: Stored, ground: Color, settings: &Settings) -> Placed {
        let (x, y) = self.corner(place, mirrored);
        let scale = (settings.card.0 / WIDTH, settings.card.1 / HEIGHT);
        let map = Affine::place(scale, (x + settings.bleed, y + settings.bleed));
        Placed { drawing: stored, map, clip: [x, y, self.cell.0, self.cell.1], ground }
    }
}

pub(crate) fn print(
    components: &Components,
    settings: &Settings,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<PrintedFile, String> {
    let grid = Grid::of(settings)?;
    let mut file = PdfFile::new(&components.title);
    let mut artist = Artist::default();
    let mut pictures = Pictures::new(read);
    let marks = grid.marks(settings);

    let mut backs: BTreeMap<&str, (Stored, Color)> = BTreeMap::new();
    let mut faces: Vec<(Stored, Color, &str)> = Vec::new();
    for card in &components.cards {
        if !backs.contains_key(card.deck.as_str()) {
            let name = (!backs.is_empty()).then_some(card.deck.as_str());
            let back = artist.back(name);
            backs.insert(&card.deck, (file.store(&back, &mut pictures), back.ground));
        }
        let face = artist.face(&card.face);
        let stored = file.store(&face, &mut pictures);
        faces.extend(std::iter::repeat_n((stored, face.ground, card.deck.as_str()), card.count));
    }
    for sheet in faces.chunks(grid.places()) {
        let front = sheet.iter().enumerate();
        let front = front.map(|(place, (stored, ground, _))| grid.placed(place, false, *stored, *ground, settings));
        file.page(settings.paper, &front.collect::<Vec<_>>(), &marks);
        if settings.backs {
            let behind = sheet.iter().enumerate().filter_map(|(place, (.., deck))| {
                let (stored, ground) = backs.get(deck)?;
                Some(grid.placed(place, true, *stored, *ground, settings))
            });
            file.page(settings.paper, &behind.collect::<Vec<_>>(), &Drawing::new(0.0, 0.0, Color::WHITE));
        }
    }
    if let Some(board) = &components.board {
        for page in board::pages(board, components.style.as_ref(), settings.paper, &artist.fonts) {
            file.page(settings.paper, &[], &page);
        }
    }
    if !components.rules.trim().is_empty() {
        for page in leaflet::pages(&components.title, &components.rules, settings.paper, &artist.fonts) {
            file.page(settings.paper, &[], &page);
        }
    }
    let notes = notes(components, &artist, &pictures);
    Ok(PrintedFile { pages: file.pages(), bytes: file.finish(), notes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PrintedCard;
    use rulebook_scene::FaceScene;

    #[test]
    fn nine_cards_fit_on_both_papers() {
        for paper in [Settings::A4, Settings::LETTER] {
            let grid = Grid::of(&Settings { paper, ..Settings::default() }).expect("cards fit");
            assert_eq!((grid.columns, grid.rows), (3, 3), "{paper:?}");
        }
        let wide = Settings { card: (220.0, 88.0), ..Settings::default() };
        assert!(Grid::of(&wide).expect_err("too wide").contains("222 × 90 mm"));
    }

    #[test]
    fn backs_lie_behind_their_faces() {
        let settings = Settings::default();
        let grid = Grid::of(&settings).expect("cards fit");
        let width = settings.paper.0;
        for place in 0..grid.places() {
            let (front, behind) = (grid.corner(place, false), grid.corner(place, true));
            // Turning the sheet over its long edge maps x to width - x.
            assert!((front.0 - (width - behind.0 - grid.cell.0)).abs() < 1e-3 && front.1 == behind.1, "{place}");
        }
    }

    #[test]
    fn pages_of_cards_backs_and_rules() {
        let face = |name: &str| FaceScene { id: name.into(), name: name.into(), ..FaceScene::default() };
        let card = |name: &str, count| PrintedCard { face: face(name), deck: "trees".into(), count };
        let components = Components {
            title: "Trees".into(),
            cards: vec![card("Oak", 8), card("Fir", 3)],
            rules: "Plant trees.".into(),
            ..Components::default()
        };
        let made = print(&components, &Settings::default(), &|_| None).expect("a file");
        assert_eq!((made.pages, made.notes.len()), (5, 0), "two sheets with backs, and the rules: {:?}", made.notes);
        assert!(made.bytes.starts_with(b"%PDF-") && made.bytes.len() > 2_000);
        let plain = Settings { backs: false, ..Settings::default() };
        assert_eq!(print(&components, &plain, &|_| None).expect("a file").pages, 3);
    }

    #[test]
    fn missing_pictures_and_letters_are_reported() {
        let text = vec![("art".to_owned(), "oak.webp".to_owned()), ("text".to_owned(), "漢".to_owned())];
        let face = FaceScene { id: "Oak".into(), name: "Oak".into(), text, ..FaceScene::default() };
        let cards = vec![PrintedCard { face, deck: String::new(), count: 1 }];
        let made =
            print(&Components { cards, ..Components::default() }, &Settings::default(), &|_| None).expect("a file");
        assert_eq!(
            made.notes,
            [
                "the picture oak.webp cannot be printed; PNG and JPEG files can",
                "the fonts do not have these letters: 漢"
            ]
        );
    }
}
