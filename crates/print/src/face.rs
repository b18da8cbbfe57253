//! Draws the faces of cards as the web table does (`web/src/art`). A face is 100 units wide and 140 units high.

use crate::courts;
use crate::drawing::{Color, Drawing};
use crate::figures::{Ink, Word, add, figures, known_word, singular};
use crate::fonts::{Fonts, Style};
use crate::outline::{Affine, Outline};
use crate::sign;
use crate::text::Paragraphs;
use rulebook_scene::{FaceScene, usual_rank};

/// The width of a card.
pub const WIDTH: f32 = 100.0;
/// The height of a card.
pub const HEIGHT: f32 = 140.0;

/// The colour of most letters.
const INK: Color = Color(35, 32, 26);
/// The colour of reminder text and of the names of values.
const FAINT: Color = Color(85, 78, 64);
/// The background of faces with a picture.
const FRAME: Color = Color(23, 18, 11);
/// The paper of playing cards.
const PAPER: Color = Color(255, 253, 248);
/// The colour of the strip with the type.
const STRIP: Color = Color(251, 248, 241);
const RED: Color = Color(192, 30, 38);
const BLACK: Color = Color(27, 27, 31);

/// The division of a face with text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Frame {
    /// A picture above the words.
    #[default]
    Art,
    /// Words alone.
    Text,
    /// A picture behind everything.
    Full,
}

/// The values of a face, sorted by where they are drawn.
#[derive(Debug, Default)]
struct Printed {
    cost: String,
    /// The cost as the game writes it.
    written_cost: String,
    kind: String,
    rules: String,
    size: String,
    art: String,
    icon: String,
    color: String,
    frame: Frame,
    /// All other values: name and text.
    lines: Vec<(String, String)>,
}

impl Printed {
    fn of(face: &FaceScene) -> Printed {
        let mut found = Printed::default();
        for (key, value) in &face.text {
            let value = value.as_str();
            match (key.as_str(), value) {
                ("type", _) => found.kind = value.to_owned(),
                ("size", _) => found.size = value.to_owned(),
                ("art", _) => found.art = value.to_owned(),
                ("icon", _) => found.icon = value.trim_matches(['{', '}']).to_owned(),
                ("text" | "rules", _) => {
                    if !found.rules.is_empty() {
                        found.rules.push('\n');
                    }
                    found.rules += value;
                }
                ("cost", _) => {
                    let short = value.chars().count() <= 3
                        && value.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '/'));
                    found.cost = if short && !value.is_empty() { format!("{{{value}}}") } else { value.to_owned() };
                    found.written_cost = value.to_owned();
                }
                ("color", _) => {
                    found.color = value.to_owned();
                    if !value.starts_with('#') {
                        found.lines.push((key.clone(), value.to_owned()));
                    }
                }
                ("frame", "art") => found.frame = Frame::Art,
                ("frame", "text") => found.frame = Frame::Text,
                ("frame", "full") => found.frame = Frame::Full,
                ("printed size", _) => {}
                _ => found.lines.push((key.replace('_', " "), value.to_owned())),
            }
        }
        found
    }
}

/// Draws faces. Remembers the colours of suits, so that each suit has one colour on all cards.
#[derive(Default)]
pub struct Artist {
    /// The fonts.
    pub fonts: Fonts,
    /// The suits without a colour of their own, in the order in which they appeared.
    suits: Vec<String>,
}

/// The colour and the figure of a suit.
struct SuitStyle {
    hue: f32,
    figure: String,
    pale: bool,
}

