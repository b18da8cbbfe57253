//! Numbers the places of cards that lie side by side on the table. A card keeps its number when other cards are taken
//! away.

use crate::apply_step::{Faces, SceneStepper, without_place};
use rulebook_scene::layout::{Layout, PileLayout};
use rulebook_scene::{CardKey, Gesture, Offer, Scene, Step, ZoneScene};
use std::collections::BTreeMap;

/// For each zone whose cards lie side by side: the card at each place.
#[derive(Clone, Debug, Default)]
pub struct Places {
    zones: BTreeMap<String, Vec<CardKey>>,
}

impl Places {
    /// Updates the places from a new scene. New zones get places, and the places of cards that are gone become free.
    /// The layout says which zones have places. Without a layout, zones from which a face-down card can be picked have
    /// places.
    pub fn keep(&mut self, scene: &Scene, layout: Option<&Layout>, offers: &[Offer]) {
        let viewer = scene.viewer.and_then(|viewer| viewer.seat());
        for (number, zone) in scene.zones.iter().enumerate() {
            let told = layout.and_then(|layout| layout.style(zone, viewer)).and_then(|style| style.layout);
            let side_by_side = match told {
                Some(lying) => !matches!(lying, PileLayout::Complete | PileLayout::Vertical),
                None => offers.iter().any(|offer| picks_a_back(offer, zone, number)),
            };
            let keys: Vec<CardKey> = zone.cards.iter().map(|card| card.key).collect();
            match self.zones.get_mut(&zone.id) {
                Some(places) => *places = kept(places, &keys),
                None if side_by_side && lies(zone) => drop(self.zones.insert(zone.id.clone(), keys)),
                None => {}
            }
        }
    }

    /// For each place of a zone, the index of the card at it, or `None` if the place is empty. Returns `None` if the
    /// zone has no places.
    pub(crate) fn of(&self, zone: &ZoneScene) -> Option<Vec<Option<usize>>> {
        let places = self.zones.get(&zone.id)?;
        let at = |key: &CardKey| {
            let known = *key != CardKey::default();
            known.then(|| zone.cards.iter().position(|card| card.key == *key)).flatten()
        };
        let mut found: Vec<Option<usize>> = places.iter().map(at).collect();
        let lost = |card: &usize| !found.contains(&Some(*card));
        let lost: Vec<Option<usize>> = (0..zone.cards.len()).filter(lost).map(Some).collect();
        found.extend(lost);
        Some(found)
    }

    /// The number of the place of a card, counted from 1.
    fn number(&self, zone: &ZoneScene, at: usize) -> Option<usize> {
        Some(1 + self.of(zone)?.iter().position(|card| *card == Some(at))?)
    }

    /// Rewrites the label of a move. The rules count the cards that are left, but players see numbered places.
    #[must_use]
    pub fn offer(&self, mut offer: Offer, scene: &Scene) -> Offer {
        if let Gesture::Card { card } = &offer.gesture
            && let Some(zone) = scene.zones.get(card.zone)
            && let Some(place) = self.number(zone, card.at)
            && let Some(rest) = offer.label.strip_prefix(&format!("card {}", card.at + 1))
            && !rest.starts_with(|c: char| c.is_ascii_digit())
        {
            offer.label = format!("card {place}{rest}");
        }
        offer
    }

    /// Rewrites steps about a turned card, so that they name its place. If the card has no place, they name no
    /// position.
    pub(crate) fn steps(&self, steps: &[Step], before: &Scene, faces: &Faces) -> Vec<Step> {
        let mut stage = SceneStepper::new(before.clone(), faces);
        let mut told = Vec::with_capacity(steps.len());
        for step in steps {
            told.push(self.step(step, &stage.scene));
            stage.happen(step);
        }
        told
    }

    fn step(&self, step: &Step, scene: &Scene) -> Step {
        let Step::Change { at, text, face, up } = step else { return step.clone() };
        let Some((card, what)) = text.split_once(" is ") else { return step.clone() };
        let (card, Some(_)) = without_place(card) else { return step.clone() };
        let zone = scene.zones.iter().find(|zone| zone.id == at.zone);
        let place = zone.zip(at.at).and_then(|(zone, at)| self.number(zone, at));
        let text = match place {
            Some(place) => format!("{card} at {place} is {what}"),
            None => format!("{card} is {what}"),
        };
        Step::Change { at: at.clone(), text, face: face.clone(), up: *up }
    }
}

/// Whether the cards of a zone can lie side by side: no player owns the zone, it is ordered, and it has several
/// face-down cards.
fn lies(zone: &ZoneScene) -> bool {
    let shared = zone.owner.is_none() && zone.team.is_empty() && zone.category.as_deref() != Some("hand");
    let covered = zone.cards.iter().filter(|card| card.face.is_none()).count();
    shared && zone.ordered && covered > 1 && zone.cards.iter().all(|card| card.attached_to.is_none())
}

/// Whether the move picks a face-down card that is not on top.
fn picks_a_back(offer: &Offer, zone: &ZoneScene, number: usize) -> bool {
    let Gesture::Card { card } = &offer.gesture else { return false };
    let back = |card: &rulebook_scene::CardScene| card.face.is_none();
    card.zone == number && card.at + 1 < zone.cards.len() && zone.cards.get(card.at).is_some_and(back)
}

/// Updates the places of a zone: cards that were there keep their places, and new cards take free places or new places
/// at the end. If no card was there before, all places are numbered again.
fn kept(old: &[CardKey], keys: &[CardKey]) -> Vec<CardKey> {
    if !keys.iter().any(|key| old.contains(key)) {
        return if keys.is_empty() { old.to_vec() } else { keys.to_vec() };
    }
    let mut places: Vec<CardKey> =
        old.iter().map(|key| if keys.contains(key) { *key } else { CardKey::default() }).collect();
    for key in keys.iter().filter(|key| !old.contains(key)) {
        match places.iter_mut().find(|place| **place == CardKey::default()) {
            Some(free) => *free = *key,
            None => places.push(*key),
        }
    }
    places
}
