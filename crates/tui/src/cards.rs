//! Zones and cards in colours: a hand lies fanned, a pile shows its top, backs are counted.

use crate::flow::Piece;
use crate::screen::Hit;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_stage::{CardScene, FaceScene, ZoneScene};
use std::collections::BTreeSet;

/// More backs than this are only counted.
const MOST_BACKS: usize = 8;
/// Of a pile that lies open, so many are shown.
const MOST_OPEN: usize = 8;
/// What is printed on a card is cut after so many letters.
const MOST_PRINTED: usize = 22;

const PAPER: Color = Color::Indexed(255);
const DIM_PAPER: Color = Color::Indexed(246);
const LIT: Color = Color::Indexed(220);
const RED: Color = Color::Indexed(160);
const BLACK: Color = Color::Indexed(16);

/// Which cards can be touched, and which belong to the move that is chosen, by zone and place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touch {
    pub live: BTreeSet<(usize, usize)>,
    pub lit: BTreeSet<(usize, usize)>,
    /// Zones that the chosen move has to do with.
    pub lit_zones: BTreeSet<String>,
    /// Zones that can be clicked as a whole.
    pub live_zones: BTreeSet<String>,
}

/// `Q♥` where there are a rank and one of the four suits, else the name; and is it red?
pub(crate) fn face_text(face: &FaceScene) -> (String, bool) {
    let suit = face.suit.as_deref().and_then(suit);
    let rank = face.rank.as_deref().map(rank).filter(|rank| (1..=2).contains(&rank.chars().count()));
    match (rank, suit) {
        (Some(rank), Some(suit)) => (format!("{rank}{suit}"), matches!(suit, '♥' | '♦')),
        _ if face.name.is_empty() => (face.id.clone(), false),
        _ => (face.name.clone(), false),
    }
}

fn rank(rank: &str) -> String {
    match rank.to_lowercase().as_str() {
        "ace" => "A".to_owned(),
        "king" => "K".to_owned(),
        "queen" => "Q".to_owned(),
        "jack" => "J".to_owned(),
        "t" => "10".to_owned(),
        _ => rank.to_owned(),
    }
}

fn suit(suit: &str) -> Option<char> {
    match suit.to_lowercase().as_str() {
        "h" | "heart" | "hearts" | "♥" => Some('♥'),
        "s" | "spade" | "spades" | "♠" => Some('♠'),
        "d" | "diamond" | "diamonds" | "♦" => Some('♦'),
        "c" | "club" | "clubs" | "♣" => Some('♣'),
        _ => None,
    }
}

/// What lies on a card besides its face.
fn notes(card: &CardScene) -> String {
    let mut notes = String::new();
    if card.rotation != 0 {
        notes.push('↷');
    }
    for (name, count) in &card.counters {
        notes += &format!(" {name}×{count}");
    }
    if card.attached_to.is_some() {
        notes.push('⇡');
    }
    if !card.points_at.is_empty() {
        notes.push('→');
    }
    notes
}

/// All that somebody else has, in one line: for when there is little room.
pub(crate) fn brief<'a>(name: String, zones: impl Iterator<Item = &'a ZoneScene>) -> Piece {
    let mut spans = vec![Span::styled(name, Style::new().add_modifier(Modifier::BOLD))];
    for zone in zones.filter(|zone| zone.count != Some(0)) {
        let called = if zone.name.is_empty() { &zone.id } else { &zone.name };
        spans.push(Span::styled(format!("  {called} "), Style::new().fg(Color::Gray)));
        let seen: Vec<String> =
            zone.cards.iter().filter_map(|card| card.face.as_ref()).map(|face| face_text(face).0).collect();
        let text = match (seen.is_empty(), zone.count) {
            (false, _) => seen[seen.len().saturating_sub(MOST_OPEN)..].join(" "),
            (true, Some(count)) => format!("▒{count}"),
            (true, None) => "▒".to_owned(),
        };
        spans.push(Span::raw(text));
    }
    Piece { lines: vec![Line::from(spans)], hits: Vec::new() }
}

