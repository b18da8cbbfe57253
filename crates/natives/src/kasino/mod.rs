//! Kasino with building, for two to four seats. The rules for players are in `games/kasino/rules.md`.
//!
//! A player moves a card of the hand to the table to trail it, to the won cards to take with it, or to a build to
//! build with it. The game then asks for the remaining choices, one at a time: the value of the card (a button), and
//! the cards of the table that go with it (one card per move). It skips a choice that has only one answer.

mod legal;
mod play;
mod row;
mod score;
mod show;
mod sums;

pub use sums::{adds_up, high, low, sets, takes};

use crate::module::{
    About, Action, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use rulebook_kernel::{Illegal, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// A player wins with at least this many points and more than any other player.
const TARGET: i32 = 16;
/// Maximum number of deals. The player with the most points then wins. A deal gives at least seven points if any
/// player takes cards.
const MOST_DEALS: u16 = 30;
/// Number of cards in a hand, and number of cards dealt to the table at the start.
const HAND: usize = 4;
/// Maximum number of times a player can put back an incomplete set or the played card in one turn.
const MOST_BACKS: u8 = 3;
/// Maximum number of decisions in a turn: the card, its value, at most every other card, and the end. Each time a
/// player puts cards back adds a card with its value, or a set. A set has at most nine cards, because more add up to
/// over sixteen.
const MOST_DECISIONS: u32 = 3 + 51 + MOST_BACKS as u32 * 10;

/// Ends a turn in which the player could take or build more.
pub const DONE: Action = Action(16);
/// Puts the cards of an incomplete set back on the table. If no card is picked yet, the played card goes back to the
/// hand.
pub const BACK: Action = Action(17);

/// The button that declares a value from 1 to 16.
#[must_use]
pub const fn value_button(value: usize) -> Action {
    Action(value as u8 - 1)
}

/// The rules of Kasino, with the numbers of their piles.
#[derive(Debug)]
pub struct Kasino {
    deck: Pile,
    table: Pile,
    played: Pile,
    hand: SeatPiles,
    build: SeatPiles,
    won: SeatPiles,
}

/// A build. It lies in the pile of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    /// The value that takes the build.
    pub value: u8,
    /// Whether the build has more than one set of this value. It then cannot be raised.
    pub many: bool,
}

/// The decision that the current player faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Choose a card and its destination.
    Play,
    /// Choose the value as which the played card takes.
    TakeValue,
    /// Choose the value to build, on the build of this seat or as a new build of the player.
    BuildValue(Seat),
    /// Choose the cards to take with this value.
    Take {
        /// The value of the played card.
        value: u8,
        /// Number of cards taken so far.
        taken: u8,
    },
    /// Choose the cards to build with.
    Build {
        /// The value of the build.
        value: u8,
        /// The seat whose build is extended.
        on: Seat,
        /// Whether the played card still belongs to an incomplete set.
        first: bool,
        /// Whether the build consists only of the played card, so that another set has to follow.
        alone: bool,
    },
}

/// The public rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// The dealer. The next seat plays first.
    pub dealer: Seat,
    /// The seat that took cards last.
    pub last: Option<Seat>,
    /// How often each seat has swept the table in this deal.
    pub sweeps: [u8; 4],
    /// The build of each seat, if it has one.
    pub builds: [Option<Build>; 4],
    /// The current decision.
    pub step: Step,
    /// How often the player put cards back in this turn.
    pub backs: u8,
}

/// The majorities that score points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The most cards.
    Cards,
    /// The most spades.
    Spades,
}

/// A line of the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat trails a card.
    Trailed(Seat, Card),
    /// The seat takes this many cards with a card of this value: seat, card, value, number of cards.
    Took(Seat, Card, u8, u8),
    /// The seat sweeps the table.
    Sweep(Seat),
    /// The seat makes a build of this value with a card.
    Builds(Seat, Card, u8),
    /// The seat adds a set with this card to a build of this value.
    Added(Seat, Card, u8),
    /// The seat raises a build from the first value to the second with a card.
    Raised(Seat, Card, u8, u8),
    /// The seat gets the remaining cards of the table at the end of a deal.
    Rest(Seat, u8),
    /// The seat that gets the points for a majority, or `None` for a tie.
    Most(What, Option<Seat>),
    /// The seat gets these points in the deal and has this total.
    Total(Seat, u8, i32),
}

