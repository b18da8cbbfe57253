//! Holds the content of the screen, and arranges its parts.

use crate::overlay::Overlay;
use crate::places::Places;
use crate::reader::Reader;
use crate::words::without_stop;
use crate::{card_text, moves};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};
use rulebook_kernel::Seat;
use rulebook_scene::layout::Layouts;
use rulebook_scene::{Offer, Scene, Square};
use std::sync::Arc;

/// A request of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerRequest {
    /// Play this move, given by its text.
    Play(String),
    /// Show a hint.
    Hint,
    /// Undo my last move.
    Undo,
    /// Resign.
    Resign,
    /// The reason for the last move. Empty if the player gives no reason.
    Reason(String),
    /// Continue after a notice is closed.
    Next,
    /// Leave.
    Quit,
}

/// An element at a point of the screen. It decides what a click there means.
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
pub(crate) const GOLD: Color = Color::Indexed(220);
const SPINNER: [&str; 8] = ["⠋", "⠙", "⠸", "⢰", "⣠", "⣄", "⡆", "⠇"];
/// Minimum width for the list of moves to be beside the table. On narrower screens it is below.
const WIDE: u16 = 86;
const MOST_LOGGED: usize = 2000;
/// Minimum height for empty lines between the parts of the screen.
const SHALLOW: u16 = 16;
const YOUR_TURN: &str = " Your turn. ";

/// The table as one player sees it.
#[derive(Debug, Default)]
pub struct Screen {
    title: String,
    people: Vec<String>,
    pub(crate) scene: Scene,
    pub(crate) offers: Vec<Offer>,
    log: Vec<String>,
    pub(crate) rules: Vec<String>,
    pub(crate) typed: String,
    /// The moves that match the last click, as indexes into `offers`.
    pub(crate) narrowed: Option<Vec<usize>>,
    pub(crate) from: Option<Square>,
    /// Index of the chosen move among the listed moves.
    pub(crate) chosen: usize,
    /// The first visible row of the list. If the list has several columns, this is the first visible column times the
    /// rows of a column.
    top: usize,
    /// Rows of a column of the list, for the arrow keys. 1 if the list has one column.
    pub(crate) list_rows: isize,
    pub(crate) log_up: usize,
    pub(crate) overlay: Option<Overlay>,
    /// The seat whose bot is thinking.
    thinking: Option<Seat>,
    spin: usize,
    note: Option<String>,
    pub(crate) flipped: bool,
    /// Whether the table has room for large cards.
    pub(crate) roomy: bool,
    /// The layouts of the game, which say how its piles are arranged.
    pub(crate) layouts: Arc<Layouts>,
    /// The places of cards that lie side by side.
    pub(crate) places: Places,
    /// Whether to draw without colours.
    pub(crate) mono: bool,
    pub(crate) hits: Vec<(Rect, Hit)>,
}

impl Screen {
    /// A screen for this game with these players.
    #[must_use]
    pub fn new(title: &str, people: &[String], rules: &str) -> Screen {
        let rules = rules.lines().map(str::to_owned).collect();
        Screen { title: title.to_owned(), people: people.to_vec(), rules, ..Screen::default() }
    }

    /// Sets the scene and the legal moves. The cards of the scene may have been sorted, so the moves are adjusted to
    /// their order.
    pub fn show(&mut self, scene: Scene, mut offers: Vec<Offer>) {
        offers.iter_mut().for_each(|offer| offer.follow(&scene));
        self.scene = scene;
        self.offers = offers;
        self.forget();
    }

    /// Sets the scene and the legal moves, in the words of the viewer's reader.
    pub fn show_to(&mut self, reader: &Reader, scene: Scene, offers: Vec<Offer>) {
        self.layouts = Arc::clone(reader.layouts());
        self.places = reader.places().clone();
        let (scene, offers) = reader.read(scene, offers);
        self.show(scene, offers);
    }

    /// Sets whether to draw without colours.
    #[must_use]
    pub fn without_colours(mut self, mono: bool) -> Screen {
        self.mono = mono;
        self
    }

    /// Adds lines to the log.
    pub fn tell(&mut self, lines: impl IntoIterator<Item = String>) {
        self.log.extend(lines);
        let extra = self.log.len().saturating_sub(MOST_LOGGED);
        self.log.drain(..extra);
        self.log_up = 0;
    }

    /// Clears the log before another player uses the screen.
    pub fn empty_log(&mut self) {
        self.log.clear();
    }

