//! Scopa for two to four seats, four of them as two partnerships. The rules for people are in `games/scopa/rules.md`.
//!
//! A card that takes nothing is moved to the table, a card that takes is moved to its owner's won cards: the destination
//! says what is meant. Where several sets could be taken the card waits in `played` until its owner moves one of them from
//! the table to the won cards, whole or card by card; cards of a set that is not complete wait beside it.

mod capture;
mod play;
mod score;
mod show;

pub use capture::{captures, worth};
pub use score::primiera;

use crate::module::{
    About, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use rulebook_kernel::{Illegal, MAX_SEATS, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The side with this many points, and more than any other, wins.
const TARGET: i32 = 11;
/// After so many deals whoever has most wins. Every deal gives at least a point, so only ties get here.
const MOST_DEALS: u16 = 40;
/// The cards of a hand.
const HAND: usize = 3;
/// The cards that lie on the table at first.
const LAID: usize = 4;
/// A card that waits, or one that was chosen for it, can be put back so often in a turn.
const MOST_BACKS: u8 = 3;
/// Decisions of one deal: each card is played and may ask for a choice of at most ten cards, some of which are put back
/// and chosen again; and the deal is started.
const DECISIONS: u32 = 36 * (1 + 10 + 2 * MOST_BACKS as u32) + 1;

/// The rules, with the piles looked up.
#[derive(Debug)]
pub struct Scopa {
    deck: Pile,
    table: Pile,
    played: Pile,
    hand: SeatPiles,
    won: SeatPiles,
}

/// What everybody knows of a deal, beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// Who dealt; the next seat plays first.
    pub dealer: Seat,
    /// Who took last.
    pub last: Option<Seat>,
    /// How often each seat has swept the table in this deal.
    pub scope: [u8; 4],
    /// How often something was put back in this turn.
    pub backs: u8,
}

/// What a point is given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The most cards.
    Cards,
    /// The most coins.
    Coins,
    /// The seven of coins.
    Settebello,
    /// The best cards of all four suits.
    Primiera,
}

/// What is remembered of a match. A side is named by its first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// Three kings or more would have lain on the table: the cards are shuffled again.
    Kings,
    /// Laid a card down.
    Laid(Seat, Card),
    /// Took so many cards with this one.
    Took(Seat, Card, u8),
    /// Swept the table.
    Scopa(Seat),
    /// Gets what is left on the table at the end of a deal.
    Rest(Seat, u8),
    /// A point of the deal, or nobody's.
    Point(What, Option<Seat>),
    /// A side gets so many points in this deal, and has so many now.
    Total(Seat, u8, i32),
}

/// How many sides play, and which one a seat is on.
const fn sides(seats: usize) -> usize {
    if seats == 4 { 2 } else { seats }
}

const fn side(seat: Seat, seats: usize) -> usize {
    seat.index() % sides(seats)
}

impl Scopa {
    /// The card that waits for its owner to choose what it takes.
    fn waiting(&self, state: &SeatState<'_, Scopa>) -> Option<Card> {
        state.at(self.played, 0)
    }

    /// The cards that were chosen for it so far.
    fn picked(&self, state: &SeatState<'_, Scopa>) -> CardSet {
        state.known(self.played).skip(1).collect()
    }

    fn check_card(&self, state: &SeatState<'_, Scopa>, to: Pile, card: Option<Card>) -> Result<(), Illegal> {
        let no = |why: String| Err(Illegal::new(why));
        let Some(card) = card else { return no("play one card".to_owned()) };
        if self.waiting(state).is_some() {
            return no("first choose what your card takes".to_owned());
        }
        let takes = capture::count(state.set(self.table), worth(card)).0 > 0;
        if to == self.table {
            return if takes { no(format!("the {} takes something, so it must take", card.name())) } else { Ok(()) };
        }
        if to != self.won.of(state.seat()) {
            return no("a card goes to the table, or to your won cards to take with it".to_owned());
        }
        if takes { Ok(()) } else { no(format!("the {} takes nothing: lay it on the table", card.name())) }
    }

    fn check_set(&self, state: &SeatState<'_, Scopa>, to: Pile, set: CardSet) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let Some(card) = self.waiting(state) else { return no("play the card that takes first") };
        if to != self.won.of(state.seat()) {
            return no("what you take goes to your won cards");
        }
        let single = capture::equals(state.set(self.table), worth(card));
        if !single.is_empty() {
            let fine = set.len() == 1 && set.and(single) == set;
            return if fine { Ok(()) } else { no("a single card of the same value is taken before a sum") };
        }
        let whole = self.picked(state).or(set);
        let sum: usize = whole.iter().map(worth).sum();
        match () {
            () if sum == worth(card) => Ok(()),
            () if set.len() > 1 => no("these do not add up to the card you played"),
            () if capture::can_be_completed(state.set(self.table), whole, worth(card)) => Ok(()),
            () => no("with that card it does not add up to the card you played"),
        }
    }

    fn check_back(&self, state: &SeatState<'_, Scopa>, to: Pile, card: Option<Card>) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let picked = self.picked(state);
        match card {
            None => no("put back one card"),
            Some(_) if state.rules().backs >= MOST_BACKS => no("you have put cards back often enough in this turn"),
            Some(card) if picked.has(card) && to == self.table => Ok(()),
            Some(card) if picked.has(card) => no("that card goes back to the table"),
            Some(_) if !picked.is_empty() => no("first put back what you have chosen"),
            Some(_) if to == self.hand.of(state.seat()) => Ok(()),
            Some(_) => no("the card you played goes back to your hand"),
        }
    }
}

