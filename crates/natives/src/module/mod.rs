//! The interface between a card game and the engine. A game is a [`RuleModule`]. One adapter, [`Native`], gives every
//! module views, samples, scenes, offers, notation and facts.
//!
//! A module is a pure function of the state before a move and an intent. It has two tasks:
//!
//! * **legality** ([`RuleModule::check`], [`RuleModule::legal`]) reads a [`SeatState`], which contains only what the
//!   acting seat knows. It gives no access to a card that the seat does not know.
//! * **consequences** ([`RuleModule::apply`], [`RuleModule::deal`]) read a [`FullState`] and write [`EngineEvent`]s
//!   into a buffer. The adapter applies them in order. A module does not change a state itself.
//!
//! The rules state has a public part, and a private part for each seat. A value that depends on a hand belongs in the
//! private part. Piles, buttons and cards are numbers. Their names are looked up once, when the module is built. So a
//! move needs no text, no hashing and no allocation.
//!
//! The `validate(state, intent)` of the card-engine document is `check` followed by `apply`: see [`Native::validate`].

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
mod groups;
mod hidden;
mod illegal_reason;
pub mod initial;
mod intent;
mod joint_moves;
mod move_traits;
mod native;
mod notation;
mod observe;
mod pile;
mod rules;
mod shown;
mod staged;
mod state;
pub mod trick;

pub use ai::AiSupport;
pub use board::Board;
pub use card::{CARDS, Card, CardSet};
pub use event::{Chance, EngineEvent, EventOf, Events, PastEvent, RECENT, Recent, Row, Visibility};
pub use fact::Fact;
pub use fields::Fields;
pub use hidden::View;
pub use illegal_reason::IllegalReason;
pub use intent::{Action, ActionSet, Candidates, Cards, Intent, MOST_COPIES};
pub use joint_moves::{JointMoves, cards_in};
pub use native::{ModuleState, Native};
pub use pile::{CardId, Pile, Piles, SeatPiles};
pub use shown::Shown;
pub use state::{FullState, Play, SeatState};

use initial::{Initial, same_cards};
use rulebook_kernel::{GameOption, Illegal, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::hash::Hash;

/// Plain data that can be part of a state.
pub trait Plain: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// The properties that all matches of a module share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The id of the game.
    pub id: &'static str,
    /// The name shown to players.
    pub name: &'static str,
    /// The minimum number of seats. The maximum is the number of players in the initial state.
    pub min_seats: usize,
    /// The version of the rules. Raise it whenever the same moves could give other facts.
    pub semantics: u32,
    /// The maximum number of moves in a match.
    pub max_moves: u32,
    /// The options that the host can choose before the start.
    pub options: Vec<GameOption>,
}

