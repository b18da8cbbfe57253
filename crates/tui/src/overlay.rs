//! Draws overlays over the table: help, rules, a card, a notice, or a cover between two players.

use crate::screen::{ACCENT, prose, wrapped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::Span;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The list of keys. The number is the first visible line.
    Help(usize),
    /// The rules of the game. The number is the first visible line.
    Rules(usize),
    /// A card: its index among the visible cards with text, its name and its text.
    Card(usize, String, String),
    /// A message with a title and a text. Enter continues.
    Notice(String, String),
    /// A cover that hides the table while another player takes over the screen.
    Cover(String),
    /// The question whether to leave the game.
    Leave,
    /// The question for the reason of a move, with the text typed so far.
    Reason(String),
}

/// Keys and their meaning.
const HELP: [(&str, &str); 13] = [
    ("type", "search moves"),
    ("arrows", "choose a move"),
    ("Enter", "play the chosen move"),
    ("q, Ctrl-C", "leave or resign"),
    (
        "mouse",
        "click a card, square or button to filter moves\nclick again to play\non boards, click the piece, then its target",
    ),
    ("F2, Tab", "show a hint"),
    ("F3, Ctrl-Z", "undo, if nothing hidden was revealed"),
    ("F4", "show the rules"),
    ("F5", "flip the board"),
    ("F6", "show the full card text (also right-click)"),
    ("PgUp, PgDn", "scroll the history"),
    ("Esc", "clear the selection"),
    ("", "rulebook play --plain shows the table as lines, for pipes and screen readers."),
];
/// Width of the column with the names of keys.
const KEYS: usize = 13;

/// The help as lines of this width. If a description needs a second line, that line is indented to the column of
/// descriptions.
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

/// The width of an overlay, and the width of the text in it.
fn widths(area: Rect) -> (u16, usize) {
    let width = area.width.saturating_sub(4).min(84);
    (width, width.saturating_sub(4).max(1).into())
}

/// Draws only a message, so that the table is hidden.
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
        Overlay::Card(_, title, text) => (format!(" {title} "), format!("{text}\n\nArrows: other cards, Esc: back")),
        Overlay::Notice(title, text) => (format!(" {title} "), format!("{text}\n\nEnter: continue, Esc: leave")),
        Overlay::Leave => (" Leave the table? ".to_owned(), "y: leave, r: resign, n: stay".to_owned()),
        Overlay::Reason(typed) => (" Why this move? ".to_owned(), format!("{typed}_\n\nEnter: save, Esc: skip")),
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
    let block = if read_on { block.title_bottom(" Down: more ") } else { block };
    let inner = block.inner(place);
    block.render(place, buffer);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    prose(&text).render(inner, buffer);
}
