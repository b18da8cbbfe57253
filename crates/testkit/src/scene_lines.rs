//! Writes a scene as labelled lines of text, so that two scenes can be compared line by line.

use rulebook_kernel::Seat;
use rulebook_scene::{BoardScene, CardScene, Scene, ZoneScene};
use std::fmt::Write;

/// The lines of a scene, each with a label and a value. Each label occurs only once.
pub(crate) fn scene_lines(scene: &Scene) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut line = |label: String, value: String| lines.push((label, value));
    for zone in &scene.zones {
        line(zone.id.clone(), zone_text(zone));
    }
    if let Some(board) = &scene.board {
        for row in (0..board.height).rev() {
            line(format!("row {}", row + 1), row_text(board, row));
        }
    }
    for (nth, item) in scene.stack.iter().enumerate() {
        line(format!("stack {}", nth + 1), item.text.clone());
    }
    for board in &scene.scoreboards {
        for (nth, row) in board.rows.iter().enumerate() {
            line(format!("{} {}", board.title, nth + 1), row.join(" | "));
        }
    }
    let buttons: Vec<&str> = scene.buttons.iter().map(|button| button.id.as_str()).collect();
    let due: Vec<String> = scene.due.iter().map(Seat::to_string).collect();
    line("buttons".to_owned(), buttons.join(", "));
    line("phase".to_owned(), scene.phase_text().unwrap_or_default());
    line("due".to_owned(), due.join(", "));
    line("prompt".to_owned(), scene.prompt.clone());
    line("said".to_owned(), scene.announcements.join(" / "));
    lines.retain(|(_, value)| !value.is_empty());
    lines
}

fn zone_text(zone: &ZoneScene) -> String {
    if zone.cards.is_empty() {
        return match zone.count {
            Some(0) => "-".to_owned(),
            Some(count) => format!("{count} cards"),
            None => "unknown".to_owned(),
        };
    }
    // Many card backs in a row are written as a number.
    let mut text = String::new();
    let mut backs = 0;
    for card in zone.cards.iter().map(Some).chain([None]) {
        match card {
            Some(card) if card.face.is_none() && plain(card) => backs += 1,
            _ => {
                match std::mem::take(&mut backs) {
                    0 => {}
                    1 => text.push_str("? "),
                    n => write!(text, "?×{n} ").expect("text"),
                }
                card.into_iter().for_each(|card| text += &card_text(card));
            }
        }
    }
    text.trim_end().to_owned()
}

fn plain(card: &CardScene) -> bool {
    card.rotation == 0 && card.counters.is_empty() && !card.marked
}

fn card_text(card: &CardScene) -> String {
    let mut text = card.face.as_ref().map_or("?", |face| face.id.as_str()).to_owned();
    if card.rotation != 0 {
        write!(text, "@{}", card.rotation).expect("text");
    }
    for (name, count) in &card.counters {
        write!(text, "+{name}:{count}").expect("text");
    }
    if card.marked {
        text.push('*');
    }
    text + " "
}

fn row_text(board: &BoardScene, row: usize) -> String {
    let square = |column: usize| {
        let here = |at: &rulebook_scene::Square| at.x as usize == column && at.y as usize == row;
        match board.pieces.iter().find(|piece| here(&piece.at)) {
            Some(piece) => piece.glyph.as_str(),
            None if board.holes.iter().any(here) => " ",
            None => ".",
        }
    };
    (0..board.width).map(square).collect::<Vec<_>>().join(" ")
}
