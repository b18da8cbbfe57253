//! Arranges the table: where each part is drawn, and which parts are left out if there is little room.

use crate::board::{self, Squares};
use crate::cards::{self, Look, MoveMarks};
use crate::flow::{self, LineBlock};
use crate::screen::Screen;
use crate::{melds, moves, pile_grid, widgets};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType};
use rulebook_kernel::Seat;
use rulebook_scene::layout::{Pile, PileLayout, Shape};
use rulebook_scene::{Gesture, OfferKind, ZoneScene};

/// Rows of blocks.
pub(crate) type Rows = Vec<Vec<LineBlock>>;

/// How much detail is drawn above the viewer's own zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Everything, with the scores below the piles.
    Roomy,
    /// Everything, with the scores beside the piles.
    Close,
    /// One line for each other player, with the scores below the piles.
    Brief,
    /// One line for each other player, with the scores beside the piles.
    BriefClose,
    /// Each zone on one line of text.
    Lines,
    /// Everything as running text.
    Tight,
}

const PLANS: [Plan; 6] = [Plan::Roomy, Plan::Close, Plan::Brief, Plan::BriefClose, Plan::Lines, Plan::Tight];
/// Maximum number of lines for scores if there is little room.
const MOST_BRIEF: usize = 3;
/// Minimum height for a frame around the table.
const FRAMED: u16 = 14;
/// Minimum height for empty lines in the table.
const SMALL: u16 = 11;
/// Lines reserved for the log: an empty line and two messages.
const LATELY: u16 = 3;
/// Minimum width and height of a table for large cards, with its parts spread over the area.
const ROOMY: (u16, u16) = (70, 30);
/// Numbers of cards that a column may show. Larger numbers are tried first.
const TALL: [u16; 10] = [40, 20, 14, 11, 9, 7, 5, 4, 3, 2];

impl Plan {
    fn is_brief(self) -> bool {
        matches!(self, Plan::Brief | Plan::BriefClose | Plan::Lines | Plan::Tight)
    }
}

/// The part of the table above the viewer's own zones.
struct Upper {
    rows: Rows,
    height: u16,
}

impl Screen {
    /// Whether the seat has a zone with cards to show.
    fn has_anything(&self, seat: Seat) -> bool {
        let anything = |zone: &ZoneScene| {
            zone.owner == Some(seat) && zone.count != Some(0) && !self.is_hidden(zone) && !self.is_trick(zone)
        };
        self.scene.zones.iter().any(anything)
    }

    /// Number of lines for the board and for one line of each other player. 0 if the game has no board.
    fn board_above(&self) -> u16 {
        let Some(board) = &self.scene.board else { return 0 };
        let rows = if self.turns().is_multiple_of(2) { board.height } else { board.width };
        let others = Seat::all(self.scene.seats).filter(|seat| Some(*seat) != self.own());
        (rows + 1 + others.filter(|seat| self.has_anything(*seat)).count()) as u16
    }

    /// Number of lines that the table needs if its whole board is to be shown. 0 if the game has no board.
    pub(crate) fn board_needs(&self) -> u16 {
        if self.scene.board.is_none() {
            return 0;
        }
        // A hand has a heading and at least one line of cards.
        let mine = if self.own().is_some_and(|own| self.has_anything(own)) { 2 } else { 0 };
        self.board_above() + mine + u16::from(!self.scene.buttons.is_empty())
    }

    /// The number of quarter turns by which the board is turned, so that the viewer's side is at the bottom.
    pub(crate) fn turns(&self) -> u8 {
        let facing = self.scene.board.as_ref().zip(self.own()).and_then(|(board, own)| board.facing.get(own.index()));
        (facing.copied().unwrap_or(0) + 2 * u8::from(self.flipped)) % 4
    }

