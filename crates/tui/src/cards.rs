//! Draws zones and cards. A hand is drawn card by card, a pile shows its top cards, and hidden cards are counted.

use crate::card_grid;
use crate::flow::LineBlock;
use crate::melds::Melds;
use crate::screen::Hit;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rulebook_scene::layout::PileLayout;
use rulebook_scene::{CardScene, FaceScene, ZoneScene, french_suit};
use std::collections::BTreeSet;

/// Maximum number of card backs that are drawn one by one. If there are more, only their number is shown.
const MOST_BACKS: usize = 8;
/// Maximum length of the text that is printed on a card, in characters.
const MOST_PRINTED: usize = 22;
/// Maximum length of a text that is written after the name of a card, in characters.
const MOST_BESIDE: usize = 9;

/// Width of the text of a large card, in characters.
const BIG_WIDTH: usize = 4;
/// Height of a large card, in lines.
const BIG_HEIGHT: u16 = 4;

const PAPER: Color = Color::Indexed(255);
pub(crate) const DIM_PAPER: Color = Color::Indexed(246);
pub(crate) const LIT: Color = Color::Indexed(220);
const RED: Color = Color::Indexed(160);
const BLACK: Color = Color::Indexed(16);
pub(crate) const BACK: Color = Color::Indexed(67);

/// The parts of the scene that moves use. Cards are given by zone and index: `live` cards can be clicked, `lit` cards
/// belong to the chosen move.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveMarks {
    pub live: BTreeSet<(usize, usize)>,
    pub lit: BTreeSet<(usize, usize)>,
    /// Zones that the chosen move uses.
    pub lit_zones: BTreeSet<String>,
    /// Zones that can be clicked as a whole.
    pub live_zones: BTreeSet<String>,
    /// Cards that are picked for the decision that is still open.
    pub picked: BTreeSet<(usize, usize)>,
    /// Numbers such as `#4` with which the labels of moves refer to cards.
    pub numbers: BTreeSet<String>,
}

/// The short text of a face, and whether it is red. A card with a rank and one of the four suits becomes `Q♥`. Other
/// cards show their name. If the name itself has the form `RANK of SUIT`, the pack has other suits, and the name stays
/// as it is.
pub(crate) fn face_text(face: &FaceScene) -> (String, bool) {
    let spelt = |(rank, suit): (&str, &str)| face.name == format!("{rank} of {suit}");
    if face.rank.as_deref().zip(face.suit.as_deref()).is_some_and(spelt) {
        return (face.name.clone(), false);
    }
    let suit = face.suit.as_deref().and_then(french_suit);
    let rank = face.rank.as_deref().map(rank).filter(|rank| (1..=2).contains(&rank.chars().count()));
    match (rank, suit) {
        (Some(rank), Some(suit)) => (format!("{rank}{suit}"), matches!(suit, '♥' | '♦')),
        _ if face.name.is_empty() => (face.id.clone(), false),
        _ => (face.name.clone(), false),
    }
}

/// Rank and suit of a standard card, from its short text.
pub(crate) fn standard(id: &str) -> Option<(&str, &str)> {
    let (rank, suit) = id.split_at_checked(id.len().checked_sub(1)?)?;
    let known = matches!(rank, "10" | "T" | "J" | "Q" | "K" | "A") || rank.len() == 1 && ("1"..="9").contains(&rank);
    (known && matches!(suit, "C" | "D" | "H" | "S")).then_some((rank, suit))
}

fn rank(rank: &str) -> String {
    match rank.to_lowercase().as_str() {
        "ace" => "A".to_owned(),
        "king" => "K".to_owned(),
        "queen" => "Q".to_owned(),
        "jack" => "J".to_owned(),
        "t" => "10".to_owned(),
        _ => rank.to_owned(),
    }
}

