//! What lies over the table for a while: help, rules, a question, nothing but a curtain.

use crate::screen::{ACCENT, prose, wrapped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The keys, from this line on.
    Help(usize),
    /// The rules from this line on.
    Rules(usize),
    /// A card: which of those in sight, its name, what is printed on it.
    Card(usize, String, String),
    /// Title and text; Enter goes on.
    Notice(String, String),
    /// Everything is hidden: the screen is passed on.
    Cover(String),
    /// Really leave?
    Leave,
}

/// Keys, and what they do.
const HELP: [(&str, &str); 13] = [
    ("type", "finds moves by their words or their text"),
    ("Up, Down", "choose a move of the list"),
    ("Enter", "plays the chosen move"),
    ("F10, Ctrl-C", "leaves"),
    (
        "mouse",
        "a card, a square or a button leaves the moves that have it;\na second click plays, squares are clicked one after the other",
    ),
    ("F2, Tab", "what a strong bot would do"),
    ("F3, Ctrl-Z", "takes your last move back, where nothing hidden was at stake"),
    ("F4", "the rules of the game"),
    ("F5", "turns the board"),
    ("F6", "all that is printed on the card of the chosen move, and on others;\na right click on a card shows it"),
    ("PgUp, PgDn", "what happened earlier"),
    ("Esc", "forgets what was typed or clicked"),
    ("", "rulebook play --plain is the same table in lines, for pipes and screen readers."),
];
/// Columns for the keys.
const KEYS: usize = 13;

/// The keys in lines of so many letters; what goes on in the next line stands below the words, not below the keys.
pub(crate) fn help(width: usize) -> Vec<String> {
    let mut text = Vec::new();
    for (keys, words) in HELP {
        if keys.is_empty() {
            text.push(String::new());
            text.extend(wrapped(words, width.max(8)));
            continue;
        }
        let lines = words.lines().flat_map(|words| wrapped(words, width.saturating_sub(KEYS).max(8)));
        text.extend(lines.enumerate().map(|(n, line)| format!("{:KEYS$}{line}", if n == 0 { keys } else { "" })));
    }
    text
}

/// How wide something over the table is, and the text in it.
fn widths(area: Rect) -> (u16, usize) {
    let width = area.width.saturating_sub(4).min(84);
    (width, width.saturating_sub(4).max(1).into())
}

/// A curtain.
pub(crate) fn cover(text: &str, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let width = area.width.min(60);
    let place = Rect::new((area.width - width) / 2, area.height / 2, width, 2.min(area.height - area.height / 2));
    prose(text).centered().render(place, buffer);
}

pub(crate) fn draw(overlay: &Overlay, rules: &[String], area: Rect, buffer: &mut Buffer) {
    let (width, inside) = widths(area);
    let from = |lines: &[String], from: usize| lines.iter().skip(from).cloned().collect::<Vec<_>>().join("\n");
    let (title, text) = match overlay {
        Overlay::Help(at) => (" Help ".to_owned(), from(&help(inside), *at)),
        Overlay::Rules(at) => (" Rules ".to_owned(), from(rules, *at)),
        Overlay::Card(_, title, text) => {
            (format!(" {title} "), format!("{text}\n\nArrows show other cards, Esc goes back."))
        }
        Overlay::Notice(title, text) => (format!(" {title} "), format!("{text}\n\nEnter goes on, Esc leaves.")),
        Overlay::Leave => (" Leave the table? ".to_owned(), "Enter leaves, Esc stays.".to_owned()),
        Overlay::Cover(_) => return,
    };
    let lines = |line: &str| line.chars().count().div_ceil(inside).max(1);
    let wanted = text.lines().map(lines).sum::<usize>() + 2;
    let height = (wanted as u16).min(area.height.saturating_sub(2));
    let place = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    Clear.render(place, buffer);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(Style::new().fg(ACCENT))
        .title(Span::styled(title, Style::new().fg(Color::Indexed(220)).bold()));
    let read_on = matches!(overlay, Overlay::Help(_) | Overlay::Rules(_)) && wanted > usize::from(height);
    let block = if read_on { block.title_bottom(" Down shows more ") } else { block };
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    prose(&text).render(inner, buffer);
}
