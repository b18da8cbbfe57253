//! Canasta for four seats in two partnerships. The rules for players are in `games/canasta/rules.md`.
//!
//! A turn is a draw, any number of melds, and a discard. A player lays melds onto the pile of their rank, several cards
//! at once or card by card. The log has one move for each card.
//! These cards are *staged* until the player discards, takes the discard pile or goes out. Until then the player can
//! take back all staged cards at once. To take the discard pile, a player moves its top card onto a meld.

mod count;
mod legal;
mod play;
mod row;
pub mod score;
mod show;

pub use count::{Meld, Tally, is_red_three, is_wild, minimum, value};

use crate::module::{
    About, Action, Candidates, Card, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use count::{RANKS, TWO};
use rulebook_kernel::{Illegal, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The number of points with which a side wins, if it also has more than the other side.
const TARGET: i32 = 5000;
/// The maximum number of deals. After them, the side with more points wins.
const MOST_DEALS: u16 = 12;
/// Number of cards dealt to each seat.
const HAND: usize = 11;
/// The maximum number of times a player can take back staged cards in one turn. After that, the player can only discard
/// or take a pile that must be taken.
const MOST_BACKS: u8 = 2;
/// An upper bound for the decisions in a hand. In each turn, the player draws one of 63 cards, or lays the top card of
/// the discard pile, which then stays on the table. So there are at most 171 turns. In each turn, a player can lay at
/// most all 108 cards before taking them back.
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

/// The rules of Canasta. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Canasta {
    stock: Pile,
    discard: Pile,
    hand: SeatPiles,
    threes: SeatPiles,
    /// The meld piles by rank. The pile of the twos is unused.
    melds: [SeatPiles; RANKS],
}

/// The decision that the current player must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    /// Draw, or take the discard pile.
    Draw,
    /// Lay the cards that are needed to take the discard pile. Its top card already lies on a meld.
    Take {
        /// The rank of that meld.
        rank: u8,
        /// The number of natural cards of this rank that were laid from the hand.
        pair: u8,
    },
    /// Lay melds, then discard.
    Meld,
    /// Answer the partner's question whether to go out.
    Ask,
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// The dealer. The next seat begins.
    pub dealer: Seat,
    /// The current decision.
    pub step: Decision,
    /// Whether the discard pile is frozen, because it holds a wild card or a red three.
    pub frozen: bool,
    /// For each side: whether it has melded.
    pub melded: [bool; 2],
    /// For each seat: whether it has laid cards in this hand.
    pub laid: [bool; 4],
    /// For each rank: the number of staged cards on top of the meld of the current side.
    pub staged: [u8; RANKS],
    /// The number of times that the player took back cards in this turn.
    pub backs: u8,
    /// The partner's answer in this turn. `None` if the player has not asked.
    pub answer: Option<bool>,
    /// Whether the discard pile was taken in this turn.
    pub took: bool,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat lays a red three aside.
    RedThree(Seat, Card),
    /// The seat takes the discard pile. Contains its top card and its number of cards.
    Took(Seat, Card, u8),
    /// The seat melds cards of a rank. Contains the rank and the number of cards.
    Melded(Seat, u8, u8),
    /// The side of the seat completes a canasta of this rank. The flag says whether it is natural.
    Completed(Seat, u8, bool),
    /// The seat discards a card.
    Discarded(Seat, Card),
    /// The discard pile becomes frozen.
    Frozen,
    /// The seat asks the partner whether to go out.
    Asked(Seat),
    /// The seat answers its partner.
    Answered(Seat, bool),
    /// The seat goes out. The flag says whether the hand was concealed: all cards were melded in one turn.
    Out(Seat, bool),
    /// The seat declines the discard pile while the stock is empty. The hand ends.
    Stopped(Seat),
    /// The stock has no card to replace a red three. The hand ends.
    NoStock,
    /// The side of the seat gets these points for the hand. The second number is the new total of the side.
    Total(Seat, i32, i32),
}

/// The side of a seat: 0 or 1.
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

    /// Melds grow card by card, and red threes are laid aside one at a time.
    fn next_of_group(&self, state: &SeatState<'_, Canasta>, from: Pile, to: Pile) -> Option<Pile> {
        let side = side(state.seat());
        let lays = meld_ranks().any(|rank| self.meld(rank, side) == to) || to == self.threes.nth(side);
        (from == self.hand.of(state.seat()) && lays).then_some(to)
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
            Decision::Draw => (0, None, 0),
            Decision::Take { rank, pair } => (1, Some(i32::from(rank)), pair),
            Decision::Meld => (2, None, 0),
            Decision::Ask => (3, None, 0),
        };
        fields.word("step", "what is decided", &["draw", "take", "meld", "ask"], Some(step));
        fields.maybe("rank", "the rank of the meld for which the discard pile is taken, 0 for the ace", rank);
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
            step: Decision::Draw,
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

    /// Whether a side needs a natural pair to take the pile: the pile is frozen, or the side has not melded.
    fn is_closed(&self, side: usize) -> bool {
        self.frozen || !self.melded[side]
    }
}
