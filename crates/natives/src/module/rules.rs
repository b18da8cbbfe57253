//! Implements the kernel trait `Rules` for the adapter: checks moves, and plays them by applying events.

use super::apply::Look;
use super::board::Board;
use super::core::Core;
use super::event::{Chance, PastEvent};
use super::native::{MOST_NOTES, ModuleState, Scratch};
use super::state::Play;
use super::{Action, Candidates, CardId, Events, Fact, Intent, Native, Pile, RuleModule};
use rulebook_kernel::{
    Corrupt, Illegal, Info, MoveTraits, Outcome, Policy, Rng, Rules, Seat, SeatSet, Setup, Sink, Turn, Via,
};

impl<M: RuleModule> Rules for Native<M> {
    type State = ModuleState<M>;
    type Move = Intent;
    type Fact = Fact<M::Public, M::Private, M::Note>;

    fn info(&self) -> &Info {
        &self.info
    }

    /// Shuffles the piles and deals the first hand. Creating a match counts as the host's `start-game`.
    fn start<S: Sink<Self::Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> ModuleState<M> {
        let board = self.board(setup.seats as u8);
        let mut state = ModuleState {
            core: Core::new(setup.seats),
            table: board.fresh.clone(),
            rng,
            public: self.module.initial(setup),
            private: vec![M::Private::default(); setup.seats],
            notes: Vec::new(),
            visuals: Vec::new(),
            seen: Vec::new(),
            winner: None,
            scratch: Scratch::default(),
        };
        for &zone in &board.shuffled {
            let mut out = Via::<S, Self::Fact>::new(out);
            state.table.atoms(&board.shape, &mut out).shuffle(zone, &mut state.rng);
        }
        self.perform(&mut state, None, &Intent::Action(Action::START), out);
        state
    }

    fn validate_state(&self, state: &ModuleState<M>) -> Result<(), Corrupt> {
        let wrong = |what: &'static str| Err(Corrupt::new(what));
        let seats = state.core.seats as usize;
        if !(self.info.min_seats..=self.info.max_seats).contains(&seats) {
            return wrong("the game does not allow this number of seats");
        }
        let board = self.board(state.core.seats);
        state.table.validate_state(&board.shape)?;
        let current = state.core.current.is_none_or(|seat| seat.index() < seats);
        if !current || state.private.len() != seats || state.notes.len() > MOST_NOTES {
            return wrong("a seat does not exist, or the recap is too long");
        }
        if state.core.fresh as usize > state.notes.len() || state.core.moves > self.info.max_moves {
            return wrong("a count is out of range");
        }
        if state.core.current.is_none() && state.winner.is_none() {
            return wrong("the match is not over, but no seat is due");
        }
        if state.winner.as_ref().is_some_and(|outcome| outcome.seats() != seats) {
            return wrong("the result has the wrong number of seats");
        }
        let rotated = |&(card, _): &(u16, i16)| {
            let there = (card as usize) < board.cards.len();
            there && state.table.is_public(&board.shape, CardId(card).entry())
        };
        let ascending = state.visuals.windows(2).all(|two| two[0].0 < two[1].0);
        let piles = state.seen.iter().all(|&(pile, _)| (pile as usize) < board.shape.zones().len());
        let sorted = state.seen.windows(2).all(|two| two[0].0 < two[1].0);
        if !ascending || !state.visuals.iter().all(rotated) || !piles || !sorted {
            return wrong("the rotation of a card or the visibility of a pile is invalid");
        }
        if !(0..board.cards.len() as u16).all(|card| self.lies_as_told(state, board, CardId(card))) {
            return wrong("the visibility of a card does not match its pile");
        }
        self.module.validate_state(&self.full(state)).map_err(Corrupt::new)
    }

    fn seats(&self, state: &ModuleState<M>) -> usize {
        state.core.seats as usize
    }

    #[inline]
    fn turn(&self, state: &ModuleState<M>) -> Turn {
        match &state.winner {
            Some(outcome) => Turn::Over((**outcome).clone()),
            None => Turn::Seats(state.core.current.map_or(SeatSet::NONE, SeatSet::one)),
        }
    }

    #[inline]
    fn moves(&self, state: &ModuleState<M>, seat: Seat, into: &mut Vec<Intent>) {
        if state.winner.is_some() || state.core.current != Some(seat) {
            return;
        }
        if state.core.dealt {
            self.module.legal(&self.seat_state(state, seat), into);
        } else {
            into.push(Intent::Action(Action::START));
        }
    }

