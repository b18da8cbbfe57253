//! Draws the court cards of the French suits, with the picture files of the web table.

use crate::drawing::{Color, Drawing, Shape};
use crate::figures::{attribute, turn};
use crate::outline::{Affine, Outline};

macro_rules! files {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../web/public/courts/", $name, ".svg")))),*]
    };
}

/// The picture files by suit and rank.
const FILES: [(&str, &str); 12] = files!("CJ", "CQ", "CK", "DJ", "DQ", "DK", "HJ", "HQ", "HK", "SJ", "SQ", "SK");

/// The courts whose suit symbol is at the left of the head. `web/src/art/CardArt.tsx` has the same list.
const LEFT: [&str; 5] = ["CK", "DK", "HQ", "HK", "SJ"];

/// The box that a file draws in: its corner and its size.
const BOX: [f32; 4] = [-83.0, -131.0, 166.0, 262.0];
/// The box of a symbol in a file.
const SYMBOL: (f32, f32) = (1300.0, 2000.0);

/// Whether the suit symbol of a court is at the left of the head.
pub fn is_left(suit: char, rank: &str) -> bool {
    LEFT.contains(&format!("{suit}{rank}").as_str())
}

/// Draws a court into a rectangle: its corner and its size. Draws nothing if there is no such court.
pub fn draw(drawing: &mut Drawing, suit: char, rank: &str, [x, y, width, height]: [f32; 4]) {
    let name = format!("{suit}{rank}");
    let Some((_, svg)) = FILES.into_iter().find(|(known, _)| *known == name) else { return };
    let scale = (width / BOX[2], height / BOX[3]);
    let whole = Affine::place(scale, (x - BOX[0] * scale.0, y - BOX[1] * scale.1));
    for part in svg.split("<use ").skip(1) {
        let part = part.split('>').next().unwrap_or_default();
        let Some(id) = attribute(part, "xlink:href").and_then(|link| link.strip_prefix('#')) else { continue };
        let Some((_, symbol)) = svg.split_once(&format!(" id=\"{id}\"")) else { continue };
        let number = |key: &str| attribute(part, key).and_then(|text| text.parse::<f32>().ok());
        let place = match (number("width"), number("height")) {
            (Some(wide), Some(high)) => {
                let corner = (number("x").unwrap_or_default(), number("y").unwrap_or_default());
                Affine::place((wide / SYMBOL.0, high / SYMBOL.1), corner)
            }
            _ => Affine::UNIT,
        };
        let turned = attribute(part, "transform").and_then(turn).unwrap_or(Affine::UNIT);
        // The path of the symbol, or the element with this id itself.
        let path = symbol.split_once(" d=\"").map_or("", |(_, rest)| rest.split('"').next().unwrap_or_default());
        let before = symbol.split(" d=\"").next().unwrap_or_default();
        let own = before.rsplit("<path").next().unwrap_or_default();
        let value = |key: &str| attribute(own, key).or_else(|| attribute(part, key));
        let map = whole.after(turned).after(place);
        let outline = Outline::svg(path).map(map);
        match value("fill") {
            Some("none") => {}
            Some(color) => drawing.fill(outline.clone(), Color::hex(color)),
            None => drawing.fill(outline.clone(), Color::BLACK),
        }
        if let Some(color) = value("stroke") {
            let thick = value("stroke-width").and_then(|text| text.parse::<f32>().ok()).unwrap_or(1.0);
            drawing.shapes.push(Shape::Line(outline, Color::hex(color), thick * map.scale()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Segment;

    #[test]
    fn every_court_is_drawn_inside_its_rectangle() {
        for (name, svg) in FILES {
            let mut drawing = Drawing::new(100.0, 140.0, Color::WHITE);
            draw(&mut drawing, name.chars().next().unwrap_or_default(), &name[1..], [19.0, 21.0, 62.0, 98.0]);
            assert_eq!(drawing.shapes.len(), svg.matches("<use ").count(), "{name}: every part has one shape");
            for shape in &drawing.shapes {
                let (Shape::Fill(outline, ..) | Shape::Line(outline, ..)) = shape else { continue };
                assert!(outline.0.len() > 3, "{name}: a path was not read");
                for segment in &outline.0 {
                    let (Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to)) = *segment else { continue };
                    assert!((18.0..=82.0).contains(&to.0) && (20.0..=120.0).contains(&to.1), "{name}: {to:?}");
                }
            }
        }
        let mut nothing = Drawing::new(100.0, 140.0, Color::WHITE);
        draw(&mut nothing, 'S', "A", [19.0, 21.0, 62.0, 98.0]);
        assert!(nothing.shapes.is_empty());
    }
}