impl Artist {
    /// Draws a face.
    pub fn face(&mut self, face: &FaceScene) -> Drawing {
        let printed = Printed::of(face);
        let plain = printed.rules.is_empty() && printed.kind.is_empty() && printed.cost.is_empty();
        let suit = face.suit.as_deref().and_then(french);
        let rank = face.rank.as_deref().map(usual_rank);
        if is_joker(face) {
            return self.joker(face);
        }
        match (&face.rank, &face.suit) {
            (Some(rank), Some(suit)) if is_own_suit(face) && plain => self.suited(rank, suit, &printed.lines),
            (Some(_), Some(_)) if suit.is_some() && rank.is_some_and(|rank| RANKS.contains(&rank)) => {
                self.classic(rank.unwrap_or_default(), suit.unwrap_or('S'))
            }
            _ => self.printed(face, &printed),
        }
    }

    /// A card with a title, a picture and words.
    fn printed(&mut self, face: &FaceScene, printed: &Printed) -> Drawing {
        let name = name_of(face);
        let (hue, strength) = tint(face, printed);
        let shade = |saturation: f32, lightness: f32| Color::hsl(hue, saturation * strength, lightness);
        let mut drawing = Drawing::new(WIDTH, HEIGHT, FRAME);
        drawing.fill(Outline::rect(0.0, 0.0, WIDTH, HEIGHT), FRAME);
        let (picture, strip) = match printed.frame {
            Frame::Art => (54.0, 73.0),
            Frame::Text => (0.0, 19.0),
            Frame::Full => (117.0, 90.0),
        };
        if picture > 0.0 {
            self.picture(&mut drawing, face, printed, (19.0, picture), (hue, strength));
        }
        drawing.fill(Outline::rounded(4.0, 4.0, 92.0, 15.0, 3.0), shade(0.48, 0.27));
        self.title(&mut drawing, &name, &printed.cost);
        if !printed.icon.is_empty() && picture > 0.0 {
            sign::draw(&mut drawing, &self.fonts, &printed.icon, (7.0, 22.0), 24.0 * 0.62);
        }
        let opacity = if printed.frame == Frame::Full { 0.88 } else { 1.0 };
        let top = if printed.kind.is_empty() { strip } else { strip + 12.5 };
        if !printed.kind.is_empty() {
            drawing.tint(Outline::rect(4.0, strip, 92.0, 12.5), STRIP, opacity);
            self.line(&mut drawing, Style::Bold, &printed.kind, (7.0, strip + 8.9), 7.0, 86.0, INK);
        }
        drawing.tint(Outline::rounded(4.0, top, 92.0, 136.0 - top, 3.0), shade(0.45, 0.94), opacity);
        let room = 136.0 - top - if printed.size.is_empty() { 4.0 } else { 10.0 };
        let mut words = Paragraphs::default();
        if !printed.rules.is_empty() {
            words.add(&printed.rules, Style::Text, INK, FAINT);
        }
        if !printed.lines.is_empty() {
            words.add_values(&printed.lines, INK, FAINT);
        }
        if !words.is_empty() {
            let largest = if printed.rules.is_empty() { 11.0 } else { 7.4 };
            let size = words.size(&self.fonts, 86.0, room, largest, 3.6);
            words.draw(&mut drawing, &self.fonts, (7.0, top + 2.0), 86.0, size);
        }
        if !printed.size.is_empty() {
            let wide = (printed.size.chars().count() as f32 * 7.6 + 6.0).max(27.0);
            let badge = Outline::rounded(97.0 - wide, 120.0, wide, 17.0, 5.0);
            drawing.fill(badge.clone(), PAPER);
            drawing.line(badge, INK, 1.4);
            self.centred(&mut drawing, Style::Bold, &printed.size, (97.0 - wide / 2.0, 132.9), 11.5, wide - 4.0, INK);
        }
        drawing
    }

    fn title(&self, drawing: &mut Drawing, name: &str, cost: &str) {
        let signs = sign::all(cost);
        let count = signs.len() as f32;
        let room = 86.0 - if signs.is_empty() { 0.0 } else { (count * 9.0).min(35.0) + 2.0 };
        let width = self.fonts.width(Style::Display, name, 8.8);
        let size = (8.8 * room / width).clamp(6.2, 8.8);
        self.line(drawing, Style::Display, name, (7.5, 14.2), size, room, Color::WHITE);
        let step = 9.0_f32.min(34.0 / count.max(1.0));
        for (at, name) in signs.iter().enumerate() {
            let x = 94.5 - 8.2 - (signs.len() - 1 - at) as f32 * step;
            sign::draw(drawing, &self.fonts, name, (x, 7.4), 8.2);
        }
    }

