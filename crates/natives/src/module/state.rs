//! The two read-only forms of a match state that a module gets. [`FullState`] shows everything: the module computes the
//! consequences of a move from it. [`SeatState`] shows the knowledge of one seat: the module decides from it which moves
//! are legal.
//!
//! Both borrow the state and copy nothing. [`SeatState`] gives no access to cards that its seat does not know, so a
//! module cannot leak them by mistake.

use super::board::Board;
use super::event::Recent;
use super::native::ModuleState;
use super::{Action, Card, CardId, CardSet, Cards, Intent, Pile, RuleModule};
use rulebook_kernel::Seat;
use rulebook_table::Table;
use std::fmt;

/// The whole state. Consequences read it, because they may depend on hidden cards.
#[derive(Debug)]
pub struct FullState<'a, M: RuleModule> {
    board: &'a Board,
    state: &'a ModuleState<M>,
}

impl<M: RuleModule> Clone for FullState<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: RuleModule> Copy for FullState<'_, M> {}

/// The knowledge of one seat. Legality reads it.
pub struct SeatState<'a, M: RuleModule> {
    full: FullState<'a, M>,
    seat: Seat,
}

impl<M: RuleModule> fmt::Debug for SeatState<'_, M> {
    /// Prints no cards, because hidden cards must not leak.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatState({})", self.seat)
    }
}

macro_rules! public_part {
    () => {
        /// The number of seats.
        #[inline]
        #[must_use]
        pub fn seats(&self) -> usize {
            self.state().core.seats as usize
        }

        /// The seat whose turn it is. `None` if no seat has the turn.
        #[inline]
        #[must_use]
        pub fn current_player(&self) -> Option<Seat> {
            self.state().core.current
        }

        /// The public rules state.
        #[inline]
        #[must_use]
        pub fn rules(&self) -> &'a M::Public {
            &self.state().public
        }

        /// The number of the move that is being made. The first move is 0.
        #[inline]
        #[must_use]
        pub fn move_index(&self) -> u32 {
            self.state().core.moves
        }

        /// The number of the current deal. The first deal is 1.
        #[inline]
        #[must_use]
        pub fn deal_number(&self) -> u16 {
            self.state().core.deal
        }

        /// Whether a hand is in progress. False between hands and before the first deal.
        #[inline]
        #[must_use]
        pub fn is_dealt(&self) -> bool {
            self.state().core.dealt
        }

        /// Whether the match is over.
        #[inline]
        #[must_use]
        pub fn is_over(&self) -> bool {
            self.state().winner.is_some()
        }

        /// The points of each seat.
        #[must_use]
        pub fn scores(&self) -> &'a [i32] {
            &self.state().core.scores[..self.state().core.seats as usize]
        }

        /// The last ten events, the newest first. Rules must not rely on this list: they keep everything that they need
        /// in the rules state.
        pub fn recent_events(&self) -> impl Iterator<Item = &'a Recent> {
            self.state().core.recent()
        }

        /// The announced notes, the newest last.
        #[must_use]
        pub fn notes(&self) -> &'a [M::Note] {
            &self.state().notes
        }

        /// The number of cards in a pile.
        #[inline]
        #[must_use]
        pub fn size(&self, pile: Pile) -> usize {
            self.state().table.count(&self.board().shape, pile.zone())
        }

        /// Whether a pile is empty.
        #[inline]
        #[must_use]
        pub fn is_empty(&self, pile: Pile) -> bool {
            self.state().table.is_empty(&self.board().shape, pile.zone())
        }

        /// All cards of the match in all piles, including copies.
        pub fn all_cards(&self) -> impl Iterator<Item = Card> + use<'a, M> {
            self.board().cards.iter().map(|&card| Card::from_index(card as usize))
        }

        /// The owner of a pile: a seat, or the first seat of the owning team. `None` for a shared pile.
        #[must_use]
        pub fn owner(&self, pile: Pile) -> Option<Seat> {
            self.board().shape.zone(pile.zone()).owners.lowest()
        }
    };
}

impl<'a, M: RuleModule> FullState<'a, M> {
    pub(crate) fn new(board: &'a Board, state: &'a ModuleState<M>) -> Self {
        FullState { board, state }
    }

