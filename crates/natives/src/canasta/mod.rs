//! Canasta for four seats in two partnerships. The rules for people are in `games/canasta/rules.md`.
//!
//! A turn is a draw, any melds, and a discard. Melds are laid card by card onto the pile of their rank and count when the
//! turn is committed: by the discard, by taking the discard pile, by going out. Until then they are *staged* and can be
//! taken back, all at once. The top of the discard pile is moved onto a meld to take the pile.

mod count;
mod legal;
mod play;
mod row;
mod score;
mod show;

pub use count::{Meld, Tally, is_wild, minimum, value};

use crate::module::{
    About, Action, Candidates, Card, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use count::{RANKS, TWO};
use rulebook_kernel::{Illegal, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The side that has this many points, and more than the other, wins.
const TARGET: i32 = 5000;
/// After so many deals whoever has more wins.
const MOST_DEALS: u16 = 12;
/// The cards of a hand.
const HAND: usize = 11;
/// What was staged can be taken back so often in a turn. After that one discards.
const MOST_BACKS: u8 = 2;
/// A turn draws one of 63 cards or lays the top of the discard pile down for good, so there are at most 171; in each,
/// no more cards than there are can be laid, each time before they are taken back.
const MOST_DECISIONS: u32 = 171 * (8 + 108 * MOST_BACKS as u32) + 108;

/// The staged cards are in order: the discard pile is taken.
pub const TAKE: Action = Action(0);
/// What was staged goes back where it came from.
pub const BACK: Action = Action(1);
/// Goes out without a discard.
pub const OUT: Action = Action(2);
/// Asks the partner whether to go out.
pub const ASK: Action = Action(3);
/// The partner agrees.
pub const YES: Action = Action(4);
/// The partner does not.
pub const NO: Action = Action(5);
/// With no stock left: does not take the discard pile, and the hand is over.
pub const STOP: Action = Action(6);

/// The rules, with the piles looked up.
#[derive(Debug)]
pub struct Canasta {
    stock: Pile,
    discard: Pile,
    hand: SeatPiles,
    threes: SeatPiles,
    /// By rank; that of the twos is not used.
    melds: [SeatPiles; RANKS],
}

/// What the current player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// To draw, or to take the discard pile.
    Draw,
    /// The top of the discard pile lies on the meld of this rank; so many natural cards were laid beside it.
    Take {
        /// The rank.
        rank: u8,
        /// Cards of it from the hand.
        pair: u8,
    },
    /// To meld and to discard.
    Meld,
    /// The partner was asked, and answers.
    Ask,
}

/// What everybody knows of a hand, beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// Who dealt; the next seat begins.
    pub dealer: Seat,
    /// What is decided.
    pub step: Step,
    /// A wild card or a red three lies in the discard pile.
    pub frozen: bool,
    /// Has a side melded?
    pub melded: [bool; 2],
    /// Has a seat melded?
    pub laid: [bool; 4],
    /// The cards on top of each meld of the side whose turn it is that are staged.
    pub staged: [u8; RANKS],
    /// How often something was taken back in this turn.
    pub backs: u8,
    /// What the partner answered in this turn.
    pub answer: Option<bool>,
    /// Was the discard pile taken in this turn?
    pub took: bool,
}

/// What is remembered of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// Lays a red three aside.
    RedThree(Seat, Card),
    /// Takes the discard pile of so many cards for its top.
    Took(Seat, Card, u8),
    /// Melds so many cards of a rank.
    Melded(Seat, u8, u8),
    /// A side completes a canasta of a rank; natural or mixed.
    Completed(Seat, u8, bool),
    /// Discards.
    Discarded(Seat, Card),
    /// The discard pile is frozen now.
    Frozen,
    /// Asks the partner.
    Asked(Seat),
    /// Answers.
    Answered(Seat, bool),
    /// Goes out; concealed, that is all at once.
    Out(Seat, bool),
    /// Does not take the pile, and there is no stock.
    Stopped(Seat),
    /// There is no card left to replace a red three.
    NoStock,
    /// The side of a seat gets so many points for this hand, and has so many now.
    Total(Seat, i32, i32),
}

/// The side of a seat.
const fn side(seat: Seat) -> usize {
    seat.index() % 2
}

impl Canasta {
    /// The pile of a side for melds of a rank.
    fn meld(&self, rank: usize, side: usize) -> Pile {
        self.melds[rank].nth(side)
    }
}

/// The ranks that have a pile for melds.
fn meld_ranks() -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..RANKS).filter(|&rank| rank != TWO)
}

impl RuleModule for Canasta {
    type Public = Round;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/canasta/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[
        ("take", "Take the pile"),
        ("back", "Take back"),
        ("go-out", "Go out"),
        ("ask", "May I go out?"),
        ("yes", "Yes, go out"),
        ("no", "No, stay in"),
        ("stop", "End the hand"),
    ];

