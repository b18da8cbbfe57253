//! What one viewer may know, and states that fit it.

use crate::{Rng, Rules, Seat, Viewer};
use serde::Serialize;
use std::fmt::Debug;

/// Rules with per-viewer knowledge. A game of perfect information gets this from [`open_information!`](crate::open_information).
pub trait Hidden: Rules {
    /// What one viewer may know. It stays in the process: people get scenes made from it.
    type View: Clone + Eq + Debug + Serialize + Send + Sync + 'static;

    /// What `who` may know of this state. Holds no generator, no card id, nothing that `who` does not know.
    fn view(&self, state: &Self::State, who: Viewer) -> Self::View;

    /// A state that the viewer could be in, drawn from the view alone: who has only a view cannot cheat.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// The same into a state that is not needed any more, so that its buffers are used again.
    fn sample_into(&self, view: &Self::View, rng: &mut Rng, into: &mut Self::State) {
        *into = self.sample(view, rng);
    }

    /// The fact as `who` learns it, or nothing.
    fn witness(&self, fact: &Self::Fact, who: Viewer) -> Option<Self::Fact>;

    /// How good things look for a seat by what the game itself calls good and bad, as far as the viewer knows it; only
    /// comparisons matter. Nothing where a game calls nothing so, and then a bot has to find out by playing on.
    fn fact_score(&self, view: &Self::View, seat: Seat) -> Option<i32> {
        let _ = (view, seat);
        None
    }
}

/// How long a bot may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts: the choice is reproducible.
    Playouts(u32),
    /// So many milliseconds: the choice depends on the machine.
    Millis(u32),
}

/// Somebody who can play a seat. It is handed a view, never a state.
pub trait Bot<R: Hidden>: Send {
    /// The index of its choice among `moves`: what [`Rules::shortlist`] offers `seat`, which is due. `moves` is not empty.
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize;
}

/// Rules in which everybody sees everything and nothing is left to chance: a view is a state, so a search need not guess.
pub trait Open: Hidden<View = <Self as Rules>::State> {}

impl<R: Hidden<View = <R as Rules>::State>> Open for R {}

/// A hint for bots that look ahead. Optional.
pub trait Heuristic: Hidden {
    /// How good things look for a seat; only comparisons matter.
    fn value(&self, view: &Self::View, seat: Seat) -> i32;

    /// Could this move change the value so much that one should look further before judging?
    fn noisy(&self, state: &Self::State, mv: &Self::Move) -> bool;

    /// How promising a move looks before it is tried: only the order counts.
    fn promise(&self, state: &Self::State, mv: &Self::Move) -> i32 {
        i32::from(self.noisy(state, mv))
    }

    /// Is the seat that is due under a threat that it must answer at once? Then the value says little.
    fn tense(&self, _: &Self::State) -> bool {
        false
    }

    /// A number that states share from which play goes on alike, whatever the way there.
    fn key(&self, state: &Self::State) -> u64;
}

/// Declares that everybody sees everything: `View = State`, a sample is a copy, every fact is public.
///
/// Only for states that hold no [`Rng`] and games without simultaneous turns: a generator in a view is a peek at the
/// dice to come, and so is a sealed answer.
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
