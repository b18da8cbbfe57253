//! Draws signs in braces, such as `{2}`, `{R}`, `{W/U}` and `{coin}`, as the same discs as the web table.

use crate::drawing::{Color, Drawing};
use crate::figures::{Ink, add, figures, known_word};
use crate::fonts::{Fonts, Style};
use crate::outline::{Affine, Outline, Point};

/// Maximum number of letters of a sign.
const LONGEST: usize = 12;
/// The colour of letters on a disc.
const LETTERS: Color = Color(42, 36, 26);

/// The sign at the start of a text, and the text after it. `None` if the text does not start with a sign.
pub fn at_start(text: &str) -> Option<(&str, &str)> {
    let (inner, after) = text.strip_prefix('{')?.split_once('}')?;
    let is_sign = !inner.is_empty()
        && inner.chars().count() <= LONGEST
        && !inner.contains(|sign: char| sign == '{' || sign.is_whitespace());
    is_sign.then_some((inner, after))
}

/// All signs of a text, in order.
pub fn all(text: &str) -> Vec<&str> {
    text.match_indices('{').filter_map(|(at, _)| at_start(&text[at..])).map(|(sign, _)| sign).collect()
}

/// Draws a sign. The point is its left upper corner.
pub fn draw(drawing: &mut Drawing, fonts: &Fonts, name: &str, at: Point, size: f32) {
    let map = Affine::place((size / 24.0, size / 24.0), at);
    let halves: Vec<&str> = name.split('/').filter(|half| *half != "P").collect();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_half = |half: &&str| figures().discs.contains_key(*half) && !half.is_empty() || number(half);
    if let [a, b] = halves[..]
        && halves.iter().all(is_half)
    {
        disc(drawing, b, map);
        let upper = Outline::svg("M3.9 20.1A11.5 11.5 0 0 1 20.1 3.9z").map(map);
        drawing.fill(upper, colors(a).0);
        inside(drawing, fonts, a, map.after(Affine::place((0.46, 0.46), (2.5, 2.5))));
        inside(drawing, fonts, b, map.after(Affine::place((0.46, 0.46), (10.5, 10.5))));
        return;
    }
    let plain = halves.first().copied().unwrap_or(name);
    let Some(word) = known_word(plain).filter(|_| plain.chars().count() > 1) else {
        disc(drawing, plain, map);
        return inside(drawing, fonts, plain, map);
    };
    let strength = if word.pale { 0.08 } else { 0.62 };
    let shade = |lightness: f32| Color::hsl(word.hue, strength, lightness);
    let circle = Outline::circle(12.0, 12.0, 11.5).map(map);
    match word.figure.as_ref().and_then(|figure| figures().suits.get(figure)) {
        Some(figure) => {
            drawing.fill(circle.clone(), shade(0.96));
            drawing.line(circle, shade(0.62), 1.2 * map.scale());
            let ink = Ink { fill: shade(0.33), cut: shade(0.88), light: shade(0.9) };
            add(drawing, figure, ink, map.after(Affine::place((0.16, 0.16), (4.0, 4.0))));
        }
        None => drawing.fill(circle, shade(0.33)),
    }
}

fn colors(name: &str) -> (Color, Color) {
    let discs = &figures().discs;
    let found = discs.get(name).or_else(|| discs.get(""));
    found.map_or((Color::WHITE, Color::BLACK), |(fill, rim)| (Color::hex(fill), Color::hex(rim)))
}

fn disc(drawing: &mut Drawing, name: &str, map: Affine) {
    let (fill, rim) = colors(name);
    let circle = Outline::circle(12.0, 12.0, 11.5).map(map);
    drawing.fill(circle.clone(), fill);
    drawing.line(circle, rim, map.scale());
}

/// The drawing of a sign, or its letters.
fn inside(drawing: &mut Drawing, fonts: &Fonts, name: &str, map: Affine) {
    if let Some(svg) = figures().signs.get(name) {
        return add(drawing, svg, Ink::plain(Color::BLACK), map);
    }
    let letters = name.chars().count();
    let size = match letters {
        0 | 1 => 15.5,
        2 => 12.5,
        _ => 9.0,
    };
    let width = fonts.width(Style::Bold, name, size);
    let squeeze = (20.0 / width).min(1.0);
    let base = if letters > 1 { 16.5 } else { 17.2 };
    let outline = fonts.outline(Style::Bold, name, (12.0 - width * squeeze / 2.0, base), size, squeeze);
    drawing.fill(outline.map(map), LETTERS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_cost() {
        assert_eq!(all("{2}{W/U} and {coin}"), ["2", "W/U", "coin"]);
        assert_eq!((at_start("{a b}"), at_start("x{2}"), at_start("{}")), (None, None, None));
        let fonts = Fonts::default();
        for name in ["2", "12", "R", "W/U", "2/B", "coin", "green", "gold", "prestige"] {
            let mut drawing = Drawing::new(24.0, 24.0, Color::WHITE);
            draw(&mut drawing, &fonts, name, (0.0, 0.0), 24.0);
            assert!(!drawing.shapes.is_empty(), "{name}");
        }
    }
}
