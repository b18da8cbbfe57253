//! Mau-Mau, the German relative of Crazy Eights, for two to five players. The rules for players are in
//! `games/mau-mau/rules.md`.
//!
//! A player plays a card by moving it to the discard pile, and draws by moving the top of the stock to the hand. There
//! are buttons to take the cards of a seven, to pass, and to name a suit.

mod play;
mod show;

use crate::cards::{RANKS, SUITS};
use crate::module::{
    About, Action, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule, SeatPiles,
    SeatState, Shown,
};
use rulebook_kernel::{Illegal, Outcome, Seat, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The number of cards dealt to each player.
const HAND: usize = 5;
/// The number of penalty points that ends the match. The match ends after the hand in which a player reaches this number.
const TARGET: i32 = 100;
/// The maximum number of hands. After the last of them, the match ends, whatever the score is.
const MAX_HANDS: u16 = 20;
/// The maximum number of turns in a hand. After the last of them, the hand ends as if no player could play.
const MAX_TURNS: u16 = 300;
/// The maximum number of moves: for each turn a draw, a card and a suit, and for each hand its start.
const MAX_MOVES: u32 = MAX_HANDS as u32 * (3 * MAX_TURNS as u32 + 1);

/// The ranks of cards with an effect, numbered as in [`Card::rank`].
const SEVEN: usize = 6;
const EIGHT: usize = 7;
const JACK: usize = 10;
/// The ranks that are not in the deck: two to six.
const MISSING: std::ops::RangeInclusive<usize> = 1..=5;

/// Takes the penalty cards of the sevens.
pub const TAKE: Action = Action(0);
/// Ends the turn without playing a card.
pub const PASS: Action = Action(1);
/// Names clubs. The buttons for the other suits follow, in the order of [`SUITS`].
pub const WISH: Action = Action(2);

/// The rules of Mau-Mau. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct MauMau {
    stock: Pile,
    discard: Pile,
    hand: SeatPiles,
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hand {
    /// The dealer.
    pub dealer: Seat,
    /// The decision that the current player must make.
    pub phase: Phase,
    /// The suit to follow: the suit of the top card, or the suit that was named.
    pub suit: u8,
    /// The number of cards that the current player must take because of sevens. 0 if there is no such penalty.
    pub pending: u8,
    /// The number of players in a row who could neither play nor draw.
    pub passes: u8,
    /// The number of finished turns in this hand.
    pub turns: u16,
}

/// The decision that the current player must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Play a card, or draw one.
    Play,
    /// Play the drawn card, or keep it.
    Drawn,
    /// Name a suit after a jack.
    Wish,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A player names this suit.
    Wish(Seat, u8),
    /// A player takes penalty cards because of sevens. Contains their number.
    Take(Seat, u8),
    /// A player passes.
    Pass(Seat),
    /// A player misses a turn because of an eight.
    Skip(Seat),
    /// A player has one card left.
    Mau(Seat),
    /// A player has no cards left and wins the hand.
    Win(Seat),
    /// The hand ends because no player could play, or because the turn limit is reached.
    Blocked,
    /// A player gets penalty points for the cards in hand.
    Points(Seat, u8),
}

/// The penalty points of a card.
fn points(card: Card) -> i32 {
    match RANKS[card.rank()].0 {
        "J" => 20,
        "A" => 11,
        "10" => 10,
        "K" => 4,
        "Q" => 3,
        _ => 0,
    }
}

/// The cards that may be played on this top card. They depend on the named suit and on pending sevens.
fn matching(top: Card, hand: &Hand) -> CardSet {
    if hand.pending > 0 {
        return CardSet::rank(SEVEN);
    }
    let (suit, jacks) = (CardSet::suit(hand.suit.into()), CardSet::rank(JACK));
    let cards = if top.rank() == JACK { suit.minus(jacks) } else { suit.or(CardSet::rank(top.rank())).or(jacks) };
    MISSING.fold(cards, |cards, rank| cards.minus(CardSet::rank(rank)))
}

impl MauMau {
    /// The cards of the hand that the current player may play now.
    fn playable(&self, state: &SeatState<'_, MauMau>) -> CardSet {
        let hand = state.set(self.hand.of(state.seat()));
        let (Some(top), rules) = (state.top(self.discard), state.rules()) else { return CardSet::NONE };
        if rules.phase == Phase::Wish { CardSet::NONE } else { hand.and(matching(top, rules)) }
    }

    fn check_card(&self, state: &SeatState<'_, MauMau>, card: Card) -> Result<(), Illegal> {
        if self.playable(state).has(card) {
            return Ok(());
        }
        let (top, hand) = (state.top(self.discard).unwrap_or(card), state.rules());
        if hand.pending > 0 {
            return Err(Illegal::new("play a seven or take the cards"));
        }
        let (name, suit) = (card.name(), SUITS[usize::from(hand.suit)].1);
        Err(Illegal::new(match top.rank() == JACK {
            true if card.rank() == JACK => "you cannot play a jack on a jack".to_owned(),
            true => format!("you cannot play the {name} because it does not match the suit {suit}"),
            false => format!("you cannot play the {name} because it matches neither {suit} nor the {}", top.name()),
        }))
    }