    fn about() -> About {
        About {
            id: "canasta",
            name: "Canasta",
            min_seats: 4,
            semantics: 2,
            max_moves: MOST_DEALS as u32 * (MOST_DECISIONS + 1),
            options: Vec::new(),
        }
    }

    fn build(piles: &Piles<'_>) -> Canasta {
        let name = |rank: usize| crate::cards::RANKS[if rank == TWO { 0 } else { rank }].0;
        Canasta {
            stock: piles.shared("stock"),
            discard: piles.shared("discard"),
            hand: piles.each("hand"),
            threes: piles.each("threes"),
            melds: std::array::from_fn(|rank| piles.each(&format!("meld-{}", name(rank)))),
        }
    }

    fn initial(&self, setup: &Setup) -> Round {
        Round::new(Seat::new(setup.seats - 1), false)
    }

    fn check(&self, state: &SeatState<'_, Canasta>, intent: &Intent) -> Result<(), Illegal> {
        Ok(legal::Sight::of(self, state).check(self, state, intent)?)
    }

    fn legal(&self, state: &SeatState<'_, Canasta>, into: &mut Vec<Intent>) {
        legal::legal(self, state, into);
    }

    fn candidates(&self, state: &SeatState<'_, Canasta>, into: &mut Candidates) {
        row::candidates(self, state, into);
    }

    fn apply(&self, state: &FullState<'_, Canasta>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Canasta>) {
        play::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Canasta>, chance: &mut Chance<'_>, events: &mut Events<Canasta>) {
        play::deal(self, state, chance, events);
    }

    fn outcome_between_hands(&self, state: &FullState<'_, Canasta>) -> Outcome {
        Outcome::highest(state.scores(), "the hand is over").in_teams(&[0, 1, 0, 1])
    }

    fn validate_state(&self, state: &FullState<'_, Canasta>) -> Result<(), &'static str> {
        legal::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Canasta>, fields: &mut Fields<'_, '_>) {
        let round = state.rules();
        fields.seat("dealer", "who dealt", Some(round.dealer));
        let (step, rank, pair) = match round.step {
            Step::Draw => (0, None, 0),
            Step::Take { rank, pair } => (1, Some(i32::from(rank)), pair),
            Step::Meld => (2, None, 0),
            Step::Ask => (3, None, 0),
        };
        fields.word("step", "what is decided", &["draw", "take", "meld", "ask"], Some(step));
        fields.maybe("rank", "the rank that the discard pile is taken for, the ace being 0", rank);
        fields.number("pair", "natural cards laid beside the top of the discard pile", pair);
        fields.flag("frozen", "the discard pile is frozen", round.frozen);
        fields.sides("melded", "1 if the side has melded", round.melded.map(i32::from));
        fields.each("laid", "1 if the seat has melded", |seat| round.laid[seat.index()].into());
        let staged =
            "cards on top of each meld of the side whose turn it is that can be taken back, by rank from the ace";
        fields.list("staged", staged, round.staged.map(i32::from));
        fields.number("backs", "how often something was taken back in this turn", round.backs);
        fields.word("answer", "what the partner answered", &["no", "yes"], round.answer.map(usize::from));
        fields.flag("took", "the discard pile was taken in this turn", round.took);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Canasta>) -> String {
        show::prompt(self, shown)
    }

    fn phase(&self, shown: &Shown<'_, Canasta>) -> Option<String> {
        shown.rules().frozen.then(|| "the discard pile is frozen".to_owned())
    }

    fn scoreboards(&self, shown: &Shown<'_, Canasta>) -> Vec<Scoreboard> {
        show::scoreboards(self, shown)
    }

    fn label(&self, shown: &Shown<'_, Canasta>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, Canasta>, intent: &Intent) -> OfferKind {
        let _ = shown;
        match intent {
            Intent::Action(BACK) => OfferKind::PutBack,
            _ => OfferKind::Act,
        }
    }

    fn facts(&self, shown: &Shown<'_, Canasta>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}

impl Round {
    fn new(dealer: Seat, frozen: bool) -> Round {
        Round {
            dealer,
            step: Step::Draw,
            frozen,
            melded: [false; 2],
            laid: [false; 4],
            staged: [0; RANKS],
            backs: 0,
            answer: None,
            took: false,
        }
    }

    fn is_staged(&self) -> bool {
        self.staged.iter().any(|&count| count > 0)
    }

    /// Is the pile closed to a side: frozen, or the side has not melded?
    fn is_closed(&self, side: usize) -> bool {
        self.frozen || !self.melded[side]
    }
}
