//! Defines the legal moves that clients get: the move text, a label, and the gesture that makes the move.

use crate::{CardKey, Scene, Square};
use serde::{Deserialize, Serialize};

/// One legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The move text. Clients send it to make the move, and logs contain it. `Hosted` fills it in.
    #[serde(default)]
    pub text: String,
    /// The label in a list of moves: `play the queen of hearts`.
    pub label: String,
    /// The player's gesture on the table.
    pub gesture: Gesture,
    /// The card or player at which the clicked card is aimed, for example the attacker that it blocks. Offers with an
    /// aim are picks of one decision: a client may collect them and send them together, in the order of the offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<Aim>,
    /// The symbol of the resulting piece, for example after a promotion. If moves share a gesture, clients show the
    /// symbols to choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// The kind of move. Clients may treat kinds differently. They must not guess the kind from the label.
    #[serde(default, skip_serializing_if = "OfferKind::is_act")]
    pub kind: OfferKind,
}

/// The text of the move that deals the next hand, in every game that waits between hands (card engine 5). Its offer has
/// the kind [`OfferKind::StartHand`].
pub const START_HAND: &str = "start-game";

/// The kind of move. Clients may treat some kinds in a special way.
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
    /// An ordinary offer with a label and a gesture. `Hosted` fills in the text.
    #[must_use]
    pub fn new(label: impl Into<String>, gesture: Gesture) -> Offer {
        Offer { text: String::new(), label: label.into(), gesture, aim: None, sign: None, kind: OfferKind::Act }
    }

    /// The same offer with this kind.
    #[must_use]
    pub fn with_kind(self, kind: OfferKind) -> Offer {
        Offer { kind, ..self }
    }

    /// The same offer with an aim.
    #[must_use]
    pub fn with_aim(self, aim: Option<Aim>) -> Offer {
        Offer { aim, ..self }
    }

    /// The cards of the gesture and of the aim.
    pub fn spots_mut(&mut self) -> impl Iterator<Item = &mut CardSpot> {
        let spots: &mut [CardSpot] = match &mut self.gesture {
            Gesture::Drag { cards, .. } => cards,
            Gesture::Card { card } | Gesture::Place { card, .. } => std::slice::from_mut(card),
            _ => &mut [],
        };
        let aimed: &mut [CardSpot] = match &mut self.aim {
            Some(Aim::Card { card }) => std::slice::from_mut(card),
            _ => &mut [],
        };
        spots.iter_mut().chain(aimed)
    }

    /// Updates the card places in the gesture for a scene with sorted cards. Finds the cards by their keys.
    pub fn follow(&mut self, scene: &Scene) {
        for spot in self.spots_mut().filter(|spot| spot.key != CardKey::default()) {
            let cards = scene.zones.get(spot.zone).map_or(&[][..], |zone| &zone.cards);
            spot.at = cards.iter().position(|card| card.key == spot.key).unwrap_or(spot.at);
        }
    }
}

/// The question to a seat that must decide: its legal moves. The seat answers with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    /// The number of the question. It rises by one with each answer of this seat. So a server can refuse an answer to
    /// an earlier question.
    pub number: u32,
    /// The legal moves, in the order of the rules.
    pub offers: Vec<Offer>,
}

/// The gesture that makes a move on the table. A card is given by its place in the viewer's scene. `Hosted` fills in
/// their keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Gesture {
    /// Drag cards onto a zone.
    Drag { cards: Vec<CardSpot>, to: String },
    /// Click a card.
    Card { card: CardSpot },
    /// Click a zone as a whole: its pile, its back or its empty place.
    Zone { zone: String },
    /// Click a square.
    Square { at: Square },
    /// Put a held card or piece on a square.
    Place { card: CardSpot, at: Square },
    /// Click or drag from one square to another. Several moves may have the same gesture. The player then chooses one
    /// of them.
    Squares { from: Square, to: Square },
    /// Press a button.
    Button { id: String },
    /// Choose a number.
    Number { value: i64 },
    /// Pick a seat.
    Seat { seat: usize },
}

/// The card or player at which a card is aimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Aim {
    /// A card.
    Card { card: CardSpot },
    /// A player.
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
    /// The key of the card. `Hosted` fills it in.
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
