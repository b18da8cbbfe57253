//! Reads the texts of playing cards as people write them: `QH`, `qh` and `Q♥` name the same card, and `TH` is `10H`.
//!
//! Move texts, intents and scenarios all use [`plain_card`]. An exact id always wins, so a game may have cards whose ids
//! differ only in case.

use crate::Scene;

/// The text of a card in capital letters, with letters instead of suit signs. Texts of other things, such as the name of
/// a card of a custom deck, only change to capital letters.
///
/// ```
/// assert_eq!(rulebook_scene::plain_card("q♥"), "QH");
/// assert_eq!(rulebook_scene::plain_card("t♠\u{fe0f}"), "10S");
/// assert_eq!(rulebook_scene::plain_card("10d"), "10D");
/// ```
#[must_use]
pub fn plain_card(written: &str) -> String {
    let mut plain = String::with_capacity(written.len());
    for sign in written.chars() {
        match sign {
            '♣' | '♧' => plain.push('C'),
            '♦' | '♢' => plain.push('D'),
            '♥' | '♡' => plain.push('H'),
            '♠' | '♤' => plain.push('S'),
            // Selects the coloured or the plain form of the sign before it.
            '\u{fe0e}' | '\u{fe0f}' => {}
            other => plain.extend(other.to_uppercase()),
        }
    }
    match plain.as_str() {
        "TC" | "TD" | "TH" | "TS" => plain.replace('T', "10"),
        _ => plain,
    }
}

/// The sign of one of the four French suits: `♥` for `H`, `hearts` or `♡`. `None` for other suits.
#[must_use]
pub fn french_suit(suit: &str) -> Option<char> {
    match suit.to_lowercase().as_str() {
        "h" | "heart" | "hearts" | "♥" | "♡" => Some('♥'),
        "s" | "spade" | "spades" | "♠" | "♤" => Some('♠'),
        "d" | "diamond" | "diamonds" | "♦" | "♢" => Some('♦'),
        "c" | "club" | "clubs" | "♣" | "♧" => Some('♣'),
        _ => None,
    }
}

/// The usual form of a rank: `10` for `T`, `J` for `jack`, `A` for `ace` or `1`. Other ranks are returned unchanged.
#[must_use]
pub fn usual_rank(rank: &str) -> &str {
    match rank {
        "T" => "10",
        "jack" => "J",
        "queen" => "Q",
        "king" => "K",
        "ace" | "1" => "A",
        other => other,
    }
}

/// The id of the face in a scene that a text names: the exact id, or else the only face with the same plain text. `None`
/// if the viewer sees no such face.
pub(crate) fn find_face<'s>(scene: &'s Scene, written: &str) -> Option<&'s str> {
    let cards = scene.zones.iter().flat_map(|zone| &zone.cards);
    let ids = cards.filter_map(|card| card.face.as_ref()).map(|face| face.id.as_str());
    if let Some(exact) = ids.clone().find(|id| *id == written) {
        return Some(exact);
    }
    let plain = plain_card(written);
    let mut same = ids.filter(|id| plain_card(id) == plain);
    let first = same.next()?;
    same.all(|other| other == first).then_some(first)
}
