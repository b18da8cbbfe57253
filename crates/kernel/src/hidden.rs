//! Views: the knowledge of one viewer, and random states that are consistent with it.

use crate::{Rng, Rules, Seat, Viewer};
use serde::Serialize;
use std::fmt::Debug;

/// Rules that say what each viewer knows. Games of perfect information implement this trait with
/// [`open_information!`](crate::open_information).
pub trait Hidden: Rules {
    /// The knowledge of one viewer. A view stays inside the process; players get a scene that is made from the view.
    type View: Clone + Eq + Debug + Serialize + Send + Sync + 'static;

    /// Returns what `who` knows in this state, and nothing else: no random generator and no card id.
    fn view(&self, state: &Self::State, who: Viewer) -> Self::View;

    /// Returns a random state that is consistent with the view. It uses nothing but the view, so a bot that has only a
    /// view cannot cheat.
    fn sample(&self, view: &Self::View, rng: &mut Rng) -> Self::State;

    /// Like [`Hidden::sample`], but writes into an old state and reuses its buffers.
    fn sample_into(&self, view: &Self::View, rng: &mut Rng, into: &mut Self::State) {
        *into = self.sample(view, rng);
    }

    /// The fact as `who` learns it, or `None` if `who` learns nothing.
    fn witness(&self, fact: &Self::Fact, who: Viewer) -> Option<Self::Fact>;

    /// A score of the seat, computed from values that the rules declare good or bad, such as points. It uses only what
    /// the viewer knows. Only comparisons of scores matter. `None` if the rules call nothing good or bad. Then a bot
    /// must judge the position by playouts.
    fn fact_score(&self, view: &Self::View, seat: Seat) -> Option<i32> {
        let _ = (view, seat);
        None
    }
}

/// A bot's thinking budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of playouts. The same position and seed give the same choice.
    Playouts(u32),
    /// A number of milliseconds. The choice depends on the speed of the machine.
    Millis(u32),
}

/// A bot that can play a seat. It gets a view, never a state.
pub trait Bot<R: Hidden>: Send {
    /// Returns the index of the chosen move in `moves`. The caller passes the moves that [`Rules::shortlist`] lists for
    /// `seat`. The seat is due, so the list is not empty.
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize;
}

/// Rules in which all players see everything and nothing is random. A view is the state, so a search need not guess.
pub trait Open: Hidden<View = <Self as Rules>::State> {}

impl<R: Hidden<View = <R as Rules>::State>> Open for R {}

/// Optional hints for bots that look ahead.
pub trait Heuristic: Hidden {
    /// The score of the position for a seat. Only comparisons of scores matter.
    fn value(&self, view: &Self::View, seat: Seat) -> i32;

    /// Whether this move, such as a capture, can change the score much. If so, a search looks further before it scores.
    fn noisy(&self, state: &Self::State, mv: &Self::Move) -> bool;

    /// How promising a move looks before it is tried. A search tries moves with a high value first.
    fn promise(&self, state: &Self::State, mv: &Self::Move) -> i32 {
        i32::from(self.noisy(state, mv))
    }

    /// Whether the seat that is due must answer a threat at once. The score of such a position is unreliable.
    fn tense(&self, _: &Self::State) -> bool {
        false
    }

    /// Whether the move loses more than this score, such as a queen that captures a defended pawn.
    fn loses(&self, _: &Self::State, _: &Self::Move, _more_than: i32) -> bool {
        false
    }

    /// Whether the piece that moves attacks an enemy leader from its new square. Attacks that the move uncovers need not
    /// count.
    fn threatens(&self, _: &Self::State, _: &Self::Move) -> bool {
        false
    }

    /// Skips the turn of the player to move. Returns `false` and changes nothing in a game or position where a move is
    /// often worse than a skipped turn.
    fn skip(&self, _: &mut Self::State) -> bool {
        false
    }

    /// The score of the least valuable piece. `None` if scores are too inexact for a search to prune by them.
    fn unit(&self) -> Option<i32> {
        None
    }

    /// A hash of the position. It must be equal for two states with the same future, whatever moves led to them.
    fn key(&self, state: &Self::State) -> u64;
}

/// Declares that all players see everything: `View = State`, a sample is a copy of the view, and every fact is public.
///
/// Use it only for states without an [`Rng`] and for games without simultaneous turns. A generator in a view would
/// reveal future random results. A shared state would reveal sealed answers.
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
