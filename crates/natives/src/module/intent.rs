//! Defines intents, the moves of players (card engine 1.1), and lists of intents for people and bots.

use super::{CARDS, Card, Pile};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A move that a player wants to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Move cards from one pile to another, all at once.
    Move {
        /// The pile in which the cards lie.
        from: Pile,
        /// The target pile. It also decides what the move means (card engine 11).
        to: Pile,
        /// The cards to move.
        cards: Cards,
    },
    /// Press a button.
    Action(Action),
}

impl Intent {
    /// An intent that moves one known card.
    #[inline]
    #[must_use]
    pub const fn card(from: Pile, to: Pile, card: Card) -> Intent {
        Intent::Move { from, to, cards: Cards::one(card) }
    }

    /// An intent that moves the top card of a pile, which the player does not know.
    #[inline]
    #[must_use]
    pub const fn blind(from: Pile, to: Pile) -> Intent {
        Intent::Move { from, to, cards: Cards::BLIND }
    }

    /// An intent that moves several cards.
    #[inline]
    #[must_use]
    pub fn cards(from: Pile, to: Pile, cards: impl IntoIterator<Item = Card>) -> Intent {
        Intent::Move { from, to, cards: cards.into_iter().collect() }
    }
}

/// The cards of an intent: a sorted list that may have duplicates, or the unseen top card of a pile. A known card is
/// identified by its face, not by a number. So equal views offer equal intents.
///
/// The value holds the number of copies of each face in four bits. So an intent can move any number of different cards,
/// up to the whole deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cards {
    copies: [u64; WORDS],
}

/// The maximum number of copies of one card in a game.
pub const MOST_COPIES: usize = 15;
/// The number of faces whose copies one word counts.
const FACES: usize = 16;
const WORDS: usize = CARDS.div_ceil(FACES);
/// The bit of the last word that means the unseen top card. The faces use only the lower bits of that word.
const UNSEEN: u64 = 1 << 63;
/// The number that represents the unseen top card in a hash.
const UNSEEN_HASHED: u8 = u8::MAX;
/// The number of cards that the hash of a value contains. Further cards are hashed by their counts.
const HASHED: usize = 15;

impl Cards {
    /// No cards.
    const NONE: Cards = Cards { copies: [0; WORDS] };
    /// The unseen top card of a pile.
    pub const BLIND: Cards = {
        let mut copies = [0; WORDS];
        copies[WORDS - 1] = UNSEEN;
        Cards { copies }
    };

    /// A single known card.
    #[inline]
    #[must_use]
    pub const fn one(card: Card) -> Cards {
        let mut copies = [0; WORDS];
        copies[card.index() / FACES] = 1 << (4 * (card.index() % FACES));
        Cards { copies }
    }

    /// Whether this is the unseen top card.
    #[inline]
    #[must_use]
    pub const fn is_blind(&self) -> bool {
        self.copies[WORDS - 1] == UNSEEN
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        if self.is_blind() {
            return 1;
        }
        // Add the counts in pairs, then add all bytes. A word counts at most 240 cards, so the sum fits into a byte.
        let sum = |word: u64| ((word & LOW) + (word >> 4 & LOW)).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        self.copies.iter().map(|&word| sum(word) as usize).sum()
    }

    /// Whether there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Cards::NONE
    }

    /// The card, if there is exactly one and the player knows it.
    #[inline]
    #[must_use]
    pub fn single(&self) -> Option<Card> {
        let mut cards = self.iter();
        let first = cards.next()?;
        cards.next().is_none().then_some(first)
    }

    /// The number of copies of a card.
    #[inline]
    #[must_use]
    pub const fn count(&self, card: Card) -> usize {
        (self.copies[card.index() / FACES] >> (4 * (card.index() % FACES)) & MOST_COPIES as u64) as usize
    }

    /// The same cards without one copy of this card.
    #[must_use]
    pub const fn without(mut self, card: Card) -> Cards {
        if self.count(card) > 0 {
            self.copies[card.index() / FACES] -= 1 << (4 * (card.index() % FACES));
        }
        self
    }

    /// The known cards in ascending order. Empty for the unseen top card.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone + use<> {
        let (mut rest, mut word) = (if self.is_blind() { [0; WORDS] } else { self.copies }, 0);
        std::iter::from_fn(move || {
            while rest[word] == 0 {
                word += 1;
                if word == WORDS {
                    word = WORDS - 1;
                    return None;
                }
            }
            let face = rest[word].trailing_zeros() as usize / 4;
            rest[word] -= 1 << (4 * face);
            Some(Card::from_index(word * FACES + face))
        })
    }
}

impl FromIterator<Card> for Cards {
    /// Collects the cards. Ignores copies beyond [`MOST_COPIES`]: no game has so many, and the parser rejects such texts.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |mut all, card| {
            if all.count(card) < MOST_COPIES {
                all.copies[card.index() / FACES] += 1 << (4 * (card.index() % FACES));
            }
            all
        })
    }
}