/// The marks behind the text of a card. The number of the card comes first, if a move refers to it.
pub(crate) fn notes(card: &CardScene, touch: &MoveMarks) -> String {
    let number = card.notes.iter().find(|note| touch.numbers.contains(*note));
    let mut notes = number.map(|number| format!(" {number}")).unwrap_or_default();
    if card.rotation != 0 {
        notes.push('↷');
    }
    // For an attacking or attached card, shows the notes of the game in words, if it has any.
    let printed = |note: &str| card.face.iter().flat_map(|face| &face.text).any(|(_, value)| value == note);
    let words = card.notes.iter().map(String::as_str).filter(|&note| !note.starts_with('#') && !printed(note));
    let words: Vec<&str> = words.collect();
    let telling = (card.marked || card.attached_to.is_some()) && !words.is_empty();
    for (name, count) in &card.counters {
        notes += &format!(" {name}×{count}");
    }
    if telling {
        return format!("{notes} ({})", words.join(", "));
    }
    if card.attached_to.is_some() {
        notes.push('⇡');
    }
    if !card.points_at.is_empty() {
        notes.push('→');
    }
    notes
}

/// The values of a face that are only for pictures of it.
const FOR_PICTURES: [&str; 3] = ["art", "icon", "frame"];

/// Whether a value of a face can be written in one line with its name: not its rules, and not a value for pictures.
fn is_short(name: &str) -> bool {
    !matches!(name, "rules" | "text") && !FOR_PICTURES.contains(&name)
}

/// Whether a value of a face is for readers: not a value for pictures of it.
pub(crate) fn is_for_readers(name: &str) -> bool {
    !FOR_PICTURES.contains(&name)
}

/// The texts of a face that are short enough to be written after its name.
pub(crate) fn beside_name(face: &FaceScene) -> String {
    let values = face.text.iter().filter(|(name, _)| is_short(name)).map(|(_, value)| value.as_str());
    let short = values.filter(|value| !value.is_empty() && value.chars().count() <= MOST_BESIDE);
    short.map(|value| format!(" {value}")).collect()
}

/// The settings with which a zone is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    /// The index of the zone in the scene.
    pub number: usize,
    /// Whether the zone is the viewer's own hand. The hand is drawn large if there is room.
    pub hand: bool,
    /// The arrangement of the cards in the layout. `None` if the layout gives no arrangement for this zone.
    pub lying: Option<PileLayout>,
    /// The card at each numbered place, or `None` for an empty place. `None` if the zone has no numbered places.
    pub places: Option<&'a [Option<usize>]>,
    pub touch: &'a MoveMarks,
    /// Whether the viewer has to move.
    pub asked: bool,
    pub width: u16,
    /// Maximum number of lines for the cards. If the cards need more lines, the maximum is exceeded.
    pub tall: u16,
    /// Whether there is little room. Then texts are written after the name, and visible cards are not counted.
    pub terse: bool,
    /// The melds of the hand, if its cards are grouped.
    pub melds: Option<&'a Melds>,
    /// Whether there is room for large cards.
    pub big: bool,
}

impl Look<'_> {
    pub fn style(&self, card: &CardScene, at: usize, red: bool) -> Style {
        let place = (self.number, at);
        let live = !self.hand || !self.asked || self.touch.live.contains(&place);
        style(card, red, self.touch.lit.contains(&place), live)
    }

    pub fn hit(&self, at: usize) -> Hit {
        Hit::Card(self.number, at)
    }
}