    #[inline]
    fn state(&self) -> &'a ModuleState<M> {
        self.state
    }

    #[inline]
    fn board(&self) -> &'a Board {
        self.board
    }

    fn table(&self) -> &'a Table {
        &self.state.table
    }

    public_part!();

    /// The private rules state of a seat.
    #[must_use]
    pub fn private(&self, seat: Seat) -> &'a M::Private {
        &self.state.private[seat.index()]
    }

    /// The state as a seat knows it. Consequences can use it to call the code for legality.
    #[must_use]
    pub fn as_seen_by(&self, seat: Seat) -> SeatState<'a, M> {
        SeatState { full: *self, seat }
    }

    /// The face of a card.
    #[inline]
    #[must_use]
    pub fn card(&self, id: CardId) -> Card {
        Card::from_index(self.board.cards[id.entry().index()] as usize)
    }

    /// The pile in which a card lies.
    #[must_use]
    pub fn pile_of(&self, id: CardId) -> Pile {
        self.table().zone(id.entry()).expect("every card lies in a pile").into()
    }

    /// All piles of the match.
    pub fn piles(&self) -> impl Iterator<Item = Pile> + use<M> {
        (0..self.board.shape.zones().len() as u8).map(Pile)
    }

    /// Whether the order of the cards in a pile matters.
    #[must_use]
    pub fn is_ordered(&self, pile: Pile) -> bool {
        self.board.shape.zone(pile.zone()).ordered
    }

    /// Whether all viewers know the face of this card.
    #[must_use]
    pub fn is_public(&self, id: CardId) -> bool {
        self.table().is_public(&self.board.shape, id.entry())
    }

    /// The physical cards of a pile, with the top card last. The cards of an unordered pile, such as a hand, are sorted
    /// by face.
    pub fn ids(&self, pile: Pile) -> impl Iterator<Item = CardId> + use<'a, M> {
        self.table().order(&self.board.shape, pile.zone()).map(CardId::from)
    }

    /// All physical cards of the match, in any pile.
    pub fn all_ids(&self) -> impl Iterator<Item = CardId> + use<M> {
        (0..self.board.cards.len() as u16).map(CardId)
    }

    /// The faces of the cards in a pile, with the top card last.
    pub fn cards(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let full = *self;
        self.ids(pile).map(move |id| full.card(id))
    }

    /// The faces of the cards in a pile, as a set.
    #[inline]
    #[must_use]
    pub fn set(&self, pile: Pile) -> CardSet {
        self.board.faces(self.table().set(&self.board.shape, pile.zone()))
    }

    /// The top card of a pile. `None` if the pile is empty or unordered.
    #[inline]
    #[must_use]
    pub fn top(&self, pile: Pile) -> Option<CardId> {
        self.table().top(&self.board.shape, pile.zone()).map(CardId::from)
    }

    /// The first card with this face in a pile. `None` if the pile has no such card.
    #[must_use]
    pub fn find(&self, pile: Pile, card: Card) -> Option<CardId> {
        let table = self.table();
        table.entries(&self.board.shape, pile.zone()).map(CardId::from).find(|&id| self.card(id) == card)
    }

    /// Appends the physical cards that an intent means, in the order of the intent. Uses only cards that `seat` knows.
    pub(crate) fn resolve(&self, seat: Seat, intent: &Intent, into: &mut Vec<CardId>) {
        let Intent::Move { from, cards, .. } = intent else { return };
        let (table, shape) = (self.table(), &self.board.shape);
        if cards.is_blind() {
            into.extend(self.top(*from));
            return;
        }
        if self.board.dense {
            // Each card exists once, and its number is the number of its face.
            into.extend(cards.iter().map(|card| CardId(card.index() as u16)));
            return;
        }
        if shape.zone(from.zone()).ordered {
            // If there are several copies, choose the topmost. The choice depends on the position of a copy, never on
            // its number.
            let start = into.len();
            for card in cards.iter() {
                let lying = self.ids(*from).filter(|id| table.knows(shape, seat, id.entry()) && self.card(*id) == card);
                let found = lying.filter(|id| !into[start..].contains(id)).last();
                into.extend(found);
            }
            return;
        }
        let mut entries = table.entries(shape, from.zone()).filter(|&e| table.knows(shape, seat, e)).peekable();
        for card in cards.iter() {
            // Entries and cards are both sorted by face, so one pass finds all cards, and copies are adjacent.
            while entries.next_if(|&e| self.card(e.into()) < card).is_some() {}
            into.extend(entries.next_if(|&e| self.card(e.into()) == card).map(CardId::from));
        }
    }
}

