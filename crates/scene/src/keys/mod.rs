//! Makes opaque card keys, separately for each viewer.
//!
//! A [`KeyRing`] uses only the steps and scenes of its viewer. So a key cannot reveal anything to the viewer. **A card
//! keeps its key while the viewer can follow it, and gets a new key otherwise.** So clients can use keys to animate
//! moving cards.
//!
//! * In an ordered zone a card is followed by its place, whether it is face up or face down.
//! * In an unordered zone a card is followed by its face. Copies of a face are interchangeable. The keys of unseen
//!   cards belong to slots, not to cards. When an unseen card leaves, one slot disappears and the card gets a new key.
//! * Mixing gives every card of the zone a new key. If a step does not fit the last scene, the cards in question get
//!   new keys too.
//!
//! New keys are BLAKE3 hashes of the viewer and a counter, under a salt derived from the key of the match. Keys of
//! different viewers are unrelated.

mod follow;
#[cfg(test)]
mod tests;

use crate::{CardKey, CardScene, Scene, Step};
use rulebook_kernel::{Digest, Key, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Number of bits of a key. JavaScript represents integers of up to 53 bits exactly.
const KEY_BITS: u32 = 53;

/// The secret from which the card keys of a match are derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salt(Digest);

impl Salt {
    /// Derives the salt of a match from the key of the match.
    #[must_use]
    pub fn of(key: &Key) -> Salt {
        Salt(Digest::from_bytes(blake3::derive_key("rulebook 2026 card keys", key.bytes())))
    }

    fn mint(&self, viewer: Viewer, count: u64) -> CardKey {
        let whose = match viewer {
            Viewer::Seat(seat) => u8::from(seat),
            Viewer::Spectator => 254,
            Viewer::God => 255,
        };
        let mut text = [0; 9];
        text[0] = whose;
        text[1..].copy_from_slice(&count.to_le_bytes());
        let hash = blake3::keyed_hash(self.0.bytes(), &text);
        let mut low = [0; 8];
        low.copy_from_slice(&hash.as_bytes()[..8]);
        CardKey(u64::from_le_bytes(low) >> (u64::BITS - KEY_BITS))
    }
}

/// The keys of one viewer, and the state needed to follow its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRing {
    viewer: Viewer,
    /// The number of keys made so far.
    minted: u64,
    /// The zones of the last scene.
    zones: Vec<ZoneKeys>,
}

/// The keys of one zone in the last scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ZoneKeys {
    id: String,
    ordered: bool,
    cards: Vec<TrackedCard>,
}

/// A card as its viewer last saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TrackedCard {
    /// The key of the card. `None` if the viewer could not follow the card.
    key: Option<CardKey>,
    face: Option<String>,
    back: String,
    /// A hash of the appearance of the card. It distinguishes copies of one face, such as a tapped copy or a copy
    /// with counters.
    look: u32,
}

impl KeyRing {
    /// A ring for a viewer that has seen nothing yet.
    #[must_use]
    pub fn new(viewer: Viewer) -> KeyRing {
        KeyRing { viewer, minted: 0, zones: Vec::new() }
    }

    /// The viewer of this ring.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Fills in the keys of a new scene. `steps` are the steps that the viewer saw since its last scene. Never panics,
    /// and never gives one key to two cards.
    pub fn follow(&mut self, salt: &Salt, steps: &[Step], scene: &mut Scene) {
        let mut tracked = follow::TrackedCards::new(std::mem::take(&mut self.zones));
        for step in steps {
            tracked.step(step);
        }
        for zone in &mut scene.zones {
            tracked.settle(zone);
        }
        self.freshen(salt, scene);
        self.zones = scene
            .zones
            .iter()
            .map(|zone| ZoneKeys {
                id: zone.id.clone(),
                ordered: zone.ordered,
                cards: zone.cards.iter().map(TrackedCard::of).collect(),
            })
            .collect();
    }

    /// Forgets all cards, because the viewer missed some steps. In the next scene every card gets a new key.
    pub fn lose_track(&mut self) {
        self.zones.clear();
    }

    /// Gives a new key to each card without one, and to each card with a duplicate key.
    fn freshen(&mut self, salt: &Salt, scene: &mut Scene) {
        let mut taken = BTreeSet::from([CardKey::default()]);
        let cards = || scene.zones.iter().flat_map(|zone| &zone.cards);
        let kept: BTreeSet<CardKey> = cards().map(|card| card.key).collect();
        for card in scene.zones.iter_mut().flat_map(|zone| &mut zone.cards) {
            if card.key.0 >> KEY_BITS != 0 {
                card.key = CardKey::default(); // such a key can only come from a forged save
            }
            while !taken.insert(card.key) {
                card.key = salt.mint(self.viewer, self.minted);
                self.minted = self.minted.wrapping_add(1);
                if kept.contains(&card.key) {
                    card.key = CardKey::default();
                }
            }
        }
    }
}

impl TrackedCard {
    fn of(card: &CardScene) -> TrackedCard {
        TrackedCard {
            key: Some(card.key),
            face: card.face.as_ref().map(|face| face.id.clone()),
            back: card.back.clone(),
            look: look(card),
        }
    }
}

fn look(card: &CardScene) -> u32 {
    let digest = Digest::of(&(card.face_up, card.rotation, &card.counters, card.controller));
    let bytes = digest.bytes();
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}
