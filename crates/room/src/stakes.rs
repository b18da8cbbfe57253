//! Was anything hidden when something was told? Then it cannot be taken back. Kept only while somebody looks on, whose button it
//! decides about: whether something *is* taken back is decided anew.

use rulebook_stage::{AnyMatch, Played};

#[derive(Default)]
pub(crate) struct Stakes {
    /// By entry: did it tell something while something was hidden? Nothing: nobody looked when it was played.
    entries: Vec<Option<bool>>,
    /// Is anything hidden now? Nothing: nobody looked.
    now: Option<bool>,
}

impl Stakes {
    pub fn look(&mut self, game: &dyn AnyMatch) {
        self.now.get_or_insert_with(|| game.has_secrets());
    }

    pub fn told(&mut self, played: &Played) {
        let telling = !played.facts.is_empty();
        self.entries.push(if telling { self.now } else { Some(false) });
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
    pub fn keeping(&self, stays: impl Fn(usize) -> bool) -> Stakes {
        let kept = self.entries.iter().enumerate().filter(|(at, _)| stays(*at));
        Stakes { entries: kept.map(|(_, hidden)| *hidden).collect(), now: None }
    }
}
