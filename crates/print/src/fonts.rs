//! Turns text into outlines with the fonts of the web table: Inter for text, Fraunces for titles. See `fonts/` for
//! their licences.

use crate::outline::{Affine, Outline, Point, Segment, quadratic};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const TEXT: &[u8] = include_bytes!("../fonts/text.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/bold.ttf");
const DISPLAY: &[u8] = include_bytes!("../fonts/display.ttf");

/// The slant of italics: the fonts have no italic letters.
const SLANT: f32 = 0.2;

/// A style of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Running text.
    Text,
    /// Running text, slanted.
    Italic,
    /// Bold text.
    Bold,
    /// Titles.
    Display,
}

/// The fonts.
pub struct Fonts {
    text: Face<'static>,
    bold: Face<'static>,
    display: Face<'static>,
}

impl Default for Fonts {
    fn default() -> Fonts {
        let read = |bytes: &'static [u8]| Face::parse(bytes, 0).expect("the fonts of this crate can be read");
        Fonts { text: read(TEXT), bold: read(BOLD), display: read(DISPLAY) }
    }
}

impl Fonts {
    /// The glyph of a letter: from the font of the style, else from the font of text. A letter in no font becomes a box.
    fn glyph(&self, style: Style, letter: char) -> (&Face<'static>, GlyphId) {
        let own = match style {
            Style::Text | Style::Italic => &self.text,
            Style::Bold => &self.bold,
            Style::Display => &self.display,
        };
        let found = [own, &self.text].into_iter().find_map(|face| Some((face, face.glyph_index(letter)?)));
        found.unwrap_or((own, GlyphId(0)))
    }

    /// The letters of a text that no font has.
    pub fn missing(&self, text: &str) -> Vec<char> {
        let has = |letter: char| letter.is_whitespace() || self.text.glyph_index(letter).is_some();
        text.chars().filter(|letter| !has(*letter)).collect()
    }

    /// The width of a text in one line.
    pub fn width(&self, style: Style, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.advance(style, letter, size)).sum()
    }

    fn advance(&self, style: Style, letter: char, size: f32) -> f32 {
        let (face, glyph) = self.glyph(style, letter);
        f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * size / f32::from(face.units_per_em())
    }

    /// The outlines of a text in one line. The point is the left end of its base line. `squeeze` scales the width.
    pub fn outline(&self, style: Style, text: &str, (x, y): Point, size: f32, squeeze: f32) -> Outline {
        let mut whole = Outline::default();
        let mut along = 0.0;
        for letter in text.chars() {
            let (face, glyph) = self.glyph(style, letter);
            let scale = size / f32::from(face.units_per_em());
            let mut pen = Pen::default();
            if face.outline_glyph(glyph, &mut pen).is_some() {
                let slant = if style == Style::Italic { SLANT * scale } else { 0.0 };
                let place = Affine([scale * squeeze, 0.0, slant, -scale, x + along * squeeze, y]);
                whole.add(pen.outline.map(place));
            }
            along += self.advance(style, letter, size);
        }
        whole
    }
}

#[derive(Default)]
struct Pen {
    outline: Outline,
    at: Point,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        self.outline.0.push(Segment::Move(self.at));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        self.outline.0.push(Segment::Line(self.at));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.outline.0.push(quadratic(self.at, (x1, y1), (x, y)));
        self.at = (x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.at = (x, y);
        self.outline.0.push(Segment::Curve((x1, y1), (x2, y2), self.at));
    }

    fn close(&mut self) {
        self.outline.0.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_outlines_and_widths() {
        let fonts = Fonts::default();
        assert!(fonts.width(Style::Text, "mm", 10.0) > 2.0 * fonts.width(Style::Text, "ii", 10.0));
        assert!((fonts.width(Style::Bold, "ab", 20.0) - 2.0 * fonts.width(Style::Bold, "ab", 10.0)).abs() < 1e-3);
        assert!(fonts.outline(Style::Display, "A", (0.0, 0.0), 10.0, 1.0).0.len() > 5);
        assert!(fonts.missing("Äpfel, Ябълка, Łódź").is_empty());
        assert_eq!(fonts.missing("a漢b"), ['漢']);
    }
}