    fn check_draw(&self, state: &SeatState<'_, MauMau>) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        match state.rules() {
            Hand { phase: Phase::Drawn, .. } => no("you cannot draw again: play the card or pass"),
            Hand { pending: 1.., .. } => no("play a seven or take the cards"),
            _ if !self.playable(state).is_empty() => no("you cannot draw because you can play a card"),
            _ => Ok(()),
        }
    }

    fn check_action(&self, state: &SeatState<'_, MauMau>, action: Action) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let hand = state.rules();
        match action {
            TAKE if hand.pending > 0 => Ok(()),
            TAKE => no("you cannot take cards because there is no seven against you"),
            PASS if hand.phase == Phase::Drawn => Ok(()),
            PASS if hand.phase == Phase::Wish => no("name a suit for your jack first"),
            PASS if hand.pending > 0 => no("play a seven or take the cards"),
            PASS if !self.playable(state).is_empty() => no("you cannot pass because you can play a card"),
            PASS if !state.is_empty(self.stock) => no("draw a card before you pass"),
            PASS => Ok(()),
            _ if hand.phase == Phase::Wish => Ok(()),
            _ => no("you cannot name a suit because you have not played a jack"),
        }
    }
}

impl RuleModule for MauMau {
    type Public = Hand;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/mau-mau/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[
        ("take", "Take the cards"),
        ("pass", "Pass"),
        ("clubs", "Clubs"),
        ("diamonds", "Diamonds"),
        ("hearts", "Hearts"),
        ("spades", "Spades"),
    ];

    fn about() -> About {
        About { id: "mau-mau", name: "Mau-Mau", min_seats: 2, semantics: 1, max_moves: MAX_MOVES, options: Vec::new() }
    }

    fn build(piles: &Piles<'_>) -> MauMau {
        MauMau { stock: piles.shared("stock"), discard: piles.shared("discard"), hand: piles.each("hand") }
    }

    fn initial(&self, setup: &Setup) -> Hand {
        Hand { dealer: Seat::new(setup.seats - 1), phase: Phase::Play, suit: 0, pending: 0, passes: 0, turns: 0 }
    }

    fn check(&self, state: &SeatState<'_, MauMau>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let hand = self.hand.of(state.seat());
        match *intent {
            Intent::Action(action) => self.check_action(state, action),
            Intent::Move { .. } if state.rules().phase == Phase::Wish => no("name a suit for your jack first"),
            Intent::Move { from, to, .. } if from == self.stock && to == hand => self.check_draw(state),
            Intent::Move { from, to, .. } if from != hand || to != self.discard => {
                no("play a card from your hand to the discard pile, or draw from the stock")
            }
            Intent::Move { cards, .. } => match cards.single() {
                Some(card) => self.check_card(state, card),
                None => no("play one card"),
            },
        }
    }

    fn legal(&self, state: &SeatState<'_, MauMau>, into: &mut Vec<Intent>) {
        let (hand, rules) = (self.hand.of(state.seat()), state.rules());
        if rules.phase == Phase::Wish {
            into.extend((0..4).map(|suit| Intent::Action(Action(WISH.0 + suit))));
            return;
        }
        let cards = self.playable(state);
        into.extend(cards.iter().map(|card| Intent::card(hand, self.discard, card)));
        if rules.pending > 0 {
            into.push(Intent::Action(TAKE));
        } else if rules.phase == Phase::Drawn {
            into.push(Intent::Action(PASS));
        } else if cards.is_empty() {
            into.push(state.draw(self.stock, hand).unwrap_or(Intent::Action(PASS)));
        }
    }

    fn apply(
        &self,
        state: &FullState<'_, MauMau>,
        play: &Play<'_>,
        chance: &mut Chance<'_>,
        events: &mut Events<MauMau>,
    ) {
        play::apply(self, state, play, chance, events);
    }

    fn deal(&self, state: &FullState<'_, MauMau>, chance: &mut Chance<'_>, events: &mut Events<MauMau>) {
        play::deal(self, state, chance, events);
    }

    fn outcome_between_hands(&self, state: &FullState<'_, MauMau>) -> Outcome {
        play::outcome(state.scores(), "the hand is over")
    }

    fn validate_state(&self, state: &FullState<'_, MauMau>) -> Result<(), &'static str> {
        play::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, MauMau>, fields: &mut Fields<'_, '_>) {
        let hand = state.rules();
        let phase = match hand.phase {
            Phase::Play => 0,
            Phase::Drawn => 1,
            Phase::Wish => 2,
        };
        fields.seat("dealer", "the dealer", Some(hand.dealer));
        fields.word("phase", "what is decided", &["play", "drawn", "wish"], Some(phase));
        fields.word("suit", "the suit to follow", &SUITS.map(|suit| suit.1), Some(hand.suit.into()));
        fields.number("pending", "cards to take because of sevens", hand.pending);
        fields.number("passes", "players in a row who could neither play nor draw", hand.passes);
        fields.number("turns", "finished turns in this hand", hand.turns);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, MauMau>) -> String {
        show::prompt(self, shown)
    }

    fn phase(&self, shown: &Shown<'_, MauMau>) -> Option<String> {
        show::named(self, shown).map(|suit| format!("named suit: {suit}"))
    }

    fn scoreboards(&self, shown: &Shown<'_, MauMau>) -> Vec<Scoreboard> {
        show::scoreboards(shown)
    }

    fn label(&self, shown: &Shown<'_, MauMau>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, _: &Shown<'_, MauMau>, intent: &Intent) -> OfferKind {
        if *intent == Intent::Action(PASS) { OfferKind::Pass } else { OfferKind::Act }
    }

    fn facts(&self, shown: &Shown<'_, MauMau>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