impl RuleModule for Scopa {
    type Public = Deal;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/scopa/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[];

    fn about() -> About {
        About {
            id: "scopa",
            name: "Scopa",
            min_seats: 2,
            semantics: 2,
            max_moves: MOST_DEALS as u32 * DECISIONS,
            options: Vec::new(),
        }
    }

    fn build(piles: &Piles<'_>) -> Scopa {
        Scopa {
            deck: piles.shared("deck"),
            table: piles.shared("table"),
            played: piles.shared("played"),
            hand: piles.each("hand"),
            won: piles.each("won"),
        }
    }

    fn initial(&self, setup: &Setup) -> Deal {
        Deal { dealer: Seat::new(setup.seats - 1), last: None, scope: [0; 4], backs: 0 }
    }

    fn check(&self, state: &SeatState<'_, Scopa>, intent: &Intent) -> Result<(), Illegal> {
        match *intent {
            Intent::Move { from, to, cards } if from == self.hand.of(state.seat()) => {
                self.check_card(state, to, cards.single())
            }
            Intent::Move { from, to, cards } if from == self.table => self.check_set(state, to, cards.iter().collect()),
            Intent::Move { from, to, cards } if from == self.played => self.check_back(state, to, cards.single()),
            _ => Err(Illegal::new("play a card from your hand")),
        }
    }

    fn legal(&self, state: &SeatState<'_, Scopa>, into: &mut Vec<Intent>) {
        let (hand, won, table) = (self.hand.of(state.seat()), self.won.of(state.seat()), state.set(self.table));
        if let Some(card) = self.waiting(state) {
            let picked = self.picked(state);
            let mut single = CardSet::NONE;
            capture::captures(table.or(picked), worth(card), |set| {
                let rest = set.minus(picked);
                if set.and(picked) == picked {
                    single = single.or(rest);
                    into.extend((rest.len() > 1).then(|| Intent::cards(self.table, won, rest.iter())));
                }
            });
            into.extend(single.iter().map(|card| Intent::card(self.table, won, card)));
            if state.rules().backs < MOST_BACKS {
                into.extend(picked.iter().map(|card| Intent::card(self.played, self.table, card)));
                into.extend(picked.is_empty().then(|| Intent::card(self.played, hand, card)));
            }
            return;
        }
        for card in state.set(hand).iter() {
            let takes = capture::count(table, worth(card)).0 > 0;
            into.push(Intent::card(hand, if takes { won } else { self.table }, card));
        }
    }

    /// A card together with what it takes.
    fn candidates(&self, state: &SeatState<'_, Scopa>, into: &mut Candidates) {
        let (hand, won, table) = (self.hand.of(state.seat()), self.won.of(state.seat()), state.set(self.table));
        let take = |set: CardSet| Intent::cards(self.table, won, set.iter());
        if let Some(card) = self.waiting(state) {
            let picked = self.picked(state);
            return capture::captures(table.or(picked), worth(card), |set| {
                if set.and(picked) == picked {
                    into.push(take(set.minus(picked)));
                }
            });
        }
        for card in state.set(hand).iter() {
            match capture::count(table, worth(card)).0 {
                0 => into.push(Intent::card(hand, self.table, card)),
                1 => into.push(Intent::card(hand, won, card)),
                _ => capture::captures(table, worth(card), |set| {
                    into.push_row([Intent::card(hand, won, card), take(set)]);
                }),
            }
        }
    }

    fn apply(&self, state: &FullState<'_, Scopa>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Scopa>) {
        play::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Scopa>, chance: &mut Chance<'_>, events: &mut Events<Scopa>) {
        play::deal(self, state, chance, events);
    }

    fn outcome_between_hands(&self, state: &FullState<'_, Scopa>) -> Outcome {
        let seats = state.seats();
        let teams: [u8; MAX_SEATS] = std::array::from_fn(|seat| (seat % sides(seats)) as u8);
        Outcome::highest(state.scores(), "the deal is over").in_teams(&teams[..seats])
    }

    fn validate_state(&self, state: &FullState<'_, Scopa>) -> Result<(), &'static str> {
        play::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Scopa>, fields: &mut Fields<'_, '_>) {
        let deal = state.rules();
        fields.seat("dealer", "who dealt", Some(deal.dealer));
        fields.seat("last", "who took last", deal.last);
        fields.each("scope", "how often the table was swept", |seat| deal.scope[seat.index()].into());
        fields.number("backs", "how often something was put back in this turn", deal.backs);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Scopa>) -> String {
        show::prompt(self, shown)
    }

    fn scoreboards(&self, shown: &Shown<'_, Scopa>) -> Vec<Scoreboard> {
        show::scoreboards(self, shown)
    }

    fn label(&self, shown: &Shown<'_, Scopa>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, Scopa>, intent: &Intent) -> OfferKind {
        let back = matches!(intent, Intent::Move { from, .. } if *from == self.played)
            && !show::takes_played_card(self, shown, intent);
        if back { OfferKind::PutBack } else { OfferKind::Act }
    }

    fn facts(&self, shown: &Shown<'_, Scopa>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