/// Draws a zone: its name, and below it its cards in as many rows as needed.
pub(crate) fn zone(zone: &ZoneScene, look: &Look<'_>) -> LineBlock {
    let name = if zone.name.is_empty() { &zone.id } else { &zone.name };
    let count = zone.count.unwrap_or(zone.cards.len());
    let marked = look.touch.lit_zones.contains(&zone.id);
    let clickable = look.touch.live_zones.contains(&zone.id);
    let mut head = Style::new().fg(Color::Gray);
    if marked {
        head = Style::new().fg(LIT).add_modifier(Modifier::BOLD);
    } else if clickable {
        head = head.add_modifier(Modifier::UNDERLINED);
    }
    let mut heading = vec![Span::styled(name.clone(), head)];
    let uncounted = look.terse && zone.cards.iter().any(|card| card.face.is_some());
    if count > 1 && !uncounted {
        heading.push(Span::styled(format!(" {count}"), Style::new().fg(Color::DarkGray)));
    }
    if let Some(melds) = look.melds {
        heading.push(Span::styled(format!(" · deadwood {}", melds.deadwood), Style::new().fg(Color::Gray)));
    }
    let mut block = LineBlock { lines: vec![Line::from(heading)], hits: Vec::new() };
    if let Some(places) = look.places {
        card_grid::draw(zone, places, look, &mut block);
    } else if zone.cards.is_empty() {
        let text = match zone.count {
            None => "hidden".to_owned(),
            Some(0) => "–".to_owned(),
            Some(_) => "▒▒".to_owned(),
        };
        block.lines.push(Line::styled(text, Style::new().fg(Color::DarkGray)));
    } else if zone.cards.iter().all(|card| card.face.is_none()) {
        let shown = if zone.ordered { 1 } else { count.min(MOST_BACKS) };
        block.lines.push(Line::styled("▒▌".repeat(shown), Style::new().fg(BACK)));
    } else if look.lying == Some(PileLayout::Vertical) && zone.ordered {
        card_grid::column(zone, look, &mut block);
    } else {
        fan(zone, look, &mut block);
    }
    if clickable || marked {
        let whole = Rect::new(0, 0, block.width().max(1), block.height());
        block.hits.insert(0, (whole, Hit::Zone(zone.id.clone())));
    }
    block
}

/// How many of the lowest cards of a pile are left out, so that the others fit into one row.
fn hidden_below(zone: &ZoneScene, look: &Look<'_>, wide: impl Fn(usize, &CardScene) -> usize) -> usize {
    if !zone.ordered {
        return 0;
    }
    if look.lying == Some(PileLayout::Complete) {
        return zone.cards.len() - 1;
    }
    let mut left = (look.width as usize).saturating_sub(8);
    let fits = zone.cards.iter().enumerate().rev().take_while(|(at, card)| {
        let wide = wide(*at, card);
        let fits = left >= wide;
        left = left.saturating_sub(wide);
        fits
    });
    zone.cards.len() - fits.count().max(1)
}

