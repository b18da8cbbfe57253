//! Katko, the Finnish game of the last trick, for two to six seats. The rules for players are in
//! `games/katko/rules.md`.
//!
//! A player moves a card to the trick to play it. Five tricks are played, and only the fifth counts.

mod play;
mod show;

use crate::module::initial::Initial;
use crate::module::trick::{following, winner};
use crate::module::{
    About, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule, SeatPiles,
    SeatState, Shown,
};
use rulebook_kernel::{Illegal, MAX_SEATS, Seat, Setup};
use rulebook_scene::Scoreboard;
use serde::{Deserialize, Serialize};

/// The number of cards in a hand, which is also the number of tricks in a deal.
const HAND: usize = 5;
/// The number of points that wins the match.
const TARGET: i32 = 5;
/// The points for the last trick, and the points for winning it with a two.
const POINT: i32 = 1;
const WITH_A_TWO: i32 = 2;
/// The maximum number of moves. Every deal gives a point, so after 25 deals one of six players has five points. A deal
/// has up to 31 decisions.
const MOST_MOVES: u32 = 25 * (6 * HAND as u32 + 1);

/// The rules of Katko. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Katko {
    deck: Pile,
    trick: Pile,
    gone: Pile,
    hand: SeatPiles,
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deal {
    /// The dealer.
    pub dealer: Seat,
    /// The seat that leads to the current trick.
    pub leader: Seat,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat wins a trick with this card. The last number is the trick; the first trick is 1.
    Trick(Seat, Card, u8),
    /// The seat wins the last trick with this card and gets these points.
    Last(Seat, Card, u8),
}

impl Katko {
    /// The suit that was led, or `None` if the trick is empty.
    fn led(&self, state: &SeatState<'_, Katko>) -> Option<usize> {
        state.at(self.trick, 0).map(Card::suit)
    }

    fn playable(&self, state: &SeatState<'_, Katko>) -> CardSet {
        following(state.set(self.hand.of(state.seat())), self.led(state))
    }
}

/// The index of the card that wins the trick.
fn best(trick: &[Card]) -> usize {
    winner(trick, None).unwrap_or(0)
}

/// Copies a trick into a buffer without allocating, and returns its length. A trick has at most one card for each seat.
fn collect(cards: impl Iterator<Item = Card>, buffer: &mut [Card; MAX_SEATS]) -> usize {
    let mut count = 0;
    for (place, card) in buffer.iter_mut().zip(cards) {
        *place = card;
        count += 1;
    }
    count
}

impl RuleModule for Katko {
    type Public = Deal;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/katko/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[];

    fn about() -> About {
        About { id: "katko", name: "Katko", min_seats: 2, semantics: 1, max_moves: MOST_MOVES, options: Vec::new() }
    }

    /// Katko can be played with any different cards, if there are five for each player.
    fn admits(initial: &Initial, _: &Initial) -> Result<(), String> {
        let cards: Vec<Card> = initial.piles.iter().flat_map(|pile| &pile.cards).copied().collect();
        let different: CardSet = cards.iter().copied().collect();
        if different.len() < cards.len() || cards.iter().any(|card| card.is_joker()) {
            return Err("the rules need cards that all differ, and no jokers".to_owned());
        }
        let most = initial.players.len();
        if cards.len() < HAND * most {
            return Err(format!("{most} players need at least {} cards", HAND * most));
        }
        Ok(())
    }

    fn build(piles: &Piles<'_>) -> Katko {
        Katko {
            deck: piles.shared("deck"),
            trick: piles.shared("trick"),
            gone: piles.shared("gone"),
            hand: piles.each("hand"),
        }
    }

    fn initial(&self, setup: &Setup) -> Deal {
        let dealer = Seat::new(setup.seats - 1);
        Deal { dealer, leader: dealer }
    }

    fn check(&self, state: &SeatState<'_, Katko>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        match *intent {
            Intent::Move { from, .. } if from != self.hand.of(state.seat()) => no("play a card from your hand"),
            Intent::Move { to, .. } if to != self.trick => no("play the card to the trick"),
            Intent::Move { cards, .. } => match cards.single() {
                None => no("play one card"),
                Some(card) if self.playable(state).has(card) => Ok(()),
                Some(_) => {
                    let suit = self.led(state).map_or("", |suit| crate::cards::SUITS[suit].1);
                    Err(Illegal::new(format!("follow suit: you hold {suit}")))
                }
            },
            Intent::Action(_) => no("play a card from your hand"),
        }
    }

    fn legal(&self, state: &SeatState<'_, Katko>, into: &mut Vec<Intent>) {
        let hand = self.hand.of(state.seat());
        into.extend(self.playable(state).iter().map(|card| Intent::card(hand, self.trick, card)));
    }

    fn apply(&self, state: &FullState<'_, Katko>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Katko>) {
        play::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Katko>, chance: &mut Chance<'_>, events: &mut Events<Katko>) {
        play::deal(self, state, chance, events);
    }

    fn validate_state(&self, state: &FullState<'_, Katko>) -> Result<(), &'static str> {
        play::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Katko>, fields: &mut Fields<'_, '_>) {
        let deal = state.rules();
        fields.seat("dealer", "who dealt", Some(deal.dealer));
        fields.seat("leader", "who led to the trick", Some(deal.leader));
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Katko>) -> String {
        show::prompt(self, shown)
    }

    fn phase(&self, shown: &Shown<'_, Katko>) -> Option<String> {
        Some(format!("trick {} of {HAND}", show::trick_number(self, shown)))
    }

    fn scoreboards(&self, shown: &Shown<'_, Katko>) -> Vec<Scoreboard> {
        show::scoreboards(shown)
    }

    fn label(&self, shown: &Shown<'_, Katko>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn laid_by(&self, shown: &Shown<'_, Katko>, pile: Pile, nth: usize) -> Option<Seat> {
        (pile == self.trick).then(|| shown.rules().leader.after(nth, shown.seats()))
    }

    fn facts(&self, shown: &Shown<'_, Katko>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
