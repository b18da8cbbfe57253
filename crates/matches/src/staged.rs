//! The trait of rules that people can play.

use rulebook_kernel::{Hidden, Illegal, Notation, Seat};
use rulebook_scene::{EngineIds, Gesture, MoveRecord, Offer, Scene, Step};
use rulebook_spaces::{Row, Spaces};

/// Maximum number of picks in one text.
const MAX_PICKS: usize = 256;

/// Rules that people can play. Scenes, offers and steps are made from the view of one viewer, so they cannot reveal
/// hidden information.
pub trait Staged: Hidden + Notation {
    /// The scene of a view.
    fn scene(&self, view: &Self::View) -> Scene;

    /// The offer for a legal move of the viewer.
    fn offer(&self, view: &Self::View, mv: &Self::Move) -> Offer;

    /// The text of the move that a gesture in this scene means, even if the move is illegal. With it, the rules can
    /// explain why the gesture is not allowed. `None` if the rules know only the gestures of their offers.
    fn meant(&self, scene: &Scene, gesture: &Gesture) -> Option<String> {
        let _ = (scene, gesture);
        None
    }

    /// The moves that a text means, in the order of play. Usually this is one move. Some games have a notation for a
    /// whole decision of several moves. By default, a text may list the picks of one decision, as in `5H, 4S, done` or
    /// `5H 4S done`. The result depends only on information that the seat may have.
    ///
    /// # Errors
    /// Returns the reason why the seat may not do this now.
    fn row(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Self::Move>, Illegal> {
        let why = match self.parse(state, seat, text) {
            Ok(mv) => return Ok(vec![mv]),
            Err(why) => why,
        };
        let parts: Vec<&str> = match text.contains(',') {
            true => text.split(',').map(str::trim).collect(),
            false => text.split_whitespace().collect(),
        };
        if !(2..=MAX_PICKS).contains(&parts.len()) {
            return Err(why);
        }
        let (mut state, mut row) = (state.clone(), Vec::with_capacity(parts.len()));
        for (nth, part) in parts.iter().enumerate() {
            let legal = |mv: &Self::Move| self.check(&state, seat, mv).is_ok();
            let Some(mv) = self.parse(&state, seat, part).ok().filter(legal) else { return Err(why) };
            if nth + 1 < parts.len() {
                let mut facts: Vec<Self::Fact> = Vec::new();
                self.play(&mut state, seat, &mv, &mut facts);
                // A move with facts ends a decision, so the player cannot have chosen the next move yet.
                if !facts.is_empty() || !self.turn(&state).seats().has(seat) {
                    return Err(why);
                }
            }
            row.push(mv);
        }
        Ok(row)
    }

    /// A legal move as JSON in the action schema of the game. [`Staged::row`] reads it. `None` if there is no schema.
    fn action(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Option<String> {
        let _ = (state, seat, mv);
        None
    }

    /// The legal actions of a seat as JSON in the action schema of the game, for these legal moves. They may contain
    /// more than the moves, for example lists of legal targets. [`Staged::row`] reads them.
    fn actions(&self, state: &Self::State, seat: Seat, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().filter_map(|mv| self.action(state, seat, mv)).collect()
    }

    /// The JSON Schema of actions. `None` if the game has no actions.
    fn action_schema(&self) -> Option<String> {
        None
    }

    /// Properties of these rules that other files of the game, such as `meta.json`, must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// The steps of a fact, as its viewer saw it. Empty if the fact changes nothing visible.
    fn steps(&self, witnessed: &Self::Fact) -> Vec<Step>;

    /// The record of a legal move, for the move list. It is shown to every viewer, so only a game that hides nothing may
    /// return one. `None` by default.
    fn record(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Option<MoveRecord> {
        let _ = (state, seat, mv);
        None
    }

    /// The ids of players, teams and cards in the initial state of the game. Empty if the game has no initial state.
    fn engine_ids(&self) -> EngineIds {
        EngineIds::default()
    }

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declares {
    /// Whether the game ever shows buttons. `None` if the rules cannot tell without playing.
    pub buttons: Option<bool>,
    /// The ids of all buttons. Empty if the rules cannot tell without playing.
    pub actions: Vec<String>,
}
