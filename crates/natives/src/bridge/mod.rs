//! Contract bridge for four seats, rubber or duplicate. The rules for players are in `games/bridge/rules.md`.
//!
//! Calls are buttons. Cards move from a hand, or from the dummy, to the trick. The declarer plays the dummy's cards.

pub mod auction;
mod bid;
mod fields;
mod play;
pub mod score;
mod show;

use crate::module::{
    About, Candidates, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule, SeatPiles,
    SeatState, Shown, trick,
};
use auction::{Auction, CALLS, MOST_CALLS};
use rulebook_kernel::{GameOption, Illegal, Outcome, Seat, Setup};
use rulebook_scene::OfferKind;
use score::{Contract, Sheet};
use serde::{Deserialize, Serialize};

/// Maximum number of deals in a rubber. After the last of these deals, an unfinished rubber ends.
const MOST_DEALS: u16 = 24;
/// Maximum number of boards in a duplicate game.
const MOST_BOARDS: u8 = 16;
/// Number of tricks in a deal.
const TRICKS: u8 = 13;

/// The rules of bridge. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Bridge {
    deck: Pile,
    trick: Pile,
    dummy: Pile,
    hand: SeatPiles,
    /// For each side: the pile of its won tricks.
    tricks: [Pile; 2],
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// Number of boards of a duplicate game. `None` for a rubber.
    pub boards: Option<u8>,
    /// The dealer, who also calls first.
    pub dealer: Seat,
    /// The auction of this deal.
    pub auction: Auction,
    /// The contract and its declarer, once the auction is over.
    pub contract: Option<(Contract, Seat)>,
    /// The seat that leads to this trick.
    pub leader: Seat,
    /// The number of tricks that each side has won.
    pub won: [u8; 2],
    /// The suits of which each seat is known to have no card, with four bits for each seat.
    pub voids: u16,
    /// For each seat: the number of honours it has played. Honours are the five highest trumps, or the aces without
    /// trumps.
    pub honours: [u8; 4],
    /// The score sheet.
    pub sheet: Sheet,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat deals and calls first.
    Deals(Seat),
    /// The seat makes a call.
    Calls(Seat, u8),
    /// All players passed without a bid.
    PassedOut,
    /// The seat becomes declarer of this contract.
    Plays(Seat, Contract),
    /// The seat wins a trick.
    Trick(Seat),
    /// The contract is finished. Contains the declarer, the number of tricks above or below the contract, and the
    /// points of the declaring side.
    Made(Seat, i8, i32),
    /// The seat scores points for honours.
    Honours(Seat, i32),
    /// The side of this seat wins a game of the rubber. The side gets the bonus only when it wins the rubber.
    Game(Seat),
    /// The side of this seat wins the rubber and scores these points for it.
    Rubber(Seat, i32),
    /// The rubber is broken off. The side of this seat gets points for its only game and for its part score.
    BrokenOff(Seat, i32, i32),
}

impl Public {
    /// The seat of the dummy, the declarer's partner. `None` before the contract is fixed.
    fn dummy(&self) -> Option<Seat> {
        Some(self.contract?.1.after(2, 4))
    }

    /// Whether a side is vulnerable in this deal.
    #[must_use]
    pub fn vulnerable(&self, deal: u16, side: usize) -> bool {
        match self.boards {
            Some(_) => score::board_vulnerable(deal.max(1), side),
            None => self.sheet.vulnerable(side),
        }
    }

    /// The seat whose card comes next if the trick has this number of cards.
    #[inline]
    fn next(&self, in_trick: usize) -> Seat {
        self.leader.after(in_trick % 4, 4)
    }

    /// Whether a seat is known to have no card of a suit.
    fn is_void(&self, seat: Seat, suit: usize) -> bool {
        self.voids >> (4 * seat.index() + suit) & 1 == 1
    }
}

impl Bridge {
    /// The pile from which the current player plays a card: their own hand, or the dummy.
    #[inline]
    fn source(&self, state: &SeatState<'_, Bridge>) -> Pile {
        let next = state.rules().next(state.size(self.trick));
        if state.rules().dummy() == Some(next) { self.dummy } else { self.hand.of(state.seat()) }
    }

    /// The suit that was led to the trick. `None` if the trick is empty.
    #[inline]
    fn led(&self, state: &SeatState<'_, Bridge>) -> Option<usize> {
        state.at(self.trick, 0).map(|card| card.suit())
    }

    /// The cards of a pile that may be played to the trick.
    #[inline]
    fn playable(&self, state: &SeatState<'_, Bridge>, from: Pile) -> CardSet {
        trick::following(state.set(from), self.led(state))
    }
}

impl RuleModule for Bridge {
    type Public = Public;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/bridge/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = CALLS;

