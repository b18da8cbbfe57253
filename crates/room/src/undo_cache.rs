//! Was anything hidden when something was told? Then it cannot be taken back, unless somebody plays alone and has learnt nothing
//! from it. Kept only while somebody looks on, whose button it decides about: whether something *is* taken back is decided anew.

use rulebook_kernel::Key;
use rulebook_matches::{AnyMatch, Played, reveals};

#[derive(Default)]
pub(crate) struct UndoCache {
    /// By entry: did it tell something while something was hidden? Nothing: nobody looked when it was played.
    entries: Vec<Option<bool>>,
    /// Is anything hidden now? Nothing: nobody looked.
    now: Option<bool>,
    /// The match as it is now, where whoever plays it alone may have learnt nothing from what is told next.
    before: Option<Box<dyn AnyMatch>>,
}

impl UndoCache {
    pub fn look(&mut self, game: &dyn AnyMatch) {
        if self.now.is_none() {
            let hidden = game.has_secrets();
            // Among several a choice tells something by itself.
            self.before = (hidden && game.seats() == 1).then(|| game.fork());
            self.now = Some(hidden);
        }
    }

    /// This was played, and the match is now `after` it.
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

    /// Was nothing at stake in this entry and those after it?
    pub fn is_clear_since(&self, first: usize) -> bool {
        self.entries.iter().skip(first).all(|hidden| *hidden == Some(false))
    }

    /// Would a look at the entries from this one on tell whether anything was at stake?
    pub fn is_open_since(&self, first: usize) -> bool {
        let since = || self.entries.iter().skip(first);
        since().any(Option::is_none) && !since().any(|hidden| *hidden == Some(true))
    }

    /// Those of the entries that stay.
    pub fn keeping(&self, stays: impl Fn(usize) -> bool) -> UndoCache {
        let kept = self.entries.iter().enumerate().filter(|(at, _)| stays(*at));
        UndoCache { entries: kept.map(|(_, hidden)| *hidden).collect(), now: None, before: None }
    }
}