    /// Shows a message below the table until the next action.
    pub fn note(&mut self, text: impl Into<String>) {
        self.note = Some(text.into());
    }

    /// Sets the seat whose bot is thinking. `None` stops the spinner. Each call turns the spinner by one step.
    pub fn think(&mut self, seat: Option<Seat>) {
        self.thinking = seat;
        self.spin = (self.spin + 1) % SPINNER.len();
    }

    /// Chooses the move with this text in the list.
    pub fn point_at(&mut self, text: &str) {
        self.forget();
        self.chosen = self.offers.iter().position(|offer| offer.text == text).unwrap_or(0);
    }

    /// The label that the list shows for the move with this text. The text itself if the move has no label.
    #[must_use]
    pub fn called_move(&self, text: &str) -> String {
        let offer = self.offers.iter().find(|offer| offer.text == text);
        offer.map(|offer| &offer.label).filter(|label| !label.is_empty()).map_or_else(|| text.to_owned(), String::clone)
    }

    /// Hides everything behind a message until Enter is pressed.
    pub fn cover(&mut self, text: impl Into<String>) {
        self.overlay = Some(Overlay::Cover(text.into()));
    }

    /// Asks the player for the reason of a move. The answer is [`PlayerRequest::Reason`].
    pub fn ask_reason(&mut self) {
        self.overlay = Some(Overlay::Reason(String::new()));
    }

    /// Shows a message over the table; Enter continues.
    pub fn ask(&mut self, title: &str, text: impl Into<String>) {
        self.overlay = Some(Overlay::Notice(title.to_owned(), text.into()));
    }

    /// Clears typed text, clicks and the chosen move.
    pub fn forget(&mut self) {
        (self.typed, self.narrowed, self.from) = (String::new(), None, None);
        (self.chosen, self.top, self.note) = (0, 0, None);
    }

    /// The moves that the list shows, as indexes into all offers.
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

    pub(crate) fn called(&self, seat: Seat) -> String {
        if self.own() == Some(seat) {
            return "You".to_owned();
        }
        match self.people.get(seat.index()) {
            Some(name) => format!("Seat {} ({name})", seat.index() + 1),
            None => format!("Seat {}", seat.index() + 1),
        }
    }