    /// Draws a picture generated from the name and type of a card. If the card has a picture file, the file covers the
    /// generated picture.
    fn picture(&self, drawing: &mut Drawing, face: &FaceScene, printed: &Printed, band: (f32, f32), tint: (f32, f32)) {
        let ((y, height), (hue, strength)) = (band, tint);
        let shade =
            |turn: f32, saturation: f32, lightness: f32| Color::hsl(hue + turn, saturation * strength, lightness);
        // Scale the box of 120 by 80 until it fills the band. The frame covers the parts outside the band.
        let scale = (92.0 / 120.0_f32).max(height / 80.0);
        let map = Affine::place((scale, scale), (50.0 - 60.0 * scale, y + height / 2.0 - 40.0 * scale));
        let seed = hash(&name_of(face));
        let (light_x, light_y) = (18.0 + (seed % 84) as f32, 16.0 + (seed % 13) as f32);
        let figure = figure_of(face, printed, seed);
        let land = ["mountain", "plains", "swamp", "island", "forest", "hills"].contains(&figure);
        let mut scene = Drawing::new(120.0, 80.0, FRAME);
        scene.fill(Outline::rect(0.0, 0.0, 120.0, 80.0), shade(0.0, 0.42, 0.27));
        scene.tint(Outline::rect(0.0, 26.0, 120.0, 54.0), shade(18.0, 0.62, 0.62), 0.55);
        let sun = Color(255, 243, 207);
        scene.tint(Outline::circle(light_x, light_y, 17.0), sun, 0.25);
        scene.fill(Outline::circle(light_x, light_y, 10.0), sun);
        if !land {
            scene.fill(Outline::svg("M0 58 20 46 42 56 66 40 92 55 120 44V80H0z"), shade(0.0, 0.36, 0.28));
            scene.fill(Outline::svg("M0 70C30 60 60 74 120 64V80H0z"), shade(0.0, 0.38, 0.13));
        }
        let svg = figures().scenery.get(figure).or_else(|| figures().scenery.get("hills"));
        add(&mut scene, svg.map_or("", String::as_str), Ink::plain(shade(0.0, 0.40, 0.08)), Affine::UNIT);
        drawing.add(&scene, map);
        if !printed.art.is_empty() {
            drawing.shapes.push(crate::drawing::Shape::Picture(printed.art.clone(), [4.0, y, 92.0, height]));
        }
        // Draw the frame over the parts outside the band.
        let edges = [
            (0.0, 0.0, WIDTH, y),
            (0.0, y + height, WIDTH, HEIGHT - y - height),
            (0.0, 0.0, 4.0, HEIGHT),
            (96.0, 0.0, 4.0, HEIGHT),
        ];
        for (x, y, width, height) in edges {
            drawing.fill(Outline::rect(x, y, width, height), FRAME);
        }
    }

