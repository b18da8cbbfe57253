//! Scopa for two to four seats. Four seats play as two partnerships. The rules for players are in
//! `games/scopa/rules.md`.
//!
//! A player moves a card to the table to lay it there, or to their own won cards to take cards with it. If several sets
//! can be taken, the card waits in the pile `played`. The player then moves one of these sets from the table to the won
//! cards, whole or card by card. The cards of an incomplete set wait beside the played card.

mod capture;
mod play;
pub mod score;
mod show;

pub use capture::{captures, worth};
pub use score::primiera;

use crate::module::{
    About, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, JointMoves, Pile, Piles, Play,
    RuleModule, SeatPiles, SeatState, Shown, cards_in,
};
use rulebook_kernel::{Illegal, MAX_SEATS, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The number of points with which a side wins, if no other side has as many.
const TARGET: i32 = 11;
/// The maximum number of deals. After the last of them, the side with the most points wins. Every deal gives at least
/// one point, so only ties reach this limit.
const MOST_DEALS: u16 = 40;
/// The number of cards in a hand.
const HAND: usize = 3;
/// The number of cards dealt to the table at the start.
const LAID: usize = 4;
/// The maximum number of times in a turn that a player can put back the played card or a picked card.
const MOST_BACKS: u8 = 3;
/// The maximum number of decisions in a deal. Each card is played and may need up to ten picks, some of which are put
/// back and made again. One decision starts the deal.
const DECISIONS: u32 = 36 * (1 + 10 + 2 * MOST_BACKS as u32) + 1;

/// The rules of Scopa. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Scopa {
    deck: Pile,
    table: Pile,
    played: Pile,
    hand: SeatPiles,
    won: SeatPiles,
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// The dealer. The next seat plays first.
    pub dealer: Seat,
    /// The seat that took cards last. `None` if no seat has.
    pub last: Option<Seat>,
    /// For each seat: the number of sweeps in this deal. A sweep takes all cards of the table.
    pub scope: [u8; 4],
    /// The number of times that the player put cards back in this turn.
    pub backs: u8,
}

/// The four things that score one point each in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The side with the most cards.
    Cards,
    /// The side with the most coins.
    Coins,
    /// The side with the seven of coins.
    Settebello,
    /// The side with the best primiera, the sum of its best card in each suit.
    Primiera,
}

/// An event for the recap. A side is identified by its first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// Three or more kings were on the table, so the cards were shuffled again.
    Kings,
    /// The seat lays a card on the table.
    Laid(Seat, Card),
    /// The seat takes cards with this card. Contains the number of taken cards.
    Took(Seat, Card, u8),
    /// The seat sweeps the table.
    Scopa(Seat),
    /// The seat gets the cards that are left on the table at the end of a deal. Contains their number.
    Rest(Seat, u8),
    /// A point of the deal, and the side that gets it. `None` for a tie.
    Point(What, Option<Seat>),
    /// The side gets these points in the deal. The second number is the new total of the side.
    Total(Seat, u8, i32),
}

/// The number of sides: four seats form two sides.
const fn sides(seats: usize) -> usize {
    if seats == 4 { 2 } else { seats }
}

const fn side(seat: Seat, seats: usize) -> usize {
    seat.index() % sides(seats)
}

impl Scopa {
    /// The played card that waits until the player has chosen a set. `None` if no card waits.
    fn waiting(&self, state: &SeatState<'_, Scopa>) -> Option<Card> {
        state.at(self.played, 0)
    }

    /// The cards that the player has picked so far for the waiting card.
    fn picked(&self, state: &SeatState<'_, Scopa>) -> CardSet {
        state.known(self.played).skip(1).collect()
    }

    fn check_card(&self, state: &SeatState<'_, Scopa>, to: Pile, card: Option<Card>) -> Result<(), Illegal> {
        let no = |why: String| Err(Illegal::new(why));
        let Some(card) = card else { return no("play one card".to_owned()) };
        if self.waiting(state).is_some() {
            return no("first choose the cards that your card takes".to_owned());
        }
        let takes = capture::count(state.set(self.table), worth(card)).0 > 0;
        if to == self.table {
            return if takes {
                no(format!("you cannot lay the {} on the table, because it takes something", card.name()))
            } else {
                Ok(())
            };
        }
        if to != self.won.of(state.seat()) {
            return no("a card goes to the table, or to your won cards to take with it".to_owned());
        }
        if takes { Ok(()) } else { no(format!("the {} takes nothing: lay it on the table", card.name())) }
    }

    fn check_set(&self, state: &SeatState<'_, Scopa>, to: Pile, set: CardSet) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let Some(card) = self.waiting(state) else { return no("first play the card that takes") };
        if to != self.won.of(state.seat()) {
            return no("the cards that you take go to your won cards");
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
            () => no("with that card the sum does not match the card you played"),
        }
    }

    /// The steps that take exactly these cards of the table with a card of the hand.
    fn capture(&self, state: &SeatState<'_, Scopa>, cards: &[(Pile, Card)], to: Pile) -> JointMoves {
        let no = |why: &'static str| Err(Illegal::new(why));
        let (hand, won, table) = (self.hand.of(state.seat()), self.won.of(state.seat()), state.set(self.table));
        let set: CardSet = cards_in(cards, self.table).iter().collect();
        let card = match cards_in(cards, hand).single() {
            Some(card) if set.len() + 1 == cards.len() => card,
            _ => return no("play one card of your hand, together with the cards of the table that it takes"),
        };
        if to != won {
            return no("a card and the cards that it takes go to your won cards");
        }
        let single = capture::equals(table, worth(card));
        if !single.is_empty() && (set.len() != 1 || set.and(single) != set) {
            return no("a single card of the same value is taken before a sum");
        }
        if set.iter().map(worth).sum::<usize>() != worth(card) {
            return Err(Illegal::new(format!("these do not add up to the {}", card.name())));
        }
        // A card that can take only one set takes it at once.
        let mut row = vec![Intent::card(hand, won, card)];
        if capture::count(table, worth(card)).0 > 1 {
            row.push(Intent::cards(self.table, won, set.iter()));
        }
        Ok(vec![row])
    }

    fn check_back(&self, state: &SeatState<'_, Scopa>, to: Pile, card: Option<Card>) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let picked = self.picked(state);
        match card {
            None => no("put back one card"),
            Some(_) if state.rules().backs >= MOST_BACKS => no("you have put cards back often enough in this turn"),
            Some(card) if picked.has(card) && to == self.table => Ok(()),
            Some(card) if picked.has(card) => no("that card goes back to the table"),
            Some(_) if !picked.is_empty() => no("first put back the cards that you have chosen"),
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

    /// Adds the candidates for bots: each card together with the set that it takes.
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

    fn joint_moves(&self, state: &SeatState<'_, Scopa>, cards: &[(Pile, Card)], to: Pile) -> Option<JointMoves> {
        self.waiting(state).is_none().then(|| self.capture(state, cards, to))
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