/// One zone: its name above, its cards below, in as many rows as they need. `hand`: the viewer's own, which is drawn large.
pub(crate) fn zone(zone: &ZoneScene, number: usize, hand: bool, touch: &Touch, asked: bool, width: u16) -> Piece {
    let name = if zone.name.is_empty() { &zone.id } else { &zone.name };
    let count = zone.count.unwrap_or(zone.cards.len());
    let marked = touch.lit_zones.contains(&zone.id);
    let clickable = touch.live_zones.contains(&zone.id);
    let mut head = Style::new().fg(Color::Gray);
    if marked {
        head = Style::new().fg(LIT).add_modifier(Modifier::BOLD);
    } else if clickable {
        head = head.add_modifier(Modifier::UNDERLINED);
    }
    let mut heading = vec![Span::styled(name.clone(), head)];
    if count > 1 {
        heading.push(Span::styled(format!(" {count}"), Style::new().fg(Color::DarkGray)));
    }
    let mut piece = Piece { lines: vec![Line::from(heading)], hits: Vec::new() };
    if zone.cards.is_empty() {
        let text = match zone.count {
            None => "hidden".to_owned(),
            Some(0) => "–".to_owned(),
            Some(_) => "▒▒".to_owned(),
        };
        piece.lines.push(Line::styled(text, Style::new().fg(Color::DarkGray)));
    } else if zone.cards.iter().all(|card| card.face.is_none()) {
        let shown = if zone.ordered { 1 } else { count.min(MOST_BACKS) };
        piece.lines.push(Line::styled("▒▌".repeat(shown), Style::new().fg(Color::Indexed(67))));
    } else {
        fan(zone, number, hand, touch, (asked, width as usize), &mut piece);
    }
    if clickable || marked {
        let whole = Rect::new(0, 0, piece.width().max(1), piece.height());
        piece.hits.push((whole, Hit::Zone(zone.id.clone())));
    }
    piece
}

/// The cards that can be seen, one beside the other; of a pile those on top.
fn fan(zone: &ZoneScene, number: usize, hand: bool, touch: &Touch, (asked, room): (bool, usize), piece: &mut Piece) {
    let skipped = if zone.ordered { zone.cards.len().saturating_sub(MOST_OPEN) } else { 0 };
    let covered = zone.cards.iter().take_while(|card| zone.ordered && card.face.is_none()).count();
    let skipped = skipped.max(covered);
    let printed = zone.cards.iter().any(|card| card.face.as_ref().is_some_and(|face| !face.text.is_empty()));
    let high = if hand || printed { 2 } else { 1 };
    let (mut top, mut body) = (Vec::new(), Vec::new());
    let (mut x, mut y) = (0, 1);
    let mut end_row = |top: &mut Vec<Span<'static>>, body: &mut Vec<Span<'static>>| {
        piece.lines.push(Line::from(std::mem::take(top)));
        let body = std::mem::take(body);
        if high == 2 {
            piece.lines.push(Line::from(body));
        }
    };
    if skipped > 0 {
        let text = format!("▒{skipped} ");
        x += text.chars().count();
        body.push(Span::raw(" ".repeat(x)));
        top.push(Span::styled(text, Style::new().fg(Color::Indexed(67))));
    }
    let mut hits = Vec::new();
    for (at, card) in zone.cards.iter().enumerate().skip(skipped) {
        let (text, red) = card.face.as_ref().map_or_else(|| ("▒▒".to_owned(), false), face_text);
        let text = text + &notes(card);
        let words = card.face.as_ref().map(print).unwrap_or_default();
        let width = text.chars().count().max(if printed { words.chars().count() } else { 0 }) + 2;
        if x > 0 && x + width > room {
            end_row(&mut top, &mut body);
            (x, y) = (0, y + high);
        }
        let place = (number, at);
        let style = style(card, red, touch.lit.contains(&place), !hand || !asked || touch.live.contains(&place));
        top.push(Span::styled(format!("▏{text:<fill$}", fill = width - 1), style));
        body.push(Span::styled(format!("▏{words:<fill$}", fill = width - 1), style.remove_modifier(Modifier::BOLD)));
        hits.push((Rect::new(x as u16, y, width as u16, high), Hit::Card(number, at)));
        x += width;
    }
    end_row(&mut top, &mut body);
    piece.hits.extend(hits);
}

fn print(face: &FaceScene) -> String {
    // A line has no room for rules.
    let words: Vec<&str> =
        face.text.iter().filter(|(name, _)| name != "rules").map(|(_, value)| value.as_str()).collect();
    words.join(" ").chars().take(MOST_PRINTED).collect()
}

fn style(card: &CardScene, red: bool, lit: bool, live: bool) -> Style {
    if card.face.is_none() {
        return Style::new().fg(Color::Indexed(153)).bg(Color::Indexed(24));
    }
    let ink = if red { RED } else { BLACK };
    let paper = match (lit || card.marked, live) {
        (true, _) => LIT,
        (false, true) => PAPER,
        (false, false) => DIM_PAPER,
    };
    let style = Style::new().fg(ink).bg(paper);
    if live || lit { style.add_modifier(Modifier::BOLD) } else { style }
}