    /// A playing card with a French suit.
    fn classic(&self, rank: &str, suit: char) -> Drawing {
        let mut drawing = self.paper();
        let color = if matches!(suit, 'H' | 'D') { RED } else { BLACK };
        let outline = figures().outlines.get(&suit.to_string()).map(|svg| Outline::svg(svg)).unwrap_or_default();
        let place = |drawing: &mut Drawing, x: f32, y: f32, size: f32, down: bool| {
            let scale = if down { -size } else { size } / 100.0;
            drawing.fill(outline.map(Affine::place((scale, scale), (x - 50.0 * scale, y - 50.0 * scale))), color);
        };
        let size = if rank.len() > 1 { 16.5 } else { 19.0 };
        let width = self.fonts.width(Style::Display, rank, size);
        let corner = self.fonts.outline(
            Style::Display,
            rank,
            (10.5 - width.min(17.0) / 2.0, 21.0),
            size,
            (17.0 / width).min(1.0),
        );
        drawing.fill(corner.map(Affine::turn(180.0, (50.0, 70.0))), color);
        drawing.fill(corner, color);
        place(&mut drawing, 10.5, 31.0, 12.5, false);
        place(&mut drawing, 89.5, 109.0, 12.5, true);
        match rank.parse::<usize>() {
            Ok(count) => {
                for (x, y) in pips(count) {
                    place(&mut drawing, 30.0 + x * 0.4, 26.0 + y * 0.88, 19.0, y > 50.0);
                }
            }
            Err(_) if rank == "A" => place(&mut drawing, 50.0, 70.0, if suit == 'S' { 46.0 } else { 34.0 }, false),
            Err(_) => {
                courts::draw(&mut drawing, suit, rank, [19.0, 21.0, 62.0, 98.0]);
                let side = if courts::is_left(suit, rank) { 27.5 } else { 72.5 };
                place(&mut drawing, side, 30.0, 13.0, false);
                place(&mut drawing, 100.0 - side, 110.0, 13.0, true);
            }
        }
        drawing
    }

    /// A card with a suit other than the French four.
    fn suited(&mut self, rank: &str, suit: &str, lines: &[(String, String)]) -> Drawing {
        let style = self.suit(suit);
        let strength = if style.pale { 0.08 } else { 0.62 };
        let shade = |lightness: f32| Color::hsl(style.hue, strength, lightness);
        let ink = Ink { fill: shade(0.33), cut: shade(0.88), light: shade(0.9) };
        let mut drawing = self.paper();
        let plate = Outline::rounded(4.5, 4.5, 91.0, 131.0, 5.0);
        drawing.fill(plate.clone(), shade(0.96));
        drawing.line(plate, shade(0.62), 1.2);
        let short = rank.chars().count() <= 2;
        let size = if short { 27.0 } else { 18.0 };
        self.line(&mut drawing, Style::Display, rank, (8.0, 27.0), size, if short { 40.0 } else { 62.0 }, shade(0.33));
        let svg = figures().suits.get(&style.figure).map_or("", String::as_str);
        let mark = |drawing: &mut Drawing, x: f32, y: f32, size: f32, down: bool| {
            let scale = if down { -size } else { size } / 100.0;
            add(drawing, svg, ink, Affine::place((scale, scale), (x - 50.0 * scale, y - 50.0 * scale)));
        };
        mark(&mut drawing, 8.0 + 9.5, 27.0 + 5.0 + 9.5, 19.0, false);
        let count = rank.parse::<usize>().unwrap_or(0);
        if (1..=10).contains(&count) && lines.is_empty() {
            for (x, y) in pips(count) {
                match count {
                    1 => mark(&mut drawing, 50.0, 72.0, 46.0, false),
                    _ => mark(&mut drawing, 41.0 + x * 0.38, 28.0 + y * 0.78, 20.0, y > 50.0),
                }
            }
        } else {
            let (y, size) = if lines.is_empty() { (78.0, 54.0) } else { (70.0, 40.0) };
            mark(&mut drawing, 54.0, y, size, false);
        }
        for (at, (key, value)) in lines.iter().take(2).enumerate() {
            let y = 114.0 - (lines.len().min(2) - 1 - at) as f32 * 12.0;
            let key_width = self.fonts.width(Style::Text, key, 10.5);
            self.line(&mut drawing, Style::Text, key, (9.0, y), 10.5, 60.0, FAINT);
            let left = 9.0 + key_width.min(60.0) + 3.0;
            self.line(&mut drawing, Style::Bold, value, (left, y), 10.5, 91.0 - left, INK);
        }
        drawing.fill(Outline::rounded(4.5, 119.0, 91.0, 16.5, 5.0), shade(0.30));
        self.centred(&mut drawing, Style::Display, suit, (50.0, 131.0), 11.5, 82.0, Color::WHITE);
        drawing
    }

