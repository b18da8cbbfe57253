//! The contract of the card engine: a game is a [`RuleModule`], and one adapter, [`Native`], makes any module a game of
//! the engine, with views, samples, scenes, offers, notation and facts.
//!
//! A module is a pure function of a snapshot before the move and an intent. It has two jobs:
//!
//! * **legality** ([`RuleModule::check`], [`RuleModule::legal`]) reads a [`SeatState`], which contains only what the
//!   acting seat knows. It gives no access to a card that the seat cannot identify.
//! * **consequences** ([`RuleModule::apply`], [`RuleModule::deal`]) read a [`FullState`] and write [`EngineEvent`]s
//!   into a buffer. The adapter applies them in order; a module changes nothing itself.
//!
//! The rules state has two types: a public part, and a private part for each seat. A value derived from a hand
//! belongs in the private part. Piles, buttons and cards are numbers that are looked up once, when the module is
//! built. A move therefore needs no text, no hashing and no allocation.
//!
//! The document's `validate(state, intent)` is `check` followed by `apply`; see [`Native::validate`].

mod ai;
mod apply;
mod board;
mod card;
mod core;
pub mod deal;
mod event;
mod fact;
mod fields;
mod fold;
mod hidden;
pub mod initial;
mod intent;
mod native;
mod notation;
mod observe;
mod pile;
mod rules;
mod shown;
mod staged;
mod state;
pub mod trick;
mod why;

pub use ai::AiSupport;
pub use board::Board;
pub use card::{CARDS, Card, CardSet};
pub use event::{Chance, EngineEvent, EventOf, Events, Happened, RECENT, Recent, Row, Visibility};
pub use fact::Fact;
pub use fields::Fields;
pub use hidden::View;
pub use intent::{Action, ActionSet, Candidates, Cards, Intent, MOST_CARDS};
pub use native::{ModuleState, Native};
pub use pile::{CardId, Pile, Piles, SeatPiles};
pub use shown::Shown;
pub use state::{FullState, Play, SeatState};
pub use why::Why;

use rulebook_kernel::{GameOption, Illegal, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;

/// A plain data value that can be part of a state.
pub trait Plain: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// The properties that all matches of a module share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The id of the game.
    pub id: &'static str,
    /// The name of the game that players see.
    pub name: &'static str,
    /// The minimum number of seats. The maximum is the number of players in the initial state.
    pub min_seats: usize,
    /// The version of the rules. Raise it whenever the same moves could give other facts.
    pub semantics: u32,
    /// Maximum number of intents in a match.
    pub max_moves: u32,
    /// The options that the host can choose before the start.
    pub options: Vec<GameOption>,
}

