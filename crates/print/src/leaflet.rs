//! Lays out the rules of a game as a leaflet. Draws the headings, paragraphs, lists and tables of Markdown.

use crate::drawing::{Color, Drawing};
use crate::fonts::{Fonts, Style};
use crate::text::Paragraphs;

/// The colour of text.
const INK: Color = Color(30, 28, 24);
/// The size of text in millimetres: 10 points.
const SIZE: f32 = 3.53;
/// The margin at all edges in millimetres.
const MARGIN: f32 = 20.0;

/// A part of the text that stays on one page.
struct Block {
    text: String,
    style: Style,
    size: f32,
    /// The distance from the left margin.
    indent: f32,
    /// The space above.
    above: f32,
}

/// The pages of a leaflet, in millimetres.
pub fn pages(title: &str, markdown: &str, (width, height): (f32, f32), fonts: &Fonts) -> Vec<Drawing> {
    let mut pages = vec![Drawing::new(width, height, Color::WHITE)];
    let mut down = MARGIN;
    for block in blocks(title, markdown) {
        let mut words = Paragraphs::default();
        words.add(&block.text, block.style, INK, INK);
        let room = width - 2.0 * MARGIN - block.indent;
        let needed = words.height(fonts, room, block.size);
        // A heading is not the last line of a page.
        let after = if block.style == Style::Display { 4.0 * SIZE } else { 0.0 };
        if down + block.above + needed + after > height - MARGIN && down > MARGIN {
            pages.push(Drawing::new(width, height, Color::WHITE));
            down = MARGIN;
        } else if down > MARGIN {
            down += block.above;
        }
        if let Some(page) = pages.last_mut() {
            down += words.draw(page, fonts, (MARGIN + block.indent, down), room, block.size);
        }
    }
    pages
}

/// The blocks of a text. Lines without an empty line between them form one block.
fn blocks(title: &str, markdown: &str) -> Vec<Block> {
    let has_title = markdown.lines().any(|line| line.starts_with("# "));
    let heading = |text: &str, level: usize| {
        let size = SIZE * [2.2, 1.5, 1.2][level.clamp(1, 3) - 1];
        Block { text: plain(text), style: Style::Display, size, indent: 0.0, above: SIZE * 1.4 }
    };
    let mut found: Vec<Block> = Vec::new();
    if !has_title {
        found.push(heading(title, 1));
    }
    let mut open = false;
    for line in markdown.lines() {
        let text = line.trim();
        let level = text.chars().take_while(|sign| *sign == '#').count();
        if text.is_empty() || text.starts_with("```") {
            open = false;
        } else if level > 0 && text[level..].starts_with(' ') {
            found.push(heading(&text[level..], level));
            open = false;
        } else if text.starts_with('|') {
            let cells: Vec<String> = text.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
            // The line below the head of a table has only dashes.
            if cells.iter().all(|cell| cell.chars().all(|sign| matches!(sign, '-' | ':'))) {
                continue;
            }
            let text = cells.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(" — ");
            found.push(Block { text, style: Style::Text, size: SIZE, indent: 4.0, above: SIZE * 0.3 });
            open = false;
        } else if let Some((mark, rest)) = item(text) {
            let indent = 4.0 + (line.len() - line.trim_start().len()) as f32;
            let text = format!("{mark} {}", plain(rest));
            found.push(Block { text, style: Style::Text, size: SIZE, indent, above: SIZE * 0.3 });
            open = true;
        } else if let Some(last) = found.last_mut().filter(|_| open) {
            last.text = format!("{} {}", last.text, plain(text));
        } else {
            found.push(Block { text: plain(text), style: Style::Text, size: SIZE, indent: 0.0, above: SIZE * 0.8 });
            open = true;
        }
    }
    found
}

/// Splits a list item into its mark (`•` or `1.`) and its text. `None` if the line is not a list item.
fn item(text: &str) -> Option<(String, &str)> {
    if let Some(rest) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        return Some(("•".to_owned(), rest));
    }
    let (number, rest) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (format!("{number}."), rest))
}

/// A text without the marks of Markdown: emphasis, code and the addresses of links.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let link = after.split_once("](").and_then(|(words, rest)| Some((words, rest.split_once(')')?.1)));
        match (sign, link) {
            ('[', Some((words, rest_of_text))) if !words.contains('[') => {
                plain += words;
                rest = rest_of_text;
                continue;
            }
            ('*' | '`', _) => {}
            _ => plain.push(sign),
        }
        rest = after;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_are_not_printed() {
        assert_eq!(plain("**Draw** one [card](x.md), `then` rest"), "Draw one card, then rest");
        let found =
            blocks("Trees", "Plant\ntrees.\n\n## End\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| c | d |\n");
        let texts: Vec<&str> = found.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(texts, ["Trees", "Plant trees.", "End", "• one more", "• two", "a — b", "c — d"]);
    }

    #[test]
    fn long_rules_have_several_pages() {
        let rules: String =
            (0..120).map(|number| format!("{number} words that fill a line of the leaflet\n\n")).collect();
        let made = pages("Trees", &rules, (210.0, 297.0), &Fonts::default());
        assert!(made.len() >= 3, "{}", made.len());
    }
}
