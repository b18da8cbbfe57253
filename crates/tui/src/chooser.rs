//! A full-screen list from which the user chooses one row. Typing narrows the list, so it never has to scroll far.

use crate::columns::{columns, cut};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

/// Maximum length of the typed words, in characters.
const MOST_TYPED: usize = 100;
/// The keys, for the last line.
const KEYS: &str = "Type to search · ↑ ↓ choose · Enter plays · Esc clears or quits";
/// Number of lines for the last cell of the chosen row, which may not fit into its column.
const DETAIL: u16 = 2;

/// The answer of a user to a [`Chooser`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The user chose the row with this index.
    Row(usize),
    /// The user quit.
    Quit,
}

/// The list, the typed words and the chosen row.
pub struct Chooser {
    title: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The text of each row in lower case, for the search.
    texts: Vec<String>,
    typed: String,
    /// The chosen row, as an index into the listed rows.
    chosen: usize,
    /// The first listed row that is visible.
    top: usize,
    /// The place of the visible rows on the screen, as of the last drawing.
    area: Rect,
}

impl Chooser {
    /// A list with this title and these column heads. Every row has one cell for each head. The first cell is the name
    /// by which a user can choose the row.
    #[must_use]
    pub fn new(title: &str, heads: Vec<String>, rows: Vec<Vec<String>>) -> Chooser {
        let texts = rows.iter().map(|row| row.join(" ").to_lowercase()).collect();
        let (title, typed) = (title.to_owned(), String::new());
        Chooser { title, heads, rows, texts, typed, chosen: 0, top: 0, area: Rect::default() }
    }

    /// The rows that contain all typed words.
    fn listed(&self) -> Vec<usize> {
        let typed = self.typed.to_lowercase();
        let fits = |text: &str| typed.split_whitespace().all(|word| text.contains(word));
        (0..self.rows.len()).filter(|&row| fits(&self.texts[row])).collect()
    }

    /// Chooses the row whose name was typed. If there is none, chooses the first row whose name starts with the typed
    /// words, or else the first row.
    fn choose_nearest(&mut self) {
        let typed = self.typed.trim().to_lowercase();
        let listed = self.listed();
        let name = |row: &usize| self.rows[*row].first().map(|name| name.to_lowercase()).unwrap_or_default();
        let exact = listed.iter().position(|row| name(row) == typed);
        let begins = || listed.iter().position(|row| name(row).starts_with(&typed));
        self.chosen = exact.or_else(begins).unwrap_or(0);
    }

    fn step(&mut self, by: isize) {
        let last = self.listed().len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    /// Handles a key or a click. Returns the answer of the user, if the event is one.
    pub fn input(&mut self, event: &Event) -> Option<Choice> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
                MouseEventKind::ScrollUp => {
                    self.step(-1);
                    None
                }
                MouseEventKind::ScrollDown => {
                    self.step(1);
                    None
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Option<Choice> {
        let page = isize::try_from(self.area.height.max(1)).unwrap_or(1);
        match key.code {
            KeyCode::Char('c' | 'q') if key.modifiers.contains(KeyModifiers::CONTROL) => return Some(Choice::Quit),
            KeyCode::Char(_) if key.modifiers.contains(KeyModifiers::CONTROL) => {}
            KeyCode::Char(letter) if self.typed.chars().count() < MOST_TYPED => {
                self.typed.push(letter);
                self.choose_nearest();
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.choose_nearest();
            }
            KeyCode::Esc if self.typed.is_empty() => return Some(Choice::Quit),
            KeyCode::Esc => {
                self.typed.clear();
                self.choose_nearest();
            }
            KeyCode::F(10) => return Some(Choice::Quit),
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-page),
            KeyCode::PageDown => self.step(page),
            KeyCode::Home => self.step(isize::MIN / 2),
            KeyCode::End => self.step(isize::MAX / 2),
            KeyCode::Enter => return self.listed().get(self.chosen).map(|&row| Choice::Row(row)),
            _ => {}
        }
        None
    }

    /// Chooses the clicked row. A click on the chosen row is an answer.
    fn click(&mut self, column: u16, row: u16) -> Option<Choice> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let at = self.top + usize::from(row - self.area.y);
        let row = *self.listed().get(at)?;
        if at == self.chosen {
            return Some(Choice::Row(row));
        }
        self.chosen = at;
        None
    }

    /// Draws the list. It fits a terminal of any size: the keys, the detail and the heads are left out if there are few
    /// lines.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let (width, mut rest) = (usize::from(whole.width), whole);
        let listed = self.listed();
        line(
            frame,
            &mut rest,
            &format!("{} ({} of {})", self.title, listed.len(), self.rows.len()),
            Style::new().bold(),
        );
        line(frame, &mut rest, &format!("> {}▏", self.typed), Style::new());
        // The heads are fitted together with all rows, so that the columns stay in place while the user types.
        let mut texts = columns([vec![self.heads.clone()], self.rows.clone()].concat(), Some(width));
        let heads = texts.remove(0);
        if whole.height >= 6 {
            line(frame, &mut rest, &heads, Style::new().add_modifier(Modifier::DIM));
        }
        let foot = if whole.height >= 12 { DETAIL + 2 } else { u16::from(whole.height >= 5) };
        self.area = Rect { height: rest.height.saturating_sub(foot), ..rest };
        let most = usize::from(self.area.height);
        self.chosen = self.chosen.min(listed.len().saturating_sub(1));
        self.top = self.top.min(self.chosen).max((self.chosen + 1).saturating_sub(most));
        self.top = self.top.min(listed.len().saturating_sub(most));
        for (at, row) in listed.iter().enumerate().skip(self.top).take(most) {
            let style = if at == self.chosen { Style::new().reversed() } else { Style::new() };
            line(frame, &mut rest, &format!("{:width$}", texts[*row]), style);
        }
        if listed.is_empty() {
            line(frame, &mut rest, "Nothing matches.", Style::new());
        }
        let last = Rect { y: whole.bottom().saturating_sub(1), height: whole.height.min(1), ..whole };
        if foot > 0 {
            frame.render_widget(Line::styled(cut(KEYS, width), Style::new().add_modifier(Modifier::DIM)), last);
        }
        let detail = listed.get(self.chosen).and_then(|&row| self.rows[row].last());
        if let Some(detail) = detail.filter(|_| foot > 1) {
            let place = Rect { y: last.y - DETAIL, height: DETAIL, ..whole };
            frame.render_widget(Paragraph::new(detail.as_str()).wrap(Wrap { trim: true }), place);
        }
    }
}

/// Draws one line at the top of `rest`, and removes that line from `rest`. Draws nothing if no line is left.
fn line(frame: &mut Frame<'_>, rest: &mut Rect, text: &str, style: Style) {
    if rest.height > 0 {
        frame.render_widget(Line::styled(cut(text, usize::from(rest.width)), style), Rect { height: 1, ..*rest });
        *rest = Rect { y: rest.y + 1, height: rest.height - 1, ..*rest };
    }
}