impl<'a, M: RuleModule> SeatState<'a, M> {
    #[inline]
    fn state(&self) -> &'a ModuleState<M> {
        self.full.state
    }

    #[inline]
    fn board(&self) -> &'a Board {
        self.full.board
    }

    public_part!();

    /// The seat whose knowledge this value shows.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The private rules state of this seat.
    #[must_use]
    pub fn private(&self) -> &'a M::Private {
        self.full.private(self.seat)
    }

    /// The cards of a pile that the seat knows. A pile is listed from the bottom, a hand by face. [`SeatState::size`]
    /// also counts unknown cards.
    pub fn known(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let (full, seat) = (self.full, self.seat);
        let (table, shape) = (full.table(), &full.board.shape);
        let known = table.order(shape, pile.zone()).filter(move |&entry| table.knows(shape, seat, entry));
        known.map(move |entry| full.card(entry.into()))
    }

    /// The cards of a pile that the seat knows, as a set.
    #[inline]
    #[must_use]
    pub fn set(&self, pile: Pile) -> CardSet {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let zone = shape.zone(pile.zone());
        if zone.sees_all.has(self.seat) && zone.default_face_up {
            // The seat saw every card that entered this pile, and the view remembers them.
            return self.full.set(pile);
        }
        let known = table.entries(shape, pile.zone()).filter(|&entry| table.knows(shape, self.seat, entry));
        known.map(|entry| self.full.card(entry.into())).collect()
    }

    /// The number of copies of a card that the seat knows in a pile.
    #[must_use]
    pub fn count(&self, pile: Pile, card: Card) -> usize {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let known = table.entries(shape, pile.zone()).filter(|&entry| table.knows(shape, self.seat, entry));
        known.filter(|&entry| self.full.card(entry.into()) == card).count()
    }

    /// The card with `below` cards under it. `None` if the seat does not know that card, or the pile has no order.
    #[must_use]
    pub fn at(&self, pile: Pile, below: usize) -> Option<Card> {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let entry = table.nth(shape, pile.zone(), below).filter(|_| shape.zone(pile.zone()).ordered)?;
        table.knows(shape, self.seat, entry).then(|| self.full.card(entry.into()))
    }

    /// The top card of a pile. `None` if the pile is empty or the seat does not know the card.
    #[inline]
    #[must_use]
    pub fn top(&self, pile: Pile) -> Option<Card> {
        let id = self.full.top(pile)?;
        self.full.table().knows(&self.full.board.shape, self.seat, id.entry()).then(|| self.full.card(id))
    }

    /// An intent that draws the top card of a pile. The intent names the card if the seat knows it. Otherwise it draws
    /// the unseen top card. `None` if the pile is empty.
    #[must_use]
    pub fn draw(&self, from: Pile, to: Pile) -> Option<Intent> {
        let known = || self.top(from).map_or(Intent::blind(from, to), |card| Intent::card(from, to, card));
        (!self.is_empty(from)).then(known)
    }

    /// Whether `cards` is the top card of the pile and nothing else. Always `true` for the unseen top card.
    #[must_use]
    pub fn is_top(&self, pile: Pile, cards: &Cards) -> bool {
        cards.is_blind() || cards.single().is_some_and(|card| self.top(pile) == Some(card))
    }

    /// Whether this pile exists in this match.
    pub(crate) fn exists(&self, pile: Pile) -> bool {
        (pile.0 as usize) < self.board().shape.zones().len()
    }

    /// Whether the seat knows that these cards lie in the pile. For the unseen top card: whether there is such a card.
    pub(crate) fn holds(&self, pile: Pile, cards: &Cards) -> bool {
        if cards.is_blind() {
            let ordered = self.board().shape.zone(pile.zone()).ordered;
            return ordered && !self.is_empty(pile) && self.top(pile).is_none();
        }
        let mut cards = cards.iter().peekable();
        while let Some(card) = cards.next() {
            let mut wanted = 1;
            while cards.next_if_eq(&card).is_some() {
                wanted += 1;
            }
            if self.count(pile, card) < wanted {
                return false;
            }
        }
        true
    }
}

/// A legal intent and the physical cards that it moves, for `RuleModule::apply`.
#[derive(Debug)]
pub struct Play<'a> {
    /// The seat that makes the move.
    pub seat: Seat,
    /// The intent.
    pub intent: Intent,
    /// The physical cards of the move, in the order of the intent.
    pub ids: &'a [CardId],
}

impl Play<'_> {
    /// The pressed button, or `None` if the intent moves cards.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        if let Intent::Action(action) = self.intent { Some(action) } else { None }
    }
}
