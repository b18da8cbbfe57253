//! Draws the table on a very small terminal. The decision takes as few lines as possible, and scores use the remaining
//! lines.

use crate::board::{self, Squares};
use crate::cards::MoveMarks;
use crate::flow::{self, LineBlock};
use crate::inline::Inline;
use crate::screen::Screen;
use crate::table::Rows;
use crate::widgets;
use ratatui::layout::Rect;
use rulebook_kernel::Seat;
use rulebook_scene::ZoneScene;
use rulebook_scene::layout::Shape;
use std::collections::BTreeMap;

impl Screen {
    /// Draws everything except the viewer's own zones.
    pub(crate) fn tight(&self, tall: u16, touch: &MoveMarks, squares: &Squares, area: Rect) -> Rows {
        let mut rest = Rows::new();
        rest.extend(widgets::stack(&self.scene).map(|block| vec![block]));
        rest.extend(self.others_inline(touch, area.width));
        rest.extend(self.trick(touch, area.width, true).map(|block| vec![block]));
        let middle = match self.scene.zones.iter().any(|zone| self.is_tall(zone)) {
            true => self.middle(true, tall, touch, area.width),
            false => self.shared_inline(touch, area.width),
        };
        if let Some(board) = &self.scene.board {
            let room = area.height.saturating_sub(flow::height(&rest) + flow::height(&middle));
            rest.push(vec![board::part(board, self.turns(), squares, (area.width, room), self.mono)]);
        }
        rest.extend(middle);
        let left = area.height.saturating_sub(flow::height(&rest));
        // Showing the whole board is more important than showing scores.
        let left = if self.scene.board.is_some() { left } else { left.max(1) };
        let lines = widgets::brief_scores(&self.scene.scoreboards, area.width, left.into());
        let mut rows = Rows::new();
        if !lines.is_empty() {
            rows.push(vec![LineBlock { lines, hits: Vec::new() }]);
        }
        rows.extend(rest);
        rows
    }

    fn put(&self, into: &mut Inline, zones: &[(usize, &ZoneScene)], touch: &MoveMarks) {
        let layout = self.layouts.get(Shape::Plain);
        for (number, zone) in zones {
            let lying = layout.and_then(|layout| layout.style(zone, self.own())).and_then(|style| style.layout);
            into.zone(*number, zone, lying, touch);
        }
    }

    /// The zones of the other players as running text. Their names are in the row above the table.
    fn others_inline(&self, touch: &MoveMarks, width: u16) -> Option<Vec<LineBlock>> {
        let mut line = Inline::new(width);
        for seat in Seat::all(self.scene.seats).filter(|seat| Some(*seat) != self.own()) {
            let theirs = self.kept(touch, true, |zone| zone.owner == Some(seat));
            if !theirs.is_empty() {
                line.name(format!("Seat {}", seat.index() + 1));
                self.put(&mut line, &theirs, touch);
            }
        }
        some(line.done())
    }

    /// The zones without an owner, then the zones of teams, as running text.
    fn shared_inline(&self, touch: &MoveMarks, width: u16) -> Rows {
        let mut line = Inline::new(width);
        self.put(&mut line, &self.kept(touch, true, |zone| zone.owner.is_none() && zone.team.is_empty()), touch);
        let mut rows = Rows::new();
        rows.extend(some(line.done()));
        let mut teams: BTreeMap<&[Seat], Vec<(usize, &ZoneScene)>> = BTreeMap::new();
        for (number, zone) in self.kept(touch, true, |zone| zone.owner.is_none() && !zone.team.is_empty()) {
            teams.entry(zone.team.as_slice()).or_default().push((number, zone));
        }
        for (team, zones) in teams {
            let called = |seat: &Seat| match Some(*seat) == self.own() {
                true => "You".to_owned(),
                false => format!("seat {}", seat.index() + 1),
            };
            let mut line = Inline::new(width);
            line.name(team.iter().map(called).collect::<Vec<_>>().join(", ") + ":");
            self.put(&mut line, &zones, touch);
            rows.extend(some(line.done()));
        }
        rows
    }

    /// The name of a player and all zones of this player, as running text.
    pub(crate) fn inline(
        &self,
        name: String,
        zones: &[(usize, &ZoneScene)],
        touch: &MoveMarks,
        width: u16,
    ) -> Vec<LineBlock> {
        let mut line = Inline::new(width);
        line.name(name);
        self.put(&mut line, zones, touch);
        vec![line.done()]
    }
}

/// A row with this block; `None` if the block is empty.
fn some(block: LineBlock) -> Option<Vec<LineBlock>> {
    (block.height() > 0).then(|| vec![block])
}
