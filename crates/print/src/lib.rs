//! Prints the components of a game: cards, backs, a board with its tokens, and the rules as a leaflet.
//!
//! The cards look as on the web table: `face` draws the same shapes with the same colours, and both read their figures
//! from `web/src/art/figures.json`. A [`Drawing`] is a list of shapes: filled outlines, lines and pictures. Letters are
//! outlines, so a printer needs no fonts. From drawings this crate makes
//!
//! - a PDF file with sheets of cards, with bleed and cut marks ([`pdf`]);
//! - a PNG file for each card ([`png`]);
//! - the files of a deck for Tabletop Simulator ([`tabletop`]).
//!
//! The crate knows no game. The caller passes faces from scenes, and reads the picture files.

#![warn(missing_docs)]

mod board;
mod courts;
mod drawing;
mod face;
mod figures;
mod fonts;
mod leaflet;
mod outline;
mod pages;
mod pdf;
mod pictures;
mod raster;
mod sign;
mod tabletop;
mod text;

pub use drawing::{Color, Drawing, Shape};
pub use outline::{Affine, Outline, Segment};
pub use tabletop::tabletop;

use face::Artist;
use pictures::Pictures;
use rulebook_scene::layout::Drawing as BoardDrawing;
use rulebook_scene::{BoardScene, FaceScene};

/// The components of a game.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// The name of the game.
    pub title: String,
    /// The different cards.
    pub cards: Vec<PrintedCard>,
    /// The board at the start of a match.
    pub board: Option<BoardScene>,
    /// The drawing style of the board in the layout of the game.
    pub style: Option<BoardDrawing>,
    /// The rules as Markdown. Empty if there is no leaflet.
    pub rules: String,
}

/// Cards that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCard {
    /// The face.
    pub face: FaceScene,
    /// The name of the deck, which has its own back.
    pub deck: String,
    /// The number of copies.
    pub count: usize,
}

/// The paper and the cards on it. All lengths are in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Width and height of a page.
    pub paper: (f32, f32),
    /// Width and height of a card.
    pub card: (f32, f32),
    /// The strip around each card that is printed and cut off.
    pub bleed: f32,
    /// Whether lines at the margins show where to cut.
    pub marks: bool,
    /// Whether each page of faces is followed by a page of backs, for printing on both sides.
    pub backs: bool,
}

impl Settings {
    /// A page of A4.
    pub const A4: (f32, f32) = (210.0, 297.0);
    /// A page of the format Letter.
    pub const LETTER: (f32, f32) = (215.9, 279.4);
    /// A card for poker.
    pub const POKER: (f32, f32) = (63.0, 88.0);
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { paper: Settings::A4, card: Settings::POKER, bleed: 1.0, marks: true, backs: true }
    }
}

/// A printed file, with notes for the author about parts that could not be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintedFile {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of pages.
    pub pages: usize,
    /// Sentences about pictures that could not be drawn and letters that the fonts do not have.
    pub notes: Vec<String>,
}

/// Prints all components into one PDF file. `read` returns the bytes of a picture file of the game.
///
/// # Errors
/// If a card with its bleed does not fit on a page.
pub fn pdf(
    components: &Components,
    settings: &Settings,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<PrintedFile, String> {
    pages::print(components, settings, read)
}

/// A face as a PNG file with this width in pixels.
pub fn png(face: &FaceScene, width: u32, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let drawing = Artist::default().face(face);
    raster::pixels(&drawing, width, &mut Pictures::new(read))?.encode_png().ok()
}

/// Sentences about files and letters that could not be printed.
fn notes(components: &Components, artist: &Artist, pictures: &Pictures<'_>) -> Vec<String> {
    let mut notes: Vec<String> = pictures
        .missing()
        .map(|file| format!("the picture {file} cannot be printed; PNG and JPEG files can"))
        .collect();
    let words = components.cards.iter().flat_map(|card| {
        let values = card.face.text.iter().filter(|(key, _)| key != "art").map(|(_, value)| value.as_str());
        values.chain([card.face.name.as_str()])
    });
    let mut missing: Vec<char> = words.flat_map(|text| artist.fonts.missing(text)).collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        let letters: String = missing.iter().take(20).collect();
        notes.push(format!("the fonts do not have these letters: {letters}"));
    }
    notes
}
