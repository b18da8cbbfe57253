//! The contract between a game and everything that runs games.

use crate::{Digest, Outcome, Rng, Seat, Sink, Turn};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// What is true of every match of some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The id by which the game is found.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The fewest seats.
    pub min_seats: usize,
    /// The most seats.
    pub max_seats: usize,
    /// Digest of everything that decides how it plays: of the rules file, or of the engine's own rules.
    pub source: Digest,
    /// Raised whenever the same moves could give other facts. A match log is verified by engines with its number.
    pub semantics: u32,
    /// Every match ends within this many decisions.
    pub max_moves: u32,
    /// Are few points good? It matters where somebody plays alone, or all play together: elsewhere the places tell.
    pub few_points: bool,
    /// What can be chosen before the start.
    pub options: Vec<GameOption>,
}

/// A choice made before the start: one of a few named values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name in [`Setup::options`].
    pub name: String,
    /// What may be chosen; the first is the default.
    pub values: Vec<String>,
}

impl Info {
    /// Can a match begin like this? [`Rules::start`] may rely on it.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
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

/// What is decided before the start of one match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats take part.
    pub seats: usize,
    /// Options by name; what is missing takes its default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// So many seats, default options.
    #[must_use]
    pub fn seats(seats: usize) -> Setup {
        Setup { seats, options: BTreeMap::new() }
    }

    /// With an option set.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Setup {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The value of an option: as chosen, else its default.
    #[must_use]
    pub fn option<'a>(&'a self, info: &'a Info, name: &str) -> Option<&'a str> {
        let default = || info.options.iter().find(|option| option.name == name)?.values.first();
        self.options.get(name).or_else(default).map(String::as_str)
    }
}

/// Why a player may not do that: one sentence for the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illegal(Cow<'static, str>);

impl Illegal {
    /// A reason.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal(reason.into())
    }

    /// The reason.
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

/// A loaded value is no state of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt(Cow<'static, str>);

impl Corrupt {
    /// What is wrong with it.
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

/// A game: compiled, immutable, shared between threads and matches.
pub trait Rules: Send + Sync + 'static {
    /// Everything about a match at one moment: a plain value, complete also in the middle of an effect.
    /// Write `clone_from` so that it reuses buffers: a search copies states all the time.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One atomic decision of one seat.
    type Move: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// Something that happened, in the past tense, with its audience.
    type Fact: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// What is true of every match.
    fn info(&self) -> &Info;

    /// Is anything dealt or drawn: does the key of a match decide anything in it? If not, there is no deal that could be
    /// proven fair or played again.
    fn is_dealt(&self) -> bool {
        true
    }

    /// The first state, with everything that happens before the first decision. `setup` was admitted by [`Info::admits`].
    fn start<S: Sink<Self::Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> Self::State;

    /// After a load: is this a state of this game? Every state that passes can be played on without a panic.
    ///
    /// # Errors
    /// What is wrong with it.
    fn validate_state(&self, state: &Self::State) -> Result<(), Corrupt>;

    /// How many seats take part in this match.
    fn seats(&self, state: &Self::State) -> usize;

    /// Whose decision it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Adds the legal moves of a seat: finite, in a fixed order, without duplicates; not empty when the seat is due,
    /// empty when it is not. They depend only on what the seat may know.
    fn moves(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Move>);

    /// Adds what a bot is offered: some of [`Rules::moves`], where a few of them stand for the others (a whole meld for the
    /// ways to lay it card by card). By default all of them. Not empty when the seat is due, without duplicates, and
    /// dependent only on what the seat may know.
    fn shortlist(&self, state: &Self::State, seat: Seat, into: &mut Vec<Self::Move>) {
        self.moves(state, seat, into);
    }

    /// Between two hands of a match: how it would end if it ended now. A search may stop there, for another hand of random
    /// play says nothing about this one. Nothing in the middle of a hand, or where a game has no hands.
    fn outcome_between_hands(&self, state: &Self::State) -> Option<Outcome> {
        let _ = state;
        None
    }

    /// How the match would end if it ended now, in games that give everybody points at any time; nothing in others. A search
    /// stops there where the end is too far away to say anything about a move.
    fn outcome_if_ended_now(&self, state: &Self::State) -> Option<Outcome> {
        let _ = state;
        None
    }

    /// Makes a legal move inside a search. Where that ends a hand of the match, it says how the match stands: see
    /// [`Rules::outcome_between_hands`]. It may then stop before the next hand is dealt, and the state is of no further use.
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

    /// Is this move legal? Accepts exactly what [`Rules::moves`] lists.
    ///
    /// # Errors
    /// Why it is not.
    fn check(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> Result<(), Illegal>;

    /// Makes a legal move and runs on until somebody is asked or the game is over. Trusts a move that `check` accepts.
    ///
    /// When several seats are due, a seat's answer is sealed: until the last one has answered, nothing that the others
    /// receive changes, and no fact is told.
    fn play<S: Sink<Self::Fact>>(&self, state: &mut Self::State, seat: Seat, mv: &Self::Move, out: &mut S);
}

/// Moves as text: what the log keeps and what people type.
pub trait Notation: Rules {
    /// The text of a legal move, unique among the legal moves of that state and seat. Equal views give equal texts.
    fn text(&self, state: &Self::State, seat: Seat, mv: &Self::Move) -> String;

    /// The move with this text. The text can be hostile; the result is checked by [`Rules::check`], not here.
    ///
    /// # Errors
    /// Why there is no such move.
    fn parse(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Move, Illegal>;
}

/// Rules whose facts alone rebuild what lies on the table.
pub trait Fold: Rules {
    /// What the facts rebuild.
    type Folded: Eq + Debug;
    /// That part of a state.
    fn folded(&self, state: &Self::State) -> Self::Folded;
    /// The same from nothing but the setup and all facts since the start.
    fn fold(&self, setup: &Setup, facts: &[Self::Fact]) -> Self::Folded;
}

/// The result, for callers that only want to know whether it is over.
pub fn outcome<R: Rules>(rules: &R, state: &R::State) -> Option<Outcome> {
    match rules.turn(state) {
        Turn::Over(outcome) => Some(outcome),
        Turn::Seats(_) => None,
    }
}