    fn joker(&self, face: &FaceScene) -> Drawing {
        let words = format!("{} {}", face.id, face.name).to_lowercase();
        let red = ["red", "1", "big", "color", "colour"].iter().any(|word| words.contains(word));
        let color = if red { RED } else { BLACK };
        let mut drawing = self.paper();
        let point = |at: usize| {
            let reach = if at.is_multiple_of(2) { 27.0 } else { 11.5 };
            let angle = std::f32::consts::PI * at as f32 / 5.0 - std::f32::consts::FRAC_PI_2;
            (50.0 + reach * angle.cos(), 70.0 + reach * angle.sin())
        };
        drawing.fill(Outline::polygon(&(0..10).map(point).collect::<Vec<_>>()), color);
        drawing.line(Outline::circle(50.0, 70.0, 34.0), color, 1.2);
        drawing.line(Outline::circle(50.0, 70.0, 37.0), color, 0.6);
        let word = self.fonts.outline(Style::Bold, "JOKER", (0.0, 0.0), 12.0, 1.0);
        let down = word.map(Affine::turn(90.0, (0.0, 0.0))).map(Affine::place((1.0, 1.0), (7.0, 10.0)));
        drawing.fill(down.map(Affine::turn(180.0, (50.0, 70.0))), color);
        drawing.fill(down, color);
        drawing
    }

    /// The back of a deck. The first deck has the colour of the web table; others have a colour from their name.
    pub fn back(&self, deck: Option<&str>) -> Drawing {
        let hue = deck.map_or(212.0, |name| (hash(name) % 360) as f32);
        let shade = |saturation: f32, lightness: f32| Color::hsl(hue, saturation, lightness);
        let (ground, line, dot, medal) = (shade(0.62, 0.32), shade(0.4, 0.54), shade(0.55, 0.86), shade(0.65, 0.26));
        let mut drawing = Drawing::new(WIDTH, HEIGHT, ground);
        drawing.fill(Outline::rect(0.0, 0.0, WIDTH, HEIGHT), ground);
        // Two sets of slanted lines, and a dot where they cross. They end at the rim and cross in the middle of the card.
        let step = 14.14;
        for at in -12..=12 {
            let shift = (WIDTH - HEIGHT) / 2.0 + at as f32 * step;
            drawing.line(clipped((shift, 0.0), (shift + HEIGHT, HEIGHT)), line, 1.1);
            drawing.line(clipped((shift, HEIGHT), (shift + HEIGHT, 0.0)), line, 1.1);
        }
        for row in -9..=9 {
            for column in -6..=6 {
                let (x, y) = (50.0 + column as f32 * step / 2.0, 70.0 + row as f32 * step / 2.0);
                let inside = (11.0..=89.0).contains(&x) && (11.0..=129.0).contains(&y);
                if inside && (row + column) % 2 == 0 {
                    drawing.fill(Outline::circle(x, y, 1.5), dot);
                }
            }
        }
        let rim = shade(0.45, 0.94);
        drawing.line(Outline::rounded(9.0, 9.0, 82.0, 122.0, 3.0), rim, 1.2);
        drawing.fill(Outline::circle(50.0, 70.0, 19.0), medal);
        drawing.line(Outline::circle(50.0, 70.0, 19.0), rim, 1.0);
        drawing.line(Outline::circle(50.0, 70.0, 15.5), rim, 1.0);
        for quarter in 0..4 {
            let turn = Affine::turn(quarter as f32 * 90.0, (0.0, 0.0));
            let place = Affine::place((1.0, 1.0), (50.0, 70.0)).after(turn);
            drawing.fill(Outline::svg("M0-13C3-8 3-4 0 0-3-4-3-8 0-13z").map(place), rim);
            let between = place.after(Affine::turn(45.0, (0.0, 0.0)));
            drawing.tint(Outline::svg("M0-11C2-7 2-4 0 0-2-4-2-7 0-11z").map(between), rim, 0.6);
        }
        drawing
    }

