//! Breaks text into lines of a width and draws them. Words in braces become signs.

use crate::drawing::{Color, Drawing};
use crate::fonts::{Fonts, Style};
use crate::sign;

/// A part of a word: letters in one style, or a sign.
#[derive(Clone, Debug, PartialEq)]
enum WordPart {
    Letters(String, Style, Color),
    Sign(String),
}

/// Parts without a space between them.
type Word = Vec<WordPart>;

/// A text in paragraphs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paragraphs(Vec<Vec<Word>>);

/// The distance between base lines, as a multiple of the font size.
pub const LEADING: f32 = 1.25;
/// The additional distance between paragraphs, as a multiple of the font size.
const PARAGRAPH: f32 = 0.22;
/// The width of a sign, as a multiple of the font size.
const SIGN: f32 = 1.05;
/// The space on each side of a sign, as a multiple of the font size.
const ASIDE: f32 = 0.06;

impl Paragraphs {
    /// Adds the lines of a text. Words in round brackets are slanted, and words in braces become signs.
    pub fn add(&mut self, text: &str, style: Style, color: Color, faint: Color) {
        for line in text.split('\n') {
            let mut words = vec![Word::new()];
            let mut depth = 0_usize;
            let mut rest = line;
            while let Some(letter) = rest.chars().next() {
                if let Some((sign, after)) = sign::at_start(rest) {
                    push(&mut words).push(WordPart::Sign(sign.to_owned()));
                    rest = after;
                    continue;
                }
                rest = &rest[letter.len_utf8()..];
                if letter.is_whitespace() {
                    words.push(Word::new());
                    continue;
                }
                depth += usize::from(letter == '(');
                let (style, color) = if depth > 0 { (Style::Italic, faint) } else { (style, color) };
                match push(&mut words).last_mut() {
                    Some(WordPart::Letters(letters, same, _)) if *same == style => letters.push(letter),
                    _ => push(&mut words).push(WordPart::Letters(letter.to_string(), style, color)),
                }
                depth = depth.saturating_sub(usize::from(letter == ')'));
            }
            words.retain(|word| !word.is_empty());
            self.0.push(words);
        }
    }

    /// Adds pairs of a name and a value, all in one paragraph.
    pub fn add_values(&mut self, values: &[(String, String)], color: Color, faint: Color) {
        let mut words = Vec::new();
        for (name, value) in values {
            let named =
                name.split_whitespace().map(|word| vec![WordPart::Letters(word.to_owned(), Style::Italic, faint)]);
            words.extend(named);
            let mut inner = Paragraphs::default();
            inner.add(&value.replace('\n', " "), Style::Bold, color, color);
            words.extend(inner.0.into_iter().flatten());
        }
        self.0.push(words);
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// The height of the text at this size, broken to this width.
    pub fn height(&self, fonts: &Fonts, width: f32, size: f32) -> f32 {
        let lines: usize = self.0.iter().map(|words| broken(fonts, words, width, size).len().max(1)).sum();
        lines as f32 * size * LEADING + self.0.len().saturating_sub(1) as f32 * size * PARAGRAPH
    }

    /// The largest font size at which the text fits into a box, in steps of 0.2 below `largest`. Returns `smallest` if
    /// no size fits.
    pub fn size(&self, fonts: &Fonts, width: f32, height: f32, largest: f32, smallest: f32) -> f32 {
        let steps = ((largest - smallest) / 0.2).ceil() as usize;
        let sizes = (0..steps).map(|step| largest - 0.2 * step as f32);
        sizes.into_iter().find(|size| self.fits(fonts, width, height, *size)).unwrap_or(smallest)
    }

    fn fits(&self, fonts: &Fonts, width: f32, height: f32, size: f32) -> bool {
        let widest = self.0.iter().flatten().map(|word| length(fonts, word, size)).fold(0.0, f32::max);
        widest <= width && self.height(fonts, width, size) <= height
    }

    /// Draws the text from this left upper corner. Returns its height.
    pub fn draw(&self, drawing: &mut Drawing, fonts: &Fonts, (x, y): (f32, f32), width: f32, size: f32) -> f32 {
        let mut down = y;
        for (at, words) in self.0.iter().enumerate() {
            down += if at > 0 { size * PARAGRAPH } else { 0.0 };
            let lines = broken(fonts, words, width, size);
            for line in &lines {
                draw_line(drawing, fonts, line, (x, down + size * 0.95), size);
                down += size * LEADING;
            }
            down += if lines.is_empty() { size * LEADING } else { 0.0 };
        }
        down - y
    }
}

/// The last word, to which parts are added.
fn push(words: &mut [Word]) -> &mut Word {
    words.last_mut().expect("a text has at least one word, which may be empty")
}

fn length(fonts: &Fonts, word: &Word, size: f32) -> f32 {
    let part = |part: &WordPart| match part {
        WordPart::Letters(letters, style, _) => fonts.width(*style, letters, size),
        WordPart::Sign(_) => (SIGN + 2.0 * ASIDE) * size,
    };
    word.iter().map(part).sum()
}

/// Breaks words into lines. A word that is too long has a line of its own.
fn broken<'w>(fonts: &Fonts, words: &'w [Word], width: f32, size: f32) -> Vec<Vec<&'w Word>> {
    let space = fonts.width(Style::Text, " ", size);
    let mut lines: Vec<Vec<&Word>> = Vec::new();
    let mut used = 0.0;
    for word in words {
        let own = length(fonts, word, size);
        match lines.last_mut() {
            Some(line) if used + space + own <= width => {
                line.push(word);
                used += space + own;
            }
            _ => {
                lines.push(vec![word]);
                used = own;
            }
        }
    }
    lines
}

