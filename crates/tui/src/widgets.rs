//! What lies beside the cards: scores, what waits to happen, buttons.

use crate::cards;
use crate::flow::Piece;
use crate::mono::UNABLE;
use crate::screen::{ACCENT, GOLD, Hit, wrapped};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_stage::{Button, Gesture, Offer, Scene, Scoreboard};

/// Scores in so few lines as need be are never more than this.
const MOST_BRIEF: usize = 3;

/// Tables of text, aligned.
pub(crate) fn scores(boards: &[Scoreboard]) -> Vec<Piece> {
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
pub(crate) fn stack(scene: &Scene) -> Option<Piece> {
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

/// The same scores in a line or two: for when there is little room.
pub(crate) fn brief_scores(boards: &[Scoreboard], width: u16) -> Vec<Line<'static>> {
    let row = |board: &Scoreboard, row: &[String]| {
        let single = row.len() < 3;
        let head = |at: usize| board.columns.get(at).filter(|head| !single && !head.is_empty());
        let cell = |(at, cell): (usize, &String)| match head(at + 1) {
            Some(head) => format!("{head} {cell}"),
            None => cell.clone(),
        };
        let cells = row.iter().skip(1).enumerate().filter(|(_, cell)| !cell.is_empty()).map(cell);
        let name = row.first().cloned().unwrap_or_default();
        std::iter::once(name).chain(cells).collect::<Vec<_>>().join(" ")
    };
    let line = |board: &Scoreboard| {
        let rows: Vec<String> = board.rows.iter().map(|cells| row(board, cells)).collect();
        let title =
            if boards.len() > 1 && !board.title.is_empty() { format!("{}: ", board.title) } else { String::new() };
        format!("{title}{}", rows.join(" · "))
    };
    let lines = boards.iter().filter(|board| !board.rows.is_empty()).map(line);
    let lines = lines.flat_map(|line| wrapped(&line, usize::from(width.max(8))));
    lines.take(MOST_BRIEF).map(|line| Line::styled(line, Style::new().fg(ACCENT))).collect()
}

/// The buttons in rows. Of too many those are left out that cannot be pressed; the list of moves has them all.
pub(crate) fn buttons(scene: &Scene, offers: &[Offer], width: u16, most_rows: u16) -> Piece {
    let able = |button: &Button| {
        offers.iter().any(|offer| matches!(&offer.gesture, Gesture::Button { id } if *id == button.id))
    };
    let text = |button: &Button| {
        let label = if button.label.is_empty() { &button.id } else { &button.label };
        format!(" {label} ")
    };
    let mut shown: Vec<&Button> = scene.buttons.iter().collect();
    let mut places = in_rows(shown.iter().map(|button| text(button)), width);
    let rows = |places: &[(u16, u16)]| places.last().map_or(0, |(_, y)| y + 1);
    let asked = !offers.is_empty();
    let mut more = None;
    if rows(&places) > most_rows {
        shown.retain(|button| !asked || able(button));
        places = in_rows(shown.iter().map(|button| text(button)), width);
        while rows(&places) > most_rows && shown.len() > 1 {
            shown.pop();
            let sign = format!("… {} more in the list", scene.buttons.len() - shown.len());
            places = in_rows(shown.iter().map(|button| text(button)).chain([sign]), width);
        }
        if places.len() > shown.len() {
            let left = scene.buttons.iter().filter(|button| !asked || able(button)).count() - shown.len();
            more = places.last().map(|place| (*place, format!("… {left} more in the list")));
        }
    }
    let mut lines: Vec<Vec<(u16, Piece)>> = vec![Vec::new(); rows(&places).max(1).into()];
    let mut hits = Vec::new();
    for (button, (x, y)) in shown.iter().zip(&places) {
        let style = match able(button) {
            true => Style::new().fg(Color::Indexed(16)).bg(GOLD).add_modifier(Modifier::BOLD),
            false => Style::new().fg(Color::DarkGray).bg(UNABLE),
        };
        let span = Span::styled(text(button), style);
        hits.push((Rect::new(*x, *y, span.width() as u16, 1), Hit::Button(button.id.clone())));
        lines[usize::from(*y)].push((*x, Piece { lines: vec![Line::from(span)], hits: Vec::new() }));
    }
    if let Some(((x, y), sign)) = more {
        let line = Line::styled(sign, Style::new().fg(Color::Gray));
        lines[usize::from(y)].push((x, Piece { lines: vec![line], hits: Vec::new() }));
    }
    let lines =
        lines.into_iter().flat_map(|line| crate::flow::beside(line).lines.into_iter().chain([Line::default()]).take(1));
    Piece { lines: lines.collect(), hits }
}

/// Where words stand one beside the other, in as many rows as they need.
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
