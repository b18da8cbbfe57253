//! Follows cards through the steps that one viewer witnessed.

use super::{TrackedCard, ZoneKeys, look};
use crate::{CardScene, Place, Step, ZoneScene};

/// The cards of all zones, as far as the viewer can follow them.
pub(super) struct TrackedCards {
    zones: Vec<Pile>,
}

struct Pile {
    zone: ZoneKeys,
    /// Whether the positions are unknown, because a card was put at an unknown position.
    loose: bool,
}

impl TrackedCards {
    pub fn new(zones: Vec<ZoneKeys>) -> TrackedCards {
        TrackedCards { zones: zones.into_iter().map(|zone| Pile { zone, loose: false }).collect() }
    }

    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Move { from, to, face } => {
                let card = self.take(from, face.as_deref());
                self.put(to, card);
            }
            Step::Create { at, face } => self.put(at, TrackedCard { face: face.clone(), ..TrackedCard::default() }),
            Step::Remove { at } => drop(self.take(at, None)),
            Step::Mix { zone, .. } => {
                if let Some(pile) = self.pile(zone) {
                    pile.zone.cards.fill(TrackedCard::default());
                    // After mixing, positions are valid again.
                    pile.loose = false;
                }
            }
            Step::Change { at, .. } => {
                // The card may show another face now, but it is still the same card.
                let pile = self.pile(&at.zone).filter(|pile| pile.places_count());
                if let Some(card) = at.at.and_then(|at| pile?.zone.cards.get_mut(at)) {
                    card.face = None;
                }
            }
            Step::Say { .. } => {}
        }
    }

    fn pile(&mut self, zone: &str) -> Option<&mut Pile> {
        self.zones.iter_mut().find(|pile| pile.zone.id == zone)
    }

    /// Takes the card from a place. The result has no key if the viewer cannot tell which card it is.
    fn take(&mut self, from: &Place, face: Option<&str>) -> TrackedCard {
        let unknown = TrackedCard { face: face.map(str::to_owned), ..TrackedCard::default() };
        let Some(pile) = self.pile(&from.zone) else { return unknown };
        let cards = &mut pile.zone.cards;
        let by_place =
            from.at.filter(|_| pile.zone.ordered && !pile.loose).and_then(|at| cards.get(at).map(|card| (at, card)));
        let fits = |card: &TrackedCard| card.face.is_none() || face.is_none() || card.face.as_deref() == face;
        if let Some((at, _)) = by_place.filter(|(_, card)| fits(card)) {
            let mut card = cards.remove(at);
            card.face = unknown.face.or(card.face);
            return card;
        }
        pile.loose |= pile.zone.ordered;
        let by_face = |card: &TrackedCard| card.face.is_some() && card.face.as_deref() == face;
        if let Some(at) = cards.iter().rposition(by_face) {
            return cards.remove(at);
        }
        // An unseen card leaves. Always empty the last unseen slot, so that the key of the slot reveals nothing about
        // the card.
        if let Some(at) = cards.iter().rposition(|card| card.face.is_none()) {
            cards.remove(at);
        }
        unknown
    }

    fn put(&mut self, to: &Place, mut card: TrackedCard) {
        let Some(pile) = self.pile(&to.zone) else { return };
        if !pile.zone.ordered && card.face.is_none() {
            card.key = None; // the card cannot be told from the other backs
        }
        let len = pile.zone.cards.len();
        match to.at {
            Some(at) if pile.zone.ordered && at <= len => pile.zone.cards.insert(at, card),
            _ => {
                pile.loose |= pile.zone.ordered;
                pile.zone.cards.push(card);
            }
        }
    }

    /// Gives each card of a zone in the new scene its old key, if the viewer could follow the card. Other cards get no
    /// key.
    pub fn settle(&mut self, zone: &mut ZoneScene) {
        zone.cards.iter_mut().for_each(|card| card.key = Default::default());
        let Some(at) = self.zones.iter().position(|pile| pile.zone.id == zone.id) else { return };
        let pile = self.zones.swap_remove(at);
        let by_place = zone.ordered && pile.places_count() && pile.zone.cards.len() == zone.cards.len();
        if by_place {
            for (card, held) in zone.cards.iter_mut().zip(&pile.zone.cards) {
                let shown = face(card);
                if shown.is_none() || held.face.is_none() || shown == held.face.as_deref() {
                    card.key = held.key.unwrap_or_default();
                }
            }
            return;
        }
        let slots = !zone.ordered && !pile.zone.ordered;
        let mut held = pile.zone.cards;
        // If there are several copies of a face, first match the copies that look the same as before.
        for alike in [true, false] {
            for card in zone.cards.iter_mut().filter(|card| card.key == Default::default() && card.face.is_some()) {
                let fits =
                    |held: &TrackedCard| held.face.as_deref() == face(card) && (!alike || held.look == look(card));
                if let Some(at) = held.iter().position(fits) {
                    card.key = held.remove(at).key.unwrap_or_default();
                }
            }
        }
        for card in zone.cards.iter_mut().filter(|card| slots && card.face.is_none()) {
            let fits = |held: &TrackedCard| held.face.is_none() && held.key.is_some() && held.back == card.back;
            if let Some(at) = held.iter().position(fits) {
                card.key = held.remove(at).key.unwrap_or_default();
            }
        }
    }
}

impl Pile {
    fn places_count(&self) -> bool {
        self.zone.ordered && !self.loose
    }
}

fn face(card: &CardScene) -> Option<&str> {
    card.face.as_ref().map(|face| face.id.as_str())
}
