//! The digest of the sources of the rules: the texts of the cards in the decks, and the deck lists.
//!
//! A match identifies its rules by this digest. The compiled form is not part of it, because it may differ between
//! releases. A change of the engine is shown by the `semantics` version instead.

use crate::database::RawCard;
use crate::rules::Deck;
use rulebook_kernel::Digest;
use std::collections::BTreeMap;

/// The digest of the cards in the decks, in the order in which they were compiled, and of the decks.
pub(super) fn of(raw: &[RawCard], verdicts: &BTreeMap<usize, Result<usize, String>>, decks: &[Deck]) -> Digest {
    let placed = verdicts.iter().filter_map(|(card, place)| Some((*place.as_ref().ok()?, said(&raw[*card]))));
    let mut placed: Vec<(usize, Vec<String>)> = placed.collect();
    placed.sort();
    let decks: Vec<_> = decks.iter().map(|deck| (&deck.name, &deck.cards)).collect();
    Digest::of(&(placed, decks))
}

/// All fields of a card that can influence play, as texts.
fn said(card: &RawCard) -> Vec<String> {
    let one = |text: &Option<String>| text.clone().unwrap_or_default();
    let all = |texts: &Option<Vec<String>>| texts.clone().unwrap_or_default().join(",");
    let mut said = vec![card.name.clone(), card.type_line.clone(), all(&card.colors), one(&card.layout)];
    said.extend([&card.mana_cost, &card.oracle_text, &card.power, &card.toughness].map(one));
    said.extend([&card.loyalty, &card.defense].map(one));
    for face in card.card_faces.iter().flatten() {
        said.extend([face.name.clone(), face.type_line.clone(), all(&face.colors)]);
        said.extend([&face.mana_cost, &face.oracle_text, &face.power, &face.toughness].map(one));
        said.extend([&face.loyalty, &face.defense].map(one));
    }
    said
}
