//! Draws the table as running text, for small terminals.

use crate::cards::{BACK, LIT, MoveMarks, beside_name, face_text, notes};
use crate::flow::LineBlock;
use crate::screen::Hit;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_scene::layout::PileLayout;
use rulebook_scene::{CardScene, ZoneScene};

/// Maximum number of cards of a pile that are listed, counted from the top.
const MOST_OPEN: usize = 8;

/// Lines of text that are filled word by word.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    width: usize,
    x: usize,
    spans: Vec<Span<'static>>,
    block: LineBlock,
}

impl Inline {
    pub fn new(width: u16) -> Inline {
        Inline { width: width.into(), ..Inline::default() }
    }

    /// Adds a word that is never broken. It goes to the next line if it does not fit.
    pub fn put(&mut self, text: String, style: Style, hit: Option<Hit>) {
        let span = Span::styled(text, style);
        let wide = span.width();
        if self.x > 0 && self.x + 1 + wide > self.width {
            self.end_line();
        }
        if self.x > 0 {
            self.spans.push(Span::raw(" "));
            self.x += 1;
        }
        if let Some(hit) = hit {
            self.block.hits.push((Rect::new(self.x as u16, self.block.height(), wide as u16, 1), hit));
        }
        self.spans.push(span);
        self.x += wide;
    }

    /// Adds the name of a player. The zones of this player follow.
    pub fn name(&mut self, name: String) {
        if self.x > 0 {
            self.put("·".to_owned(), Style::new().fg(Color::DarkGray), None);
        }
        self.put(name, Style::new().add_modifier(Modifier::BOLD), None);
    }

    /// Adds the cards of a zone. An empty zone is skipped, unless a card can be put there.
    pub fn zone(&mut self, number: usize, zone: &ZoneScene, lying: Option<PileLayout>, touch: &MoveMarks) {
        let (lit, live) = (touch.lit_zones.contains(&zone.id), touch.live_zones.contains(&zone.id));
        if zone.count == Some(0) && !lit && !live {
            return;
        }
        let name = if zone.name.is_empty() { &zone.id } else { &zone.name };
        let style = if lit { Style::new().fg(LIT) } else { Style::new().fg(Color::Gray) };
        self.put(name.clone(), style, (lit || live).then(|| Hit::Zone(zone.id.clone())));
        let open = zone.cards.iter().any(|card| card.face.is_some());
        if !open {
            let text = match zone.count {
                Some(0) => "–".to_owned(),
                Some(count) => format!("▒{count}"),
                None => "▒".to_owned(),
            };
            return self.put(text, Style::new().fg(BACK), None);
        }
        let most = match lying {
            Some(PileLayout::Complete) if zone.ordered => 1,
            _ if zone.ordered => MOST_OPEN,
            _ => zone.cards.len(),
        };
        let skipped = zone.cards.len().saturating_sub(most);
        if skipped > 0 {
            self.put(format!("…{skipped}"), Style::new().fg(BACK), None);
        }
        let mut at = skipped;
        while at < zone.cards.len() {
            let said = |at: usize, card: &CardScene| {
                let (text, style) = said(card, touch.lit.contains(&(number, at)), touch);
                (if touch.picked.contains(&(number, at)) { format!("✓{text}") } else { text }, style)
            };
            let (text, style) = said(at, &zone.cards[at]);
            let alike = |&(next, card): &(usize, &CardScene)| said(next, card) == (text.clone(), style);
            let same = zone.cards.iter().enumerate().skip(at).take_while(alike).count().max(1);
            let shown = if same > 1 { format!("{text}×{same}") } else { text.clone() };
            self.put(shown, style, Some(Hit::Card(number, at)));
            at += same;
        }
    }

    fn end_line(&mut self) {
        self.block.lines.push(Line::from(std::mem::take(&mut self.spans)));
        self.x = 0;
    }

    pub fn done(mut self) -> LineBlock {
        if !self.spans.is_empty() {
            self.end_line();
        }
        self.block
    }
}

/// The text and style of a card.
fn said(card: &CardScene, lit: bool, touch: &MoveMarks) -> (String, Style) {
    let Some(face) = &card.face else { return ("▒".to_owned(), Style::new().fg(BACK)) };
    let (text, red) = face_text(face);
    let style = match (lit, card.marked, red) {
        (true, ..) => Style::new().fg(Color::Indexed(16)).bg(LIT),
        (_, true, _) => Style::new().fg(LIT),
        (.., true) => Style::new().fg(Color::Indexed(203)),
        _ => Style::new(),
    };
    (text + &beside_name(face) + &notes(card, touch), style)
}
