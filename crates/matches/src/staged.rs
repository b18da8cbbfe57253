//! How a game shows itself.

use rulebook_kernel::{Hidden, Illegal, Notation, Seat};
use rulebook_scene::{Gesture, Offer, Scene, Step};
use rulebook_spaces::{Row, Spaces};

/// Rules that people can play: scenes, offers and what happened, all made from what one viewer knows.
pub trait Staged: Hidden + Notation {
    /// What the viewer of this view is shown.
    fn scene(&self, view: &Self::View) -> Scene;

    /// A legal move of the viewer as something to do on the table.
    fn offer(&self, view: &Self::View, mv: &Self::Move) -> Offer;

    /// The text of the move that a gesture in this scene would be, allowed or not: so that somebody who tries it can be told
    /// why it is not. `None` where gestures other than those on offer mean nothing.
    fn meant(&self, scene: &Scene, gesture: &Gesture) -> Option<String> {
        let _ = (scene, gesture);
        None
    }

    /// The moves that a text stands for, to be made one after the other by this seat: the one move with this text, or, where
    /// the game has words for whole decisions, all that such a decision takes. It depends on what the seat may know alone.
    ///
    /// # Errors
    /// Why the text stands for nothing that the seat may do now.
    fn row(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Self::Move>, Illegal> {
        self.parse(state, seat, text).map(|mv| vec![mv])
    }

    /// A legal move as JSON of the game's own schema of actions, which [`Staged::row`] reads; `None` where there is none.
    fn action(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Option<String> {
        let _ = (state, seat, mv);
        None
    }

    /// What these rules have that files beside them must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// A witnessed fact as something to watch. An empty list: nothing to see.
    fn steps(&self, witnessed: &Self::Fact) -> Vec<Step>;

    /// What a model in the seat of the viewer is told beside the scene: made from the view, so it cannot leak.
    fn brief(&self, view: &Self::View) -> Brief {
        let _ = view;
        Brief::default()
    }

    /// How many numbers there are for moves and for what a seat knows, and what they mean. Without it moves share a block
    /// by their hashes and nothing of the game is observed.
    fn spaces(&self, seats: usize) -> Spaces {
        let _ = seats;
        Spaces { shared: 1024, ..Spaces::default() }
    }

    /// The number of a move in the blocks of [`Staged::spaces`], the same in every match; `None` if it has none of its own.
    fn number(&self, seats: usize, seat: Seat, mv: &Self::Move) -> Option<u32> {
        let _ = (seats, seat, mv);
        None
    }

    /// Writes what a seat may know, block after block as [`Staged::spaces`] says. States with equal views for the seat give
    /// equal numbers.
    fn observe(&self, state: &Self::State, seat: Seat, row: &mut Row<'_>) {
        let _ = (state, seat, row);
    }
}

/// Memory and facts for a model in one seat (card engine 8.7), in the game's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// What mattered of all that happened, the oldest first, in the words of the game; empty if it has none. Also told by the
    /// steps.
    pub recap: Vec<String>,
    /// Objective facts by name.
    pub facts: Vec<(String, String)>,
}

/// What rules have that files beside them must agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declares {
    /// Are there ever buttons? `None` where that cannot be told without playing.
    pub buttons: Option<bool>,
    /// The initial state that is built into them, as text.
    pub initial_state: Option<&'static str>,
}
