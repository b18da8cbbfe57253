//! The knowledge of one viewer, and the states that are consistent with it.

use crate::{Rng, Rules, Seat, Viewer};
use serde::Serialize;
use std::fmt::Debug;

/// Rules with per-viewer knowledge. A game of perfect information gets this from
/// [`open_information!`](crate::open_information).
pub trait Hidden: Rules {
    /// The knowledge of one viewer. A view stays in the process: people get scenes made from it.
    type View: Clone + Eq + Debug + Serialize + Send + Sync + 'static;

    /// The knowledge of `who` in this state. A view holds no generator, no card id and nothing that `who` does not
    /// know.
    fn view(&self, state: &Self::State, who: Viewer) -> Self::View;

    /// A state that is consistent with the view. It is drawn from the view alone, so a bot that only has a view cannot
    /// cheat.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// Like [`Hidden::sample`], but reuses the buffers of a state that is no longer needed.
    fn sample_into(&self, view: &Self::View, rng: &mut Rng, into: &mut Self::State) {
        *into = self.sample(view, rng);
    }

    /// The fact as `who` learns it, or `None` if `who` learns nothing.
    fn witness(&self, fact: &Self::Fact, who: Viewer) -> Option<Self::Fact>;

    /// The score of a seat by what the game itself calls good and bad, as far as the viewer knows it. Only comparisons
    /// of scores matter. `None` if the game calls nothing good or bad; a bot then has to play on to find out.
    fn fact_score(&self, view: &Self::View, seat: Seat) -> Option<i32> {
        let _ = (view, seat);
        None
    }
}

/// A bot's thinking budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of playouts: the choice is reproducible.
    Playouts(u32),
    /// A number of milliseconds: the choice depends on the machine.
    Millis(u32),
}

/// A bot that can play a seat. It gets a view, never a state.
pub trait Bot<R: Hidden>: Send {
    /// The index of the bot's choice in `moves`. `moves` is what [`Rules::shortlist`] offers to `seat`; it is not
    /// empty, and the seat is due.
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize;
}

/// Rules in which all players see everything and nothing is random. A view is a state, so a search need not guess.
pub trait Open: Hidden<View = <Self as Rules>::State> {}

impl<R: Hidden<View = <R as Rules>::State>> Open for R {}

/// Optional hints for bots that look ahead.
pub trait Heuristic: Hidden {
    /// A score of the position for a seat. Only comparisons of scores matter.
    fn value(&self, view: &Self::View, seat: Seat) -> i32;

    /// Whether this move could change the score so much that a search should look further before judging.
    fn noisy(&self, state: &Self::State, mv: &Self::Move) -> bool;

    /// How promising a move looks before it is tried. Only the order matters.
    fn promise(&self, state: &Self::State, mv: &Self::Move) -> i32 {
        i32::from(self.noisy(state, mv))
    }

    /// Whether the seat that is due must answer a threat at once. The score says little then.
    fn tense(&self, _: &Self::State) -> bool {
        false
    }

    /// A hash of the position. States from which play continues alike have the same hash, whatever moves led there.
    fn key(&self, state: &Self::State) -> u64;
}

/// Declares that all players see everything: `View = State`, a sample is a copy, every fact is public.
///
/// Only for states without an [`Rng`] and for games without simultaneous turns. A generator in a view would reveal
/// future random results, and a shared state would reveal sealed answers.
#[macro_export]
macro_rules! open_information {
    ($rules:ty) => {
        impl $crate::Hidden for $rules {
            type View = <$rules as $crate::Rules>::State;
            fn view(&self, state: &Self::State, _: $crate::Viewer) -> Self::View {
                state.clone()
            }
            fn sample(&self, view: &Self::View, _: &mut $crate::Rng) -> Self::State {
                view.clone()
            }
            fn sample_into(&self, view: &Self::View, _: &mut $crate::Rng, into: &mut Self::State) {
                into.clone_from(view);
            }
            fn witness(&self, fact: &Self::Fact, _: $crate::Viewer) -> Option<Self::Fact> {
                Some(fact.clone())
            }
        }
    };
}
