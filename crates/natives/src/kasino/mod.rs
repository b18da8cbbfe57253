//! Kasino with building, for two to four seats. The rules for people are in `games/kasino/rules.md`.
//!
//! A card of the hand is moved to the table to trail it, to the won cards to take with it, to a build to build with it:
//! the destination says what is meant. What is open after that is asked, a decision at a time: as which value the card is
//! meant (a button), and which cards of the table go with it (a card a move). What has only one answer is not asked.

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

/// Whoever has this many points, and more than anybody else, wins.
const TARGET: i32 = 16;
/// After so many deals whoever has most wins. A deal gives seven points and more if anybody takes anything.
const MOST_DEALS: u16 = 30;
/// The cards of a hand, and those that lie on the table at first.
const HAND: usize = 4;
/// An unfinished set, or the played card itself, can be put back so often in one turn.
const MOST_BACKS: u8 = 3;
/// Decisions of a turn: the card, its value, at most every other card, the end; and what is put back: a card with its
/// value, or a set of at most nine cards, since more do not add up to sixteen.
const MOST_DECISIONS: u32 = 3 + 51 + MOST_BACKS as u32 * 10;

/// The cards are in order: so is the set that is taken.
pub const DONE: Action = Action(16);
/// The cards of an unfinished set go back to the table; before any is chosen, the played card goes back to the hand.
pub const BACK: Action = Action(17);

/// The button that declares a value from 1 to 16.
#[must_use]
pub const fn value_button(value: usize) -> Action {
    Action(value as u8 - 1)
}

/// The rules, with the piles looked up.
#[derive(Debug)]
pub struct Kasino {
    deck: Pile,
    table: Pile,
    played: Pile,
    hand: SeatPiles,
    build: SeatPiles,
    won: SeatPiles,
}

/// A build, which lies in the pile of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Build {
    /// What takes it.
    pub value: u8,
    /// More than one set of that value: it cannot be raised any more.
    pub many: bool,
}

/// What the current player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Which card to play, and what for.
    Play,
    /// As which value the played card takes.
    TakeValue,
    /// What to build with the played card; on whose build, or a new one of one's own.
    BuildValue(Seat),
    /// What to take with this value; so many cards are taken already.
    Take {
        /// The value.
        value: u8,
        /// Cards so far.
        taken: u8,
    },
    /// What to build with.
    Build {
        /// The value.
        value: u8,
        /// Whose build it is put on.
        on: Seat,
        /// The played card is still a part of an unfinished set.
        first: bool,
        /// The played card alone has the value: another set must come.
        alone: bool,
    },
}

/// What everybody knows of a deal, beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// Who dealt; the next seat plays first.
    pub dealer: Seat,
    /// Who took last.
    pub last: Option<Seat>,
    /// How often each seat has swept the table in this deal.
    pub sweeps: [u8; 4],
    /// The build of each seat.
    pub builds: [Option<Build>; 4],
    /// What is decided.
    pub step: Step,
    /// How often something was put back in this turn.
    pub backs: u8,
}

/// What a point is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The most cards.
    Cards,
    /// The most spades.
    Spades,
}

/// What is remembered of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// Trailed a card.
    Trailed(Seat, Card),
    /// Took so many cards with this one, as this value.
    Took(Seat, Card, u8, u8),
    /// Swept the table.
    Sweep(Seat),
    /// Builds this value with a card.
    Builds(Seat, Card, u8),
    /// Adds a set with this card to a build.
    Added(Seat, Card, u8),
    /// Raises a build of this value to that one with a card.
    Raised(Seat, Card, u8, u8),
    /// Gets what is left on the table at the end of a deal.
    Rest(Seat, u8),
    /// The points for having most, or nobody's.
    Most(What, Option<Seat>),
    /// A seat gets so many points in this deal, and has so many now.
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
    /// Has nothing been settled yet but which card is played, and what for? Then it can go back to the hand.
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

    /// Is there a build of this value?
    fn has_build(&self, value: usize) -> bool {
        self.builds.iter().flatten().any(|build| build.value as usize == value)
    }
}

/// Can some card of these take this value?
fn any_takes(cards: CardSet, value: usize) -> bool {
    cards.iter().any(|card| takes(card, value))
}
