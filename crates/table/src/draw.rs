//! Draws cards from decks. [`crate::behavior`] defines the rules.

use crate::atoms::Atoms;
use crate::behavior::{DrawFrom, Reshuffle};
use crate::{Entry, Fact, ZoneId};
use rulebook_kernel::{Rng, Sink};

impl<S: Sink<Fact>> Atoms<'_, S> {
    /// Draws up to `count` cards, one after the other, and returns the number of cards drawn. If there are too few
    /// cards, it draws them all and reports a fact.
    pub fn draw(&mut self, deck: ZoneId, to: ZoneId, count: usize, rng: &mut Rng) -> usize {
        if count == 0 || deck == to {
            return 0;
        }
        let (from, when) = match &self.shape().def(deck).behavior {
            Some(behavior) => (behavior.draw_from, behavior.reshuffle),
            None => (DrawFrom::Top, Reshuffle::WhenShort),
        };
        if when == Reshuffle::WhenShort && self.left(deck) < count {
            self.reshuffle(deck, rng);
        }
        // A draw reshuffles at most once. Otherwise a draw onto the deck's own discard pile would never end.
        let mut may_reshuffle = when == Reshuffle::WhenEmpty;
        for drawn in 0..count {
            if may_reshuffle && self.left(deck) == 0 {
                may_reshuffle = false;
                self.reshuffle(deck, rng);
            }
            let Some(entry) = self.next_card(deck, from, rng) else {
                self.tell(|| Fact::RanOut { deck, missing: u16::try_from(count - drawn).unwrap_or(u16::MAX) });
                return drawn;
            };
            self.move_to(entry, to);
        }
        count
    }

    fn left(&self, deck: ZoneId) -> usize {
        self.table().count(self.shape(), deck)
    }

    fn next_card(&self, deck: ZoneId, from: DrawFrom, rng: &mut Rng) -> Option<Entry> {
        let (shape, table) = (self.shape(), self.table());
        match from {
            // An unordered deck has no top card. Taking the entry with the highest number would reveal its face, so
            // draw at random.
            DrawFrom::Top if shape.zone(deck).ordered => table.top(shape, deck),
            DrawFrom::Bottom if shape.zone(deck).ordered => table.bottom(shape, deck),
            _ => {
                let left = self.left(deck) as u32;
                if left == 0 { None } else { table.nth(shape, deck, rng.below(left) as usize) }
            }
        }
    }

    /// Shuffles the discard pile of a deck into the deck, if it has cards.
    pub fn reshuffle(&mut self, deck: ZoneId, rng: &mut Rng) {
        let Some(from) = self.shape().reshuffles[deck.index()] else { return };
        let keep = self.shape().def(deck).behavior.as_ref().map_or(0, |behavior| behavior.keep_top);
        let Some(back) = self.left(from).checked_sub(keep).filter(|&back| back > 0) else { return };
        self.tell(|| Fact::Reshuffling { deck, from });
        self.move_lowest(from, back, deck);
        self.shuffle(deck, rng);
    }
}
