//! The traits that a game implements, and the types that describe a game.

use crate::{Digest, Draws, MoveTraits, Outcome, Policy, Rng, Seat, Sink, Turn};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// The properties of a game that are equal in all its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The id of the game.
    pub id: String,
    /// The name shown to players.
    pub name: String,
    /// The minimum number of seats.
    pub min_seats: usize,
    /// The maximum number of seats.
    pub max_seats: usize,
    /// The digest of everything that decides how the game plays: of the rules file, or of the rules in the engine.
    pub source: Digest,
    /// The version of the rules engine. It goes up whenever the same moves could give other facts. An engine continues
    /// only match logs of its own version.
    pub semantics: u32,
    /// The maximum number of decisions in a match.
    pub max_moves: u32,
    /// Whether fewer points are better. This matters only for a single player or a single team. In other games, the
    /// places of the outcome show the winner.
    pub few_points: bool,
    /// The options that can be chosen before the start.
    pub options: Vec<GameOption>,
}

/// An option with a few named values. It is chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// The name in [`Setup::options`].
    pub name: String,
    /// The allowed values. The first is the default.
    pub values: Vec<String>,
}

impl Info {
    /// Checks whether a match can start with this setup. [`Rules::start`] relies on this check.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the setup.
    pub fn admits(&self, setup: &Setup) -> Result<(), Illegal> {
        if !(self.min_seats..=self.max_seats).contains(&setup.seats) {
            let range = match (self.min_seats, self.max_seats) {
                (1, 1) => "1 seat".to_owned(),
                (min, max) if min == max => format!("{min} seats"),
                (min, max) => format!("{min} to {max} seats"),
            };
            return Err(Illegal::new(format!("{} has {range}, not {}", self.name, setup.seats)));
        }
        for (name, value) in &setup.options {
            let Some(option) = self.options.iter().find(|option| option.name == *name) else {
                return Err(Illegal::new(format!("{} has no option {name:?}", self.name)));
            };
            if !option.values.contains(value) {
                let values = option.values.join(", ");
                return Err(Illegal::new(format!("option {name:?} is one of {values}, not {value:?}")));
            }
        }
        Ok(())
    }
}

/// The choices made before the start of a match: the number of seats and the options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// The number of seats.
    pub seats: usize,
    /// Options by name. A missing option has its default value.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// A setup with this number of seats and default options.
    #[must_use]
    pub fn seats(seats: usize) -> Setup {
        Setup { seats, options: BTreeMap::new() }
    }

    /// The setup with this option set.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Setup {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The value of an option: the chosen value, or its default.
    #[must_use]
    pub fn option<'a>(&'a self, info: &'a Info, name: &str) -> Option<&'a str> {
        let default = || info.options.iter().find(|option| option.name == name)?.values.first();
        self.options.get(name).or_else(default).map(String::as_str)
    }
}

/// The reason why a move or a setup is refused, as one sentence for the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(Cow<'static, str>);

impl Illegal {
    /// An error with this reason.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal(reason.into())
    }

    /// The reason as text.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}

/// The error for a loaded value that is not a state of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt(Cow<'static, str>);

impl Corrupt {
    /// An error with this reason.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Corrupt {
        Corrupt(reason.into())
    }
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Corrupt {}