impl RuleModule for Kasino {
    type Public = Deal;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/kasino/initial-state.json");
    #[rustfmt::skip]
    const ACTIONS: &'static [(&'static str, &'static str)] = &[
        ("value-1", "1"), ("value-2", "2"), ("value-3", "3"), ("value-4", "4"), ("value-5", "5"), ("value-6", "6"),
        ("value-7", "7"), ("value-8", "8"), ("value-9", "9"), ("value-10", "10"), ("value-11", "11"),
        ("value-12", "12"), ("value-13", "13"), ("value-14", "14"), ("value-15", "15"), ("value-16", "16"),
        ("done", "Done"), ("back", "Put back"),
    ];

    fn about() -> About {
        About {
            id: "kasino",
            name: "Kasino",
            min_seats: 2,
            semantics: 2,
            max_moves: MOST_DEALS as u32 * (48 * MOST_DECISIONS + 1),
            options: Vec::new(),
        }
    }

    fn build(piles: &Piles<'_>) -> Kasino {
        Kasino {
            deck: piles.shared("deck"),
            table: piles.shared("table"),
            played: piles.shared("played"),
            hand: piles.each("hand"),
            build: piles.each("build"),
            won: piles.each("won"),
        }
    }

    fn initial(&self, setup: &Setup) -> Deal {
        Deal::new(Seat::new(setup.seats - 1))
    }

    fn check(&self, state: &SeatState<'_, Kasino>, intent: &Intent) -> Result<(), Illegal> {
        Ok(legal::check(self, state, intent)?)
    }

    fn legal(&self, state: &SeatState<'_, Kasino>, into: &mut Vec<Intent>) {
        legal::legal(self, state, into);
    }

    fn candidates(&self, state: &SeatState<'_, Kasino>, into: &mut Candidates) {
        row::candidates(self, state, into);
    }

    fn apply(&self, state: &FullState<'_, Kasino>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Kasino>) {
        play::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Kasino>, chance: &mut Chance<'_>, events: &mut Events<Kasino>) {
        play::deal(self, state, chance, events);
    }

    fn validate_state(&self, state: &FullState<'_, Kasino>) -> Result<(), &'static str> {
        legal::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Kasino>, fields: &mut Fields<'_, '_>) {
        let deal = state.rules();
        fields.seat("dealer", "who dealt", Some(deal.dealer));
        fields.seat("last", "who took last", deal.last);
        fields.each("sweeps", "how often the table was swept", |seat| deal.sweeps[seat.index()].into());
        fields.each_of("builds", "the value of the build, and 1 if it has several sets", |seat| {
            deal.builds[seat.index()].map_or([0, 0], |build| [build.value.into(), build.many.into()])
        });
        let (step, value, on, taken, first, alone) = match deal.step {
            Step::Play => (0, 0, None, 0, false, false),
            Step::TakeValue => (1, 0, None, 0, false, false),
            Step::BuildValue(on) => (2, 0, Some(on), 0, false, false),
            Step::Take { value, taken } => (3, value, None, taken, false, false),
            Step::Build { value, on, first, alone } => (4, value, Some(on), 0, first, alone),
        };
        let steps = ["play", "take as a value", "build a value", "take", "build"];
        fields.word("step", "what is decided", &steps, Some(step));
        fields.number("value", "the value that is taken or built", value);
        fields.seat("on", "on whose build it is put", on);
        fields.number("taken", "cards that are taken already", taken);
        fields.flag("first", "the played card is part of an unfinished set", first);
        fields.flag("alone", "another set must come", alone);
        fields.number("backs", "how often something was put back in this turn", deal.backs);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Kasino>) -> String {
        show::prompt(self, shown)
    }

    fn scoreboards(&self, shown: &Shown<'_, Kasino>) -> Vec<Scoreboard> {
        show::scoreboards(self, shown)
    }

    fn label(&self, shown: &Shown<'_, Kasino>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, Kasino>, intent: &Intent) -> OfferKind {
        let _ = shown;
        match intent {
            Intent::Action(BACK) => OfferKind::PutBack,
            Intent::Action(DONE) => OfferKind::Done,
            _ => OfferKind::Act,
        }
    }

    fn facts(&self, shown: &Shown<'_, Kasino>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}

impl Step {
    /// Whether the played card can still go back to the hand, because no set has been taken or built yet.
    const fn can_be_undone(self) -> bool {
        matches!(
            self,
            Step::TakeValue | Step::BuildValue(_) | Step::Take { taken: 0, .. } | Step::Build { first: true, .. }
        )
    }
}

impl Deal {
    fn new(dealer: Seat) -> Deal {
        Deal { dealer, last: None, sweeps: [0; 4], builds: [None; 4], step: Step::Play, backs: 0 }
    }

    fn build_of(&self, seat: Seat) -> Option<Build> {
        self.builds.get(seat.index()).copied().flatten()
    }

    /// Whether a build of this value exists.
    fn has_build(&self, value: usize) -> bool {
        self.builds.iter().flatten().any(|build| build.value as usize == value)
    }
}

/// Whether any of these cards can take this value.
fn any_takes(cards: CardSet, value: usize) -> bool {
    cards.iter().any(|card| takes(card, value))
}