/// The rules of one card game.
pub trait RuleModule: Sized + Send + Sync + Debug + 'static {
    /// The public part of the rules state. Keep it small, because every change writes the whole value.
    type Public: Plain;
    /// The part of the rules state that is private to one seat. `()` for most games.
    type Private: Plain + Default;
    /// An event for the recap, as data. [`RuleModule::words`] puts it into words.
    type Note: Plain;

    /// The text of the initial state (card engine 6.1): `include_str!("…/initial-state.json")`.
    const INITIAL: &'static str;
    /// The buttons, each with its id and label. There are at most 128. `start-game` is not one of them.
    const ACTIONS: &'static [(&'static str, &'static str)];

    /// Whether legality reads cards that a seat remembers but does not see, or the rules change the visibility of a
    /// pile. If not, playouts drop all memory (see [`rulebook_kernel::Rules::drop_lore`]).
    const KEEPS_LORE: bool = false;

    /// The properties that all matches share.
    fn about() -> About;

    /// Builds the module and looks up all its piles.
    fn build(piles: &Piles<'_>) -> Self;

    /// Checks that the module can be played from another initial state with the same piles. By default the cards must
    /// be the same, and there may be fewer players. `own` is the embedded initial state.
    ///
    /// # Errors
    /// The reason, as a sentence.
    fn admits(initial: &Initial, own: &Initial) -> Result<(), String> {
        same_cards(initial, own)
    }

    /// The public rules state before the first deal.
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

    /// Adds every intent that `check` accepts, each once and in a fixed order. People choose from this list. [`filter`]
    /// helps to write it.
    fn legal(&self, state: &SeatState<'_, Self>, into: &mut Vec<Intent>);

    /// Adds the candidates for bots, for example whole melds instead of the single cards in them. Each candidate is a
    /// row of intents that are legal one after the other. By default, each legal intent is a candidate.
    fn candidates(&self, state: &SeatState<'_, Self>, into: &mut Candidates) {
        into.fill(|intents| self.legal(state, intents));
    }

    /// In some games a player may name several cards in one move, but the cards are moved one at a time. This returns
    /// the pile to which the next card goes. Usually this is `to`. `None` if the game does not take a group card by
    /// card between these piles. The engine finds an order in which all cards of a group are legal moves.
    fn next_of_group(&self, state: &SeatState<'_, Self>, from: Pile, to: Pile) -> Option<Pile> {
        let _ = (state, from, to);
        None
    }

    /// The ways to play cards of several piles in one move, such as a card of the hand and the cards of the table that
    /// it takes. Each way is a row of intents that plays exactly these cards. The engine accepts the move if there is
    /// exactly one such way, and all its steps are legal. `None` if the game has no such moves.
    ///
    /// The inner error is the reason why these cards cannot be played together, as a sentence for the player.
    fn joint_moves(&self, state: &SeatState<'_, Self>, cards: &[(Pile, Card)], to: Pile) -> Option<JointMoves> {
        let _ = (state, cards, to);
        None
    }

    /// Writes the consequences of a legal intent.
    fn apply(&self, state: &FullState<'_, Self>, play: &Play<'_>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// Writes the consequences of `start-game`, which deals the next hand. It must set a current player. The engine
    /// shuffles the piles marked `shuffle` only before the first deal. For later deals, see [`deal::fresh_deck`].
    fn deal(&self, state: &FullState<'_, Self>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// The outcome if the match ended now, between two hands. By default the player with the most points leads.
    fn outcome_between_hands(&self, state: &FullState<'_, Self>) -> Outcome {
        Outcome::highest(state.scores(), "the hand is over")
    }

    /// Makes up a private rules state for a seat in a sampled state. Derive it from the cards of the seat and
    /// everything else it knows. If the private state contains a choice of the player, draw it at random.
    fn refill(&self, state: &FullState<'_, Self>, seat: Seat, chance: &mut Chance<'_>) -> Self::Private {
        let _ = (state, seat, chance);
        Self::Private::default()
    }

    /// Checks that a loaded state belongs to this game. If the check accepts a state, a match can continue from it
    /// without a panic. The engine has already checked the table, the current player and the result.
    ///
    /// # Errors
    /// A description of the mistake.
    fn validate_state(&self, state: &FullState<'_, Self>) -> Result<(), &'static str>;

    /// Adds the part of the rules state that a seat knows, as fields for machine learning. The fields and their order
    /// do not depend on the state. The function must not allocate memory. The engine adds cards, points and turns
    /// itself.
    fn fields(&self, state: &SeatState<'_, Self>, fields: &mut Fields<'_, '_>);

    /// The text of a note.
    fn words(&self, note: &Self::Note) -> String;

    /// The question or instruction for the current player.
    fn prompt(&self, shown: &Shown<'_, Self>) -> String;

    /// The name of the current phase of the game. `None` if the game has no phases.
    fn phase(&self, shown: &Shown<'_, Self>) -> Option<String> {
        let _ = shown;
        None
    }

    /// The scoreboards that this viewer sees.
    fn scoreboards(&self, shown: &Shown<'_, Self>) -> Vec<Scoreboard> {
        shown.plain_scores()
    }

    /// The label of a move: `play the queen of hearts`.
    fn label(&self, shown: &Shown<'_, Self>, intent: &Intent) -> String {
        shown.plain_label(intent)
    }

    /// The kind of a move, for clients that show some kinds differently: passing, taking back a pick, ending a
    /// decision.
    fn offer_kind(&self, shown: &Shown<'_, Self>, intent: &Intent) -> OfferKind {
        let _ = (shown, intent);
        OfferKind::Act
    }

    /// The seat that laid the card at this position of a pile, counted from the bottom. Return it only if players want
    /// to see it, as in a trick. Otherwise return `None`.
    fn laid_by(&self, shown: &Shown<'_, Self>, pile: Pile, nth: usize) -> Option<Seat> {
        let _ = (shown, pile, nth);
        None
    }

    /// Statements about the match for AI seats (card engine 8.7). They are objective, contain only what this viewer
    /// sees, and give no advice.
    fn facts(&self, shown: &Shown<'_, Self>) -> Vec<(&'static str, String)> {
        let _ = shown;
        Vec::new()
    }
}

/// Removes every intent at index `from` or later that `check` rejects (card engine 8.4). So the list and the check
/// always agree.
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

/// Removes every intent at index `from` or later that `keep` rejects. A game whose check returns an [`IllegalReason`],
/// so that no text is built for rejected intents, calls this function instead of [`filter`].
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
