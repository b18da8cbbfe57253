//! Draws scores, the stack and buttons.

use crate::cards;
use crate::flow::LineBlock;
use crate::screen::{ACCENT, GOLD, Hit, wrapped};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_scene::{Button, Gesture, Offer, Scene, Scoreboard};

/// Each scoreboard as an aligned table.
pub(crate) fn scores(boards: &[Scoreboard]) -> Vec<LineBlock> {
    boards.iter().map(score).collect()
}

fn score(board: &Scoreboard) -> LineBlock {
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
    LineBlock { lines: shown, hits: Vec::new() }
}

/// The stack. The item that is resolved next comes first. `None` if the stack is empty.
pub(crate) fn stack(scene: &Scene) -> Option<LineBlock> {
    if scene.stack.is_empty() {
        return None;
    }
    let mut lines = vec![Line::styled("Stack", Style::new().fg(ACCENT).bold())];
    lines.extend(scene.stack.iter().rev().zip(1..).map(|(item, number)| {
        let aim = |&(zone, at): &(usize, usize)| {
            let card = scene.zones.get(zone)?.cards.get(at)?;
            Some(card.face.as_ref().map_or_else(|| "▒▒".to_owned(), |face| cards::face_text(face).0))
        };
        let aims: Vec<String> = item.targets.iter().filter_map(aim).collect();
        let arrow = if aims.is_empty() { String::new() } else { format!(" → {}", aims.join(", ")) };
        Line::raw(format!("{number}. {}{arrow}", item.text))
    }));
    Some(LineBlock { lines, hits: Vec::new() })
}

/// The scores as few lines of text, for small terminals. Returns at most `most` lines.
pub(crate) fn brief_scores(boards: &[Scoreboard], width: u16, most: usize) -> Vec<Line<'static>> {
    let width = usize::from(width.max(8));
    let several = boards.len() > 1;
    let lines = boards.iter().filter(|board| !board.rows.is_empty()).flat_map(|board| brief(board, several, width));
    let mut lines: Vec<String> = lines.collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(width - 2).collect::<String>() + " …";
        }
    }
    lines.into_iter().map(|line| Line::styled(line, Style::new().fg(ACCENT))).collect()
}

/// One scoreboard as text. Either each cell has its column heading beside it, or all headings come first. The shorter
/// form is used.
fn brief(board: &Scoreboard, named: bool, width: usize) -> Vec<String> {
    let title = |rest: &str| match (named, board.title.is_empty()) {
        (true, false) => format!("{}{rest}: ", board.title),
        _ if rest.is_empty() => String::new(),
        _ => format!("{}: ", rest.trim_start_matches([',', ' '])),
    };
    if let Some((first, said)) = in_turn(board) {
        return wrapped(&format!("{}{said}", title(&format!(", from {first}"))), width);
    }
    let heads = board.columns.get(1..).unwrap_or_default();
    let cells = |row: &Vec<String>| {
        let single = row.len() < 3;
        let cell = |(at, cell): (usize, &String)| match heads.get(at).filter(|head| !single && !head.is_empty()) {
            Some(head) => format!("{head} {cell}"),
            None => cell.clone(),
        };
        let cells = row.iter().skip(1).enumerate().filter(|(_, cell)| !cell.is_empty()).map(cell);
        row.first().cloned().into_iter().chain(cells).collect::<Vec<_>>().join(" ")
    };
    let bare = |row: &Vec<String>| {
        let cells: Vec<&str> =
            row.iter().skip(1).map(|cell| if cell.is_empty() { "–" } else { cell.as_str() }).collect();
        let name = row.first().map_or("", String::as_str);
        let end = if name.ends_with(|c: char| c.is_ascii_digit()) { ":" } else { "" };
        format!("{name}{end} {}", cells.join(" / "))
    };
    let long = board.rows.iter().map(cells).collect::<Vec<_>>().join(" · ");
    let long = wrapped(&format!("{}{long}", title("")), width);
    let short = board.rows.iter().map(bare).collect::<Vec<_>>().join(" · ");
    let short = wrapped(&format!("{}{short}", title(&format!(" ({})", heads.join(" / ")))), width);
    if heads.len() > 1 && short.len() < long.len() { short } else { long }
}

/// A record of bids as text, and the player who bid first. `None` if the scoreboard does not have one column for each
/// player.
fn in_turn(board: &Scoreboard) -> Option<(&str, String)> {
    let seat = |head: &String| head == "You" || head.to_lowercase().starts_with("seat ");
    if board.columns.len() < 2 || !board.columns.iter().all(seat) {
        return None;
    }
    let first = board.rows.first()?.iter().position(|cell| !cell.is_empty()).unwrap_or(0);
    let rows = board.rows.iter().map(|row| row.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>());
    let said = rows.map(|row| row.join(", ")).collect::<Vec<_>>().join(" · ");
    Some((board.columns.get(first)?.as_str(), said))
}

/// The buttons that can be pressed, in rows. If there is no room for a button, its move is still in the list.
pub(crate) fn buttons(scene: &Scene, offers: &[Offer], width: u16, most_rows: u16) -> LineBlock {
    let able = |button: &&Button| {
        offers.iter().any(|offer| matches!(&offer.gesture, Gesture::Button { id } if *id == button.id))
    };
    let text = |button: &Button| {
        let label = if button.label.is_empty() { &button.id } else { &button.label };
        format!(" {label} ")
    };
    let mut shown: Vec<&Button> = scene.buttons.iter().filter(able).collect();
    let all = shown.len();
    let mut places = in_rows(shown.iter().map(|button| text(button)), width);
    let rows = |places: &[(u16, u16)]| places.last().map_or(0, |(_, y)| y + 1);
    while rows(&places) > most_rows && shown.len() > 1 {
        shown.pop();
        let sign = format!("… {} more in the list", all - shown.len());
        places = in_rows(shown.iter().map(|button| text(button)).chain([sign]), width);
    }
    let more = places.get(shown.len()).map(|place| (*place, format!("… {} more in the list", all - shown.len())));
    let mut lines: Vec<Vec<(u16, LineBlock)>> = vec![Vec::new(); rows(&places).max(1).into()];
    let mut hits = Vec::new();
    for (button, (x, y)) in shown.iter().zip(&places) {
        let style = Style::new().fg(Color::Indexed(16)).bg(GOLD).add_modifier(Modifier::BOLD);
        let span = Span::styled(text(button), style);
        hits.push((Rect::new(*x, *y, span.width() as u16, 1), Hit::Button(button.id.clone())));
        lines[usize::from(*y)].push((*x, LineBlock { lines: vec![Line::from(span)], hits: Vec::new() }));
    }
    if let Some(((x, y), sign)) = more {
        let line = Line::styled(sign, Style::new().fg(Color::Gray));
        lines[usize::from(y)].push((x, LineBlock { lines: vec![line], hits: Vec::new() }));
    }
    let lines =
        lines.into_iter().flat_map(|line| crate::flow::beside(line).lines.into_iter().chain([Line::default()]).take(1));
    LineBlock { lines: lines.collect(), hits }
}

/// The column and row of each word, in a block of this width. A word that does not fit begins a new row.
fn in_rows(words: impl Iterator<Item = String>, width: u16) -> Vec<(u16, u16)> {
    let (mut x, mut y) = (0, 0);
    let place = |word: String| {
        let wide = Span::raw(word).width() as u16;
        if x > 0 && x + wide > width {
            (x, y) = (0, y + 1);
        }
        let place = (x, y);
        x += wide + 2;
        place
    };
    words.map(place).collect()
}
