//! Traits for rules and matches whose concrete types are erased. Rooms, servers, the command line and other languages
//! use them.
//!
//! The methods exchange seats, move texts, scenes, steps, facts and bytes. Only [`AnyMatch::as_any`] gives access to
//! the state: it returns the typed [`crate::Match`], from which the crate `host` makes the view for a bot.

use crate::{Brief, Declares, Facts, Numbered, Played};
use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Key, Outcome, Seat, Setup, Turn, Viewer};
use rulebook_scene::{Ask, EngineIds, Gesture, Offer, Scene, Step};
use std::any::Any;

/// Maximum length of a move text in bytes. Longer texts are refused without being parsed.
pub const MAX_MOVE_TEXT: usize = 4096;

/// The rules of a game. Their concrete type is erased.
pub trait AnyRules: Send + Sync {
    /// The properties that all matches of these rules share.
    fn info(&self) -> &Info;

    /// Whether a match depends on its key: it has a shuffle or other chance. See [`rulebook_kernel::Rules::is_dealt`].
    fn is_dealt(&self) -> bool {
        true
    }

    /// A new match.
    ///
    /// # Errors
    /// Returns the reason why a match cannot start with this setup: see [`Info::admits`].
    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal>;

    /// Loads a match from [`AnyMatch::save`]. The bytes are untrusted.
    ///
    /// # Errors
    /// Returns the reason why the bytes are not a match of this game.
    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// Loads a match that was saved under another `semantics` number of the same rules. The match continues under the
    /// current number. `head` is the digest of the log line that records the change.
    ///
    /// # Errors
    /// Returns the reason why these rules cannot continue the match.
    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// Reads facts from the JSON array of a log, to show a match that this engine cannot replay. The facts are
    /// well-formed, but they may be invented. Show them only if the log is your own or was verified.
    ///
    /// # Errors
    /// Returns the reason why the text does not contain facts of this game.
    fn facts(&self, json: &str) -> Result<Facts, Corrupt>;

    /// The JSON Schema of the actions of this game, as text. `None` if the game has no actions.
    fn action_schema(&self) -> Option<String> {
        None
    }

    /// Properties of the rules that other files of the game, such as `meta.json`, must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// The ids of players, teams and cards in the initial state of the game. Empty if the game has no initial state.
    fn engine_ids(&self) -> EngineIds {
        EngineIds::default()
    }

    /// The [`crate::Hosted`] with its type, for code that pairs rules with bots.
    fn as_any(&self) -> &dyn Any;
}

/// A match without the type of its rules.
///
/// Card keys are tracked for each viewer from its first scene on, and updated when the viewer asks for its next scene.
/// A viewer who never asks for a scene costs nothing. [`AnyMatch::play_nth`] is for simulations. It reports no entry,
/// so the log cannot continue after it, and all card keys change.
pub trait AnyMatch: Numbered + Send + Sync {
    /// The properties that all matches of these rules share.
    fn info(&self) -> &Info;

    /// The setup of this match.
    fn setup(&self) -> &Setup;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seats that must decide now. No viewer may see this value, because seats that decide at the same
    /// time must not learn which of them have answered.
    fn turn(&self) -> Turn;

    /// The result, or `None` while the match runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of asks that this seat has answered. Asks count from zero, so this is also the number of its open or
    /// next ask.
    fn answered(&self, seat: Seat) -> u32;

    /// The open ask of a seat. `None` if the seat is not asked.
    fn ask(&self, seat: Seat) -> Option<Ask>;

    /// The moves offered to a bot in this seat: the legal moves without duplicates that lead to the same state (see
    /// [`rulebook_kernel::Rules::shortlist`]). Empty if the seat is not asked.
    fn offered(&self, seat: Seat) -> Vec<Offer>;

    /// The number of legal moves of a seat.
    fn legal_count(&self, seat: Seat) -> usize;

    /// The texts of the legal moves, in the order of the rules.
    fn legal_texts(&self, seat: Seat) -> Vec<String>;

    /// The text of the `n`th legal move.
    fn nth_text(&self, seat: Seat, n: usize) -> Option<String>;

    /// Checks that `seat` may make this move now.
    ///
    /// # Errors
    /// Returns the reason why the move is not legal, in a sentence for the player.
    fn check(&self, seat: Seat, text: &str) -> Result<(), Illegal>;

    /// The moves that a text means, in the order of play. Usually this is one move. Some games have a notation for a
    /// whole decision of several moves. The result depends only on information that the seat may have.
    ///
    /// # Errors
    /// Returns the reason why the seat may not do this now, in a sentence for the player.
    fn row(&self, seat: Seat, text: &str) -> Result<Vec<String>, Illegal>;

    /// The legal actions with their options, as JSON in the action schema of the game and in the order of the rules.
    /// Empty if the game has no such schema.
    fn actions(&self, seat: Seat) -> Vec<String>;

    /// The text of the move that a gesture of this seat means, even if the move is illegal. [`AnyMatch::row`] reads the
    /// text. `None` if the rules know only the gestures of their offers.
    fn meant(&self, seat: Seat, gesture: &Gesture) -> Option<String>;

    /// The reason why a seat may not make this gesture now, as a sentence. `None` if the gesture is legal, or if the
    /// rules give no reason.
    fn why_not(&self, seat: Seat, gesture: &Gesture) -> Option<String>;

    /// Answers the open ask of a seat.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal, in a sentence for the player. The match is unchanged.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Illegal>;

    /// Plays the `n`th legal move without text, facts or log. Simulations use this method.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal. The match is unchanged.
    fn play_nth(&mut self, seat: Seat, n: usize) -> Result<(), Illegal>;

    /// The scene of a viewer. A seat number that this match does not have gets the scene of a spectator.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Information for a language model in this seat, in addition to the scene.
    fn brief(&self, seat: Seat) -> Brief;

    /// The steps that a viewer saw in an entry.
    fn steps(&self, viewer: Viewer, played: &Played) -> Vec<Step> {
        played.facts.steps(viewer)
    }

    /// Entry zero: the deal. Its digest is computed as if the match had no log.
    fn opening(&self) -> Played;

    /// Starts a log whose header line has this digest. Returns entry zero. The digests of all later entries depend on
    /// it.
    ///
    /// # Errors
    /// Returns an error if a move was played already.
    fn open_log(&mut self, header: Digest) -> Result<Played, Illegal>;

    /// The digest of the last reported entry. `None` before the first entry, and after a move that was not reported.
    fn log_head(&self) -> Option<Digest>;

    /// The commitment to the key, for the header of a log.
    fn commitment(&self) -> Digest;

    /// The key, or `None` while the match runs, because the key reveals every card.
    fn published_key(&self) -> Option<Key>;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// Whether something is unknown to any viewer: a hidden card, a sealed answer, or a future random event. If not,
    /// players learn nothing from a move that they undo.
    fn has_secrets(&self) -> bool;

    /// A random match that looks the same as this match to this viewer. Everything hidden from the viewer is drawn
    /// again.
    fn alike(&self, viewer: Viewer, key: Key) -> Box<dyn AnyMatch>;

    /// Whether both matches look the same to this viewer.
    fn is_alike(&self, other: &dyn AnyMatch, viewer: Viewer) -> bool;

    /// The whole match as bytes for [`AnyRules::load`]. The bytes are secret, because they contain the key.
    fn save(&self) -> Vec<u8>;

    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// The [`crate::Match`] with its type.
    fn as_any(&self) -> &dyn Any;
}