    /// Draws the whole screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.hits.clear();
        let area = frame.area();
        if let Some(Overlay::Cover(text)) = &self.overlay {
            return crate::overlay::cover(text, area, frame.buffer_mut());
        }
        let asked = Constraint::Length(self.asked_lines(area));
        let [bar, middle, below, keys] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(3), asked, Constraint::Length(1)]).areas(area);
        self.bar(bar, frame);
        let aside = if area.width >= WIDE {
            let [table, side] =
                Layout::horizontal([Constraint::Min(40), Constraint::Length(self.aside(area.width))]).areas(middle);
            self.table(table, frame, false);
            side
        } else {
            // Showing the whole board is more important than a long list.
            let list = (middle.height / 3).clamp(4, 12).min(middle.height.saturating_sub(self.board_needs()).max(4));
            let [table, side] = Layout::vertical([Constraint::Min(3), Constraint::Length(list)]).areas(middle);
            self.table(table, frame, true);
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
        frame.render_widget(Line::styled(self.keys(keys.width.into()), Style::new().fg(Color::DarkGray)), keys);
        if let Some(overlay) = &self.overlay {
            crate::overlay::draw(overlay, &self.rules, area, frame.buffer_mut());
        }
        if self.mono {
            crate::no_color::plain(frame.buffer_mut());
        }
    }

    /// The line that explains keys. It shows as many keys as fit, and always the keys for help and leaving.
    fn keys(&self, width: usize) -> String {
        // If there is no room, keys with larger numbers are left out first.
        let mut keys = vec![
            ("Enter play", 3),
            ("type to search", 6),
            ("F1 help", 0),
            ("F2 hint", 4),
            ("F3 undo", 5),
            ("F4 rules", 2),
        ];
        if !card_text::faces(&self.scene).is_empty() {
            keys.push(("F6 card", 1));
        }
        keys.push(("q quit", 0));
        loop {
            let line = keys.iter().map(|(key, _)| *key).collect::<Vec<_>>().join("  ");
            let least = keys.iter().map(|(_, rank)| *rank).max().unwrap_or(0);
            if line.chars().count() <= width || least == 0 {
                return line;
            }
            keys.retain(|(_, rank)| *rank != least);
        }
    }

    /// The last messages of the log that fit. Each message is shown completely or not at all. Only a last message that
    /// is longer than the whole area is cut.
    pub(crate) fn lately(&self, width: usize, most: usize) -> Vec<String> {
        let width = width.max(8);
        let mut lines: Vec<String> = Vec::new();
        for sentence in self.log.iter().rev() {
            let mut told = wrapped(sentence, width);
            if lines.is_empty() && told.len() > most {
                told.truncate(most);
                if let Some(last) = told.last_mut() {
                    *last = last.chars().take(width - 1).chain(['…']).collect();
                }
            }
            if lines.len() + told.len() > most {
                break;
            }
            told.append(&mut lines);
            lines = told;
        }
        lines
    }

    /// The width of the list. It is wide enough for the longest label if the table keeps enough room.
    fn aside(&self, width: u16) -> u16 {
        const NARROW: u16 = 34;
        let longest = self.offers.iter().map(|offer| offer.label.chars().count()).max().unwrap_or(0);
        // The label also needs borders, a number, and a gap before the text of the move.
        u16::try_from(longest + 8).unwrap_or(u16::MAX).clamp(NARROW, (width * 9 / 20).max(NARROW))
    }

    /// Draws the name of the game, the phase, and the row of players.
    fn bar(&self, area: Rect, frame: &mut Frame<'_>) {
        let mut first =
            vec![Span::styled(format!(" {} ", self.title), Style::new().fg(Color::Indexed(231)).bg(ACCENT).bold())];
        if let Some(phase) = &self.scene.phase {
            first.push(Span::styled(format!("  {phase}"), Style::new().fg(ACCENT)));
        }
        let fits = |line: &Line<'_>| line.width() <= usize::from(area.width);
        let second = (0..3).map(|cut| self.people(cut)).find(fits).unwrap_or_else(|| self.people(3));
        let lines = vec![Line::from(first), second];
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The row of players. The player who has to move is marked. A larger `cut` leaves out more: first the kind of
    /// player, then captured pieces, then sides.
    fn people(&self, cut: u8) -> Line<'static> {
        let short = cut > 0;
        let mut people = Vec::new();
        for seat in Seat::all(self.scene.seats) {
            let due = self.scene.due.contains(&seat);
            let style = if due { Style::new().fg(GOLD).bold() } else { Style::new().fg(Color::Gray) };
            let side = self.scene.board.as_ref().and_then(|board| board.sides.get(seat.index()));
            let side = side.filter(|_| cut < 3).map(|side| format!(", {side}")).unwrap_or_default();
            let losses = if cut < 2 { self.losses(seat) } else { String::new() };
            let wheel = match self.thinking {
                Some(thinks) if thinks == seat && cut < 3 => format!(" {} thinking", SPINNER[self.spin]),
                Some(thinks) if thinks == seat => format!(" {}", SPINNER[self.spin]),
                _ => String::new(),
            };
            let mark = if due { "▸" } else { " " };
            let name = match short && self.own() != Some(seat) {
                true => format!("Seat {}", seat.index() + 1),
                false => self.called(seat),
            };
            let gap = if short { "  " } else { "   " };
            people.push(Span::styled(format!("{mark}{name}{side}{losses}{wheel}{gap}"), style));
        }
        Line::from(people)
    }

    /// Captured pieces and material advantage beside a seat: ` ♛ ♟×3 +2`.
    fn losses(&self, seat: Seat) -> String {
        let Some(board) = &self.scene.board else { return String::new() };
        let gone = board.captured.get(board.losses_beside(seat)).map_or(&[][..], |side| &side.pieces[..]);
        let mut told: String = gone
            .iter()
            .map(|piece| match piece.count {
                1 => format!(" {}", piece.glyph),
                count => format!(" {}×{count}", piece.glyph),
            })
            .collect();
        let ahead = board.captured.get(seat.index()).map_or(0, |side| side.ahead);
        match (ahead / 100, ahead % 100 / 10) {
            (0, 0) => {}
            (whole, 0) => told += &format!(" +{whole}"),
            (whole, tenths) => told += &format!(" +{whole}.{tenths}"),
        }
        told
    }

    fn is_yours(&self) -> bool {
        self.own().is_some_and(|own| self.scene.due.contains(&own))
    }

    /// The number of lines for the prompt: two if it does not fit on one.
    fn asked_lines(&self, area: Rect) -> u16 {
        let turn = if self.is_yours() { YOUR_TURN } else { " " };
        let said =
            self.note.as_ref().map_or(turn.len() + self.scene.prompt.chars().count(), |note| 1 + note.chars().count());
        if said > usize::from(area.width) && area.height > SHALLOW { 2 } else { 1 }
    }

    fn prompt(&self, area: Rect, frame: &mut Frame<'_>) {
        let line = match (&self.note, self.scene.outcome.is_some()) {
            (Some(note), _) => Line::styled(format!(" {note}"), Style::new().fg(GOLD).bold()),
            (None, true) => Line::styled(format!(" {}", self.scene.prompt), Style::new().bold()),
            (None, false) => {
                let turn = if self.is_yours() { YOUR_TURN } else { " " };
                let prompt = self.scene.prompt.trim_end();
                let (prompt, said) = match self.scene.announcements.last() {
                    None => (prompt, String::new()),
                    Some(said) if prompt.is_empty() => ("", said.clone()),
                    Some(said) => (without_stop(prompt), format!(" · {}", without_stop(said))),
                };
                Line::from(vec![
                    Span::styled(turn, Style::new().fg(ACCENT).bold()),
                    Span::raw(prompt),
                    Span::styled(said, Style::new().fg(Color::Gray)),
                ])
            }
        };
        match area.height {
            0 | 1 => frame.render_widget(line, area),
            _ => frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: false }), area),
        }
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
        let high = usize::from(inner.height).max(1);
        self.chosen = self.chosen.min(listed.len().saturating_sub(1));
        let (wide, columns) = self.list_columns(&listed, inner);
        self.list_rows = if columns > 1 { high as isize } else { 1 };
        if columns > 1 {
            // The list scrolls by whole columns.
            let (column, first) = (self.chosen / high, self.top / high);
            self.top = first.clamp((column + 1).saturating_sub(columns), column) * high;
        } else {
            self.top = self.top.clamp((self.chosen + 1).saturating_sub(high), self.chosen);
        }
        if listed.is_empty() {
            let words = if self.offers.is_empty() { "Not your turn." } else { "No such move. Esc clears." };
            return frame.render_widget(Line::styled(words, Style::new().fg(Color::DarkGray)), inner);
        }
        for (row, (place, &at)) in listed.iter().enumerate().skip(self.top).take(high * columns).enumerate() {
            let offer = &self.offers[at];
            let x = inner.x + (row / high) as u16 * wide;
            let line = Rect { x, y: inner.y + (row % high) as u16, width: wide.min(inner.right() - x), height: 1 };
            let on = place == self.chosen;
            let style = if on { Style::new().fg(Color::Indexed(16)).bg(GOLD).bold() } else { Style::new() };
            let label = if offer.label.is_empty() { &offer.text } else { &offer.label };
            let code = if columns > 1 || offer.label.is_empty() || !moves::is_said(offer) { "" } else { &offer.text };
            let number = format!("{:>3} ", at + 1);
            let left = format!("{number}{label}");
            let room = usize::from(line.width).saturating_sub(left.chars().count() + 1);
            let right = if code.chars().count() <= room { code } else { "" };
            let text = format!("{left} {right:>room$}");
            frame.render_widget(Line::styled(text, style), line);
            self.hits.push((line, Hit::Row(place)));
        }
    }

    /// The width of a column of the list, and the number of columns. There is one column if all moves fit into it, or
    /// if two columns do not fit.
    fn list_columns(&self, listed: &[usize], inner: Rect) -> (u16, usize) {
        let label = |at: &usize| {
            let offer = &self.offers[*at];
            let label = if offer.label.is_empty() { &offer.text } else { &offer.label };
            label.chars().count()
        };
        // A cell has a number of three digits, a space, the label, and two spaces before the next column.
        let wide = listed.iter().map(label).max().unwrap_or(0) + 6;
        let columns = (usize::from(inner.width) + 2) / wide.max(1);
        if listed.len() <= usize::from(inner.height) || columns < 2 {
            return (inner.width, 1);
        }
        (wide as u16, columns)
    }

    fn history(&self, area: Rect, frame: &mut Frame<'_>) {
        let block = framed(" History ".to_owned());
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
}

fn framed(title: String) -> Block<'static> {
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().fg(Color::DarkGray))
        .title(Span::styled(title, Style::new().fg(ACCENT).bold()))
}

/// A paragraph with line breaks between words.
pub(crate) fn prose(text: &str) -> Paragraph<'_> {
    Paragraph::new(text).wrap(Wrap { trim: false })
}

/// Splits a text into lines of at most this many characters. Lines are broken between words, unless a word is too long.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
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