/// The rules of one game. They are immutable and shared between threads and matches.
pub trait Rules: Send + Sync + 'static {
    /// A match at one moment, as a plain value. It is complete even while an effect waits for a decision. `clone_from`
    /// should reuse buffers, because a search copies states all the time.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One atomic decision of one seat.
    type Move: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// Something that happened, and the viewers who learn it.
    type Fact: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The properties that all matches of the game share.
    fn info(&self) -> &Info;

    /// Whether anything in a match is random, such as a deal or a die. If not, the key of a match is useless: there is
    /// no deal to verify or to repeat.
    fn is_dealt(&self) -> bool {
        true
    }

    /// Returns the state at the first decision, for example after the deal. [`Info::admits`] has accepted `setup`.
    fn start<S: Sink<Self::Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> Self::State;

    /// Checks whether a loaded value is a state of this game. Play from an accepted state never panics.
    ///
    /// # Errors
    /// Returns the first thing that is wrong with the state.
    fn validate_state(&self, state: &Self::State) -> Result<(), Corrupt>;

    /// The number of seats in this match.
    fn seats(&self, state: &Self::State) -> usize;

    /// The seats that are due, or the outcome if the game is over.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Adds the legal moves of a seat to `into`, in a fixed order and without duplicates. A seat that is due has at
    /// least one move; any other seat has none. The moves depend only on what the seat may know.
    fn moves(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Move>);

    /// Adds the moves that a bot considers to `into`: by default all of [`Rules::moves`]. A game may leave out moves
    /// that are equivalent to another move. For example, one move for a whole meld replaces the moves that lay it card
    /// by card. A seat that is due has at least one move. There are no duplicates, and the moves depend only on what
    /// the seat may know.
    fn shortlist(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Move>) {
        self.moves(state, seat, into);
    }

    /// Draws one of the moves of [`Rules::shortlist`], all with the same probability. `None` if there is no move.
    /// `buffer` is for lists of moves; its content before and after the call is meaningless. A game may draw a move
    /// without listing the others.
    fn pick_random(
        &self,
        state: &Self::State,
        seat: Seat,
        draws: &mut Draws,
        buffer: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        buffer.clear();
        self.shortlist(state, seat, buffer);
        (!buffer.is_empty()).then(|| buffer.swap_remove(draws.below(buffer.len() as u32) as usize))
    }

    /// Drops the *lore* of a state: everything that only views need, such as who knows which card. Playouts drop it,
    /// because they make no views. From then on, the same moves give the same options and outcomes in less time. A
    /// state without lore has no views, and it must not be stored. By default nothing is dropped.
    fn drop_lore(&self, state: &mut Self::State) {
        let _ = state;
    }

    /// The outcome if the match ended now, between two hands. `None` during a hand, or if the game has no hands. A
    /// search may stop between hands, because random play of the next hand is no evidence about this hand.
    fn outcome_between_hands(&self, state: &Self::State) -> Option<Outcome> {
        let _ = state;
        None
    }

    /// The outcome if the match ended now, in games that give points at any time. `None` in other games. A search uses
    /// it if the end of the match is too far away.
    fn outcome_if_ended_now(&self, state: &Self::State) -> Option<Outcome> {
        let _ = state;
        None
    }

    /// Makes a legal move inside a search. If the move ends a hand, returns [`Rules::outcome_between_hands`]. In that
    /// case the next hand may not be dealt yet, so the caller must not use the state again.
    fn play_in_playout<S: Sink<Self::Fact>>(
        &self,
        state: &mut Self::State,
        seat: Seat,
        mv: &Self::Move,
        out: &mut S,
    ) -> Option<Outcome> {
        self.play(state, seat, mv, out);
        self.outcome_between_hands(state)
    }

    /// The learned policy of the game. Searches play by it instead of at random. `None` if there is none.
    fn policy(&self) -> Option<&Policy> {
        None
    }

    /// Writes the traits of these moves of a seat that is due, in the same order. The state may have no lore. By
    /// default nothing is written, and then no policy can be learned.
    fn move_traits(&self, state: &Self::State, seat: Seat, moves: &[Self::Move], into: &mut MoveTraits) {
        let _ = (state, seat, moves, into);
    }

    /// Checks whether a move is legal. It accepts exactly the moves that [`Rules::moves`] lists. A concession is the
    /// only exception: a game may accept it from a due seat without listing it, so that random play does not concede.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal.
    fn check(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Result<(), Illegal>;

    /// Makes a legal move and continues until a seat is due or the game is over. The caller has called `check`.
    ///
    /// When several seats are due, each answer is sealed. Until the last seat has answered, no view of another seat
    /// changes and no fact is reported.
    fn play<S: Sink<Self::Fact>>(&self, state: &mut Self::State, seat: Seat, mv: &Self::Move, out: &mut S);
}

/// Moves as text, for logs and for players who type their moves.
pub trait Notation: Rules {
    /// The text of a legal move. Two legal moves of a seat never have the same text. Equal views give equal texts.
    fn text(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> String;

    /// Returns the move with this text. The text is untrusted, and the returned move can be illegal: call
    /// [`Rules::check`] next.
    ///
    /// # Errors
    /// Returns the reason why the text is not a move.
    fn parse(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Illegal>;
}

/// Rules whose facts are complete enough to rebuild the table.
pub trait Fold: Rules {
    /// The part of a state that the facts rebuild.
    type Folded: Eq + Debug;
    /// Returns the part of this state that the facts rebuild.
    fn folded(&self, state: &Self::State) -> Self::Folded;
    /// Rebuilds that part of the state from the setup and all facts since the start.
    fn fold(&self, setup: &Setup, facts: &[Self::Fact]) -> Self::Folded;
}

/// The outcome, or `None` while the game runs.
pub fn outcome<R: Rules>(rules: &R, state: &R::State) -> Option<Outcome> {
    match rules.turn(state) {
        Turn::Over(outcome) => Some(outcome),
        Turn::Seats(_) => None,
    }
}
