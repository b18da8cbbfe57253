//! Games and matches for those who do not know which game it is: rooms, servers, the command line, other languages.
//!
//! Seats, move texts, scenes, steps and bytes go through here, never a state or a view. A bot that is generic over the
//! rules gets at them with [`AnyMatch::as_any`] and [`crate::Match`].

use crate::{Brief, Declares, Facts, Numbered, Played};
use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Key, Outcome, Seat, Setup, Turn, Viewer};
use rulebook_scene::{Ask, Gesture, Offer, Scene, Step};
use std::any::Any;

/// The longest move text that is looked at, in bytes.
pub const MAX_MOVE_TEXT: usize = 4096;

/// Some rules, whichever.
pub trait AnyRules: Send + Sync {
    /// What is true of every match.
    fn info(&self) -> &Info;

    /// Does the key of a match decide anything in it? See [`rulebook_kernel::Rules::is_dealt`].
    fn is_dealt(&self) -> bool {
        true
    }

    /// A new match.
    ///
    /// # Errors
    /// Why it cannot begin like this: see [`Info::admits`].
    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal>;

    /// A match from [`AnyMatch::save`]. The bytes can be hostile.
    ///
    /// # Errors
    /// A sentence that says why they are no match of this game.
    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// A match from [`AnyMatch::save`] of an engine in which the same rules had another `semantics`, to be played on under the
    /// meaning they have here. Its log goes on after `head`, where it says so.
    ///
    /// # Errors
    /// A sentence that says why they are no match that these rules can go on with.
    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// Facts from the JSON array of a log: to watch a match that this engine cannot replay. They are well-formed, not
    /// proven; show them only if the log is your own or was verified.
    ///
    /// # Errors
    /// Why they are no facts of this game.
    fn facts(&self, json: &str) -> Result<Facts, Corrupt>;

    /// What the rules have that files beside them must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// The concrete [`crate::Hosted`], for those who pair rules with bots.
    fn as_any(&self) -> &dyn Any;
}

/// A match of some rules.
///
/// Card keys follow what a viewer saw *since it first asked for a scene*, and are brought up to date when the next scene is
/// asked for: who never looks pays nothing. [`AnyMatch::play_nth`] is for simulations: it tells nobody what happened, so
/// the log ends there and every key is fresh afterwards.
pub trait AnyMatch: Numbered + Send + Sync {
    /// What is true of every match of these rules.
    fn info(&self) -> &Info;

    /// How this match was set up.
    fn setup(&self) -> &Setup;

    /// How many seats take part.
    fn seats(&self) -> usize;

    /// Whose decision it is. For the host: seats that decide simultaneously must not learn who has answered.
    fn turn(&self) -> Turn;

    /// The result, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// How many asks this seat has answered, which is the number of its open or next ask.
    fn answered(&self, seat: Seat) -> u32;

    /// The open ask of a seat; `None` when it is not due.
    fn ask(&self, seat: Seat) -> Option<Ask>;

    /// What a machine in this seat is offered: of the legal moves those that lead somewhere by one way only (see
    /// [`rulebook_kernel::Rules::shortlist`]). Nothing when it is not due.
    fn offered(&self, seat: Seat) -> Vec<Offer>;

    /// How many legal moves a seat has.
    fn legal_count(&self, seat: Seat) -> usize;

    /// The texts of the legal moves, in the order of the rules.
    fn legal_texts(&self, seat: Seat) -> Vec<String>;

    /// The text of the `n`th legal move.
    fn nth_text(&self, seat: Seat, n: usize) -> Option<String>;

    /// Could `seat` play this now?
    ///
    /// # Errors
    /// Why not, in a sentence for the player.
    fn check(&self, seat: Seat, text: &str) -> Result<(), Illegal>;

    /// The texts of the moves that a text stands for, to be played one after the other: itself, or all that a whole decision
    /// takes where the game has words for such. It depends on what the seat may know alone.
    ///
    /// # Errors
    /// Why it stands for nothing that the seat may do now, in a sentence for the player.
    fn row(&self, seat: Seat, text: &str) -> Result<Vec<String>, Illegal>;

    /// The legal moves as JSON of the game's own schema of actions, in the order of the rules; nothing where it has none.
    fn actions(&self, seat: Seat) -> Vec<String>;

    /// Why a seat may not make this gesture now, in a sentence of the rules; `None` if it may, or if nobody can say.
    fn why_not(&self, seat: Seat, gesture: &Gesture) -> Option<String>;

    /// Answers the open ask of a seat.
    ///
    /// # Errors
    /// Why it may not, in a sentence for the player; then nothing has changed.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Illegal>;

    /// Makes the `n`th legal move and tells nobody: no text, no facts, no log. For simulations.
    ///
    /// # Errors
    /// Why it may not; then nothing has changed.
    fn play_nth(&mut self, seat: Seat, n: usize) -> Result<(), Illegal>;

    /// What a viewer is shown now. A seat that does not take part sees what a spectator sees.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// What a model in this seat is told beside the scene.
    fn brief(&self, seat: Seat) -> Brief;

    /// What a viewer saw of an entry.
    fn steps(&self, viewer: Viewer, played: &Played) -> Vec<Step> {
        played.facts.steps(viewer)
    }

    /// Entry zero of the match: everything that happened before the first decision. Its digest is that of a match
    /// without a log.
    fn opening(&self) -> Played;

    /// Begins a log whose header line has this digest: gives entry zero and chains what follows to it.
    ///
    /// # Errors
    /// If a move was already made.
    fn open_log(&mut self, header: Digest) -> Result<Played, Illegal>;

    /// The digest of the last told entry; `None` when nothing was told yet, or a silent move ended the chain.
    fn log_head(&self) -> Option<Digest>;

    /// What the header of a log shows of the key.
    fn commitment(&self) -> Digest;

    /// The key, once the match is over: before that it is a peek at every card.
    fn published_key(&self) -> Option<Key>;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// Is there anything that some viewer could not work out: a hidden card, an answer under seal, chance to come? Taking a move
    /// back when nothing is can teach nobody anything.
    fn has_secrets(&self) -> bool;

    /// Another match that this viewer cannot tell from this one: what it cannot know is drawn anew. For tests of secrecy.
    fn alike(&self, viewer: Viewer, key: Key) -> Box<dyn AnyMatch>;

    /// Does this viewer know the same in both?
    fn is_alike(&self, other: &dyn AnyMatch, viewer: Viewer) -> bool;

    /// Everything, as bytes for [`AnyRules::load`]. Secret: it holds the key.
    fn save(&self) -> Vec<u8>;

    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// The concrete [`crate::Match`].
    fn as_any(&self) -> &dyn Any;
}
