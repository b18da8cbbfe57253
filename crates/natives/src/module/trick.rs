//! Implements the rules about tricks that several games share.

use super::{Card, CardSet};

/// The index of the card that wins a trick: the highest trump, or without trumps the highest card of the led suit. The
/// ace is high. `None` for an empty trick.
#[must_use]
pub fn winner(trick: &[Card], trump: Option<usize>) -> Option<usize> {
    let led = trick.first()?.suit();
    let worth = |card: &Card| match card.suit() {
        suit if Some(suit) == trump => 100 + card.high_rank(),
        suit if suit == led => card.high_rank(),
        _ => 0,
    };
    (0..trick.len()).max_by_key(|&at| (worth(&trick[at]), trick.len() - at))
}

/// The cards of a hand that may be played. Players must follow suit if they can.
#[must_use]
pub fn following(hand: CardSet, led: Option<usize>) -> CardSet {
    let following = led.map_or(hand, |suit| hand.and(CardSet::suit(suit)));
    if following.is_empty() { hand } else { following }
}