fn draw_line(drawing: &mut Drawing, fonts: &Fonts, words: &[&Word], (x, y): (f32, f32), size: f32) {
    let mut along = x;
    for word in words {
        for part in *word {
            match part {
                WordPart::Letters(letters, style, color) => {
                    drawing.fill(fonts.outline(*style, letters, (along, y), size, 1.0), *color);
                    along += fonts.width(*style, letters, size);
                }
                WordPart::Sign(name) => {
                    sign::draw(drawing, fonts, name, (along + ASIDE * size, y - 0.89 * size), SIGN * size);
                    along += (SIGN + 2.0 * ASIDE) * size;
                }
            }
        }
        along += fonts.width(Style::Text, " ", size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraphs(text: &str) -> Paragraphs {
        let mut paragraphs = Paragraphs::default();
        paragraphs.add(text, Style::Text, Color::BLACK, Color::WHITE);
        paragraphs
    }

    #[test]
    fn words_are_broken_to_the_width() {
        let fonts = Fonts::default();
        let text = paragraphs("Draw a card, then discard a card.\nTwice.");
        let (narrow, wide) = (text.height(&fonts, 30.0, 7.0), text.height(&fonts, 300.0, 7.0));
        assert!(narrow > wide * 2.0, "{narrow} {wide}");
        assert!((wide - 7.0 * (2.0 * LEADING + PARAGRAPH)).abs() < 1e-3, "two lines: {wide}");
        let size = text.size(&fonts, 40.0, 30.0, 11.0, 3.6);
        assert!(text.height(&fonts, 40.0, size) <= 30.0 && text.height(&fonts, 40.0, size + 0.2) > 30.0, "{size}");
    }

    #[test]
    fn braces_are_signs_and_brackets_are_slanted() {
        let Paragraphs(lines) = paragraphs("{sun}: take {2} (all of it)");
        let sign = |name: &str| WordPart::Sign(name.to_owned());
        assert_eq!(lines[0][0], [sign("sun"), WordPart::Letters(":".into(), Style::Text, Color::BLACK)]);
        assert_eq!(lines[0][2], [sign("2")]);
        assert_eq!(lines[0][3], [WordPart::Letters("(all".into(), Style::Italic, Color::WHITE)]);
        assert_eq!(lines[0].len(), 6);
        assert_eq!(paragraphs("a { b }").0[0].len(), 4, "braces with spaces are letters");
    }
}
