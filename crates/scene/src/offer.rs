//! A legal move as people meet it: its text, a label, and the gesture that makes it.

use crate::{CardKey, Scene, Square};
use serde::{Deserialize, Serialize};

/// One legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The move text, as sent back and as logged. Filled in by `Hosted`.
    #[serde(default)]
    pub text: String,
    /// For a list of moves: `play the queen of hearts`.
    pub label: String,
    /// What the player does on the table.
    pub gesture: Gesture,
    /// Tells moves of one gesture apart in a picker: the sign of the piece that comes of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// What the move is for. Clients decide by this, never by the label.
    #[serde(default, skip_serializing_if = "OfferKind::is_act")]
    pub kind: OfferKind,
}

/// What a move is for, if clients treat it in a special way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum OfferKind {
    /// An ordinary move.
    #[default]
    Act,
    /// Passes, or declines an optional choice.
    Pass,
    /// Takes back a pick of the decision that is still open.
    PutBack,
    /// Ends a decision that consists of several picks.
    Done,
    /// Deals the next hand.
    StartHand,
}

impl OfferKind {
    /// Whether this is an ordinary move.
    #[must_use]
    pub fn is_act(&self) -> bool {
        *self == OfferKind::Act
    }
}

impl Offer {
    /// A label and a gesture; the text is filled in later.
    #[must_use]
    pub fn new(label: impl Into<String>, gesture: Gesture) -> Offer {
        Offer { text: String::new(), label: label.into(), gesture, sign: None, kind: OfferKind::Act }
    }

    /// The same offer with this kind.
    #[must_use]
    pub fn with_kind(self, kind: OfferKind) -> Offer {
        Offer { kind, ..self }
    }

    /// The same offer in a scene whose cards lie in another order, sorted for the eye: they are found by their keys.
    pub fn follow(&mut self, scene: &Scene) {
        let spots: &mut [CardSpot] = match &mut self.gesture {
            Gesture::Drag { cards, .. } => cards,
            Gesture::Card { card } | Gesture::Place { card, .. } => std::slice::from_mut(card),
            _ => &mut [],
        };
        for spot in spots.iter_mut().filter(|spot| spot.key != CardKey::default()) {
            let cards = scene.zones.get(spot.zone).map_or(&[][..], |zone| &zone.cards);
            spot.at = cards.iter().position(|card| card.key == spot.key).unwrap_or(spot.at);
        }
    }
}

/// What a seat is asked: its legal moves. Answered by the text of one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// Goes up with each answer of this seat, and only with those: an answer to an older ask is late.
    pub number: u32,
    /// The legal moves, in the order of the rules.
    pub offers: Vec<Offer>,
}

/// How a move is made on the table. Cards are named by their place in the scene of the same view; `Hosted`
/// fills in their keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Gesture {
    /// Drag cards onto a zone.
    Drag { cards: Vec<CardSpot>, to: String },
    /// Click a card.
    Card { card: CardSpot },
    /// Click a zone as a whole: its back, its pile, its empty place.
    Zone { zone: String },
    /// Click a square.
    Square { at: Square },
    /// Put a card or a piece that is held on a square.
    Place { card: CardSpot, at: Square },
    /// Click or drag from one square to another; several moves may share it and differ in a later choice.
    Squares { from: Square, to: Square },
    /// Press a button.
    Button { id: String },
    /// Choose a number.
    Number { value: i64 },
    /// Pick a seat.
    Seat { seat: usize },
}

/// A card in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardSpot {
    /// Index of the zone in the scene.
    pub zone: usize,
    /// Index of the card in the zone.
    pub at: usize,
    /// Filled in by `Hosted`.
    #[serde(default)]
    pub key: CardKey,
}

impl CardSpot {
    /// The card at this place of the scene.
    #[must_use]
    pub fn new(zone: usize, at: usize) -> CardSpot {
        CardSpot { zone, at, key: CardKey::default() }
    }
}