    /// Adds the first intent of each candidate of the module. Later intents of a candidate are offered when their turn
    /// comes.
    fn shortlist(&self, state: &ModuleState<M>, seat: Seat, into: &mut Vec<Intent>) {
        if state.winner.is_some() || state.core.current != Some(seat) {
            return;
        }
        if !state.core.dealt {
            into.push(Intent::Action(Action::START));
            return;
        }
        let mut firsts = Candidates::firsts(std::mem::take(into));
        self.module.candidates(&self.seat_state(state, seat), &mut firsts);
        *into = firsts.into_firsts();
    }

    fn drop_lore(&self, state: &mut ModuleState<M>) {
        if !M::KEEPS_LORE {
            state.drop_lore(&self.board(state.core.seats).shape);
        }
    }

    #[inline]
    fn outcome_between_hands(&self, state: &ModuleState<M>) -> Option<Outcome> {
        let between = !state.core.dealt && state.winner.is_none();
        between.then(|| self.module.outcome_between_hands(&self.full(state)))
    }

    fn policy(&self) -> Option<&Policy> {
        self.policy.as_deref()
    }

    fn move_traits(&self, state: &ModuleState<M>, seat: Seat, moves: &[Intent], into: &mut MoveTraits) {
        self.write_traits(state, seat, moves, into);
    }

    fn check(&self, state: &ModuleState<M>, seat: Seat, mv: &Intent) -> Result<(), Illegal> {
        self.admits(state, seat, mv)
    }

    #[inline]
    fn play<S: Sink<Self::Fact>>(&self, state: &mut ModuleState<M>, seat: Seat, mv: &Intent, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        self.perform(state, Some(seat), mv, out);
    }
}

impl<M: RuleModule> Native<M> {
    /// Whether a card has the facing and the viewers that the visibility of its pile demands. The initial state or a
    /// later rule sets that visibility. Modules rely on this check. For example, all players know the cards of an open
    /// pile.
    fn lies_as_told(&self, state: &ModuleState<M>, board: &Board, card: CardId) -> bool {
        let (shape, entry) = (&board.shape, card.entry());
        let Some(zone) = state.table.zone(entry) else { return false };
        let told = state.seen.iter().find(|(pile, _)| u16::from(*pile) == zone.0);
        let look = told.map(|&(pile, visibility)| Look::new(board, Pile(pile), visibility));
        let up = shape.zone(zone).default_face_up && !look.as_ref().is_some_and(|look| look.down);
        let shown = match look {
            Some(look) => look.shown,
            None => state.table.policy(shape, entry, zone),
        };
        state.table.is_up(shape, entry) == up && state.table.shown(shape, entry) == shown
    }

    /// Calls the module for the consequences of a legal intent.
    #[inline]
    pub(crate) fn consequences(
        &self,
        state: &ModuleState<M>,
        seat: Seat,
        intent: &Intent,
        rng: &mut Rng,
        ids: &mut Vec<CardId>,
        events: &mut Events<M>,
    ) {
        let full = self.full(state);
        if *intent == Intent::Action(Action::START) {
            self.module.deal(&full, &mut Chance(rng), events);
            return;
        }
        ids.clear();
        full.resolve(seat, intent, ids);
        self.module.apply(&full, &Play { seat, intent: *intent, ids }, &mut Chance(rng), events);
    }

    /// Plays an intent and applies all its consequences. `seat` is `None` for the first deal.
    fn perform<S: Sink<<Self as Rules>::Fact>>(
        &self,
        state: &mut ModuleState<M>,
        seat: Option<Seat>,
        intent: &Intent,
        out: &mut S,
    ) {
        let Scratch { mut events, mut ids } = std::mem::take(&mut state.scratch);
        events.clear();
        state.core.fresh = 0;
        if let Intent::Action(action) = *intent {
            state.remember(seat, PastEvent::Pressed(action.0));
            if state.core.begin(intent) {
                out.tell(|| Fact::Dealt { deal: state.core.deal });
            }
        }
        let mut rng = state.rng.clone();
        self.consequences(state, seat.unwrap_or(Seat::new(0)), intent, &mut rng, &mut ids, &mut events);
        state.rng = rng;
        let board: &Board = self.board(state.core.seats);
        let Events { list, ids: cards, points } = &mut events;
        list.iter_mut().for_each(|event| state.apply(board, seat, event, (&cards[..], &points[..]), out));
        events.clear();
        state.core.moves += u32::from(seat.is_some());
        debug_assert!(state.winner.is_some() || state.core.current.is_some(), "somebody is due, or it is over");
        state.scratch = Scratch { events, ids };
    }
}
