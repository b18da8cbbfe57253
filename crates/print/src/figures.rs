//! Reads the drawings and words that the web table and this crate share: `web/src/art/figures.json`.

use crate::drawing::{Color, Drawing, Shape};
use crate::outline::{Affine, Outline};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The data of the file.
#[derive(Deserialize)]
pub struct Figures {
    /// Figures in the pictures of cards, 120 by 80.
    pub scenery: BTreeMap<String, String>,
    /// Figures of suits, 100 by 100.
    pub suits: BTreeMap<String, String>,
    /// Drawings inside discs, 24 by 24.
    pub signs: BTreeMap<String, String>,
    /// The four French suits, 100 by 100.
    pub outlines: BTreeMap<String, String>,
    /// The figures of pieces on boards, 100 by 100.
    pub pieces: BTreeMap<String, String>,
    /// The colours, and the figures, of well-known words.
    pub words: BTreeMap<String, Word>,
    /// Words of types and names, and the scenery that fits them. The first match counts.
    pub subjects: Vec<(Vec<String>, Vec<String>)>,
    /// The colours of discs and of their rims.
    pub discs: BTreeMap<String, (String, String)>,
}

/// The colour of a word, and its figure if it has one.
#[derive(Clone, Deserialize)]
pub struct Word {
    /// The hue in degrees.
    pub hue: f32,
    /// The name of a figure of suits.
    pub figure: Option<String>,
    /// Whether the colour is nearly grey.
    #[serde(default)]
    pub pale: bool,
}

/// The shared drawings.
pub fn figures() -> &'static Figures {
    static FIGURES: OnceLock<Figures> = OnceLock::new();
    let text = include_str!("../../../web/src/art/figures.json");
    FIGURES.get_or_init(|| serde_json::from_str(text).expect("the file of the drawings can be read"))
}

/// The colour and figure of a well-known word, such as `coins` or `green`.
pub fn known_word(word: &str) -> Option<&'static Word> {
    figures().words.get(&singular(word))
}

/// The singular of a word: without its last `s`, if at least three letters are left.
pub fn singular(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(rest) if rest.chars().count() >= 3 => rest.to_owned(),
        _ => word,
    }
}

/// The colours of a figure: of the figure itself, of lines cut into it, and of light parts.
#[derive(Clone, Copy)]
pub struct Ink {
    /// The colour of parts without a colour of their own.
    pub fill: Color,
    /// The colour of lines of the class `cut`.
    pub cut: Color,
    /// The colour of parts of the classes `light` and `eye`.
    pub light: Color,
}

impl Ink {
    /// One colour for everything.
    pub fn plain(color: Color) -> Ink {
        Ink { fill: color, cut: color, light: color }
    }
}

/// Adds a drawing in SVG. It may have the elements `path`, `circle`, `ellipse`, `rect` and `g`, with the attributes that
/// the shared drawings use.
pub fn add(drawing: &mut Drawing, svg: &str, ink: Ink, map: Affine) {
    let mut groups = vec![ink.fill];
    for element in svg.split('<').skip(1) {
        let element = element.split('>').next().unwrap_or_default();
        if element == "/g" {
            groups.pop();
            continue;
        }
        let (name, rest) = element.trim_end_matches('/').split_once(' ').unwrap_or((element, ""));
        let value = |key: &str| attribute(rest, key);
        let number = |key: &str| value(key).and_then(|text| text.parse::<f32>().ok()).unwrap_or_default();
        let class = value("class").unwrap_or_default();
        let inherited = groups.last().copied().unwrap_or(ink.fill);
        let fill = match value("fill") {
            Some("none") => None,
            Some(color) => Some(Color::hex(color)),
            None if class == "cut" => None,
            None if class == "light" || class == "eye" => Some(ink.light),
            None => Some(inherited),
        };
        if name == "g" {
            groups.push(fill.unwrap_or(inherited));
            continue;
        }
        let outline = match name {
            "path" => Outline::svg(value("d").unwrap_or_default()),
            "circle" => Outline::circle(number("cx"), number("cy"), number("r")),
            "ellipse" => Outline::ellipse(number("cx"), number("cy"), number("rx"), number("ry")),
            "rect" => Outline::rect(number("x"), number("y"), number("width"), number("height")),
            _ => continue,
        };
        let own = value("transform").and_then(turn).unwrap_or(Affine::UNIT);
        let whole = map.after(own);
        let outline = outline.map(whole);
        let line = match value("stroke") {
            Some(color) => Some((Color::hex(color), number("stroke-width").max(1.0))),
            None if class == "cut" => Some((ink.cut, value("stroke-width").map_or(5.0, |_| number("stroke-width")))),
            None => None,
        };
        let opacity = value("opacity").or(value("fill-opacity")).and_then(|text| text.parse().ok()).unwrap_or(1.0);
        if let Some(color) = fill {
            drawing.shapes.push(Shape::Fill(outline.clone(), color, opacity));
        }
        if let Some((color, width)) = line {
            drawing.shapes.push(Shape::Line(outline, color, width * whole.scale()));
        }
    }
}

/// The value of an attribute of an element.
pub fn attribute<'t>(element: &'t str, key: &str) -> Option<&'t str> {
    let mut rest = element;
    while let Some((name, after)) = rest.split_once("=\"") {
        let (value, next) = after.split_once('"')?;
        if name.trim() == key {
            return Some(value);
        }
        rest = next;
    }
    None
}

/// The map of `rotate(45 50 50)`.
pub fn turn(text: &str) -> Option<Affine> {
    let inner = text.strip_prefix("rotate(")?.strip_suffix(')')?;
    let mut numbers = inner.split([' ', ',']).filter_map(|word| word.parse::<f32>().ok());
    let degrees = numbers.next()?;
    Some(Affine::turn(degrees, (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shared_drawing_has_shapes() {
        let all = figures();
        let drawings = all.scenery.iter().chain(&all.suits).chain(&all.signs).chain(&all.pieces);
        for (name, svg) in drawings {
            let mut drawing = Drawing::new(120.0, 80.0, Color::WHITE);
            add(&mut drawing, svg, Ink::plain(Color::BLACK), Affine::UNIT);
            assert!(!drawing.shapes.is_empty(), "{name}");
            let elements = svg.matches(['<']).count() - svg.matches("</").count() - svg.matches("<g").count();
            let shapes = drawing.shapes.len();
            assert!(shapes >= elements, "{name}: {shapes} shapes of {elements} elements");
            let known = ["<path", "<circle", "<ellipse", "<rect", "<g", "</g"];
            assert!(
                svg.split('<').skip(1).all(|part| known.iter().any(|known| part.starts_with(&known[1..]))),
                "{name}: {svg}"
            );
        }
        for (_, drawn) in &all.subjects {
            assert!(drawn.iter().all(|name| all.scenery.contains_key(name)), "{drawn:?}");
        }
        assert!(
            all.words.values().all(|word| word.figure.as_ref().is_none_or(|figure| all.suits.contains_key(figure)))
        );
    }

    #[test]
    fn words_are_known_in_the_plural() {
        assert_eq!(known_word("Coins").and_then(|word| word.figure.as_deref()), Some("coin"));
        assert_eq!(
            (singular("swords"), singular("sun"), singular("gas")),
            ("sword".into(), "sun".into(), "gas".into())
        );
        assert!(known_word("mossy").is_none());
    }
}
