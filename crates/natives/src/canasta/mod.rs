//! Canasta for four seats in two partnerships. The rules for players are in `games/canasta/rules.md`.
//!
//! A turn is a draw, any melds, and a discard. A player lays melds card by card onto the pile of their rank. These
//! cards are *staged* until the turn is committed by a discard, by taking the discard pile, or by going out. Until
//! then the player can take back all staged cards at once. To take the discard pile, a player moves its top card onto
//! a meld.

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

/// A side wins if it has at least this many points and more than the other side.
const TARGET: i32 = 5000;
/// Maximum number of deals. The side with more points then wins.
const MOST_DEALS: u16 = 12;
/// Number of cards dealt to each seat.
const HAND: usize = 11;
/// Maximum number of times a player can take back staged cards in one turn. After that the player has to discard.
const MOST_BACKS: u8 = 2;
/// Upper bound of the decisions in a hand. A turn draws one of 63 cards or lays the top of the discard pile down for
/// good. There are therefore at most 171 turns. In each turn at most all 108 cards can be laid before they are taken
/// back.
const MOST_DECISIONS: u32 = 171 * (8 + 108 * MOST_BACKS as u32) + 108;

/// Takes the discard pile. The staged cards must be valid.
pub const TAKE: Action = Action(0);
/// Takes back all staged cards.
pub const BACK: Action = Action(1);
/// Goes out without a discard.
pub const OUT: Action = Action(2);
/// Asks the partner whether to go out.
pub const ASK: Action = Action(3);
/// The partner agrees.
pub const YES: Action = Action(4);
/// The partner refuses.
pub const NO: Action = Action(5);
/// Declines the discard pile when the stock is empty. This ends the hand.
pub const STOP: Action = Action(6);

/// The rules of Canasta, with the numbers of their piles.
#[derive(Debug)]
pub struct Canasta {
    stock: Pile,
    discard: Pile,
    hand: SeatPiles,
    threes: SeatPiles,
    /// The meld piles by rank. The pile of the twos is unused.
    melds: [SeatPiles; RANKS],
}

/// The decision that the current player faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Draw, or take the discard pile.
    Draw,
    /// Lay the cards that take the discard pile. Its top card already lies on a meld.
    Take {
        /// The rank of that meld.
        rank: u8,
        /// Number of natural cards of this rank laid from the hand.
        pair: u8,
    },
    /// Meld, and discard.
    Meld,
    /// Answer the partner's question whether to go out.
    Ask,
}

/// The public rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// The dealer. The next seat begins.
    pub dealer: Seat,
    /// The current decision.
    pub step: Step,
    /// Whether the discard pile is frozen by a wild card or a red three.
    pub frozen: bool,
    /// Whether each side has melded.
    pub melded: [bool; 2],
    /// Whether each seat has melded.
    pub laid: [bool; 4],
    /// Number of staged cards on top of each meld of the current side.
    pub staged: [u8; RANKS],
    /// How often the player took back cards in this turn.
    pub backs: u8,
    /// The partner's answer in this turn, if any.
    pub answer: Option<bool>,
    /// Whether the discard pile was taken in this turn.
    pub took: bool,
}

/// A line of the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat lays a red three aside.
    RedThree(Seat, Card),
    /// The seat takes the discard pile, with this top card and this many cards.
    Took(Seat, Card, u8),
    /// The seat melds this many cards of a rank.
    Melded(Seat, u8, u8),
    /// The side of the seat completes a canasta of a rank, natural or mixed.
    Completed(Seat, u8, bool),
    /// The seat discards a card.
    Discarded(Seat, Card),
    /// The discard pile becomes frozen.
    Frozen,
    /// The seat asks the partner whether to go out.
    Asked(Seat),
    /// The seat answers its partner.
    Answered(Seat, bool),
    /// The seat goes out. The flag tells whether the hand was concealed, which means melded all at once.
    Out(Seat, bool),
    /// The seat declines the pile while the stock is empty.
    Stopped(Seat),
    /// The stock has no card left to replace a red three.
    NoStock,
    /// The side of the seat gets these points for the hand and has this total.
    Total(Seat, i32, i32),
}

/// The side of a seat.
const fn side(seat: Seat) -> usize {
    seat.index() % 2
}

impl Canasta {
    /// The meld pile of a side for a rank.
    fn meld(&self, rank: usize, side: usize) -> Pile {
        self.melds[rank].nth(side)
    }
}

/// The ranks that have a meld pile.
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

    /// Whether a side may take the pile only with a natural pair: the pile is frozen, or the side has not melded.
    fn is_closed(&self, side: usize) -> bool {
        self.frozen || !self.melded[side]
    }
}