    fn paper(&self) -> Drawing {
        let mut drawing = Drawing::new(WIDTH, HEIGHT, PAPER);
        drawing.fill(Outline::rect(0.0, 0.0, WIDTH, HEIGHT), PAPER);
        drawing
    }

    /// Draws a text in one line. If it is too wide, the letters become narrower.
    #[allow(clippy::too_many_arguments, reason = "a text has a style, a place, a size, a width and a colour")]
    fn line(
        &self,
        drawing: &mut Drawing,
        style: Style,
        text: &str,
        at: (f32, f32),
        size: f32,
        room: f32,
        color: Color,
    ) {
        let width = self.fonts.width(style, text, size);
        let squeeze = if width > room { room / width } else { 1.0 };
        drawing.fill(self.fonts.outline(style, text, at, size, squeeze), color);
    }

    #[allow(clippy::too_many_arguments, reason = "a text has a style, a place, a size, a width and a colour")]
    fn centred(
        &self,
        drawing: &mut Drawing,
        style: Style,
        text: &str,
        at: (f32, f32),
        size: f32,
        room: f32,
        color: Color,
    ) {
        let width = self.fonts.width(style, text, size).min(room);
        self.line(drawing, style, text, (at.0 - width / 2.0, at.1), size, room, color);
    }

    /// The colour and figure of a suit. A suit that is not well known gets the next colour and figure in the lists.
    fn suit(&mut self, suit: &str) -> SuitStyle {
        const HUES: [f32; 10] = [6.0, 212.0, 128.0, 40.0, 280.0, 178.0, 330.0, 24.0, 244.0, 82.0];
        const FIGURES: [&str; 10] = ["leaf", "drop", "star", "gem", "moon", "ring", "flower", "cross", "shield", "sun"];
        let known = known_word(suit);
        if let Some(Word { hue, figure: Some(figure), pale }) = known {
            return SuitStyle { hue: *hue, figure: figure.clone(), pale: *pale };
        }
        let word = singular(suit);
        let nth = self.suits.iter().position(|known| *known == word).unwrap_or_else(|| {
            self.suits.push(word);
            self.suits.len() - 1
        });
        SuitStyle {
            hue: known.map_or(HUES[nth % HUES.len()], |word| word.hue),
            figure: FIGURES[nth % FIGURES.len()].to_owned(),
            pale: known.is_some_and(|word| word.pale),
        }
    }
}

/// The part of a line that lies inside the rim of a back.
fn clipped(from: (f32, f32), to: (f32, f32)) -> Outline {
    let (left, top, right, below) = (9.6_f32, 9.6_f32, 90.4_f32, 130.4_f32);
    let along = (to.0 - from.0, to.1 - from.1);
    let mut range = (0.0_f32, 1.0_f32);
    for (start, step, low, high) in [(from.0, along.0, left, right), (from.1, along.1, top, below)] {
        let (a, b) = ((low - start) / step, (high - start) / step);
        range = (range.0.max(a.min(b)), range.1.min(a.max(b)));
    }
    if range.0 >= range.1 {
        return Outline::default();
    }
    let at = |part: f32| (from.0 + along.0 * part, from.1 + along.1 * part);
    Outline::line(&[at(range.0), at(range.1)])
}

const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

fn french(suit: &str) -> Option<char> {
    Some(match suit {
        "C" | "♣" | "clubs" => 'C',
        "D" | "♦" | "diamonds" => 'D',
        "H" | "♥" | "hearts" => 'H',
        "S" | "♠" | "spades" => 'S',
        _ => return None,
    })
}

fn is_joker(face: &FaceScene) -> bool {
    let word = |text: &str| text.to_lowercase().contains("joker");
    word(&face.name)
        || face.rank.as_deref().is_some_and(word)
        || face.id.to_lowercase().starts_with("jok")
        || face.id == "JK"
}