    fn about() -> About {
        let option = |name: &str, values: &[&str]| GameOption {
            name: name.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
        };
        let deals = u32::from(MOST_DEALS).max(u32::from(MOST_BOARDS));
        About {
            id: "bridge",
            name: "Bridge",
            min_seats: 4,
            semantics: 3,
            max_moves: deals * (MOST_CALLS + 52 + 1),
            options: vec![option("scoring", &["rubber", "duplicate"]), option("boards", &["4", "1", "16"])],
        }
    }

    fn build(piles: &Piles<'_>) -> Bridge {
        Bridge {
            deck: piles.shared("deck"),
            trick: piles.shared("trick"),
            dummy: piles.shared("dummy"),
            hand: piles.each("hand"),
            tricks: ["tricks-ns", "tricks-ew"].map(|name| piles.shared(name)),
        }
    }

    fn initial(&self, setup: &Setup) -> Public {
        let duplicate = setup.options.get("scoring").is_some_and(|scoring| scoring == "duplicate");
        let boards = setup.options.get("boards").and_then(|boards| boards.parse().ok()).unwrap_or(4);
        Public {
            boards: duplicate.then_some(boards),
            dealer: Seat::new(0),
            auction: Auction::default(),
            contract: None,
            leader: Seat::new(0),
            won: [0; 2],
            voids: 0,
            honours: [0; 4],
            sheet: Sheet::default(),
        }
    }

    fn check(&self, state: &SeatState<'_, Bridge>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let rules = state.rules();
        let (from, to, cards) = match *intent {
            Intent::Action(call) if rules.contract.is_none() => return rules.auction.check(state.seat(), call),
            Intent::Action(_) => return no("the auction is over"),
            Intent::Move { .. } if rules.contract.is_none() => return no("the auction is not over yet"),
            Intent::Move { from, to, cards } => (from, to, cards),
        };
        let source = self.source(state);
        match cards.single() {
            _ if to != self.trick => no("play a card to the trick"),
            _ if from != source && source == self.dummy => no("it is the dummy's turn: play a card of the dummy"),
            _ if from != source => no("play a card from your hand"),
            Some(card) if self.playable(state, from).has(card) => Ok(()),
            Some(_) => {
                let led = self.led(state).and_then(|suit| crate::cards::SUITS.get(suit)).map_or("", |suit| suit.1);
                Err(Illegal::new(format!("follow suit: {led} were led")))
            }
            None => no("play one card"),
        }
    }

    fn legal(&self, state: &SeatState<'_, Bridge>, into: &mut Vec<Intent>) {
        if state.rules().contract.is_none() {
            into.extend(state.rules().auction.calls(state.seat()).iter().map(Intent::Action));
            return;
        }
        let from = self.source(state);
        into.extend(self.playable(state, from).iter().map(|card| Intent::card(from, self.trick, card)));
    }

    fn candidates(&self, state: &SeatState<'_, Bridge>, into: &mut Candidates) {
        if state.rules().contract.is_some() {
            return into.fill(|intents| self.legal(state, intents));
        }
        let calls = bid::calls(&state.rules().auction, state.seat(), state.set(self.hand.of(state.seat())));
        into.fill(|intents| intents.extend(calls.iter().map(Intent::Action)));
    }

    fn apply(&self, state: &FullState<'_, Bridge>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Bridge>) {
        play::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Bridge>, chance: &mut Chance<'_>, events: &mut Events<Bridge>) {
        play::deal(self, state, chance, events);
    }

    fn outcome_between_hands(&self, state: &FullState<'_, Bridge>) -> Outcome {
        Outcome::highest(state.scores(), "the hand is over").in_teams(&[0, 1, 0, 1])
    }

    fn validate_state(&self, state: &FullState<'_, Bridge>) -> Result<(), &'static str> {
        play::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Bridge>, fields: &mut Fields<'_, '_>) {
        fields::fields(state, fields);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Bridge>) -> String {
        show::prompt(self, shown)
    }

    fn phase(&self, shown: &Shown<'_, Bridge>) -> Option<String> {
        Some(show::phase(shown))
    }

    fn scoreboards(&self, shown: &Shown<'_, Bridge>) -> Vec<rulebook_scene::Scoreboard> {
        show::scoreboards(shown)
    }

    fn label(&self, shown: &Shown<'_, Bridge>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, Bridge>, intent: &Intent) -> OfferKind {
        let _ = shown;
        match intent {
            Intent::Action(auction::PASS) => OfferKind::Pass,
            _ => OfferKind::Act,
        }
    }

    fn laid_by(&self, shown: &Shown<'_, Bridge>, pile: Pile, nth: usize) -> Option<Seat> {
        (pile == self.trick).then(|| shown.rules().next(nth))
    }

    fn facts(&self, shown: &Shown<'_, Bridge>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
