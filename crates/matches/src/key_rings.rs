//! The card keys of all viewers of a match, updated when a viewer asks for a scene.
//!
//! Each viewer that has asked for a scene has a ring. Facts are kept (shared, not copied) until every ring has followed
//! them. Without rings no facts are kept, so a simulation needs only one test for each move. A viewer who rarely asks
//! for a scene gets the same keys as a viewer who always asks, with one exception. A card may pass through a hidden
//! hand between two scenes. If its face is shown both when it enters and when it leaves, it keeps its key.

use crate::{Staged, facts};
use rulebook_kernel::{Key, Viewer};
use rulebook_scene::{KeyRing, Salt, Scene};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Maximum number of answers whose facts are kept. A viewer who has missed more answers gets new keys for all cards.
const MAX_PENDING: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Rings<F> {
    salt: Salt,
    rings: BTreeMap<Viewer, Follower>,
    pending: VecDeque<Arc<Vec<F>>>,
    /// The number of answers before the first answer in `pending`.
    past: u64,
}

#[derive(Clone, Debug)]
struct Follower {
    ring: KeyRing,
    /// The number of answers that this ring has followed.
    seen: u64,
}

impl<F> Rings<F> {
    pub fn new(key: &Key) -> Rings<F> {
        Rings::restored(key, Vec::new())
    }

    pub fn restored(key: &Key, rings: Vec<KeyRing>) -> Rings<F> {
        let rings = rings.into_iter().map(|ring| (ring.viewer(), Follower { ring, seen: 0 })).collect();
        Rings { salt: Salt::of(key), rings, pending: VecDeque::new(), past: 0 }
    }

    /// Whether no viewer has asked for a scene.
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    fn now(&self) -> u64 {
        self.past + self.pending.len() as u64
    }

    /// Adds the facts of an answer.
    pub fn tell(&mut self, facts: &Arc<Vec<F>>) {
        if facts.is_empty() {
            return;
        }
        self.pending.push_back(Arc::clone(facts));
        if self.pending.len() > MAX_PENDING {
            self.pending.pop_front();
            self.past += 1;
        }
    }

    /// Drops all card keys, because an answer was not reported.
    pub fn lose_track(&mut self) {
        self.past = self.now();
        self.pending.clear();
        let now = self.past;
        for follower in self.rings.values_mut() {
            follower.ring.lose_track();
            follower.seen = now;
        }
    }

    /// Fills in the keys of a viewer's scene.
    pub fn follow<R: Staged<Fact = F>>(&mut self, rules: &R, viewer: Viewer, scene: &mut Scene) {
        let now = self.now();
        let fresh = || Follower { ring: KeyRing::new(viewer), seen: now };
        let follower = self.rings.entry(viewer).or_insert_with(fresh);
        if follower.seen < self.past {
            follower.ring.lose_track();
        }
        let missed = self.pending.iter().skip(follower.seen.saturating_sub(self.past) as usize);
        let steps: Vec<_> = missed.flat_map(|facts| facts::steps(rules, facts, viewer)).collect();
        follower.ring.follow(&self.salt, &steps, scene);
        follower.seen = now;
        self.forget_followed();
    }

    fn forget_followed(&mut self) {
        let slowest = self.rings.values().map(|follower| follower.seen).min().unwrap_or(self.past);
        while self.past < slowest && self.pending.pop_front().is_some() {
            self.past += 1;
        }
    }

    /// The viewers who have not followed the newest facts.
    pub fn lagging(&self) -> Vec<Viewer> {
        let now = self.now();
        self.rings.iter().filter(|(_, follower)| follower.seen < now).map(|(viewer, _)| *viewer).collect()
    }

    /// Copies of all rings, for a save.
    pub fn all(&self) -> Vec<KeyRing> {
        self.rings.values().map(|follower| follower.ring.clone()).collect()
    }
}