/// Whether a card has a suit other than the French four. Italian clubs are not French clubs.
fn is_own_suit(face: &FaceScene) -> bool {
    let (Some(rank), Some(suit)) = (&face.rank, &face.suit) else { return false };
    let plural = suit.ends_with('s') && suit.chars().count() > 1;
    let full = if plural { format!("{rank} of {suit}") } else { format!("{suit} {rank}") };
    let usual = RANKS.contains(&usual_rank(rank)) && french(suit).is_some() && face.name != full;
    !usual
}

fn name_of(face: &FaceScene) -> String {
    if face.name.is_empty() { face.id.clone() } else { face.name.clone() }
}

/// A hue in degrees, computed from a name. The same name always has the same hue.
fn hash(text: &str) -> usize {
    let sum = text.chars().fold(7_usize, |hash, letter| (hash * 31 + letter as usize) % 3600);
    (sum * 137) % 360
}

/// The hue and strength of a face, from the first source that gives a colour. The sources are, in this order: the
/// property `color`; the symbols in the cost; the symbols in the rules text, if there is no cost; the name.
fn tint(face: &FaceScene, printed: &Printed) -> (f32, f32) {
    if let Some(word) = known_word(&printed.color) {
        return (word.hue, if word.pale { 0.1 } else { 1.0 });
    }
    if let Some(tint) = hex_tint(&printed.color) {
        return tint;
    }
    let of_sign = |sign: &str| {
        Some(match sign {
            "W" => (48.0, 0.6),
            "U" => (212.0, 1.0),
            "B" => (270.0, 0.3),
            "R" => (6.0, 1.0),
            "G" => (128.0, 1.0),
            _ => return None,
        })
    };
    let cost = &printed.written_cost;
    let mut found: Vec<(f32, f32)> = Vec::new();
    for sign in sign::all(if cost.is_empty() { &printed.rules } else { cost }).iter().flat_map(|sign| sign.split('/')) {
        if let Some(tint) = of_sign(sign).filter(|tint| !found.contains(tint)) {
            found.push(tint);
        }
    }
    match found.as_slice() {
        [one] => *one,
        [] if cost.contains('{') => (220.0, 0.15),
        [] => (hash(&name_of(face)) as f32, 0.8),
        _ => (42.0, 1.0),
    }
}

/// The hue and strength of a colour such as `#2a7f3c`.
fn hex_tint(text: &str) -> Option<(f32, f32)> {
    let digits = text.strip_prefix('#')?;
    if !matches!(digits.len(), 3 | 6) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let Color(r, g, b) = Color::hex(text);
    let [r, g, b] = [r, g, b].map(f32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let range = if most > least { most - least } else { 1.0 };
    let hue = if most == r {
        (g - b) / range
    } else if most == g {
        (b - r) / range + 2.0
    } else {
        (r - g) / range + 4.0
    };
    Some((((hue + 6.0) % 6.0 * 60.0).round(), if most == 0.0 { 0.0 } else { (most - least) / most }))
}

/// The figure in the picture of a card. The same card always has the same figure.
fn figure_of(face: &FaceScene, printed: &Printed, seed: usize) -> &'static str {
    let words = format!("{} {}", printed.kind, face.name).to_lowercase();
    let has = |word: &str| words.split(|sign: char| !sign.is_alphanumeric()).any(|part| part == word);
    let pick = |drawn: &'static [String]| drawn.get(seed % drawn.len().max(1)).map_or("hills", String::as_str);
    if has("land") && !has("creature") {
        return "hills";
    }
    if let Some((_, drawn)) = figures().subjects.iter().find(|(subject, _)| subject.iter().any(|word| has(word))) {
        return pick(drawn);
    }
    ["sparks", "scales", "tree", "wave"][seed % 4]
}

