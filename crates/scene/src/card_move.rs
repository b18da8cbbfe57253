//! Finds the offers that a move of the card engine means (card engine 1.1). Such a move names cards, and the piles that
//! they leave and reach.

use crate::{CardSpot, Gesture, Offer, Scene};

/// A move of cards between two zones. `C` names a card: by its key, or by its face.
#[derive(Clone, Copy, Debug)]
pub struct CardMove<'a, C> {
    /// The id of the zone that the cards leave. `None` for any zone.
    pub from: Option<&'a str>,
    /// The id of the zone that the cards go to. `None` for any zone.
    pub to: Option<&'a str>,
    /// The cards. Empty for a click on a pile as a whole.
    pub cards: &'a [C],
}

impl<C> CardMove<'_, C> {
    /// The offers that this move means in a scene of the same viewer. `is` says whether the card at a place is the
    /// named card. `is_top` says whether the top card of the zone with this index is the named card, because a click on
    /// a pile plays its top card.
    pub fn offers<'o>(
        &self,
        scene: &Scene,
        offers: &'o [Offer],
        is: impl Fn(&CardSpot, &C) -> bool,
        is_top: impl Fn(usize, &C) -> bool,
    ) -> Vec<&'o Offer> {
        let fits = |offer: &&Offer| match &offer.gesture {
            Gesture::Drag { cards, to } => self.to.is_none_or(|id| id == to) && self.are(scene, cards, &is),
            // The gesture does not say where the card goes.
            Gesture::Card { card } => self.are(scene, std::slice::from_ref(card), &is),
            Gesture::Zone { zone } => {
                let from_here = self.from == Some(zone.as_str());
                match self.cards {
                    [] => from_here || self.to == Some(zone.as_str()),
                    [card] if from_here => {
                        let at = scene.zones.iter().position(|other| other.id == *zone);
                        at.is_some_and(|at| is_top(at, card))
                    }
                    _ => false,
                }
            }
            _ => false,
        };
        offers.iter().filter(fits).collect()
    }

    /// Whether these are the cards of the move, in any order, and all lie in its first zone.
    fn are(&self, scene: &Scene, spots: &[CardSpot], is: &impl Fn(&CardSpot, &C) -> bool) -> bool {
        let lies_here = |spot: &CardSpot| {
            let zone = scene.zones.get(spot.zone);
            zone.is_some_and(|zone| self.from.is_none_or(|id| id == zone.id))
        };
        if spots.len() != self.cards.len() || !spots.iter().all(lies_here) {
            return false;
        }
        let mut wanted: Vec<&C> = self.cards.iter().collect();
        spots.iter().all(|spot| {
            let found = wanted.iter().position(|card| is(spot, card));
            found.map(|at| wanted.swap_remove(at)).is_some()
        })
    }
}

/// The offers that the id of a button or action means: buttons with this id, and moves with this text.
pub fn action_offers<'o>(offers: &'o [Offer], action: &str) -> Vec<&'o Offer> {
    let is = |offer: &&Offer| offer.text == action || matches!(&offer.gesture, Gesture::Button { id } if id == action);
    offers.iter().filter(is).collect()
}
