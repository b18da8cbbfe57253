//! The traits of games and matches without their types, for rooms, servers, the command line and other languages.
//!
//! Only seats, move texts, scenes, steps and bytes cross this boundary, never a state or a view. A generic bot reaches
//! the typed match with [`AnyMatch::as_any`] and [`crate::Match`].

use crate::{Brief, Declares, Facts, Numbered, Played};
use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Key, Outcome, Seat, Setup, Turn, Viewer};
use rulebook_scene::{Ask, Gesture, Offer, Scene, Step};
use std::any::Any;

/// Maximum length of a move text in bytes. Longer texts are refused without being parsed.
pub const MAX_MOVE_TEXT: usize = 4096;

/// The rules of a game, without their type.
pub trait AnyRules: Send + Sync {
    /// The properties shared by all matches.
    fn info(&self) -> &Info;

    /// Whether the key of a match decides anything in it. See [`rulebook_kernel::Rules::is_dealt`].
    fn is_dealt(&self) -> bool {
        true
    }

    /// A new match.
    ///
    /// # Errors
    /// Why a match cannot start with this setup: see [`Info::admits`].
    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal>;

    /// Loads a match from [`AnyMatch::save`]. The bytes are untrusted.
    ///
    /// # Errors
    /// Why the bytes are not a match of this game.
    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// Loads a match that was saved under another `semantics` number of the same rules. It continues under the present
    /// one, and its log continues after `head` with a line that says so.
    ///
    /// # Errors
    /// Why these rules cannot continue the match.
    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt>;

    /// Reads facts from the JSON array of a log, to show a match that this engine cannot replay. The facts are
    /// well-formed, not proven. Show them only if the log is your own or was verified.
    ///
    /// # Errors
    /// Why these are not facts of this game.
    fn facts(&self, json: &str) -> Result<Facts, Corrupt>;

    /// The properties of the rules that other files of the game must agree with.
    fn declares(&self) -> Declares {
        Declares::default()
    }

    /// The typed [`crate::Hosted`], for code that pairs rules with bots.
    fn as_any(&self) -> &dyn Any;
}

/// A match without the type of its rules.
///
/// Card keys follow what a viewer saw since its first scene, and are updated with its next scene. A viewer who never
/// looks costs nothing. [`AnyMatch::play_nth`] is for simulations: it reports nothing, so the log ends there and all
/// card keys change.
pub trait AnyMatch: Numbered + Send + Sync {
    /// The properties shared by all matches of these rules.
    fn info(&self) -> &Info;

    /// The setup of this match.
    fn setup(&self) -> &Setup;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seats that must decide now. For the host only: seats that decide simultaneously must not learn who has
    /// answered.
    fn turn(&self) -> Turn;

    /// The result, or `None` while the match runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of asks this seat has answered, which is the number of its open or next ask.
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

    /// Checks whether `seat` may make this move now.
    ///
    /// # Errors
    /// The reason why not, in a sentence for the player.
    fn check(&self, seat: Seat, text: &str) -> Result<(), Illegal>;

    /// The texts of the moves that a text stands for, to be played in order: the text itself, or all moves of a whole
    /// decision if the game has a notation for it. The result depends only on what the seat may know.
    ///
    /// # Errors
    /// The reason why the seat may not do this now, in a sentence for the player.
    fn row(&self, seat: Seat, text: &str) -> Result<Vec<String>, Illegal>;

    /// The legal moves as JSON of the action schema of the game, in the order of the rules. Empty if the game has no
    /// such schema.
    fn actions(&self, seat: Seat) -> Vec<String>;

    /// Why a seat may not make this gesture now, in a sentence of the rules. `None` if it may, or if the rules cannot
    /// say.
    fn why_not(&self, seat: Seat, gesture: &Gesture) -> Option<String>;

    /// Answers the open ask of a seat.
    ///
    /// # Errors
    /// Why the move is illegal, in a sentence for the player. The match is unchanged.
    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Illegal>;

    /// Plays the `n`th legal move without text, facts or log. For simulations.
    ///
    /// # Errors
    /// Why the move is illegal. The match is unchanged.
    fn play_nth(&mut self, seat: Seat, n: usize) -> Result<(), Illegal>;

    /// The scene of a viewer. A seat that does not take part sees what a spectator sees.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Information for a language model in this seat, in addition to the scene.
    fn brief(&self, seat: Seat) -> Brief;

    /// The steps of an entry that a viewer saw.
    fn steps(&self, viewer: Viewer, played: &Played) -> Vec<Step> {
        played.facts.steps(viewer)
    }

    /// Entry zero: the deal. Its digest is that of a match without a log.
    fn opening(&self) -> Played;

    /// Starts a log whose header line has this digest. Returns entry zero and chains all later entries to it.
    ///
    /// # Errors
    /// If a move was played already.
    fn open_log(&mut self, header: Digest) -> Result<Played, Illegal>;

    /// The digest of the last reported entry. `None` before the first entry and after a silent move.
    fn log_head(&self) -> Option<Digest>;

    /// The commitment to the key, for the header of a log.
    fn commitment(&self) -> Digest;

    /// The key, or `None` while the match runs, because the key reveals every card.
    fn published_key(&self) -> Option<Key>;

    /// The digest of the state.
    fn digest(&self) -> Digest;

    /// Whether any viewer lacks information: a hidden card, a sealed answer, or chance to come. If not, taking a move
    /// back reveals nothing.
    fn has_secrets(&self) -> bool;

    /// A random match that this viewer cannot tell from this one. Everything hidden from the viewer is drawn again.
    fn alike(&self, viewer: Viewer, key: Key) -> Box<dyn AnyMatch>;

    /// Whether this viewer knows the same in both matches.
    fn is_alike(&self, other: &dyn AnyMatch, viewer: Viewer) -> bool;

    /// The whole match as bytes for [`AnyRules::load`]. Secret, because it contains the key.
    fn save(&self) -> Vec<u8>;

    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// The typed [`crate::Match`].
    fn as_any(&self) -> &dyn Any;
}
