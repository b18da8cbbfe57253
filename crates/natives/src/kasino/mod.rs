//! Kasino with building, for two to four seats. The rules for players are in `games/kasino/rules.md`.
//!
//! A player moves a card of the hand to the table (to trail), to the won cards (to take), or to a build (to build). The
//! game then asks for the remaining choices one at a time. A button chooses the value of the card. Moves choose the
//! cards of the table that go with it, one card for each move. The game skips a choice that has only one answer.

mod joint;
mod legal;
mod play;
mod row;
pub mod score;
mod show;
mod sums;

pub use sums::{HIGHEST, adds_up, high, low, only, sets, takes};

use crate::module::{
    About, Action, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, JointMoves, Pile, Piles, Play,
    RuleModule, SeatPiles, SeatState, Shown,
};
use rulebook_kernel::{Illegal, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// A player with at least this many points, and more than any other player, wins.
const TARGET: i32 = 16;
/// The maximum number of deals. After the last of them, the player with the most points wins. A deal gives at least
/// seven points if any player takes cards.
const MOST_DEALS: u16 = 30;
/// The number of cards in a hand. At the start, the same number of cards is dealt to the table.
const HAND: usize = 4;
/// The maximum number of times in a turn that a player can put back an incomplete set or the played card.
const MOST_BACKS: u8 = 3;
/// The maximum number of decisions in a turn: the card, its value, every other card, and the end of the turn. Each time
/// a player puts cards back, the player chooses a card with its value, or a set, again. A set has at most nine cards,
/// because more cards add up to over sixteen.
const MOST_DECISIONS: u32 = 3 + 51 + MOST_BACKS as u32 * 10;

/// Ends the turn, although the player could take or build more.
pub const DONE: Action = Action(16);
/// Puts the cards of an incomplete set back on the table. If no card is picked yet, puts the played card back into the
/// hand.
pub const BACK: Action = Action(17);

/// The button that chooses a value from 1 to 16.
#[must_use]
pub const fn value_button(value: usize) -> Action {
    Action(value as u8 - 1)
}

/// The rules of Kasino. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Kasino {
    deck: Pile,
    table: Pile,
    played: Pile,
    hand: SeatPiles,
    build: SeatPiles,
    won: SeatPiles,
}

/// A build. Its cards lie in the build pile of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    /// The value that a card needs to take the build.
    pub value: u8,
    /// Whether the build has more than one set of this value. Such a build cannot be raised.
    pub many: bool,
}

/// The decision that the current player must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Choose a card of the hand and its target pile.
    Play,
    /// Choose the value with which the played card takes.
    TakeValue,
    /// Choose the value to build. The seat is the owner of the build that is extended, or the player itself for a new
    /// build.
    BuildValue(Seat),
    /// Choose the cards to take.
    Take {
        /// The value with which the played card takes.
        value: u8,
        /// The number of cards taken so far.
        taken: u8,
    },
    /// Choose the cards to build with.
    Build {
        /// The value of the build.
        value: u8,
        /// The seat whose build is extended. For a new build: the player itself.
        on: Seat,
        /// Whether the set of the played card is still incomplete.
        first: bool,
        /// Whether the build consists only of the played card. If so, the player must add another set.
        alone: bool,
    },
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// The dealer. The next seat plays first.
    pub dealer: Seat,
    /// The seat that took cards last. `None` if no seat has.
    pub last: Option<Seat>,
    /// For each seat: the number of sweeps in this deal. A sweep takes all cards of the table.
    pub sweeps: [u8; 4],
    /// The build of each seat. `None` if the seat has no build.
    pub builds: [Option<Build>; 4],
    /// The current decision.
    pub step: Decision,
    /// The number of times that the player put cards back in this turn.
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

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat trails a card.
    Trailed(Seat, Card),
    /// The seat takes cards. Contains the taking card, its value and the number of taken cards.
    Took(Seat, Card, u8, u8),
    /// The seat sweeps the table.
    Sweep(Seat),
    /// The seat makes a build of this value with a card.
    Builds(Seat, Card, u8),
    /// The seat adds a set to a build of this value, using this card.
    Added(Seat, Card, u8),
    /// The seat raises a build with a card. Contains the old and the new value.
    Raised(Seat, Card, u8, u8),
    /// The seat gets the cards that are left on the table at the end of a deal. Contains their number.
    Rest(Seat, u8),
    /// The seat that gets the points for a majority, or `None` for a tie.
    Most(What, Option<Seat>),
    /// The seat gets these points in the deal. The second number is the new total of the seat.
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

    /// Cards of the table are picked one at a time, for a take or for a build.
    fn next_of_group(&self, state: &SeatState<'_, Kasino>, from: Pile, to: Pile) -> Option<Pile> {
        let picks = matches!(state.rules().step, Decision::Take { .. } | Decision::Build { .. });
        (picks && from == self.table).then_some(to)
    }

    fn joint_moves(&self, state: &SeatState<'_, Kasino>, cards: &[(Pile, Card)], to: Pile) -> Option<JointMoves> {
        joint::joint_moves(self, state, cards, to)
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
            Decision::Play => (0, 0, None, 0, false, false),
            Decision::TakeValue => (1, 0, None, 0, false, false),
            Decision::BuildValue(on) => (2, 0, Some(on), 0, false, false),
            Decision::Take { value, taken } => (3, value, None, taken, false, false),
            Decision::Build { value, on, first, alone } => (4, value, Some(on), 0, first, alone),
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

impl Decision {
    /// Whether the played card can still go back to the hand. This is possible until a set is taken or built.
    const fn can_be_undone(self) -> bool {
        matches!(
            self,
            Decision::TakeValue
                | Decision::BuildValue(_)
                | Decision::Take { taken: 0, .. }
                | Decision::Build { first: true, .. }
        )
    }
}

impl Deal {
    fn new(dealer: Seat) -> Deal {
        Deal { dealer, last: None, sweeps: [0; 4], builds: [None; 4], step: Decision::Play, backs: 0 }
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
