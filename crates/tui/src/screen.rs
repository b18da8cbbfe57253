//! What is on the screen, and how it is laid out.

use crate::board::{self, Squares};
use crate::cards::{self, Touch};
use crate::flow::{self, Piece};
use crate::moves;
use crate::overlay::Overlay;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};
use rulebook_kernel::Seat;
use rulebook_stage::{Offer, Scene, Scoreboard, Square, ZoneScene};

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// This move, by its text.
    Play(String),
    /// What would a bot do?
    Hint,
    /// My last move back.
    Undo,
    /// To go on after a notice.
    Next,
    /// Enough.
    Quit,
}

/// What is under a place of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    /// A row of the list of moves.
    Row(usize),
    Card(usize, usize),
    Zone(String),
    Square(Square),
    Button(String),
}

pub(crate) const ACCENT: Color = Color::Indexed(72);
const GOLD: Color = Color::Indexed(220);
const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⢰", "⣠", "⣄", "⡆", "⠇"];
/// Narrower than this, the list lies below the table.
const WIDE: u16 = 86;
const MOST_LOGGED: usize = 2000;

/// The table as one person sees it.
#[derive(Debug, Default)]
pub struct Screen {
    title: String,
    people: Vec<String>,
    pub(crate) scene: Scene,
    pub(crate) offers: Vec<Offer>,
    log: Vec<String>,
    pub(crate) rules: Vec<String>,
    pub(crate) typed: String,
    /// Moves that a click left over.
    pub(crate) narrowed: Option<Vec<usize>>,
    pub(crate) from: Option<Square>,
    /// Which of the moves in the list is chosen.
    pub(crate) chosen: usize,
    top: usize,
    pub(crate) log_up: usize,
    pub(crate) overlay: Option<Overlay>,
    /// Whose machine thinks.
    thinking: Option<Seat>,
    spin: usize,
    note: Option<String>,
    pub(crate) flipped: bool,
    pub(crate) hits: Vec<(Rect, Hit)>,
}

impl Screen {
    /// A table of this game, with these people round it.
    #[must_use]
    pub fn new(title: &str, people: &[String], rules: &str) -> Screen {
        let rules = rules.lines().map(str::to_owned).collect();
        Screen { title: title.to_owned(), people: people.to_vec(), rules, ..Screen::default() }
    }

    /// What there is to see now, and what can be done; the cards may lie in another order than in the offers.
    pub fn show(&mut self, scene: Scene, mut offers: Vec<Offer>) {
        offers.iter_mut().for_each(|offer| offer.follow(&scene));
        self.scene = scene;
        self.offers = offers;
        self.forget();
    }

    /// What happened.
    pub fn tell(&mut self, lines: impl IntoIterator<Item = String>) {
        self.log.extend(lines);
        let extra = self.log.len().saturating_sub(MOST_LOGGED);
        self.log.drain(..extra);
        self.log_up = 0;
    }

    /// Another person comes to the screen: what the last one saw is gone.
    pub fn empty_log(&mut self) {
        self.log.clear();
    }

    /// A sentence below the table, until something else is done.
    pub fn note(&mut self, text: impl Into<String>) {
        self.note = Some(text.into());
    }

    /// A machine thinks, or does not any more; each call is another picture of the wheel.
    pub fn think(&mut self, seat: Option<Seat>) {
        self.thinking = seat;
        self.spin = (self.spin + 1) % SPINNER.len();
    }

    /// Chooses the move with this text in the list.
    pub fn point_at(&mut self, text: &str) {
        self.forget();
        self.chosen = self.offers.iter().position(|offer| offer.text == text).unwrap_or(0);
    }

    /// Shows nothing but a sentence, until somebody presses Enter.
    pub fn cover(&mut self, text: impl Into<String>) {
        self.overlay = Some(Overlay::Cover(text.into()));
    }

    /// A sentence over the table; Enter goes on.
    pub fn ask(&mut self, title: &str, text: impl Into<String>) {
        self.overlay = Some(Overlay::Notice(title.to_owned(), text.into()));
    }

    pub(crate) fn forget(&mut self) {
        (self.typed, self.narrowed, self.from) = (String::new(), None, None);
        (self.chosen, self.top, self.note) = (0, 0, None);
    }

