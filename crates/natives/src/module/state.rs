//! What a module is shown of a match: everything for consequences, one seat's knowledge for legality.
//!
//! Both are windows on the table, nothing is copied. [`SeatState`] has no way to the cards that its seat does not know:
//! a module cannot peek by mistake.

use super::board::Board;
use super::event::Recent;
use super::native::ModuleState;
use super::{Action, Card, CardId, CardSet, Cards, Intent, Pile, RuleModule};
use rulebook_kernel::Seat;
use rulebook_table::Table;
use std::fmt;

/// Everything: for consequences, which may depend on what lies hidden.
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

/// One seat's knowledge: for legality.
pub struct SeatState<'a, M: RuleModule> {
    full: FullState<'a, M>,
    seat: Seat,
}

impl<M: RuleModule> fmt::Debug for SeatState<'_, M> {
    /// A print of everything would be a way to peek.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatState({})", self.seat)
    }
}

macro_rules! public_part {
    () => {
        /// How many seats take part.
        #[inline]
        #[must_use]
        pub fn seats(&self) -> usize {
            self.state().core.seats as usize
        }

        /// Whose turn it is.
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

        /// The number of this move, from zero.
        #[inline]
        #[must_use]
        pub fn move_index(&self) -> u32 {
            self.state().core.moves
        }

        /// Which deal this is, from one.
        #[inline]
        #[must_use]
        pub fn deal_number(&self) -> u16 {
            self.state().core.deal
        }

        /// Is a hand going on? Between hands and before the first deal it is not.
        #[inline]
        #[must_use]
        pub fn is_dealt(&self) -> bool {
            self.state().core.dealt
        }

        /// Is the match over?
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

        /// The last ten events, the newest first. Context, never the only memory.
        pub fn recent_events(&self) -> impl Iterator<Item = &'a Recent> {
            self.state().core.recent()
        }

        /// What was announced, the newest last.
        #[must_use]
        pub fn notes(&self) -> &'a [M::Note] {
            &self.state().notes
        }

        /// How many cards lie in a pile.
        #[inline]
        #[must_use]
        pub fn size(&self, pile: Pile) -> usize {
            self.state().table.count(&self.board().shape, pile.zone())
        }

        /// Is a pile empty?
        #[inline]
        #[must_use]
        pub fn is_empty(&self, pile: Pile) -> bool {
            self.state().table.is_empty(&self.board().shape, pile.zone())
        }

        /// Every card of the match, wherever it lies, copies included.
        pub fn all_cards(&self) -> impl Iterator<Item = Card> + use<'a, M> {
            self.board().cards.iter().map(|&card| Card::from_index(card as usize))
        }

        /// Whose pile it is: a seat, or the first of its team.
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

    /// What a seat alone knows of the rules state.
    #[must_use]
    pub fn private(&self, seat: Seat) -> &'a M::Private {
        &self.state.private[seat.index()]
    }

    /// The state as a seat knows it: consequences may ask what legality asked.
    #[must_use]
    pub fn as_seen_by(&self, seat: Seat) -> SeatState<'a, M> {
        SeatState { full: *self, seat }
    }

    /// What is printed on a card.
    #[inline]
    #[must_use]
    pub fn card(&self, id: CardId) -> Card {
        Card::from_index(self.board.cards[id.entry().index()] as usize)
    }

    /// Where a card lies.
    #[must_use]
    pub fn pile_of(&self, id: CardId) -> Pile {
        self.table().zone(id.entry()).expect("every card lies in a pile").into()
    }

    /// Every pile of the match.
    pub fn piles(&self) -> impl Iterator<Item = Pile> + use<M> {
        (0..self.board.shape.zones().len() as u8).map(Pile)
    }

    /// Has a pile an order?
    #[must_use]
    pub fn is_ordered(&self, pile: Pile) -> bool {
        self.board.shape.zone(pile.zone()).ordered
    }

    /// Does everybody know what this card is?
    #[must_use]
    pub fn is_public(&self, id: CardId) -> bool {
        self.table().is_public(&self.board.shape, id.entry())
    }

    /// The cards of a pile, the top last; of a hand, by face.
    pub fn ids(&self, pile: Pile) -> impl Iterator<Item = CardId> + use<'a, M> {
        self.table().order(&self.board.shape, pile.zone()).map(CardId::from)
    }

    /// Every card of the match, wherever it lies.
    pub fn all_ids(&self) -> impl Iterator<Item = CardId> + use<M> {
        (0..self.board.cards.len() as u16).map(CardId)
    }

    /// What is printed on the cards of a pile, the top last.
    pub fn cards(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let full = *self;
        self.ids(pile).map(move |id| full.card(id))
    }

    /// The same as a set.
    #[inline]
    #[must_use]
    pub fn set(&self, pile: Pile) -> CardSet {
        self.board.faces(self.table().set(&self.board.shape, pile.zone()))
    }

    /// The top card of a pile.
    #[inline]
    #[must_use]
    pub fn top(&self, pile: Pile) -> Option<CardId> {
        self.table().top(&self.board.shape, pile.zone()).map(CardId::from)
    }

    /// A card with this face in a pile; of several copies the first.
    #[must_use]
    pub fn find(&self, pile: Pile, card: Card) -> Option<CardId> {
        let table = self.table();
        table.entries(&self.board.shape, pile.zone()).map(CardId::from).find(|&id| self.card(id) == card)
    }

    /// The physical cards that an intent means, known to `seat`, in the order of the intent.
    pub(crate) fn resolve(&self, seat: Seat, intent: &Intent, into: &mut Vec<CardId>) {
        let Intent::Move { from, cards, .. } = intent else { return };
        let (table, shape) = (self.table(), &self.board.shape);
        if cards.is_blind() {
            into.extend(self.top(*from));
            return;
        }
        if self.board.dense {
            // There is one of each, and it has the number of its face.
            into.extend(cards.iter().map(|card| CardId(card.index() as u16)));
            return;
        }
        if shape.zone(from.zone()).ordered {
            // Of several copies the topmost: by place, never by which copy it is.
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
            // Entries and cards both ascend by face, copies in a row.
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

    /// Whose knowledge this is.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What this seat alone knows of the rules state.
    #[must_use]
    pub fn private(&self) -> &'a M::Private {
        self.full.private(self.seat)
    }

    /// The cards of a pile that the seat knows: by place in a pile, by face in a hand. [`SeatState::size`] counts the
    /// others too.
    pub fn known(&self, pile: Pile) -> impl Iterator<Item = Card> + use<'a, M> {
        let (full, seat) = (self.full, self.seat);
        let (table, shape) = (full.table(), &full.board.shape);
        let known = table.order(shape, pile.zone()).filter(move |&entry| table.knows(shape, seat, entry));
        known.map(move |entry| full.card(entry.into()))
    }

    /// The same as a set.
    #[inline]
    #[must_use]
    pub fn set(&self, pile: Pile) -> CardSet {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let zone = shape.zone(pile.zone());
        if zone.sees_all.has(self.seat) && zone.default_face_up {
            // Whatever lies there was seen by this seat when it came, and is not forgotten.
            return self.full.set(pile);
        }
        let known = table.entries(shape, pile.zone()).filter(|&entry| table.knows(shape, self.seat, entry));
        known.map(|entry| self.full.card(entry.into())).collect()
    }

    /// How many copies of a card the seat knows in a pile.
    #[must_use]
    pub fn count(&self, pile: Pile, card: Card) -> usize {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let known = table.entries(shape, pile.zone()).filter(|&entry| table.knows(shape, self.seat, entry));
        known.filter(|&entry| self.full.card(entry.into()) == card).count()
    }

    /// The card with so many below it, if the seat knows it.
    #[must_use]
    pub fn at(&self, pile: Pile, below: usize) -> Option<Card> {
        let (table, shape) = (self.full.table(), &self.full.board.shape);
        let entry = table.nth(shape, pile.zone(), below).filter(|_| shape.zone(pile.zone()).ordered)?;
        table.knows(shape, self.seat, entry).then(|| self.full.card(entry.into()))
    }

    /// The top card of a pile, if the seat knows it.
    #[inline]
    #[must_use]
    pub fn top(&self, pile: Pile) -> Option<Card> {
        let id = self.full.top(pile)?;
        self.full.table().knows(&self.full.board.shape, self.seat, id.entry()).then(|| self.full.card(id))
    }

    /// The top card of a pile as an intent names it: by its face if the seat knows it, else blindly.
    #[must_use]
    pub fn draw(&self, from: Pile, to: Pile) -> Option<Intent> {
        let known = || self.top(from).map_or(Intent::blind(from, to), |card| Intent::card(from, to, card));
        (!self.is_empty(from)).then(known)
    }

    /// Are these cards the top of the pile, and nothing else?
    #[must_use]
    pub fn is_top(&self, pile: Pile, cards: &Cards) -> bool {
        cards.is_blind() || cards.single().is_some_and(|card| self.top(pile) == Some(card))
    }

    /// Does this pile exist in this match?
    pub(crate) fn exists(&self, pile: Pile) -> bool {
        (pile.0 as usize) < self.board().shape.zones().len()
    }

    /// Does the seat know that these cards lie in that pile?
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

/// A legal intent with the physical cards it means: what consequences get.
#[derive(Debug)]
pub struct Play<'a> {
    /// Who plays.
    pub seat: Seat,
    /// What was wanted.
    pub intent: Intent,
    /// The cards of a move, in the order of the intent.
    pub ids: &'a [CardId],
}

impl Play<'_> {
    /// The button, if it is one.
    #[must_use]
    pub fn action(&self) -> Option<Action> {
        if let Intent::Action(action) = self.intent { Some(action) } else { None }
    }
}
