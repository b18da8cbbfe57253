//! Writes cards and zones as one line of text.

use crate::{CardScene, FaceScene, ZoneScene, french_suit};
use rulebook_kernel::Seat;

/// The symbol for a card that the viewer may not see.
const BACK: &str = "▒▒";
/// Above this number, backs are counted instead of drawn.
const MAX_BACKS: usize = 10;
/// Above this number of cards, only the top of a pile is listed.
const MAX_PILE: usize = 20;
const TOP_OF_PILE: usize = 12;

pub(super) fn zone_name(zone: &ZoneScene) -> &str {
    if zone.name.is_empty() { &zone.id } else { &zone.name }
}

pub(super) fn zone(zone: &ZoneScene, called: &dyn Fn(Seat) -> String) -> String {
    let count = zone.count.unwrap_or(zone.cards.len());
    if zone.cards.is_empty() {
        return match zone.count {
            None => "[hidden]".to_owned(),
            Some(0) => "empty".to_owned(),
            Some(count) => counted(count),
        };
    }
    let backs = zone.cards.iter().all(|card| card.face.is_none() && plain(card));
    if backs && (zone.ordered || count > MAX_BACKS) {
        return counted(count);
    }
    let turned: ZoneScene;
    let zone = match zone.top_first {
        true => {
            turned = ZoneScene { cards: zone.cards.iter().rev().cloned().collect(), ..zone.clone() };
            &turned
        }
        false => zone,
    };
    let long = if zone.ordered && zone.cards.len() > MAX_PILE { zone.cards.len() - TOP_OF_PILE } else { 0 };
    // The covered cards of a face-up pile are counted, not listed.
    let covered = zone.cards.iter().take_while(|card| zone.ordered && card.face_up && card.face.is_none()).count();
    let skipped = long.max(covered);
    let nobodys = zone.owner.is_none() && zone.team.is_empty();
    let texts: Vec<String> = zone.cards[skipped..].iter().map(|one| card(one, nobodys, called)).collect();
    let comma = if texts.iter().any(|text| text.contains(' ')) { ", " } else { " " };
    let below = if skipped > 0 { format!("[{skipped} below]{comma}") } else { String::new() };
    below + &texts.join(comma)
}

fn counted(count: usize) -> String {
    if count == 1 { "[1 card]".to_owned() } else { format!("[{count} cards]") }
}

fn plain(card: &CardScene) -> bool {
    card.rotation == 0 && card.counters.is_empty() && card.controller.is_none() && !card.marked && card.notes.is_empty()
}

/// A card with its notes: `*Grizzly Bears #7 (tapped, +1/+1: 2)*`.
fn card(card: &CardScene, nobodys: bool, called: &dyn Fn(Seat) -> String) -> String {
    let (numbers, mut notes): (Vec<String>, Vec<String>) =
        card.notes.iter().cloned().partition(|note| note.starts_with('#'));
    // If the game writes notes, they already say whether the card is rotated.
    if card.rotation != 0 && card.notes.is_empty() {
        notes.push("turned".to_owned());
    }
    notes.extend(card.counters.iter().map(|(name, count)| format!("{name}: {count}")));
    // In a shared zone, the controller is the player who laid the card there.
    let by = if nobodys { "" } else { "controlled by " };
    notes.extend(card.controller.map(|seat| format!("{by}{}", called(seat))));
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let mark = if card.marked { "*" } else { "" };
    let number: String = numbers.iter().map(|number| format!(" {number}")).collect();
    format!("{mark}{}{number}{notes}{mark}", card_name(card))
}

pub(super) fn card_name(card: &CardScene) -> String {
    card.face.as_ref().map_or_else(|| BACK.to_owned(), face_name)
}

/// `Q♥` if the card has a rank and one of the four French suits, otherwise the name. A name such as `4 of Clubs` is
/// kept, because such a card belongs to a pack with other suits.
pub(super) fn face_name(face: &FaceScene) -> String {
    let spelt = |(rank, suit): (&str, &str)| face.name == format!("{rank} of {suit}");
    if face.rank.as_deref().zip(face.suit.as_deref()).is_some_and(spelt) {
        return face.name.clone();
    }
    let short = face.rank.as_deref().and_then(rank).zip(face.suit.as_deref().and_then(french_suit));
    match short {
        Some((rank, suit)) => format!("{rank}{suit}"),
        None if face.name.is_empty() => face.id.clone(),
        None => face.name.clone(),
    }
}

fn rank(rank: &str) -> Option<&str> {
    match rank.to_lowercase().as_str() {
        "ace" => Some("A"),
        "king" => Some("K"),
        "queen" => Some("Q"),
        "jack" => Some("J"),
        _ => Some(rank).filter(|rank| (1..=2).contains(&rank.chars().count())),
    }
}
