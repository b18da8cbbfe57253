//! Was anything hidden when something was told? Then it cannot be taken back. Kept only while somebody looks on, whose button it
//! decides about: whether something *is* taken back is decided anew.

use rulebook_stage::{AnyMatch, Played};

#[derive(Default)]
pub(crate) struct Stakes {
    /// By entry: did it tell something while something was hidden, or may it have?
    entries: Vec<bool>,
    /// Is anything hidden now? Nothing: nobody looked.
    now: Option<bool>,
}

impl Stakes {
    pub fn look(&mut self, game: &dyn AnyMatch) {
        self.now.get_or_insert_with(|| game.has_secrets());
    }

    pub fn told(&mut self, played: &Played) {
        let telling = !played.facts.is_empty();
        self.entries.push(telling && self.now.unwrap_or(true));
        if telling {
            self.now = None;
        }
    }

    /// Was nothing at stake in this entry and those after it?
    pub fn is_clear_since(&self, first: usize) -> bool {
        self.entries.iter().skip(first).all(|hidden| !hidden)
    }

    /// Those of the entries that stay.
    pub fn keeping(&self, stays: impl Fn(usize) -> bool) -> Stakes {
        let kept = self.entries.iter().enumerate().filter(|(at, _)| stays(*at));
        Stakes { entries: kept.map(|(_, hidden)| *hidden).collect(), now: None }
    }
}
