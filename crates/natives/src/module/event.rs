//! Engine events (card engine 4): the only way a module changes anything. They go into a buffer that is used again.

use super::{Action, ActionSet, Card, CardId, CardSet, Pile, RuleModule};
use rulebook_kernel::{Outcome, Rng, Seat, SeatSet};
use rulebook_table::PileVisibility;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One consequence. Cards stand in the buffer beside the events: see [`Events::ids`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent<P, V, N> {
    /// `move-cards`: onto a pile, all at once, the last one on top.
    MoveCards {
        /// The pile they go to.
        to: Pile,
        /// Which.
        cards: Row,
    },
    /// `shuffle`: a pile is put into this order, bottom first, and nobody knows it.
    Shuffle {
        /// Which pile.
        pile: Pile,
        /// All its cards.
        order: Row,
    },
    /// `set-current-player`.
    SetCurrentPlayer(Option<Seat>),
    /// `set-winner`: it is over.
    SetWinner(Box<Outcome>),
    /// `set-rules-state`, the public part.
    SetRules(P),
    /// `set-rules-state`, the part that only this seat knows.
    SetPrivate(Seat, V),
    /// `set-scoreboards`: the points of each seat. How they are shown is up to the module.
    SetScores(Row),
    /// `set-actions`: the buttons that exist. Which of them may be pressed is a matter of legality.
    SetActions(ActionSet),
    /// `set-pile-visibility`, also for the cards that come later.
    SetPileVisibility(Pile, Visibility),
    /// `set-card-visuals`: all of them; a card that moves or is shuffled loses its own.
    SetCardVisuals(Vec<(CardId, i16)>),
    /// `announce`: said to everybody and kept for the recap.
    Announce(N),
    /// Shows what these cards are, without moving them (our extension).
    Reveal {
        /// Which.
        cards: Row,
        /// To whom.
        to: SeatSet,
    },
    /// Everybody can tell that none of these is in that pile: a seat was shown void in a suit (our extension).
    RuleOut(Pile, CardSet),
    /// The hand is over: the table waits for `start-game` by the current player (card engine 12.1).
    NextRound,
    /// `fatal-error`: the rules cannot go on. The match ends as a fault.
    FatalError(&'static str),
}

/// A row of cards, or of points, in the buffer.
pub type Row = Range<u32>;

/// Who sees a pile; a serialisable twin of the table's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody sees every card.
    Public,
    /// Its owner sees every card, the others how many.
    Owner,
    /// Everybody sees how many.
    Hidden,
}

impl From<Visibility> for PileVisibility {
    fn from(visibility: Visibility) -> PileVisibility {
        match visibility {
            Visibility::Public => PileVisibility::Public,
            Visibility::Owner => PileVisibility::Owner,
            Visibility::Hidden => PileVisibility::Hidden,
        }
    }
}

/// The events of a module's own types.
pub type EventOf<M> = EngineEvent<<M as RuleModule>::Public, <M as RuleModule>::Private, <M as RuleModule>::Note>;

/// The buffer that a module writes its consequences into, in order.
#[derive(Debug)]
pub struct Events<M: RuleModule> {
    pub(crate) list: Vec<EventOf<M>>,
    pub(crate) ids: Vec<CardId>,
    pub(crate) points: Vec<i32>,
}

impl<M: RuleModule> Default for Events<M> {
    fn default() -> Self {
        Events { list: Vec::new(), ids: Vec::new(), points: Vec::new() }
    }
}

impl<M: RuleModule> Events<M> {
    /// Everything so far.
    #[must_use]
    pub fn list(&self) -> &[EventOf<M>] {
        &self.list
    }

    /// The cards of a row.
    #[must_use]
    pub fn ids(&self, row: &Row) -> &[CardId] {
        &self.ids[row.start as usize..row.end as usize]
    }

    /// The points of a row.
    #[must_use]
    pub fn points(&self, row: &Row) -> &[i32] {
        &self.points[row.start as usize..row.end as usize]
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.ids.clear();
        self.points.clear();
    }

    fn row(&mut self, cards: impl IntoIterator<Item = CardId>) -> Row {
        let start = self.ids.len() as u32;
        self.ids.extend(cards);
        start..self.ids.len() as u32
    }

    /// Moves one card onto a pile.
    #[inline]
    pub fn move_card(&mut self, card: CardId, to: Pile) {
        self.move_cards([card], to);
    }

    /// Moves cards onto a pile, all at once, the last one on top.
    pub fn move_cards(&mut self, cards: impl IntoIterator<Item = CardId>, to: Pile) {
        let cards = self.row(cards);
        if !cards.is_empty() {
            self.list.push(EngineEvent::MoveCards { to, cards });
        }
    }

    /// Shuffles a pile that will hold exactly these cards when its turn comes. Gives the new order, bottom first, so that
    /// it can be dealt from. The order depends on the generator and on the set of cards, on nothing else.
    pub fn shuffle(&mut self, pile: Pile, cards: impl IntoIterator<Item = CardId>, chance: &mut Chance<'_>) -> Row {
        let order = self.row(cards);
        let cards = &mut self.ids[order.start as usize..order.end as usize];
        cards.sort_unstable();
        chance.shuffle(cards);
        self.list.push(EngineEvent::Shuffle { pile, order: order.clone() });
        order
    }

    /// Whose turn it is.
    #[inline]
    pub fn set_current_player(&mut self, seat: Seat) {
        self.list.push(EngineEvent::SetCurrentPlayer(Some(seat)));
    }

    /// It is over.
    pub fn set_winner(&mut self, outcome: Outcome) {
        self.list.push(EngineEvent::SetWinner(Box::new(outcome)));
    }

    /// The public rules state.
    #[inline]
    pub fn set_rules(&mut self, rules: M::Public) {
        self.list.push(EngineEvent::SetRules(rules));
    }

    /// What only this seat knows.
    #[inline]
    pub fn set_private(&mut self, seat: Seat, value: M::Private) {
        self.list.push(EngineEvent::SetPrivate(seat, value));
    }

    /// The points of each seat.
    pub fn set_scores(&mut self, scores: &[i32]) {
        let start = self.points.len() as u32;
        self.points.extend_from_slice(scores);
        self.list.push(EngineEvent::SetScores(start..self.points.len() as u32));
    }

    /// The buttons that exist.
    #[inline]
    pub fn set_actions(&mut self, actions: impl IntoIterator<Item = Action>) {
        self.list.push(EngineEvent::SetActions(actions.into_iter().collect()));
    }

    /// The buttons that exist, as a set.
    #[inline]
    pub fn set_action_set(&mut self, actions: ActionSet) {
        self.list.push(EngineEvent::SetActions(actions));
    }

    /// Who sees a pile from now on.
    pub fn set_pile_visibility(&mut self, pile: Pile, visibility: Visibility) {
        self.list.push(EngineEvent::SetPileVisibility(pile, visibility));
    }

    /// Degrees by which cards are rotated: all of them. Only cards that everybody knows can be.
    pub fn set_card_visuals(&mut self, visuals: impl IntoIterator<Item = (CardId, i16)>) {
        self.list.push(EngineEvent::SetCardVisuals(visuals.into_iter().collect()));
    }

    /// Says something to everybody, and keeps it for the recap.
    #[inline]
    pub fn announce(&mut self, note: M::Note) {
        self.list.push(EngineEvent::Announce(note));
    }

    /// Shows everybody what these cards are.
    pub fn reveal(&mut self, cards: impl IntoIterator<Item = CardId>) {
        let cards = self.row(cards);
        self.list.push(EngineEvent::Reveal { cards, to: SeatSet::EVERYONE });
    }

    /// Everybody can tell that none of these is in that pile.
    pub fn rule_out(&mut self, pile: Pile, cards: CardSet) {
        self.list.push(EngineEvent::RuleOut(pile, cards));
    }

    /// The hand is over; `next` starts the next one.
    pub fn next_round(&mut self, next: Seat) {
        self.set_current_player(next);
        self.list.push(EngineEvent::NextRound);
    }

    /// The rules cannot go on.
    pub fn fatal_error(&mut self, reason: &'static str) {
        self.list.push(EngineEvent::FatalError(reason));
    }
}

/// The generator of the match, without its seed.
#[derive(Debug)]
pub struct Chance<'a>(pub(crate) &'a mut Rng);

impl Chance<'_> {
    /// A number below `n`, each equally likely.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}

/// How many events a module may look back on (card engine 3.3).
pub const RECENT: usize = 10;

/// A past event, as everybody could see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recent {
    /// The number of the move that it was part of.
    pub index: u32,
    /// Who made that move; nobody for the first deal.
    pub seat: Option<Seat>,
    /// What it was.
    pub what: Happened,
}

/// What kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Happened {
    /// So many cards went from a pile to a pile; the card, if it was one that everybody saw.
    Moved {
        /// From where.
        from: Pile,
        /// To where.
        to: Pile,
        /// How many.
        count: u8,
        /// Which.
        card: Option<Card>,
    },
    /// A pile was shuffled.
    Shuffled(Pile),
    /// A button was pressed.
    Pressed(u8),
    /// A seat became the current player.
    Turn(Seat),
}
