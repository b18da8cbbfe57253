//! The trait of rules that people can play.

use rulebook_kernel::{Hidden, Illegal, Notation, Seat};
use rulebook_scene::{Gesture, Offer, Scene, Step};
use rulebook_spaces::{Row, Spaces};

/// Rules that people can play. Scenes, offers and steps are made from the view of one viewer, so they cannot reveal
/// hidden information.
pub trait Staged: Hidden + Notation {
    /// The scene of a view.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The offer for a legal move of the viewer.
    fn offer(&self, view: &Self::View, mv: &Self::Move) -> Offer;

    /// The text of the move that a gesture in this scene stands for, even if the move is illegal. With it, the rules
    /// can explain why the gesture is not allowed. `None` if the rules know only the gestures of their offers.
    fn meant(&self, scene: &Scene, gesture: &Gesture) -> Option<String> {
        let _ = (scene, gesture);
        None
    }

    /// The moves that a text stands for, in the order of play. Usually this is one move. Some games have a notation for
    /// a whole decision of several moves. The result depends only on information that the seat may have.
    ///
    /// # Errors
    /// The reason why the seat may not do this now.
    fn row(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Self::Move>, Illegal> {
        self.parse(state, seat, text).map(|mv| vec![mv])
    }

    /// A legal move as JSON in the action schema of the game. [`Staged::row`] reads it. `None` if there is no schema.
    fn action(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Option<String> {
        let _ = (state, seat, mv);
        None
    }

    /// Properties of these rules that other files of the game, such as `meta.json`, must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// The steps of a fact, as its viewer saw it. Empty if the fact changes nothing visible.
    fn steps(&self, witnessed: &Self::Fact) -> Vec<Step>;

    /// Information for a language model in the viewer's seat, in addition to the scene. It is made from the view, so it
    /// cannot reveal hidden information.
    fn brief(&self, view: &Self::View) -> Brief {
        let _ = view;
        Brief::default()
    }

    /// The action and observation spaces. By default, all moves get a number from their hash in one shared block, and
    /// the observation contains nothing of the game.
    fn spaces(&self, seats: usize) -> Spaces {
        let _ = seats;
        Spaces { shared: 1024, ..Spaces::default() }
    }

    /// The number of a move in the blocks of [`Staged::spaces`]. It is the same in every match. `None` if the move gets
    /// a number from its hash.
    fn number(&self, seats: usize, seat: Seat, mv: &Self::Move) -> Option<u32> {
        let _ = (seats, seat, mv);
        None
    }

    /// Writes the observation of a seat, in the blocks of [`Staged::spaces`]. States with equal views for the seat give
    /// equal numbers.
    fn observe(&self, state: &Self::State, seat: Seat, row: &mut Row<'_>) {
        let _ = (state, seat, row);
    }
}

/// The recap and the facts for a language model in one seat (card engine 8.7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// The important events so far, oldest first, in the words of the game. Empty if the game writes no recap. The
    /// steps contain the same events.
    pub recap: Vec<String>,
    /// Facts about the position that the game computes for models, as pairs of a name and a value.
    pub facts: Vec<(String, String)>,
}

/// Properties of rules that other files of the game, such as `meta.json`, must agree with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declares {
    /// Whether the game ever shows buttons. `None` if the rules cannot tell without playing.
    pub buttons: Option<bool>,
    /// The initial state built into the rules, as text.
    pub initial_state: Option<&'static str>,
}
