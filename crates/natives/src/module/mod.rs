//! The contract of the card engine: a game is a [`RuleModule`], and one adapter, [`Native`], makes any module a game of
//! the engine, with views, samples, scenes, offers, notation and facts.
//!
//! A module is a pure function of a snapshot before the move and an intent. It answers twice:
//!
//! * **legality** ([`RuleModule::check`], [`RuleModule::legal`]) sees a [`SeatState`]: what the acting seat knows, and
//!   nothing else. There is no way from it to a card that the seat cannot name.
//! * **consequences** ([`RuleModule::apply`], [`RuleModule::deal`]) see a [`FullState`] and write [`EngineEvent`]s into a
//!   buffer. The adapter applies them in order; a module changes nothing itself.
//!
//! The rules state has a public part and a part for each seat, as types: what is derived from a hand has a place where
//! nobody else finds it. Piles, buttons and cards are numbers that were looked up when the module was built; a move
//! needs no text, no hash and no allocation.
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

/// A plain value that can be a part of a state.
pub trait Plain: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Plain for T {}

/// What is true of every match of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The id by which the game is found.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The fewest seats; the most are the players of the initial state.
    pub min_seats: usize,
    /// Raised whenever the same moves could give other facts.
    pub semantics: u32,
    /// Every match ends within this many intents.
    pub max_moves: u32,
    /// What can be chosen before the start.
    pub options: Vec<GameOption>,
}

/// The rules of one card game.
pub trait RuleModule: Sized + Send + Sync + Debug + 'static {
    /// The part of the rules state that everybody knows. Small: it is written whole at every change.
    type Public: Plain;
    /// The part that one seat alone knows; `()` for most games.
    type Private: Plain + Default;
    /// A line of the recap, as data: who did what. Put into words by [`RuleModule::words`].
    type Note: Plain;

    /// The initial state (card engine 6.1), embedded: `include_str!("…/initial-state.json")`.
    const INITIAL: &'static str;
    /// The buttons: id and label. `start-game` is not among them. At most 128.
    const ACTIONS: &'static [(&'static str, &'static str)];

    /// What is true of every match.
    fn about() -> About;

    /// The module with all its piles looked up.
    fn build(piles: &Piles<'_>) -> Self;

    /// The rules state before the first deal.
    fn initial(&self, setup: &Setup) -> Self::Public;

    /// May the current player do this? The engine has made sure that it is this seat's turn, that the hand is dealt and
    /// not over, that the piles exist and differ, and that the seat knows the cards to lie there (card engine 2.1).
    ///
    /// # Errors
    /// Why not, in a sentence for the player.
    fn check(&self, state: &SeatState<'_, Self>, intent: &Intent) -> Result<(), Illegal>;

    /// Everything that `check` accepts, each once, in a fixed order: what people are offered. See [`filter`].
    fn legal(&self, state: &SeatState<'_, Self>, into: &mut Vec<Intent>);

    /// What bots are offered: whole melds, without the single cards that they are made of. Each candidate is a row of
    /// intents, every one legal when its turn comes. By default every legal intent by itself.
    fn candidates(&self, state: &SeatState<'_, Self>, into: &mut Candidates) {
        into.fill(|intents| self.legal(state, intents));
    }

    /// The consequences of a legal intent.
    fn apply(&self, state: &FullState<'_, Self>, play: &Play<'_>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// The consequences of `start-game`: the next hand is dealt. Must name a current player. The piles marked `shuffle`
    /// were shuffled before the first deal, and only then: see [`deal::fresh_deck`].
    fn deal(&self, state: &FullState<'_, Self>, chance: &mut Chance<'_>, events: &mut Events<Self>);

    /// Between two hands: how the match would end now. By default whoever has most points is ahead.
    fn outcome_between_hands(&self, state: &FullState<'_, Self>) -> Outcome {
        Outcome::highest(state.scores(), "the hand is over")
    }

    /// For a sampled state: what a seat could have as its private part, with these cards. Derived from what the seat
    /// knows in `state`; drawn, where it is a choice.
    fn refill(&self, state: &FullState<'_, Self>, seat: Seat, chance: &mut Chance<'_>) -> Self::Private {
        let _ = (state, seat, chance);
        Self::Private::default()
    }

    /// Is a loaded state one of this game? Whatever passes is played on without a panic. The table, the current player
    /// and the result were looked at.
    ///
    /// # Errors
    /// What is wrong.
    fn validate_state(&self, state: &FullState<'_, Self>) -> Result<(), &'static str>;

    /// What a seat knows of the rules state, as fields for learning programs: the same fields in the same order whatever
    /// the state, made without allocating. Cards, points and turns are told by the engine.
    fn fields(&self, state: &SeatState<'_, Self>, fields: &mut Fields<'_, '_>);

    /// A note in words.
    fn words(&self, note: &Self::Note) -> String;

    /// What the current player is asked.
    fn prompt(&self, shown: &Shown<'_, Self>) -> String;

    /// The named part of the game that is going on.
    fn phase(&self, shown: &Shown<'_, Self>) -> Option<String> {
        let _ = shown;
        None
    }

    /// The tables of numbers, for this viewer.
    fn scoreboards(&self, shown: &Shown<'_, Self>) -> Vec<Scoreboard> {
        shown.plain_scores()
    }

    /// A move in words: `play the queen of hearts`.
    fn label(&self, shown: &Shown<'_, Self>, intent: &Intent) -> String {
        shown.plain_label(intent)
    }

    /// What a move is for, if clients treat it in a special way: passing, taking a pick back, ending a decision.
    fn offer_kind(&self, shown: &Shown<'_, Self>, intent: &Intent) -> OfferKind {
        let _ = (shown, intent);
        OfferKind::Act
    }

    /// Who laid the card at this place of a pile, from the bottom, where people want to see it: in a trick.
    fn laid_by(&self, shown: &Shown<'_, Self>, pile: Pile, nth: usize) -> Option<Seat> {
        let _ = (shown, pile, nth);
        None
    }

    /// Facts for AI seats (card engine 8.7): objective, and no more than this viewer sees. No advice.
    fn facts(&self, shown: &Shown<'_, Self>) -> Vec<(&'static str, String)> {
        let _ = shown;
        Vec::new()
    }
}

/// Candidates and a filter (card engine 8.4): keeps of what was added since `from` only what `check` accepts, so that the
/// list and the check cannot disagree.
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

/// Keeps of what was added since `from` only what passes: for a game whose check says [`Why`] without words.
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
