//! Cards as sets: a filter runs a set at a time.

use super::eval::Eval;
use crate::code::{Cards, Test, Value};
use rulebook_table::Entry;
use smallvec::SmallVec;

/// A set of entries: as many words as the shape's sets have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Set(pub SmallVec<[u64; 2]>);

impl Set {
    pub fn empty(words: usize) -> Set {
        Set(SmallVec::from_elem(0, words))
    }

    #[inline]
    pub fn has(&self, entry: Entry) -> bool {
        self.0[entry.index() / 64] >> (entry.index() % 64) & 1 == 1
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        self.0[entry.index() / 64] |= 1 << (entry.index() % 64);
    }

    #[inline]
    pub fn drop(&mut self, entry: Entry) {
        self.0[entry.index() / 64] &= !(1 << (entry.index() % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(Entry((i * 64 + bit) as u16))
            })
        })
    }

    #[inline]
    fn keep(&mut self, mask: &[u64]) {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word &= mask.get(i).copied().unwrap_or(0);
        }
    }

    #[inline]
    fn clear(&mut self) {
        self.0.iter_mut().for_each(|word| *word = 0);
    }

    #[inline]
    fn add(&mut self, other: &[u64]) {
        self.0.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    fn minus(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }
}

impl Eval<'_> {
    fn nothing(&self) -> Set {
        Set::empty(self.p.shape.entries().div_ceil(64).max(1))
    }

    /// The cards as a set.
    pub fn set(&mut self, cards: &Cards) -> Set {
        match cards {
            Cards::Zone(zone) => match self.zone(zone) {
                Some(zone) => Set(SmallVec::from_slice(self.s.table.set(&self.p.shape, zone))),
                None => self.nothing(),
            },
            Cards::Zones(zones) => {
                let mut set = self.nothing();
                for zone in self.zones(zones) {
                    set.add(self.s.table.set(&self.p.shape, rulebook_table::ZoneId(zone as u16)));
                }
                set
            }
            Cards::One(card) => {
                let mut set = self.nothing();
                if let Some(card) = self.card(card) {
                    set.put(card);
                }
                set
            }
            Cards::Filter(cards, test) => {
                let mut set = self.set(cards);
                self.narrow(&mut set, test);
                set
            }
            Cards::Prefer(cards, test) => {
                let all = self.set(cards);
                let mut preferred = all.clone();
                self.narrow(&mut preferred, test);
                if preferred.is_empty() { all } else { preferred }
            }
            Cards::Join(parts) => {
                let mut set = self.nothing();
                for part in parts {
                    set.add(&self.set(part).0);
                }
                set
            }
            Cards::Picked => self.picked.cloned().unwrap_or_else(|| self.nothing()),
            Cards::If(condition, yes, no) => {
                let branch = if self.test(condition) { yes } else { no };
                self.set(branch)
            }
            Cards::SortBy(cards, ..) => self.set(cards),
            Cards::Slot(_) | Cards::Global(_) | Cards::Take(..) | Cards::TakeLast(..) | Cards::List(_) => {
                let mut set = self.nothing();
                for card in self.order(cards) {
                    set.put(Entry(card as u16));
                }
                set
            }
        }
    }

    /// How many cards.
    #[inline]
    pub fn count(&mut self, cards: &Cards) -> usize {
        if let Cards::Zone(zone) = cards {
            return self.zone(zone).map_or(0, |zone| self.s.table.count(&self.p.shape, zone));
        }
        self.set(cards).len()
    }

    /// Keeps those for which the test holds.
    fn narrow(&mut self, set: &mut Set, test: &Test) {
        if set.is_empty() {
            return;
        }
        match test {
            Test::Mask(mask) => set.keep(mask),
            Test::ByValue(masks, wanted) => {
                let wanted = self.scalar(wanted);
                match usize::try_from(wanted).ok().and_then(|i| masks.get(i)) {
                    Some(mask) => set.keep(mask),
                    None => set.clear(),
                }
            }
            Test::Fixed(expr) => {
                if !self.test(expr) {
                    set.clear();
                }
            }
            Test::And(tests) => tests.iter().for_each(|test| self.narrow(set, test)),
            Test::Or(tests) => {
                let mut passed = self.nothing();
                for test in tests {
                    let mut part = set.clone();
                    self.narrow(&mut part, test);
                    set.minus(&part);
                    passed.add(&part.0);
                    if set.is_empty() {
                        break;
                    }
                }
                *set = passed;
            }
            Test::Not(test) => {
                let mut passed = set.clone();
                self.narrow(&mut passed, test);
                set.minus(&passed);
            }
            Test::Each(temp, expr) => {
                let cards: SmallVec<[Entry; 32]> = set.iter().collect();
                for card in cards {
                    if !self.with(*temp, Value::from(card.0), |e| e.test(expr)) {
                        set.drop(card);
                    }
                }
            }
        }
    }
}
