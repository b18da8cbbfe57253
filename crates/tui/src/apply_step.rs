//! Applies steps to a scene, one at a time. So the terminal can draw the table between two scenes of the rules.

use crate::cards::standard;
use rulebook_scene::{CardKey, CardScene, FaceScene, Place, Scene, Step, ZoneScene};
use std::collections::BTreeMap;

/// The faces of all cards seen so far. The key is the short text that steps use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faces(BTreeMap<String, FaceScene>);

impl Faces {
    pub fn learn(&mut self, scene: &Scene) {
        for face in scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref()) {
            if !self.0.contains_key(&face.id) {
                self.0.insert(face.id.clone(), face.clone());
            }
        }
    }

    /// The face with this id or name. If no such face was seen, makes one from the text.
    fn of(&self, text: &str) -> FaceScene {
        let named = || self.0.values().find(|face| face.name == text);
        self.0.get(text).or_else(named).cloned().unwrap_or_else(|| {
            let (rank, suit) =
                standard(text).map_or((None, None), |(rank, suit)| (Some(rank.into()), Some(suit.into())));
            FaceScene { id: text.to_owned(), name: text.to_owned(), rank, suit, ..FaceScene::default() }
        })
    }
}

/// Splits `7H at 5` into the card and the number of its place.
pub(crate) fn without_place(card: &str) -> (&str, Option<usize>) {
    match card.rsplit_once(" at ").and_then(|(card, at)| Some((card, at.parse().ok()?))) {
        Some((card, at)) => (card, Some(at)),
        None => (card, None),
    }
}

/// A scene that changes step by step. A card that becomes visible between two scenes gets a new, unique key.
#[derive(Clone, Debug)]
pub(crate) struct SceneStepper<'a> {
    pub scene: Scene,
    faces: &'a Faces,
    fresh: u64,
}

impl<'a> SceneStepper<'a> {
    pub fn new(scene: Scene, faces: &'a Faces) -> SceneStepper<'a> {
        SceneStepper { scene, faces, fresh: u64::MAX }
    }

    /// Applies a step. Steps do not describe scores, prompts and the board, so these stay unchanged.
    pub fn happen(&mut self, step: &Step) {
        match step {
            Step::Move { from, to, face } => {
                let card = self.take(from, face.as_deref()).unwrap_or_else(|| self.unknown());
                self.put(to, card, face.as_deref());
            }
            Step::Create { at, face } => {
                let card = self.unknown();
                self.put(at, card, face.as_deref());
            }
            Step::Remove { at } => drop(self.take(at, None)),
            Step::Mix { zone, .. } => self.mix(zone),
            Step::Change { at, face, up: Some(up), .. } => {
                let face = face.as_deref().map(|face| self.faces.of(face));
                let Some(zone) = self.zone(&at.zone) else { return };
                if let Some(found) = find(zone, at.at, face.as_ref().map(|face| face.id.as_str())) {
                    zone.cards[found].face = face.filter(|_| *up);
                    zone.cards[found].face_up = *up;
                }
            }
            Step::Change { up: None, .. } | Step::Say { .. } => {}
        }
    }

    fn zone(&mut self, id: &str) -> Option<&mut ZoneScene> {
        self.scene.zones.iter_mut().find(|zone| zone.id == id)
    }

    fn unknown(&mut self) -> CardScene {
        self.fresh -= 1;
        CardScene { key: CardKey(self.fresh), ..CardScene::default() }
    }

    fn take(&mut self, from: &Place, face: Option<&str>) -> Option<CardScene> {
        let id = face.map(|face| self.faces.of(face).id);
        let zone = self.zone(&from.zone)?;
        let all = singly(zone);
        let found = find(zone, from.at, id.as_deref());
        zone.count = zone.count.map(|count| count.saturating_sub(1));
        match found {
            Some(at) => Some(zone.cards.remove(at)),
            None => {
                // The card cannot be identified. Any card is removed, so that the number of cards is right.
                if all {
                    zone.cards.pop();
                }
                None
            }
        }
    }

    fn put(&mut self, to: &Place, mut card: CardScene, face: Option<&str>) {
        let known = face.map(|face| self.faces.of(face));
        let Some(zone) = self.zone(&to.zone) else { return };
        let all = singly(zone);
        zone.count = zone.count.map(|count| count + 1);
        if !all {
            return;
        }
        let like = zone.cards.iter().find(|other| other.face.is_some() == known.is_some()).map(|other| other.face_up);
        // If another player's hand shows only backs, the new card is drawn as a back, too, even if the viewer knows it.
        let known = known.filter(|_| like.is_some() || zone.cards.is_empty() || zone.ordered);
        card = CardScene {
            key: card.key,
            back: card.back,
            face_up: like.unwrap_or(known.is_some()),
            face: known,
            ..CardScene::default()
        };
        let at = to.at.filter(|at| zone.ordered && *at <= zone.cards.len()).unwrap_or(zone.cards.len());
        zone.cards.insert(at, card);
    }

    /// Shuffles a zone: its cards get new keys and no faces, because nobody knows any more which card is which.
    fn mix(&mut self, id: &str) {
        let mut fresh = self.fresh;
        let Some(zone) = self.zone(id) else { return };
        let ordered = zone.ordered;
        for card in zone.cards.iter_mut().filter(|card| ordered || card.face.is_none()) {
            fresh -= 1;
            (card.key, card.face, card.face_up) = (CardKey(fresh), None, false);
        }
        self.fresh = fresh;
    }
}

/// Whether the scene lists each card of this zone, and not only their number.
fn singly(zone: &ZoneScene) -> bool {
    zone.count.unwrap_or(zone.cards.len()) == zone.cards.len()
}

/// The index of the card that a step takes. In an ordered zone the position decides, otherwise the face. If no card has
/// the face, the last hidden card is taken.
fn find(zone: &ZoneScene, at: Option<usize>, face: Option<&str>) -> Option<usize> {
    let id = |card: &CardScene| card.face.as_ref().map(|face| face.id.clone());
    let fits = |card: &CardScene| face.is_none() || card.face.is_none() || id(card).as_deref() == face;
    if let Some(at) = at.filter(|at| zone.ordered && zone.cards.get(*at).is_some_and(fits)) {
        return Some(at);
    }
    let by_face = face.and_then(|face| zone.cards.iter().rposition(|card| id(card).as_deref() == Some(face)));
    by_face.or_else(|| zone.cards.iter().rposition(|card| card.face.is_none()))
}
