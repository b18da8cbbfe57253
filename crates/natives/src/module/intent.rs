//! What a player wants to do (card engine 1.1), and lists of it for people and for bots.

use super::{Card, Pile};
use std::fmt;

/// The most cards that one intent moves.
pub const MOST_CARDS: usize = 15;

/// What a player wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intent {
    /// Move cards from a pile to a pile, all at once.
    Move {
        /// Where they lie.
        from: Pile,
        /// What the player does with them: the destination says what is meant (card engine 11).
        to: Pile,
        /// Which.
        cards: Cards,
    },
    /// Press a button.
    Action(Action),
}

impl Intent {
    /// One card.
    #[inline]
    #[must_use]
    pub const fn card(from: Pile, to: Pile, card: Card) -> Intent {
        Intent::Move { from, to, cards: Cards::one(card) }
    }

    /// The top card of a pile, which the player does not know.
    #[inline]
    #[must_use]
    pub const fn blind(from: Pile, to: Pile) -> Intent {
        Intent::Move { from, to, cards: Cards::BLIND }
    }

    /// Several cards.
    #[inline]
    #[must_use]
    pub fn cards(from: Pile, to: Pile, cards: impl IntoIterator<Item = Card>) -> Intent {
        Intent::Move { from, to, cards: cards.into_iter().collect() }
    }
}

/// The cards of an intent: a small multiset in ascending order, or the unseen top of a pile. A card that the player knows
/// is named by what is printed on it, so that equal views offer equal intents.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards {
    len: u8,
    cards: [u8; MOST_CARDS],
}

const UNSEEN: u8 = u8::MAX;

impl Cards {
    /// The top card, unseen.
    pub const BLIND: Cards = Cards::only(UNSEEN);

    const fn only(card: u8) -> Cards {
        let mut cards = [0; MOST_CARDS];
        cards[0] = card;
        Cards { len: 1, cards }
    }

    /// One card.
    #[inline]
    #[must_use]
    pub const fn one(card: Card) -> Cards {
        Cards::only(card.index() as u8)
    }

    /// Is it the unseen top?
    #[inline]
    #[must_use]
    pub const fn is_blind(&self) -> bool {
        self.len == 1 && self.cards[0] == UNSEEN
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// None?
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The only card that is named.
    #[inline]
    #[must_use]
    pub fn single(&self) -> Option<Card> {
        if self.len == 1 { self.iter().next() } else { None }
    }

    /// The named cards, ascending; none for the unseen top.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Card> + Clone + '_ {
        let named = if self.is_blind() { 0 } else { self.len() };
        self.cards[..named].iter().map(|&card| Card::from_index(card as usize))
    }
}

impl FromIterator<Card> for Cards {
    /// Sorts. Cards beyond [`MOST_CARDS`] are left out: parsing refuses them before.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut all = Cards { len: 0, cards: [0; MOST_CARDS] };
        for card in cards.into_iter().take(MOST_CARDS) {
            all.cards[all.len as usize] = card.index() as u8;
            all.len += 1;
        }
        all.cards[..all.len as usize].sort_unstable();
        all
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_blind() { f.write_str("[?]") } else { f.debug_list().entries(self.iter()).finish() }
    }
}

/// A button by its place in [`RuleModule::ACTIONS`](super::RuleModule::ACTIONS).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

impl Action {
    /// Deals the next hand. Never a button of the grid (card engine 5).
    pub const START: Action = Action(u8::MAX);
    /// The text of [`Action::START`].
    pub const START_TEXT: &'static str = "start-game";
}

/// A set of buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ActionSet(pub u128);

impl ActionSet {
    /// No button.
    pub const NONE: ActionSet = ActionSet(0);

    /// This set and that button; the start of a hand is none.
    #[inline]
    #[must_use]
    pub const fn with(self, action: Action) -> ActionSet {
        if action.0 < 128 { ActionSet(self.0 | 1 << action.0) } else { self }
    }

    /// Is it in the set?
    #[inline]
    #[must_use]
    pub const fn has(self, action: Action) -> bool {
        action.0 < 128 && self.0 >> action.0 & 1 == 1
    }

    /// Either.
    #[must_use]
    pub const fn or(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 | other.0)
    }

    /// The buttons in order.
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

/// What a bot chooses from: each candidate is a row of intents that are committed whole (card engine 8.9.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    intents: Vec<Intent>,
    ends: Vec<usize>,
    /// Only the first intent of each row is kept, once; those before this place are not ours. No ends are.
    firsts: Option<usize>,
}

impl Candidates {
    /// A list that keeps only how rows begin, behind what is in this buffer.
    pub(crate) fn firsts(buffer: Vec<Intent>) -> Candidates {
        Candidates { firsts: Some(buffer.len()), intents: buffer, ends: Vec::new() }
    }

    /// Are only the beginnings of rows wanted? Whoever can tell them without the rows saves the work.
    #[must_use]
    pub fn wants_firsts(&self) -> bool {
        self.firsts.is_some()
    }

    /// The buffer with those beginnings.
    pub(crate) fn into_firsts(self) -> Vec<Intent> {
        self.intents
    }

    /// A candidate for each intent that is added to the buffer.
    pub fn fill(&mut self, add: impl FnOnce(&mut Vec<Intent>)) {
        let from = self.intents.len();
        add(&mut self.intents);
        if self.firsts.is_none() {
            self.ends.extend(from + 1..=self.intents.len());
        }
    }

    /// The same, of which only those count that `keep` accepts.
    pub fn sift(&mut self, add: impl FnOnce(&mut Vec<Intent>), mut keep: impl FnMut(&Intent) -> bool) {
        self.fill(|intents| {
            let from = intents.len();
            add(intents);
            super::retain(intents, from, &mut keep);
        });
    }

    /// A candidate for each intent that is added to the buffer, followed by what `rest` gives for it. Where only the
    /// beginnings are wanted nobody asks for the rest.
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

    /// Forgets all of them and keeps the room.
    pub fn clear(&mut self) {
        self.intents.clear();
        self.ends.clear();
    }

    /// A candidate of one intent.
    pub fn push(&mut self, intent: Intent) {
        self.push_row([intent]);
    }

    /// A candidate of several intents, one after the other.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The candidates.
    pub fn iter(&self) -> impl Iterator<Item = &[Intent]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.intents[start..end])
    }
}
