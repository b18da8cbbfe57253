//! What lies over the table for a while: help, rules, a question, nothing but a curtain.

use crate::screen::{ACCENT, prose};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    Help,
    /// The rules from this line on.
    Rules(usize),
    /// Title and text; Enter goes on.
    Notice(String, String),
    /// Everything is hidden: the screen is passed on.
    Cover(String),
    /// Really leave?
    Leave,
}

const HELP: &str = "\
type         finds moves by their words or their text
Up, Down     choose a move of the list
Enter        plays the chosen move
mouse        a card, a square or a button leaves the moves that have it;
             a second click plays, squares are clicked one after the other
F2, Tab      what a strong bot would do
F3, Ctrl-Z   takes your last move back, where nothing hidden was at stake
F4           the rules of the game
F5           turns the board
PgUp, PgDn   what happened earlier
Esc          forgets what was typed or clicked
F10, Ctrl-C  leaves

rulebook play --plain is the same table in lines, for pipes and screen readers.";

/// A curtain.
pub(crate) fn cover(text: &str, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let width = area.width.min(60);
    let place = Rect::new((area.width - width) / 2, area.height / 2, width, 2.min(area.height - area.height / 2));
    prose(text).centered().render(place, buffer);
}

pub(crate) fn draw(overlay: &Overlay, rules: &[String], area: Rect, buffer: &mut Buffer) {
    let (title, text) = match overlay {
        Overlay::Help => (" Help ".to_owned(), HELP.to_owned()),
        Overlay::Rules(from) => {
            (" Rules ".to_owned(), rules.iter().skip(*from).cloned().collect::<Vec<_>>().join("\n"))
        }
        Overlay::Notice(title, text) => (format!(" {title} "), format!("{text}\n\nEnter goes on, Esc leaves.")),
        Overlay::Leave => (" Leave the table? ".to_owned(), "Enter leaves, Esc stays.".to_owned()),
        Overlay::Cover(_) => return,
    };
    let width = area.width.saturating_sub(4).min(84);
    let lines = |line: &str| 1 + line.chars().count() / (width.saturating_sub(4).max(1) as usize);
    let wanted = text.lines().map(lines).sum::<usize>() + 2;
    let height = (wanted as u16).min(area.height.saturating_sub(2));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().fg(ACCENT))
        .title(Span::styled(title, Style::new().fg(Color::Indexed(220)).bold()));
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    prose(&text).render(inner, buffer);
}
