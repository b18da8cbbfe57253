//! Evaluates cards as bit sets, so that a filter handles a whole set at once.

use super::eval::Eval;
use super::limits;
use super::lists::Row;
use super::work_budget::Limit;
use crate::code::{Cards, Expr, Keys, List, MISSING, Test, Value, Zones};
use rulebook_table::{Entry, ZoneId};
use smallvec::SmallVec;

/// The number of words of the largest set. The compiler refuses decks with more cards
/// ([`Limits::CARDS`](crate::compile::Limits)).
pub(super) const WORDS: usize = 8;

/// A set of entries. Most games need one word. A filter uses as many words as the game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const W: usize>([u64; W]);

/// A set of entries, large enough for any game.
pub(crate) type Set = Bits<WORDS>;

/// The entries of a set in ascending order.
#[inline]
fn entries(words: impl AsRef<[u64]>) -> impl Iterator<Item = Entry> {
    let (mut at, mut left) = (0, words.as_ref()[0]);
    std::iter::from_fn(move || {
        while left == 0 {
            at += 1;
            left = *words.as_ref().get(at)?;
        }
        let bit = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Entry((at * 64 + bit) as u16))
    })
}

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    #[inline]
    pub fn of(words: &[u64]) -> Bits<W> {
        Bits(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }

    #[inline]
    pub fn has(&self, entry: Entry) -> bool {
        self.0[entry.index() / 64 % W] >> (entry.index() % 64) & 1 == 1
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        self.0[entry.index() / 64 % W] |= 1 << (entry.index() % 64);
    }

    #[inline]
    pub fn drop(&mut self, entry: Entry) {
        self.0[entry.index() / 64 % W] &= !(1 << (entry.index() % 64));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        // Most words of a wide set are empty, and testing for 0 is faster than counting bits.
        let words = self.0.iter().filter(|&&word| W == 1 || word != 0);
        words.map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Entry> + use<W> {
        entries(self.0)
    }

    /// The entries in ascending order. Reads only the first `words` words, because the game uses no others.
    #[inline]
    pub fn first(&self, words: usize) -> impl Iterator<Item = Entry> {
        entries(&self.0[..words.clamp(1, W)])
    }

    /// Calls a function for each entry in the first `words` words.
    #[inline]
    pub fn each(&self, words: usize, mut f: impl FnMut(Entry)) {
        for (at, &word) in self.0.iter().take(words).enumerate() {
            let mut left = word;
            while left != 0 {
                f(Entry((at * 64) as u16 + left.trailing_zeros() as u16));
                left &= left - 1;
            }
        }
    }

    /// The words, lowest entries first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Returns whether this set is a subset of `set`.
    #[inline]
    pub fn is_in(&self, set: &[u64]) -> bool {
        self.0.iter().zip(set).all(|(word, set)| word & !set == 0)
    }

    #[inline]
    pub fn and(mut self, mask: &[u64]) -> Bits<W> {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word &= mask.get(i).copied().unwrap_or(0);
        }
        self
    }

    #[inline]
    pub fn add(&mut self, other: &[u64]) {
        for (i, word) in self.0.iter_mut().enumerate() {
            *word |= other.get(i).copied().unwrap_or(0);
        }
    }

    #[inline]
    pub fn minus(mut self, other: Bits<W>) -> Bits<W> {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
}

impl Eval<'_> {
    /// The number of non-empty subsets that satisfy a condition.
    pub(super) fn count_sets(&mut self, cards: &Cards, condition: &Expr) -> Value {
        let all = self.set(cards);
        let cards: SmallVec<[Entry; limits::SET_OF]> = all.iter().take(limits::SET_OF + 1).collect();
        if cards.len() > limits::SET_OF {
            self.hit(Limit::SetOf);
            return MISSING;
        }
        if !self.burn(1 << cards.len()) {
            return MISSING;
        }
        let fits = |chosen: &u32| {
            let mut set = Set::EMPTY;
            cards.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).for_each(|(_, &card)| set.put(card));
            self.of_picked(&set).test(condition)
        };
        (1..1_u32 << cards.len()).filter(fits).count() as Value
    }

    /// All cards in any zone that pass a test.
    pub(super) fn wherever<const W: usize>(&mut self, test: &Test) -> Bits<W> {
        let (deck, made) = (self.p.shape.deck_entries(), self.p.shape.entries());
        let mut all = Bits(std::array::from_fn(|i| match deck.saturating_sub(i * 64) {
            cards @ ..64 => !(!0_u64 << cards),
            _ => !0,
        }));
        let made = (deck..made).map(|card| Entry(card as u16));
        made.filter(|&card| self.s.table.zone(card).is_some()).for_each(|card| all.put(card));
        self.narrow(all, test)
    }

    /// The number of words for a set of this game: for example one for 52 cards, and two for 104 cards.
    #[inline]
    pub(super) fn words(&self) -> usize {
        self.p.shape.set_words()
    }

    /// The cards as a set.
    pub fn set(&mut self, cards: &Cards) -> Set {
        match self.words() {
            0 | 1 => Set::of(&self.bits::<1>(cards).0),
            2 => Set::of(&self.bits::<2>(cards).0),
            _ => self.bits(cards),
        }
    }

    /// The number of cards.
    #[inline(never)]
    pub fn count(&mut self, cards: &Cards) -> usize {
        match cards {
            Cards::Zone(zone) if self.words() > 1 => {
                self.zone(zone).map_or(0, |zone| self.s.table.count(&self.p.shape, zone))
            }
            _ => match self.words() {
                0 | 1 => self.bits::<1>(cards).len(),
                2 => self.bits::<2>(cards).len(),
                _ => self.bits::<WORDS>(cards).len(),
            },
        }
    }

    /// Returns whether there are any cards.
    #[inline(never)]
    pub fn any(&mut self, cards: &Cards) -> bool {
        match cards {
            Cards::Zone(zone) if self.words() > 1 => {
                self.zone(zone).is_some_and(|zone| !self.s.table.is_empty(&self.p.shape, zone))
            }
            _ => match self.words() {
                0 | 1 => !self.bits::<1>(cards).is_empty(),
                2 => !self.bits::<2>(cards).is_empty(),
                _ => !self.bits::<WORDS>(cards).is_empty(),
            },
        }
    }

    /// The keys of groups of cards, such as the ranks that occur in a hand. Groups that are too small or too large are
    /// left out.
    pub fn keys(&mut self, keys: &Keys) -> Row {
        let mut row = Row::new();
        self.each_key(keys, |key| row.push(key));
        row
    }

    /// Calls a function for each key, without building a list.
    #[inline]
    pub fn each_key(&mut self, keys: &Keys, f: impl FnMut(Value)) {
        match self.words() {
            0 | 1 => self.keys_in::<1>(keys, f),
            2 => self.keys_in::<2>(keys, f),
            _ => self.keys_in::<WORDS>(keys, f),
        }
    }

    fn keys_in<const W: usize>(&mut self, keys: &Keys, mut f: impl FnMut(Value)) {
        let mut left = self.bits::<W>(&keys.cards);
        // Usually no group is complete.
        let complete = |mask: &[u64]| !Bits::<W>::of(mask).is_empty() && Bits::<W>::of(mask).is_in(left.words());
        if keys.whole && !keys.masks.iter().any(|mask| complete(mask)) {
            return;
        }
        while let Some(card) = left.iter().next() {
            let value = keys.of_entry[card.index()];
            let Some(mask) = usize::try_from(value).ok().and_then(|i| keys.masks.get(i)) else {
                left.drop(card);
                continue;
            };
            let group = left.and(mask);
            left = left.minus(group);
            let enough = match keys.count {
                Some(_) if keys.whole => group == Bits::of(mask),
                Some((sign, than)) => sign.holds(group.len() as Value, than),
                None => true,
            };
            if enough {
                f(value);
            }
        }
    }

    /// The cards as a set of `W` words.
    #[inline]
    pub(super) fn bits<const W: usize>(&mut self, cards: &Cards) -> Bits<W> {
        match cards {
            Cards::Zone(zone) => self.lying_in(zone),
            Cards::Zones(Zones::These(zones)) => self.lying_in_these(zones),
            more => self.bits_of_more(more),
        }
    }

    #[inline]
    fn lying_in<const W: usize>(&mut self, zone: &Expr) -> Bits<W> {
        match self.zone(zone) {
            Some(zone) => self.in_zone(zone),
            None => Bits::EMPTY,
        }
    }

    #[inline]
    fn lying_in_these<const W: usize>(&self, zones: &[ZoneId]) -> Bits<W> {
        if W == 1 {
            return Bits([zones.iter().fold(0, |set, &zone| set | self.s.table.word(zone)); W]);
        }
        let mut set = Bits::EMPTY;
        zones.iter().for_each(|&zone| set.add(&self.in_zone::<W>(zone).0));
        set
    }

    /// The cards of a zone. With sets of one word, the game has at most 64 cards and the zone is a single word.
    #[inline]
    fn in_zone<const W: usize>(&self, zone: ZoneId) -> Bits<W> {
        if W == 1 { Bits([self.s.table.word(zone); W]) } else { Bits::of(self.s.table.set(&self.p.shape, zone)) }
    }

    #[inline(never)]
    fn bits_of_more<const W: usize>(&mut self, cards: &Cards) -> Bits<W> {
        match cards {
            Cards::Zone(zone) => self.lying_in(zone),
            Cards::Zones(zones) => {
                let mut set = Bits::EMPTY;
                let (shape, table) = (&self.p.shape, &self.s.table);
                for zone in self.zones(zones) {
                    set.add(table.set(shape, ZoneId(zone as u16)));
                }
                set
            }
            Cards::One(card) => {
                let mut set = Bits::EMPTY;
                if let Some(card) = self.card(card) {
                    set.put(card);
                }
                set
            }
            Cards::Filter(cards, test) => {
                let set = self.bits(cards);
                self.narrow(set, test)
            }
            Cards::Prefer(cards, test) => {
                let all = self.bits(cards);
                let preferred = self.narrow(all, test);
                if preferred.is_empty() { all } else { preferred }
            }
            Cards::Join(parts) => {
                let mut set = Bits::EMPTY;
                for part in parts {
                    set.add(&self.bits::<W>(part).0);
                }
                set
            }
            Cards::Picked => self.picked.map_or(Bits::EMPTY, |picked| Bits::of(&picked.0)),
            Cards::If(condition, yes, no) => {
                let branch = if self.test(condition) { yes } else { no };
                self.bits(branch)
            }
            Cards::SortBy(cards, ..) => self.bits(cards),
            Cards::Let(bound, cards) => {
                self.bind(bound);
                self.bits(cards)
            }
            Cards::Slot(_) | Cards::Global(_) | Cards::Take(..) | Cards::TakeLast(..) | Cards::List(_) => {
                let mut set = Bits::EMPTY;
                if let Cards::List(list) = cards
                    && let List::Temp(temp) = **list
                {
                    self.each_in(temp, |card| {
                        if let Some(card) = self.entry(card) {
                            set.put(card);
                        }
                    });
                    return set;
                }
                for card in self.order(cards) {
                    set.put(Entry(card as u16));
                }
                set
            }
        }
    }

    /// The cards that pass a test.
    #[inline]
    fn narrow<const W: usize>(&mut self, set: Bits<W>, test: &Test) -> Bits<W> {
        match test {
            Test::Mask(mask) => set.and(mask),
            _ if set.is_empty() => set,
            more => self.narrow_by_more(set, more),
        }
    }

    #[inline(never)]
    fn narrow_by_more<const W: usize>(&mut self, set: Bits<W>, test: &Test) -> Bits<W> {
        match test {
            Test::Mask(mask) => set.and(mask),
            Test::ByValue(masks, wanted) => {
                let wanted = self.operand(wanted);
                match usize::try_from(wanted).ok().and_then(|i| masks.get(i)) {
                    Some(mask) => set.and(mask),
                    None => Bits::EMPTY,
                }
            }
            Test::ByOrder(masks, wanted) => match self.operand(wanted) {
                MISSING => Bits::EMPTY,
                wanted => set.and(&masks[(wanted.clamp(-1, masks.len() as Value - 2) + 1) as usize]),
            },
            Test::Fixed(expr) => {
                if self.test(expr) {
                    set
                } else {
                    Bits::EMPTY
                }
            }
            Test::And(tests) => tests.iter().fold(set, |set, test| self.narrow(set, test)),
            Test::Or(tests) => {
                let (mut left, mut passed) = (set, Bits::EMPTY);
                for test in tests {
                    if left.is_empty() {
                        break;
                    }
                    let part = self.narrow(left, test);
                    left = left.minus(part);
                    passed.add(&part.0);
                }
                passed
            }
            Test::Not(test) => set.minus(self.narrow(set, test)),
            Test::Each(temp, expr) => {
                let mut passed = Bits::EMPTY;
                if !self.burn(set.len()) {
                    return passed;
                }
                for card in set.iter() {
                    if self.with(*temp, Value::from(card.0), |e| e.test(expr)) {
                        passed.put(card);
                    }
                }
                passed
            }
        }
    }
}