/// The rules of one card game.
pub trait RuleModule: Sized + Send + Sync + Debug + 'static {
    /// The public part of the rules state. Keep it small, because every change writes all of it.
    type Public: Plain;
    /// The part of the rules state that is private to one seat. `()` for most games.
    type Private: Plain + Default;
    /// A line of the recap as data: who did what. [`RuleModule::words`] puts it into words.
    type Note: Plain;

    /// The initial state (card engine 6.1), embedded: `include_str!("…/initial-state.json")`.
    const INITIAL: &'static str;
    /// The buttons: id and label. At most 128. `start-game` is not one of them.
    const ACTIONS: &'static [(&'static str, &'static str)];

    /// The properties that all matches share.
    fn about() -> About;

    /// Builds the module and looks up all its piles.
    fn build(piles: &Piles<'_>) -> Self;

    /// The rules state before the first deal.
    fn initial(&self, setup: &Setup) -> Self::Public;

    /// Checks whether the current player may make this move. The engine has already checked the following (card
    /// engine 2.1):
    ///
    /// * it is this seat's turn, and a hand is in progress;
    /// * the piles exist and differ;
    /// * the seat knows that the cards lie in the source pile.
    ///
    /// # Errors
    /// The reason why the move is illegal, as a sentence for the player.
    fn check(&self, state: &SeatState<'_, Self>, intent: &Intent) -> Result<(), Illegal>;

    /// Adds every intent that `check` accepts, each once and in a fixed order. People choose from this list. See
    /// [`filter`].
    fn legal(&self, state: &SeatState<'_, Self>, into: &mut Vec<Intent>);

    /// Adds the candidates for bots: whole melds, without the single cards that make them up. Each candidate is a row
    /// of intents that are legal in order. By default, each legal intent is a candidate.
    fn candidates(&self, state: &SeatState<'_, Self>, into: &mut Candidates) {
        into.fill(|intents| self.legal(state, intents));
    }

    /// Writes the consequences of a legal intent.
    fn apply(&self, state: &FullState<'_, Self>, play: &Play<'_>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// Writes the consequences of `start-game`, which deals the next hand. It must set a current player. The engine
    /// shuffles the piles marked `shuffle` only before the first deal: see [`deal::fresh_deck`].
    fn deal(&self, state: &FullState<'_, Self>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// The outcome if the match ended now, between two hands. By default the player with the most points leads.
    fn outcome_between_hands(&self, state: &FullState<'_, Self>) -> Outcome {
        Outcome::highest(state.scores(), "the hand is over")
    }

    /// For a sampled state: a possible private part for a seat that holds these cards. Derive it from what the seat
    /// knows in `state`. If it contains a choice, draw it at random.
    fn refill(&self, state: &FullState<'_, Self>, seat: Seat, chance: &mut Chance<'_>) -> Self::Private {
        let _ = (state, seat, chance);
        Self::Private::default()
    }

    /// Checks that a loaded state belongs to this game. A state that passes can be played on without a panic. The
    /// engine has already checked the table, the current player and the result.
    ///
    /// # Errors
    /// A description of the fault.
    fn validate_state(&self, state: &FullState<'_, Self>) -> Result<(), &'static str>;

    /// Adds the rules state that a seat knows, as fields for learning programs. The fields and their order do not
    /// depend on the state, and writing them does not allocate. The engine adds cards, points and turns itself.
    fn fields(&self, state: &SeatState<'_, Self>, fields: &mut Fields<'_, '_>);

    /// The text of a note.
    fn words(&self, note: &Self::Note) -> String;

    /// The question to the current player.
    fn prompt(&self, shown: &Shown<'_, Self>) -> String;

    /// The name of the current phase of the game, if it has one.
    fn phase(&self, shown: &Shown<'_, Self>) -> Option<String> {
        let _ = shown;
        None
    }

    /// The scoreboards that this viewer sees.
    fn scoreboards(&self, shown: &Shown<'_, Self>) -> Vec<Scoreboard> {
        shown.plain_scores()
    }

    /// The text of a move: `play the queen of hearts`.
    fn label(&self, shown: &Shown<'_, Self>, intent: &Intent) -> String {
        shown.plain_label(intent)
    }

    /// The kind of a move that clients treat specially: passing, taking back a pick, ending a decision.
    fn offer_kind(&self, shown: &Shown<'_, Self>, intent: &Intent) -> OfferKind {
        let _ = (shown, intent);
        OfferKind::Act
    }

    /// The seat that laid the card at this position of a pile, counted from the bottom. `None` unless players want to
    /// see it, as in a trick.
    fn laid_by(&self, shown: &Shown<'_, Self>, pile: Pile, nth: usize) -> Option<Seat> {
        let _ = (shown, pile, nth);
        None
    }

    /// Facts for AI seats (card engine 8.7). They are objective, contain only what this viewer sees, and give no
    /// advice.
    fn facts(&self, shown: &Shown<'_, Self>) -> Vec<(&'static str, String)> {
        let _ = shown;
        Vec::new()
    }
}

/// Removes every intent added since `from` that `check` rejects (card engine 8.4). The list and the check then cannot
/// disagree.
///
/// ```ignore
/// fn legal(&self, state: &SeatState<'_, Self>, into: &mut Vec<Intent>) {
///     let from = into.len();
///     into.extend(state.set(hand).iter().map(|card| Intent::card(hand, table, card)));
///     filter(self, state, into, from);
/// }
/// ```
pub fn filter<M: RuleModule>(module: &M, state: &SeatState<'_, M>, into: &mut Vec<Intent>, from: usize) {
    retain(into, from, |intent| module.check(state, intent).is_ok());
}

/// Removes every intent added since `from` that `keep` rejects. For a game whose check returns a [`Why`] instead of
/// text.
pub fn retain(into: &mut Vec<Intent>, from: usize, mut keep: impl FnMut(&Intent) -> bool) {
    let mut kept = from;
    for at in from..into.len() {
        if keep(&into[at]) {
            into.swap(kept, at);
            kept += 1;
        }
    }
    into.truncate(kept);
}
