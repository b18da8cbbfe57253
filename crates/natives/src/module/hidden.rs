//! Makes views of a match, and draws random states that are consistent with a view.

use super::core::Core;
use super::event::{Chance, Visibility};
use super::native::{ModuleState, Scratch};
use super::{Action, ActionSet, CardId, Fact, Intent, Native, RuleModule};
use rulebook_kernel::{Hidden, Outcome, Rng, Rules, Seat, Viewer};
use rulebook_table::{CardNumbering, Entry, Motion, TableView, sample_into};
use serde::Serialize;

/// Everything that one viewer knows about a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View<P, V, N> {
    pub(crate) core: Core,
    pub(crate) table: TableView,
    pub(crate) public: P,
    /// For each seat: its private rules state. `None` if the viewer may not see it.
    pub(crate) private: Vec<Option<V>>,
    pub(crate) notes: Vec<N>,
    /// Rotations in degrees, by the number of the card in the view.
    pub(crate) visuals: Vec<(u16, i16)>,
    pub(crate) seen: Vec<(u8, Visibility)>,
    pub(crate) winner: Option<Box<Outcome>>,
    /// The buttons that the viewer may press now. They add no information, because they can be computed from the rest
    /// of the view.
    pub(crate) may: ActionSet,
}

impl<M: RuleModule> Hidden for Native<M> {
    type View = View<M::Public, M::Private, M::Note>;

    fn view(&self, state: &ModuleState<M>, who: Viewer) -> Self::View {
        let board = self.board(state.core.seats);
        // Sort by degrees, because the ids of cards must not decide the order in a view.
        let mut visuals: Vec<(i16, u16)> = state.visuals.iter().map(|&(card, degrees)| (degrees, card)).collect();
        visuals.sort_unstable();
        let refs: Vec<Option<Entry>> = visuals.iter().map(|&(_, card)| Some(CardId(card).entry())).collect();
        let naming = CardNumbering::new(&board.shape, who, &state.table, &[], &refs);
        let number = |card: u16| naming.number(CardId(card).entry()).expect("every card lies in a pile");
        let mut visuals: Vec<(u16, i16)> = visuals.iter().map(|&(degrees, card)| (number(card), degrees)).collect();
        visuals.sort_unstable();
        let own = |seat: Seat| who == Viewer::Seat(seat) || who == Viewer::God;
        let private = Seat::all(state.core.seats as usize).zip(&state.private);
        View {
            core: state.core,
            table: naming.view(),
            public: state.public.clone(),
            private: private.map(|(seat, value)| own(seat).then(|| value.clone())).collect(),
            notes: state.notes.clone(),
            visuals,
            seen: state.seen.clone(),
            winner: state.winner.clone(),
            may: who.seat().map_or(ActionSet::NONE, |seat| self.buttons(state, seat)),
        }
    }

    fn sample(&self, view: &Self::View, rng: &mut Rng) -> ModuleState<M> {
        let mut state = ModuleState {
            core: view.core,
            table: self.board(view.core.seats).fresh.clone(),
            rng: rng.clone(),
            public: view.public.clone(),
            private: Vec::new(),
            notes: Vec::new(),
            visuals: Vec::new(),
            seen: Vec::new(),
            winner: None,
            scratch: Scratch::default(),
        };
        self.sample_into(view, rng, &mut state);
        state
    }

    fn sample_into(&self, view: &Self::View, rng: &mut Rng, state: &mut ModuleState<M>) {
        let board = self.board(view.core.seats);
        let entries = sample_into(&board.shape, &view.table, rng, &mut state.table);
        state.core = view.core;
        state.rng = rng.split();
        state.public.clone_from(&view.public);
        state.private.clear();
        state.private.extend(view.private.iter().map(|value| value.clone().unwrap_or_default()));
        state.notes.clone_from(&view.notes);
        state.visuals.clear();
        state.visuals.extend(view.visuals.iter().map(|&(number, degrees)| (entries[number as usize].0, degrees)));
        state.visuals.sort_unstable();
        state.seen.clone_from(&view.seen);
        state.winner.clone_from(&view.winner);
        for seat in Seat::all(view.core.seats as usize) {
            if view.private[seat.index()].is_none() {
                state.private[seat.index()] = self.module.refill(&self.full(state), seat, &mut Chance(rng));
            }
        }
        debug_assert_eq!(self.validate_state(state), Ok(()));
    }

    fn witness(&self, fact: &Self::Fact, who: Viewer) -> Option<Self::Fact> {
        let mut fact = fact.witness(who)?;
        if let (Fact::Table(rulebook_table::Fact::Moved(motions)), true) = (&mut fact, who != Viewer::God) {
            self.forget_places(motions);
        }
        Some(fact)
    }
}

impl<M: RuleModule> Native<M> {
    /// Hides the old places of several cards that were drawn at once into a hand. Afterwards no player can tell which
    /// card came from which place.
    fn forget_places(&self, motions: &mut [Motion]) {
        let zones = self.boards[self.boards.len() - 1].shape.zones();
        let drawn = |m: &Motion| {
            let (from, to) = (zones.get(m.from.index()), zones.get(m.spot.zone.index()));
            let unseen = from.is_some_and(|from| !from.sees_all.admits(Viewer::Spectator));
            unseen && to.is_some_and(|to| !to.ordered)
        };
        if motions.len() > 1 && motions.iter().any(drawn) {
            motions.iter_mut().filter(|m| drawn(m)).for_each(|m| m.from_at = None);
            Motion::sort_by_looks(motions);
        }
    }

    /// The buttons that a seat may press now.
    fn buttons(&self, state: &ModuleState<M>, seat: Seat) -> ActionSet {
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let pressed = moves.iter().filter_map(|mv| if let Intent::Action(action) = mv { Some(*action) } else { None });
        pressed.filter(|&action| action != Action::START).collect()
    }
}
