//! Names the cards of the French deck of 52: the short texts and the names of suits and ranks.

use rulebook_scene::FaceScene;

/// The suits in the order of a sorted hand: short text and name.
pub const SUITS: [(&str, &str); 4] = [("C", "clubs"), ("D", "diamonds"), ("H", "hearts"), ("S", "spades")];

/// The ranks from the ace up: short text and name.
pub const RANKS: [(&str, &str); 13] = [
    ("A", "ace"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
    ("J", "jack"),
    ("Q", "queen"),
    ("K", "king"),
];

/// The short text of a card: `QH`.
pub fn id(suit: usize, rank: usize) -> String {
    format!("{}{}", RANKS[rank].0, SUITS[suit].0)
}

/// The name of a card: `queen of hearts`.
pub fn name(suit: usize, rank: usize) -> String {
    format!("{} of {}", RANKS[rank].1, SUITS[suit].1)
}

/// A card as a scene shows it.
pub fn face(suit: usize, rank: usize) -> FaceScene {
    FaceScene {
        id: id(suit, rank),
        name: name(suit, rank),
        rank: Some(RANKS[rank].0.to_owned()),
        suit: Some(SUITS[suit].0.to_owned()),
        text: Vec::new(),
    }
}

/// The article before the name of a rank: `an` ace, `a` king.
pub fn article(rank: usize) -> &'static str {
    if matches!(RANKS[rank].0, "A" | "8") { "an" } else { "a" }
}