/// The centres of the suit signs on a face, in percent.
fn pips(count: usize) -> Vec<(f32, f32)> {
    let (l, m, r) = (0.0, 50.0, 100.0);
    let corners = [(l, 0.0), (r, 0.0), (l, 100.0), (r, 100.0)];
    let middle = [(l, 50.0), (r, 50.0)];
    let inner = [(l, 33.3), (r, 33.3), (l, 66.7), (r, 66.7)];
    match count {
        1 => vec![(m, 50.0)],
        2 => vec![(m, 0.0), (m, 100.0)],
        3 => vec![(m, 0.0), (m, 50.0), (m, 100.0)],
        4 => corners.to_vec(),
        5 => [&corners[..], &[(m, 50.0)]].concat(),
        6 => [&corners[..], &middle].concat(),
        7 => [&corners[..], &middle, &[(m, 25.0)]].concat(),
        8 => [&corners[..], &middle, &[(m, 25.0), (m, 75.0)]].concat(),
        9 => [&corners[..], &inner, &[(m, 50.0)]].concat(),
        10 => [&corners[..], &inner, &[(m, 16.7), (m, 83.3)]].concat(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(text: &[(&str, &str)]) -> FaceScene {
        let text = text.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        FaceScene { id: "oak".into(), name: "Oak".into(), text, ..FaceScene::default() }
    }

    #[test]
    fn values_are_sorted_by_where_they_are_drawn() {
        let oak = face(&[
            ("cost", "3"),
            ("text", "Draw."),
            ("max_age", "90"),
            ("color", "green"),
            ("frame", "full"),
            ("icon", "{leaf}"),
        ]);
        let printed = Printed::of(&oak);
        assert_eq!((printed.cost.as_str(), printed.rules.as_str(), printed.icon.as_str()), ("{3}", "Draw.", "leaf"));
        assert_eq!(printed.frame, Frame::Full);
        assert_eq!(printed.lines, [("max age".into(), "90".into()), ("color".into(), "green".into())]);
        assert_eq!(tint(&oak, &printed), (135.0, 1.0));
    }

    #[test]
    fn colours_are_those_of_the_web_table() {
        // `web/test/logic.test.ts` has the same colours.
        assert_eq!(
            (hex_tint("#00ff00"), hex_tint("#f00"), hex_tint("mossy")),
            (Some((120.0, 1.0)), Some((0.0, 1.0)), None)
        );
        assert_eq!(hex_tint("#888").map(|(_, strength)| strength), Some(0.0));
        assert_eq!(hash("Oak"), hash("Oak"));
    }

    #[test]
    fn every_kind_of_card_has_a_drawing() {
        let mut artist = Artist::default();
        let card = |rank: &str, suit: &str| FaceScene {
            id: format!("{rank}{suit}"),
            name: format!("{rank}{suit}"),
            rank: Some(rank.into()),
            suit: Some(suit.into()),
            ..FaceScene::default()
        };
        let seven = artist.face(&card("7", "H")).shapes.len();
        assert_eq!(seven, 1 + 2 + 2 + 7, "paper, two ranks, two signs in the corners, seven in the middle");
        assert_eq!(artist.face(&card("A", "S")).shapes.len(), 1 + 2 + 2 + 1);
        assert!(artist.face(&card("K", "D")).shapes.len() > 6);
        assert!(artist.face(&card("3", "Moons")).shapes.len() > 6);
        assert_eq!(
            (artist.suit("Birch").figure, artist.suit("Elm").figure, artist.suit("Birches").figure),
            ("leaf".into(), "drop".into(), "star".into())
        );
        for count in 1..=10 {
            assert_eq!(pips(count).len(), count);
        }
        let words = artist.face(&face(&[("text", "Draw a card."), ("art", "oak.png")]));
        assert!(
            words
                .shapes
                .iter()
                .any(|shape| matches!(shape, crate::drawing::Shape::Picture(file, _) if file == "oak.png"))
        );
    }
}
