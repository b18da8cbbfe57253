//! Makes the view of a seat, and samples the states that fit this view.

use super::{Board, Cruel, PASSED, Pause, Phase, Sealed, State};
use rulebook_kernel::{Hidden, Rng, Rules, Seat, Viewer};
use rulebook_table::{CardNumbering, Face, Fact, TableView, sample};
use serde::Serialize;
use std::sync::Arc;

/// The knowledge of one viewer about a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub(super) seats: u8,
    pub(super) table: TableView,
    /// The viewer's own picks. The entries of other seats are always `None`, even if these seats have picked.
    pub(super) sealed: Vec<Option<Sealed>>,
    pub(super) pause: PauseView,
}

/// A paused effect, as far as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PauseView {
    /// No effect is paused.
    None,
    /// A seat looks at a card. Only this seat knows the value that was computed from the face.
    Peek {
        /// The number of the card in the view.
        card: u16,
        /// Whether the seat may shout the card. `None` for viewers who do not know it.
        odd: Option<bool>,
    },
    /// A seat may undo a gamble.
    Gamble {
        /// The table before the gamble, as the viewer knew it.
        saved: Box<TableView>,
    },
}

impl Hidden for Cruel {
    type View = View;

    fn view(&self, state: &State, who: Viewer) -> View {
        let board = self.board(state.seats);
        let due = board.due(&state.table);
        let copies: Vec<_> = match &state.pause {
            Pause::Gamble { saved } => vec![&**saved],
            _ => Vec::new(),
        };
        let peeked = match state.pause {
            Pause::Peek { card, .. } => Some(card),
            _ => None,
        };
        let naming = CardNumbering::new(&board.shape, who, &state.table, &copies, &[peeked]);
        let pause = match &state.pause {
            Pause::None => PauseView::None,
            Pause::Peek { odd, .. } => {
                let card = peeked.and_then(|card| naming.number(card)).expect("the peeked card lies on the well");
                let own = who == Viewer::Seat(due) || who == Viewer::God;
                PauseView::Peek { card, odd: own.then_some(*odd) }
            }
            Pause::Gamble { saved } => PauseView::Gamble { saved: Box::new(naming.copy(saved)) },
        };
        let own = |seat: Seat| who == Viewer::Seat(seat) || who == Viewer::God;
        let sealed = Seat::all(board.seats).map(|s| own(s).then(|| state.sealed[s.index()].clone())).collect();
        View { seats: state.seats, table: naming.view(), sealed, pause }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let board = self.board(view.seats);
        let copies: Vec<&TableView> = match &view.pause {
            PauseView::Gamble { saved } => vec![saved],
            _ => Vec::new(),
        };
        let sampled = sample(&board.shape, &view.table, &copies, rng);
        let pause = match &view.pause {
            PauseView::None => Pause::None,
            PauseView::Peek { card, .. } => {
                let card = sampled.entries[*card as usize];
                // Compute the value from the sampled card. Using the value of the true state would reveal the true
                // card.
                let odd = board.value(sampled.table.face(&board.shape, card)) % 2 == 1;
                Pause::Peek { card, odd }
            }
            PauseView::Gamble { .. } => Pause::Gamble { saved: Arc::new(sampled.copies[0].clone()) },
        };
        let sealed = view.sealed.iter().map(|sealed| sealed.clone().unwrap_or_default()).collect();
        let mut state = State { seats: view.seats, table: sampled.table, rng: rng.split(), sealed, pause };
        if board.phase(&state.table) == Phase::Pass {
            board.answer_for_others(&mut state, view, rng);
        }
        debug_assert_eq!(self.validate_state(&state), Ok(()));
        state
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        fact.witness(who)
    }
}

impl Board {
    /// Samples the answers of the other seats: none, some or all of their picks. At least one seat must still have to
    /// answer.
    fn answer_for_others(&self, state: &mut State, view: &View, rng: &mut Rng) {
        let unknown: Vec<Seat> = Seat::all(self.seats).filter(|s| view.sealed[s.index()].is_none()).collect();
        for &seat in &unknown {
            let mut hand: Vec<Face> = self.faces(&state.table, self.hand[seat.index()]).collect();
            let full = PASSED.min(hand.len());
            let picked = rng.below(full as u32 + 2) as usize;
            // Choose any two cards of the hand, in ascending order. If only one card is picked so far, a higher card
            // must remain in the hand.
            rng.shuffle(&mut hand);
            hand.truncate(full);
            hand.sort_unstable();
            hand.truncate(picked);
            state.sealed[seat.index()] = Sealed { picks: hand, done: picked > full };
        }
        if state.sealed.iter().all(|sealed| sealed.done) {
            let late = unknown[rng.below(unknown.len() as u32) as usize];
            state.sealed[late.index()].done = false;
        }
    }
}
