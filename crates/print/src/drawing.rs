//! Defines drawings: lists of coloured shapes. The modules `pdf` and `raster` turn drawings into PDF pages and PNG
//! files.

use crate::outline::{Affine, Outline};

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// White.
    pub const WHITE: Color = Color(255, 255, 255);
    /// Black.
    pub const BLACK: Color = Color(0, 0, 0);

    /// Reads a colour such as `#2a7f3c`. Returns black if the text is not a colour.
    pub fn hex(text: &str) -> Color {
        let digits = text.trim_start_matches('#');
        let wide = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            _ => digits.to_owned(),
        };
        let part = |at: usize| wide.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (part(0), part(2), part(4)) {
            (Some(red), Some(green), Some(blue)) => Color(red, green, blue),
            _ => Color::BLACK,
        }
    }

    /// The colour with this hue in degrees, saturation and lightness from 0 to 1, as CSS computes it.
    pub fn hsl(hue: f32, saturation: f32, lightness: f32) -> Color {
        let hue = hue.rem_euclid(360.0) / 30.0;
        let chroma = saturation.clamp(0.0, 1.0) * lightness.min(1.0 - lightness);
        let part = |shift: f32| {
            let k = (shift + hue) % 12.0;
            let value = lightness - chroma * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
            (value * 255.0).round() as u8
        };
        Color(part(0.0), part(8.0), part(4.0))
    }
}

/// A shape of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled outline. The opacity is between 0 and 1.
    Fill(Outline, Color, f32),
    /// A line along an outline, with its width. The ends are round.
    Line(Outline, Color, f32),
    /// A picture file of the game, cut to fill a rectangle: left, top, width, height.
    Picture(String, [f32; 4]),
}

/// Shapes on a surface of this size. The first shape is the lowest.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
    /// The colour of the background and of the bleed around the drawing.
    pub ground: Color,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// An empty drawing.
    pub fn new(width: f32, height: f32, ground: Color) -> Drawing {
        Drawing { width, height, ground, shapes: Vec::new() }
    }

    /// Adds a filled outline.
    pub fn fill(&mut self, outline: Outline, color: Color) {
        self.shapes.push(Shape::Fill(outline, color, 1.0));
    }

    /// Adds a filled outline that lets the shapes below it shine through.
    pub fn tint(&mut self, outline: Outline, color: Color, opacity: f32) {
        self.shapes.push(Shape::Fill(outline, color, opacity));
    }

    /// Adds a line.
    pub fn line(&mut self, outline: Outline, color: Color, width: f32) {
        self.shapes.push(Shape::Line(outline, color, width));
    }

    /// Adds the shapes of another drawing, transformed by `map`. Pictures stay upright.
    pub fn add(&mut self, other: &Drawing, map: Affine) {
        for shape in &other.shapes {
            self.shapes.push(match shape {
                Shape::Fill(outline, color, opacity) => Shape::Fill(outline.map(map), *color, *opacity),
                Shape::Line(outline, color, width) => Shape::Line(outline.map(map), *color, width * map.scale()),
                Shape::Picture(file, [x, y, width, height]) => {
                    let (left, top) = map.of((*x, *y));
                    let scale = map.scale();
                    Shape::Picture(file.clone(), [left, top, width * scale, height * scale])
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_css() {
        assert_eq!(Color::hsl(0.0, 1.0, 0.5), Color(255, 0, 0));
        assert_eq!(Color::hsl(120.0, 1.0, 0.25), Color(0, 128, 0));
        assert_eq!(Color::hsl(-120.0, 0.5, 0.5), Color(64, 64, 191));
        assert_eq!((Color::hex("#2a7f3c"), Color::hex("#f00")), (Color(42, 127, 60), Color(255, 0, 0)));
    }
}
