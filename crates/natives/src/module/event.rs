//! Defines engine events (card engine 4). A module changes a match only by writing events into a reusable buffer.

use super::{Action, ActionSet, Card, CardId, CardSet, Pile, RuleModule};
use rulebook_kernel::{Outcome, Rng, Seat, SeatSet};
use rulebook_table::PileVisibility;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One consequence of a move. The buffer stores the cards of an event separately: see [`Events::ids`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineEvent<P, V, N> {
    /// `move-cards`: moves cards onto a pile, all at once. The last card ends on top.
    MoveCards {
        /// The pile that receives the cards.
        to: Pile,
        /// The cards that move.
        cards: Row,
    },
    /// `shuffle`: puts a pile into this order, bottom first. No player knows the order.
    Shuffle {
        /// The shuffled pile.
        pile: Pile,
        /// All cards of the pile in their new order.
        order: Row,
    },
    /// `set-current-player`: gives the turn to a seat, or to no seat.
    SetCurrentPlayer(Option<Seat>),
    /// `set-winner`: ends the match.
    SetWinner(Box<Outcome>),
    /// `set-rules-state`: replaces the public part of the rules state.
    SetRules(P),
    /// `set-rules-state`: replaces the private part of the rules state for this seat.
    SetPrivate(Seat, V),
    /// `set-scoreboards`: the points of each seat. The module decides how to show them.
    SetScores(Row),
    /// `set-actions`: the buttons that exist now. A player may press a button only if it is legal.
    SetActions(ActionSet),
    /// `set-pile-visibility`: changes who sees the cards of a pile, including cards that come later.
    SetPileVisibility(Pile, Visibility),
    /// `set-card-visuals`: sets the rotations of all cards. A card that moves or is shuffled is no longer rotated.
    SetCardVisuals(Vec<(CardId, i16)>),
    /// `announce`: a note for all players, which the recap keeps.
    Announce(N),
    /// Shows these cards to some seats without moving them (our extension).
    Reveal {
        /// The cards that are shown.
        cards: Row,
        /// The seats that see these cards.
        to: SeatSet,
    },
    /// All players learn that the pile has none of these cards, for example because a seat did not follow suit (our
    /// extension).
    RuleOut(Pile, CardSet),
    /// The hand is over. The table waits for `start-game` by the current player (card engine 12.1).
    NextRound,
    /// `fatal-error`: the rules cannot continue. The match ends as a fault.
    FatalError(&'static str),
}

/// A range in the buffer of cards or in the buffer of points.
pub type Row = Range<u32>;

/// The viewers who see the cards of a pile. This type has the same values as [`PileVisibility`], but can be serialised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// All viewers see every card.
    Public,
    /// The owner sees every card. All other viewers see the number of cards.
    Owner,
    /// All viewers see only the number of cards.
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

/// An engine event with the state and note types of a module.
pub type EventOf<M> = EngineEvent<<M as RuleModule>::Public, <M as RuleModule>::Private, <M as RuleModule>::Note>;

/// The buffer into which a module writes the consequences of a move, in order.
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
    /// All events written so far.
    #[must_use]
    pub fn list(&self) -> &[EventOf<M>] {
        &self.list
    }

    /// The cards in this range of the buffer.
    #[must_use]
    pub fn ids(&self, row: &Row) -> &[CardId] {
        &self.ids[row.start as usize..row.end as usize]
    }

    /// The points in this range of the buffer.
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

    /// Moves cards onto a pile, all at once. The last card ends on top.
    pub fn move_cards(&mut self, cards: impl IntoIterator<Item = CardId>, to: Pile) {
        let cards = self.row(cards);
        if !cards.is_empty() {
            self.list.push(EngineEvent::MoveCards { to, cards });
        }
    }

    /// Shuffles a pile. `cards` must be exactly the cards that the pile has when the event is applied. Returns the new
    /// order, bottom first, so that the module can deal from it. The order depends only on the generator and the set of
    /// cards.
    pub fn shuffle(&mut self, pile: Pile, cards: impl IntoIterator<Item = CardId>, chance: &mut Chance<'_>) -> Row {
        let order = self.row(cards);
        let cards = &mut self.ids[order.start as usize..order.end as usize];
        cards.sort_unstable();
        chance.shuffle(cards);
        self.list.push(EngineEvent::Shuffle { pile, order: order.clone() });
        order
    }

    /// Sets the current player.
    #[inline]
    pub fn set_current_player(&mut self, seat: Seat) {
        self.list.push(EngineEvent::SetCurrentPlayer(Some(seat)));
    }

    /// Ends the match with this outcome.
    pub fn set_winner(&mut self, outcome: Outcome) {
        self.list.push(EngineEvent::SetWinner(Box::new(outcome)));
    }

    /// Replaces the public rules state.
    #[inline]
    pub fn set_rules(&mut self, rules: M::Public) {
        self.list.push(EngineEvent::SetRules(rules));
    }

    /// Replaces the private rules state of a seat.
    #[inline]
    pub fn set_private(&mut self, seat: Seat, value: M::Private) {
        self.list.push(EngineEvent::SetPrivate(seat, value));
    }

    /// Sets the points of each seat.
    pub fn set_scores(&mut self, scores: &[i32]) {
        let start = self.points.len() as u32;
        self.points.extend_from_slice(scores);
        self.list.push(EngineEvent::SetScores(start..self.points.len() as u32));
    }

    /// Sets the buttons that exist now.
    #[inline]
    pub fn set_actions(&mut self, actions: impl IntoIterator<Item = Action>) {
        self.list.push(EngineEvent::SetActions(actions.into_iter().collect()));
    }

    /// Like [`Events::set_actions`], but takes a set.
    #[inline]
    pub fn set_action_set(&mut self, actions: ActionSet) {
        self.list.push(EngineEvent::SetActions(actions));
    }

    /// Sets the viewers who see the cards of a pile from now on.
    pub fn set_pile_visibility(&mut self, pile: Pile, visibility: Visibility) {
        self.list.push(EngineEvent::SetPileVisibility(pile, visibility));
    }

    /// Sets the rotations of all cards, in degrees. Only cards that all players know can be rotated.
    pub fn set_card_visuals(&mut self, visuals: impl IntoIterator<Item = (CardId, i16)>) {
        self.list.push(EngineEvent::SetCardVisuals(visuals.into_iter().collect()));
    }

    /// Announces a note to all players and keeps it for the recap.
    #[inline]
    pub fn announce(&mut self, note: M::Note) {
        self.list.push(EngineEvent::Announce(note));
    }

    /// Shows these cards to all players.
    pub fn reveal(&mut self, cards: impl IntoIterator<Item = CardId>) {
        let cards = self.row(cards);
        self.list.push(EngineEvent::Reveal { cards, to: SeatSet::EVERYONE });
    }

    /// Records public knowledge: the pile has none of these cards.
    pub fn rule_out(&mut self, pile: Pile, cards: CardSet) {
        self.list.push(EngineEvent::RuleOut(pile, cards));
    }

    /// Ends the hand. The seat `next` starts the next hand.
    pub fn next_round(&mut self, next: Seat) {
        self.set_current_player(next);
        self.list.push(EngineEvent::NextRound);
    }

    /// Ends the match as a fault because the rules cannot continue.
    pub fn fatal_error(&mut self, reason: &'static str) {
        self.list.push(EngineEvent::FatalError(reason));
    }
}

/// The random generator of the match. Modules cannot read its key.
#[derive(Debug)]
pub struct Chance<'a>(pub(crate) &'a mut Rng);

impl Chance<'_> {
    /// A random number below `n`. All numbers are equally likely.
    pub fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}

/// The number of past events that a module can read (card engine 3.3).
pub const RECENT: usize = 10;

/// A past event. It contains only public information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recent {
    /// The number of the move that caused the event.
    pub index: u32,
    /// The seat that made the move. `None` for the first deal.
    pub seat: Option<Seat>,
    /// The event.
    pub what: PastEvent,
}

/// The content of a past event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PastEvent {
    /// Cards went from one pile to another.
    Moved {
        /// The pile that the cards left.
        from: Pile,
        /// The pile that received them.
        to: Pile,
        /// The number of cards.
        count: u8,
        /// The card, if it was a single card that all viewers saw.
        card: Option<Card>,
    },
    /// A pile was shuffled.
    Shuffled(Pile),
    /// A seat pressed the button with this number.
    Pressed(u8),
    /// A seat became the current player.
    Turn(Seat),
}
