//! Draws a trick: each card before its player, the viewer below and the others round the table in turn order.

use crate::cards::{Look, MoveMarks, face_text};
use crate::flow::{self, LineBlock};
use crate::screen::{Hit, Screen};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_kernel::Seat;
use rulebook_scene::layout::{PileLayout, Shape};
use rulebook_scene::{ZoneRole, ZoneScene};

/// Columns between the players at the sides and the players opposite.
const GAP: u16 = 2;

impl Screen {
    /// Whether the zone is a part of the trick in the middle: the place of one player, or a shared trick whose players
    /// are known.
    pub(crate) fn is_trick(&self, zone: &ZoneScene) -> bool {
        let style = self.layouts.get(Shape::Plain).and_then(|layout| layout.style(zone, self.own()));
        let said = style.and_then(|style| style.layout) == Some(PileLayout::Trick);
        if self.scene.seats < 2 || !zone.team.is_empty() || self.scene.board.is_some() {
            return false;
        }
        match zone.owner {
            Some(_) => said || zone.role == Some(ZoneRole::Trick) && zone.ordered,
            None => zone.role == Some(ZoneRole::Trick) && zone.cards.iter().all(|card| card.controller.is_some()),
        }
    }

    /// The trick as lines: the players opposite above, the players at the sides between them, the viewer below. `None`
    /// if the game has no trick. If `brief` is set, the trick is one line of text.
    pub(crate) fn trick(&self, touch: &MoveMarks, width: u16, brief: bool) -> Option<LineBlock> {
        let zones: Vec<(usize, &ZoneScene)> =
            self.scene.zones.iter().enumerate().filter(|(_, zone)| self.is_trick(zone)).collect();
        if zones.is_empty() {
            return None;
        }
        let seats = self.scene.seats;
        let first = self.own().map_or(0, Seat::index);
        let spot = |turn: usize| self.before(Seat::new((first + turn) % seats), &zones, touch);
        let others: Vec<LineBlock> = (1..seats).map(spot).collect();
        let own = spot(0);
        if brief {
            let row = flow::rows(others.into_iter().chain([own]).collect(), width);
            let mut lines = row.into_iter().map(|row| flow::joined(row, 3));
            let mut block = lines.next()?;
            for line in lines {
                let down = block.height();
                block.hits.extend(line.hits.into_iter().map(|(place, hit)| (Rect { y: place.y + down, ..place }, hit)));
                block.lines.extend(line.lines);
            }
            return Some(block);
        }
        let (left, top, right) = match others.len() {
            1 => (LineBlock::default(), others, LineBlock::default()),
            _ => {
                let mut others = others;
                let right = others.pop().unwrap_or_default();
                let left = others.remove(0);
                (left, others, right)
            }
        };
        let top = flow::joined(top, 3);
        let middle = top.width().max(own.width()).max(8);
        let start = left.width() + if left.width() > 0 { GAP } else { 0 };
        let centred = |block: LineBlock| flow::beside(vec![(start + (middle - block.width()) / 2, block)]);
        let sides = flow::beside(vec![(0, left), (start + middle + GAP, right)]);
        let mut drawn = LineBlock::default();
        for part in [centred(top), sides, centred(own)] {
            let down = drawn.height();
            let part = if part.lines.is_empty() { LineBlock { lines: vec![Line::default()], ..part } } else { part };
            drawn.hits.extend(part.hits.into_iter().map(|(place, hit)| (Rect { y: place.y + down, ..place }, hit)));
            drawn.lines.extend(part.lines);
        }
        (drawn.width() <= width).then_some(drawn).or_else(|| self.trick(touch, width, true))
    }

    /// The name of a player and the cards before the player, on one line.
    fn before(&self, seat: Seat, zones: &[(usize, &ZoneScene)], touch: &MoveMarks) -> LineBlock {
        let name = if self.own() == Some(seat) { "You".to_owned() } else { format!("Seat {}", seat.index() + 1) };
        let due = self.scene.due.contains(&seat);
        let style = if due { Style::new().fg(crate::screen::GOLD) } else { Style::new().fg(Color::Gray) };
        let mut spans = vec![Span::styled(format!("{name} "), style)];
        let mut x = spans[0].width() as u16;
        let mut hits = Vec::new();
        let mut empty = true;
        for (number, zone) in zones {
            if zone.owner == Some(seat) && (touch.live_zones.contains(&zone.id) || touch.lit_zones.contains(&zone.id)) {
                hits.push((Rect::new(x, 0, 4, 1), Hit::Zone(zone.id.clone())));
            }
            for (at, card) in zone.cards.iter().enumerate() {
                if zone.owner.or(card.controller) != Some(seat) {
                    continue;
                }
                let look = Look {
                    number: *number,
                    hand: false,
                    lying: None,
                    places: None,
                    touch,
                    asked: false,
                    width: 0,
                    tall: 1,
                    terse: true,
                    melds: None,
                    big: false,
                };
                let (text, red) = card.face.as_ref().map_or_else(|| ("▒▒".to_owned(), false), face_text);
                let span = Span::styled(format!("▏{text} "), look.style(card, at, red));
                hits.push((Rect::new(x, 0, span.width() as u16, 1), look.hit(at)));
                x += span.width() as u16;
                spans.push(span);
                if card.marked {
                    let wins = Span::styled(" wins", Style::new().fg(crate::screen::GOLD).add_modifier(Modifier::BOLD));
                    x += wins.width() as u16;
                    spans.push(wins);
                }
                empty = false;
            }
        }
        if empty {
            spans.push(Span::styled("··", Style::new().fg(Color::DarkGray)));
        }
        LineBlock { lines: vec![Line::from(spans)], hits }
    }
}