impl Hash for Cards {
    /// Hashes the number of cards and the first cards. The numbers of actions depend on this hash, so it must be the same
    /// in every release.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (mut first, len) = ([0; HASHED], self.len());
        if self.is_blind() {
            first[0] = UNSEEN_HASHED;
        }
        first.iter_mut().zip(self.iter()).for_each(|(place, card)| *place = card.index() as u8);
        hasher.write_u8(len.min(u8::MAX.into()) as u8);
        first.hash(hasher);
        if len > HASHED {
            self.copies.hash(hasher);
        }
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_blind() { f.write_str("[?]") } else { f.debug_list().entries(self.iter()).finish() }
    }
}

/// A button, by its index in [`RuleModule::ACTIONS`](super::RuleModule::ACTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

impl Action {
    /// Deals the next hand. It is not one of the game's buttons (card engine 5). Its text is
    /// [`START_HAND`](rulebook_scene::START_HAND).
    pub const START: Action = Action(u8::MAX);
}

/// A set of buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ActionSet(pub u128);

impl ActionSet {
    /// The empty set.
    pub const NONE: ActionSet = ActionSet(0);

    /// The set with this button added. [`Action::START`] cannot be added.
    #[inline]
    #[must_use]
    pub const fn with(self, action: Action) -> ActionSet {
        if action.0 < 128 { ActionSet(self.0 | 1 << action.0) } else { self }
    }

    /// Whether the set contains this button.
    #[inline]
    #[must_use]
    pub const fn has(self, action: Action) -> bool {
        action.0 < 128 && self.0 >> action.0 & 1 == 1
    }

    /// The union of two sets.
    #[must_use]
    pub const fn or(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 | other.0)
    }

    /// The buttons of the set in order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let action = Action(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(action)
        })
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        actions.into_iter().fold(ActionSet::NONE, ActionSet::with)
    }
}

/// The candidates of a bot. Each candidate is a row of intents. Either all of them are played, or none (card engine
/// 8.9.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    intents: Vec<Intent>,
    ends: Vec<usize>,
    /// If set, the list keeps only the first intent of each row, without duplicates. The value is the index at which
    /// these intents start. Intents before this index belong to the caller.
    firsts: Option<usize>,
}

impl Candidates {
    /// A list that keeps only the first intent of each row. The list appends these intents to the buffer.
    pub(crate) fn firsts(buffer: Vec<Intent>) -> Candidates {
        Candidates { firsts: Some(buffer.len()), intents: buffer, ends: Vec::new() }
    }

    /// Whether the list keeps only the first intent of each row. If so, a module need not build whole rows.
    #[must_use]
    pub fn wants_firsts(&self) -> bool {
        self.firsts.is_some()
    }

    /// The buffer, with the first intents appended.
    pub(crate) fn into_firsts(self) -> Vec<Intent> {
        self.intents
    }

    /// Adds a candidate for each intent that `add` appends to the buffer.
    pub fn fill(&mut self, add: impl FnOnce(&mut Vec<Intent>)) {
        let from = self.intents.len();
        add(&mut self.intents);
        if self.firsts.is_none() {
            self.ends.extend(from + 1..=self.intents.len());
        }
    }

    /// Adds a candidate for each intent that `add` appends and `keep` accepts.
    pub fn sift(&mut self, add: impl FnOnce(&mut Vec<Intent>), mut keep: impl FnMut(&Intent) -> bool) {
        self.fill(|intents| {
            let from = intents.len();
            add(intents);
            super::retain(intents, from, &mut keep);
        });
    }

    /// Adds a candidate for each intent that `add` appends. The intents that `rest` returns for it follow in the same
    /// row. Does not call `rest` if the list keeps only first intents.
    pub fn fill_rows<I: IntoIterator<Item = Intent>>(
        &mut self,
        add: impl FnOnce(&mut Vec<Intent>),
        mut rest: impl FnMut(&Intent) -> I,
    ) {
        if self.firsts.is_some() {
            return self.fill(add);
        }
        let mut firsts = Vec::new();
        add(&mut firsts);
        firsts.into_iter().for_each(|first| self.push_row([first].into_iter().chain(rest(&first))));
    }

    /// Removes all candidates and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.intents.clear();
        self.ends.clear();
    }

    /// Adds a candidate of one intent.
    pub fn push(&mut self, intent: Intent) {
        self.push_row([intent]);
    }

    /// Adds a candidate of several intents in order.
    pub fn push_row(&mut self, row: impl IntoIterator<Item = Intent>) {
        let mut row = row.into_iter();
        match self.firsts {
            None => {
                self.intents.extend(row);
                self.ends.push(self.intents.len());
            }
            Some(from) => {
                let first = row.next().filter(|first| !self.intents[from..].contains(first));
                self.intents.extend(first);
            }
        }
    }

    /// The number of candidates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no candidates.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The candidates, each as a row of intents.
    pub fn iter(&self) -> impl Iterator<Item = &[Intent]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.intents[start..end])
    }
}