    /// Draws the board, zones, scores and buttons. Other players are above, the viewer is below. If `tell` is set and
    /// there is space, also shows the latest messages.
    pub(crate) fn table(&mut self, area: Rect, frame: &mut Frame<'_>, tell: bool) {
        let block =
            Block::bordered().border_type(BorderType::Rounded).border_style(Style::new().fg(Color::Indexed(94)));
        let mut inner = area;
        // If there is little room, the frame around the table is left out first.
        let board = self.scene.board.is_some();
        let framed = if board { self.board_needs() + 2 <= area.height } else { area.height >= FRAMED };
        if framed {
            inner = block.inner(area);
            frame.render_widget(block, area);
        }
        if framed || !board {
            inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        }
        self.roomy = inner.width >= ROOMY.0 && inner.height >= ROOMY.1;
        let (touch, squares) = self.touched();
        let below = self.below(&touch, inner);
        let bottom = flow::height(&below).min(inner.height);
        let upper = Rect { height: inner.height - bottom, ..inner };
        // With little room, two lines of messages are more useful than card backs drawn one by one.
        let told = if tell && !self.lately(80, 1).is_empty() { LATELY } else { 0 };
        let drawn = self.upper(&touch, &squares, upper, told);
        let mut hits = Vec::new();
        let buffer = frame.buffer_mut();
        // With much room, the parts of the table are spread over the whole area.
        let spread = if self.roomy {
            flow::Spread::over(&drawn.rows, upper.height.saturating_sub(told))
        } else {
            flow::Spread::default()
        };
        let end = flow::draw(&drawn.rows, upper, &spread, buffer, &mut hits).min(upper.bottom());
        let spare = Rect { y: end, height: upper.bottom() - end, ..upper };
        if tell && spare.height > 1 {
            let spare = Rect { y: spare.y + 1, height: spare.height - 1, ..spare };
            let lines = self.lately(spare.width.into(), spare.height.into());
            // The messages are drawn directly above the viewer's own zones, because the player looks there.
            let from = spare.bottom() - lines.len() as u16;
            for (line, y) in lines.into_iter().zip(from..) {
                buffer.set_line(spare.x, y, &Line::styled(line, Style::new().fg(Color::DarkGray)), spare.width);
            }
        }
        let spread = flow::Spread { gap: 0, ..spread };
        flow::draw(&below, Rect { y: upper.bottom(), height: bottom, ..inner }, &spread, buffer, &mut hits);
        self.hits.append(&mut hits);
    }

    /// Whether the layout hides this zone.
    fn is_hidden(&self, zone: &ZoneScene) -> bool {
        let hidden = self.layouts.get(Shape::Plain).map_or(&[][..], |layout| &layout.hidden);
        hidden.iter().any(|pile| Pile::parse(pile).shows(zone, self.own()))
    }

    fn is_own_hand(&self, zone: &ZoneScene) -> bool {
        self.own().is_some() && zone.owner == self.own() && is_hand(zone)
    }

    /// Draws one zone as a block of lines.
    fn block(
        &self,
        number: usize,
        zone: &ZoneScene,
        touch: &MoveMarks,
        width: u16,
        (tall, terse): (u16, bool),
    ) -> LineBlock {
        let style = self.layouts.get(Shape::Plain).and_then(|layout| layout.style(zone, self.own()));
        let places = self.places.of(zone);
        let hand = self.is_own_hand(zone);
        let melds = if hand { melds::of_hand(&self.scene, &zone.cards) } else { None };
        let look = Look {
            number,
            hand,
            lying: style.and_then(|style| style.layout),
            places: places.as_deref(),
            touch,
            asked: !self.offers.is_empty(),
            width,
            tall,
            terse,
            melds: melds.as_ref(),
            big: hand && self.roomy,
        };
        cards::zone(zone, &look)
    }

    /// The zones that satisfy a condition. If there are many zones or little room, empty zones are left out, unless a
    /// card can be put there.
    pub(crate) fn kept(
        &self,
        touch: &MoveMarks,
        sparse: bool,
        keep: impl Fn(&ZoneScene) -> bool,
    ) -> Vec<(usize, &ZoneScene)> {
        let drawn = |zone: &ZoneScene| keep(zone) && !self.is_hidden(zone) && !self.is_trick(zone);
        let kept: Vec<(usize, &ZoneScene)> =
            self.scene.zones.iter().enumerate().filter(|(_, zone)| drawn(zone)).collect();
        let many = sparse || kept.len() > 6;
        let used = |zone: &ZoneScene| {
            zone.count != Some(0) || touch.lit_zones.contains(&zone.id) || touch.live_zones.contains(&zone.id)
        };
        kept.into_iter().filter(|(_, zone)| !many || used(zone)).collect()
    }