/// Draws the visible cards of a zone side by side. A pile shows its top cards.
fn fan(zone: &ZoneScene, look: &Look<'_>, block: &mut LineBlock) {
    let printed = |card: &CardScene| card.face.as_ref().is_some_and(|face| !face.text.is_empty());
    let printed = !look.terse && zone.cards.iter().any(printed);
    let said = |at: usize, card: &CardScene| {
        let (text, red) = card.face.as_ref().map_or_else(|| ("▒▒".to_owned(), false), face_text);
        let words = card.face.as_ref().map(print).unwrap_or_default();
        let beside = card.face.as_ref().filter(|_| look.terse).map(beside_name).unwrap_or_default();
        let mark = if look.touch.picked.contains(&(look.number, at)) { "✓" } else { "" };
        let text = format!("{mark}{text}{beside}{}", notes(card, look.touch));
        let least = if look.big { BIG_WIDTH } else { 0 };
        let width = text.chars().count().max(if printed { words.chars().count() } else { 0 }).max(least) + 2;
        (text, words, red, width)
    };
    let covered = zone.cards.iter().take_while(|card| zone.ordered && card.face.is_none()).count();
    let skipped = hidden_below(zone, look, |at, card| said(at, card).3).max(covered);
    let high = if look.big {
        BIG_HEIGHT
    } else if printed || look.hand && look.tall > 1 {
        2
    } else {
        1
    };
    let (mut top, mut body) = (Vec::new(), Vec::new());
    let (mut x, mut y) = (0, 1);
    let mut end_row = |top: &mut Vec<Span<'static>>, body: &mut Vec<Span<'static>>| {
        block.lines.push(Line::from(std::mem::take(top)));
        let body = std::mem::take(body);
        for row in 1..high {
            // Only the first line under the name has words.
            let blank = |span: &Span<'static>| {
                Span::styled(format!("▏{:w$}", "", w = span.width().saturating_sub(1)), span.style)
            };
            let spans = if row == 1 { body.clone() } else { body.iter().map(blank).collect() };
            block.lines.push(Line::from(spans));
        }
    };
    // `▒` counts face-down cards, and `…` counts cards for which there is no room. For a closed pile the heading
    // already shows the count.
    if skipped > 0 && look.lying != Some(PileLayout::Complete) {
        let mut text = if covered > 0 { format!("▒{covered} ") } else { String::new() };
        if skipped > covered {
            text += &format!("…{} ", skipped - covered);
        }
        x += text.chars().count();
        body.push(Span::raw(" ".repeat(x)));
        top.push(Span::styled(text, Style::new().fg(BACK)));
    }
    let mut hits = Vec::new();
    let order: Vec<(usize, bool)> = match look.melds {
        Some(melds) => grouped(melds),
        None => (skipped..zone.cards.len()).map(|at| (at, false)).collect(),
    };
    for (at, apart) in order {
        let card = &zone.cards[at];
        let (text, words, red, width) = said(at, card);
        if apart && x > 0 {
            top.push(Span::raw("  "));
            body.push(Span::raw("  "));
            x += 2;
        }
        if x > 0 && x + width > look.width as usize {
            end_row(&mut top, &mut body);
            (x, y) = (0, y + high);
        }
        let style = look.style(card, at, red);
        top.push(Span::styled(format!("▏{text:<fill$}", fill = width - 1), style));
        body.push(Span::styled(format!("▏{words:<fill$}", fill = width - 1), style.remove_modifier(Modifier::BOLD)));
        hits.push((Rect::new(x as u16, y, width as u16, high), look.hit(at)));
        x += width;
    }
    end_row(&mut top, &mut body);
    block.hits.extend(hits);
}

/// The cards of a hand in the order of its melds, then the deadwood. A group starts with `true`.
fn grouped(melds: &Melds) -> Vec<(usize, bool)> {
    let groups = melds.melds.iter().map(|(_, meld)| meld).chain([&melds.rest]);
    groups.flat_map(|group| group.iter().enumerate().map(|(nth, at)| (*at, nth == 0))).collect()
}

/// The text of a face without its rules, cut to the maximum length. The longest part is cut first.
fn print(face: &FaceScene) -> String {
    let words = face.text.iter().filter(|(name, _)| is_short(name)).map(|(_, value)| value.clone());
    let mut words: Vec<String> = words.collect();
    let length = |words: &[String]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1);
    let over = length(&words).saturating_sub(MOST_PRINTED);
    if over > 0
        && let Some(longest) = words.iter_mut().max_by_key(|word| word.chars().count())
    {
        let left = longest.chars().count().saturating_sub(over + 1);
        let cut: String = longest.chars().take(left).collect();
        let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
        *longest = whole.trim_end_matches([' ', '—']).to_owned() + "…";
    }
    words.join(" ").chars().take(MOST_PRINTED).collect()
}

fn style(card: &CardScene, red: bool, lit: bool, live: bool) -> Style {
    if card.face.is_none() && !lit {
        return Style::new().fg(Color::Indexed(153)).bg(Color::Indexed(24));
    }
    let ink = if red { RED } else { BLACK };
    let paper = match (lit || card.marked, live) {
        (true, _) => LIT,
        (false, true) => PAPER,
        (false, false) => DIM_PAPER,
    };
    let style = Style::new().fg(ink).bg(paper);
    if live || lit { style.add_modifier(Modifier::BOLD) } else { style }
}
