//! Parses a scenario page.

use super::position::Item;
use super::{Line, Page, Scenario, Wrong};
use crate::database::{RawCard, RawFace};
use rulebook_kernel::Seat;

pub(super) fn page(text: &str) -> Result<Page, Wrong> {
    let mut page = Page::default();
    for (at, line) in text.lines().enumerate() {
        let (line, at) = (line.trim(), at + 1);
        let wrong = |why: &str| Wrong { line: at, why: why.to_owned() };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(card) = line.strip_prefix("card ") {
            page.cards.push(self::card(card).ok_or_else(|| wrong("a card is: name | cost | type line | size | text"))?);
            continue;
        }
        if let Some(side) = line.strip_prefix("side ") {
            let two = page.cards.pop().zip(self::side(side));
            let (front, (layout, back)) = two.ok_or_else(|| wrong("behind a card: side LAYOUT name | cost | …"))?;
            page.cards.push(two_faced(front, layout, back));
            continue;
        }
        if let Some(name) = line.strip_prefix("== ") {
            page.scenarios.push(Scenario { name: name.to_owned(), line: at, ..Scenario::default() });
            continue;
        }
        let scenario = page.scenarios.last_mut().ok_or_else(|| wrong("a scenario begins with `== NAME`"))?;
        if let Some(numbers) = line.strip_prefix("rules ") {
            scenario.rules.extend(numbers.split_whitespace().map(str::to_owned));
        } else if let Some(what) = line.strip_prefix("- ") {
            scenario.lines.push((at, Line::Do(what.to_owned())));
        } else if let Some(what) = line.strip_prefix("= ") {
            scenario.lines.push((at, Line::Is(what.to_owned())));
        } else if line == "turn p2" {
            scenario.turn = 1;
        } else {
            let (who, items) = line.split_once(": ").ok_or_else(|| wrong("neither given, done nor asserted"))?;
            let seat = seat(who).ok_or_else(|| wrong("players are p1 and p2"))?;
            for item in items.split(';') {
                let item = Item::read(item.trim()).map_err(|why| wrong(&why))?;
                scenario.given.push((seat, item));
            }
        }
    }
    Ok(page)
}

pub(super) fn seat(text: &str) -> Option<Seat> {
    match text {
        "p1" => Some(Seat::new(0)),
        "p2" => Some(Seat::new(1)),
        _ => None,
    }
}

/// Parses `name | cost | type line | power/toughness or loyalty | text`, with `~` for the name and `\n` between
/// abilities.
fn card(text: &str) -> Option<RawCard> {
    let mut parts = text.splitn(5, '|').map(str::trim);
    let (name, cost, line, size, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (power, toughness) = size.split_once('/').unwrap_or_default();
    Some(RawCard {
        name: name.to_owned(),
        type_line: line.to_owned(),
        mana_cost: filled(cost),
        oracle_text: Some(text.replace('~', name).replace("\\n", "\n")),
        power: filled(power),
        toughness: filled(toughness),
        loyalty: if size.contains('/') { None } else { filled(size) },
        ..RawCard::default()
    })
}

/// Parses `split name | cost | …`: the layout, and another face for the previous card.
fn side(text: &str) -> Option<(&str, RawCard)> {
    let (layout, rest) = text.split_once(' ')?;
    Some((layout, card(rest)?))
}

fn two_faced(front: RawCard, layout: &str, back: RawCard) -> RawCard {
    let name = if layout == "split" { format!("{} // {}", front.name, back.name) } else { front.name.clone() };
    let faces = [front, back].map(|card| RawFace {
        name: card.name,
        type_line: card.type_line,
        mana_cost: card.mana_cost,
        oracle_text: card.oracle_text,
        power: card.power,
        toughness: card.toughness,
        loyalty: card.loyalty,
        ..RawFace::default()
    });
    RawCard { name, layout: Some(layout.to_owned()), card_faces: Some(faces.into()), ..RawCard::default() }
}