    /// The buttons and the viewer's own zones, which are drawn at the bottom. The viewer's hand is always shown.
    fn below(&self, touch: &MoveMarks, inner: Rect) -> Rows {
        let own = self.own();
        let tall = if inner.height > 14 { 2 } else { 1 };
        let blocks = |zones: &[(usize, &ZoneScene)], terse: bool| {
            let draw = |(at, zone): &(usize, &ZoneScene)| self.block(*at, zone, touch, inner.width, (tall, terse));
            flow::rows(zones.iter().map(draw).collect(), inner.width)
        };
        let mine = |zone: &ZoneScene| own.is_some() && zone.owner == own && !is_hand(zone);
        let mut rows = Rows::new();
        let able = self.offers.iter().any(|offer| matches!(offer.gesture, Gesture::Button { .. }));
        // If there is room, a line is reserved for buttons, so that nothing moves when a button appears.
        if able || !self.scene.buttons.is_empty() && inner.height > SMALL {
            let most = match inner.height {
                0..=SMALL => 1,
                12..=20 => 2,
                _ => 4,
            };
            rows.push(vec![widgets::buttons(&self.scene, &self.offers, inner.width, most)]);
        }
        let held = self.kept(touch, self.scene.board.is_some(), |zone| self.is_own_hand(zone));
        let mut hand = blocks(&held, false);
        // If the hand is too high, the texts on its cards are left out. A key shows these texts in full.
        if flow::height(&hand) > inner.height / 2 {
            hand = blocks(&held, true);
        }
        if self.scene.board.is_some() && flow::height(&hand) + self.board_above() > inner.height && !held.is_empty() {
            hand = vec![self.inline("You".to_owned(), &held, touch, inner.width)];
        }
        let mine = self.kept(touch, inner.height <= SMALL, mine);
        let full = blocks(&mine, false);
        let left = inner.height.saturating_sub(flow::height(&rows) + flow::height(&hand));
        // The space above the viewer's own zones must hold the board. Without a board, it is a third of the height.
        let above = if self.scene.board.is_some() { self.board_above() } else { inner.height / 3 };
        if flow::height(&full) + above <= left {
            rows.extend(full);
        } else if left > 0 && mine.iter().any(|(_, zone)| zone.count != Some(0)) {
            rows.push(self.inline("You".to_owned(), &mine, touch, inner.width));
        }
        rows.extend(hand);
        rows
    }

    /// The part above the viewer's own zones, in the most detailed form that fits. Leaves `told` lines for messages if
    /// the other parts still fit.
    fn upper(&self, touch: &MoveMarks, squares: &Squares, area: Rect, told: u16) -> Upper {
        let columns = self.scene.zones.iter().any(|zone| self.is_tall(zone));
        let tall: &[u16] = if columns { &TALL } else { &TALL[..1] };
        let mut last = None;
        for spare in [told, 0] {
            // The board and columns of cards are not made smaller to make room for messages.
            let most = if spare > 0 { 1 } else { tall.len() };
            // Zones are not turned into running text to make room for messages.
            let plans: &[Plan] = if spare > 0 { &PLANS[..PLANS.len() - 1] } else { &PLANS };
            for (plan, tall) in tall[..most].iter().flat_map(|tall| plans.iter().map(move |plan| (*plan, *tall))) {
                let upper = self.planned(plan, tall, touch, squares, area);
                if upper.height + spare <= area.height {
                    return upper;
                }
                last = Some(upper);
            }
        }
        last.unwrap_or(Upper { rows: Rows::new(), height: 0 })
    }

    /// Whether the cards of a zone are drawn over several lines: in a column, or at numbered places.
    pub(crate) fn is_tall(&self, zone: &ZoneScene) -> bool {
        let style = self.layouts.get(Shape::Plain).and_then(|layout| layout.style(zone, self.own()));
        style.and_then(|style| style.layout) == Some(PileLayout::Vertical) || self.places.of(zone).is_some()
    }

    fn planned(&self, plan: Plan, tall: u16, touch: &MoveMarks, squares: &Squares, area: Rect) -> Upper {
        if plan == Plan::Tight {
            let rows = self.tight(tall, touch, squares, area);
            return Upper { height: flow::height(&rows), rows };
        }
        let mut rows = Rows::new();
        let scores = |most: usize| {
            let lines = widgets::brief_scores(&self.scene.scoreboards, area.width, most);
            (plan == Plan::Lines && !lines.is_empty()).then(|| vec![LineBlock { lines, hits: Vec::new() }])
        };
        rows.extend(scores(MOST_BRIEF));
        rows.extend(self.others(plan.is_brief(), touch, area.width));
        let mut beside = if plan == Plan::Lines { Vec::new() } else { widgets::scores(&self.scene.scoreboards) };
        beside.extend(widgets::stack(&self.scene));
        if let Some(board) = &self.scene.board {
            let room = area.height.saturating_sub(flow::height(&rows));
            let mut row = vec![board::board(board, self.turns(), squares, (area.width, room), self.mono)];
            row.append(&mut beside);
            rows.extend(flow::rows(row, area.width));
        }
        let mut middle: Rows = Vec::from_iter(self.trick(touch, area.width, false).map(|block| vec![block]));
        middle.extend(self.middle(plan.is_brief(), tall, touch, area.width));
        if matches!(plan, Plan::Close | Plan::BriefClose) {
            // The scores are drawn beside the last row of piles, if they fit there.
            let mut row = middle.pop().unwrap_or_default();
            row.append(&mut beside);
            middle.extend(flow::rows(row, area.width));
        }
        rows.extend(middle);
        rows.extend(flow::rows(beside, area.width));
        // The number of lines that are still free.
        let left = usize::from(area.height.saturating_sub(flow::height(&rows)));
        if let (None, Some(scores)) = (&self.scene.board, scores(MOST_BRIEF + left)) {
            rows[0] = scores;
        }
        Upper { height: flow::height(&rows), rows }
    }

