//! Decides whether the Undo button is enabled. A move that revealed something while information was hidden cannot be
//! undone. The exception is a solo game in which the player learnt nothing. The cache is updated only while the match
//! has viewers. An actual undo is checked again by a replay.

use rulebook_kernel::Key;
use rulebook_matches::{AnyMatch, Played, reveals};

#[derive(Default)]
pub(crate) struct UndoCache {
    /// For each entry, whether it revealed something. `None` if the match had no viewers when the entry was played.
    entries: Vec<Option<bool>>,
    /// Whether information is hidden now. `None` if this was not checked since the last move.
    now: Option<bool>,
    /// A copy of the match before the next move. Only solo games need it.
    before: Option<Box<dyn AnyMatch>>,
}

impl UndoCache {
    pub fn look(&mut self, game: &dyn AnyMatch) {
        if self.now.is_none() {
            let hidden = game.has_secrets();
            // With several players, the choice of a move always reveals something to the others, so no comparison is
            // needed.
            self.before = (hidden && game.seats() == 1).then(|| game.fork());
            self.now = Some(hidden);
        }
    }

    /// Adds an entry. `after` is the match after this entry.
    pub fn told(&mut self, played: &Played, after: &dyn AnyMatch, key: &Key) {
        let telling = !played.facts.is_empty();
        let at_stake = match (self.before.take(), played.seat) {
            (Some(before), Some(seat)) if telling => Some(reveals(&*before, (seat, played.text.as_str()), after, key)),
            _ => self.now,
        };
        self.entries.push(if telling { at_stake } else { Some(false) });
        if telling {
            self.now = None;
        }
    }

    /// Whether the entries from index `first` on are all known to have revealed nothing.
    pub fn is_clear_since(&self, first: usize) -> bool {
        self.entries.iter().skip(first).all(|hidden| *hidden == Some(false))
    }

    /// Whether a replay of the entries from index `first` on could enable an undo: some are unchecked, and none is
    /// known to have revealed something.
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
