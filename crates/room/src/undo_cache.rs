//! Decides whether the Undo button is enabled. A move from which some viewer learnt hidden information cannot be
//! undone. The cache is updated only while the match has viewers. All viewers see whether the button is enabled, so a
//! card counts as known only if spectators know it. Before an actual undo, a replay checks the move again with samples
//! for every viewer.

use rulebook_kernel::Key;
use rulebook_matches::{AnyMatch, Learnt, Played, Samples, learnt, reveals};

#[derive(Default)]
pub(crate) struct UndoCache {
    /// For each entry, whether it revealed something. `None` if the match had no viewers when the entry was played.
    entries: Vec<Option<bool>>,
    /// Whether hidden information exists now. `None` if the cache has not checked this since the last move.
    now: Option<bool>,
    /// A copy of the match before the next move, if information is hidden.
    before: Option<Box<dyn AnyMatch>>,
}

impl UndoCache {
    pub fn look(&mut self, game: &dyn AnyMatch) {
        if self.now.is_none() {
            let hidden = game.has_secrets();
            self.before = hidden.then(|| game.fork());
            self.now = Some(hidden);
        }
    }

    /// Adds an entry. `after` is the match after this entry.
    pub fn told(&mut self, played: &Played, after: &dyn AnyMatch, key: &Key) {
        let telling = !played.facts.is_empty();
        let at_stake = match self.before.take() {
            Some(before) if telling => Some(revealed(&*before, played, after, key, Samples::Public).is_some()),
            _ => self.now,
        };
        self.entries.push(if telling { at_stake } else { Some(false) });
        if telling {
            self.now = None;
        }
    }

    /// Drops the first `count` entries.
    pub fn forget(&mut self, count: usize) {
        self.entries.drain(..count);
    }

    /// Whether all entries from index `first` on are known to have revealed nothing.
    pub fn is_clear_since(&self, first: usize) -> bool {
        self.entries.iter().skip(first).all(|hidden| *hidden == Some(false))
    }

    /// Whether a replay of the entries from index `first` on could enable an undo. This holds if some of these entries
    /// are unchecked and none is known to have revealed something.
    pub fn is_open_since(&self, first: usize) -> bool {
        let since = || self.entries.iter().skip(first);
        since().any(Option::is_none) && !since().any(|hidden| *hidden == Some(true))
    }

    /// The cache without the removed entries.
    pub fn keeping(&self, stays: impl Fn(usize) -> bool) -> UndoCache {
        let kept = self.entries.iter().enumerate().filter(|(at, _)| stays(*at));
        UndoCache { entries: kept.map(|(_, hidden)| *hidden).collect(), now: None, before: None }
    }
}

/// The hidden information that a viewer learnt from an entry. `None` if the entry was harmless. Draws many samples for
/// every viewer, so it is slower than the check of the cache.
pub(crate) fn learnt_from(before: &dyn AnyMatch, played: &Played, after: &dyn AnyMatch, key: &Key) -> Option<Learnt> {
    revealed(before, played, after, key, Samples::Everybody)
}

fn revealed(
    before: &dyn AnyMatch,
    played: &Played,
    after: &dyn AnyMatch,
    key: &Key,
    samples: Samples,
) -> Option<Learnt> {
    let seat = played.seat?;
    if before.seats() > 1 {
        return learnt(before, played, after, key, samples);
    }
    // A single player may know a face that no card shows now, such as the order of a stock that was turned over.
    let viewer = rulebook_kernel::Viewer::Seat(seat);
    reveals(before, (seat, played.text.as_str()), after, key).then_some(Learnt { viewer, card: None })
}