    /// The moves in the list, by their places among all.
    pub(crate) fn listed(&self) -> Vec<usize> {
        let typed = moves::typed(&self.offers, &self.typed);
        match &self.narrowed {
            Some(left) => typed.into_iter().filter(|at| left.contains(at)).collect(),
            None => typed,
        }
    }

    pub(crate) fn own(&self) -> Option<Seat> {
        self.scene.viewer.and_then(|viewer| viewer.seat())
    }

    fn called(&self, seat: Seat) -> String {
        if self.own() == Some(seat) {
            return "You".to_owned();
        }
        match self.people.get(seat.index()) {
            Some(name) => format!("Seat {} ({name})", seat.index() + 1),
            None => format!("Seat {}", seat.index() + 1),
        }
    }

    /// Draws all of it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.hits.clear();
        let area = frame.area();
        if let Some(Overlay::Cover(text)) = &self.overlay {
            return crate::overlay::cover(text, area, frame.buffer_mut());
        }
        let [bar, middle, below, keys] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(3), Constraint::Length(1), Constraint::Length(1)])
                .areas(area);
        self.bar(bar, frame);
        let aside = if area.width >= WIDE {
            let [table, side] =
                Layout::horizontal([Constraint::Min(40), Constraint::Length(self.aside(area.width))]).areas(middle);
            self.table(table, frame);
            side
        } else {
            let list = (middle.height / 3).clamp(4, 12);
            let [table, side] = Layout::vertical([Constraint::Min(3), Constraint::Length(list)]).areas(middle);
            self.table(table, frame);
            side
        };
        if area.width >= WIDE {
            let [list, log] = Layout::vertical([Constraint::Percentage(60), Constraint::Min(4)]).areas(aside);
            self.list(list, frame);
            self.history(log, frame);
        } else {
            self.list(aside, frame);
        }
        self.prompt(below, frame);
        let help = "Enter plays  type to find  F1 help  F2 hint  F3 take back  F4 rules  F10 quit";
        frame.render_widget(Line::styled(help, Style::new().fg(Color::DarkGray)), keys);
        if let Some(overlay) = &self.overlay {
            crate::overlay::draw(overlay, &self.rules, area, frame.buffer_mut());
        }
    }

    /// How wide the list is: a move that says much is not cut off while the table has room to give.
    fn aside(&self, width: u16) -> u16 {
        const NARROW: u16 = 34;
        let longest = self.offers.iter().map(|offer| offer.label.chars().count()).max().unwrap_or(0);
        // Borders, the number, and a gap before the text of the move.
        u16::try_from(longest + 8).unwrap_or(u16::MAX).clamp(NARROW, (width * 9 / 20).max(NARROW))
    }

    /// The name of the game, and who is to play.
    fn bar(&self, area: Rect, frame: &mut Frame<'_>) {
        let mut first =
            vec![Span::styled(format!(" {} ", self.title), Style::new().fg(Color::Indexed(231)).bg(ACCENT).bold())];
        if let Some(phase) = &self.scene.phase {
            first.push(Span::styled(format!("  {phase}"), Style::new().fg(ACCENT)));
        }
        let mut second = Vec::new();
        for seat in Seat::all(self.scene.seats) {
            let due = self.scene.due.contains(&seat);
            let style = if due { Style::new().fg(GOLD).bold() } else { Style::new().fg(Color::Gray) };
            let side = self.scene.board.as_ref().and_then(|board| board.sides.get(seat.index()));
            let side = side.map(|side| format!(", {side}")).unwrap_or_default();
            let wheel = match self.thinking {
                Some(thinks) if thinks == seat => format!(" {} thinking", SPINNER[self.spin]),
                _ => String::new(),
            };
            let mark = if due { "▸" } else { " " };
            second.push(Span::styled(format!("{mark}{}{side}{wheel}   ", self.called(seat)), style));
        }
        let lines = vec![Line::from(first), Line::from(second)];
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn prompt(&self, area: Rect, frame: &mut Frame<'_>) {
        let line = match (&self.note, self.scene.outcome.is_some()) {
            (Some(note), _) => Line::styled(format!(" {note}"), Style::new().fg(GOLD).bold()),
            (None, true) => Line::styled(format!(" {}", self.scene.prompt), Style::new().bold()),
            (None, false) => {
                let yours = self.own().is_some_and(|own| self.scene.due.contains(&own));
                let turn = if yours { " Your turn. " } else { " " };
                let said = self.scene.announcements.last().map(|line| format!("  · {line}")).unwrap_or_default();
                Line::from(vec![
                    Span::styled(turn, Style::new().fg(ACCENT).bold()),
                    Span::raw(self.scene.prompt.clone()),
                    Span::styled(said, Style::new().fg(Color::Gray)),
                ])
            }
        };
        frame.render_widget(line, area);
    }

    fn list(&mut self, area: Rect, frame: &mut Frame<'_>) {
        let listed = self.listed();
        let title = match (self.offers.len(), self.typed.is_empty()) {
            (0, _) => " Moves ".to_owned(),
            (all, true) if listed.len() == all => format!(" Moves {all} "),
            (all, true) => format!(" Moves {} of {all} ", listed.len()),
            (_, false) => format!(" {}▏ ", self.typed),
        };
        let block = framed(title);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let high = inner.height as usize;
        self.chosen = self.chosen.min(listed.len().saturating_sub(1));
        if self.chosen < self.top {
            self.top = self.chosen;
        } else if high > 0 && self.chosen >= self.top + high {
            self.top = self.chosen + 1 - high;
        }
        if listed.is_empty() {
            let words = if self.offers.is_empty() { "Not your turn." } else { "No move is like that. Esc." };
            return frame.render_widget(Line::styled(words, Style::new().fg(Color::DarkGray)), inner);
        }
        for (row, (place, &at)) in listed.iter().enumerate().skip(self.top).take(high).enumerate() {
            let offer = &self.offers[at];
            let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
            let on = place == self.chosen;
            let style = if on { Style::new().fg(Color::Indexed(16)).bg(GOLD).bold() } else { Style::new() };
            let label = if offer.label.is_empty() { &offer.text } else { &offer.label };
            let code = if offer.label == offer.text || offer.label.is_empty() { "" } else { &offer.text };
            let number = format!("{:>3} ", at + 1);
            let left = format!("{number}{label}");
            let room = (inner.width as usize).saturating_sub(left.chars().count() + 1);
            let right = if code.chars().count() <= room { code } else { "" };
            let text = format!("{left} {right:>room$}");
            frame.render_widget(Line::styled(text, style), line);
            self.hits.push((line, Hit::Row(place)));
        }
    }

    fn history(&self, area: Rect, frame: &mut Frame<'_>) {
        let block = framed(" What happened ".to_owned());
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = (inner.width as usize).max(8);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for line in self.log.iter().rev().take(400).collect::<Vec<_>>().into_iter().rev() {
            lines.extend(wrapped(line, width).into_iter().map(Line::raw));
        }
        let end = lines.len().saturating_sub(self.log_up);
        let start = end.saturating_sub(inner.height as usize);
        let shown: Vec<Line<'_>> = lines[start..end].to_vec();
        frame.render_widget(Paragraph::new(shown).style(Style::new().fg(Color::Gray)), inner);
    }

    /// The board, the zones, scores and buttons: others above, the viewer's own below.
    fn table(&mut self, area: Rect, frame: &mut Frame<'_>) {
        let block =
            Block::bordered().border_type(BorderType::Rounded).border_style(Style::new().fg(Color::Indexed(94)));
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        let (touch, squares) = self.touched();
        let own = self.own();
        let hand = |zone: &ZoneScene| own.is_some() && zone.owner == own && is_hand(zone);
        let asked = !self.offers.is_empty();
        let pieces_of = |keep: &dyn Fn(&ZoneScene) -> bool| -> Vec<Piece> {
            let kept: Vec<(usize, &ZoneScene)> =
                self.scene.zones.iter().enumerate().filter(|(_, zone)| keep(zone)).collect();
            // Of many places those where nothing lies are left out, unless something can be put there.
            let many = kept.len() > 6;
            let shown = kept.into_iter().filter(|(_, zone)| {
                !many
                    || zone.count != Some(0)
                    || touch.lit_zones.contains(&zone.id)
                    || touch.live_zones.contains(&zone.id)
            });
            shown.map(|(at, zone)| cards::zone(zone, at, hand(zone), &touch, asked, inner.width)).collect()
        };
        let (mut above, mut brief) = (Vec::new(), Vec::new());
        for seat in Seat::all(self.scene.seats).filter(|seat| Some(*seat) != own) {
            let theirs = pieces_of(&|zone| zone.owner == Some(seat));
            if !theirs.is_empty() {
                let name = Line::styled(self.called(seat), Style::new().bold());
                let mut row = vec![Piece { lines: vec![name, Line::raw("")], hits: Vec::new() }];
                row.extend(theirs);
                above.extend(flow::rows(row, inner.width));
                let zones = self.scene.zones.iter().filter(|zone| zone.owner == Some(seat));
                brief.push(vec![cards::brief(self.called(seat), zones)]);
            }
        }
        let middle = flow::rows(pieces_of(&|zone| zone.owner.is_none()), inner.width);
        let mine = flow::rows(pieces_of(&|zone| own.is_some() && zone.owner == own && !hand(zone)), inner.width);
        let held = flow::rows(pieces_of(&|zone| hand(zone)), inner.width);
        let pressed = u16::from(!self.scene.buttons.is_empty());
        // Whatever else has no room: one's own hand is seen.
        let tight = flow::height(&mine) + flow::height(&held) + pressed > inner.height;
        let mut below = if tight { Vec::new() } else { mine };
        below.extend(held);
        let mut hits = Vec::new();
        let buffer = frame.buffer_mut();
        let bottom = flow::height(&below) + pressed;
        let mut beside = scores(&self.scene.scoreboards);
        beside.extend(stack(&self.scene));
        let shared = flow::height(&middle) + flow::height(&flow::rows(beside.clone(), inner.width));
        if self.scene.board.is_none() && flow::height(&above) + shared + bottom > inner.height {
            above = brief;
        }
        let top = Rect { height: inner.height.saturating_sub(bottom + flow::height(&middle)), ..inner };
        let mut y = flow::draw(&above, top, buffer, &mut hits).min(top.bottom());
        let rest = |y: u16| Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
        if let Some(scene) = &self.scene.board {
            let space = rest(y).height.saturating_sub(bottom);
            let turns = own.and_then(|seat| scene.facing.get(seat.index()).copied()).unwrap_or(0);
            let piece = board::board(scene, (turns + 2 * u8::from(self.flipped)) % 4, &squares, (inner.width, space));
            let mut row = vec![piece];
            row.append(&mut beside);
            y = flow::draw(&flow::rows(row, inner.width), rest(y), buffer, &mut hits);
        }
        y = flow::draw(&middle, rest(y), buffer, &mut hits);
        let space = inner.bottom().saturating_sub(y);
        let spare = space.saturating_sub(bottom);
        let beside = flow::rows(beside, inner.width);
        if flow::height(&beside) <= spare {
            y = flow::draw(&beside, rest(y), buffer, &mut hits);
        }
        // What is one's own lies at the lower edge, where a hand is held.
        y = y.max(inner.bottom().saturating_sub(bottom));
        if !self.scene.buttons.is_empty() {
            buttons(&self.scene, &self.offers).draw(rest(y), buffer, &mut hits);
            y += 1;
        }
        flow::draw(&below, rest(y), buffer, &mut hits);
        self.hits.append(&mut hits);
    }

    /// What the moves in the list touch, and the chosen one most of all.
    fn touched(&self) -> (Touch, Squares) {
        let (mut touch, mut squares) = (Touch::default(), Squares { held: self.from, ..Squares::default() });
        let listed = self.listed();
        for &at in &listed {
            let offer = &self.offers[at];
            touch.live.extend(moves::cards(offer));
            if let rulebook_stage::Gesture::Zone { zone } = &offer.gesture {
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

fn framed(title: String) -> Block<'static> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().fg(Color::DarkGray))
        .title(Span::styled(title, Style::new().fg(ACCENT).bold()))
}

fn is_hand(zone: &ZoneScene) -> bool {
    zone.category.as_deref() == Some("hand") || zone.id.starts_with("hand") || zone.name == "hand"
}

/// Tables of text, aligned.
fn scores(boards: &[Scoreboard]) -> Vec<Piece> {
    boards.iter().map(score).collect()
}

fn score(board: &Scoreboard) -> Piece {
    let columns = board.rows.iter().map(Vec::len).chain([board.columns.len()]).max().unwrap_or(0);
    let lines: Vec<&Vec<String>> = [&board.columns].into_iter().chain(&board.rows).collect();
    let width =
        |at: usize| lines.iter().filter_map(|line| line.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let aligned = |line: &Vec<String>| {
        let cells = (0..columns).map(|at| {
            let (cell, wide) = (line.get(at).map_or("", String::as_str), width(at));
            if cell.parse::<i64>().is_ok() { format!("{cell:>wide$}") } else { format!("{cell:wide$}") }
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    let title = if board.title.is_empty() { "Scores" } else { &board.title };
    let mut shown = vec![Line::styled(title.to_owned(), Style::new().fg(ACCENT).bold())];
    if board.columns.iter().any(|head| !head.is_empty()) {
        shown.push(Line::styled(aligned(&board.columns), Style::new().fg(Color::DarkGray)));
    }
    shown.extend(board.rows.iter().map(|row| Line::raw(aligned(row))));
    Piece { lines: shown, hits: Vec::new() }
}

/// What waits to happen, the next first.
fn stack(scene: &Scene) -> Option<Piece> {
    if scene.stack.is_empty() {
        return None;
    }
    let mut lines = vec![Line::styled("Waiting to happen", Style::new().fg(ACCENT).bold())];
    lines.extend(scene.stack.iter().rev().zip(1..).map(|(item, number)| {
        let aim = |&(zone, at): &(usize, usize)| {
            let card = scene.zones.get(zone)?.cards.get(at)?;
            Some(card.face.as_ref().map_or_else(|| "▒▒".to_owned(), |face| cards::face_text(face).0))
        };
        let aims: Vec<String> = item.targets.iter().filter_map(aim).collect();
        let arrow = if aims.is_empty() { String::new() } else { format!(" → {}", aims.join(", ")) };
        Line::raw(format!("{number}. {}{arrow}", item.text))
    }));
    Some(Piece { lines, hits: Vec::new() })
}

fn buttons(scene: &Scene, offers: &[Offer]) -> Piece {
    let mut piece = Piece::default();
    let (mut spans, mut x) = (Vec::new(), 0);
    for button in &scene.buttons {
        let able = offers
            .iter()
            .any(|offer| matches!(&offer.gesture, rulebook_stage::Gesture::Button { id } if *id == button.id));
        let label = if button.label.is_empty() { &button.id } else { &button.label };
        let text = format!(" {label} ");
        let width = text.chars().count() as u16;
        let style = match able {
            true => Style::new().fg(Color::Indexed(16)).bg(GOLD).add_modifier(Modifier::BOLD),
            false => Style::new().fg(Color::DarkGray).bg(Color::Indexed(236)),
        };
        piece.hits.push((Rect::new(x, 0, width, 1), Hit::Button(button.id.clone())));
        spans.extend([Span::styled(text, style), Span::raw("  ")]);
        x += width + 2;
    }
    piece.lines.push(Line::from(spans));
    piece
}

/// A paragraph that breaks its lines.
pub(crate) fn prose(text: &str) -> Paragraph<'_> {
    Paragraph::new(text).wrap(Wrap { trim: false })
}

/// A sentence in lines of so many letters, broken between words where a word is not longer than that.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let letters: Vec<char> = word.chars().collect();
        for (n, part) in letters.chunks(width).map(|part| part.iter().collect::<String>()).enumerate() {
            let last = lines.last_mut().expect("there is a line");
            if last.is_empty() {
                *last = part;
            } else if n == 0 && last.chars().count() + 1 + part.chars().count() <= width {
                *last = format!("{last} {part}");
            } else {
                lines.push(part);
            }
        }
    }
    lines
}