    /// The zones of the other players, seat by seat.
    fn others(&self, brief: bool, touch: &MoveMarks, width: u16) -> Rows {
        let own = self.own();
        let mut rows = Rows::new();
        for seat in Seat::all(self.scene.seats).filter(|seat| Some(*seat) != own) {
            let theirs = self.kept(touch, false, |zone| zone.owner == Some(seat));
            if theirs.is_empty() {
                continue;
            }
            if brief && !self.has_anything(seat) {
                continue;
            }
            if brief {
                rows.push(self.inline(self.called(seat), &theirs, touch, width));
                continue;
            }
            let name = Line::styled(self.called(seat), Style::new().bold());
            let mut row = vec![LineBlock { lines: vec![name, Line::raw("")], hits: Vec::new() }];
            row.extend(theirs.into_iter().map(|(at, zone)| self.block(at, zone, touch, width, (2, false))));
            rows.extend(flow::rows(row, width));
        }
        rows
    }

    /// The piles that belong to no player or to a team. They are arranged as in the layout, or else side by side.
    pub(crate) fn middle(&self, sparse: bool, tall: u16, touch: &MoveMarks, width: u16) -> Rows {
        let nobodys = |zone: &ZoneScene| zone.owner.is_none() && zone.team.is_empty();
        let drawn = |zone: &ZoneScene| nobodys(zone) && !self.is_hidden(zone) && !self.is_trick(zone);
        let all: Vec<(usize, &ZoneScene)> =
            self.scene.zones.iter().enumerate().filter(|(_, zone)| drawn(zone)).collect();
        let layout = self.layouts.get(Shape::Plain);
        let grid = |terse: bool| {
            let gap = if terse { 1 } else { pile_grid::GAP };
            let block = |at: usize, zone: &ZoneScene| self.block(at, zone, touch, width, (tall, terse));
            layout.and_then(|layout| pile_grid::grid(layout, &all, self.own(), (width, gap), &block))
        };
        let flowing = |zones: Vec<(usize, &ZoneScene)>| {
            let blocks = zones.into_iter().map(|(at, zone)| self.block(at, zone, touch, width, (tall, false)));
            flow::rows(blocks.collect(), width)
        };
        // Columns of cards stay side by side as long as they fit.
        let columns = all.iter().any(|(_, zone)| self.is_tall(zone));
        let grid = grid(false).or_else(|| columns.then(|| grid(true)).flatten());
        let mut rows = grid.unwrap_or_else(|| flowing(self.kept(touch, sparse, nobodys)));
        rows.extend(flowing(self.kept(touch, sparse, |zone| zone.owner.is_none() && !zone.team.is_empty())));
        rows
    }

    /// The cards, zones and squares that the listed moves use. The cards, zones and squares of the chosen move are
    /// highlighted.
    fn touched(&self) -> (MoveMarks, Squares) {
        let (mut touch, mut squares) = (MoveMarks::default(), Squares { held: self.from, ..Squares::default() });
        let listed = self.listed();
        for &at in &listed {
            let offer = &self.offers[at];
            touch.live.extend(moves::cards(offer));
            if offer.kind == OfferKind::PutBack {
                touch.picked.extend(moves::cards(offer));
            }
            touch.numbers.extend(moves::numbers(offer));
            if let Gesture::Zone { zone } = &offer.gesture {
                touch.live_zones.insert(zone.clone());
            }
            let (from, to) = moves::squares(offer);
            squares.sources.extend(from);
            squares.targets.extend(to.filter(|_| from.is_none() || from == self.from));
        }
        if let Some(offer) = listed.get(self.chosen).map(|&at| &self.offers[at]) {
            touch.lit.extend(moves::cards(offer));
            touch.lit_zones.extend(moves::zone(offer).map(str::to_owned));
            let (from, to) = moves::squares(offer);
            squares.lit.extend(from.into_iter().chain(to));
        }
        (touch, squares)
    }
}

fn is_hand(zone: &ZoneScene) -> bool {
    zone.category.as_deref() == Some("hand") || zone.id.starts_with("hand") || zone.name == "hand"
}
