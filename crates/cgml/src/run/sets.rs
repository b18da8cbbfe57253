//! Cards as sets: a filter runs a set at a time.

use super::eval::Eval;
use crate::code::{Cards, Seats, Test, Value, Zones};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, Shape, ZoneId};
use smallvec::SmallVec;

/// Words of the largest set. `check` refuses decks with more cards ([`Limits::CARDS`](crate::check::Limits)).
const WORDS: usize = 8;

/// A set of entries: as many words as the sets of the shape have, so that most games work on one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    n: u8,
    words: [u64; WORDS],
}

impl Set {
    #[inline]
    pub fn empty(shape: &Shape) -> Set {
        Set { n: shape.entries().div_ceil(64).clamp(1, WORDS) as u8, words: [0; WORDS] }
    }

    #[inline]
    fn of(words: &[u64]) -> Set {
        let mut set = Set { n: words.len().min(WORDS) as u8, words: [0; WORDS] };
        set.add(words);
        set
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.words[..(self.n as usize).min(WORDS)]
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words[..(self.n as usize).min(WORDS)]
    }

    #[inline]
    pub fn has(&self, entry: Entry) -> bool {
        self.words[entry.index() / 64 % WORDS] >> (entry.index() % 64) & 1 == 1
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        self.words[entry.index() / 64 % WORDS] |= 1 << (entry.index() % 64);
    }

    #[inline]
    pub fn drop(&mut self, entry: Entry) {
        self.words[entry.index() / 64 % WORDS] &= !(1 << (entry.index() % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        let words = self.words();
        let (mut at, mut left) = (0, words[0]);
        std::iter::from_fn(move || {
            while left == 0 {
                at += 1;
                left = *words.get(at)?;
            }
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Entry((at * 64 + bit) as u16))
        })
    }

    #[inline]
    fn keep(&mut self, mask: &[u64]) {
        for (i, word) in self.words_mut().iter_mut().enumerate() {
            *word &= mask.get(i).copied().unwrap_or(0);
        }
    }

    #[inline]
    fn clear(&mut self) {
        self.words_mut().fill(0);
    }

    #[inline]
    fn add(&mut self, other: &[u64]) {
        self.words_mut().iter_mut().zip(other).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    fn minus(&mut self, other: &Set) {
        self.words_mut().iter_mut().zip(other.words()).for_each(|(word, other)| *word &= !other);
    }
}

impl Eval<'_> {
    /// The cards as a set.
    pub fn set(&mut self, cards: &Cards) -> Set {
        match cards {
            Cards::Zone(zone) => match self.zone(zone) {
                Some(zone) => Set::of(self.s.table.set(&self.p.shape, zone)),
                None => Set::empty(&self.p.shape),
            },
            Cards::Zones(zones) => {
                let mut set = Set::empty(&self.p.shape);
                let (shape, table) = (&self.p.shape, &self.s.table);
                match zones {
                    Zones::These(these) => these.iter().for_each(|&zone| set.add(table.set(shape, zone))),
                    Zones::OfSeats(def, seats) if let Seats::These(seats) = &**seats => {
                        let seats = seats.iter().map(|&seat| Seat::new(seat as usize));
                        seats.for_each(|seat| set.add(table.set(shape, shape.zone_of(*def, seat))));
                    }
                    _ => {
                        for zone in self.zones(zones) {
                            set.add(table.set(shape, ZoneId(zone as u16)));
                        }
                    }
                }
                set
            }
            Cards::One(card) => {
                let mut set = Set::empty(&self.p.shape);
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
                let mut preferred = all;
                self.narrow(&mut preferred, test);
                if preferred.is_empty() { all } else { preferred }
            }
            Cards::Join(parts) => {
                let mut set = Set::empty(&self.p.shape);
                for part in parts {
                    set.add(self.set(part).words());
                }
                set
            }
            Cards::Picked => self.picked.copied().unwrap_or_else(|| Set::empty(&self.p.shape)),
            Cards::If(condition, yes, no) => {
                let branch = if self.test(condition) { yes } else { no };
                self.set(branch)
            }
            Cards::SortBy(cards, ..) => self.set(cards),
            Cards::Slot(_) | Cards::Global(_) | Cards::Take(..) | Cards::TakeLast(..) | Cards::List(_) => {
                let mut set = Set::empty(&self.p.shape);
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
                let mut passed = Set::empty(&self.p.shape);
                for test in tests {
                    // What does not depend on the card lets all pass or none.
                    if let Test::Fixed(expr) = test {
                        if self.test(expr) {
                            passed.add(set.words());
                            break;
                        }
                        continue;
                    }
                    let mut part = *set;
                    self.narrow(&mut part, test);
                    set.minus(&part);
                    passed.add(part.words());
                    if set.is_empty() {
                        break;
                    }
                }
                *set = passed;
            }
            Test::Not(test) => {
                let mut passed = *set;
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
